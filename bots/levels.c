/* How the search goes about each game, and how strong the levels are in it. */
#include <math.h>
#include <string.h>

#include "bots_internal.h"

/*
 * A level looks less far ahead than the next and strays further among moves of similar worth. With
 * more players there is more to see; but the strongest has no more time for that, so a level next
 * to it grows less. The figures come from matches: docs/strength.md tells how they were found.
 */
struct level {
    long two, four; /* simulations with so many players */
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
/*   game                 explore sharp reduce tempo play settle soft alone orders trust       novice           casual             skilled            expert             master */
    {"splendor",           0.3F, 1.5F, 0.1F, 1,   0, 0,  0, false, false, 0.1F, 1,    {{32, 128, 0.1F},  { 90, 360, 0},     {600, 2400, 0},    {9000, 15000, 0},  {150000, 600000, 0}}},
    {"seven-wonders-duel", 0.4F, 1,    0.1F, 0,   0, 0,  0, false, false, 0.1F, 0.7F, {{60,   0, 0.08F}, {110,   0, 0},     {600,    0, 0},    {3000,     0, 0},  {150000,      0, 0}}},
    {"kingdom-builder",    1,    1.2F, 0.1F, 0,   0, 1,  0, true,  true,  0.4F, 1.3F, {{16,  64, 0.06F}, { 16,  64, 0.029F},{ 16,   64, 0.01F},{  22,    88, 0},  { 24000,  96000, 0}}},
    {"kingdomino",         1,    1,    0.1F, 0, 100, 0,  8, false, false, 0.5F, 2.7F, {{16,  64, 0.2F},  { 16,  64, 0.02F}, { 30,  120, 0},    {  90,   360, 0},  {  8000,  32000, 0}}},
    {"queendomino",        1.2F, 1.5F, 0.1F, 0,  60, 0, 20, false, false, 0.2F, 2,    {{ 6,  24, 0.3F},  {  8,  32, 0},     { 36,   80, 0},    { 250,   400, 0},  { 10000,  40000, 0}}},
    {"royal-wedding",      1.2F, 1.5F, 0.1F, 0,  60, 0, 20, false, false, 0.1F, 1.5F, {{ 6,  24, 0.3F},  {  8,  32, 0},     { 36,  144, 0},    { 250,  1000, 0},  { 10000,  40000, 0}}},
    {"",                   1,    1,    0.1F, 0,   0, 0,  0, false, false, 1,    1,    {{20,  80, 0.03F}, { 60, 240, 0.01F}, {200,  800, 0},    {1000,  4000, 0},  { 10000,  40000, 0}}},
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

/* Simulations grow by the same factor each time the players double. */
static long level_simulations(const struct level *level, int players)
{
    double doublings = log2(players / 2.0);
    return lround((double)level->two * pow((double)level->four / (double)level->two, doublings));
}

/* With more players chances lie closer together. */
static void set_level(struct bot_settings *settings, const struct level *level,
                      const struct bot *bot, const struct bot_request *request)
{
    struct tk_config config;
    request->game->rules.config(request->state, &config);
    settings->temperature = level->temperature * 2 / (float)config.players;
    if (is_unbounded(request->budget))
        settings->budget = (struct bot_budget){
            .simulations = level_simulations(level, config.players),
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
        set_level(&settings, &game->level[level], bot, request);
    return settings;
}
