/* SPDX-License-Identifier: MIT */
/*
 * A table as a page shows it: the same JSON that a server's table tells (docs/protocol.md), so that
 * whoever draws the one can draw the other.
 */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "table_internal.h"

enum { SAY_MOST = 80 /* longer legal lists come without sentences */ };

/* --- the games --- */

static void write_catalogue(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    (void)t, (void)about;
    tk_json_open(&json, '[');
    for (int i = 0; tk_game_at(i) != NULL; i++)
        tk_catalogue(tk_game_at(i), &json);
    tk_json_close(&json, ']');
}

const char *tk_table_catalogue(struct tk_table *t)
{
    if (t == NULL)
        return NULL;
    table_accepted(t);
    return table_answer(t, write_catalogue, NULL);
}

/* --- what can be done, in words --- */

/* The table with everything redrawn that the seat to act cannot know: what is told from it tells no
 * secret. */
static void redraw(const struct tk_table *t, void *out_state)
{
    struct tk_rng rng;
    tk_rng_init(&rng, 1, (uint64_t)t->length);
    memcpy(out_state, table_now(t), t->game->state_size);
    t->game->knowledge.determinise(out_state, tk_table_actor(t), &rng);
}

static void put_deed(const struct tk_table *t, const void *before, tk_action action,
                     struct tk_json *json)
{
    tk_state after;
    struct tk_phrase phrases[TK_PHRASES_MAX];
    memcpy(after, before, t->game->state_size);
    tk_play(t->game, after, action);
    t->game->text.describe(before, action, after, TK_SPECTATOR, phrases);
    tk_json_key(json, "say");
    tk_phrase_json(t->game, &phrases[0], json);
}

static void write_moves(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    tk_state before;
    tk_action legal[TK_ACTIONS_MAX];
    int count = tk_table_actor(t) >= 0 ? t->game->rules.legal(table_now(t), legal) : 0;
    (void)about;
    if (count > 0)
        redraw(t, before);
    tk_json_open(&json, '[');
    for (int i = 0; i < count; i++) {
        tk_json_open(&json, '{');
        tk_json_key(&json, "move");
        table_move(t, table_now(t), legal[i], &json);
        if (count <= SAY_MOST)
            put_deed(t, before, legal[i], &json);
        tk_json_close(&json, '}');
    }
    tk_json_close(&json, ']');
}

const char *tk_table_moves(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_moves, NULL) : NULL;
}

struct previewed {
    tk_status status;
    tk_action action;
};

static void put_refusal(const struct tk_table *t, tk_status status, struct tk_json *json)
{
    tk_json_key(json, "refused");
    tk_json_open(json, '{');
    tk_json_put_text(json, "code", "refused");
    tk_json_key(json, "words");
    tk_json_open(json, '{');
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        char text[512];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        tk_status_write(&(struct tk_speaker){(enum tk_lang)lang, t->game, NULL}, status, &out);
        tk_json_put_text(json, tk_lang_codes[lang], tk_writer_text(&out));
    }
    tk_json_close(json, '}');
    tk_json_put_text(json, "clause", tk_status_clause(t->game, status));
    tk_json_put_text(json, "key", tk_status_key(t->game, status));
    tk_json_close(json, '}');
}

static void write_preview(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const struct previewed *previewed = about;
    struct tk_json json = tk_json_over(out);
    tk_state before;
    tk_json_open(&json, '{');
    if (previewed->status == TK_OK) {
        redraw(t, before);
        put_deed(t, before, previewed->action, &json);
    } else {
        put_refusal(t, previewed->status, &json);
    }
    tk_json_close(&json, '}');
}

const char *tk_table_preview(struct tk_table *t, const char *move)
{
    struct previewed previewed = {TK_OVER, 0};
    if (!table_has_game(t))
        return NULL;
    if (tk_table_actor(t) >= 0)
        previewed.status =
            tk_move_parse(t->game, table_now(t), table_span(move), &previewed.action);
    return table_answer(t, write_preview, &previewed);
}

/* --- what was done --- */

static bool has_ply(struct tk_table *t, int ply, int seat)
{
    if (!table_has_seat(t, seat))
        return false;
    return (ply >= 0 && ply <= t->length) ||
           table_refused(t, "so many decisions were not made", "");
}

struct looked {
    int ply, seat;
};

static void write_view_at(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const struct looked *looked = about;
    struct tk_json json = tk_json_over(out);
    tk_view(t->game, table_state(t, looked->ply), looked->seat, &json);
}

const char *tk_table_view_at(struct tk_table *t, int ply, int seat)
{
    struct looked looked = {ply, seat};
    return has_ply(t, ply, seat) ? table_answer(t, write_view_at, &looked) : NULL;
}

static void put_said(const struct tk_table *t, int index, int seat, struct tk_json *json)
{
    struct tk_phrase phrases[TK_PHRASES_MAX];
    int count = t->game->text.describe(table_state(t, index), t->actions[index],
                                       table_state(t, index + 1), seat, phrases);
    tk_json_key(json, "say");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_phrase_json(t->game, &phrases[i], json);
    tk_json_close(json, ']');
}

/* Rounds have numbers; what comes before the first has none. */
static void put_line(const struct tk_table *t, int index, int seat, struct tk_json *json)
{
    const void *before = table_state(t, index);
    int round = t->game->rules.round != NULL ? t->game->rules.round(before) : 0;
    tk_json_open(json, '{');
    tk_json_put_int(json, "seat", t->game->rules.actor(before));
    tk_json_key(json, "move");
    table_move(t, before, t->actions[index], json);
    tk_json_put_int(json, "ply", index + 1);
    tk_json_put_int(json, "turn", t->game->rules.turn(before));
    if (round > 0)
        tk_json_put_int(json, "round", round);
    put_said(t, index, seat, json);
    tk_json_close(json, '}');
}

static void write_lines(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const struct looked *looked = about;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '[');
    for (int i = looked->ply; i < t->length; i++)
        put_line(t, i, looked->seat, &json);
    tk_json_close(&json, ']');
}

const char *tk_table_lines(struct tk_table *t, int since, int seat)
{
    struct looked looked = {since, seat};
    return has_ply(t, since, seat) ? table_answer(t, write_lines, &looked) : NULL;
}

int tk_table_revealed(struct tk_table *t, int ply)
{
    if (!has_ply(t, ply, TK_TABLE_WATCHER) || ply == 0)
        return -1;
    return t->game->rules.reveals(table_state(t, ply - 1), t->actions[ply - 1]);
}

/* --- who knows more than others --- */

enum { REDRAWS = 8 /* what is drawn anew may be what was there */ };

/* The caller frees it; NULL without memory. */
static char *view_text(const struct tk_table *t, const void *state, int seat)
{
    char *text = NULL;
    for (size_t size = 0;;) {
        struct tk_writer out = tk_writer_over(text, size);
        struct tk_json json = tk_json_over(&out);
        tk_view(t->game, state, seat, &json);
        if (out.length < out.size) {
            tk_writer_text(&out);
            return text;
        }
        free(text);
        size = out.length + 1;
        text = malloc(size);
        if (text == NULL)
            return NULL;
    }
}

/* Whatever the other cannot know is drawn anew: if this seat sees a difference, it knew more. */
static bool knows_more(const struct tk_table *t, int seat, int other, const char *seen)
{
    bool more = false;
    for (int i = 0; i < REDRAWS && !more; i++) {
        tk_state redrawn;
        struct tk_rng rng;
        tk_rng_init(&rng, (uint64_t)i, (uint64_t)t->length);
        memcpy(redrawn, table_now(t), t->game->state_size);
        t->game->knowledge.determinise(redrawn, other, &rng);
        char *text = view_text(t, redrawn, seat);
        more = text == NULL || strcmp(text, seen) != 0;
        free(text);
    }
    return more;
}

int tk_table_secret(struct tk_table *t, int seat)
{
    if (!table_has_seat(t, seat))
        return -1;
    char *seen = seat < 0 ? NULL : view_text(t, table_now(t), seat);
    bool secret = seat >= 0 && seen == NULL; /* without memory to find out nobody may see it */
    for (int other = 0; seen != NULL && other < t->config.players && !secret; other++)
        secret = other != seat && knows_more(t, seat, other, seen);
    free(seen);
    return secret;
}

/* --- how it ended --- */

static void put_numbers(struct tk_json *json, const char *key, const int32_t *numbers, int count)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_json_int(json, numbers[i]);
    tk_json_close(json, ']');
}

static void put_places(const struct tk_table *t, struct tk_json *json)
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    int32_t numbers[TK_SEATS_MAX] = {0};
    t->game->rules.scores(table_now(t), numbers);
    put_numbers(json, "scores", numbers, t->config.players);
    t->game->rules.ranks(table_now(t), ranks);
    for (int seat = 0; seat < t->config.players; seat++)
        numbers[seat] = ranks[seat];
    put_numbers(json, "ranks", numbers, t->config.players);
}

static void write_result(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    (void)about;
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "ending",
                     t->game->words->table[t->game->rules.ending(table_now(t))].key);
    put_places(t, &json);
    tk_json_key(&json, "sheets");
    tk_json_open(&json, '[');
    for (int seat = 0; seat < t->config.players; seat++) {
        struct tk_sheet sheet = {0};
        t->game->rules.sheet(table_now(t), seat, &sheet);
        tk_sheet_json(t->game, &sheet, &json);
    }
    tk_json_close(&json, ']');
    tk_json_close(&json, '}');
}

const char *tk_table_result(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_result, NULL) : NULL;
}
