/* What people, bots and clocks do to a table: every deed becomes an event, and is heard of when
 * durable. */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void next_request(struct table *t);

/* --- answers --- */

static void free_request(struct request *r)
{
    json_decref(r->message);
    free(r);
}

static void answer(struct table *t, struct request *r, json_t *extra)
{
    if (r->socket != 0) {
        json_t *reply = json_pack("{s:s,s:I,s:b}", "t", "reply", "n", r->number, "ok", 1);
        if (extra != NULL)
            json_object_update(reply, extra);
        send_json(t->app, r->socket, reply);
    }
    json_decref(extra);
    if (r->done != NULL)
        r->done(r->context, true);
    free_request(r);
}

static void refuse(struct table *t, struct request *r, json_t *error)
{
    t->app->refused++;
    if (r->socket != 0)
        send_json(
            t->app, r->socket,
            json_pack("{s:s,s:I,s:b,s:O}", "t", "reply", "n", r->number, "ok", 0, "error", error));
    json_decref(error);
    if (r->done != NULL)
        r->done(r->context, false);
    free_request(r);
}

static json_t *rule_error(const struct table *t, tk_status status)
{
    json_t *error = refusal_json(REFUSED), *words = json_object();
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        char text[512];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        tk_status_write(&(struct tk_speaker){(enum tk_lang)lang, t->game, NULL}, status, &out);
        json_object_set_new(words, tk_lang_codes[lang], json_string(tk_writer_text(&out)));
    }
    json_object_set_new(error, "words", words);
    json_object_set_new(error, "clause", json_string(tk_status_clause(t->game, status)));
    json_object_set_new(error, "key", json_string(tk_status_key(t->game, status)));
    return error;
}

/* --- writing events --- */

/* An event on its way to the disk, and what waits for it. */
struct writing {
    struct app *app;
    char table[STORE_ID_MAX + 1];
    struct store_event event;
    struct request *request; /* or NULL */
    json_t *extra;           /* of the answer */
};

static void count_latency(struct app *app, int64_t us)
{
    int bucket = 0;
    while (bucket < TK_COUNT(app->latency) - 1 && us >= 1000LL << bucket)
        bucket++;
    app->latency[bucket]++;
}

static void free_writing(struct writing *w)
{
    free((void *)(uintptr_t)w->event.what);
    free((void *)(uintptr_t)w->event.data);
    free(w);
}

static void written(void *context, bool durable)
{
    struct writing *w = context;
    struct table *t = map_get(&w->app->tables, w->table);
    t->writing = false;
    if (durable) {
        table_fold(t, &w->event);
        w->app->events++;
        if (strcmp(w->event.what, "move") == 0) {
            w->app->moves++;
            if (w->request != NULL)
                count_latency(w->app, now_us() - w->request->at_us);
        }
        if (w->request != NULL)
            answer(t, w->request, w->extra);
        show_event(t, &w->event);
        table_wake(t);
    } else {
        log_line(w->app, "store", "an event of table %s could not be written", w->table);
        json_decref(w->extra);
        if (w->request != NULL)
            refuse(t, w->request, refusal_json(BUSY));
    }
    free_writing(w);
    if (!t->writing)
        next_request(t);
}

/* Who sits where and whose turn it is after the event, for the lists. */
static void fill_row(const struct table *t, const char *what, int64_t at, struct store_table *row)
{
    static const char *const statuses[] = {"open", "playing", "over"};
    enum table_status status = strcmp(what, "started") == 0 ? TABLE_PLAYING
                               : strcmp(what, "over") == 0  ? TABLE_OVER
                                                            : t->status;
    int actor = table_actor(t);
    *row = (struct store_table){.open = t->open, .created = t->created, .updated = at};
    snprintf(row->id, sizeof row->id, "%s", t->id);
    snprintf(row->game, sizeof row->game, "%s", t->game->id);
    snprintf(row->status, sizeof row->status, "%s", statuses[status]);
    if (actor >= 0)
        snprintf(row->actor, sizeof row->actor, "%s", t->seat[actor].user);
    bool bots = false;
    for (int seat = 0; seat < t->config.players; seat++)
        bots |= t->seat[seat].kind == SEAT_BOT || t->seat[seat].away;
    row->running = status == TABLE_PLAYING && (bots || t->clock.kind != CLOCK_NONE);
}

/* The row tells whose turn it is after the move, so a move is tried on a copy first. */
static void fill_row_after_move(struct table *t, tk_action action, int64_t at,
                                struct store_table *row)
{
    tk_state after;
    fill_row(t, "move", at, row);
    memcpy(after, t->state, t->game->state_size);
    tk_play(t->game, after, action);
    int actor = t->game->rules.actor(after);
    row->actor[0] = '\0';
    if (actor >= 0)
        snprintf(row->actor, sizeof row->actor, "%s", t->seat[actor].user);
}

static void write_row(struct table *t, const char *what, json_t *data, struct request *request,
                      json_t *extra, struct store_table *row)
{
    struct writing *w = calloc(1, sizeof *w);
    const char *seats[TK_SEATS_MAX];
    bool new_seats = strcmp(what, "sat") == 0 || strcmp(what, "stood") == 0;
    *w = (struct writing){.app = t->app, .request = request, .extra = extra};
    snprintf(w->table, sizeof w->table, "%s", t->id);
    w->event = (struct store_event){.seq = t->seq + 1,
                                    .at = row->updated,
                                    .what = strdup(what),
                                    .data = json_dumps(data, JSON_COMPACT)};
    json_t *who = json_object_get(data, "user"), *where = json_object_get(data, "seat");
    for (int seat = 0; seat < t->config.players; seat++) {
        bool changed = json_is_integer(where) && json_integer_value(where) == seat;
        seats[seat] = !changed              ? t->seat[seat].user
                      : json_is_string(who) ? json_string_value(who)
                                            : "";
    }
    t->writing = true;
    store_write(t->app->store,
                &(struct store_change){.table = row,
                                       .event = &w->event,
                                       .seats = new_seats ? seats : NULL,
                                       .seat_count = t->config.players},
                written, w);
    json_decref(data);
}

static void write_event(struct table *t, const char *what, json_t *data, struct request *request,
                        json_t *extra)
{
    struct store_table row;
    fill_row(t, what, now_ms(), &row);
    write_row(t, what, data, request, extra, &row);
}

/* --- moves --- */

static void write_move(struct table *t, int seat, tk_action action, struct request *request)
{
    tk_state after;
    char text[TK_MOVE_TEXT_MAX + 1], hash[20];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct store_table row;
    t->game->text.format(t->state, action, &out);
    memcpy(after, t->state, t->game->state_size);
    tk_play(t->game, after, action);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)tk_hash(after, t->game->state_size));
    json_t *data =
        json_pack("{s:i,s:s,s:s}", "seat", seat, "move", tk_writer_text(&out), "hash", hash);
    fill_row_after_move(t, action, now_ms(), &row);
    json_t *extra = request == NULL ? NULL : json_pack("{s:i}", "ply", t->ply + 1);
    write_row(t, "move", data, request, extra, &row);
}

/* The same move sent again is accepted again. */
static bool was_played(const struct table *t, int seat, json_int_t ply, const char *move)
{
    tk_state before;
    char text[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (ply < 0 || ply >= t->ply)
        return false;
    table_state_at(t, (int)ply, before);
    t->game->text.format(before, t->actions[ply], &out);
    return t->game->rules.actor(before) == seat && strcmp(tk_writer_text(&out), move) == 0;
}

static json_t *stale(const struct table *t)
{
    json_t *error = refusal_json(STALE);
    json_object_set_new(error, "ply", json_integer(t->ply));
    return error;
}

static void act_move(struct table *t, struct request *r, int seat)
{
    json_t *ply = json_object_get(r->message, "ply");
    const char *move = json_string_value(json_object_get(r->message, "move"));
    tk_action action;
    if (!json_is_integer(ply) || move == NULL)
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (seat < 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (json_integer_value(ply) != t->ply) {
        if (was_played(t, seat, json_integer_value(ply), move))
            return answer(
                t, r, json_pack("{s:i,s:b}", "ply", (int)json_integer_value(ply) + 1, "again", 1));
        return refuse(t, r, stale(t));
    }
    if (t->status != TABLE_PLAYING || t->frozen)
        return refuse(t, r, refusal_json(NOT_NOW));
    if (table_actor(t) != seat || t->seat[seat].resigned)
        return refuse(t, r, refusal_json(FORBIDDEN));
    tk_status status = tk_move_parse(t->game, t->state, tk_span_of(move), &action);
    if (status != TK_OK)
        return refuse(t, r, rule_error(t, status));
    write_move(t, seat, action, r);
}

static void act_undo(struct table *t, struct request *r, int seat)
{
    json_t *ply = json_object_get(r->message, "ply");
    if (!json_is_integer(ply))
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (seat < 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (json_integer_value(ply) != t->ply)
        return refuse(t, r, stale(t));
    if (!table_can_undo(t, seat))
        return refuse(t, r, refusal_json(NOT_NOW));
    write_event(t, "undone", json_pack("{s:i,s:i}", "seat", seat, "to", t->ply - 1), r, NULL);
}

/* --- seats --- */

static void act_sit(struct table *t, struct request *r, int seat)
{
    struct user *user = user_get(t->app, r->user);
    json_t *where = json_object_get(r->message, "seat"),
           *random = json_object_get(r->message, "random");
    const char *key = json_string_value(json_object_get(r->message, "key"));
    json_int_t index = json_integer_value(where);
    if (!json_is_integer(where) || index < 0 || index >= t->config.players ||
        (random != NULL && (!json_is_string(random) ||
                            strlen(json_string_value(random)) != 2 * (size_t)RANDOM_BYTES)))
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (t->status != TABLE_OPEN || seat >= 0 || user == NULL)
        return refuse(t, r, refusal_json(NOT_NOW));
    const struct seat *wanted = &t->seat[index];
    if (wanted->kind != SEAT_OPEN && wanted->kind != SEAT_FRIEND)
        return refuse(t, r, refusal_json(TAKEN));
    bool friend = key != NULL && strlen(key) == strlen(t->key) &&
                  sodium_memcmp(key, t->key, strlen(key)) == 0;
    if (wanted->kind == SEAT_FRIEND && !friend && strcmp(r->user, t->owner) != 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    json_t *data =
        json_pack("{s:I,s:s,s:s}", "seat", index, "user", user->row.id, "name", user->row.name);
    if (random != NULL)
        json_object_set(data, "random", random);
    if (!user->stored)
        user_store(t->app, user, NULL, NULL);
    write_event(t, "sat", data, r, NULL);
}

static void act_stand(struct table *t, struct request *r, int seat)
{
    if (t->status != TABLE_OPEN || seat < 0)
        return refuse(t, r, refusal_json(NOT_NOW));
    write_event(t, "stood", json_pack("{s:i}", "seat", seat), r, NULL);
}

static void act_bot(struct table *t, struct request *r, int seat)
{
    json_int_t index = json_integer_value(json_object_get(r->message, "seat"));
    const char *level = json_string_value(json_object_get(r->message, "level"));
    (void)seat;
    if (!json_is_integer(json_object_get(r->message, "seat")) || index < 0 ||
        index >= t->config.players || level == NULL || bot_find(tk_span_of(level)) == NULL)
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (strcmp(t->owner, r->user) != 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (t->status != TABLE_OPEN || t->seat[index].kind == SEAT_PERSON)
        return refuse(t, r, refusal_json(NOT_NOW));
    write_event(t, "bot", json_pack("{s:I,s:s}", "seat", index, "level", level), r, NULL);
}

static bool everybody_is_there(const struct table *t)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind != SEAT_PERSON && t->seat[seat].kind != SEAT_BOT)
            return false;
    return true;
}

/*
 * The secret and everybody's share, in the order of the seats. The words in front keep the seed
 * apart from the commitment, which is the hash of the secret alone and known to all.
 */
static void make_seed(const struct table *t, uint8_t out_seed[TK_SEED_BYTES])
{
    static const unsigned char words[] = "takht seed";
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, TK_SEED_BYTES);
    crypto_generichash_update(&hash, words, sizeof words - 1);
    crypto_generichash_update(&hash, t->secret, sizeof t->secret);
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].has_random)
            crypto_generichash_update(&hash, t->seat[seat].random, sizeof t->seat[seat].random);
    crypto_generichash_final(&hash, out_seed, TK_SEED_BYTES);
}

static void start(struct table *t, struct request *r)
{
    uint8_t seed[TK_SEED_BYTES];
    char text[2 * TK_SEED_BYTES + 1];
    make_seed(t, seed);
    sodium_bin2hex(text, sizeof text, seed, sizeof seed);
    write_event(t, "started", json_pack("{s:s}", "seed", text), r, NULL);
}

static void act_start(struct table *t, struct request *r, int seat)
{
    (void)seat;
    if (strcmp(t->owner, r->user) != 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (t->status != TABLE_OPEN || !everybody_is_there(t))
        return refuse(t, r, refusal_json(NOT_NOW));
    start(t, r);
}

/* --- leaving and ending --- */

static void simple_event(struct table *t, struct request *r, int seat, const char *what,
                         bool allowed)
{
    if (seat < 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (t->status != TABLE_PLAYING || !allowed)
        return refuse(t, r, refusal_json(NOT_NOW));
    write_event(t, what, json_pack("{s:i}", "seat", seat), r, NULL);
}

static void act_resign(struct table *t, struct request *r, int seat)
{
    simple_event(t, r, seat, "resigned", seat >= 0 && !t->seat[seat].resigned);
}

static void act_away(struct table *t, struct request *r, int seat)
{
    simple_event(t, r, seat, "away", seat >= 0 && !t->seat[seat].away);
}

static void act_back(struct table *t, struct request *r, int seat)
{
    simple_event(t, r, seat, "back", seat >= 0 && t->seat[seat].away && !t->seat[seat].resigned);
}

static void act_offer(struct table *t, struct request *r, int seat)
{
    simple_event(t, r, seat, "offered", seat >= 0 && (t->offer >> seat & 1) == 0);
}

static void act_answer(struct table *t, struct request *r, int seat)
{
    json_t *yes = json_object_get(r->message, "yes");
    if (!json_is_boolean(yes))
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (seat < 0)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (t->status != TABLE_PLAYING || t->offer == 0 || (t->offer >> seat & 1) != 0)
        return refuse(t, r, refusal_json(NOT_NOW));
    write_event(t, "answered", json_pack("{s:i,s:O}", "seat", seat, "yes", yes), r, NULL);
}

static void act_chat(struct table *t, struct request *r, int seat)
{
    struct user *user = user_get(t->app, r->user);
    const char *text = json_string_value(json_object_get(r->message, "text"));
    int64_t wait = 0;
    if (text == NULL || text[0] == '\0' || strlen(text) > CHAT_MAX)
        return refuse(t, r, refusal_json(BAD_REQUEST));
    if (user == NULL)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (!t->app->config.open_limits &&
        !allowance_take(&allow_chat, &user->chat, &user->chat_at, &wait)) {
        json_t *error = refusal_json(TOO_MANY);
        json_object_set_new(error, "retry_ms", json_integer(wait));
        return refuse(t, r, error);
    }
    write_event(t, "chat",
                json_pack("{s:i,s:s,s:s,s:s}", "seat", tk_viewer_written(seat), "user",
                          user->row.id, "name", user->row.name, "text", text),
                r, NULL);
}

/* --- rematch: the same table with the seats rotated --- */

struct rematch {
    struct app *app;
    char table[STORE_ID_MAX + 1], next[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
    struct request *request;
};

static void rematch_created(void *context, bool durable)
{
    struct rematch *m = context;
    struct table *t = map_get(&m->app->tables, m->table);
    t->writing = false;
    if (durable)
        write_event(t, "rematch", json_pack("{s:s,s:s}", "next", m->next, "key", m->key),
                    m->request, json_pack("{s:s}", "next", m->next));
    else
        refuse(t, m->request, refusal_json(BUSY));
    free(m);
}

static json_t *rotated_wish(const struct table *t, int asker)
{
    static const char *const clocks[] = {"none", "move", "game", "days"};
    json_t *options = json_object(), *seats = json_array();
    for (int i = 0; i < t->game->option_count; i++) {
        char value[TK_OPTION_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(value, sizeof value);
        tk_option_format(&t->game->options[i], t->config.option[i], &out);
        json_object_set_new(options, t->game->options[i].name, json_string(tk_writer_text(&out)));
    }
    for (int i = 0; i < t->config.players; i++) {
        int from = (i + 1) % t->config.players;
        const struct seat *seat = &t->seat[from];
        json_array_append_new(seats,
                              seat->kind == SEAT_BOT
                                  ? json_pack("{s:s,s:s}", "kind", "bot", "level", seat->bot->name)
                                  : json_pack("{s:s}", "kind", from == asker ? "me" : "friend"));
    }
    json_t *clock = json_pack("{s:s}", "kind", clocks[t->clock.kind]);
    if (t->clock.kind == CLOCK_MOVE || t->clock.kind == CLOCK_GAME)
        json_object_set_new(clock, "seconds", json_integer(t->clock.base_ms / 1000));
    if (t->clock.kind == CLOCK_GAME)
        json_object_set_new(clock, "increment", json_integer(t->clock.increment_ms / 1000));
    if (t->clock.kind == CLOCK_DAYS)
        json_object_set_new(clock, "days", json_integer(t->clock.base_ms / 86400000));
    return json_pack("{s:s,s:i,s:o,s:o,s:o,s:b,s:b,s:b}", "game", t->game->id, "players",
                     (int)t->config.players, "options", options, "seats", seats, "clock", clock,
                     "public", (int)t->open, "hints", (int)t->hints, "quick", (int)t->quick);
}

static void act_rematch(struct table *t, struct request *r, int seat)
{
    struct user *user = user_get(t->app, r->user);
    if (seat < 0 || user == NULL)
        return refuse(t, r, refusal_json(FORBIDDEN));
    if (t->status != TABLE_OVER)
        return refuse(t, r, refusal_json(NOT_NOW));
    if (t->next[0] != '\0')
        return answer(t, r, json_pack("{s:s}", "next", t->next));
    struct rematch *m = calloc(1, sizeof *m);
    if (m == NULL)
        return refuse(t, r, refusal_json(BUSY));
    m->app = t->app;
    m->request = r;
    snprintf(m->table, sizeof m->table, "%s", t->id);
    json_t *wish = rotated_wish(t, seat);
    json_object_set(wish, "random", json_object_get(r->message, "random")); /* if there is one */
    t->writing = true; /* nothing else happens here until the new table exists */
    enum refusal refusal = table_create(t->app, user, wish, m->next, m->key, rematch_created, m);
    json_decref(wish);
    if (refusal != FINE) {
        t->writing = false;
        free(m);
        refuse(t, r, refusal_json(refusal));
    }
}

/* --- requests in line --- */

static const struct {
    const char *what;
    void (*act)(struct table *, struct request *, int seat);
} acts[] = {
    {"move", act_move},       {"undo", act_undo},   {"sit", act_sit},       {"stand", act_stand},
    {"bot", act_bot},         {"start", act_start}, {"resign", act_resign}, {"away", act_away},
    {"back", act_back},       {"offer", act_offer}, {"answer", act_answer}, {"chat", act_chat},
    {"rematch", act_rematch},
};

static void act(struct table *t, struct request *r)
{
    for (int i = 0; i < TK_COUNT(acts); i++)
        if (strcmp(acts[i].what, r->what) == 0)
            return acts[i].act(t, r, table_seat_of(t, r->user));
    refuse(t, r, refusal_json(BAD_REQUEST));
}

static void next_request(struct table *t)
{
    while (!t->writing && t->first_request != NULL) {
        struct request *r = t->first_request;
        t->first_request = r->next;
        if (t->first_request == NULL)
            t->last_request = &t->first_request;
        t->request_count--;
        act(t, r);
    }
}

void table_request(struct table *t, struct request *r)
{
    r->at_us = now_us();
    t->used = now_ms();
    if (t->app->draining || t->request_count >= PENDING_MAX)
        return refuse(t, r, refusal_json(BUSY));
    r->next = NULL;
    *t->last_request = r;
    t->last_request = &r->next;
    t->request_count++;
    next_request(t);
}

/* --- bots --- */

struct bot_job {
    struct job job;
    struct table *table; /* only its id is used when the job is done */
    char id[STORE_ID_MAX + 1];
    const struct tk_game *game;
    const struct bot *bot;
    int ply, seat;
    struct tk_rng rng;
    tk_action action;
    tk_state state;
};

static void think(struct job *job)
{
    struct bot_job *b = (struct bot_job *)job;
    struct bot_answer decision = {0};
    b->bot->choose(b->bot,
                   &(struct bot_request){.game = b->game, .state = b->state, .rng = &b->rng},
                   &decision);
    b->action = decision.action;
}

static bool plays_by_itself(const struct table *t, int seat)
{
    return seat >= 0 && (t->seat[seat].kind == SEAT_BOT || t->seat[seat].away);
}

static void thought(struct app *app, struct job *job)
{
    struct bot_job *b = (struct bot_job *)job;
    struct table *t = map_get(&app->tables, b->id);
    if (t != NULL) {
        t->thinking = false;
        bool still = !t->writing && t->ply == b->ply && table_actor(t) == b->seat &&
                     plays_by_itself(t, b->seat) && tk_check(t->game, t->state, b->action) == TK_OK;
        if (still)
            write_move(t, b->seat, b->action, NULL);
        else
            table_wake(t);
    }
    free(b);
}

/* The bot gets what its seat may know, and nothing else leaves this thread. */
static void ask_bot(struct table *t, int seat)
{
    struct bot_job *b = calloc(1, sizeof *b);
    uint64_t noise[2];
    if (b == NULL || t->thinking) {
        free(b);
        return;
    }
    randombytes_buf(noise, sizeof noise);
    b->job = (struct job){.work = think, .done = thought};
    snprintf(b->job.owner, sizeof b->job.owner, "%s", t->id);
    snprintf(b->id, sizeof b->id, "%s", t->id);
    b->game = t->game;
    b->bot = t->seat[seat].bot != NULL ? t->seat[seat].bot : bot_level(BOT_LEVELS / 2);
    b->ply = t->ply;
    b->seat = seat;
    tk_rng_init(&b->rng, noise[0], noise[1]);
    memcpy(b->state, t->state, t->game->state_size);
    t->game->knowledge.determinise(b->state, seat, &b->rng);
    t->thinking = true;
    pool_add(t->app->pool, &b->job);
}

/* --- what happens by itself --- */

static bool agreed(const struct table *t)
{
    bool everybody = t->offer != 0;
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && !t->seat[seat].resigned)
            everybody &= (t->offer >> seat & 1) != 0;
    return everybody;
}

static int still_playing(const struct table *t)
{
    int count = 0;
    for (int seat = 0; seat < t->config.players; seat++)
        count += !t->seat[seat].resigned;
    return count;
}

/* Ranks as the game has them; whoever gave up, or whose time ran out, comes last. */
static void write_over(struct table *t, const char *reason, int loser)
{
    int32_t scores[TK_SEATS_MAX] = {0};
    uint8_t ranks[TK_SEATS_MAX] = {0};
    json_t *score_list = json_array(), *rank_list = json_array();
    t->game->rules.scores(t->state, scores);
    t->game->rules.ranks(t->state, ranks);
    for (int seat = 0; seat < t->config.players; seat++) {
        int rank = 1;
        bool last = t->seat[seat].resigned || seat == loser;
        for (int other = 0; other < t->config.players; other++) {
            bool other_last = t->seat[other].resigned || other == loser;
            rank += last != other_last ? last : !last && ranks[other] < ranks[seat];
        }
        json_array_append_new(score_list, json_integer(scores[seat]));
        json_array_append_new(rank_list, json_integer(rank));
    }
    write_event(
        t, "over",
        json_pack("{s:s,s:o,s:o}", "reason", reason, "scores", score_list, "ranks", rank_list),
        NULL, NULL);
}

static void on_timer(uv_timer_t *timer)
{
    struct table *t = timer->data;
    int actor = table_actor(t);
    if (t->writing || actor < 0)
        return;
    if (plays_by_itself(t, actor)) {
        ask_bot(t, actor);
    } else if (table_time_left(t, actor) <= 0) {
        if (t->clock.kind == CLOCK_GAME)
            write_over(t, "time", actor);
        else
            write_event(t, "late", json_pack("{s:i}", "seat", actor), NULL, NULL);
    } else {
        table_wake(t);
    }
}

static void set_timer(struct table *t, int64_t ms)
{
    if (t->timer == NULL) {
        t->timer = calloc(1, sizeof *t->timer);
        if (t->timer == NULL)
            return;
        uv_timer_init(t->app->loop, t->timer);
        t->timer->data = t;
    }
    uv_timer_start(t->timer, on_timer, (uint64_t)(ms < 0 ? 0 : ms), 0);
}

/* A bot takes about a second, as a person would, unless the table is for the impatient. */
static int64_t bot_pause(const struct table *t)
{
    return t->quick ? 0 : 700 + (int64_t)randombytes_uniform(700);
}

static void wake_clock(struct table *t, int actor)
{
    if (t->timer != NULL)
        uv_timer_stop(t->timer);
    if (plays_by_itself(t, actor)) {
        if (!t->thinking)
            set_timer(t, bot_pause(t));
    } else if (t->clock.kind != CLOCK_NONE) {
        int64_t left = table_time_left(t, actor);
        set_timer(t, left < 3600000 ? left : 3600000); /* long waits are looked at every hour */
    }
}

void table_wake(struct table *t)
{
    if (t->writing || t->frozen || t->app->draining)
        return;
    if (t->status == TABLE_OPEN && everybody_is_there(t)) {
        start(t, NULL);
    } else if (t->status == TABLE_PLAYING) {
        int actor = t->game->rules.actor(t->state);
        if (actor == TK_NOBODY)
            write_over(t, "game", -1);
        else if (agreed(t))
            write_over(t, "agreed", -1);
        else if (still_playing(t) <= 1)
            write_over(t, "resigned", -1);
        else if (t->clock.kind != CLOCK_NONE && t->clock.since < t->app->started)
            write_event(t, "resumed", json_object(), NULL, NULL);
        else
            wake_clock(t, actor);
    }
}
