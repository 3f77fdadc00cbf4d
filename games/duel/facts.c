/* SPDX-License-Identifier: MIT */
/* What is printed on cards, wonders and tokens, as rows of a view: clients need no tables of their own. Facts
 * that a thing does not have are left out. */
#include "duel_internal.h"

#define CARD(key, kind, member)   TK_MEMBER(key, kind, struct duel_card, member)
#define WONDER(key, kind, member) TK_MEMBER(key, kind, struct duel_wonder, member)
#define TOKEN(key, kind, member)  TK_MEMBER(key, kind, struct duel_token, member)

/* --- kinds --- */

static void write_place(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    duel_place((uint16_t)value, out);
}

const struct tk_kind duel_place_key = {.form = TK_FORM_TEXT, .write = write_place};
const struct tk_kind duel_resource = TK_NAMES("Resource", duel_resource_names, 0, DUEL_RESOURCES);
static const struct tk_kind colour = TK_NAMES("Kind", duel_item_names, DUEL_BROWN, DUEL_COLOURS);
static const struct tk_kind loss = TK_NAMES(NULL, duel_item_names, DUEL_BROWN, DUEL_GREY + 1);
static const struct tk_kind item = TK_NAMES("Item", duel_item_names, DUEL_BROWN, DUEL_ITEMS);
static const struct tk_kind symbol =
    TK_NAMES("Symbol", duel_symbol_names, DUEL_GLOBE, DUEL_SYMBOLS);
static const struct tk_kind special =
    TK_NAMES(NULL, duel_phase_names, DUEL_PHASE_LIBRARY, DUEL_PHASE_REVIVE + 1);

enum { LANE = 8 };
static const char *const cost_names[] = {"coins", "wood", "clay", "stone", "glass", "papyrus"};
static const struct tk_kind cost = {.form = TK_FORM_LANES,
                                    .type = "Cost",
                                    .names = cost_names,
                                    .count = TK_COUNT(cost_names),
                                    .bits = LANE,
                                    .sparse = true};
static const struct tk_kind units = {.form = TK_FORM_LANES,
                                     .type = "Units",
                                     .names = duel_resource_names,
                                     .count = DUEL_RESOURCES,
                                     .bits = LANE,
                                     .sparse = true};

/* Faces are numbered as their things are; the argument of the row leads to the place. */
static int64_t own_place(const struct tk_at *at)
{
    return at->index + at->row->arg;
}

/* --- what a city gets from it --- */

/* 7D-7.5: a choice source offers all resources of its kind. */
static int list_choice(const struct tk_at *at, int64_t *out)
{
    const duel_lanes *lanes = at->thing;
    int count = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++)
        if (duel_lane(*lanes, r < DUEL_GLASS ? DUEL_CHOICE_BROWN : DUEL_CHOICE_GREY) != 0)
            out[count++] = r;
    return count;
}

/* A lane is a byte: first those of the resources, later that of trade. */
#define LANES(key, of, from, at, bytes)                                              \
    .name = (key), .kind = &(of), .source = (from), .offset = (at), .size = (bytes), \
    .count = DUEL_RESOURCES, .flags = TK_IF_ANY

static const struct tk_field brings_fields[] = {
    {LANES("makes", units, TK_FROM_MEMBER, 0, DUEL_RESOURCES)},
    {TK_LIST("choice", duel_resource, list_choice), .flags = TK_IF_ANY},
    {LANES("trade", duel_resource, TK_FROM_BITS, DUEL_TRADE, 1)},
};
static const struct tk_rows brings_rows = TK_ROWS_OF(NULL, brings_fields);
static const struct tk_kind brings = TK_THING_BY(brings_rows);

/* --- cards --- */

static int64_t card_age(const struct tk_at *at)
{
    int age = ((const struct duel_card *)at->thing)->age;
    return age == DUEL_GUILD ? DUEL_AGES : age;
}

static int64_t card_cost(const struct tk_at *at)
{
    const struct duel_card *card = at->thing;
    return (int64_t)(card->cost << LANE | card->coins);
}

static int64_t is_guild(const struct tk_at *at)
{
    return ((const struct duel_card *)at->thing)->colour == DUEL_PURPLE;
}

/* 7D-8.2, 7D-13: what it counts, in the own city or in the one that has most. */
static const struct tk_field counts_fields[] = {
    {CARD("item", item, item)},
    {TK_NUMBER("most", tk_truth, is_guild)},
    {CARD("coins", tk_number, item_coins), .flags = TK_IF_ANY},
    {CARD("points", tk_number, item_points), .flags = TK_IF_ANY},
};
static const struct tk_rows counts_rows = TK_ROWS_OF("Counts", counts_fields);

/* 7D-7.8: what makes it free, and the sign it gives to others. */
static const struct tk_field from_sign_fields[] = {
    {TK_MEMBER("sign", tk_print, struct duel_print, chain_from)},
};
static const struct tk_field to_sign_fields[] = {
    {TK_MEMBER("chain_to", tk_print, struct duel_print, chain_to), .flags = TK_IF_ANY},
};
static const struct tk_rows from_sign_rows = TK_ROWS_OF(NULL, from_sign_fields);
static const struct tk_rows to_sign_rows = TK_ROWS_OF(NULL, to_sign_fields);

static const struct tk_kind from_sign = TK_FACE_BY(duel_card_prints, from_sign_rows);
static const struct tk_kind to_sign = TK_FACE_BY(duel_card_prints, to_sign_rows);

static const struct tk_field chain_fields[] = {
    {CARD("card", duel_place_key, chain_from)},
    {TK_NUMBER(NULL, from_sign, own_place)},
};
static const struct tk_rows chain_rows = TK_ROWS_OF("Chain", chain_fields);

static const struct tk_field card_fields[] = {
    {TK_NUMBER("key", duel_place_key, own_place)},
    {TK_NUMBER("age", tk_number, card_age)},
    {CARD("colour", colour, colour)},
    {TK_NUMBER("cost", cost, card_cost)},
    {CARD("points", tk_number, points), .flags = TK_IF_ANY},
    {CARD("shields", tk_number, shields), .flags = TK_IF_ANY},
    {CARD("symbol", symbol, symbol), .flags = TK_IF_ANY},
    {CARD(NULL, brings, brings)},
    {CARD("coins", tk_number, income), .flags = TK_IF_ANY},
    {TK_GROUP_BY("counts", counts_rows), TK_IF(struct duel_card, item)},
    {TK_GROUP_BY("chain_from", chain_rows), TK_IF(struct duel_card, chain_from)},
    {TK_NUMBER(NULL, to_sign, own_place)},
    {TK_NUMBER("trade_price", tk_number, NULL), .arg = 1, /* 7D-7.4 */
     TK_IF(struct duel_card, brings) + DUEL_TRADE},
};
static const struct tk_rows card_rows = TK_ROWS_OF("Card", card_fields);
const struct tk_kind duel_card_face = TK_FACE_BY(duel_cards, card_rows);

/* --- wonders and tokens --- */

static bool is_special(const struct tk_at *at)
{
    int choice = ((const struct duel_wonder *)at->thing)->choice;
    return choice == DUEL_PHASE_LIBRARY || choice == DUEL_PHASE_REVIVE;
}

static const struct tk_field wonder_fields[] = {
    {TK_NUMBER("key", duel_place_key, own_place), .arg = DUEL_PLACE_WONDER},
    {WONDER("cost", units, cost)},
    {WONDER("points", tk_number, points), .flags = TK_IF_ANY},
    {WONDER("shields", tk_number, shields), .flags = TK_IF_ANY},
    {WONDER(NULL, brings, brings)},
    {WONDER("coins", tk_number, income), .flags = TK_IF_ANY},
    {WONDER("plunder", tk_number, plunder), .flags = TK_IF_ANY},
    {WONDER("destroys", loss, destroys), .flags = TK_IF_ANY},
    {WONDER("special", special, choice), .when = is_special},
    {WONDER("again", tk_truth, again)},
};
static const struct tk_rows wonder_rows = TK_ROWS_OF("Wonder", wonder_fields);
const struct tk_kind duel_wonder_face = TK_FACE_BY(duel_wonders, wonder_rows);

static const struct tk_field token_fields[] = {
    {TK_NUMBER("key", duel_place_key, own_place), .arg = DUEL_PLACE_TOKEN},
    {TOKEN("points", tk_number, points), .flags = TK_IF_ANY},
    {TOKEN("coins", tk_number, income), .flags = TK_IF_ANY},
    {TOKEN("symbol", symbol, symbol), .flags = TK_IF_ANY},
};
static const struct tk_rows token_rows = TK_ROWS_OF("TokenFace", token_fields);
const struct tk_kind duel_token_face = TK_FACE_BY(duel_tokens, token_rows);
