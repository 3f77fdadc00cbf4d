/* SPDX-License-Identifier: MIT */
/* takht health: whether a running server is well, for containers and monitors that have no other client. */
#include "cli.h"

#include "wire.h"

static int run_health(int argc, char **argv)
{
    struct cli_args args;
    struct wire_address address;
    char said[512] = "";
    int answer = cli_args_read(&cli_health, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (!wire_address_read(args.server.listen, &address))
        return cli_fail(&cli_health, CLI_USAGE, "'%s' is no ADDRESS:PORT", args.server.listen);
    int status = wire_http(&address, "GET", "/healthz", NULL, NULL, NULL, 0, said, sizeof said);
    if (status < 0)
        return cli_fail(&cli_health, CLI_FAILED, "no server answers at %s", args.server.listen);
    if (status != 200)
        return cli_fail(&cli_health, CLI_FAILED, "%s: %s", args.server.listen, said);
    puts("ok");
    return cli_output_close(&cli_health);
}

const struct cli_command cli_health = {
    .name = "health",
    .usage = "[--listen ADDRESS:PORT]",
    .summary = "whether a running server is well",
    .about =
        "Asks a running server how it is. The exit status is 0 if it answers and can write, else 1 "
        "after one line that says why not.",
    .examples = "takht health --listen 127.0.0.1:8080",
    .run = run_health,
};
