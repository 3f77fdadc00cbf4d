/* SPDX-License-Identifier: MIT */
/* What the reports of arena, sim and others share: what was run, with what, and on what machine. */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "exec.h"
#include "match.h"

void cli_json_number(struct tk_json *json, const char *key, double number, int digits)
{
    char text[64];
    snprintf(text, sizeof text, "%.*f", digits, number);
    if (key != NULL)
        tk_json_key(json, key);
    else if (json->comma)
        tk_write_char(json->out, ',');
    tk_write_text(json->out, text);
    json->comma = true;
}

/* --- the machine --- */

/* "model name	: …" of the first processor, where the system says it. */
static bool read_processor(char *out, size_t size)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    bool found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        found = strncmp(line, "model name", 10) == 0 && colon != NULL;
        if (found)
            snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    }
    if (file != NULL)
        fclose(file);
    return found;
}

static void machine_json(struct tk_json *json)
{
    char model[256];
    struct utsname system = {0};
    uname(&system);
    tk_json_key(json, "machine");
    tk_json_open(json, '{');
    tk_json_put_text(json, "cpu", read_processor(model, sizeof model) ? model : system.machine);
    tk_json_put_int(json, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    tk_json_put_text(json, "arch", system.machine);
    tk_json_put_text(json, "system", system.sysname);
    tk_json_close(json, '}');
}

/* --- whether it can be repeated --- */

/* How a bot is asked at the first move of a game. */
static struct bot_request first_request(const struct cli_args *args, const struct bot *bot,
                                        tk_state state)
{
    static const uint8_t seed[TK_SEED_BYTES] = {0};
    tk_start(args->game, &args->config, seed, state);
    return (struct bot_request){.game = args->game,
                                .state = state,
                                .untimed = true,
                                .budget = player_budget(bot, args->budget)};
}

/* NULL, or why the same seed need not give the same game. */
static const char *unrepeatable(const struct cli_args *args, const struct bot *bot)
{
    if (bot == NULL)
        return "a person plays";
    if (bot->budget.seconds > 0 || player_budget(bot, args->budget).seconds > 0)
        return "it thinks by the clock (ms)";
    if (program_is(bot) && (program_known(bot) == NULL || !program_known(bot)->repeats))
        return "the program does not say that it repeats itself";
    return NULL;
}

bool match_repeats(const struct cli_args *args)
{
    for (int i = 0; i < args->bot_count; i++)
        if (unrepeatable(args, args->bots[i]) != NULL)
            return false;
    return true;
}

void match_print_repeats(const struct cli_args *args)
{
    for (int i = 0; i < args->bot_count; i++) {
        const char *why = unrepeatable(args, args->bots[i]);
        if (why != NULL) {
            printf("not reproducible: %.*s: %s\n", (int)args->bot_text[i].length,
                   args->bot_text[i].data, why);
            return;
        }
    }
}

/* --- objects --- */

void match_head_json(const struct cli_args *args, struct tk_json *json)
{
    tk_json_put_text(json, "version", TAKHT_VERSION);
    tk_json_put_text(json, "game", args->game->id);
    tk_json_put_int(json, "players", args->config.players);
    tk_json_key(json, "options");
    tk_options_json(args->game, &args->config, json);
    tk_json_key(json, "seed");
    tk_json_quote(json);
    tk_seed_write(args->seed, json->out);
    tk_json_unquote(json);
    tk_json_put_bool(json, "reproducible", match_repeats(args));
    tk_json_put_bool(json, "interrupted", match_stopped());
    machine_json(json);
}

static void program_json(const struct cli_args *args, const struct bot *bot, struct tk_json *json)
{
    const struct program_about *about = program_known(bot);
    struct bot_budget budget = player_budget(bot, args->budget);
    if (about != NULL) {
        tk_json_put_text(json, "program", about->name);
        tk_json_put_int(json, "protocol", about->version);
    }
    tk_json_put_int(json, "sims", budget.simulations);
    tk_json_put_int(json, "ms", (int64_t)(1000 * budget.seconds + 0.5));
}

void match_settings_json(const struct cli_args *args, int bot, struct tk_json *json)
{
    tk_state state;
    struct bot_request request = first_request(args, args->bots[bot], state);
    tk_json_open(json, '{');
    bot_describe(args->bots[bot], &request, json);
    if (program_is(args->bots[bot]))
        program_json(args, args->bots[bot], json);
    tk_json_close(json, '}');
}
