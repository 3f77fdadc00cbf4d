/* A table as the sum of its events. */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- small readers: false leaves the target alone --- */

static bool get_text(json_t *object, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL || strlen(text) >= size)
        return false;
    snprintf(out, size, "%s", text);
    return true;
}

static int get_seat(const struct table *t, json_t *data)
{
    json_int_t seat = json_integer_value(json_object_get(data, "seat"));
    return seat >= 0 && seat < t->config.players ? (int)seat : -1;
}

static bool get_hex(json_t *object, const char *key, uint8_t *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    size_t length;
    return text != NULL && strlen(text) == 2 * size &&
           sodium_hex2bin(out, size, text, strlen(text), NULL, &length, NULL) == 0 &&
           length == size;
}

static json_t *hex(const uint8_t *bytes, size_t size)
{
    char text[2 * 64 + 1];
    sodium_bin2hex(text, sizeof text, bytes, size);
    return json_string(text);
}

/* --- questions --- */

int table_seat_of(const struct table *t, const char *user)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && strcmp(t->seat[seat].user, user) == 0)
            return seat;
    return TK_SPECTATOR;
}

int table_actor(const struct table *t)
{
    return t->status == TABLE_PLAYING && !t->frozen ? t->game->rules.actor(t->state) : TK_NOBODY;
}

void table_state_at(const struct table *t, int ply, void *out_state)
{
    tk_start(t->game, &t->config, t->seed, out_state);
    for (int i = 0; i < ply && i < t->ply; i++)
        tk_play(t->game, out_state, t->actions[i]);
}

/* The own last decision, if nobody decided since and it revealed nothing. */
bool table_can_undo(const struct table *t, int seat)
{
    tk_state before;
    if (t->status != TABLE_PLAYING || t->ply == 0 || seat < 0)
        return false;
    table_state_at(t, t->ply - 1, before);
    return t->game->rules.actor(before) == seat &&
           !t->game->rules.reveals(before, t->actions[t->ply - 1]);
}

int64_t table_time_left(const struct table *t, int seat)
{
    if (t->clock.kind == CLOCK_NONE)
        return INT64_MAX;
    int64_t left = t->seat[seat].left_ms;
    return table_actor(t) == seat ? left - (now_ms() - t->clock.since) : left;
}

/* --- folding events --- */

static void fold_seat_wish(struct table *t, int index, json_t *wish)
{
    struct seat *seat = &t->seat[index];
    char kind[12] = "", level[32] = "";
    get_text(wish, "kind", kind, sizeof kind);
    get_text(wish, "level", level, sizeof level);
    seat->kind = strcmp(kind, "bot") == 0      ? SEAT_BOT
                 : strcmp(kind, "friend") == 0 ? SEAT_FRIEND
                 : strcmp(kind, "me") == 0     ? SEAT_PERSON
                                               : SEAT_OPEN;
    seat->by_link = seat->kind == SEAT_FRIEND;
    if (seat->kind == SEAT_BOT)
        seat->bot = bot_find(tk_span_of(level));
    if (seat->kind == SEAT_BOT)
        snprintf(seat->name, sizeof seat->name, "%s", level);
    get_text(wish, "user", seat->user, sizeof seat->user);
    get_text(wish, "name", seat->name, sizeof seat->name);
    seat->has_random = get_hex(wish, "random", seat->random, sizeof seat->random);
}

static void fold_options(struct table *t, json_t *options)
{
    const char *name;
    json_t *value;
    json_object_foreach(options, name, value)
    {
        int option = tk_option_find(t->game, tk_span_of(name));
        if (option >= 0 && json_is_string(value))
            tk_option_parse(&t->game->options[option], t->config.players,
                            tk_span_of(json_string_value(value)), &t->config.option[option]);
    }
}

static void fold_clock(struct table *t, json_t *clock)
{
    char kind[12] = "";
    int64_t seconds = json_integer_value(json_object_get(clock, "seconds"));
    get_text(clock, "kind", kind, sizeof kind);
    if (strcmp(kind, "move") == 0)
        t->clock = (struct clock){.kind = CLOCK_MOVE, .base_ms = 1000 * seconds};
    if (strcmp(kind, "game") == 0)
        t->clock = (struct clock){
            .kind = CLOCK_GAME,
            .base_ms = 1000 * seconds,
            .increment_ms = 1000 * json_integer_value(json_object_get(clock, "increment"))};
    if (strcmp(kind, "days") == 0)
        t->clock = (struct clock){.kind = CLOCK_DAYS,
                                  .base_ms = 86400000 *
                                             json_integer_value(json_object_get(clock, "days"))};
    for (int seat = 0; seat < t->config.players; seat++)
        t->seat[seat].left_ms = t->clock.base_ms;
}

static void fold_created(struct table *t, json_t *data, int64_t at)
{
    char game[32] = "";
    get_text(data, "game", game, sizeof game);
    t->game = tk_game_find(tk_span_of(game));
    if (t->game == NULL)
        return;
    tk_config_init(t->game, (int)json_integer_value(json_object_get(data, "players")), &t->config);
    fold_options(t, json_object_get(data, "options"));
    json_t *seats = json_object_get(data, "seats");
    for (int i = 0; i < t->config.players; i++)
        fold_seat_wish(t, i, json_array_get(seats, (size_t)i));
    fold_clock(t, json_object_get(data, "clock"));
    get_text(data, "owner", t->owner, sizeof t->owner);
    get_text(data, "key", t->key, sizeof t->key);
    get_hex(data, "secret", t->secret, sizeof t->secret);
    t->open = json_is_true(json_object_get(data, "public"));
    t->hints = json_is_true(json_object_get(data, "hints"));
    t->quick = json_is_true(json_object_get(data, "quick"));
    t->created = at;
}

static void fold_sat(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    (void)at;
    if (index < 0)
        return;
    struct seat *seat = &t->seat[index];
    seat->kind = SEAT_PERSON;
    get_text(data, "user", seat->user, sizeof seat->user);
    get_text(data, "name", seat->name, sizeof seat->name);
    seat->has_random = get_hex(data, "random", seat->random, sizeof seat->random);
}

static void fold_stood(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    (void)at;
    if (index >= 0)
        t->seat[index] = (struct seat){.kind = t->seat[index].by_link ? SEAT_FRIEND : SEAT_OPEN,
                                       .by_link = t->seat[index].by_link,
                                       .left_ms = t->clock.base_ms};
}

static void fold_bot(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    char level[32] = "";
    (void)at;
    if (index < 0 || !get_text(data, "level", level, sizeof level))
        return;
    t->seat[index].kind = SEAT_BOT;
    t->seat[index].bot = bot_find(tk_span_of(level));
    snprintf(t->seat[index].name, sizeof t->seat[index].name, "%s", level);
}

static void fold_started(struct table *t, json_t *data, int64_t at)
{
    if (!get_hex(data, "seed", t->seed, sizeof t->seed) ||
        (t->state = calloc(1, t->game->state_size)) == NULL)
        return;
    tk_start(t->game, &t->config, t->seed, t->state);
    t->status = TABLE_PLAYING;
    t->clock.since = at;
}

/* The seat that acted has used the time since its clock began to run. */
static void charge_clock(struct table *t, int seat, int64_t at)
{
    if (t->clock.kind == CLOCK_GAME && seat >= 0) {
        t->seat[seat].left_ms -= at - t->clock.since;
        t->seat[seat].left_ms += t->clock.increment_ms;
    }
    t->clock.since = at;
}

static bool remember_action(struct table *t, tk_action action)
{
    if (t->ply == t->room) {
        int room = t->room == 0 ? 64 : 2 * t->room;
        tk_action *actions = realloc(t->actions, (size_t)room * sizeof *actions);
        if (actions == NULL)
            return false;
        t->actions = actions;
        t->room = room;
    }
    t->actions[t->ply++] = action;
    return true;
}

/* A move that these rules do not accept, or that leads elsewhere than it did, freezes the table. */
static void fold_move(struct table *t, json_t *data, int64_t at)
{
    const char *move = json_string_value(json_object_get(data, "move"));
    json_t *hash = json_object_get(data, "hash");
    tk_action action;
    int actor = table_actor(t), seat = get_seat(t, data);
    if (t->status != TABLE_PLAYING || move == NULL || actor != seat ||
        tk_move_parse(t->game, t->state, tk_span_of(move), &action) != TK_OK ||
        !remember_action(t, action)) {
        t->frozen = true;
        return;
    }
    tk_play(t->game, t->state, action);
    char right[20];
    snprintf(right, sizeof right, "%016llx",
             (unsigned long long)tk_hash(t->state, t->game->state_size));
    if (hash != NULL && (!json_is_string(hash) || strcmp(json_string_value(hash), right) != 0))
        t->frozen = true;
    charge_clock(t, seat, at);
    t->offer = 0;
    t->seat[seat].late = json_object_get(data, "late") != NULL ? t->seat[seat].late + 1 : 0;
}

static void fold_undone(struct table *t, json_t *data, int64_t at)
{
    json_int_t to = json_integer_value(json_object_get(data, "to"));
    if (t->status != TABLE_PLAYING || to < 0 || to > t->ply)
        return;
    t->ply = (int)to;
    table_state_at(t, t->ply, t->state);
    t->clock.since = at;
    t->offer = 0;
}

static void fold_resigned(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    (void)at;
    if (index < 0)
        return;
    t->seat[index].resigned = true;
    t->seat[index].away = true;
}

static void fold_offered(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    (void)at;
    if (index >= 0)
        t->offer = (uint8_t)(t->offer | 1U << index);
}

static void fold_answered(struct table *t, json_t *data, int64_t at)
{
    if (json_is_true(json_object_get(data, "yes")))
        fold_offered(t, data, at);
    else
        t->offer = 0;
}

static void fold_away(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    (void)at;
    if (index >= 0)
        t->seat[index].away = true;
}

static void fold_back(struct table *t, json_t *data, int64_t at)
{
    int index = get_seat(t, data);
    if (index < 0 || t->seat[index].resigned)
        return;
    t->seat[index].away = false;
    t->seat[index].late = 0;
    if (table_actor(t) == index)
        t->clock.since = at;
}

static void fold_over(struct table *t, json_t *data, int64_t at)
{
    (void)at;
    get_text(data, "reason", t->reason, sizeof t->reason);
    for (int seat = 0; seat < t->config.players; seat++) {
        t->scores[seat] = (int32_t)json_integer_value(
            json_array_get(json_object_get(data, "scores"), (size_t)seat));
        t->ranks[seat] = (uint8_t)json_integer_value(
            json_array_get(json_object_get(data, "ranks"), (size_t)seat));
    }
    t->status = TABLE_OVER;
}

static void fold_rematch(struct table *t, json_t *data, int64_t at)
{
    (void)at;
    get_text(data, "next", t->next, sizeof t->next);
    get_text(data, "key", t->next_key, sizeof t->next_key);
}

/* Time that the server did not run is nobody's time. */
static void fold_resumed(struct table *t, json_t *data, int64_t at)
{
    (void)data;
    t->clock.since = at;
}

static void fold_nothing(struct table *t, json_t *data, int64_t at)
{
    (void)t, (void)data, (void)at;
}

static const struct {
    const char *what;
    void (*fold)(struct table *, json_t *, int64_t);
} folds[] = {
    {"created", fold_created},   {"sat", fold_sat},           {"stood", fold_stood},
    {"bot", fold_bot},           {"started", fold_started},   {"move", fold_move},
    {"undone", fold_undone},     {"resigned", fold_resigned}, {"offered", fold_offered},
    {"answered", fold_answered}, {"away", fold_away},         {"back", fold_back},
    {"late", fold_away},         {"over", fold_over},         {"rematch", fold_rematch},
    {"resumed", fold_resumed},   {"chat", fold_nothing},
};

void table_fold(struct table *t, const struct store_event *event)
{
    json_t *data = json_loads(event->data, 0, NULL);
    for (int i = 0; i < TK_COUNT(folds); i++)
        if (strcmp(folds[i].what, event->what) == 0)
            folds[i].fold(t, data, event->at);
    t->seq = event->seq;
    t->updated = event->at;
    json_decref(data);
}

/* --- in and out of memory --- */

static struct table *make_table(struct app *app, const char *id)
{
    struct table *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->app = app;
    t->seq = -1;
    t->last_request = &t->first_request;
    t->used = now_ms();
    snprintf(t->id, sizeof t->id, "%s", id);
    return t;
}

static void free_table(struct table *t)
{
    free(t->state);
    free(t->actions);
    free(t->watchers);
    free(t);
}

static bool fold_loaded(void *context, const struct store_event *event)
{
    table_fold(context, event);
    return true;
}

struct table *table_get(struct app *app, const char *id)
{
    struct table *t = map_get(&app->tables, id);
    if (t != NULL) {
        t->used = now_ms();
        return t;
    }
    struct store_table row;
    if (strlen(id) > STORE_ID_MAX || !store_table_load(app->store, id, &row) ||
        (t = make_table(app, id)) == NULL)
        return NULL;
    store_events(app->store, id, 0, fold_loaded, t);
    if (t->game == NULL || !map_put(&app->tables, id, t)) {
        free_table(t);
        return NULL;
    }
    if (t->frozen)
        log_line(app, "frozen", "table %s no longer replays under these rules", id);
    table_wake(t);
    return t;
}

static void free_timer(uv_handle_t *handle)
{
    free(handle);
}

void table_forget(struct table *t)
{
    map_remove(&t->app->tables, t->id);
    if (t->timer != NULL) {
        uv_timer_stop(t->timer);
        uv_close((uv_handle_t *)t->timer, free_timer);
    }
    while (t->first_request != NULL) {
        struct request *request = t->first_request;
        t->first_request = request->next;
        json_decref(request->message);
        free(request);
    }
    free_table(t);
}

/* --- creating --- */

static bool only_keys(json_t *object, const char *const *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        int known = 0;
        for (int i = 0; keys[i] != NULL; i++)
            known |= strcmp(keys[i], key) == 0;
        if (!known)
            return false;
    }
    return json_is_object(object);
}

static bool options_fit(const struct tk_game *game, int players, json_t *options)
{
    struct tk_config config;
    const char *name;
    json_t *value;
    tk_config_init(game, players, &config);
    if (options != NULL && !json_is_object(options))
        return false;
    json_object_foreach(options, name, value)
    {
        int option = tk_option_find(game, tk_span_of(name));
        if (option < 0 || !json_is_string(value) ||
            !tk_option_parse(&game->options[option], players, tk_span_of(json_string_value(value)),
                             &config.option[option]))
            return false;
    }
    return game->rules.config_check == NULL || game->rules.config_check(&config) == TK_OK;
}

static bool in_range(json_t *number, json_int_t low, json_int_t high)
{
    return json_is_integer(number) && json_integer_value(number) >= low &&
           json_integer_value(number) <= high;
}

static bool clock_fits(json_t *clock)
{
    static const char *const keys[] = {"kind", "seconds", "increment", "days", NULL};
    char kind[12] = "";
    if (clock == NULL)
        return true;
    if (!only_keys(clock, keys) || !get_text(clock, "kind", kind, sizeof kind))
        return false;
    if (strcmp(kind, "none") == 0)
        return true;
    if (strcmp(kind, "move") == 0)
        return in_range(json_object_get(clock, "seconds"), 5, 86400);
    if (strcmp(kind, "game") == 0)
        return in_range(json_object_get(clock, "seconds"), 10, 86400) &&
               in_range(json_object_get(clock, "increment"), 0, 3600);
    return strcmp(kind, "days") == 0 && in_range(json_object_get(clock, "days"), 1, 30);
}

/* Every seat: me (once), friend, open or a bot that exists. */
static bool seats_fit(json_t *seats, int players)
{
    static const char *const keys[] = {"kind", "level", NULL};
    int me = 0;
    if (!json_is_array(seats) || (int)json_array_size(seats) != players)
        return false;
    for (int i = 0; i < players; i++) {
        json_t *seat = json_array_get(seats, (size_t)i);
        char kind[12] = "", level[32] = "";
        if (!only_keys(seat, keys) || !get_text(seat, "kind", kind, sizeof kind))
            return false;
        if (strcmp(kind, "bot") == 0) {
            if (!get_text(seat, "level", level, sizeof level) ||
                bot_find(tk_span_of(level)) == NULL)
                return false;
        } else if (strcmp(kind, "me") == 0) {
            me++;
        } else if (strcmp(kind, "friend") != 0 && strcmp(kind, "open") != 0) {
            return false;
        }
    }
    return me <= 1;
}

static bool is_flag(json_t *value)
{
    return value == NULL || json_is_boolean(value);
}

static enum refusal check_wish(json_t *wish)
{
    static const char *const keys[] = {"game",   "players", "options", "seats",  "clock",
                                       "public", "hints",   "quick",   "random", NULL};
    uint8_t random[RANDOM_BYTES];
    char id[32];
    if (!only_keys(wish, keys) || !get_text(wish, "game", id, sizeof id))
        return BAD_REQUEST;
    const struct tk_game *game = tk_game_find(tk_span_of(id));
    json_t *players = json_object_get(wish, "players");
    if (game == NULL || !in_range(players, game->seats_min, game->seats_max))
        return BAD_REQUEST;
    int count = (int)json_integer_value(players);
    bool fits =
        options_fit(game, count, json_object_get(wish, "options")) &&
        seats_fit(json_object_get(wish, "seats"), count) &&
        clock_fits(json_object_get(wish, "clock")) && is_flag(json_object_get(wish, "public")) &&
        is_flag(json_object_get(wish, "hints")) && is_flag(json_object_get(wish, "quick")) &&
        (json_object_get(wish, "random") == NULL || get_hex(wish, "random", random, sizeof random));
    return fits ? FINE : BAD_REQUEST;
}

static void random_text(char *out, size_t size, size_t bytes)
{
    uint8_t raw[32];
    randombytes_buf(raw, bytes);
    sodium_bin2base64(out, size, raw, bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The event that creates a table: the wish, who had it, and the secrets. */
static json_t *creation(json_t *wish, const struct user *owner, const char *key)
{
    uint8_t secret[RANDOM_BYTES];
    json_t *data = json_deep_copy(wish), *seats = json_object_get(data, "seats");
    randombytes_buf(secret, sizeof secret);
    json_object_set_new(data, "owner", json_string(owner->row.id));
    json_object_set_new(data, "key", json_string(key));
    json_object_set_new(data, "secret", hex(secret, sizeof secret));
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        if (strcmp(json_string_value(json_object_get(seat, "kind")), "me") != 0)
            continue;
        json_object_set_new(seat, "user", json_string(owner->row.id));
        json_object_set_new(seat, "name", json_string(owner->row.name));
        json_object_set(seat, "random", json_object_get(wish, "random"));
    }
    json_object_del(data, "random");
    return data;
}

/* Whoever waits for the creation, and the table that then wakes up. */
struct creating {
    struct app *app;
    char id[STORE_ID_MAX + 1];
    store_done *done;
    void *context;
};

static void created(void *context, bool durable)
{
    struct creating *c = context;
    struct table *t = map_get(&c->app->tables, c->id);
    if (t != NULL && !durable)
        table_forget(t);
    c->done(c->context, durable);
    if (t != NULL && durable) {
        t->writing = false;
        table_wake(t);
    }
    free(c);
}

static void write_creation(struct table *t, json_t *data, struct creating *c)
{
    char *text = json_dumps(data, JSON_COMPACT);
    const char *seats[TK_SEATS_MAX];
    struct store_event event = {.seq = 0, .at = now_ms(), .what = "created", .data = text};
    struct store_table row = {.open = t->open, .created = event.at, .updated = event.at};
    snprintf(row.id, sizeof row.id, "%s", t->id);
    table_fold(t, &event);
    row.open = t->open;
    snprintf(row.game, sizeof row.game, "%s", t->game->id);
    snprintf(row.status, sizeof row.status, "open");
    for (int i = 0; i < t->config.players; i++)
        seats[i] = t->seat[i].user;
    t->writing = true;
    store_write(
        t->app->store,
        &(struct store_change){
            .table = &row, .event = &event, .seats = seats, .seat_count = t->config.players},
        created, c);
    free(text);
}

enum refusal table_create(struct app *app, struct user *owner, json_t *wish,
                          char out_id[STORE_ID_MAX + 1], char out_key[STORE_ID_MAX + 1],
                          store_done *done, void *context)
{
    enum refusal refusal = check_wish(wish);
    if (refusal != FINE)
        return refusal;
    random_text(out_id, STORE_ID_MAX + 1, ID_BYTES);
    random_text(out_key, STORE_ID_MAX + 1, ID_BYTES);
    struct table *t = make_table(app, out_id);
    struct creating *c = calloc(1, sizeof *c);
    if (t == NULL || c == NULL || !map_put(&app->tables, out_id, t)) {
        free(t);
        free(c);
        return BUSY;
    }
    *c = (struct creating){.app = app, .done = done, .context = context};
    snprintf(c->id, sizeof c->id, "%s", out_id);
    json_t *data = creation(wish, owner, out_key);
    write_creation(t, data, c);
    json_decref(data);
    return FINE;
}
