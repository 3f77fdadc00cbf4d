/* SPDX-License-Identifier: MIT */
/* What each choice of a seat would change, tried on a copy. */
#include "kingdom_internal.h"

/* KB-53: a settlement in the air still counts where it stood, so that nobody's gold flickers. */
struct kingdom_state kingdom_landed(const struct kingdom_state *s)
{
    struct kingdom_state copy = *s;
    if (s->phase == KINGDOM_MOVE)
        set_add(&copy.seat[s->active].settlements, s->lifted);
    return copy;
}

static void count_gold(const struct kingdom_state *s, int p, int64_t out[KINGDOM_LINES])
{
    for (int i = 0; i < KINGDOM_CARDS; i++)
        out[i] = kingdom_card_gold(s, p, s->card[i]);
    out[KINGDOM_CARDS] = kingdom_castle_gold(s, p);
}

void kingdom_choices_find(const struct kingdom_state *s, struct kingdom_choices *out)
{
    struct kingdom_state now = kingdom_landed(s);
    int count = kingdom_legal(s, out->action);
    for (int i = 0; i < count; i++)
        if (kingdom_action_verb(out->action[i]) != KINGDOM_END)
            out->action[out->count++] = out->action[i];
    count_gold(&now, now.active, out->gold);
}

/* KB-61: the lines of own settlements that end at this hex, as one set. */
static union kingdom_set lines_to(const union kingdom_set *own, int from)
{
    static const int steps[] = {EAST, SOUTH_WEST, SOUTH_EAST, -EAST, -SOUTH_WEST, -SOUTH_EAST};
    union kingdom_set lines = {{0}};
    for (int i = 0; i < TK_COUNT(steps); i++) {
        union kingdom_set line = {{0}};
        for (int at = from + steps[i]; at >= 0 && at < KINGDOM_HEXES && set_has(own, at);
             at += steps[i])
            set_add(&line, at);
        if (set_count(line) >= 3)
            lines = set_or(lines, line);
    }
    return lines;
}

static uint8_t tile_of(const struct kingdom_state *s, unsigned locations)
{
    return locations == 0 ? KINGDOM_TILES : s->quadrant[__builtin_ctz(locations) / 2] / 2;
}

static void compare(const struct kingdom_state *s, const struct kingdom_state *after,
                    const struct kingdom_choices *choices, struct kingdom_outcome *out)
{
    unsigned was = s->seat[s->active].kept, is = after->seat[s->active].kept;
    out->gain = tile_of(s, is & ~was);
    out->lose = tile_of(s, was & ~is);
    out->lands = after->phase != KINGDOM_MOVE;
    if (!out->lands) {
        out->to = kingdom_targets(after, after->moving);
        return;
    }
    count_gold(after, s->active, out->gold);
    for (int i = 0; i < KINGDOM_LINES; i++)
        out->gold[i] -= choices->gold[i];
}

/* Nothing that the copy draws is told (KB-82). */
void kingdom_outcome_find(const struct kingdom_state *s, const struct kingdom_choices *choices,
                          int which, struct kingdom_outcome *out)
{
    struct kingdom_state after = *s;
    tk_action action = choices->action[which];
    *out = (struct kingdom_outcome){.action = action};
    kingdom_apply(&after, action);
    compare(s, &after, choices, out);
    if (kingdom_action_verb(action) == KINGDOM_USE && kingdom_action_tile(action) == KINGDOM_TAVERN)
        out->line = lines_to(&s->seat[s->active].settlements, (int)kingdom_action_hex(action));
}
