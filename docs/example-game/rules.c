/* SPDX-License-Identifier: MIT */
/* Golestan's rules, in the order of the clauses. GL-5's points are in score.c. */
#include "golestan_internal.h"

/* --- GL-2 set-up --- */

/* GL-2.2: two plants for each player and one more. */
int golestan_row_length(int players)
{
    return 2 * players + 1;
}

/* Everything that is not left to chance. */
void golestan_state_init(void *state, const struct tk_config *config)
{
    struct golestan_state *s = state;
    *s = (struct golestan_state){0};
    s->players = config->players;
    s->start_option = (uint8_t)(config->option[0] + 1);
    s->turn = 1;
}

/* GL-2.2, GL-4.1: empty places get the next plants of the pile. */
static void fill_row(struct golestan_state *s)
{
    for (int i = 0; i < golestan_row_length(s->players); i++)
        if (s->row[i] == 0 && s->pile_left > 0) {
            s->row[i] = s->pile[--s->pile_left];
            s->pile[s->pile_left] = 0;
        }
}

/* GL-2.1, GL-2.3: the seat is drawn even when it is given, so that a seed's plants are the same. */
void golestan_setup(void *state, const struct tk_config *config, const uint8_t *seed)
{
    struct golestan_state *s = state;
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    golestan_state_init(s, config);
    for (int i = 0; i < GOLESTAN_PLANTS; i++)
        s->pile[i] = (uint8_t)(i + 1);
    s->pile_left = GOLESTAN_PLANTS;
    tk_dice_shuffle(&dice, s->pile, GOLESTAN_PLANTS);
    uint32_t drawn = tk_dice_below(&dice, s->players);
    s->start = (uint8_t)(s->start_option > 0 ? s->start_option - 1U : drawn);
    fill_row(s);
}

/* --- GL-3 the turn --- */

int golestan_round(const void *state)
{
    const struct golestan_state *s = state;
    return (s->turn - 1) / (2 * s->players) + 1;
}

/* GL-4.2 */
bool golestan_is_over(const struct golestan_state *s)
{
    return golestan_round(s) > GOLESTAN_ROUNDS;
}

bool golestan_ends_round(const struct golestan_state *s)
{
    return s->turn % (2 * s->players) == 0;
}

/* GL-2.3, GL-3.2: first in order of the seats, then back. */
int golestan_actor(const void *state)
{
    const struct golestan_state *s = state;
    int turn = (s->turn - 1) % (2 * s->players);
    int step = turn < s->players ? turn : 2 * s->players - 1 - turn;
    return golestan_is_over(s) ? TK_NOBODY : (s->start + golestan_round(s) - 1 + step) % s->players;
}

/* GL-3.1; GL-3.4 and GL-3.5 say when there can be a bulb. */
int golestan_legal(const void *state, tk_action *out)
{
    const struct golestan_state *s = state;
    int seat = golestan_actor(s), count = 0;
    if (seat < 0)
        return 0;
    for (int i = 0; i < golestan_row_length(s->players); i++)
        if (s->row[i] != 0)
            out[count++] = s->row[i];
    if (s->seat[seat].bulb_count < GOLESTAN_BULBS && s->pile_left > 0)
        out[count++] = GOLESTAN_BULB;
    return count;
}

static void plant(struct golestan_state *s, struct golestan_seat *seat, tk_action which)
{
    for (int i = 0; i < GOLESTAN_ROW; i++)
        if (s->row[i] == which)
            s->row[i] = 0;
    seat->plants |= golestan_bit((int)which);
}

/* GL-3.3 */
static void plant_bulb(struct golestan_state *s, struct golestan_seat *seat)
{
    seat->bulbs |= golestan_bit(s->pile[--s->pile_left]);
    s->pile[s->pile_left] = 0;
    seat->bulb_count++;
}

/* --- GL-4 the end of a round, GL-5.1 the end --- */

static void turn_up_bulbs(struct golestan_seat *seat)
{
    seat->plants |= seat->bulbs;
    seat->bulbs = 0;
    seat->bulb_count = 0;
}

void golestan_apply(void *state, tk_action action)
{
    struct golestan_state *s = state;
    struct golestan_seat *seat = &s->seat[golestan_actor(s)];
    bool last = golestan_ends_round(s);
    if (action == GOLESTAN_BULB)
        plant_bulb(s, seat);
    else
        plant(s, seat, action);
    s->turn++;
    if (golestan_is_over(s))
        for (int p = 0; p < s->players; p++)
            turn_up_bulbs(&s->seat[p]);
    else if (last)
        fill_row(s);
}
