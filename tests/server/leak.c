/* SPDX-License-Identifier: MIT */
/*
 * What goes over the wire tells no secret: for running games of every kind, the bytes that a seat
 * or a watcher receives stay the same when everything hidden from them is dealt again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "server/show.h"
#include "server/snapshot.h"

static long compared;

static void fail(const struct table *t, int seat, const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] != '\0' && a[at] == b[at])
        at++;
    at = at < 100 ? 0 : at - 100;
    fprintf(stderr, "%s, ply %d: seat %d is told what it may not know\n  %.200s\n  %.200s\n",
            t->game->id, table_ply(t), seat, a + at, b + at);
    exit(1);
}

/* Times differ from call to call; everything else must not. */
static void hide_times(char *text)
{
    for (char *at = text; (at = strstr(at, "\"now\":")) != NULL;)
        for (at += 6; *at >= '0' && *at <= '9'; at++)
            *at = '0';
}

/* What a viewer gets, copied; the caller frees it. */
typedef size_t writes(struct table *t, int seat, const char *user);

static char *written(writes *write, struct table *t, int seat, const char *user)
{
    size_t length = write(t, seat, user);
    char *text = length == 0 ? NULL : strndup(show_room, length);
    if (text == NULL)
        exit(1);
    hide_times(text);
    return text;
}

static void compare(struct table *t, int seat, writes *write, const char *user, struct tk_rng *rng)
{
    tk_state true_state;
    char *a = written(write, t, seat, user);
    memcpy(true_state, t->state, t->game->state_size);
    t->game->knowledge.determinise(t->state, seat, rng);
    char *b = written(write, t, seat, user);
    memcpy(t->state, true_state, t->game->state_size);
    if (strcmp(a, b) != 0)
        fail(t, seat, a, b);
    compared++;
    free(a);
    free(b);
}

/* The last event, as it was told. */
static struct event last_event;
static struct folded last_folded;

static bool keep_last(void *context, const struct store_event *event)
{
    struct table *t = context;
    const struct history_move *move = history_of(&t->history, event->seq);
    if (!event_decode(event, &last_event))
        exit(1);
    last_folded.moved = move != NULL;
    if (move == NULL)
        return true;
    last_event.action = move->action;
    history_before(&t->history, move, last_folded.before);
    memcpy(last_folded.after, t->state, t->game->state_size);
    return true;
}

static size_t write_event(struct table *t, int seat, const char *user)
{
    (void)user;
    return show_event_text(t, &last_event, &last_folded, seat);
}

/* With the same dice a sample is the same, whatever is hidden. */
static size_t write_sample(struct table *t, int seat, const char *user)
{
    struct tk_rng rng;
    (void)user;
    tk_rng_init(&rng, 7, (uint64_t)table_ply(t));
    return snapshot_sample_text(t, seat, &rng, 0);
}

/* Neither the secret nor the seed is anywhere in what a watcher gets before the end. */
static void check_secrets(struct table *t)
{
    char *text = written(inside_snapshot, t, TK_SPECTATOR, "");
    for (int which = 0; which < 2; which++) {
        char hex[2 * TK_SEED_BYTES + 1];
        const uint8_t *bytes = which == 0 ? t->secret : t->seed;
        for (int i = 0; i < TK_SEED_BYTES; i++)
            snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
        if (strstr(text, hex) != NULL) {
            fprintf(stderr, "%s: %s is told: %.100s\n", t->game->id,
                    which == 0 ? "the secret" : "the seed", strstr(text, hex) - 30);
            exit(1);
        }
    }
    free(text);
}

static void check_table(struct app *app, const struct tk_game *game, int players,
                        struct tk_rng *rng)
{
    char users[TK_SEATS_MAX][STORE_ID_MAX + 1];
    struct table *t = inside_table(app, game, players, users);
    for (int ply = 0; ply < 60 && t->status == TABLE_PLAYING; ply++) {
        tk_action legal[TK_ACTIONS_MAX];
        char move[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(move, sizeof move);
        int seat = table_actor(t);
        if (seat < 0)
            break;
        uint32_t count = (uint32_t)game->rules.legal(t->state, legal);
        game->text.format(t->state, legal[tk_rng_below(rng, count)], &out);
        inside_do(t, users[seat], "move",
                  json_pack("{s:i,s:s}", "ply", table_ply(t), "move", tk_writer_text(&out)));
        if (ply % 6 != 0 || t->status != TABLE_PLAYING)
            continue;
        store_events(app->store, t->id, t->seq, t->seq, keep_last, t);
        for (int i = -1; i < players; i++) {
            int viewer = i < 0 ? TK_SPECTATOR : i;
            const char *user = i < 0 ? "" : users[i];
            compare(t, viewer, inside_snapshot, user, rng);
            compare(t, viewer, write_event, user, rng);
            compare(t, viewer, write_sample, user, rng);
        }
        check_secrets(t);
    }
}

int main(void)
{
    struct app *app = inside_open();
    struct tk_rng rng;
    tk_rng_init(&rng, 5, 5);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        check_table(app, game, game->seats_min, &rng);
        if (game->seats_max > game->seats_min)
            check_table(app, game, game->seats_max, &rng);
    }
    printf("%ld messages compared, no secret told\n", compared);
    inside_close(app);
    return 0;
}
