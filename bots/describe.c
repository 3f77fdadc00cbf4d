/* SPDX-License-Identifier: MIT */
/* A bot with all its settings, also those that it was not told: what a match was played with. */
#include <stdio.h>
#include <string.h>

#include "bots_internal.h"
#include "net.h"

static void put_real(struct tk_json *json, const char *key, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", number);
    tk_json_key(json, key);
    tk_write_text(json->out, text);
    json->comma = true;
}

static void put_number(struct tk_json *json, enum bot_setting which, double number)
{
    put_real(json, bot_settings[which].name, number);
}

static void put_yes(struct tk_json *json, enum bot_setting which, bool yes)
{
    tk_json_put_bool(json, bot_settings[which].name, yes);
}

/* The name of the net that a plan evaluates with. */
static const char *net_of(const struct plan *plan, const struct bot_request *request, int players)
{
    const char *name;
    for (int i = 0; plan->net != NULL && (name = net_name(i)) != NULL; i++)
        if (net_named(request->game, players, name) == plan->net)
            return name;
    return "no";
}

static void describe_greedy(const struct bot *bot, struct tk_json *json)
{
    put_yes(json, BOT_WINS, setting_yes(bot, BOT_WINS, false));
    put_yes(json, BOT_POINTS, setting_yes(bot, BOT_POINTS, false));
}

/* Two numbers where a power passes over into another as the game goes on. */
static void put_trust(struct tk_json *json, const struct plan *plan)
{
    put_number(json, BOT_TRUST, (double)plan->trust_early);
    if (plan->trust_late != plan->trust_early)
        put_real(json, "trust_late", (double)plan->trust_late);
}

static void describe_search(const struct bot *bot, const struct bot_request *request,
                            struct tk_json *json)
{
    struct plan plan = plan_for(bot, request);
    struct tk_config config;
    request->game->rules.config(request->state, &config);
    put_number(json, BOT_SIMS, (double)plan.budget.simulations);
    put_number(json, BOT_MS, 1000 * plan.budget.seconds);
    put_number(json, BOT_EXPLORE, (double)plan.explore);
    put_number(json, BOT_SHARP, (double)plan.sharpness);
    put_number(json, BOT_REDUCE, (double)plan.reduction);
    put_number(json, BOT_TEMPO, (double)plan.tempo);
    put_number(json, BOT_PLAYOUT, plan.playout);
    put_number(json, BOT_FINISH, plan.finish);
    put_number(json, BOT_SOFT, (double)plan.soft);
    put_number(json, BOT_MIX, (double)plan.mix);
    put_yes(json, BOT_ALONE, plan.alone);
    put_yes(json, BOT_MERGE, plan.merge);
    put_yes(json, BOT_PAIR, plan.pair);
    put_yes(json, BOT_MAX, plan.max);
    put_number(json, BOT_TEMP, (double)plan.temperature);
    put_trust(json, &plan);
    put_yes(json, BOT_KEEP, setting_yes(bot, BOT_KEEP, true));
    tk_json_put_text(json, bot_settings[BOT_NET].name, net_of(&plan, request, config.players));
    put_number(json, BOT_INSTINCT, (double)plan.instinct);
    tk_json_put_text(json, bot_settings[BOT_STYLE].name,
                     plan.style != NULL ? plan.style->name : "none");
}

void bot_describe(const struct bot *bot, const struct bot_request *request, struct tk_json *json)
{
    if (bot->choose == choose_mcts)
        describe_search(bot, request, json);
    else if (bot->choose == choose_greedy)
        describe_greedy(bot, json);
    else if (bot->argument[0] != '\0')
        tk_json_put_text(json, "command", bot->argument);
}
