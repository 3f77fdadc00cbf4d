/* SPDX-License-Identifier: MIT */
/* What happens at the table, in the words of 7D-20: prompts, moves and what follows from them. */
#include "duel_internal.h"

static const uint16_t age_words[DUEL_AGES + 1] = {DUEL_WORD_AGE_1, DUEL_WORD_AGE_1, DUEL_WORD_AGE_2,
                                                  DUEL_WORD_AGE_3};

static struct tk_phrase say(uint16_t word, int seat)
{
    struct tk_phrase phrase = tk_phrase_of(word);
    tk_phrase_seat(&phrase, "who", seat);
    return phrase;
}

static void add_coins(struct tk_phrase *phrase, int coins)
{
    tk_phrase_counted(phrase, "coins", DUEL_WORD_COINS, coins);
}

static void add_card(struct tk_phrase *phrase, const char *name, int card)
{
    tk_phrase_word(phrase, name, duel_card_prints[card].word);
}

/* --- what is to be decided --- */

void duel_prompt(const void *state, struct tk_phrase *out)
{
    static const uint16_t words[DUEL_PHASES] = {
        [DUEL_PHASE_DRAFT] = DUEL_WORD_PROMPT_DRAFT,
        [DUEL_PHASE_PLAY] = DUEL_WORD_PROMPT_PLAY,
        [DUEL_PHASE_DESTROY] = DUEL_WORD_PROMPT_DESTROY_BROWN,
        [DUEL_PHASE_LIBRARY] = DUEL_WORD_PROMPT_LIBRARY,
        [DUEL_PHASE_REVIVE] = DUEL_WORD_PROMPT_REVIVE,
        [DUEL_PHASE_TOKEN] = DUEL_WORD_PROMPT_TOKEN,
        [DUEL_PHASE_START] = DUEL_WORD_PROMPT_START,
        [DUEL_PHASE_OVER] = DUEL_WORD_PROMPT_OVER,
    };
    const struct duel_state *s = state;
    uint16_t word = s->doomed == DUEL_GREY ? DUEL_WORD_PROMPT_DESTROY_GREY : words[s->phase];
    *out = tk_phrase_of(word);
    if (s->phase == DUEL_PHASE_OVER)
        return;
    tk_phrase_seat(out, "who", s->active);
    if (s->phase == DUEL_PHASE_DESTROY)
        tk_phrase_seat(out, "other", !s->active);
    if (s->phase == DUEL_PHASE_START)
        tk_phrase_word(out, "age", age_words[s->age]);
}

/* --- the move --- */

static struct tk_phrase say_build(const struct duel_state *s, int card)
{
    struct duel_price price = duel_price(s, s->active, card);
    struct tk_phrase phrase = say(DUEL_WORD_MOVE_BUILD, s->active);
    add_card(&phrase, "card", card);
    if (price.chain) {
        phrase.word = DUEL_WORD_MOVE_BUILD_CHAIN;
        add_card(&phrase, "giver", duel_cards[card].chain_from);
    } else if (price.coins == 0) {
        phrase.word = DUEL_WORD_MOVE_BUILD_FREE;
    } else {
        add_coins(&phrase, price.coins);
    }
    return phrase;
}

static struct tk_phrase say_raise(const struct duel_state *s, int wonder, int card)
{
    struct duel_price price = duel_wonder_price(s, s->active, wonder);
    bool free = price.coins == 0;
    struct tk_phrase phrase =
        say(free ? DUEL_WORD_MOVE_WONDER_FREE : DUEL_WORD_MOVE_WONDER, s->active);
    tk_phrase_word(&phrase, "wonder", duel_wonder_prints[wonder].word);
    add_card(&phrase, "card", card);
    if (!free)
        add_coins(&phrase, price.coins);
    return phrase;
}

static struct tk_phrase say_start(const struct duel_state *s, int whom)
{
    bool me = whom == DUEL_ME;
    struct tk_phrase phrase =
        say(me ? DUEL_WORD_MOVE_START_ME : DUEL_WORD_MOVE_START_OTHER, s->active);
    if (!me)
        tk_phrase_seat(&phrase, "other", !s->active);
    tk_phrase_word(&phrase, "age", age_words[s->age]);
    return phrase;
}

static struct tk_phrase say_token(const struct duel_state *s, uint16_t word, int token)
{
    struct tk_phrase phrase = say(word, s->active);
    tk_phrase_word(&phrase, "token", duel_token_prints[token].word);
    return phrase;
}

static struct tk_phrase say_card(const struct duel_state *s, uint16_t word, int card)
{
    struct tk_phrase phrase = say(word, s->active);
    add_card(&phrase, "card", card);
    return phrase;
}

static struct tk_phrase say_move(const struct duel_state *s, tk_action action)
{
    int thing = duel_thing_of(action), wonder = duel_wonder_of(action);
    struct tk_phrase phrase = tk_phrase_of(0);
    switch (duel_verb_of(action)) {
    case DUEL_BUILD:
        return say_build(s, thing);
    case DUEL_DISCARD:
        phrase = say_card(s, DUEL_WORD_MOVE_DISCARD, thing);
        add_coins(&phrase, duel_discard_income(&s->seat[s->active]));
        return phrase;
    case DUEL_RAISE:
        return say_raise(s, wonder, thing);
    case DUEL_DRAFT:
        phrase = say(DUEL_WORD_MOVE_DRAFT, s->active);
        tk_phrase_word(&phrase, "wonder", duel_wonder_prints[wonder].word);
        return phrase;
    case DUEL_DESTROY:
        phrase = say_card(s, DUEL_WORD_MOVE_DESTROY, thing);
        tk_phrase_seat(&phrase, "other", !s->active);
        return phrase;
    case DUEL_LIBRARY:
        return say_token(s, DUEL_WORD_MOVE_LIBRARY, thing);
    case DUEL_REVIVE:
        return say_card(s, DUEL_WORD_MOVE_REVIVE, thing);
    case DUEL_TOKEN:
        return say_token(s, DUEL_WORD_MOVE_TOKEN, thing);
    case DUEL_START:
        return say_start(s, thing);
    case DUEL_VERBS:
        break;
    }
    return phrase;
}

/* --- what followed from it --- */

/* A move between two states, and the sentences about it so far. */
struct tale {
    const struct duel_state *before, *after;
    tk_action action;
    int seat; /* who moved */
    int count;
    struct tk_phrase *out;
};

static struct tk_phrase *tell(struct tale *t, struct tk_phrase phrase)
{
    t->out[t->count] = phrase;
    return &t->out[t->count++];
}

static void tell_coins(struct tale *t, uint16_t word, int seat, int coins)
{
    if (coins > 0)
        add_coins(tell(t, say(word, seat)), coins);
}

/* The price that was paid; nothing for moves that have none. */
static struct duel_price price_paid(const struct tale *t)
{
    if (duel_verb_of(t->action) == DUEL_BUILD)
        return duel_price(t->before, t->seat, duel_thing_of(t->action));
    if (duel_verb_of(t->action) == DUEL_RAISE)
        return duel_wonder_price(t->before, t->seat, duel_wonder_of(t->action));
    return (struct duel_price){0};
}

/* 7D-7.10, 7D-8.3, 7D-8.2, 7D-10.5, 7D-11.3: where coins went, apart from the price. */
static void tell_money(struct tale *t)
{
    const struct duel_seat *me = &t->before->seat[t->seat], *other = &t->before->seat[!t->seat];
    struct duel_price price = price_paid(t);
    int economy = duel_has_token(other, DUEL_TOKEN_ECONOMY) ? price.traded : 0;
    int urbanism = price.chain && duel_has_token(me, DUEL_TOKEN_URBANISM) ? 4 : 0;
    int gained = t->after->seat[t->seat].coins - (me->coins - price.coins) - urbanism;
    int lost = other->coins + economy - t->after->seat[!t->seat].coins;
    tell_coins(t, DUEL_WORD_EVENT_ECONOMY, !t->seat, economy);
    tell_coins(t, DUEL_WORD_EVENT_URBANISM, t->seat, urbanism);
    if (duel_verb_of(t->action) != DUEL_DISCARD) /* the move has said it */
        tell_coins(t, DUEL_WORD_EVENT_INCOME, t->seat, gained);
    tell_coins(t, DUEL_WORD_EVENT_LOSES, !t->seat, lost);
}

/* 7D-11.1: on whose side, and how far from the middle. */
static void tell_pawn(struct tale *t)
{
    int pawn = t->after->pawn, side = (pawn > 0) ^ t->after->first;
    if (pawn == t->before->pawn)
        return;
    if (pawn == 0) {
        tell(t, tk_phrase_of(DUEL_WORD_EVENT_PAWN_MIDDLE));
    } else if (duel_space_of(t->after)->capital) {
        tell(t, say(DUEL_WORD_EVENT_CAPITAL, side));
    } else {
        struct tk_phrase *phrase = tell(t, say(DUEL_WORD_EVENT_PAWN, side));
        tk_phrase_number(phrase, "space", pawn < 0 ? -pawn : pawn);
    }
}

/* 7D-12.2, 7D-12.3. */
static void tell_science(struct tale *t)
{
    int symbol = duel_cards[duel_thing_of(t->action)].symbol;
    if (t->after->ending == DUEL_SCIENTIFIC)
        tell(t, say(DUEL_WORD_EVENT_SYMBOLS, t->seat));
    else if (t->after->phase == DUEL_PHASE_TOKEN)
        tk_phrase_word(tell(t, tk_phrase_of(DUEL_WORD_EVENT_PAIR)), "symbol",
                       duel_symbol_words[symbol]);
}

/* 7D-10.3: the wonder that nobody will raise any more. */
static void tell_gone(struct tale *t)
{
    if (t->after->raised != DUEL_RAISED_MAX || t->before->raised == DUEL_RAISED_MAX)
        return;
    for (int i = 0; i < DUEL_SEATS * DUEL_HELD; i++) {
        const struct duel_seat *seat = &t->after->seat[i / DUEL_HELD];
        int place = i % DUEL_HELD;
        if (!duel_is_raised(seat, place))
            tk_phrase_word(tell(t, tk_phrase_of(DUEL_WORD_EVENT_GONE)), "wonder",
                           duel_wonder_prints[seat->wonder[place]].word);
    }
}

/* 7D-10.8. */
static void tell_drawn(struct tale *t)
{
    if (t->after->phase != DUEL_PHASE_LIBRARY)
        return;
    struct tk_phrase *phrase = tell(t, tk_phrase_of(DUEL_WORD_EVENT_DRAWN));
    for (int i = 0; i < DUEL_DRAWN; i++)
        tk_phrase_word(phrase, "tokens",
                       duel_token_prints[t->after->progress[DUEL_ON_BOARD + i]].word);
}

/* 7D-4.3. */
static void tell_offer(struct tale *t)
{
    if (t->after->phase != DUEL_PHASE_DRAFT || duel_drafted(t->after) != DUEL_GROUP)
        return;
    struct tk_phrase *phrase = tell(t, tk_phrase_of(DUEL_WORD_EVENT_OFFER));
    for (int i = 0; i < DUEL_GROUP; i++)
        tk_phrase_word(phrase, "wonders",
                       duel_wonder_prints[t->after->wonder[DUEL_GROUP + i]].word);
}

/* 7D-6.2, 7D-5.1: cards that were turned up, or a whole layout. */
static void tell_cards(struct tale *t)
{
    uint32_t turned = t->after->open & ~t->before->open & ~duel_face_up(t->before->age);
    if (t->after->age != t->before->age) {
        tk_phrase_word(tell(t, tk_phrase_of(DUEL_WORD_EVENT_AGE)), "age", age_words[t->after->age]);
        return;
    }
    if (turned == 0)
        return;
    struct tk_phrase *phrase = tell(t, tk_phrase_of(DUEL_WORD_EVENT_CARDS));
    for (; turned != 0; turned &= turned - 1)
        add_card(phrase, "cards", t->after->layout[t->after->age - 1][__builtin_ctz(turned)]);
}

/* 7D-6.3: the same player is to play, and not because somebody said so. */
static void tell_again(struct tale *t)
{
    bool played = duel_verb_of(t->action) != DUEL_DRAFT && duel_verb_of(t->action) != DUEL_START;
    if (played && t->after->phase == DUEL_PHASE_PLAY && t->after->active == t->seat)
        tell(t, say(DUEL_WORD_EVENT_AGAIN, t->seat));
}

/* In the order of 7D-17.4; eight sentences are the most. */
int duel_describe(const void *before, tk_action action, const void *after, int viewer,
                  struct tk_phrase *out)
{
    (void)viewer; /* nobody knows more than the others */
    const struct duel_state *b = before;
    struct tale t = {.before = b, .after = after, .action = action, .seat = b->active, .out = out};
    tell(&t, say_move(b, action));
    tell_money(&t);
    tell_pawn(&t);
    tell_science(&t);
    tell_gone(&t);
    tell_drawn(&t);
    tell_offer(&t);
    tell_cards(&t);
    tell_again(&t);
    return t.count;
}
