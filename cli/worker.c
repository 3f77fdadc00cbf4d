/* SPDX-License-Identifier: MIT */
/* takht worker: thinks for the bots of servers that share a database. */
#include "cli.h"

static void print_ready(const char *address)
{
    (void)address;
    puts("Takht thinks.");
    fflush(stdout);
}

static int run_worker(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_worker, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (!server_data_is_shared(args.server.data))
        return cli_fail(&cli_worker, CLI_USAGE,
                        "'%s' is a file, which one server has for itself; give the postgres://… "
                        "of servers to think for",
                        args.server.data);
    args.server.listen = "";
    args.server.worker = true;
    args.server.think = 1;
    return server_run(&args.server, print_ready);
}

const struct cli_command cli_worker = {
    .name = "worker",
    .usage = "--data postgres://… [--workers N]",
    .summary = "thinks for the bots of servers that share a database",
    .about =
        "A process without a page and without a port: it takes from the database what is due at "
        "tables (bots that are to move, clocks that have run out) and does it. Start as many as "
        "there are machines to think on; takht serve --think 0 leaves all of it to them. One "
        "that dies leaves its work to the others within seconds.",
    .examples = "takht worker --data postgres://takht@db.example/takht\n"
                "takht worker --data 'host=db.example dbname=takht user=takht' --workers 8",
    .settings = "data workers metrics quiet",
    .run = run_worker,
};
