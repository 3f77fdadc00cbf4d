/* SPDX-License-Identifier: MIT */
/* The bot that searches: the only move is played at once, an end is solved, all else is searched as a tree. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

static struct question question_of(const struct plan *plan, const struct bot_request *request)
{
    const struct tk_game *game = request->game;
    struct tk_config config;
    game->rules.config(request->state, &config);
    return (struct question){.game = game,
                             .plan = plan,
                             .root = request->state,
                             .seat = game->rules.actor(request->state),
                             .players = config.players,
                             .only = request->only,
                             .sides = bot_sides(game, request->state, config.players)};
}

static int threads_of(const struct bot *bot, const struct bot_request *request)
{
    return request->threads < 1                 ? plan_threads(bot)
           : request->threads > BOT_THREADS_MAX ? BOT_THREADS_MAX
                                                : request->threads;
}

/* Trees go on in a mind, if there is one. */
static void end_search(struct search *search, struct bot_mind *mind)
{
    search_clear(search);
    if (mind != NULL)
        mind_keep(mind, &search->tree);
    else
        tree_clear(&search->tree);
}

/* Grows the trees and reads the answer from them; false without memory. */
static bool think(const struct bot *bot, const struct plan *plan, const struct bot_request *request,
                  struct bot_line *lines, struct bot_answer *out)
{
    struct question about = question_of(plan, request);
    struct bot_mind *mind = setting_yes(bot, BOT_KEEP, true) ? request->mind : NULL;
    int threads = threads_of(bot, request);
    const struct kept_tree *kept = mind_trees(mind, threads);
    struct search *searches = calloc((size_t)threads, sizeof *searches);
    bool ready = searches != NULL;
    for (int i = 0; i < threads && ready; i++)
        ready =
            search_init(&searches[i], &about, request, kept == NULL ? NULL : &kept[i], i, threads);
    if (mind != NULL)
        mind_forget(mind);
    if (ready) {
        search_run(searches, threads);
        answer_from_trees(searches, threads, request->rng, lines, out);
    }
    for (int i = 0; i < threads && searches != NULL; i++)
        end_search(&searches[i], ready ? mind : NULL);
    free(searches);
    return ready;
}

static void decide(const struct bot *bot, const struct plan *plan,
                   const struct bot_request *request, struct bot_answer *out_answer)
{
    static _Thread_local struct bot_line lines[TK_ACTIONS_MAX];
    tk_action legal[TK_ACTIONS_MAX];
    int count = request->game->rules.legal(request->state, legal);
    if (count == 1 && request->only == NULL)
        out_answer->action = legal[0]; /* no need to think about a move that must be */
    else if (request->only == NULL && endgame_solve(plan, request, legal, count, lines, out_answer))
        answer_from_lines(plan, lines, count, request->rng, out_answer);
    else if (!think(bot, plan, request, lines, out_answer))
        choose_greedy(bot, request, out_answer); /* without memory still a sensible move */
    if (request->lines != NULL) {
        request->lines->count = out_answer->count == 0 ? 0 : request->only != NULL ? 1 : count;
        memcpy(request->lines->line, lines, (size_t)request->lines->count * sizeof *lines);
    }
}

/* A host that gives the time means it; a bot with a time of its own may put some of it by. */
void choose_mcts(const struct bot *bot, const struct bot_request *request,
                 struct bot_answer *out_answer)
{
    struct plan plan = plan_for(bot, request);
    const double seconds = plan.budget.seconds;
    bool saves = seconds > 0 && request->budget.seconds <= 0 && setting_yes(bot, BOT_SAVE, true);
    if (!saves)
        return decide(bot, &plan, request, out_answer);
    double began = search_clock();
    plan.budget.seconds = mind_seconds(request->mind, seconds);
    decide(bot, &plan, request, out_answer);
    mind_save(request->mind, seconds, search_clock() - began);
}
