#include "cli.h"
static int run(int argc, char **argv) { (void)argc, (void)argv; return 0; }
static const char *const opts[] = {NULL};
const struct cli_command cli_games = {.name = "games", .usage="", .summary="", .help="", .options = opts, .run = run};
