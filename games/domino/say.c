/* SPDX-License-Identifier: MIT */
/* What happens at the table, in words: prompts, moves, events. */
#include "domino_internal.h"

const uint16_t domino_terrain_words[DOMINO_TERRAINS] = {
    DOMINO_WORD_TERRAIN_WHEAT,     DOMINO_WORD_TERRAIN_FOREST, DOMINO_WORD_TERRAIN_LAKE,
    DOMINO_WORD_TERRAIN_GRASSLAND, DOMINO_WORD_TERRAIN_SWAMP,  DOMINO_WORD_TERRAIN_MINE,
    DOMINO_WORD_TERRAIN_TOWN,
};

static const uint16_t crowned_words[DOMINO_TERRAINS] = {
    DOMINO_WORD_CROWNED_WHEAT,     DOMINO_WORD_CROWNED_FOREST, DOMINO_WORD_CROWNED_LAKE,
    DOMINO_WORD_CROWNED_GRASSLAND, DOMINO_WORD_CROWNED_SWAMP,  DOMINO_WORD_CROWNED_MINE,
    DOMINO_WORD_CROWNED_TOWN,
};

#define BUILDING(name, ...) DOMINO_WORD_BUILDING_##name,
const uint16_t domino_building_words[DOMINO_KINDS + 1] = {
    0, /* no building */
#include "buildings.inc"
};

static struct tk_phrase say(uint16_t word, int seat)
{
    struct tk_phrase phrase = tk_phrase_of(word);
    tk_phrase_seat(&phrase, "who", seat);
    return phrase;
}

static void add_square(struct tk_phrase *phrase, const char *name, int terrain, int crowns)
{
    if (crowns > 0)
        tk_phrase_counted(phrase, name, crowned_words[terrain], crowns);
    else
        tk_phrase_word(phrase, name, domino_terrain_words[terrain]);
}

static void add_domino(struct tk_phrase *phrase, int number, const struct domino_face *face)
{
    tk_phrase_number(phrase, "domino", number);
    add_square(phrase, "left", face->terrain[0], face->crowns[0]);
    add_square(phrase, "right", face->terrain[1], face->crowns[1]);
}

/* --- prompts --- */

static bool has_place(const struct domino_state *s)
{
    tk_action list[TK_ACTIONS_MAX];
    domino_legal(s, list);
    return domino_action_verb(list[0]) == DOMINO_DO_PLACE;
}

void domino_prompt(const void *state, struct tk_phrase *out)
{
    static const uint16_t words[DOMINO_PHASES] = {
        [DOMINO_DRAFT] = DOMINO_WORD_PROMPT_DRAFT, [DOMINO_PLACE] = DOMINO_WORD_PROMPT_PLACE,
        [DOMINO_TAX] = DOMINO_WORD_PROMPT_TAX,     [DOMINO_BUILD] = DOMINO_WORD_PROMPT_BUILD,
        [DOMINO_BURN] = DOMINO_WORD_PROMPT_BURN,   [DOMINO_PICK] = DOMINO_WORD_PROMPT_PICK,
        [DOMINO_DEAL] = DOMINO_WORD_PROMPT_DEAL,   [DOMINO_OVER] = DOMINO_WORD_PROMPT_OVER,
    };
    const struct domino_state *s = state;
    *out = tk_phrase_of(words[s->phase]);
    if (s->actor < 0)
        return;
    tk_phrase_seat(out, "who", s->actor);
    if (s->phase == DOMINO_PLACE) {
        out->word = has_place(s) ? out->word : DOMINO_WORD_PROMPT_DISCARD;
        add_domino(out, domino_in_hand(s), domino_face_in_hand(s));
    }
}

/* --- moves --- */

static struct tk_phrase say_place(const struct domino_state *s, tk_action action)
{
    struct tk_phrase phrase = say(DOMINO_WORD_MOVE_PLACE, s->actor);
    struct domino_cell left = domino_action_cell(action);
    struct domino_cell right = domino_beside(left, domino_action_direction(action));
    add_domino(&phrase, domino_in_hand(s), domino_face_in_hand(s));
    tk_phrase_place(&phrase, "from", domino_place_of(left));
    tk_phrase_place(&phrase, "to", domino_place_of(right));
    return phrase;
}

static struct tk_phrase say_discard(const struct domino_state *s, tk_action action)
{
    (void)action;
    struct tk_phrase phrase = say(DOMINO_WORD_MOVE_DISCARD, s->actor);
    add_domino(&phrase, domino_in_hand(s), domino_face_in_hand(s));
    return phrase;
}

static struct tk_phrase say_tax(const struct domino_state *s, tk_action action)
{
    static const uint16_t words[4] = {DOMINO_WORD_MOVE_TAX_NONE, DOMINO_WORD_MOVE_TAX_ONE,
                                      DOMINO_WORD_MOVE_TAX_ONE, DOMINO_WORD_MOVE_TAX_BOTH};
    unsigned squares = domino_action_knights(action);
    const struct domino_kingdom *k = &s->kingdom[domino_kingdom_of(s, s->actor)];
    struct tk_phrase phrase = say(words[squares], s->actor);
    int cells[2];
    domino_home_cells(domino_home_in_hand(s), cells);
    for (int square = 0; square < 2; square++)
        if ((squares >> square & 1) != 0)
            tk_phrase_place(&phrase, "cells", domino_place_of(domino_cell_at(k, cells[square])));
    if (squares != 0)
        tk_phrase_number(&phrase, "n", domino_tax(s, squares));
    return phrase;
}

static struct tk_phrase say_build(const struct domino_state *s, tk_action action)
{
    int slot = domino_action_slot(action);
    if (slot == DOMINO_NO_SLOT)
        return say(DOMINO_WORD_MOVE_BUILD_NONE, s->actor);
    int price = domino_price(s, domino_kingdom_of(s, s->actor), slot);
    struct tk_phrase phrase =
        say(price > 0 ? DOMINO_WORD_MOVE_BUILD : DOMINO_WORD_MOVE_BUILD_FREE, s->actor);
    tk_phrase_word(&phrase, "building", domino_building_words[s->display[slot]]);
    tk_phrase_place(&phrase, "site", domino_place_of(domino_action_cell(action)));
    if (price > 0)
        tk_phrase_number(&phrase, "n", price);
    return phrase;
}

static struct tk_phrase say_burn(const struct domino_state *s, tk_action action)
{
    int slot = domino_action_slot(action);
    if (slot == DOMINO_NO_SLOT)
        return say(DOMINO_WORD_MOVE_BURN_NONE, s->actor);
    struct tk_phrase phrase = say(DOMINO_WORD_MOVE_BURN, s->actor);
    tk_phrase_word(&phrase, "building", domino_building_words[s->display[slot]]);
    return phrase;
}

static struct tk_phrase say_pick(const struct domino_state *s, tk_action action)
{
    struct tk_phrase phrase = say(DOMINO_WORD_MOVE_PICK, s->actor);
    int number = domino_action_number(action);
    add_domino(&phrase, number, domino_face(s, domino_line_box(s, s->round + 1), number));
    return phrase;
}

/* --- events --- */

/* QD-7.4, QD-8.1: what a building brought. */
static int say_gifts(const struct domino_state *b, tk_action action, const struct domino_state *a,
                     struct tk_phrase *out)
{
    int count = 0, slot = domino_action_slot(action);
    if (domino_action_verb(action) != DOMINO_DO_BUILD || slot == DOMINO_NO_SLOT)
        return 0;
    const struct domino_building *tile = &domino_buildings[b->display[slot]];
    if (tile->knights + tile->towers > 0) {
        out[count] = say(DOMINO_WORD_EVENT_GIFTS, b->actor);
        if (tile->knights > 0)
            tk_phrase_counted(&out[count], "gifts", DOMINO_WORD_COUNT_KNIGHTS, tile->knights);
        if (tile->towers > 0)
            tk_phrase_counted(&out[count], "gifts", DOMINO_WORD_COUNT_TOWERS, tile->towers);
        count++;
    }
    if (a->queen != b->queen)
        out[count++] = say(DOMINO_WORD_EVENT_QUEEN, b->actor);
    return count;
}

/* QD-11.1: the dominoes that no king chose; `picked` was the last choice. */
static int say_gone(const struct domino_state *b, int picked, struct tk_phrase *out)
{
    int gone = 0;
    *out = tk_phrase_of(DOMINO_WORD_EVENT_GONE);
    for (int i = 0; i < b->line_size; i++) {
        int number = b->next.number[i];
        if (b->next.king[i] != 0 || number == picked)
            continue;
        tk_phrase_number(out, "dominoes", number);
        gone++;
    }
    tk_phrase_number(out, "n", gone); /* for the grammar */
    return gone > 0;
}

/* QD-11.3: what the stack has given lies behind the tiles that were left. */
static int say_tiles(const struct domino_state *b, const struct domino_state *a,
                     struct tk_phrase *out)
{
    int left = __builtin_popcount(domino_tiles_shown(b));
    *out = tk_phrase_of(DOMINO_WORD_EVENT_TILES);
    for (int i = 0; i < a->top - b->top; i++)
        tk_phrase_word(out, "buildings", domino_building_words[a->display[left + i]]);
    return a->top > b->top;
}

static void add_line(struct tk_phrase *phrase, const struct domino_line *line)
{
    for (int i = 0; i < DOMINO_LINE && line->number[i] != 0; i++)
        tk_phrase_number(phrase, "dominoes", line->number[i]);
}

/* QD-11: the upkeep and the new round, after the last king's choice. */
static int say_round(const struct domino_state *b, tk_action action, const struct domino_state *a,
                     struct tk_phrase *out)
{
    int count = say_gone(b, domino_action_number(action), out);
    count += say_tiles(b, a, out + count);
    bool last = a->round == a->rounds;
    out[count] = tk_phrase_of(last ? DOMINO_WORD_EVENT_LAST_ROUND : DOMINO_WORD_EVENT_ROUND);
    tk_phrase_number(&out[count], "round", a->round);
    if (!last)
        add_line(&out[count], &a->next);
    return count + 1;
}

static int say_game(const struct domino_state *a, struct tk_phrase *out)
{
    *out = tk_phrase_of(DOMINO_WORD_EVENT_GAME);
    tk_phrase_number(out, "game", a->game + 1);
    add_line(out, &a->next);
    return 1;
}

int domino_describe(const void *before, tk_action action, const void *after, int viewer,
                    struct tk_phrase *out)
{
    (void)viewer; /* nobody knows more than the others */
    static struct tk_phrase (*const moves[DOMINO_VERBS])(const struct domino_state *, tk_action) = {
        [DOMINO_DO_PLACE] = say_place, [DOMINO_DO_DISCARD] = say_discard,
        [DOMINO_DO_TAX] = say_tax,     [DOMINO_DO_BUILD] = say_build,
        [DOMINO_DO_BURN] = say_burn,   [DOMINO_DO_PICK] = say_pick,
    };
    const struct domino_state *b = before, *a = after;
    int count = 1;
    out[0] = moves[domino_action_verb(action)](b, action);
    count += say_gifts(b, action, a, out + count);
    if (a->game > b->game)
        count += say_game(a, out + count);
    else if (a->round > b->round)
        count += say_round(b, action, a, out + count);
    if (a->phase == DOMINO_OVER)
        out[count++] = tk_phrase_of(DOMINO_WORD_EVENT_OVER);
    return count;
}
