/* SPDX-License-Identifier: MIT */
/* What is printed on cards, wonders and tokens, as rows of a view: clients need no tables of their own. Facts
 * that a thing does not have are left out. */
#include "duel_internal.h"

static void write_place(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    duel_place((uint16_t)value, out);
}

/* clang-format off */
#define CARD(key, kind, member)   TK_MEMBER(key, kind, struct duel_card, member)
#define WONDER(key, kind, member) TK_MEMBER(key, kind, struct duel_wonder, member)
#define TOKEN(key, kind, member)  TK_MEMBER(key, kind, struct duel_token, member)
#define SIGN(key, member)         TK_MEMBER(key, tk_print, struct duel_print, member)
#define ANY                       .flags = TK_IF_ANY

/* --- kinds --- */

const struct tk_kind duel_place_key = {.form = TK_FORM_TEXT, .write = write_place};
const struct tk_kind duel_resource = TK_NAMES("Resource", duel_resource_names, 0, DUEL_RESOURCES);
static const struct tk_kind colour = TK_NAMES("Kind", duel_item_names, DUEL_BROWN, DUEL_COLOURS);
static const struct tk_kind loss = TK_NAMES(NULL, duel_item_names, DUEL_BROWN, DUEL_GREY + 1);
static const struct tk_kind item = TK_NAMES("Item", duel_item_names, DUEL_BROWN, DUEL_ITEMS);
static const struct tk_kind symbol = TK_NAMES("Symbol", duel_symbol_names, DUEL_GLOBE, DUEL_SYMBOLS);
static const struct tk_kind special =
    TK_NAMES(NULL, duel_phase_names, DUEL_PHASE_LIBRARY, DUEL_PHASE_REVIVE + 1);

enum { LANE = 8 };
static const char *const cost_names[] = {"coins", "wood", "clay", "stone", "glass", "papyrus"};
static const struct tk_kind cost = TK_SPARSE_LANES("Cost", cost_names, TK_COUNT(cost_names), LANE);
static const struct tk_kind units =
    TK_SPARSE_LANES("Units", duel_resource_names, DUEL_RESOURCES, LANE);
/* clang-format on */

/* --- what a city gets from it --- */

/* Faces are numbered as their things are; the argument of the row leads to the place. */
TK_FACT(own_place, at->index + at->row->arg)

/* 7D-7.5: a choice source offers all resources of its kind. */
TK_FACT(offers, duel_lane(*(const duel_lanes *)at->thing,
                          at->index < DUEL_GLASS ? DUEL_CHOICE_BROWN : DUEL_CHOICE_GREY) != 0)

/* clang-format off */
/* A lane is a byte: first those of the resources, later that of trade. */
#define BYTES(key, of, from, at, bytes) .name = (key), .kind = &(of), .source = (from), \
    .offset = (at), .size = (bytes), .count = DUEL_RESOURCES, ANY

static const struct tk_kind brings = TK_THING(NULL,
    {BYTES("makes", units, TK_FROM_MEMBER, 0, DUEL_RESOURCES)},
    {TK_WHERE("choice", duel_resource, offers), .count = DUEL_RESOURCES, ANY},
    {BYTES("trade", duel_resource, TK_FROM_BITS, DUEL_TRADE, 1)});
/* clang-format on */

/* --- cards --- */

TK_AT(card_of, const struct duel_card, thing)
TK_FACT(card_age, card_of(at)->age == DUEL_GUILD ? DUEL_AGES : card_of(at)->age)
TK_FACT(card_cost, (int64_t)(card_of(at)->cost << LANE | card_of(at)->coins))
TK_FACT(is_guild, card_of(at)->colour == DUEL_PURPLE)

/* clang-format off */
/* 7D-7.8: what makes it free, and the sign it gives to others. */
static const struct tk_kind from_sign = TK_FACE(NULL, duel_card_prints, {SIGN("sign", chain_from)});
static const struct tk_kind to_sign = TK_FACE(NULL, duel_card_prints, {SIGN("chain_to", chain_to), ANY});

const struct tk_kind duel_card_face = TK_FACE("Card", duel_cards,
    {TK_NUMBER("key", duel_place_key, own_place)},
    {TK_NUMBER("age", tk_number, card_age)},
    {CARD("colour", colour, colour)},
    {TK_NUMBER("cost", cost, card_cost)},
    {CARD("points", tk_number, points), ANY},
    {CARD("shields", tk_number, shields), ANY},
    {CARD("symbol", symbol, symbol), ANY},
    {CARD(NULL, brings, brings)},
    {CARD("coins", tk_number, income), ANY},
    {TK_GROUP("counts", "Counts", /* 7D-8.2, 7D-13: in the own city or in the one that has most */
        {CARD("item", item, item)},
        {TK_NUMBER("most", tk_truth, is_guild)},
        {CARD("coins", tk_number, item_coins), ANY},
        {CARD("points", tk_number, item_points), ANY}), TK_IF(struct duel_card, item)},
    {TK_GROUP("chain_from", "Chain",
        {CARD("card", duel_place_key, chain_from)},
        {TK_NUMBER(NULL, from_sign, own_place)}), TK_IF(struct duel_card, chain_from)},
    {TK_NUMBER(NULL, to_sign, own_place)},
    {TK_CONSTANT("trade_price", 1), TK_IF(struct duel_card, brings) + DUEL_TRADE}); /* 7D-7.4 */
/* clang-format on */

/* --- wonders and tokens --- */

static int64_t is_special(const struct tk_at *at)
{
    int choice = ((const struct duel_wonder *)at->thing)->choice;
    return choice == DUEL_PHASE_LIBRARY || choice == DUEL_PHASE_REVIVE;
}

/* clang-format off */
const struct tk_kind duel_wonder_face = TK_FACE("Wonder", duel_wonders,
    {TK_NUMBER("key", duel_place_key, own_place), .arg = DUEL_PLACE_WONDER},
    {WONDER("cost", units, cost)},
    {WONDER("points", tk_number, points), ANY},
    {WONDER("shields", tk_number, shields), ANY},
    {WONDER(NULL, brings, brings)},
    {WONDER("coins", tk_number, income), ANY},
    {WONDER("plunder", tk_number, plunder), ANY},
    {WONDER("destroys", loss, destroys), ANY},
    {WONDER("special", special, choice), .when = is_special},
    {WONDER("again", tk_truth, again)});

const struct tk_kind duel_token_face = TK_FACE("TokenFace", duel_tokens,
    {TK_NUMBER("key", duel_place_key, own_place), .arg = DUEL_PLACE_TOKEN},
    {TOKEN("points", tk_number, points), ANY},
    {TOKEN("coins", tk_number, income), ANY},
    {TOKEN("symbol", symbol, symbol), ANY});
/* clang-format on */
