/* SPDX-License-Identifier: MIT */
/* What follows from a state that was read, and what "hidden" left out of it, in a fixed order. */
#include "duel_internal.h"

int duel_wonders_shown(const struct duel_state *s)
{
    if (s->phase != DUEL_PHASE_DRAFT)
        return 0;
    return duel_drafted(s) < DUEL_GROUP ? DUEL_GROUP : 2 * DUEL_GROUP;
}

/* The cards that are seen, or were played. */
static struct duel_set find_seen(const struct duel_state *s)
{
    struct duel_set seen = s->discard;
    for (int p = 0; p < DUEL_SEATS; p++) {
        for (int word = 0; word < 2; word++)
            seen.bits[word] |= s->seat[p].city.bits[word];
        for (int place = 0; place < DUEL_HELD; place++)
            duel_set_add(&seen, s->seat[p].tucked[place]);
    }
    for (int slot = 0; s->age > 0 && slot < DUEL_SLOTS; slot++)
        duel_set_add(&seen, s->layout[s->age - 1][slot]);
    return seen;
}

/* The lowest card of an age (or guild) that is nowhere yet, and is from now on; 0 if none is. */
static uint8_t take_unseen(struct duel_set *seen, int age)
{
    for (int card = 1; card <= DUEL_CARDS; card++) {
        if (duel_cards[card].age != age || duel_set_has(seen, card))
            continue;
        duel_set_add(seen, card);
        return (uint8_t)card;
    }
    return 0;
}

/* Hidden cards go where they are named, unless they are seen elsewhere. */
static void place_hidden(struct duel_loading *l, struct duel_set *seen)
{
    for (int age = 1; age <= DUEL_AGES; age++) {
        for (int place = 0; place < DUEL_AGE3_CARDS; place++) {
            uint8_t card = l->hidden[age - 1][place], *to = &l->s.layout[age - 1][place];
            if (card == 0 || *to != 0 || duel_set_has(seen, card))
                continue;
            bool guild = duel_cards[card].age == DUEL_GUILD;
            if (age == l->s.age && (l->down >> place & 1) != 0 && guild != (l->guilds >> place & 1))
                continue; /* the back says otherwise */
            *to = card;
            duel_set_add(seen, card);
        }
    }
}

/* Face-down slots of the age under way, each by its back. */
static void fill_layout(struct duel_loading *l, struct duel_set *seen)
{
    for (uint32_t down = l->down; down != 0; down &= down - 1) {
        int slot = __builtin_ctz(down);
        uint8_t *to = &l->s.layout[l->s.age - 1][slot];
        bool guild = (l->guilds >> slot & 1) != 0;
        if (*to == 0)
            *to = take_unseen(seen, guild ? DUEL_GUILD : l->s.age);
    }
}

/* Slots of an age to come; 7D-3.4: the last ones are guilds, until Age III has three. */
static void fill_age(struct duel_state *s, int age, struct duel_set *seen)
{
    int guilds = age == DUEL_AGES ? 3 : 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++)
        guilds -= duel_cards[s->layout[age - 1][slot]].age == DUEL_GUILD;
    for (int slot = DUEL_SLOTS - 1; slot >= 0; slot--) {
        uint8_t *to = &s->layout[age - 1][slot];
        if (*to == 0)
            *to = take_unseen(seen, guilds-- > 0 ? DUEL_GUILD : age);
    }
}

/* What is left over is out of play: behind the slots first, then where no card lies any more. */
static void fill_rest(struct duel_state *s, int age, struct duel_set *seen)
{
    for (int i = 0; i < DUEL_AGE3_CARDS; i++) {
        int place = (DUEL_SLOTS + i) % DUEL_AGE3_CARDS;
        uint8_t *to = &s->layout[age - 1][place];
        if (*to != 0 || (age == s->age && (s->left >> place & 1) != 0))
            continue;
        *to = take_unseen(seen, age);
        if (*to == 0 && age == DUEL_AGES)
            *to = take_unseen(seen, DUEL_GUILD);
    }
}

static void complete_cards(struct duel_loading *l)
{
    struct duel_state *s = &l->s;
    struct duel_set seen = find_seen(s);
    place_hidden(l, &seen);
    if (s->age > 0)
        fill_layout(l, &seen);
    for (int age = s->age + 1; age <= DUEL_AGES; age++)
        fill_age(s, age, &seen);
    for (int age = 1; age <= DUEL_AGES; age++)
        fill_rest(s, age, &seen);
}

/* Numbers 1 … count, each once: those in `list`, then those of `more`, then what is missing. */
static void complete_list(uint8_t *list, int first, int count, const uint8_t *more, int more_count,
                          uint32_t used)
{
    for (int i = 0; i < first; i++)
        used |= 1U << list[i];
    int at = first;
    for (int i = 0; i < more_count && at < count; i++) {
        if (more[i] == 0 || (used >> more[i] & 1) != 0)
            continue;
        used |= 1U << more[i];
        list[at++] = more[i];
    }
    for (int thing = 1; thing <= count && at < count; thing++)
        if ((used >> thing & 1) == 0)
            list[at++] = (uint8_t)thing;
}

static void complete_wonders(struct duel_loading *l)
{
    struct duel_state *s = &l->s;
    uint32_t held = 0;
    for (int p = 0; p < DUEL_SEATS; p++)
        for (int place = 0; place < DUEL_HELD; place++)
            held |= 1U << s->seat[p].wonder[place];
    if (s->phase == DUEL_PHASE_DRAFT)
        complete_list(s->wonder, duel_wonders_shown(s), DUEL_WONDERS, l->wonders, DUEL_WONDERS,
                      held);
}

/* What follows from the rest: production, symbols, accessible cards. */
static void derive(struct duel_loading *l)
{
    struct duel_state *s = &l->s;
    for (int p = 0; p < DUEL_SEATS; p++) {
        s->seat[p].economy = duel_city_economy(&s->seat[p]);
        s->seat[p].symbols = duel_city_symbols(&s->seat[p]);
    }
    if (s->age == 0)
        return;
    uint32_t accessible = duel_accessible(s->age, s->left);
    s->uncovered = accessible & l->down;
    s->open = accessible & ~l->down;
}

/* 7D-2.7, 7D-16.2: what lies face down has no name, what lies face up has one. */
static bool faces_fit(const struct duel_loading *l)
{
    uint32_t up = duel_face_up(l->s.age);
    uint32_t named = l->s.left & ~l->down;
    return (l->down & up) == 0 && (named & ~up & ~l->s.open) == 0;
}

const char *duel_loaded(void *loading)
{
    struct duel_loading *l = loading;
    struct duel_state *s = &l->s;
    if ((s->age == 0) != (s->left == 0 && s->phase == DUEL_PHASE_DRAFT))
        return DUEL_PROBLEM_LAYOUT;
    if (s->age > 0)
        tk_copy(s->layout[s->age - 1], l->layout, DUEL_SLOTS);
    derive(l);
    if (!faces_fit(l))
        return DUEL_PROBLEM_FACES;
    complete_cards(l);
    complete_wonders(l);
    int drawn = duel_library_drawn(s) ? DUEL_DRAWN : 0;
    complete_list(s->progress, DUEL_ON_BOARD + drawn, DUEL_TOKENS, l->box, TK_COUNT(l->box), 0);
    return NULL;
}

const char *duel_dealt(void *state)
{
    struct duel_state *s = state;
    if (s->first_option > 0 && s->first != s->first_option - 1)
        return "the first player is not the one of the options";
    duel_state_begin(s, s->first);
    return duel_audit(s);
}
