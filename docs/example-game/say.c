/* SPDX-License-Identifier: MIT */
/* What happens at the table, in words: prompts, moves, events. */
#include "golestan_internal.h"

static struct tk_phrase say(uint16_t word, int seat)
{
    struct tk_phrase phrase = tk_phrase_of(word);
    tk_phrase_seat(&phrase, "who", seat);
    return phrase;
}

/* "rose 3" */
void golestan_say_plant(struct tk_phrase *phrase, const char *name, int plant)
{
    static const uint16_t words[GOLESTAN_KINDS] = {
        GOLESTAN_WORD_PLANT_ROSE,
        GOLESTAN_WORD_PLANT_TULIP,
        GOLESTAN_WORD_PLANT_CYPRESS,
        GOLESTAN_WORD_PLANT_POMEGRANATE,
    };
    tk_phrase_counted(phrase, name, words[golestan_plants[plant].kind],
                      golestan_plants[plant].points);
}

void golestan_prompt(const void *state, struct tk_phrase *out)
{
    int seat = golestan_actor(state);
    *out =
        seat < 0 ? tk_phrase_of(GOLESTAN_WORD_PROMPT_OVER) : say(GOLESTAN_WORD_PROMPT_PLANT, seat);
}

/* The move itself. Nothing here tells what only one seat may know: a bulb has no name. */
static struct tk_phrase say_move(int seat, tk_action action)
{
    bool bulb = action == GOLESTAN_BULB;
    struct tk_phrase phrase = say(bulb ? GOLESTAN_WORD_MOVE_BULB : GOLESTAN_WORD_MOVE_PLANT, seat);
    if (!bulb)
        golestan_say_plant(&phrase, "plant", (int)action);
    return phrase;
}

static golestan_set garden(const struct golestan_seat *seat)
{
    return seat->plants | seat->bulbs;
}

static struct tk_phrase say_plants(uint16_t word, int seat, golestan_set plants)
{
    struct tk_phrase phrase = say(word, seat);
    for (int plant; (plant = golestan_next(&plants)) != 0;)
        golestan_say_plant(&phrase, "plant", plant);
    return phrase;
}

/* GL-5.1 */
static int say_turned_up(const struct golestan_state *b, const struct golestan_state *a,
                         golestan_set planted, struct tk_phrase *out)
{
    int count = 0;
    for (int p = 0; p < a->players; p++) {
        golestan_set up = a->seat[p].plants & ~b->seat[p].plants & ~planted;
        if (up != 0)
            out[count++] = say_plants(GOLESTAN_WORD_EVENT_TURNED, p, up);
    }
    return count;
}

int golestan_describe(const void *before, tk_action action, const void *after, int viewer,
                      struct tk_phrase *out)
{
    const struct golestan_state *b = before, *a = after;
    int seat = golestan_actor(b), count = 0;
    bool bulb = action == GOLESTAN_BULB, over = golestan_is_over(a);
    out[count++] = say_move(seat, action);
    if (bulb && viewer == seat && !over) /* GL-3.3; at the end all hear it */
        out[count++] = say_plants(GOLESTAN_WORD_EVENT_BULB, seat,
                                  garden(&a->seat[seat]) & ~garden(&b->seat[seat]));
    if (over)
        count += say_turned_up(b, a, bulb ? 0 : golestan_bit((int)action), out + count);
    else if (golestan_round(a) > golestan_round(b)) {
        out[count] = tk_phrase_of(GOLESTAN_WORD_EVENT_ROUND);
        tk_phrase_number(&out[count++], "n", golestan_round(a));
    }
    return count;
}
