/* SPDX-License-Identifier: MIT */
/* Moves and places as text. */
#include "splendor_internal.h"

const char splendor_letters[SPLENDOR_TOKENS + 1] = "wugrko";

/* --- moves --- */

static void write_tokens(tk_action action, struct tk_writer *out)
{
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++)
        for (int i = splendor_action_count(action, colour); i > 0; i--)
            tk_write_char(out, splendor_letters[colour]);
}

static void write_deck(uint32_t level, struct tk_writer *out)
{
    tk_write_text(out, "deck");
    tk_write_int(out, level + 1);
}

void splendor_format(const void *state, tk_action action, struct tk_writer *out)
{
    (void)state;
    static const char *const words[SPLENDOR_VERBS] = {
        [SPLENDOR_TAKE] = "take ",   [SPLENDOR_RESERVE] = "reserve ",
        [SPLENDOR_BUY] = "buy ",     [SPLENDOR_RESERVE_DECK] = "reserve ",
        [SPLENDOR_PASS] = "pass",    [SPLENDOR_GIVE_BACK] = "return ",
        [SPLENDOR_NOBLE] = "noble ",
    };
    enum splendor_verb verb = splendor_action_verb(action);
    uint32_t thing = splendor_action_thing(action);
    tk_write_text(out, words[verb]);
    if (verb == SPLENDOR_RESERVE_DECK)
        write_deck(thing, out);
    else if (verb == SPLENDOR_NOBLE)
        tk_write_text(out, splendor_nobles[thing].id);
    else if (verb == SPLENDOR_RESERVE || verb == SPLENDOR_BUY)
        tk_write_text(out, splendor_cards[thing].id);
    if (verb == SPLENDOR_BUY && splendor_action_tokens(action) != 0)
        tk_write_text(out, " keep ");
    write_tokens(action, out);
}

void splendor_place(uint16_t place, struct tk_writer *out)
{
    bool noble = place >= SPLENDOR_PLACE_NOBLE;
    tk_write_text(out, noble ? splendor_nobles[place - SPLENDOR_PLACE_NOBLE].id
                             : splendor_cards[place].id);
}

/* The number of a card by its id, or 0; the same for nobles. */
static int card_find(struct tk_span id)
{
    for (int card = 1; card <= SPLENDOR_CARDS; card++)
        if (tk_span_is(id, splendor_cards[card].id))
            return card;
    return 0;
}

static int noble_find(struct tk_span id)
{
    for (int noble = 1; noble <= SPLENDOR_NOBLES; noble++)
        if (tk_span_is(id, splendor_nobles[noble].id))
            return noble;
    return 0;
}

/* Letters in the order w u g r k o, at most seven of a colour; never empty. */
static bool read_tokens(struct tk_span word, uint32_t *out_tokens)
{
    uint32_t tokens = 0;
    size_t at = 0;
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++) {
        uint32_t count = 0;
        for (; at < word.length && word.data[at] == splendor_letters[colour]; at++)
            count++;
        if (count > 7)
            return false;
        tokens |= count << (3 * colour);
    }
    *out_tokens = tokens;
    return at == word.length && at > 0;
}

static bool read_reserve(struct tk_span word, tk_action *out)
{
    struct tk_reader in = tk_reader_over(word);
    int64_t level;
    int card = card_find(word);
    if (card != 0) {
        *out = splendor_action(SPLENDOR_RESERVE, (uint32_t)card, 0);
        return true;
    }
    if (!tk_read_text(&in, "deck") || !tk_read_int(&in, 1, SPLENDOR_LEVELS, &level) ||
        !tk_read_end(&in))
        return false;
    *out = splendor_action(SPLENDOR_RESERVE_DECK, (uint32_t)(level - 1), 0);
    return true;
}

/* CARD, or CARD keep TOKENS without gold */
static bool read_buy(struct tk_span word, struct tk_reader *in, tk_action *out)
{
    struct tk_span kept;
    uint32_t tokens = 0;
    int card = card_find(word);
    if (card == 0)
        return false;
    if (tk_read_text(in, " keep ")) {
        if (!tk_read_word(in, &kept) || !read_tokens(kept, &tokens) || tokens >> 15 != 0)
            return false;
    }
    *out = splendor_action(SPLENDOR_BUY, (uint32_t)card, tokens);
    return true;
}

static bool read_move(const void *state, struct tk_reader *in, tk_action *out)
{
    (void)state;
    struct tk_span verb, word;
    uint32_t tokens;
    if (!tk_read_word(in, &verb))
        return false;
    if (tk_span_is(verb, "pass")) {
        *out = splendor_action(SPLENDOR_PASS, 0, 0);
        return true;
    }
    if (!tk_read_char(in, ' ') || !tk_read_word(in, &word))
        return false;
    if (tk_span_is(verb, "reserve"))
        return read_reserve(word, out);
    if (tk_span_is(verb, "buy"))
        return read_buy(word, in, out);
    if (tk_span_is(verb, "noble")) {
        int noble = noble_find(word);
        *out = splendor_action(SPLENDOR_NOBLE, (uint32_t)noble, 0);
        return noble != 0;
    }
    bool take = tk_span_is(verb, "take");
    if ((!take && !tk_span_is(verb, "return")) || !read_tokens(word, &tokens))
        return false;
    *out = splendor_action(take ? SPLENDOR_TAKE : SPLENDOR_GIVE_BACK, 0, tokens);
    return true;
}

tk_status splendor_parse(const void *state, struct tk_span text, tk_action *out_action)
{
    return tk_move_read(state, text, read_move, out_action);
}
