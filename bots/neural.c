/* SPDX-License-Identifier: MIT */
/* An evaluator: a learned net tells the chances of the seats, and which moves look good. */
#include <stdlib.h>

#include "evaluator.h"
#include "net.h"

/* What one position needs; kept so that a search asks for memory only once. */
struct memory {
    struct tk_sight sight;
    struct net_thought thought;
};

static bool prepare(struct evaluation *e)
{
    e->own = aligned_alloc(64, (sizeof(struct memory) + 63) / 64 * 64);
    return e->own != NULL;
}

static void clear(struct evaluation *e)
{
    free(e->own);
}

static void think(struct evaluation *e, const void *state, int seat)
{
    struct memory *memory = e->own;
    e->about->game->learning->encoding->encode(state, seat, &memory->sight);
    net_think(e->about->plan->net, &memory->sight, &memory->thought);
}

/* Also in a net whose numbers are at their bounds. */
static int32_t favoured(int32_t number, float tempo)
{
    int64_t sum = number + (int64_t)(tempo * (float)NET_UNIT);
    return (int32_t)(sum < INT32_MAX ? sum : INT32_MAX);
}

/* A side has what its seats have together. */
static void share_sides(const struct question *about, const void *state, float *chances)
{
    float sum[TK_SEATS_MAX] = {0};
    if (about->sides == about->players)
        return;
    for (int seat = 0; seat < about->players; seat++)
        sum[tk_side(about->game, state, seat)] += chances[seat];
    for (int seat = 0; seat < about->players; seat++)
        chances[seat] = sum[tk_side(about->game, state, seat)];
}

void play_forced(const struct tk_game *game, void *state)
{
    tk_action legal[TK_ACTIONS_MAX];
    while (game->learning->encoding->plays_forced && game->rules.actor(state) >= 0 &&
           game->rules.legal(state, legal) == 1)
        tk_play(game, state, legal[0]);
}

/* As the seat sees it that is to move there: it knows what it may know. */
static void values(struct evaluation *e, void *state, float *out_chances)
{
    const struct question *about = e->about;
    struct memory *memory = e->own;
    play_forced(about->game, state);
    int actor = about->game->rules.actor(state), players = about->players;
    int32_t numbers[TK_SEATS_MAX] = {0};
    float chances[TK_SEATS_MAX];
    if (actor < 0) {
        bot_chances(about->game, TK_WINS, state, players, out_chances);
        return;
    }
    think(e, state, actor);
    for (int i = 0; i < players; i++)
        numbers[i] = net_seat(about->plan->net, &memory->thought, i);
    numbers[0] = favoured(numbers[0], about->plan->tempo);
    net_chances(numbers, players, chances);
    for (int i = 0; i < players; i++)
        out_chances[(actor + i) % players] = chances[i];
    share_sides(about, state, out_chances);
}

/* A move is the sum of its parts. */
static float instinct(struct evaluation *e, const void *state, tk_action move)
{
    const struct memory *memory = e->own;
    uint16_t parts[TK_MOVE_PARTS];
    int count = e->about->game->learning->encoding->parts_of(state, move, parts);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += net_part(e->about->plan->net, &memory->thought, parts[i]);
    return (float)sum / (float)NET_UNIT;
}

/* What the net has learned of such moves, and as far as wished how one stands after them. */
static void priors(struct evaluation *e, const void *state, int seat, const tk_action *moves,
                   int count, float *out_logits)
{
    const struct plan *plan = e->about->plan;
    const float look = (1 - plan->instinct) * plan->look;
    if (plan->instinct < 1)
        linear_evaluator.priors(e, state, seat, moves, count, out_logits);
    if (plan->instinct > 0)
        think(e, state, seat);
    for (int i = 0; i < count; i++) {
        float logit = plan->instinct < 1 ? look * out_logits[i] : 0;
        if (plan->instinct > 0)
            logit += plan->instinct * instinct(e, state, moves[i]);
        out_logits[i] = logit;
    }
}

const struct evaluator neural_evaluator = {
    .prepare = prepare, .values = values, .priors = priors, .clear = clear};
