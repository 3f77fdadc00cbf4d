/* SPDX-License-Identifier: MIT */
/* takht migrate-store: a server's data from one kind of store into another. */
#include "cli.h"

static void print_count(void *context, const char *table, long rows)
{
    (void)context;
    printf("%s  %ld, the same in both\n", table, rows);
}

static int run_migrate(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    int answer = cli_args_read(&cli_migrate, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.positional_count != 2)
        return cli_fail(&cli_migrate, CLI_USAGE,
                        "two stores are needed: takht migrate-store FROM TO");
    if (!server_copy(args.positional[0], args.positional[1], print_count, NULL, why, sizeof why))
        return cli_fail(&cli_migrate, CLI_FAILED, "%s", why);
    printf("Everything is in %s.\n", args.positional[1]);
    return cli_output_close(&cli_migrate);
}

const struct cli_command cli_migrate = {
    .name = "migrate-store",
    .usage = "FROM TO",
    .summary = "copies a server's data into another store, checked row by row",
    .about =
        "Copies all of a server's data, a file or a database of PostgreSQL, into a store that is "
        "still empty, and then compares both, event by event. Accounts, sessions and tables stay "
        "as they are, and cookies stay valid. No server may run on either of them meanwhile; "
        "FROM is not changed.",
    .examples = "takht migrate-store takht.db postgres://takht@db.example/takht\n"
                "takht migrate-store postgres://takht@db.example/takht takht.db",
    .subject = CLI_STORES,
    .run = run_migrate,
};
