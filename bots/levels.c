/* How the search goes about each game, and how strong the levels are in it. */
#include <string.h>

#include "bots_internal.h"

/*
 * A level looks less far ahead than the next and strays further among moves of similar worth. The
 * figures come from matches: docs/strength.md tells how they were found.
 */
struct level {
    long simulations;
    float temperature;
};

struct suited {
    const char *game;
    float explore, sharpness, reduction, tempo;
    int playout, settle;
    float soft;
    bool alone, orders;
    float trust_early, trust_late;
    struct level level[BOT_LEVELS];
};

/* clang-format off */
static const struct suited suited[] = {
/*   game                 explore sharp reduce tempo play settle soft alone orders trust     novice      casual       skilled       expert      master */
    {"splendor",           0.3F, 1.5F, 0.1F, 1,   0, 0,  0, false, false, 0.1F, 1,    {{32, 0.1F},  {90, 0},      { 600, 0}, { 9000, 0}, {150000, 0}}},
    {"seven-wonders-duel", 0.4F, 1,    0.1F, 0,   0, 0,  0, false, false, 0.1F, 0.7F, {{60, 0.08F}, {110, 0},     { 600, 0}, { 3000, 0}, {150000, 0}}},
    {"kingdom-builder",    1,    1.2F, 0.1F, 0,   0, 1,  0, true,  true,  0.4F, 1.3F, {{16, 0.06F}, {16, 0.029F}, {16, 0.01F}, {  22, 0}, { 24000, 0}}},
    {"kingdomino",         1,    1,    0.1F, 0, 100, 0,  8, false, false, 0.5F, 2.7F, {{16, 0.2F},  {16, 0.02F},  {  30, 0}, {   90, 0}, {  8000, 0}}},
    {"queendomino",        1.2F, 1.5F, 0.1F, 0,  60, 0, 20, false, false, 0.2F, 2,    {{6, 0.3F},   {8, 0},       {  36, 0}, {  250, 0}, { 10000, 0}}},
    {"royal-wedding",      1.2F, 1.5F, 0.1F, 0,  60, 0, 20, false, false, 0.1F, 1.5F, {{6, 0.3F},   {8, 0},       {  36, 0}, {  250, 0}, { 10000, 0}}},
    {"",                   1,    1,    0.1F, 0,   0, 0,  0, false, false, 1,    1,    {{20, 0.03F}, {60, 0.01F},  { 200, 0}, { 1000, 0}, { 10000, 0}}},
};
/* clang-format on */

static const struct suited *find_suited(const struct tk_game *game)
{
    int i = 0;
    while (i + 1 < TK_COUNT(suited) && strcmp(suited[i].game, game->id) != 0)
        i++;
    return &suited[i]; /* the last row is for every other game */
}

/* -1 unless the bot has the name of a level. */
static int level_of(const struct bot *bot)
{
    for (int i = 0; i < BOT_LEVELS; i++)
        if (bot->level == i + 1)
            return i;
    return -1;
}

static bool is_unbounded(struct bot_budget budget)
{
    return budget.simulations == 0 && budget.seconds <= 0;
}

/*
 * The figures are those of two players: with more there is more to see. The strongest has no more
 * time for it, so the others may take a tenth of what it takes with two, lest they draw level.
 */
static long level_simulations(const struct level *levels, int level, int players)
{
    long wanted = levels[level].simulations * players * players / 4;
    long most = levels[BOT_LEVELS - 1].simulations / 10;
    return level == BOT_LEVELS - 1 || wanted < most ? wanted : most;
}

/* With more players chances lie closer together. */
static void set_level(struct bot_settings *settings, const struct level *levels, int level,
                      const struct bot *bot, const struct bot_request *request)
{
    struct tk_config config;
    request->game->config(request->state, &config);
    settings->temperature = levels[level].temperature * 2 / (float)config.players;
    if (is_unbounded(request->budget))
        settings->budget = (struct bot_budget){
            .simulations = level_simulations(levels, level, config.players),
            .seconds = bot->budget.seconds,
        };
}

struct bot_settings bot_settings_for(const struct bot *bot, const struct bot_request *request)
{
    const struct suited *game = find_suited(request->game);
    int level = level_of(bot);
    struct bot_settings settings = {
        .budget = is_unbounded(request->budget) ? bot->budget : request->budget,
        .explore = bot->explore > 0 ? (float)bot->explore : game->explore,
        .sharpness = bot->sharpness > 0 ? (float)bot->sharpness : game->sharpness,
        .reduction = bot->reduction > 0 ? (float)bot->reduction : game->reduction,
        .tempo = bot->tempo > 0 ? (float)bot->tempo : game->tempo,
        .playout = bot->playout > 0 ? (int)bot->playout - 1 : game->playout,
        .settle = bot->settle > 0 ? (int)bot->settle - 1 : game->settle,
        .alone = bot->alone > 0 ? bot->alone > 1 : game->alone,
        .soft = bot->soft > 0 ? (float)bot->soft : game->soft,
        .orders = bot->orders > 0 ? bot->orders > 1 : game->orders,
        .temperature = (float)bot->temperature,
        .trust_early = bot->trust > 0 ? (float)bot->trust : game->trust_early,
        .trust_late = bot->trust > 0 ? (float)bot->trust : game->trust_late,
    };
    if (level >= 0)
        set_level(&settings, game->level, level, bot, request);
    return settings;
}
