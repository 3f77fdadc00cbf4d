/* SPDX-License-Identifier: MIT */
/* takht check: whether the data of a server is whole. */
#include "cli.h"

#include "server/server.h"

static void print_row(void *context, int columns, const char *const *values)
{
    (void)context;
    printf("%s  %s\n", columns > 0 && values[0] != NULL ? values[0] : "",
           columns > 1 && values[1] != NULL ? values[1] : "");
}

static void print_sentence(void *context, const char *sentence)
{
    char text[1024];
    ++*(long *)context;
    snprintf(text, sizeof text, "%s", sentence);
    cli_clean(text); /* it quotes what is damaged */
    puts(text);
}

static int run_check(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    long wrong = 0;
    int answer = cli_args_read(&cli_check, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *path = args.positional[0];
    if (!server_check(path, print_sentence, &wrong, why, sizeof why))
        return cli_fail(&cli_check, CLI_FAILED, "%s", why);
    if (wrong > 0)
        return cli_fail(&cli_check, CLI_FAILED, "%s is not whole", path);
    if (!server_ask(path, SERVER_ASK_COUNTS, NULL, print_row, NULL, why, sizeof why))
        return cli_fail(&cli_check, CLI_FAILED, "%s", why);
    printf("%s is whole.\n", path);
    return cli_output_close(&cli_check);
}

const struct cli_command cli_check = {
    .name = "check",
    .usage = "FILE",
    .summary = "look at a server's data, and say what is whole",
    .about = "Reads everything in the database of a server, or in a copy of it, and says what is "
             "wrong with it, a line each. It writes nothing. The exit status is 0 if all is whole, "
             "else 1.",
    .examples = "takht check takht.db",
    .subject = CLI_FILE,
    .run = run_check,
};
