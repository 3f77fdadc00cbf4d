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
    int answer = cli_args_read(&cli_serve, CLI_NO_SUBJECT, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.positional_count > 0)
        return cli_fail(&cli_serve, CLI_USAGE, "'%s' is one argument too many", args.positional[0]);
    if ((args.server.tls_cert == NULL) != (args.server.tls_key == NULL))
        return cli_fail(&cli_serve, CLI_USAGE, "--tls-cert and --tls-key go together");
    args.server.quiet = args.quiet;
    return server_run(&args.server, print_address);
}

static const char *const serve_options[] = {"config",      "listen",  "metrics",     "data",
                                            "tls-cert",    "tls-key", "trust-proxy", "workers",
                                            "open-limits", "quiet",   NULL};

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[--listen ADDRESS:PORT] [--data FILE]",
    .summary = "the server with the web page",
    .help =
        "Hosts tables for everybody who opens its address: one program, one file of data. Stop it\n"
        "with Ctrl-C; started again it goes on where it was.\n\n"
        "  takht serve\n"
        "  takht serve --listen 0.0.0.0:80 --data /var/lib/takht/takht.db\n"
        "  takht serve --listen unix:/run/takht.sock --trust-proxy",
    .options = serve_options,
    .run = run_serve,
};
