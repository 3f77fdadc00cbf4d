/* What is printed on cards, wonders and tokens, as JSON: clients need no tables of their own. */
#include "duel_internal.h"

/* Facts that a thing does not have are left out. */
static void put_number(struct tk_json *json, const char *key, int number)
{
    if (number != 0)
        tk_json_put_int(json, key, number);
}

static void put_resources(struct tk_json *json, const char *key, unsigned resources)
{
    if (resources == 0)
        return;
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int r = 0; r < DUEL_RESOURCES; r++)
        if ((resources >> r & 1) != 0)
            tk_json_text(json, duel_resource_names[r]);
    tk_json_close(json, ']');
}

static void put_units(struct tk_json *json, const char *key, duel_lanes units, int coins)
{
    tk_json_key(json, key);
    tk_json_open(json, '{');
    put_number(json, "coins", coins);
    for (int r = 0; r < DUEL_RESOURCES; r++)
        put_number(json, duel_resource_names[r], duel_lane(units, r));
    tk_json_close(json, '}');
}

/* 7D-7.5: a choice source offers all resources of its kind. */
static unsigned choice_of(duel_lanes brings)
{
    unsigned brown = 1U << DUEL_WOOD | 1U << DUEL_CLAY | 1U << DUEL_STONE;
    unsigned grey = 1U << DUEL_GLASS | 1U << DUEL_PAPYRUS;
    return (duel_lane(brings, DUEL_CHOICE_BROWN) != 0 ? brown : 0) |
           (duel_lane(brings, DUEL_CHOICE_GREY) != 0 ? grey : 0);
}

static void put_brings(struct tk_json *json, duel_lanes brings)
{
    if ((brings & 0xffffffffff) != 0)
        put_units(json, "makes", brings, 0);
    put_resources(json, "choice", choice_of(brings));
    put_resources(json, "trade", (unsigned)duel_lane(brings, DUEL_TRADE));
}

/* 7D-7.8: what makes it free, and the sign it gives to others. */
static void put_chain(struct tk_json *json, int card)
{
    const struct duel_print *print = &duel_card_prints[card];
    if (duel_cards[card].chain_from != 0) {
        tk_json_key(json, "chain_from");
        tk_json_open(json, '{');
        tk_json_put_text(json, "card", duel_card_prints[duel_cards[card].chain_from].key);
        tk_json_put_text(json, "sign", print->chain_from);
        tk_json_close(json, '}');
    }
    if (print->chain_to[0] != '\0')
        tk_json_put_text(json, "chain_to", print->chain_to);
}

/* 7D-8.2, 7D-13: what it counts, in the own city or in the one that has most. */
static void put_counts(struct tk_json *json, const struct duel_card *card)
{
    if (card->item == DUEL_NONE)
        return;
    tk_json_key(json, "counts");
    tk_json_open(json, '{');
    tk_json_put_text(json, "item", duel_item_names[card->item]);
    tk_json_put_bool(json, "most", card->colour == DUEL_PURPLE);
    put_number(json, "coins", card->item_coins);
    put_number(json, "points", card->item_points);
    tk_json_close(json, '}');
}

void duel_card_facts(int number, struct tk_json *json)
{
    const struct duel_card *card = &duel_cards[number];
    tk_json_open(json, '{');
    tk_json_put_text(json, "key", duel_card_prints[number].key);
    tk_json_put_int(json, "age", card->age == DUEL_GUILD ? DUEL_AGES : card->age);
    tk_json_put_text(json, "colour", duel_item_names[card->colour]);
    put_units(json, "cost", card->cost, card->coins);
    put_number(json, "points", card->points);
    put_number(json, "shields", card->shields);
    if (card->symbol != DUEL_NO_SYMBOL)
        tk_json_put_text(json, "symbol", duel_symbol_names[card->symbol]);
    put_brings(json, card->brings);
    put_number(json, "coins", card->income);
    put_counts(json, card);
    put_chain(json, number);
    if (duel_lane(card->brings, DUEL_TRADE) != 0)
        tk_json_put_int(json, "trade_price", 1); /* 7D-7.4 */
    tk_json_close(json, '}');
}

/* Members of an object that the caller opened and closes. */
void duel_wonder_facts(int number, struct tk_json *json)
{
    const struct duel_wonder *wonder = &duel_wonders[number];
    tk_json_put_text(json, "key", duel_wonder_prints[number].key);
    put_units(json, "cost", wonder->cost, 0);
    put_number(json, "points", wonder->points);
    put_number(json, "shields", wonder->shields);
    put_brings(json, wonder->brings);
    put_number(json, "coins", wonder->income);
    put_number(json, "plunder", wonder->plunder);
    if (wonder->choice == DUEL_PHASE_DESTROY)
        tk_json_put_text(json, "destroys", duel_item_names[wonder->destroys]);
    else if (wonder->choice != DUEL_PHASE_PLAY)
        tk_json_put_text(json, "special", duel_phase_names[wonder->choice]);
    tk_json_put_bool(json, "again", wonder->again != 0);
}

void duel_token_facts(int number, struct tk_json *json)
{
    const struct duel_token *token = &duel_tokens[number];
    tk_json_put_text(json, "key", duel_token_prints[number].key);
    put_number(json, "points", token->points);
    put_number(json, "coins", token->income);
    if (token->symbol != DUEL_NO_SYMBOL)
        tk_json_put_text(json, "symbol", duel_symbol_names[token->symbol]);
}
