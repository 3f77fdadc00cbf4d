/* SPDX-License-Identifier: MIT */
/* Runs the game scripts named on the command line. */
#include <stdio.h>

#include "script.h"

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += !script_run_file(argv[i]);
    printf("%d script files, %d failed\n", argc - 1, failed);
    return failed == 0 && argc > 1 ? 0 : 1;
}
