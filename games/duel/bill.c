/* SPDX-License-Identifier: MIT */
/* A price unit by unit: what provides each unit of a cost, and what the others cost (7D-7). */
#include "duel_internal.h"

static bool is_grey(int resource)
{
    return resource >= DUEL_GLASS;
}

static void add_unit(struct duel_bill *bill, int resource, int place, int coins)
{
    bill->unit[bill->count].resource = (uint8_t)resource;
    bill->unit[bill->count].place = (uint16_t)place;
    bill->unit[bill->count].coins = (uint8_t)coins;
    bill->count++;
}

/* 7D-7.1: units made by brown and grey cards, each by the card that makes it. */
static int add_made(const struct duel_seat *seat, int resource, int wanted, struct duel_bill *bill)
{
    struct duel_set city = seat->city;
    for (int card; wanted > 0 && (card = duel_set_pop(&city)) != 0;) {
        int units = duel_lane(duel_cards[card].brings, resource);
        for (; units > 0 && wanted > 0; units--, wanted--)
            add_unit(bill, resource, card, 0);
    }
    return wanted;
}

/* The dearest unit that is still to be bought, of one kind or of both; -1 if there is none. */
static int find_dearest(const struct duel_bill *bill, bool brown, bool grey)
{
    int dearest = -1, coins = 0;
    for (int i = 0; i < bill->count; i++) {
        bool kind = is_grey(bill->unit[i].resource) ? grey : brown;
        if (kind && bill->unit[i].coins > coins) {
            dearest = i;
            coins = bill->unit[i].coins;
        }
    }
    return dearest;
}

static void cancel(struct duel_bill *bill, int unit, int place)
{
    if (unit < 0)
        return;
    bill->unit[unit].coins = 0;
    bill->unit[unit].place = (uint16_t)place;
}

/* 7D-7.5, 7D-7.7: every choice source takes the dearest unit of its kind. */
static void use_choice(duel_lanes brings, int place, struct duel_bill *bill)
{
    if (duel_lane(brings, DUEL_CHOICE_BROWN) != 0)
        cancel(bill, find_dearest(bill, true, false), place);
    if (duel_lane(brings, DUEL_CHOICE_GREY) != 0)
        cancel(bill, find_dearest(bill, false, true), place);
}

static void use_choices(const struct duel_seat *seat, struct duel_bill *bill)
{
    struct duel_set city = seat->city;
    for (int card; (card = duel_set_pop(&city)) != 0;)
        use_choice(duel_cards[card].brings, card, bill);
    for (int place = 0; place < DUEL_HELD; place++)
        if (duel_is_raised(seat, place))
            use_choice(duel_wonders[seat->wonder[place]].brings,
                       DUEL_PLACE_WONDER + seat->wonder[place], bill);
}

/* 7D-7.6: then a token takes the two dearest of what is left, of whatever kind. */
static void use_token(const struct duel_seat *seat, enum duel_token_name token,
                      struct duel_bill *bill)
{
    for (int i = 0; i < 2 && duel_has_token(seat, token); i++)
        cancel(bill, find_dearest(bill, true, true), DUEL_PLACE_TOKEN + (int)token);
}

static void fill(const struct duel_state *s, int seat, duel_lanes cost, enum duel_token_name token,
                 struct duel_bill *bill)
{
    const struct duel_seat *me = &s->seat[seat];
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        int missing = add_made(me, r, duel_lane(cost, r), bill);
        for (; missing > 0; missing--)
            add_unit(bill, r, 0, duel_unit_price(s, seat, r));
    }
    use_choices(me, bill);
    use_token(me, token, bill);
    for (int i = 0; i < bill->count; i++)
        bill->price.traded += bill->unit[i].coins;
}

/* 7D-7.8: a chain leaves no units. The token column is empty for all but blue buildings. */
void duel_card_bill(const struct duel_state *s, int seat, int card, struct duel_bill *out)
{
    bool blue = duel_cards[card].colour == DUEL_BLUE;
    *out = (struct duel_bill){0};
    out->price.chain = duel_set_has(&s->seat[seat].city, duel_cards[card].chain_from);
    if (!out->price.chain) {
        fill(s, seat, duel_cards[card].cost, blue ? DUEL_TOKEN_MASONRY : DUEL_TOKEN_NONE, out);
        out->price.coins = out->price.traded + duel_cards[card].coins;
    }
    TK_INVARIANT(out->price.coins == duel_price(s, seat, card).coins);
}

void duel_wonder_bill(const struct duel_state *s, int seat, int wonder, struct duel_bill *out)
{
    *out = (struct duel_bill){0};
    fill(s, seat, duel_wonders[wonder].cost, DUEL_TOKEN_ARCHITECTURE, out);
    out->price.coins = out->price.traded;
    TK_INVARIANT(out->price.coins == duel_wonder_price(s, seat, wonder).coins);
}
