/* SPDX-License-Identifier: MIT */
/* Traces from strangers, through the whole of takht trace --from. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"

static int file; /* what is read: made once, and written anew for each */

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* What the command prints is not of interest here; what the fuzzer prints is. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    int quiet = open("/dev/null", O_WRONLY);
    stdout = fdopen(quiet, "w");
    file = memfd_create("trace", 0);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    FILE *errors = stderr;
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    stderr = stdout;
    struct cli_args args = {.command = &cli_trace, .from = path};
    cli_trace_from(&args);
    stderr = errors;
    return 0;
}
