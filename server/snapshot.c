/* SPDX-License-Identifier: MIT */
/* Snapshots, gaps, and pages of the log. */
#include "snapshot.h"

#include <string.h>

#include <sodium.h>

#include "app.h"
#include "cluster.h"
#include "errand.h"
#include "show.h"
#include "users.h"

/* --- lines from the store --- */

struct telling {
    struct table *table;
    int seat;
    struct tk_json *json;
    const struct history_move *last; /* the move told last, which led to `after` */
    tk_state before, after;
};

/* The positions around a move; most follow the one that was told before. */
static void follow(struct telling *w, const struct history_move *move)
{
    const struct table *t = w->table;
    if (w->last != NULL && history_follows(&t->history, w->last, move))
        memcpy(w->before, w->after, t->game->state_size);
    else
        history_before(&t->history, move, w->before);
    memcpy(w->after, w->before, t->game->state_size);
    tk_play(t->game, w->after, move->action);
    w->last = move;
}

/* Whoever was deleted since it was read has said nothing. */
static void hush(struct app *app, struct event *event)
{
    const struct user *user = map_get(&app->users, event->facts.user);
    if (event->kind != EVENT_CHAT || user == NULL || !user->row.gone)
        return;
    event->facts.text[0] = '\0';
    event->facts.gone = true;
}

static bool tell_stored(void *context, const struct store_event *stored)
{
    struct telling *w = context;
    struct table *t = w->table;
    struct event event;
    if (stored->seq > t->seq)
        return false;
    if (!event_decode(stored, &event))
        return true;
    hush(t->app, &event);
    const struct history_move *move =
        event.kind == EVENT_MOVE ? history_of(&t->history, event.seq) : NULL;
    if (move == NULL) {
        show_line(t, &event, NULL, w->seat, w->json);
        return true;
    }
    follow(w, move);
    show_line(t, &event, &(struct told_move){w->before, w->after, move->action, move->ply}, w->seat,
              w->json);
    return true;
}

/* Lines among these numbered from *next to `last`. */
static void tell_some(struct telling *w, const struct store_answer *events, int64_t *next,
                      int64_t last)
{
    for (int i = 0; events != NULL && i < events->count; i++) {
        const struct store_event *event = &events->events[i];
        if (event->seq < *next || event->seq > last)
            continue;
        tell_stored(w, event);
        *next = event->seq + 1;
    }
}

/* The first line from here on that there is: less may have been asked for than is told now. */
static int64_t first_line(const struct table *t, int64_t from)
{
    const struct store_answer *events = errand_kept(t->app, STORE_ASK_EVENTS, t->id);
    return events != NULL && events->count > 0 && events->events[0].seq > from
               ? events->events[0].seq
               : from;
}

/* A list of the lines first … last: those that were asked for, and what has happened since. */
static void put_lines(struct table *t, const char *key, int seat, int64_t first, int64_t last,
                      struct tk_json *json)
{
    struct telling w = {.table = t, .seat = seat, .json = json};
    tk_json_key(json, key);
    tk_json_open(json, '[');
    tell_some(&w, errand_kept(t->app, STORE_ASK_EVENTS, t->id), &first, last);
    tell_some(&w, t->recent, &first, last);
    tk_json_close(json, ']');
}

static int64_t page_before(int64_t seq)
{
    return seq > LOG_PAGE ? seq - LOG_PAGE : 0;
}

/* --- what is needed --- */

static const struct store_answer *ask_events(struct table *t, int64_t first, int64_t last)
{
    struct store_question question = {.topic = STORE_ASK_EVENTS, .first = first, .last = last};
    memcpy(question.id, t->id, sizeof t->id);
    errand_hold(t->app, t);
    return errand_ask(t->app, &question);
}

static bool name_all(struct table *t, const struct store_answer *events)
{
    char room[LOG_PAGE][STORE_ID_MAX + 1];
    const char *ids[LOG_PAGE];
    int count = cluster_users_in(events->events, events->count, room, ids, LOG_PAGE);
    return users_fetch(t->app, ids, count);
}

/* All to the end, so that what other nodes have written comes with it. */
enum refusal snapshot_prepare(struct table *t, int64_t since)
{
    bool gap = since >= 0 && since <= t->seq && t->seq - since <= GAP_MAX;
    const struct store_answer *events =
        ask_events(t, gap ? since + 1 : page_before(t->seq + 1), INT64_MAX);
    if (events == NULL)
        return LATER;
    if (!name_all(t, events))
        return LATER;
    if (t->app->shared)
        return cluster_freshen(t, events);
    return FINE; /* lines that cannot be read are missing */
}

enum refusal snapshot_prepare_log(struct table *t, int64_t before)
{
    int64_t end = before > t->seq + 1 ? t->seq + 1 : before < 0 ? 0 : before;
    const struct store_answer *events = end == 0 ? NULL : ask_events(t, page_before(end), end - 1);
    if (end == 0)
        return FINE;
    return events == NULL || !name_all(t, events)            ? LATER
           : events->found == STORE_BROKEN && t->app->shared ? BUSY
                                                             : FINE;
}

/* --- heads --- */

static void put_commit(const struct table *t, struct tk_json *json)
{
    uint8_t hash[32];
    char text[65];
    crypto_generichash(hash, sizeof hash, t->secret, sizeof t->secret, NULL, 0);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    tk_json_put_text(json, "commit", text);
}

static void put_head(const struct table *t, int seat, const char *user, struct tk_json *json)
{
    bool owner = strcmp(user, t->owner) == 0;
    tk_json_put_text(json, "table", t->id);
    tk_json_put_int(json, "seq", t->seq);
    tk_json_put_text(json, "game", t->game->id);
    tk_json_put_int(json, "players", t->config.players);
    tk_json_key(json, "options");
    tk_options_json(t->game, &t->config, json);
    tk_json_put_bool(json, "public", t->open);
    tk_json_put_bool(json, "hints", t->hints);
    if (t->offline)
        tk_json_put_bool(json, "offline", true);
    tk_json_put_int(json, "created", t->created);
    put_commit(t, json);
    tk_json_key(json, "you");
    tk_json_open(json, '{');
    tk_json_put_int(json, "seat", seat >= 0 ? seat : -1);
    tk_json_put_bool(json, "owner", owner);
    if (owner)
        tk_json_put_text(json, "key", t->key);
    if (seat >= 0 && t->seat[seat].owes_random)
        tk_json_put_bool(json, "share", true);
    tk_json_close(json, '}');
}

size_t snapshot_text(struct table *t, int seat, const char *user)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    int64_t from = first_line(t, page_before(t->seq + 1));
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "table");
    put_head(t, seat, user, &json);
    show_people_in(t, &json);
    show_present(t, seat, &json);
    tk_json_put_int(&json, "ahead", t->ahead);
    tk_json_put_int(&json, "log_from", from);
    put_lines(t, "log", seat, from, t->seq, &json);
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? out.length : 0;
}

size_t snapshot_gap_text(struct table *t, int seat, const char *user, int64_t since)
{
    if (since < -1 || since > t->seq || t->seq - since > GAP_MAX)
        return snapshot_text(t, seat, user);
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "gap");
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_int(&json, "since", since);
    tk_json_put_int(&json, "seq", t->seq);
    put_lines(t, "lines", seat, since + 1, t->seq, &json);
    show_people_in(t, &json);
    show_present(t, seat, &json);
    tk_json_put_int(&json, "ahead", t->ahead);
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? out.length : 0;
}

size_t snapshot_log_text(struct table *t, int seat, int64_t before, int64_t number)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    int64_t end = before > t->seq + 1 ? t->seq + 1 : before < 0 ? 0 : before;
    int64_t from = page_before(end);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "reply");
    tk_json_put_int(&json, "n", number);
    tk_json_put_bool(&json, "ok", true);
    tk_json_put_int(&json, "log_from", from);
    put_lines(t, "lines", seat, from, end - 1, &json);
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? out.length : 0;
}

size_t snapshot_sample_text(const struct table *t, int seat, struct tk_rng *rng, int64_t number)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_state sample;
    memcpy(sample, t->state, t->game->state_size);
    t->game->knowledge.determinise(sample, seat, rng);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "reply");
    tk_json_put_int(&json, "n", number);
    tk_json_put_bool(&json, "ok", true);
    tk_json_put_int(&json, "ply", table_ply(t));
    tk_json_put_int(&json, "seq", t->seq);
    tk_json_key(&json, "sample");
    tk_dump(t->game, sample, &json);
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? out.length : 0;
}
