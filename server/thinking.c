/* SPDX-License-Identifier: MIT */
/* Jobs that choose moves. A bot gets what its seat may know, and nothing else leaves the loop. */
#include "thinking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "deeds.h"
#include "duty.h"
#include "journal.h"
#include "limits.h"
#include "log.h"
#include "pool.h"
#include "reply.h"
#include "show.h"
#include "users.h"
#include "watchers.h"

/* --- what a thought costs --- */

/* Learnt from those before, for each bot; it starts with a guess that grows with the level. */
static struct {
    const struct bot *bot;
    double seconds;
} costs[16];

static double *seconds_of(const struct bot *bot)
{
    int i = 0;
    while (i < TK_COUNT(costs) - 1 && costs[i].bot != NULL && costs[i].bot != bot)
        i++;
    if (costs[i].bot == NULL) {
        costs[i].bot = bot;
        costs[i].seconds = 0.001 * exp2(2 * bot->level);
    }
    return &costs[i].seconds;
}

static void learn_cost(const struct bot *bot, double took)
{
    double *cost = seconds_of(bot);
    *cost += (took - *cost) / 16;
}

/* With one worker everybody would wait for it. */
bool thinking_offers(const struct app *app, const struct bot *bot)
{
    return bot != NULL && (bot->level <= BOT_MASTER + 1 || pool_workers(app->pool) > 1);
}

bool thinking_offers_all(const struct app *app, const struct wish *wish)
{
    for (int i = 0; i < wish->config.players; i++)
        if (wish->seat[i].kind == SEAT_BOT &&
            !thinking_offers(app, bot_find(tk_span_of(wish->seat[i].level))))
            return false;
    return true;
}

/* --- moves of bots --- */

struct thought {
    struct job job;
    char table[STORE_ID_MAX + 1];
    const struct tk_game *game;
    const struct bot *bot; /* its level: what a thought costs is learnt for that */
    char style[BOT_WORD_MAX + 1];
    int64_t position; /* what it was thought about */
    int seat;
    bool late;
    struct tk_rng rng;
    tk_action action;
    tk_state state;
};

static void think(struct job *job)
{
    struct thought *b = (struct thought *)job;
    struct bot_answer decision = {0};
    struct bot bot = *b->bot;
    bot_give_character(&bot, b->game, b->style);
    bot.choose(
        &bot,
        &(struct bot_request){.game = b->game, .state = b->state, .rng = &b->rng, .threads = 1},
        &decision);
    b->action = decision.action;
}

static void play(struct table *t, const struct thought *b)
{
    struct event event = {.kind = EVENT_MOVE, .action = b->action};
    struct tk_writer out = tk_writer_over(event.facts.move, sizeof event.facts.move);
    t->game->text.format(t->state, b->action, &out);
    tk_writer_text(&out);
    event.facts.seat = b->seat;
    event.facts.late = b->late;
    journal_append(t, &event, NULL, NULL);
}

/* Nobody may have moved, taken back or come back meanwhile. */
static bool still_fits(const struct table *t, const struct thought *b)
{
    return t->position == b->position && table_actor(t) == b->seat &&
           (b->late ? clock_left(t, b->seat) <= 0 : table_plays_by_itself(t, b->seat));
}

/* The table is free to write; a thought that came too late is dropped, and duty decides anew. */
static void use(struct table *t, struct thought *b)
{
    t->thinking = false;
    if (!still_fits(t, b))
        table_wake(t);
    else if (tk_check(t->game, t->state, b->action) == TK_OK)
        play(t, b);
    else
        log_event("bot", LOG_TEXT("why", "a bot chose a move that is not legal"),
                  LOG_TEXT("table", t->id));
    free(b);
}

/* While a line of chat or the like is on its way to the disk the thought waits: whoever talks
 * much must not make a bot think again and again. */
static void thought(struct app *app, struct job *job)
{
    struct thought *b = (struct thought *)job;
    struct table *t = map_get(&app->tables, b->table);
    learn_cost(b->bot, job->took);
    if (t == NULL) {
        free(b);
        return;
    }
    t->thought = NULL;
    show_queue(t, 0);
    if (t->writing)
        t->held = b;
    else
        use(t, b);
}

void think_held(struct table *t)
{
    struct thought *b = t->held;
    t->held = NULL;
    use(t, b);
}

static const struct bot *bot_of(const struct seat *seat)
{
    return seat->bot != NULL ? seat->bot : bot_level(BOT_SKILLED);
}

/* What a bot does not know it imagines anew every time; a test wants it to imagine the same. */
static struct tk_rng imagination(const struct table *t)
{
    uint64_t noise[2] = {0};
    struct tk_rng rng;
    if (!t->app->config.same_deals)
        randombytes_buf(noise, sizeof noise);
    tk_rng_init(&rng, noise[0], noise[1] ^ (uint64_t)table_ply(t));
    return rng;
}

void think_move(struct table *t, int seat, enum lateness lateness)
{
    struct thought *b = calloc(1, sizeof *b);
    if (b == NULL)
        return table_wake_after_failure(t);
    b->job = (struct job){.work = think, .done = thought, .awaited = is_watched_by_player(t)};
    snprintf(b->job.owner, sizeof b->job.owner, "%s", t->owner);
    snprintf(b->table, sizeof b->table, "%s", t->id);
    b->game = t->game;
    b->bot = bot_of(&t->seat[seat]);
    snprintf(b->style, sizeof b->style, "%s", t->seat[seat].style);
    b->job.cost = *seconds_of(b->bot);
    b->position = t->position;
    b->seat = seat;
    b->late = lateness == TOO_LATE;
    b->rng = imagination(t);
    memcpy(b->state, t->state, t->game->state_size);
    t->game->knowledge.determinise(b->state, seat, &b->rng);
    if (!pool_add(t->app->pool, &b->job)) {
        free(b);
        return table_wake_after_failure(t);
    }
    t->thinking = true;
    t->thought = &b->job;
}

void thinking_tell_queue(struct app *app)
{
    struct table *t;
    if (pool_length(app->pool) == 0)
        return;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        if (t->thinking && t->thought != NULL && t->watcher_count > 0) {
            int ahead = pool_ahead(app->pool, t->thought);
            show_queue(t, ahead < 0 ? 0 : ahead);
        }
}

/* --- what a move does, in words --- */

static json_t *move_in_words(const struct tk_game *game, const void *before, tk_action action)
{
    tk_state after;
    struct tk_phrase phrases[TK_PHRASES_MAX];
    char text[4096];
    memcpy(after, before, game->state_size);
    tk_play(game, after, action);
    game->text.describe(before, action, after, TK_SPECTATOR, phrases);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_phrase_json(game, &phrases[0], &json);
    return json_loadb(text, out.length, 0, NULL);
}

/* What a move would do, told from a redrawn table; or which rule forbids it. */
void on_preview(struct said *m)
{
    tk_state before;
    tk_action action = 0;
    struct tk_rng rng;
    struct table *t = m->table;
    int seat = table_seat_of(t, m->client->user);
    if (seat < 0 || table_actor(t) != seat)
        return said_refuse(m, FORBIDDEN);
    if (m->facts.ply != table_ply(t))
        return said_refuse(m, STALE);
    tk_status status = tk_move_parse(t->game, t->state, tk_span_of(m->facts.move), &action);
    if (status != TK_OK)
        return reply_no(m->app, m->client->socket, m->number, deed_rule_error(t, status));
    tk_rng_init(&rng, 1, (uint64_t)table_ply(t));
    memcpy(before, t->state, t->game->state_size);
    t->game->knowledge.determinise(before, seat, &rng);
    said_reply(m, json_pack("{s:o}", "say", move_in_words(t->game, before, action)));
}

/* --- hints --- */

enum { HINTS_MAX = 3 };

struct hint {
    struct job job;
    net_id socket;
    int64_t number;
    const struct tk_game *game;
    struct tk_rng rng;
    struct bot_answer answer;
    tk_state state;
};

static void think_hint(struct job *job)
{
    struct hint *hint = (struct hint *)job;
    const struct bot *bot = bot_level(BOT_MASTER);
    bot->choose(bot,
                &(struct bot_request){
                    .game = hint->game, .state = hint->state, .rng = &hint->rng, .threads = 1},
                &hint->answer);
    if (hint->answer.count == 0) /* a forced move needs no thought */
        hint->answer.best[hint->answer.count++] = (struct bot_line){.action = hint->answer.action};
}

static json_t *line_json(const struct hint *hint, const struct bot_line *line)
{
    char text[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    hint->game->text.format(hint->state, line->action, &out);
    json_t *json = json_pack("{s:s,s:o}", "move", tk_writer_text(&out), "say",
                             move_in_words(hint->game, hint->state, line->action));
    if (line->visits > 0)
        json_object_set_new(json, "win", json_real(round(1000 * line->win) / 1000));
    return json;
}

static void tell_hint(struct app *app, struct job *job)
{
    struct hint *hint = (struct hint *)job;
    json_t *moves = json_array();
    learn_cost(bot_level(BOT_MASTER), job->took);
    for (int i = 0; i < hint->answer.count && i < HINTS_MAX; i++)
        json_array_append_new(moves, line_json(hint, &hint->answer.best[i]));
    reply_fine(app, hint->socket, hint->number, json_pack("{s:o}", "moves", moves));
    free(hint);
}

/* A hint is a second of a worker: a household of many guests has not as many of them. */
static bool may_have_hint(struct said *m, struct user *user, int64_t *out_wait_ms)
{
    struct address *address = address_get(m->app, m->client->address);
    return m->app->config.open_limits ||
           (allowance_take(&allow_work, &user->work, &user->work_at, out_wait_ms) &&
            (address == NULL ||
             allowance_take(&allow_address_work, &address->work, &address->work_at, out_wait_ms)));
}

void on_hint(struct said *m)
{
    struct table *t = m->table;
    struct user *user = user_get(m->app, m->client->user);
    int seat = table_seat_of(t, m->client->user);
    int64_t wait = 0;
    if (user == NULL || !t->hints || seat < 0 || table_actor(t) != seat)
        return said_refuse(m, FORBIDDEN);
    if (m->facts.ply != table_ply(t))
        return said_refuse(m, STALE);
    if (!may_have_hint(m, user, &wait))
        return reply_no(m->app, m->client->socket, m->number, refusal_wait(wait));
    struct hint *hint = calloc(1, sizeof *hint);
    if (hint == NULL)
        return said_refuse(m, BUSY);
    hint->job = (struct job){.work = think_hint,
                             .done = tell_hint,
                             .awaited = true,
                             .cost = *seconds_of(bot_level(BOT_MASTER))};
    snprintf(hint->job.owner, sizeof hint->job.owner, "%s", m->client->user);
    hint->socket = m->client->socket;
    hint->number = m->number;
    hint->game = t->game;
    hint->rng = imagination(t);
    memcpy(hint->state, t->state, t->game->state_size);
    t->game->knowledge.determinise(hint->state, seat, &hint->rng);
    if (!pool_add(m->app->pool, &hint->job)) {
        free(hint);
        said_refuse(m, BUSY);
    }
}
