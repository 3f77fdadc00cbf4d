/* Numbers that tell how well a seat stands, for bots. */
#include "splendor_internal.h"

/* In the order of weights.inc. */
enum {
    POINTS,
    POINTS_SQUARED,
    REACHED,
    BOUGHT,
    COLOURS,
    TOKENS,
    GOLD,
    RESERVED,
    RESERVED_POINTS,
    NOBLES,
    BEST_NOBLE,
    WITHIN_REACH,
    REACH_POINTS,
    NEAR_POINTS,
    COVERED,
    TO_MOVE,
    FEATURES
};

const struct tk_feature splendor_feature_table[SPLENDOR_FEATURES] = {
#include "weights.inc"
};
_Static_assert((int)SPLENDOR_FEATURES == FEATURES, "every feature has a weight");

/* How far the bonuses already go towards the nobles on the table, in 12ths of each. */
static void count_nobles(const struct splendor_state *s, splendor_gems bonus, int32_t *out)
{
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        int asked = splendor_gems_sum(need);
        int progress = 12 * (asked - splendor_gems_sum(splendor_missing(need, bonus))) / asked;
        out[NOBLES] += progress * progress / 12;
        out[BEST_NOBLE] = progress > out[BEST_NOBLE] ? progress : out[BEST_NOBLE];
    }
}

/* The cards that could be bought, now or soon. */
struct reach {
    int within, points, near, covered;
};

/*
 * What a card with so many points promises whoever lacks so many tokens: 4 (2 points + 1) / (2 +
 * lacking), and nothing if it is too far away.
 */
enum { FAR = 5 };
static const uint8_t promises[][FAR + 1] = {
    {2, 1, 1, 0, 0, 0},  {6, 4, 3, 2, 2, 0},   {10, 6, 5, 4, 3, 0},
    {14, 9, 7, 5, 4, 0}, {18, 12, 9, 7, 6, 0}, {22, 14, 11, 8, 7, 0},
};

/* No branch depends on a card: they would be guessed wrong too often. */
static void count_four(const struct splendor_seat *seat, const uint8_t card[4], struct reach *reach)
{
    splendor_four lacking = splendor_lacking(card, seat->tokens + seat->bonus);
    splendor_four covered = splendor_lacking(card, 0) - splendor_lacking(card, seat->bonus);
    for (int i = 0; i < 4; i++) {
        int points = splendor_cards[card[i]].points;
        int more = card[i] != 0 ? (int)lacking[i] - seat->gold : FAR;
        int within = more <= 0 ? points : 0;
        reach->within += more <= 0;
        reach->points = within > reach->points ? within : reach->points;
        reach->near += promises[points][more < 0 ? 0 : more > FAR ? FAR : more];
        reach->covered += card[i] != 0 ? (int)covered[i] : 0;
    }
}

static void count_cards(const struct splendor_state *s, const struct splendor_seat *seat,
                        int32_t *out)
{
    struct reach reach = {0};
    const uint8_t *reserved = seat->reserved;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        count_four(seat, s->market[level], &reach);
    if (seat->reserved_count > 0)
        count_four(seat, (uint8_t[4]){reserved[0], reserved[1], reserved[2], 0}, &reach);
    for (int i = 0; i < seat->reserved_count; i++)
        out[RESERVED_POINTS] += splendor_cards[reserved[i]].points;
    out[WITHIN_REACH] = reach.within;
    out[REACH_POINTS] = reach.points;
    out[NEAR_POINTS] = reach.near;
    out[COVERED] = reach.covered;
}

static int colours_owned(splendor_gems bonus)
{
    int colours = 0;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        colours += splendor_count(bonus, colour) > 0;
    return colours;
}

/*
 * Turns, of the 28 that good players need: prestige would tell more, but then whoever gains some
 * would change the weights of all he has.
 */
int splendor_progress(const void *state)
{
    enum { TURNS = 28 };
    const struct splendor_state *s = state;
    uint32_t all = (uint32_t)TURNS * s->players;
    return s->turn < all ? (int)(1000 * s->turn / all) : 1000;
}

void splendor_features(const void *state, int seat, int32_t *out)
{
    const struct splendor_state *s = state;
    const struct splendor_seat *p = &s->seat[seat];
    tk_fill(out, 0, FEATURES * sizeof *out);
    out[POINTS] = p->points;
    out[POINTS_SQUARED] = p->points * p->points / 8;
    out[REACHED] = p->points >= s->target;
    out[BOUGHT] = p->bought;
    out[COLOURS] = colours_owned(p->bonus);
    out[TOKENS] = splendor_gems_sum(p->tokens);
    out[GOLD] = p->gold;
    out[RESERVED] = p->reserved_count;
    out[TO_MOVE] = s->active == seat;
    count_nobles(s, p->bonus, out);
    count_cards(s, p, out);
}
