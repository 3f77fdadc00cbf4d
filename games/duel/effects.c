/* SPDX-License-Identifier: MIT */
/* What a building or a wonder does, as a list in words. */
#include "duel_internal.h"

static const uint16_t makes_words[DUEL_RESOURCES] = {
    DUEL_WORD_MAKES_WOOD,  DUEL_WORD_MAKES_CLAY,    DUEL_WORD_MAKES_STONE,
    DUEL_WORD_MAKES_GLASS, DUEL_WORD_MAKES_PAPYRUS,
};

static const uint16_t trade_words[DUEL_RESOURCES] = {
    DUEL_WORD_TRADE_WOOD,  DUEL_WORD_TRADE_CLAY,    DUEL_WORD_TRADE_STONE,
    DUEL_WORD_TRADE_GLASS, DUEL_WORD_TRADE_PAPYRUS,
};

const uint16_t duel_symbol_words[DUEL_SYMBOLS] = {
    [DUEL_GLOBE] = DUEL_WORD_SYMBOL_GLOBE,       [DUEL_WHEEL] = DUEL_WORD_SYMBOL_WHEEL,
    [DUEL_SUNDIAL] = DUEL_WORD_SYMBOL_SUNDIAL,   [DUEL_MORTAR] = DUEL_WORD_SYMBOL_MORTAR,
    [DUEL_PENDULUM] = DUEL_WORD_SYMBOL_PENDULUM, [DUEL_INKWELL] = DUEL_WORD_SYMBOL_INKWELL,
    [DUEL_LAW] = DUEL_WORD_SYMBOL_LAW,
};

/* 7D-8.2: coins for what the own city has. */
static const uint16_t own_words[DUEL_ITEMS] = {
    [DUEL_BROWN] = DUEL_WORD_OWN_BROWN,   [DUEL_GREY] = DUEL_WORD_OWN_GREY,
    [DUEL_RED] = DUEL_WORD_OWN_RED,       [DUEL_YELLOW] = DUEL_WORD_OWN_YELLOW,
    [DUEL_WONDER] = DUEL_WORD_OWN_WONDER,
};

/* 7D-13.2: what guilds count in the city that has most. */
static const uint16_t most_words[DUEL_ITEMS] = {
    [DUEL_YELLOW] = DUEL_WORD_MOST_YELLOW, [DUEL_BROWN_GREY] = DUEL_WORD_MOST_BROWN_GREY,
    [DUEL_WONDER] = DUEL_WORD_MOST_WONDER, [DUEL_BLUE] = DUEL_WORD_MOST_BLUE,
    [DUEL_GREEN] = DUEL_WORD_MOST_GREEN,   [DUEL_COIN_TRIPLE] = DUEL_WORD_MOST_COIN_TRIPLE,
    [DUEL_RED] = DUEL_WORD_MOST_RED,
};

static void add(struct tk_phrase *phrase, uint16_t word)
{
    tk_phrase_word(phrase, "facts", word);
}

static void add_some(struct tk_phrase *phrase, uint16_t word, int number)
{
    if (number > 0)
        tk_phrase_counted(phrase, "facts", word, number);
}

static void add_brings(struct tk_phrase *phrase, duel_lanes brings)
{
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        add_some(phrase, makes_words[r], duel_lane(brings, r));
        if ((duel_lane(brings, DUEL_TRADE) >> r & 1) != 0)
            add(phrase, trade_words[r]);
    }
    if (duel_lane(brings, DUEL_CHOICE_BROWN) != 0)
        add(phrase, DUEL_WORD_FACT_CHOICE_BROWN);
    if (duel_lane(brings, DUEL_CHOICE_GREY) != 0)
        add(phrase, DUEL_WORD_FACT_CHOICE_GREY);
}

struct tk_phrase duel_card_effects(int number)
{
    const struct duel_card *card = &duel_cards[number];
    struct tk_phrase phrase = tk_phrase_of(DUEL_WORD_EFFECTS);
    add_some(&phrase, DUEL_WORD_FACT_POINTS, card->points);
    add_some(&phrase, DUEL_WORD_FACT_SHIELDS, card->shields);
    if (card->symbol != DUEL_NO_SYMBOL)
        add(&phrase, duel_symbol_words[card->symbol]);
    add_brings(&phrase, card->brings);
    add_some(&phrase, DUEL_WORD_COINS, card->income);
    if (card->colour == DUEL_PURPLE)
        add(&phrase, most_words[card->item]);
    else if (card->item != DUEL_NONE)
        add_some(&phrase, own_words[card->item], card->item_coins);
    return phrase;
}

struct tk_phrase duel_wonder_effects(int number)
{
    const struct duel_wonder *wonder = &duel_wonders[number];
    struct tk_phrase phrase = tk_phrase_of(DUEL_WORD_EFFECTS);
    add_some(&phrase, DUEL_WORD_FACT_POINTS, wonder->points);
    add_some(&phrase, DUEL_WORD_COINS, wonder->income);
    add_some(&phrase, DUEL_WORD_FACT_PLUNDER, wonder->plunder);
    add_some(&phrase, DUEL_WORD_FACT_SHIELDS, wonder->shields);
    add_brings(&phrase, wonder->brings);
    if (wonder->choice == DUEL_PHASE_DESTROY)
        add(&phrase, wonder->destroys == DUEL_BROWN ? DUEL_WORD_FACT_DESTROY_BROWN
                                                    : DUEL_WORD_FACT_DESTROY_GREY);
    if (wonder->choice == DUEL_PHASE_LIBRARY)
        add(&phrase, DUEL_WORD_FACT_LIBRARY);
    if (wonder->choice == DUEL_PHASE_REVIVE)
        add(&phrase, DUEL_WORD_FACT_REVIVE);
    if (wonder->again)
        add(&phrase, DUEL_WORD_FACT_AGAIN);
    return phrase;
}
