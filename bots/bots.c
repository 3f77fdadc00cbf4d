/* The bots of this build, and the door between a true state and a bot. */
#include "bots.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots_internal.h"

const char *const bot_levels[BOT_LEVELS] = {"novice", "casual", "skilled", "expert", "master"};

/* What the levels do in each game is in levels.c. */
static const struct bot bots[] = {
    {.name = "random",
     .choose = choose_random,
     .about = {"any legal move, each with equal chance", "هر حرکت مجاز، با بخت برابر"}},
    {.name = "greedy",
     .choose = choose_greedy,
     .about = {"the move that looks best at once", "حرکتی که در نگاه نخست بهتر است"}},
    {.name = "novice",
     .choose = choose_mcts,
     .level = 1,
     .about = {"learns the game with you", "بازی را همراه شما می‌آموزد"}},
    {.name = "casual",
     .choose = choose_mcts,
     .level = 2,
     .about = {"plays for fun", "برای سرگرمی بازی می‌کند"}},
    {.name = "skilled",
     .choose = choose_mcts,
     .level = 3,
     .about = {"knows what it does", "می‌داند چه می‌کند"}},
    {.name = "expert",
     .choose = choose_mcts,
     .level = 4,
     .about = {"beats most people", "بیشتر مردم را می‌برد"}},
    {.name = "master",
     .choose = choose_mcts,
     .level = 5,
     .budget = {.seconds = 1},
     .about = {"as strong as we can make it",
               "تا جایی که می‌توانیم نیرومند"}},
    {.name = "mcts",
     .choose = choose_mcts,
     .budget = {.simulations = 1000},
     .about = {"tree search with settings of your own",
               "جست‌وجوی درختی با تنظیم دلخواه"}},
};

const struct bot *bot_at(int index)
{
    return index < TK_COUNT(bots) ? &bots[index] : NULL;
}

const struct bot *bot_find(struct tk_span name)
{
    for (int i = 0; i < TK_COUNT(bots); i++)
        if (tk_span_is(name, bots[i].name))
            return &bots[i];
    return NULL;
}

const struct bot *bot_level(int level)
{
    return bot_find(tk_span_of(bot_levels[level]));
}

/* --- bots from texts --- */

/* Where the number of a setting goes, and within which bounds. */
static const struct {
    const char *key;
    size_t at;
    double low, high;
} numbers[] = {
    {"explore", offsetof(struct bot, explore), 0, 100},
    {"sharp", offsetof(struct bot, sharpness), 0, 1000},
    {"reduce", offsetof(struct bot, reduction), 0, 10},
    {"tempo", offsetof(struct bot, tempo), 0, 10},
    {"playout", offsetof(struct bot, playout), 0, 1000},
    {"settle", offsetof(struct bot, settle), 0, 1000},
    {"orders", offsetof(struct bot, orders), 0, 2},
    {"alone", offsetof(struct bot, alone), 0, 2},
    {"soft", offsetof(struct bot, soft), 0, 1000},
    {"temp", offsetof(struct bot, temperature), 0, 10},
    {"trust", offsetof(struct bot, trust), 0, 10},
    {"keep", offsetof(struct bot, keep), 0, 2},
    {"wins", offsetof(struct bot, wins), 0, 1},
    {"points", offsetof(struct bot, points), 0, 1},
};

/* A bot with a setting of its own is no level any more: what it does not say, suits the game. */
static bool set_number(struct bot *bot, const char *key, double number)
{
    bot->level = 0;
    if (strcmp(key, "sims") == 0 && number >= 1 && number <= 1e9) {
        bot->budget.simulations = (long)number;
        return true;
    }
    if (strcmp(key, "ms") == 0 && number >= 1 && number <= 1e6) {
        bot->budget = (struct bot_budget){.seconds = number / 1000};
        return true;
    }
    for (int i = 0; i < TK_COUNT(numbers); i++) {
        if (strcmp(key, numbers[i].key) == 0 && number >= numbers[i].low &&
            number <= numbers[i].high) {
            memcpy((char *)bot + numbers[i].at, &number, sizeof number);
            return true;
        }
    }
    return false;
}

/* sims=2000+explore=1.5 */
static bool read_settings(char *text, struct bot *bot)
{
    char *save = NULL;
    for (char *part = strtok_r(text, "+", &save); part != NULL; part = strtok_r(NULL, "+", &save)) {
        char *equals = strchr(part, '='), *end;
        if (equals == NULL)
            return false;
        *equals = '\0';
        double number = strtod(equals + 1, &end);
        if (end == equals + 1 || *end != '\0' || !set_number(bot, part, number))
            return false;
    }
    return true;
}

bool bot_parse(struct tk_span text, struct bot *out_bot)
{
    char copy[256];
    if (text.length == 0 || text.length >= sizeof copy)
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.data);
    char *colon = strchr(copy, ':');
    if (colon != NULL)
        *colon = '\0';
    if (strcmp(copy, "exec") == 0 && colon != NULL && colon[1] != '\0') {
        *out_bot = (struct bot){.choose = choose_exec};
        snprintf(out_bot->command, sizeof out_bot->command, "%s", colon + 1);
    } else {
        const struct bot *named = bot_find(tk_span_of(copy));
        struct bot bot;
        if (named == NULL)
            return false;
        bot = *named;
        if (colon != NULL && !read_settings(colon + 1, &bot))
            return false;
        *out_bot = bot;
    }
    snprintf(out_bot->name, sizeof out_bot->name, "%.*s", (int)text.length, text.data);
    return true;
}

/* --- asking a bot --- */

void bot_think(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
               const void *true_state, struct tk_rng *rng, struct bot_answer *out_answer)
{
    tk_state sample;
    tk_copy(sample, true_state, game->state_size);
    game->knowledge.determinise(sample, game->rules.actor(true_state), rng);
    *out_answer = (struct bot_answer){0};
    bot->choose(
        bot,
        &(struct bot_request){
            .game = game, .state = sample, .rng = rng, .mind = bot->keep == 1 ? NULL : mind},
        out_answer);
}

tk_action bot_decide(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
                     const void *true_state, struct tk_rng *rng)
{
    struct bot_answer answer;
    bot_think(bot, mind, game, true_state, rng, &answer);
    return answer.action;
}
