/* The terrain deck and its reshuffles, which are events of chance (KB-66). */
#include "kingdom_internal.h"

void kingdom_pile_add(struct kingdom_pile *pile, uint8_t card)
{
    pile->card[pile->count++] = card;
}

uint8_t kingdom_pile_take(struct kingdom_pile *pile)
{
    uint8_t *top = &pile->card[--pile->count], card = *top;
    *top = 0;
    return card;
}

/* --- KB-66 reshuffles --- */

/* KB-66: the discard pile; KB-39: or, should that be empty too, the cards removed from the game. */
static struct kingdom_pile take_reshuffled(struct kingdom_state *s)
{
    struct kingdom_pile *source = s->discard.count > 0 ? &s->discard : &s->removed;
    struct kingdom_pile cards = *source;
    *source = (struct kingdom_pile){0};
    return cards;
}

/* KB-83: the hands of this moment are from now on a pool of their own. */
static void put_pile(struct kingdom_state *s, const struct kingdom_pile *pile)
{
    s->deck = *pile;
    s->older = 0;
    for (int p = 0; p < s->players; p++)
        s->older = (uint8_t)(s->older | (unsigned)(s->seat[p].hand != KINGDOM_NO_CARD) << p);
}

void kingdom_settle(void *state)
{
    struct kingdom_state *s = state;
    struct kingdom_pile pile = take_reshuffled(s);
    struct tk_dice dice;
    tk_dice_begin(&dice, &s->stream);
    tk_dice_shuffle(&dice, pile.card, pile.count);
    put_pile(s, &pile);
    kingdom_go_on(s);
}

/* --- as JSON --- */

static void write_card(int card, struct tk_json *json)
{
    tk_json_text(json, kingdom_terrain_names[card]);
}

void kingdom_pile_write(const struct kingdom_pile *pile, struct tk_json *json)
{
    for (int i = pile->count; i > 0; i--)
        write_card(pile->card[i - 1], json);
}

/*
 * The whole new pile. Its first cards have left it already: one into the hand of the seat that had
 * ended its turn, then those that were drawn as replacements and removed one after the other, and
 * the one that now lies before the active seat.
 */
static void write_reshuffled(const struct kingdom_state *before, const struct kingdom_state *after,
                             struct tk_json *json)
{
    bool ended = before->phase == KINGDOM_DRAW;
    int first = before->discard.count > 0 ? before->removed.count : 0;
    bool replaced = !ended || after->removed.count > first;
    if (ended)
        write_card(after->seat[before->active].hand, json);
    for (int i = first + ended; i < after->removed.count; i++) /* not the card from the hand */
        write_card(after->removed.card[i], json);
    if (replaced && after->phase == KINGDOM_ACT)
        write_card(after->seat[after->active].hand, json);
    kingdom_pile_write(&after->deck, json);
}

void kingdom_chance_write(const void *before, const void *after, struct tk_json *json)
{
    tk_json_put_text(json, "what", "reshuffle");
    tk_json_key(json, "deck");
    tk_json_open(json, '[');
    write_reshuffled(before, after, json);
    tk_json_close(json, ']');
}

/* The list has the top card first, the pile has it last. */
bool kingdom_pile_read(struct tk_json_in *in, struct kingdom_pile *out)
{
    struct kingdom_pile list = {0};
    int card;
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        if (list.count == KINGDOM_DECK)
            return tk_json_fail(in, "a pile has too many cards");
        if (!tk_json_read_name(in, kingdom_terrain_names, KINGDOM_TERRAINS, &card))
            return false;
        kingdom_pile_add(&list, (uint8_t)card);
    }
    *out = (struct kingdom_pile){0};
    while (list.count > 0)
        kingdom_pile_add(out, kingdom_pile_take(&list));
    return in->problem == NULL;
}

static bool same_cards(const struct kingdom_pile *a, const struct kingdom_pile *b)
{
    int surplus[KINGDOM_TERRAINS] = {0}, different = 0;
    for (int i = 0; i < a->count; i++)
        surplus[a->card[i]]++;
    for (int i = 0; i < b->count; i++)
        surplus[b->card[i]]--;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        different |= surplus[terrain];
    return different == 0;
}

bool kingdom_chance_read(void *state, struct tk_json_in *in)
{
    struct kingdom_state *s = state;
    struct tk_span key, word;
    struct kingdom_pile pile = {0};
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "deck"))
            kingdom_pile_read(in, &pile);
        else if (!tk_span_is(key, "what") && !tk_span_is(key, "t"))
            tk_json_fail(in, "a key of the chance line is unknown");
        else if (tk_json_read_string(in, &word) && tk_span_is(key, "what") &&
                 !tk_span_is(word, "reshuffle"))
            tk_json_fail(in, "nothing but a reshuffle is left to chance");
    }
    if (in->problem != NULL)
        return false;
    struct kingdom_pile due = take_reshuffled(s);
    if (!same_cards(&pile, &due))
        return tk_json_fail(in, "other cards are to be reshuffled here (KB-66)");
    put_pile(s, &pile);
    kingdom_go_on(s);
    return true;
}
