/* SPDX-License-Identifier: MIT */
/* takht --version: which program this is and what is inside, for bug reports and for citing. */
#include <openssl/crypto.h>
#include <sqlite3.h>
#include <stdio.h>
#include <uv.h>

#include "bots/bots.h"
#include "cli.h"
#include "commit.inc"
#include "games/games.h"
#include "options.h"
#include "server/server.h"

#ifdef TAKHT_SANITIZED
#define CHECKS ", checked for " TAKHT_SANITIZED
#else
#define CHECKS ""
#endif

#ifdef TAKHT_POSTGRES
#define STORES "sqlite, postgres"
#else
#define STORES "sqlite"
#endif

static void print_games(void)
{
    printf("games:");
    for (int i = 0; tk_game_at(i) != NULL; i++)
        printf(" %s", tk_game_at(i)->id);
    printf("\n");
}

static void print_nets(void)
{
    const char *kernel;
    int count = bot_net_count(&kernel);
    printf("nets: %d, counted by %s\n", count, kernel);
}

int cli_version_print(void)
{
    printf("takht %s (%s)\n", TAKHT_VERSION, TAKHT_COMMIT);
    printf("page: %s\n", server_has_page() ? "inside" : "none in this build");
    printf("stores: %s\n", STORES);
    print_games();
    print_nets();
    printf("libraries: sqlite %s, libuv %s, %s\n", sqlite3_libversion(), uv_version_string(),
           OpenSSL_version(OPENSSL_VERSION));
    printf("build: %s%s\n", TAKHT_BUILD, CHECKS);
    return cli_output_close(&(struct cli_command){.name = "--version"});
}
