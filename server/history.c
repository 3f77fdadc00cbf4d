/* SPDX-License-Identifier: MIT */
/* The moves of a table, those taken back too, as a tree; every few moves the position is kept. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more of `size` bytes each; false when out of memory. */
static bool make_room(void **items, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int larger = *room == 0 ? HISTORY_STEP : 2 * *room;
    void *grown = realloc(*items, (size_t)larger * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *room = larger;
    return true;
}

static bool keep(struct history *h, const void *state)
{
    size_t size = h->game->state_size;
    if (!make_room((void **)&h->kept, h->kept_count, &h->kept_room, size))
        return false;
    memcpy(h->kept + (size_t)h->kept_count++ * size, state, size);
    return true;
}

bool history_begin(struct history *h, const struct tk_game *game, const void *state)
{
    *h = (struct history){.game = game};
    return keep(h, state);
}

void history_clear(struct history *h)
{
    free(h->moves);
    free(h->line);
    free(h->kept);
    *h = (struct history){0};
}

bool history_add(struct history *h, tk_action action, int64_t seq, const void *after,
                 struct history_clock clock)
{
    int ply = h->ply + 1;
    bool keeps = ply % HISTORY_STEP == 0;
    if (!make_room((void **)&h->moves, h->move_count, &h->move_room, sizeof *h->moves) ||
        !make_room((void **)&h->line, h->ply, &h->line_room, sizeof *h->line) ||
        (keeps && !keep(h, after)))
        return false;
    h->moves[h->move_count] =
        (struct history_move){.parent = h->ply == 0 ? -1 : h->line[h->ply - 1],
                              .ply = ply,
                              .kept = keeps ? h->kept_count - 1 : -1,
                              .action = action,
                              .seq = seq,
                              .clock = clock};
    h->line[h->ply++] = h->move_count++;
    return true;
}

void history_back(struct history *h, int ply)
{
    if (ply >= 0 && ply < h->ply)
        h->ply = ply;
}

/* The position after a move: from the nearest kept one above it. */
static void state_after(const struct history *h, int32_t move, void *out_state)
{
    tk_action actions[HISTORY_STEP];
    int count = 0;
    size_t size = h->game->state_size;
    for (; move >= 0 && h->moves[move].kept < 0; move = h->moves[move].parent)
        actions[count++] = h->moves[move].action;
    memcpy(out_state, h->kept + (move < 0 ? 0 : (size_t)h->moves[move].kept) * size, size);
    while (count > 0)
        tk_play(h->game, out_state, actions[--count]);
}

void history_state(const struct history *h, int ply, void *out_state)
{
    state_after(h, ply <= 0 ? -1 : h->line[ply - 1], out_state);
}

tk_action history_action(const struct history *h, int ply)
{
    return h->moves[h->line[ply]].action;
}

struct history_clock history_clock(const struct history *h, int ply)
{
    return h->moves[h->line[ply]].clock;
}

const struct history_move *history_of(const struct history *h, int64_t seq)
{
    int low = 0, high = h->move_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (h->moves[middle].seq < seq)
            low = middle + 1;
        else
            high = middle;
    }
    return low == h->move_count || h->moves[low].seq != seq ? NULL : &h->moves[low];
}

void history_before(const struct history *h, const struct history_move *move, void *out_state)
{
    state_after(h, move->parent, out_state);
}

bool history_follows(const struct history *h, const struct history_move *first,
                     const struct history_move *second)
{
    return second->parent >= 0 && &h->moves[second->parent] == first;
}
