/* SPDX-License-Identifier: MIT */
/* What a card or a wonder would cost, and what it would change at once. */
#include "duel_internal.h"

/*
 * The public consequences of building a card or raising a wonder, tried on a copy in which the seat
 * has the turn and the money. Nothing that the copy turns up is told.
 */
static void try_action(const struct duel_state *s, int of, tk_action action,
                       struct duel_preview *out)
{
    struct duel_state after = *s;
    int32_t now[DUEL_SEATS], then[DUEL_SEATS];
    int price = out->bill.price.coins;
    after.active = (uint8_t)of;
    after.phase = DUEL_PHASE_PLAY;
    after.seat[of].coins = (uint16_t)(s->seat[of].coins + price);
    duel_apply(&after, action);
    int coins = after.seat[of].coins;
    duel_scores(s, now);
    after.seat[of].coins = (uint16_t)(coins > price ? coins - price : 0);
    duel_scores(&after, then);
    out->tried = true;
    out->pawn = after.pawn;
    out->points = (int16_t)(then[of] - now[of]);
    out->gain = (int16_t)(coins - s->seat[of].coins);
    out->rival_gain = (int16_t)(after.seat[!of].coins - s->seat[!of].coins);
    out->symbols = (uint8_t)__builtin_popcount(after.seat[of].symbols);
    out->pair = after.phase == DUEL_PHASE_TOKEN;
    out->wins = after.ending == DUEL_MILITARY || after.ending == DUEL_SCIENTIFIC;
    out->loots = (uint16_t)(after.looted & ~s->looted);
}

/* 7D-7.9: the coins that the treasury lacks. */
static void compare_treasury(int treasury, struct duel_preview *out)
{
    int missing = out->bill.price.coins - treasury;
    out->enough = missing <= 0;
    out->missing = (uint16_t)(missing > 0 ? missing : 0);
}

void duel_preview_card(const struct duel_state *s, int seat, int slot, struct duel_preview *out)
{
    int number = s->layout[s->age - 1][slot];
    duel_card_bill(s, seat, number, &out->bill);
    try_action(s, seat, DUEL_BUILD | duel_action_card(number, slot), out);
    compare_treasury(s->seat[seat].coins, out);
}

/* Price and effects need a card to be put under the wonder; any accessible one does. */
void duel_preview_wonder(const struct duel_state *s, int seat, int number, struct duel_preview *out)
{
    duel_wonder_bill(s, seat, number, &out->bill);
    if (s->open != 0) {
        int slot = __builtin_ctz(s->open), under = s->layout[s->age - 1][slot];
        tk_action action = DUEL_RAISE | duel_action_card(under, slot) | duel_action_wonder(number);
        try_action(s, seat, action, out);
    }
    compare_treasury(s->seat[seat].coins, out);
}
