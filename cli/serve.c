/* SPDX-License-Identifier: MIT */
/* takht serve: the server with the page. */
#include "cli.h"

static void print_address(const char *address)
{
    printf("Takht is open: %s\n", address);
    fflush(stdout);
}

static int run_serve(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_serve, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if ((args.server.tls_cert == NULL) != (args.server.tls_key == NULL))
        return cli_fail(&cli_serve, CLI_USAGE, "--tls-cert and --tls-key go together");
    if (args.server.think == 0 && !server_data_is_shared(args.server.data))
        return cli_fail(&cli_serve, CLI_USAGE,
                        "--think 0 leaves bots to takht worker, which needs --data postgres://…");
    return server_run(&args.server, print_address);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[--listen ADDRESS:PORT] [--data FILE] [--config FILE]",
    .summary = "the server with the web page",
    .about =
        "Hosts tables for everybody who opens its address: one program, one file of data. Stop it "
        "with Ctrl-C; started again it goes on where it was, and nothing that anybody was told is "
        "lost.\n\n"
        "A setting is taken from its option, else from the environment (TAKHT_LISTEN for "
        "--listen), else from the JSON file of --config (\"listen\"), else it is the default.",
    .examples = "takht serve\n"
                "takht serve --listen 0.0.0.0:80 --data /var/lib/takht/takht.db\n"
                "takht serve --listen unix:/run/takht.sock --trust-proxy",
    .settings = "*",
    .run = run_serve,
};
