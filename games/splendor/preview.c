/* SPDX-License-Identifier: MIT */
/* What a purchase would take and bring, told to whoever may make it. */
#include "splendor_internal.h"

int splendor_offered(const struct splendor_state *s, const struct splendor_seat *seat, int which)
{
    enum { MARKET = SPLENDOR_LEVELS * SPLENDOR_SLOTS };
    for (int place = 0; place < MARKET + seat->reserved_count; place++) {
        int card = place < MARKET ? s->market[place / SPLENDOR_SLOTS][place % SPLENDOR_SLOTS]
                                  : seat->reserved[place - MARKET];
        if (card != 0 && which-- == 0)
            return card;
    }
    return 0;
}

void splendor_preview(const struct splendor_seat *seat, int card, struct splendor_preview *out)
{
    const struct splendor_card *face = &splendor_cards[card];
    struct splendor_price price = splendor_price(seat, card, 0);
    splendor_gems lacking = splendor_missing(face->cost, seat->bonus) - price.tokens;
    int gold = price.gold < seat->gold ? price.gold : seat->gold;
    *out = (struct splendor_preview){
        .pay = price.tokens | (int64_t)gold << SPLENDOR_GOLD_LANE,
        .card = (uint8_t)card,
        .missing = (uint8_t)(price.gold - gold),
        .points = (uint8_t)(seat->points + face->points),
        .bonus = (uint8_t)(splendor_count(seat->bonus, face->bonus) + 1),
    };
    for (int of = 0; of < SPLENDOR_COLOURS; of++)
        out->lack |= (uint8_t)((splendor_count(lacking, of) > 0) << of);
}
