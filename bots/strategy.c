/* SPDX-License-Identifier: MIT */
/* How the search goes about a request: the game's figures, the level's, and what the bot asks for. */
#include <string.h>
#include <unistd.h>

#include "bots_internal.h"
#include "exact.h"
#include "net.h"

/* What a game's named strategy means to the search. */
static const struct strategy {
    bool alone;    /* the turns of the others are played in a hurry */
    bool merge;    /* one order of those that come to the same */
    bool max;      /* within a turn the best way to go on with it counts */
    int finish;    /* turns finished from a leaf */
    bool plays_on; /* a quick player goes on from a leaf, as far as the game says */
} strategies[TK_STRATEGIES] = {
    [TK_STRATEGY_STANDING] = {.finish = 0},
    [TK_STRATEGY_OWN_TURNS] = {.alone = true, .merge = true, .max = true, .finish = 1},
    [TK_STRATEGY_PLAYOUTS] = {.plays_on = true},
};

enum { GRANDMASTER_MS = 5000 };
/* Manners are strong, so that those who learn meet them. An opponent of a level has a bent, no more. */
static const float CHARACTER = 0.4F;

/* For games that say nothing of their own. */
static const struct tk_search usual = {
    .strategy = TK_STRATEGY_STANDING,
    .explore = 1000,
    .sharpness = 1000,
    .reduction = 100,
    .trust = {.early = 1000, .late = 1000},
    .level =
        {
            {.two = 20, .four = 80, .temperature = 30},
            {.two = 60, .four = 240, .temperature = 10},
            {.two = 200, .four = 800},
            {.two = 1000, .four = 4000},
            {.milliseconds = 1000},
        },
};

static float thousandths(int32_t number)
{
    return (float)number / 1000;
}

/* What the bot says, or else the game's figure. */
static float number(const struct bot *bot, enum bot_setting which, float otherwise)
{
    return (float)setting_number(bot, which, (double)otherwise);
}

/* --- budgets --- */

static bool is_unbounded(struct bot_budget budget)
{
    return budget.simulations == 0 && budget.seconds <= 0;
}

/*
 * Simulations grow by the same factor each time the players double. A level that has a time has
 * nothing but that: how far it comes is up to the machine.
 */
static struct bot_budget level_budget(const struct tk_level *level, int players, bool untimed)
{
    if (level->milliseconds > 0 && !untimed)
        return (struct bot_budget){.seconds = level->milliseconds / 1000.0};
    double doublings = exact_log(players / 2.0) / EXACT_LN2,
           factor = (double)level->four / (double)level->two;
    return (struct bot_budget){
        .simulations = exact_round((double)level->two * exact_power(factor, doublings)),
    };
}

/* What a level does in a game. Grandmaster is master with more time. */
static struct tk_level level_of(const struct bot *bot, const struct tk_search *suits)
{
    int level = bot->level > 0 && bot->level <= TK_LEVELS ? bot->level - 1 : BOT_MASTER;
    struct tk_level found = suits->level[level];
    if (bot->level > TK_LEVELS) {
        int32_t times = found.milliseconds > 0 ? GRANDMASTER_MS / found.milliseconds : 1;
        found.milliseconds = GRANDMASTER_MS;
        found.two *= times;
        found.four *= times;
    }
    return found;
}

int plan_threads(const struct bot *bot)
{
    long cores = bot->level > TK_LEVELS ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
    return cores < 1 ? 1 : cores > BOT_THREADS_MAX ? BOT_THREADS_MAX : (int)cores;
}

/* The host's word first, then the bot's own, then that of its level. */
static struct bot_budget budget_for(const struct bot *bot, const struct bot_request *request,
                                    const struct tk_level *level, int players)
{
    return !is_unbounded(request->budget) ? request->budget
           : !is_unbounded(bot->budget)   ? bot->budget
                                          : level_budget(level, players, request->untimed);
}

/* --- nets and manners --- */

/* A level that is to stay weak does without, unless it is asked for. */
static const struct net *net_for(const struct bot *bot, const struct tk_level *level,
                                 const struct tk_game *game, int players)
{
    bool uses = bot->level == 0 || level->milliseconds > 0 || level->net.simulations > 0;
    const char *name = setting_word(bot, BOT_NET, uses ? "yes" : "no");
    return strcmp(name, "no") == 0 || game->learning->encoding == NULL
               ? NULL
               : net_named(game, players, name);
}

/* As many simulations with any number of players: a net belongs to one. */
static struct tk_level level_with_net(const struct tk_level *level)
{
    return (struct tk_level){.two = level->net.simulations,
                             .four = level->net.simulations,
                             .temperature = level->net.temperature};
}

static const struct tk_style *style_for(const struct bot *bot, const struct tk_game *game)
{
    const struct tk_styles *styles = game->learning->styles;
    const char *name = setting_word(bot, BOT_STYLE, "");
    for (int i = 0; styles != NULL && i < styles->count; i++)
        if (strcmp(styles->table[i].name, name) == 0)
            return &styles->table[i];
    return NULL;
}

static void tell_stranger(const char *what, const char *name, const struct tk_game *game,
                          struct tk_writer *why)
{
    tk_write_text(why, what);
    tk_write_text(why, name);
    tk_write_text(why, "' is not one for ");
    tk_write_text(why, game->id);
}

static void tell_styles(const struct tk_styles *styles, struct tk_writer *why)
{
    for (int i = 0; styles != NULL && i < styles->count; i++) {
        tk_write_text(why, i > 0 ? ", " : "; it has ");
        tk_write_text(why, styles->table[i].name);
    }
}

/* "yes" is any net that there is, also none. */
bool bot_suits(const struct bot *bot, const struct tk_game *game, int players,
               struct tk_writer *why)
{
    const char *net = setting_word(bot, BOT_NET, "no"), *style = setting_word(bot, BOT_STYLE, "");
    bool any = strcmp(net, "yes") == 0 || strcmp(net, "no") == 0;
    if (style[0] != '\0' && style_for(bot, game) == NULL) {
        tell_stranger("the style '", style, game, why);
        tell_styles(game->learning->styles, why);
        return false;
    }
    if (any || (game->learning->encoding != NULL && net_named(game, players, net) != NULL))
        return true;
    tell_stranger("the net '", net, game, why);
    tk_write_text(why, " with ");
    tk_write_int(why, players);
    tk_write_text(why, " players");
    return false;
}

/* The nearer the end is, the better a playout knows it. */
static float mix_now(const struct tk_search *suits, const struct bot_request *request)
{
    float late = thousandths(request->game->learning->progress(request->state));
    return (1 - late) * thousandths(suits->net.mix.early) + late * thousandths(suits->net.mix.late);
}

/* What the search does otherwise because a net tells it more. */
static void suit_net(struct plan *plan, const struct bot *bot, const struct bot_request *request,
                     const struct tk_search *suits)
{
    plan->look = plan->sharpness;
    plan->tempo = number(bot, BOT_TEMPO, 0); /* it knows who is to move */
    plan->trust_early = number(bot, BOT_TRUST, thousandths(plan->net->told.early));
    plan->trust_late = number(bot, BOT_TRUST, thousandths(plan->net->told.late));
    plan->instinct = number(bot, BOT_INSTINCT, thousandths(suits->net.instinct));
    plan->playout = setting_count(bot, BOT_PLAYOUT, suits->net.moves);
    plan->mix = number(bot, BOT_MIX, mix_now(suits, request));
    if (suits->net.explore == 0)
        return;
    plan->explore = number(bot, BOT_EXPLORE, thousandths(suits->net.explore));
    plan->sharpness = number(bot, BOT_SHARP, thousandths(suits->net.sharpness));
    plan->reduction = number(bot, BOT_REDUCE, thousandths(suits->net.reduction));
}

/* --- the plan --- */

/* A game that has nets says nothing of what its chances are worth without one. */
static float trust_of(int32_t power)
{
    return power > 0 ? thousandths(power) : 1;
}

struct plan plan_for(const struct bot *bot, const struct bot_request *request)
{
    struct tk_config config;
    const struct tk_search *suits = request->game->learning->search;
    request->game->rules.config(request->state, &config);
    if (suits == NULL)
        suits = &usual;
    const struct strategy *strategy = &strategies[suits->strategy];
    struct tk_level level = level_of(bot, suits);
    const struct net *net = net_for(bot, &level, request->game, config.players);
    if (net != NULL && level.milliseconds == 0 && level.net.simulations > 0)
        level = level_with_net(&level);
    float spread = bot->level > 0 ? thousandths(level.temperature) : 0;
    struct plan plan = {
        .budget = budget_for(bot, request, &level, config.players),
        .explore = number(bot, BOT_EXPLORE, thousandths(suits->explore)),
        .sharpness = number(bot, BOT_SHARP, thousandths(suits->sharpness)),
        .reduction = number(bot, BOT_REDUCE, thousandths(suits->reduction)),
        .tempo = number(bot, BOT_TEMPO, thousandths(suits->tempo)),
        .playout = setting_count(bot, BOT_PLAYOUT, strategy->plays_on ? suits->playout.moves : 0),
        .finish = setting_count(bot, BOT_FINISH, strategy->finish),
        .soft = number(bot, BOT_SOFT, strategy->plays_on ? (float)suits->playout.soft : 0),
        .win = thousandths(suits->playout.win),
        .alone = setting_yes(bot, BOT_ALONE, strategy->alone),
        .pair = setting_yes(bot, BOT_PAIR, suits->pair),
        .max = setting_yes(bot, BOT_MAX, strategy->max),
        .merge = setting_yes(bot, BOT_MERGE, strategy->merge),
        /* with more players chances lie closer together */
        .temperature = number(bot, BOT_TEMP, spread * 2 / (float)config.players),
        .trust_early = number(bot, BOT_TRUST, trust_of(suits->trust.early)),
        .trust_late = number(bot, BOT_TRUST, trust_of(suits->trust.late)),
        .net = net,
        .style = style_for(bot, request->game),
        .fond = bot->level > 0 ? CHARACTER : 1,
        .noise = (float)request->noise,
    };
    if (net != NULL)
        suit_net(&plan, bot, request, suits);
    return plan;
}
