/* SPDX-License-Identifier: MIT */
/* Traces from strangers, through the whole of takht trace --from. */
#include "fuzz.h"

#include <stdio.h>

#include "cli/cli.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);

static ssize_t swallow(void *cookie, const char *data, size_t size)
{
    (void)cookie, (void)data;
    return (ssize_t)size;
}

/* What the command prints is not of interest here; what the fuzzer prints is. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = swallow});
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *errors = stderr, *input = stdin;
    char none[1];
    stdin =
        fmemopen(size > 0 ? (void *)(uintptr_t)data : none, size, "rb"); /* and no system call */
    if (stdin == NULL)
        abort();
    stderr = stdout;
    struct cli_args args = {.command = &cli_trace, .from = "-"};
    cli_trace_from(&args);
    fclose(stdin);
    stderr = errors;
    stdin = input;
    return 0;
}
