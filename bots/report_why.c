/* SPDX-License-Identifier: MIT */
/*
 * Why another move was better, in words. Both moves are played in some of the deals that the player
 * had to reckon with; then the numbers of the positions are compared that the game has sentences for
 * (core/game.h, tk_reason). The one that weighs most is told first.
 */
#include <string.h>

#include "bots.h"

enum { SAMPLES = 8, SECOND = 3 /* a second reason weighs at least a third of the first */ };

/* Means over the samples, times SAMPLES. */
struct future {
    int32_t feature[TK_SEATS_MAX][TK_FEATURES_MAX];
    int won;      /* it is over, and the seat has won */
    int in_reach; /* somebody else could win with his next move */
};

/* Who moves next could win at once; -1 if nobody. */
static int wins_next(const struct tk_game *game, const void *state)
{
    tk_action legal[TK_ACTIONS_MAX];
    int seat = game->rules.actor(state), count = seat >= 0 ? game->rules.legal(state, legal) : 0;
    for (int i = 0; i < count; i++) {
        tk_state after;
        memcpy(after, state, game->state_size);
        tk_play(game, after, legal[i]);
        if (game->rules.actor(after) == TK_NOBODY && (tk_winners(game, after) >> seat & 1) != 0)
            return seat;
    }
    return -1;
}

static void look(const struct report *r, const void *state, int seat, struct future *out)
{
    bool over = r->game->rules.actor(state) == TK_NOBODY;
    int next = over ? -1 : wins_next(r->game, state);
    for (int p = 0; p < r->players; p++) {
        int32_t features[TK_FEATURES_MAX] = {0};
        r->game->learning->features(state, p, features);
        for (int f = 0; f < r->game->learning->count; f++)
            out->feature[p][f] += features[f];
    }
    out->won += over && (tk_winners(r->game, state) >> seat & 1) != 0;
    out->in_reach += next >= 0 && next != seat;
}

/* What both moves lead to, in the same deals. */
static void compare(const struct report *r, const void *state, const struct report_ply *ply,
                    struct future *best, struct future *made)
{
    struct tk_rng rng;
    tk_rng_init(&rng, r->seed, (uint64_t)ply->made);
    for (int i = 0; i < SAMPLES; i++) {
        tk_state deal, other;
        memcpy(deal, state, r->game->state_size);
        r->game->knowledge.determinise(deal, ply->seat, &rng);
        memcpy(other, deal, r->game->state_size);
        tk_play(r->game, deal, ply->best);
        tk_play(r->game, other, ply->made);
        look(r, deal, ply->seat, best);
        look(r, other, ply->seat, made);
    }
}

/* A reason and how much it weighs. */
struct candidate {
    int64_t weight;
    struct report_reason reason;
};

static void offer(struct candidate *found, int64_t weight, const struct report_reason *reason)
{
    for (int i = 0; i < REPORT_REASONS; i++) {
        if (weight <= found[i].weight)
            continue;
        for (int k = REPORT_REASONS - 1; k > i; k--)
            found[k] = found[k - 1];
        found[i] = (struct candidate){weight, *reason};
        return;
    }
}

static struct report_reason said(const struct tk_reason *row, uint16_t word, int seat, int32_t sum)
{
    struct report_reason reason = {.phrase = tk_phrase_of(word)};
    tk_phrase_seat(&reason.phrase, "who", seat);
    if (row->unit > 0) /* at least one: what is less than that was not offered */
        tk_phrase_number(&reason.phrase, "n",
                         (sum + SAMPLES * row->unit / 2) / (SAMPLES * row->unit));
    return reason;
}

/* One row of the game's reasons: what it means to the seat, and to each of the others. */
static void weigh(const struct report *r, const struct report_ply *ply, const struct tk_reason *row,
                  const struct future *best, const struct future *made, struct candidate *found)
{
    for (int p = 0; p < r->players; p++) {
        bool own = p == ply->seat;
        uint16_t word = own ? row->own : row->other;
        int32_t gain = best->feature[p][row->feature] - made->feature[p][row->feature];
        int32_t sum = own ? row->sense * gain : -row->sense * gain;
        if (word == TK_NO_WORD || sum * 2 < SAMPLES * (row->unit > 0 ? row->unit : 1))
            continue;
        struct report_reason reason = said(row, word, p, sum);
        offer(found, (int64_t)sum * row->worth, &reason);
    }
}

static void from_features(const struct report *r, const struct report_ply *ply,
                          const struct future *best, const struct future *made,
                          struct candidate *found)
{
    const struct tk_reasons *reasons = r->game->learning->reasons;
    for (int i = 0; reasons != NULL && i < reasons->count; i++)
        weigh(r, ply, &reasons->table[i], best, made, found);
}

static struct report_reason plain(const char *key)
{
    int word = tk_word_find(tk_common_words(), tk_span_of(key));
    return (struct report_reason){.plain = true, .phrase = tk_phrase_of((uint16_t)word)};
}

/* So many points: a game that counts something else says it itself. */
static struct report_reason some_points(const struct tk_game *game, int32_t points)
{
    int own = tk_word_find(game->words, tk_span_of("instead.better.points"));
    struct report_reason reason = plain("better.points");
    if (own >= 0)
        reason = (struct report_reason){.phrase = tk_phrase_of((uint16_t)own)};
    tk_phrase_number(&reason.phrase, "n", points);
    return reason;
}

/* What needs no number, or where the numbers are silent. */
static struct report_reason in_general(const struct report *r, const struct report_ply *ply)
{
    int32_t points = (int32_t)(ply->points + 0.5);
    return points >= 1 ? some_points(r->game, points) : plain("better.later");
}

int bot_report_why(const struct report *r, const void *state, const struct report_ply *ply,
                   struct report_reason out[REPORT_REASONS])
{
    struct future best = {0}, made = {0};
    struct candidate found[REPORT_REASONS] = {{0}};
    if (ply->best == ply->made)
        return 0;
    compare(r, state, ply, &best, &made);
    out[0] = plain("better.wins");
    if (best.won == SAMPLES && made.won < SAMPLES)
        return 1;
    out[0] = plain("better.prevents");
    if (2 * made.in_reach > SAMPLES && 4 * best.in_reach < SAMPLES)
        return 1;
    from_features(r, ply, &best, &made, found);
    out[0] = found[0].weight > 0 ? found[0].reason : in_general(r, ply);
    out[1] = found[1].reason;
    return SECOND * found[1].weight >= found[0].weight && found[1].weight > 0 ? 2 : 1;
}

void bot_reason_write(const struct tk_speaker *speaker, const struct report_reason *reason,
                      struct tk_writer *out)
{
    struct tk_game core = {.words = tk_common_words()};
    struct tk_speaker plain_speaker = {speaker->lang, &core, speaker->names};
    tk_phrase_write(reason->plain ? &plain_speaker : speaker, &reason->phrase, out);
}

void bot_reason_json(const struct tk_game *game, const struct report_reason *reason,
                     struct tk_json *json)
{
    struct tk_game core = {.words = tk_common_words()};
    tk_phrase_json(reason->plain ? &core : game, &reason->phrase, json);
}
