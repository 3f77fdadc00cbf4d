/* SPDX-License-Identifier: MIT */
/* What a purchase would take and bring, told to whoever may make it. */
#include "splendor_internal.h"

int splendor_offered(const struct splendor_state *s, const struct splendor_seat *seat, int64_t *out)
{
    int count = 0;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
            if (s->market[level][slot] != 0)
                out[count++] = s->market[level][slot];
    for (int i = 0; i < seat->reserved_count; i++)
        out[count++] = seat->reserved[i];
    return count;
}

void splendor_preview(const struct splendor_seat *seat, int card, struct splendor_preview *out)
{
    const struct splendor_card *face = &splendor_cards[card];
    struct splendor_price price = splendor_price(seat, card, 0);
    splendor_gems lacking = splendor_missing(face->cost, seat->bonus) - price.tokens;
    int gold = price.gold < seat->gold ? price.gold : seat->gold;
    *out = (struct splendor_preview){
        .pay = price.tokens | (int64_t)gold << SPLENDOR_GOLD_LANE,
        .missing = (uint8_t)(price.gold - gold),
        .points = (uint8_t)(seat->points + face->points),
        .bonus = (uint8_t)(splendor_count(seat->bonus, face->bonus) + 1),
    };
    for (int of = 0; of < SPLENDOR_COLOURS; of++)
        out->lack |= (uint8_t)((splendor_count(lacking, of) > 0) << of);
}
