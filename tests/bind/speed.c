/* SPDX-License-Identifier: MIT */
/*
 * How long a bot thinks about the first decision of a game, in ms of processor time: a line for each line that comes in, which says
 * how. bind/wasm/speed.mjs asks it in turn with the same engine as WebAssembly.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bind/table.h"

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    char bot[64];
    struct tk_table *table = tk_table_new();
    if (argc != 3 || !tk_table_start(table, argv[1], atoi(argv[2]), "", "7"))
        return 1;
    while (fgets(bot, sizeof bot, stdin) != NULL) {
        bot[strcspn(bot, "\n")] = '\0';
        double begun = now_ms();
        if (tk_table_think(table, bot, 1) == NULL)
            return 1;
        printf("%.3f\n", now_ms() - begun);
        fflush(stdout);
    }
    tk_table_free(table);
    return 0;
}
