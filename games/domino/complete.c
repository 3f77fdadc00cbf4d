/* SPDX-License-Identifier: MIT */
/* Tables and deals that were read: lists are put in their places, and what was left out is completed. */
#include "domino_internal.h"

/* A line is listed in any order; a king goes with its domino. */
static bool sort_line(struct domino_line *line)
{
    struct domino_line listed = *line;
    int count = domino_line_length(line);
    uint64_t numbers = 0;
    for (int i = 0; i < count; i++)
        numbers |= UINT64_C(1) << listed.number[i];
    if (__builtin_popcountll(numbers) != count)
        return false;
    for (int i = 0; numbers != 0; i++, numbers &= numbers - 1)
        line->number[i] = (uint8_t)__builtin_ctzll(numbers);
    for (int i = 0; i < count; i++)
        line->king[domino_line_find(line, listed.number[i])] = listed.king[i];
    return true;
}

/*
 * What is listed was put at the beginning: it moves behind the places of what was drawn. Returns how far
 * it reaches then, or -1 if there is no room for it.
 */
static int make_room(uint8_t *list, int drawn, int count)
{
    int listed = 0;
    while (listed < count && list[listed] != 0)
        listed++;
    if (drawn + listed > count)
        return -1;
    for (int i = listed - 1; i >= 0; i--) {
        uint8_t one = list[i];
        list[i] = 0;
        list[drawn + i] = one;
    }
    return drawn + listed;
}

/* The lowest numbers that were not seen follow from place `at` on; is the deck full then? */
static bool fill_deck(uint8_t *deck, int at, uint64_t seen)
{
    for (int number = 1; number <= DOMINO_DOMINOES && at < DOMINO_DOMINOES; number++)
        if ((seen >> number & 1) == 0)
            deck[at++] = (uint8_t)number;
    return at == DOMINO_DOMINOES;
}

/* The deck is what is listed, then dominoes that lie nowhere; the others have left. */
static bool set_deck(struct domino_state *s, int box)
{
    uint8_t *deck = domino_box(s, box)->deck;
    int drawn = domino_drawn(s, box, domino_lines_drawn(s));
    int at = make_room(deck, drawn, DOMINO_DOMINOES);
    uint64_t seen = domino_on_table(s, box, 0);
    for (int i = drawn; i < at; i++)
        seen |= UINT64_C(1) << deck[i];
    return at >= 0 && fill_deck(deck, at, seen);
}

/* The stack is what is listed, then the tiles that are nowhere, by kind; the others have burnt. */
static bool set_stack(struct domino_state *s)
{
    int left[DOMINO_KINDS + 1], at = make_room(s->stack, s->top, DOMINO_TILES);
    domino_count_tiles(s, left);
    for (int i = s->top; i < at; i++)
        left[s->stack[i]]--;
    for (int kind = 1; at >= 0 && kind <= DOMINO_KINDS; kind++)
        for (; left[kind] > 0 && at < DOMINO_TILES; left[kind]--)
            s->stack[at++] = (uint8_t)kind;
    return at == DOMINO_TILES;
}

static void set_actor(struct domino_state *s)
{
    if (s->phase == DOMINO_OVER)
        s->actor = TK_NOBODY;
    else if (s->phase == DOMINO_DEAL)
        s->actor = TK_CHANCE;
    else
        s->actor = (int8_t)(s->round == 0 ? s->kings[s->king] : s->line.king[s->king] - 1);
}

/* QD-3.1, QD-3.2: each player's kings, in an order that the draft of this game can have. */
static bool kings_fit(const struct domino_state *s)
{
    uint8_t each[DOMINO_SEATS] = {0};
    bool fine = true;
    for (int i = 0; i < s->king_count; i++)
        each[s->kings[i]]++;
    for (int seat = 0; seat < s->players; seat++)
        fine &= each[seat] * s->players == s->king_count;
    if (s->variant == DOMINO_QUEEN && s->players == 2)
        fine &= s->kings[0] == s->kings[3] && s->kings[1] == s->kings[2];
    return fine;
}

const char *domino_loaded(void *state)
{
    struct domino_state *s = state;
    struct domino_line next = s->next;
    if (s->round > s->rounds || s->king >= s->king_count)
        return DOMINO_PROBLEM_ROUNDS;
    if (!kings_fit(s))
        return DOMINO_PROBLEM_ORDER;
    if (!sort_line(&s->line) || !sort_line(&s->next))
        return DOMINO_PROBLEM_LINE;
    for (int box = 0; box < domino_box_count(s); box++)
        if (!set_deck(s, box))
            return DOMINO_PROBLEM_UNDRAWN;
    if (s->variant != DOMINO_KING && !set_stack(s))
        return DOMINO_PROBLEM_STACK;
    if (s->round == 0) /* the first line stays in its deck, in the order of drawing */
        tk_copy(s->first.deck, next.number, s->line_size);
    set_actor(s);
    return NULL;
}

/* --- deals --- */

/* QD-2.2, KD-2: below the dominoes in use, which were dealt in drawing order, lie those left out. */
static bool complete_deck(const struct domino_state *s, int box, uint8_t deck[DOMINO_DOMINOES])
{
    uint64_t seen = 0;
    int count = 0;
    for (; count < DOMINO_DOMINOES && deck[count] != 0; count++)
        seen |= UINT64_C(1) << deck[count];
    if (count != domino_drawn(s, box, s->rounds) || __builtin_popcountll(seen) != count)
        return false;
    return fill_deck(deck, count, seen);
}

const char *domino_dealt(void *state)
{
    struct domino_state *s = state;
    for (int box = 0; box < domino_box_count(s); box++)
        if (!complete_deck(s, box, domino_box(s, box)->deck))
            return "a box has the wrong number of dominoes, or one of them twice";
    if (s->variant != DOMINO_KING && s->stack[DOMINO_TILES - 1] == 0)
        return "tiles are missing in the stack";
    if (!kings_fit(s))
        return DOMINO_PROBLEM_ORDER;
    domino_begin(s);
    return domino_audit(s);
}
