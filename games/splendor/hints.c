/* Numbers that tell how well a seat stands, for bots. */
#include "splendor_internal.h"

enum { POINTS, BONUSES, TOKENS, GOLD, RESERVED, NOBLES, NEAREST, REACHED, FEATURES };

const struct tk_feature splendor_feature_table[FEATURES] = {
    [POINTS] = {"prestige", 1000},
    [BONUSES] = {"cards bought", 420},
    [TOKENS] = {"coloured tokens", 55},
    [GOLD] = {"gold tokens", 110},
    [RESERVED] = {"cards in hand", -40},
    [NOBLES] = {"bonuses that nobles ask for, 12ths", 9},
    [NEAREST] = {"worth of the nearest card, 16ths", 16},
    [REACHED] = {"target reached", 8000},
};

/* How far the bonuses already go towards the nobles on the table. */
static int noble_progress(const struct splendor_state *s, splendor_gems bonus)
{
    int progress = 0;
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        int asked = splendor_gems_sum(need);
        progress += 12 * (asked - splendor_gems_sum(splendor_missing(need, bonus))) / asked;
    }
    return progress;
}

/* A card is worth its points and its bonus, the less the more tokens are missing for it. */
static int card_worth(const struct splendor_seat *seat, int card)
{
    splendor_gems missing = splendor_missing(splendor_costs[card], seat->tokens + seat->bonus);
    int lacking = splendor_gems_sum(missing) - seat->gold;
    int worth = 16 * (2 * splendor_cards[card].points + 1);
    return card == 0 ? 0 : lacking <= 0 ? worth : worth / (1 + lacking);
}

static int nearest_card(const struct splendor_state *s, const struct splendor_seat *seat)
{
    int best = 0;
    for (int slot = 0; slot < SPLENDOR_LEVELS * SPLENDOR_SLOTS; slot++) {
        int worth = card_worth(seat, s->market[slot / SPLENDOR_SLOTS][slot % SPLENDOR_SLOTS]);
        best = worth > best ? worth : best;
    }
    for (int i = 0; i < seat->reserved_count; i++) {
        int worth = card_worth(seat, seat->reserved[i]);
        best = worth > best ? worth : best;
    }
    return best;
}

void splendor_features(const void *state, int seat, int32_t *out)
{
    const struct splendor_state *s = state;
    const struct splendor_seat *p = &s->seat[seat];
    out[POINTS] = p->points;
    out[BONUSES] = p->bought;
    out[TOKENS] = splendor_gems_sum(p->tokens);
    out[GOLD] = p->gold;
    out[RESERVED] = p->reserved_count;
    out[NOBLES] = noble_progress(s, p->bonus);
    out[NEAREST] = nearest_card(s, p);
    out[REACHED] = p->points >= s->target;
}
