/* SPDX-License-Identifier: MIT */
/* takht health: whether a running server is well, for containers and monitors that have no other client. */
#include "cli.h"

#include <string.h>

#include "wire.h"

/* A server that was told of a certificate speaks TLS, if its address does not say otherwise. Whose certificate it is does not
 * matter to whoever only asks the own machine. */
static int ask(const struct server_config *server, struct wire_address *address, char *said,
               size_t size)
{
    int status = -1;
    address->any_certificate = server->tls_cert != NULL && !address->tls;
    if (address->any_certificate) {
        address->tls = true;
        status = wire_http(address, "GET", "/healthz", NULL, NULL, NULL, 0, said, size);
        address->tls = status >= 0;
    }
    return status >= 0 ? status
                       : wire_http(address, "GET", "/healthz", NULL, NULL, NULL, 0, said, size);
}

static int run_health(int argc, char **argv)
{
    struct cli_args args;
    struct wire_address address;
    char said[512] = "";
    int answer = cli_args_read(&cli_health, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *listen = args.server.listen;
    if (strcmp(listen, "systemd") == 0)
        return cli_fail(&cli_health, CLI_USAGE,
                        "systemd has opened the port; name it with --listen");
    if (!wire_address_read(listen, &address))
        return cli_fail(&cli_health, CLI_USAGE, "'%s' is no ADDRESS:PORT", listen);
    int status = ask(&args.server, &address, said, sizeof said);
    if (status < 0)
        return cli_fail(&cli_health, CLI_FAILED, "no server answers at %s", listen);
    if (status != 200)
        return cli_fail(&cli_health, CLI_FAILED, "%s: %s", listen, said);
    puts("ok");
    return cli_output_close(&cli_health);
}

const struct cli_command cli_health = {
    .name = "health",
    .usage = "[--listen ADDRESS:PORT]",
    .summary = "whether a running server is well",
    .about =
        "Asks a running server how it is. The exit status is 0 if it answers and can write, else 1 "
        "after one line that says why not. Where it is said to listen by TAKHT_LISTEN or the file "
        "of "
        "TAKHT_CONFIG, it is asked there.",
    .examples = "takht health --listen 127.0.0.1:8080",
    .settings = "",
    .run = run_health,
};
