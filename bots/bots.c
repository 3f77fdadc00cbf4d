/* SPDX-License-Identifier: MIT */
/* The bots of this build, and the door between a true state and a bot. */
#include <stdio.h>
#include <string.h>

#include "bots_internal.h"

const char *const bot_levels[BOT_LEVELS] = {"novice", "casual", "skilled",
                                            "expert", "master", "grandmaster"};
_Static_assert((int)BOT_LEVELS == (int)TK_LEVELS + 1, "games know all levels but the last");

/* What the levels do in a game, its folder says (core/search.h). */
static const struct bot bots[] = {
    {.name = "random", .choose = choose_random},
    {.name = "greedy", .choose = choose_greedy},
    {.name = "novice", .choose = choose_mcts, .level = BOT_NOVICE + 1},
    {.name = "casual", .choose = choose_mcts, .level = BOT_CASUAL + 1},
    {.name = "skilled", .choose = choose_mcts, .level = BOT_SKILLED + 1},
    {.name = "expert", .choose = choose_mcts, .level = BOT_EXPERT + 1},
    {.name = "master", .choose = choose_mcts, .level = BOT_MASTER + 1},
    {.name = "grandmaster", .choose = choose_mcts, .level = BOT_GRANDMASTER + 1},
    {.name = "mcts", .choose = choose_mcts, .budget = {.simulations = 1000}},
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

enum { KINDS_MAX = 4 };
static const struct bot_kind *kinds[KINDS_MAX]; /* written only before there are threads */

void bot_kind_add(const struct bot_kind *kind)
{
    int i = 0;
    while (i < KINDS_MAX && kinds[i] != NULL && kinds[i] != kind)
        i++;
    if (i < KINDS_MAX)
        kinds[i] = kind;
}

static const struct bot_kind *find_kind(struct tk_span word)
{
    for (int i = 0; i < KINDS_MAX && kinds[i] != NULL; i++)
        if (tk_span_is(word, kinds[i]->word))
            return kinds[i];
    return NULL;
}

static void tell_names(struct tk_span name, struct tk_writer *why)
{
    tk_write_text(why, "'");
    tk_write(why, name.data, name.length);
    tk_write_text(why, "' is no bot; there are");
    for (int i = 0; i < TK_COUNT(bots); i++) {
        tk_write_text(why, i > 0 ? ", " : " ");
        tk_write_text(why, bots[i].name);
    }
}

static bool read_kind(const struct bot_kind *kind, struct tk_span argument, struct bot *out,
                      struct tk_writer *why)
{
    out->choose = kind->choose;
    snprintf(out->argument, sizeof out->argument, "%.*s", (int)argument.length, argument.data);
    if (argument.length == 0) {
        tk_write_text(why, kind->word);
        tk_write_text(why, ": needs something after the colon");
    }
    return argument.length > 0;
}

/* A name, or name:settings, or word:argument. */
static bool read_bot(struct tk_span text, struct bot *out, struct tk_writer *why)
{
    const char *colon = text.length > 0 ? memchr(text.data, ':', text.length) : NULL;
    struct tk_span name = text, rest = {"", 0};
    if (colon != NULL) {
        name.length = (size_t)(colon - text.data);
        rest = (struct tk_span){colon + 1, text.length - name.length - 1};
    }
    const struct bot_kind *kind = colon != NULL ? find_kind(name) : NULL;
    const struct bot *named = bot_find(name);
    if (text.length > BOT_TEXT_MAX) {
        tk_write_text(why, "the name of a bot with its settings is too long");
        return false;
    }
    if (kind != NULL)
        return read_kind(kind, rest, out, why);
    if (named == NULL) {
        tell_names(name, why);
        return false;
    }
    *out = *named;
    return settings_read(rest, out, why);
}

bool bot_parse(struct tk_span text, struct bot *out_bot)
{
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    struct bot bot = {0};
    if (!read_bot(text, &bot, &why))
        return false;
    *out_bot = bot;
    snprintf(out_bot->name, sizeof out_bot->name, "%.*s", (int)text.length, text.data);
    return true;
}

void bot_explain(struct tk_span text, struct tk_writer *out)
{
    struct bot bot = {0};
    read_bot(text, &bot, out);
}

/* --- asking a bot --- */

void bot_think(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
               const void *true_state, struct tk_rng *rng, struct bot_answer *out_answer)
{
    tk_state sample;
    tk_copy(sample, true_state, game->state_size);
    game->knowledge.determinise(sample, game->rules.actor(true_state), rng);
    *out_answer = (struct bot_answer){0};
    bot->choose(bot, &(struct bot_request){.game = game, .state = sample, .rng = rng, .mind = mind},
                out_answer);
}

tk_action bot_decide(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
                     const void *true_state, struct tk_rng *rng)
{
    struct bot_answer answer;
    bot_think(bot, mind, game, true_state, rng, &answer);
    return answer.action;
}
