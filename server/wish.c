/* SPDX-License-Identifier: MIT */
/* New tables: what may be wished for. */
#include "wish.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "bots/bots.h"
#include "games/games.h"

const char *const seat_kind_names[SEAT_KINDS] = {"open", "friend", "person", "bot"};
const char *const clock_kind_names[CLOCK_KINDS] = {"none", "move", "game", "days"};

enum { DAY_MS = 86400000 };

/* --- small readers --- */

static bool get_text(json_t *object, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL || strlen(text) >= size)
        return false;
    snprintf(out, size, "%s", text);
    return true;
}

bool hex_read(const char *text, uint8_t *out, size_t size)
{
    size_t length;
    return text != NULL && strlen(text) == 2 * size &&
           sodium_hex2bin(out, size, text, 2 * size, NULL, &length, NULL) == 0 && length == size;
}

static bool get_hex(json_t *object, const char *key, uint8_t *out, size_t size)
{
    return hex_read(json_string_value(json_object_get(object, key)), out, size);
}

static bool in_range(json_t *number, json_int_t low, json_int_t high)
{
    return json_is_integer(number) && json_integer_value(number) >= low &&
           json_integer_value(number) <= high;
}

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

static bool is_flag(json_t *value)
{
    return value == NULL || json_is_boolean(value);
}

/* --- parts, the same for what clients send and for what was stored --- */

static bool read_options(json_t *options, struct wish *w)
{
    const char *name;
    json_t *value;
    if (options != NULL && !json_is_object(options))
        return false;
    json_object_foreach(options, name, value)
    {
        int option = tk_option_find(w->game, tk_span_of(name));
        if (option < 0 || !json_is_string(value) ||
            !tk_option_parse(&w->game->options[option], w->config.players,
                             tk_span_of(json_string_value(value)), &w->config.option[option]))
            return false;
    }
    return w->game->rules.config_check == NULL || w->game->rules.config_check(&w->config) == TK_OK;
}

static bool read_game(json_t *object, struct wish *w)
{
    char id[32];
    if (!get_text(object, "game", id, sizeof id) ||
        (w->game = tk_game_find(tk_span_of(id))) == NULL)
        return false;
    json_t *players = json_object_get(object, "players");
    if (!in_range(players, w->game->seats_min, w->game->seats_max))
        return false;
    tk_config_init(w->game, (int)json_integer_value(players), &w->config);
    return true;
}

static bool read_clock(json_t *clock, struct clock_wish *out)
{
    static const char *const keys[] = {"kind", "seconds", "increment", "days", NULL};
    json_t *seconds = json_object_get(clock, "seconds"),
           *increment = json_object_get(clock, "increment"), *days = json_object_get(clock, "days");
    char kind[12] = "";
    if (clock == NULL)
        return true;
    if (!only_keys(clock, keys) || !get_text(clock, "kind", kind, sizeof kind))
        return false;
    int index = tk_name_find(clock_kind_names, CLOCK_KINDS, tk_span_of(kind));
    bool fits =
        index == CLOCK_NONE || (index == CLOCK_MOVE && in_range(seconds, 5, 86400)) ||
        (index == CLOCK_GAME && in_range(seconds, 10, 86400) && in_range(increment, 0, 3600)) ||
        (index == CLOCK_DAYS && in_range(days, 1, 30));
    if (!fits)
        return false;
    out->kind = (enum clock_kind)index;
    if (index == CLOCK_DAYS)
        out->base_ms = DAY_MS * json_integer_value(days);
    else if (index != CLOCK_NONE)
        out->base_ms = 1000 * json_integer_value(seconds);
    if (index == CLOCK_GAME)
        out->increment_ms = 1000 * json_integer_value(increment);
    return true;
}

/* A character of the game. One that was stored and is gone plays without. */
static bool read_style(json_t *seat, const struct tk_game *game, struct seat_wish *out)
{
    struct bot bot = {0};
    return json_object_get(seat, "style") == NULL ||
           (out->kind == SEAT_BOT && get_text(seat, "style", out->style, sizeof out->style) &&
            bot_give_character(&bot, game, out->style));
}

static bool read_seat(json_t *seat, struct seat_wish *out)
{
    char kind[12] = "";
    if (!json_is_object(seat) || !get_text(seat, "kind", kind, sizeof kind))
        return false;
    int index = strcmp(kind, "me") == 0 || strcmp(kind, "other") == 0
                    ? SEAT_PERSON
                    : tk_name_find(seat_kind_names, SEAT_KINDS, tk_span_of(kind));
    if (index < 0 ||
        (index == SEAT_BOT && (!get_text(seat, "level", out->level, sizeof out->level) ||
                               bot_find(tk_span_of(out->level)) == NULL)))
        return false;
    out->kind = (enum seat_kind)index;
    return true;
}

/* --- what a client wishes --- */

/* At a table that was played elsewhere nobody is waited for: me, bots, and others without an account. */
static bool suits_offline(const struct wish *w)
{
    bool fine = w->clock.kind == CLOCK_NONE && !w->open;
    for (int i = 0; i < w->config.players; i++)
        fine &= w->seat[i].kind == SEAT_BOT || w->seat[i].kind == SEAT_PERSON;
    return fine;
}

/* Every seat: me (once), friend, open or a bot that exists. */
static bool read_wished_seats(json_t *seats, json_t *random, const char *owner, struct wish *w)
{
    static const char *const keys[] = {"kind", "level", "style", NULL};
    int me = 0;
    if (!json_is_array(seats) || (int)json_array_size(seats) != w->config.players)
        return false;
    for (int i = 0; i < w->config.players; i++) {
        struct seat_wish *seat = &w->seat[i];
        json_t *wished = json_array_get(seats, (size_t)i);
        const char *kind = json_string_value(json_object_get(wished, "kind"));
        if (!only_keys(wished, keys) || !read_seat(wished, seat) || strcmp(kind, "person") == 0 ||
            !read_style(wished, w->game, seat))
            return false;
        bool other = strcmp(kind, "other") == 0;
        if (other && !w->offline)
            return false;
        if (seat->kind != SEAT_PERSON || other)
            continue;
        me++;
        snprintf(seat->user, sizeof seat->user, "%s", owner);
        if (random != NULL)
            seat->has_random = hex_read(json_string_value(random), seat->random, RANDOM_BYTES);
    }
    return me == 1 || (me == 0 && !w->offline);
}

const char *wish_read(json_t *object, const char *owner, struct wish *out)
{
    static const char *const keys[] = {"game",  "players", "options", "seats", "clock",   "public",
                                       "hints", "quick",   "random",  "share", "offline", NULL};
    uint8_t bytes[RANDOM_BYTES];
    json_t *random = json_object_get(object, "random"), *share = json_object_get(object, "share"),
           *offline = json_object_get(object, "offline");
    *out = (struct wish){0};
    if (!only_keys(object, keys))
        return "a key is unknown";
    if (!read_game(object, out))
        return "there is no such game, or not for so many players";
    if (random != NULL && !hex_read(json_string_value(random), bytes, sizeof bytes))
        return "random is not 64 hexadecimal digits";
    out->offline = offline != NULL;
    if (out->offline && (random != NULL || share != NULL ||
                         !hex_read(json_string_value(offline), out->secret, RANDOM_BYTES)))
        return "offline is 64 hexadecimal digits, and nobody has a share in that shuffle";
    if (share != NULL && (!json_is_string(share) || strcmp(json_string_value(share), "later") != 0))
        return "share can only be \"later\"";
    if (!read_options(json_object_get(object, "options"), out))
        return "an option or its value is unknown, or they do not go together";
    if (!read_wished_seats(json_object_get(object, "seats"), random, owner, out))
        return "seats must be one for each player: me (once), friend, open, or a bot that exists, "
               "with a style of the game if any";
    if (!read_clock(json_object_get(object, "clock"), &out->clock))
        return "the clock's kind or its times do not fit";
    if (!is_flag(json_object_get(object, "public")) || !is_flag(json_object_get(object, "hints")) ||
        !is_flag(json_object_get(object, "quick")))
        return "public, hints and quick are true or false";
    out->open = json_is_true(json_object_get(object, "public"));
    out->hints = json_is_true(json_object_get(object, "hints"));
    out->quick = json_is_true(json_object_get(object, "quick"));
    out->late_random = share != NULL && random == NULL;
    if (out->offline && !suits_offline(out))
        return "a game that was played offline has no clock, is not public, and waits for nobody";
    snprintf(out->owner, sizeof out->owner, "%s", owner);
    return NULL;
}

/* --- as it is stored --- */

static void put_hex(struct tk_json *json, const char *key, const uint8_t *bytes, size_t size)
{
    char text[2 * 64 + 1];
    sodium_bin2hex(text, sizeof text, bytes, size);
    tk_json_put_text(json, key, text);
}

static void write_seats(const struct wish *w, struct tk_json *json)
{
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int i = 0; i < w->config.players; i++) {
        const struct seat_wish *seat = &w->seat[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "kind",
                         seat->kind == SEAT_PERSON ? "me" : seat_kind_names[seat->kind]);
        if (seat->kind == SEAT_BOT)
            tk_json_put_text(json, "level", seat->level);
        if (seat->style[0] != '\0')
            tk_json_put_text(json, "style", seat->style);
        if (seat->kind == SEAT_PERSON)
            tk_json_put_text(json, "user", seat->user);
        if (seat->has_random)
            put_hex(json, "random", seat->random, sizeof seat->random);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static void write_clock(const struct clock_wish *clock, struct tk_json *json)
{
    tk_json_key(json, "clock");
    tk_json_open(json, '{');
    tk_json_put_text(json, "kind", clock_kind_names[clock->kind]);
    if (clock->kind == CLOCK_DAYS)
        tk_json_put_int(json, "days", clock->base_ms / DAY_MS);
    else if (clock->kind != CLOCK_NONE)
        tk_json_put_int(json, "seconds", clock->base_ms / 1000);
    if (clock->kind == CLOCK_GAME)
        tk_json_put_int(json, "increment", clock->increment_ms / 1000);
    tk_json_close(json, '}');
}

void wish_write(const struct wish *w, struct tk_json *json)
{
    tk_json_put_text(json, "game", w->game->id);
    tk_json_put_int(json, "players", w->config.players);
    tk_json_key(json, "options");
    tk_options_json(w->game, &w->config, json);
    write_seats(w, json);
    write_clock(&w->clock, json);
    tk_json_put_bool(json, "public", w->open);
    tk_json_put_bool(json, "hints", w->hints);
    tk_json_put_bool(json, "quick", w->quick);
    if (w->late_random)
        tk_json_put_text(json, "share", "later");
    if (w->offline)
        tk_json_put_bool(json, "offline", true);
    tk_json_put_text(json, "owner", w->owner);
    tk_json_put_text(json, "key", w->key);
    put_hex(json, "secret", w->secret, sizeof w->secret);
}

/* Stored seats name their users; what an older server added is passed over. */
static bool load_seats(json_t *seats, struct wish *w)
{
    for (int i = 0; i < w->config.players; i++) {
        json_t *stored = json_array_get(seats, (size_t)i);
        struct seat_wish *seat = &w->seat[i];
        if (!read_seat(stored, seat))
            return false;
        get_text(stored, "user", seat->user, sizeof seat->user);
        get_text(stored, "style", seat->style, sizeof seat->style);
        seat->has_random = get_hex(stored, "random", seat->random, sizeof seat->random);
    }
    return true;
}

bool wish_load(json_t *object, struct wish *out)
{
    *out = (struct wish){0};
    if (!read_game(object, out) || !read_options(json_object_get(object, "options"), out) ||
        !load_seats(json_object_get(object, "seats"), out) ||
        !read_clock(json_object_get(object, "clock"), &out->clock) ||
        !get_text(object, "owner", out->owner, sizeof out->owner) ||
        !get_text(object, "key", out->key, sizeof out->key) ||
        !get_hex(object, "secret", out->secret, sizeof out->secret))
        return false;
    out->open = json_is_true(json_object_get(object, "public"));
    out->hints = json_is_true(json_object_get(object, "hints"));
    out->quick = json_is_true(json_object_get(object, "quick"));
    out->late_random = json_object_get(object, "share") != NULL;
    out->offline = json_is_true(json_object_get(object, "offline"));
    return true;
}
