/* How the search goes about a request: the game's figures, the level's, and what the bot asks for. */
#include <math.h>

#include "bots_internal.h"

/* What a game's named strategy means to the search. */
static const struct strategy {
    bool alone;    /* the turns of the others are played in a hurry */
    bool merge;    /* one order of those that come to the same */
    int finish;    /* turns finished from a leaf */
    bool plays_on; /* a quick player goes on from a leaf, as far as the game says */
} strategies[TK_STRATEGIES] = {
    [TK_STRATEGY_STANDING] = {.finish = 0},
    [TK_STRATEGY_OWN_TURNS] = {.alone = true, .merge = true, .finish = 1},
    [TK_STRATEGY_PLAYOUTS] = {.plays_on = true},
};

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
            {.two = 10000, .four = 40000, .milliseconds = 1000},
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

/* Simulations grow by the same factor each time the players double. */
static struct bot_budget level_budget(const struct tk_level *level, int players)
{
    double doublings = log2(players / 2.0), factor = (double)level->four / (double)level->two;
    return (struct bot_budget){
        .simulations = lround((double)level->two * pow(factor, doublings)),
        .seconds = level->milliseconds / 1000.0,
    };
}

/* The host's word first, then the bot's own, then that of its level. */
static struct bot_budget budget_for(const struct bot *bot, const struct bot_request *request,
                                    const struct tk_level *level, int players)
{
    return !is_unbounded(request->budget) ? request->budget
           : !is_unbounded(bot->budget)   ? bot->budget
                                          : level_budget(level, players);
}

/* --- the plan --- */

struct plan plan_for(const struct bot *bot, const struct bot_request *request)
{
    struct tk_config config;
    const struct tk_search *suits = request->game->learning->search;
    request->game->rules.config(request->state, &config);
    if (suits == NULL)
        suits = &usual;
    const struct strategy *strategy = &strategies[suits->strategy];
    const struct tk_level *level = &suits->level[bot->level > 0 ? bot->level - 1 : TK_LEVELS - 1];
    float spread = bot->level > 0 ? thousandths(level->temperature) : 0;
    return (struct plan){
        .budget = budget_for(bot, request, level, config.players),
        .explore = number(bot, BOT_EXPLORE, thousandths(suits->explore)),
        .sharpness = number(bot, BOT_SHARP, thousandths(suits->sharpness)),
        .reduction = number(bot, BOT_REDUCE, thousandths(suits->reduction)),
        .tempo = number(bot, BOT_TEMPO, thousandths(suits->tempo)),
        .playout = setting_count(bot, BOT_PLAYOUT, strategy->plays_on ? suits->playout.moves : 0),
        .finish = setting_count(bot, BOT_FINISH, strategy->finish),
        .soft = number(bot, BOT_SOFT, strategy->plays_on ? (float)suits->playout.soft : 0),
        .alone = setting_yes(bot, BOT_ALONE, strategy->alone),
        .merge = setting_yes(bot, BOT_MERGE, strategy->merge),
        /* with more players chances lie closer together */
        .temperature = number(bot, BOT_TEMP, spread * 2 / (float)config.players),
        .trust_early = number(bot, BOT_TRUST, thousandths(suits->trust.early)),
        .trust_late = number(bot, BOT_TRUST, thousandths(suits->trust.late)),
    };
}
