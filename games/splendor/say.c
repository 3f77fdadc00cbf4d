/* SPDX-License-Identifier: MIT */
/* What happens at the table, in words: prompts, moves, events. */
#include "splendor_internal.h"

static const uint16_t token_words[SPLENDOR_TOKENS] = {
    SPLENDOR_WORD_TOKENS_W, SPLENDOR_WORD_TOKENS_U, SPLENDOR_WORD_TOKENS_G,
    SPLENDOR_WORD_TOKENS_R, SPLENDOR_WORD_TOKENS_K, SPLENDOR_WORD_TOKENS_O,
};

static const uint16_t colour_words[SPLENDOR_COLOURS] = {
    SPLENDOR_WORD_COLOUR_W, SPLENDOR_WORD_COLOUR_U, SPLENDOR_WORD_COLOUR_G,
    SPLENDOR_WORD_COLOUR_R, SPLENDOR_WORD_COLOUR_K,
};

void splendor_prompt(const void *state, struct tk_phrase *out)
{
    const struct splendor_state *s = state;
    static const uint16_t words[] = {
        [SPLENDOR_ACT] = SPLENDOR_WORD_PROMPT_ACT,
        [SPLENDOR_RETURN] = SPLENDOR_WORD_PROMPT_RETURN,
        [SPLENDOR_CHOOSE_NOBLE] = SPLENDOR_WORD_PROMPT_NOBLE,
        [SPLENDOR_OVER] = SPLENDOR_WORD_PROMPT_OVER,
    };
    bool last = s->phase == SPLENDOR_ACT && s->closing;
    *out = tk_phrase_of(last ? SPLENDOR_WORD_PROMPT_ACT_LAST : words[s->phase]);
    if (s->phase == SPLENDOR_OVER)
        return;
    tk_phrase_seat(out, "who", s->active);
    if (s->phase == SPLENDOR_RETURN)
        tk_phrase_number(out, "n", splendor_held(&s->seat[s->active]) - SPLENDOR_LIMIT);
}

static void add_tokens(struct tk_phrase *phrase, const int count[SPLENDOR_TOKENS])
{
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++)
        if (count[colour] > 0)
            tk_phrase_counted(phrase, "tokens", token_words[colour], count[colour]);
}

void splendor_say_card(struct tk_phrase *phrase, int card)
{
    tk_phrase_word(phrase, "colour", colour_words[splendor_cards[card].bonus]);
    tk_phrase_place(phrase, "card", card);
}

static struct tk_phrase say(uint16_t word, int seat)
{
    struct tk_phrase phrase = tk_phrase_of(word);
    tk_phrase_seat(&phrase, "who", seat);
    return phrase;
}

static void say_tokens(tk_action action, struct tk_phrase *out)
{
    int count[SPLENDOR_TOKENS];
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++)
        count[colour] = splendor_action_count(action, colour);
    add_tokens(out, count);
}

static void say_price(const struct splendor_seat *seat, tk_action action, struct tk_phrase *out)
{
    int card = (int)splendor_action_thing(action), count[SPLENDOR_TOKENS];
    struct splendor_price price = splendor_price(seat, card, action);
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        count[colour] = splendor_count(price.tokens, colour);
    count[SPLENDOR_GOLD] = price.gold;
    if (price.tokens == 0 && price.gold == 0)
        out->word = SPLENDOR_WORD_MOVE_BUY_FREE;
    splendor_say_card(out, card);
    add_tokens(out, count);
}

/* The move itself. Nothing here tells what only one seat may know: a blind card has no name. */
static struct tk_phrase say_move(const struct splendor_state *s, tk_action action)
{
    static const uint16_t words[SPLENDOR_VERBS] = {
        [SPLENDOR_TAKE] = SPLENDOR_WORD_MOVE_TAKE,
        [SPLENDOR_RESERVE] = SPLENDOR_WORD_MOVE_RESERVE,
        [SPLENDOR_RESERVE_DECK] = SPLENDOR_WORD_MOVE_RESERVE_DECK,
        [SPLENDOR_BUY] = SPLENDOR_WORD_MOVE_BUY,
        [SPLENDOR_PASS] = SPLENDOR_WORD_MOVE_PASS,
        [SPLENDOR_GIVE_BACK] = SPLENDOR_WORD_MOVE_RETURN,
        [SPLENDOR_NOBLE] = SPLENDOR_WORD_MOVE_NOBLE,
    };
    enum splendor_verb verb = splendor_action_verb(action);
    int thing = (int)splendor_action_thing(action);
    struct tk_phrase phrase = say(words[verb], s->active);
    if (verb == SPLENDOR_TAKE || verb == SPLENDOR_GIVE_BACK) {
        say_tokens(action, &phrase);
    } else if (verb == SPLENDOR_BUY) {
        say_price(&s->seat[s->active], action, &phrase);
    } else if (verb == SPLENDOR_RESERVE) {
        phrase.word = s->bank_gold > 0 ? SPLENDOR_WORD_MOVE_RESERVE_GOLD : phrase.word;
        splendor_say_card(&phrase, thing);
    } else if (verb == SPLENDOR_RESERVE_DECK) {
        phrase.word = s->bank_gold > 0 ? SPLENDOR_WORD_MOVE_RESERVE_DECK_GOLD : phrase.word;
        tk_phrase_number(&phrase, "level", thing + 1);
    } else if (verb == SPLENDOR_NOBLE) {
        tk_phrase_place(&phrase, "noble", SPLENDOR_PLACE_NOBLE + thing);
    }
    return phrase;
}

static struct tk_phrase say_visit(const struct splendor_state *after, int place)
{
    struct tk_phrase phrase = say(SPLENDOR_WORD_EVENT_NOBLE, after->noble_owner[place] - 1);
    tk_phrase_place(&phrase, "noble", SPLENDOR_PLACE_NOBLE + after->noble[place]);
    return phrase;
}

/* SP-11.3: only who took a card unseen hears which it is. */
static struct tk_phrase say_drawn(const struct splendor_seat *seat, int who)
{
    struct tk_phrase phrase = say(SPLENDOR_WORD_EVENT_DRAWN, who);
    splendor_say_card(&phrase, seat->reserved[seat->reserved_count - 1]);
    return phrase;
}

int splendor_describe(const void *before, tk_action action, const void *after, int viewer,
                      struct tk_phrase *out)
{
    const struct splendor_state *b = before, *a = after;
    int count = 0;
    out[count++] = say_move(b, action);
    if (splendor_action_verb(action) == SPLENDOR_RESERVE_DECK && viewer == b->active)
        out[count++] = say_drawn(&a->seat[viewer], viewer);
    for (int slot = 0; slot < SPLENDOR_LEVELS * SPLENDOR_SLOTS; slot++) {
        int card = a->market[slot / SPLENDOR_SLOTS][slot % SPLENDOR_SLOTS];
        if (card != 0 && card != b->market[slot / SPLENDOR_SLOTS][slot % SPLENDOR_SLOTS]) {
            out[count] = tk_phrase_of(SPLENDOR_WORD_EVENT_CARD);
            splendor_say_card(&out[count++], card);
        }
    }
    for (int i = 0; i <= a->players; i++)
        if (a->noble_owner[i] != b->noble_owner[i] &&
            splendor_action_verb(action) != SPLENDOR_NOBLE)
            out[count++] = say_visit(a, i);
    if (a->closing && !b->closing && a->phase != SPLENDOR_OVER) {
        out[count] = say(SPLENDOR_WORD_EVENT_CLOSING, b->active);
        tk_phrase_number(&out[count++], "points", a->seat[b->active].points);
    }
    return count;
}
