/* SPDX-License-Identifier: MIT */
/*
 * What became of a game and why: every seat's chances from decision to decision, and its account.
 *
 * A search tells for each decision what the best move and the one that was made are worth, with
 * what the seat could know. Then the game is gone through from its end. Where a move turned up
 * nothing, its worth is that of the position it led to, which was looked at more closely; where it
 * did, the difference between the two is luck. A player's loss is what the best move was worth
 * more. So for every seat
 *
 *     start + luck - own losses + others' losses = result
 *
 * holds to the last digit: all numbers are whole ten thousandths. What was judged once can be judged
 * again with a larger budget, decision by decision; the accounts are made anew and add up each time.
 */
#include "bots.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ONE = REPORT_ONE };

static const double ALIKE = 0.001; /* what a float does not tell from a third */

/*
 * Whole numbers that add up over the table to what the chances add up to: 1, or as many as partners
 * are to a side. What is left when all are cut goes to those that lost most by it, so that luck and
 * losses of all seats add up to nothing, to the last digit. Of those that lost alike it is the first.
 */
static struct report_outlook outlook_from(const double *chances, int players)
{
    struct report_outlook found = {{0}};
    double rest[TK_SEATS_MAX], sum = 0;
    for (int p = 0; p < players; p++) {
        double exact = ONE * (chances[p] < 0 ? 0 : chances[p] > 1 ? 1 : chances[p]);
        found.seat[p] = (int32_t)exact;
        rest[p] = exact - found.seat[p];
        sum += rest[p];
    }
    for (int left = (int)(sum + 0.5); left > 0; left--) {
        int most = 0;
        for (int p = 1; p < players; p++)
            if (rest[p] > rest[most] + ALIKE)
                most = p;
        found.seat[most]++;
        rest[most] = -1;
    }
    return found;
}

static struct report_outlook outlook_of(const struct report *r, const void *state,
                                        const struct bot_line *line, int seat, double win)
{
    double chances[TK_SEATS_MAX];
    bot_line_chances(r->game, state, r->players, seat, line, win, chances);
    return outlook_from(chances, r->players);
}

/* --- asking --- */

static void ask(struct report *r, const void *state, const tk_action *only, long simulations,
                struct bot_answer *out)
{
    tk_state sample;
    memcpy(sample, state, r->game->state_size);
    r->game->knowledge.determinise(sample, r->game->rules.actor(state), &r->rng);
    *out = (struct bot_answer){0};
    r->lines.count = 0;
    r->bot->choose(r->bot,
                   &(struct bot_request){.game = r->game,
                                         .state = sample,
                                         .rng = &r->rng,
                                         .budget = {.simulations = simulations},
                                         .threads = 1,
                                         .stop = r->stop,
                                         .only = only,
                                         .lines = &r->lines},
                   out);
}

/* A program that thinks for us tells only its best moves. */
static const struct bot_line *find_line(const struct report *r, const struct bot_answer *answer,
                                        tk_action action)
{
    for (int i = 0; i < r->lines.count; i++)
        if (r->lines.line[i].action == action)
            return &r->lines.line[i];
    for (int i = 0; i < answer->count && r->lines.count == 0; i++)
        if (answer->best[i].action == action)
            return &answer->best[i];
    return NULL;
}

/* Chances as experience has them; what is certain stays. */
static double told(const struct report *r, const struct bot_answer *answer, double win)
{
    return answer->trust > 0 ? bot_trusted(win, r->sides, answer->trust) : win;
}

/* A move as it was looked at: what it is worth, and the points that are expected of it. */
struct worth {
    struct report_outlook outlook;
    bool scored;
    double score;
};

static struct worth worth_by(const struct report *r, const void *state, int seat,
                             const struct bot_answer *answer, const struct bot_line *line)
{
    return (struct worth){outlook_of(r, state, line, seat, told(r, answer, line->win)),
                          answer->simulations > 0, line->score};
}

/* A move by itself, whatever it may turn up. */
static struct worth worth_alone(struct report *r, const void *state, tk_action made, int seat)
{
    struct bot_answer alone;
    ask(r, state, &made, r->simulations / 2 + 1, &alone);
    const struct bot_line *line = find_line(r, &alone, made);
    if (line != NULL)
        return worth_by(r, state, seat, &alone, line);
    return (struct worth){.outlook =
                              outlook_of(r, state, &(struct bot_line){0}, seat, 1.0 / r->sides)};
}

/* A move that the search hardly looked at is asked about by itself. */
static struct worth worth_of_made(struct report *r, const void *state, tk_action made, int seat,
                                  const struct bot_answer *answer)
{
    const struct bot_line *line = find_line(r, answer, made);
    bool exact = answer->simulations == 0;
    if (line != NULL && (exact || 20 * line->visits >= answer->simulations))
        return worth_by(r, state, seat, answer, line);
    return worth_alone(r, state, made, seat);
}

static void keep_line(const struct bot_line *best, struct report_judged *out)
{
    out->best_move = best->action;
    out->line_length = best->line_length;
    memcpy(out->line, best->line, sizeof out->line);
}

static void judge(struct report *r, const void *state, tk_action made, struct report_judged *out)
{
    struct bot_answer answer;
    int seat = r->game->rules.actor(state);
    *out = (struct report_judged){.best_move = made};
    ask(r, state, NULL, r->simulations, &answer);
    if (answer.failed && !r->failed) {
        r->failed = true;
        memcpy(r->why, answer.why, sizeof r->why);
    }
    out->thought = answer.count > 0 && !answer.failed;
    out->foreseen = out->thought;
    if (!out->thought) { /* a move that must be may still turn up something */
        out->foreseen = !answer.failed && r->game->rules.reveals(state, made);
        if (out->foreseen)
            out->made = worth_alone(r, state, made, seat).outlook;
        return;
    }
    keep_line(&answer.best[0], out);
    const struct bot_line *best = find_line(r, &answer, out->best_move);
    out->best = outlook_of(r, state, best, seat, answer.best[0].win);
    out->made = out->best;
    if (made == out->best_move)
        return;
    struct worth worth = worth_of_made(r, state, made, seat, &answer);
    out->made = worth.outlook;
    out->points = worth.scored && answer.simulations > 0 ? answer.best[0].score - worth.score : 0;
}

/* --- the accounts --- */

/* From the end to the beginning: `now` is what the seats had after the move, then before it. */
static void conclude_ply(struct report *r, const void *state, const struct report_judged *judged,
                         struct report_ply *ply, struct report_outlook *now)
{
    struct report_outlook made = *now, best;
    ply->thought = judged->thought;
    bool shows = r->game->rules.reveals(state, ply->made);
    if (judged->foreseen && shows)
        made = judged->made;
    best = made;
    if (judged->thought && judged->best_move != ply->made &&
        judged->best.seat[ply->seat] > made.seat[ply->seat]) {
        best = judged->best;
        ply->best = judged->best_move;
        ply->points = judged->points;
        ply->line_length = judged->line_length;
        memcpy(ply->line, judged->line, sizeof ply->line);
    }
    for (int p = 0; p < r->players; p++) {
        ply->luck[p] = now->seat[p] - made.seat[p];
        ply->change[p] = made.seat[p] - best.seat[p];
    }
    ply->chance_best = best.seat[ply->seat];
    ply->chance_made = made.seat[ply->seat];
    ply->loss = ply->chance_best - ply->chance_made;
    *now = best;
}

static void add_up(const struct report *r, const struct report_ply *plies, int count,
                   const struct report_outlook *start, const struct report_outlook *result,
                   struct report_account *out)
{
    for (int p = 0; p < r->players; p++) {
        out[p] = (struct report_account){.start = start->seat[p], .result = result->seat[p]};
        for (int i = 0; i < count; i++) {
            out[p].luck += plies[i].luck[p];
            if (plies[i].seat == p)
                out[p].own_losses -= plies[i].change[p];
            else
                out[p].others_losses += plies[i].change[p];
        }
    }
}

static struct report_outlook result_of(const struct report *r, const void *end)
{
    float told[TK_SEATS_MAX];
    double chances[TK_SEATS_MAX];
    bot_chances(r->game, TK_FORETELLS, end, r->players, told);
    for (int p = 0; p < r->players; p++)
        chances[p] = (double)told[p];
    return outlook_from(chances, r->players);
}

/* Sides and seats, as the first position has them. */
static void begin(struct report *r, const unsigned char *states)
{
    struct tk_config config;
    r->game->rules.config(states, &config);
    r->players = config.players;
    r->sides = bot_sides(r->game, states, r->players);
}

void bot_report_conclude(struct report *r, const unsigned char *states, size_t stride,
                         const tk_action *actions, int count, const struct report_judged *judged,
                         struct report_ply *out_plies, struct report_account *out_accounts)
{
    begin(r, states);
    struct report_outlook now = result_of(r, states + (size_t)count * stride), result = now;
    for (int i = count - 1; i >= 0; i--) {
        const void *state = states + (size_t)i * stride;
        out_plies[i] = (struct report_ply){
            .seat = r->game->rules.actor(state), .made = actions[i], .best = actions[i]};
        conclude_ply(r, state, &judged[i], &out_plies[i], &now);
    }
    add_up(r, out_plies, count, &now, &result, out_accounts);
}

/* --- the decisions, one by one and side by side --- */

/* What all threads share; each takes every n-th decision, so that the result is the same for any n. */
struct desk {
    const unsigned char *states;
    size_t stride;
    const tk_action *actions;
    int count, threads, done;
    struct report_judged *judged;
    pthread_mutex_t lock;
};

struct clerk {
    struct report report; /* a copy with dice and lines of its own */
    struct desk *desk;
    int first;
};

static void tell_progress(struct clerk *clerk)
{
    struct desk *desk = clerk->desk;
    pthread_mutex_lock(&desk->lock);
    desk->done++;
    if (clerk->report.progress != NULL)
        clerk->report.progress(clerk->report.context, desk->done, desk->count);
    pthread_mutex_unlock(&desk->lock);
}

bool bot_report_judge(struct report *r, const unsigned char *states, size_t stride,
                      const tk_action *actions, int index, struct report_judged *out)
{
    if (r->players == 0)
        begin(r, states);
    tk_rng_init(&r->rng, r->seed, (uint64_t)index);
    judge(r, states + (size_t)index * stride, actions[index], out);
    return !r->failed;
}

static bool is_stopped(const struct report *r)
{
    return r->failed || (r->stop != NULL && atomic_load(r->stop));
}

static void *judge_some(void *argument)
{
    struct clerk *clerk = argument;
    struct desk *desk = clerk->desk;
    for (int i = clerk->first; i < desk->count && !is_stopped(&clerk->report); i += desk->threads) {
        struct report_judged judged;
        bot_report_judge(&clerk->report, desk->states, desk->stride, desk->actions, i, &judged);
        if (is_stopped(&clerk->report))
            break; /* what was cut short is not kept */
        desk->judged[i] = judged;
        tell_progress(clerk);
    }
    return NULL;
}

static void judge_all(struct report *r, struct desk *desk, struct clerk *clerks)
{
    pthread_t thread[BOT_THREADS_MAX];
    bool started[BOT_THREADS_MAX] = {false};
    pthread_mutex_init(&desk->lock, NULL);
    clerks[0] = (struct clerk){.report = *r, .desk = desk};
    for (int t = 1; t < desk->threads; t++)
        clerks[t] = (struct clerk){.report = *r, .desk = desk, .first = t};
    for (int t = 1; t < desk->threads; t++)
        started[t] = pthread_create(&thread[t], NULL, judge_some, &clerks[t]) == 0;
    judge_some(&clerks[0]);
    for (int t = 1; t < desk->threads; t++) {
        if (started[t])
            pthread_join(thread[t], NULL);
        else
            judge_some(&clerks[t]);
    }
    for (int t = 0; t < desk->threads && !r->failed; t++) {
        r->failed = clerks[t].report.failed;
        memcpy(r->why, clerks[t].report.why, sizeof r->why);
    }
    pthread_mutex_destroy(&desk->lock);
}

bool bot_report_deepen(struct report *r, const unsigned char *states, size_t stride,
                       const tk_action *actions, int count, struct report_judged *judged)
{
    int threads = r->threads < 1 ? 1 : r->threads > BOT_THREADS_MAX ? BOT_THREADS_MAX : r->threads;
    struct clerk *clerks = calloc((size_t)threads, sizeof *clerks);
    if (clerks == NULL)
        return false;
    begin(r, states);
    judge_all(r,
              &(struct desk){.states = states,
                             .stride = stride,
                             .actions = actions,
                             .count = count,
                             .threads = threads,
                             .judged = judged},
              clerks);
    free(clerks);
    return !r->failed;
}

bool bot_report(struct report *r, const unsigned char *states, size_t stride,
                const tk_action *actions, int count, struct report_ply *out_plies,
                struct report_account *out_accounts)
{
    struct report_judged *judged = calloc((size_t)count + 1, sizeof *judged);
    if (judged == NULL)
        return false;
    bool good = bot_report_deepen(r, states, stride, actions, count, judged);
    if (good)
        bot_report_conclude(r, states, stride, actions, count, judged, out_plies, out_accounts);
    free(judged);
    return good;
}
