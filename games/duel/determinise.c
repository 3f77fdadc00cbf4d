/* SPDX-License-Identifier: MIT */
/* 7D-16: what is hidden. What an action reveals, and redrawing all that nobody knows yet. */
#include "duel_internal.h"

/* 7D-16.4: from the moment the Great Library is raised its three tokens are seen. */
bool duel_library_drawn(const struct duel_state *s)
{
    for (int p = 0; p < DUEL_SEATS; p++)
        for (int place = 0; place < DUEL_HELD; place++)
            if (s->seat[p].wonder[place] == DUEL_WONDER_GREAT_LIBRARY &&
                duel_is_raised(&s->seat[p], place))
                return true;
    return false;
}

/* 7D-17.1: a card turned up, a new layout, the second group of wonders, the Library's draw. */
bool duel_reveals(const void *state, tk_action action)
{
    const struct duel_state *before = state;
    struct duel_state after = *before;
    duel_apply(&after, action);
    uint32_t turned = after.open & ~before->open & ~duel_face_up(before->age);
    bool second_group = before->phase == DUEL_PHASE_DRAFT && duel_drafted(&after) == DUEL_GROUP;
    return after.age != before->age || turned != 0 || second_group ||
           after.phase == DUEL_PHASE_LIBRARY;
}

/* Deals the cards of some slots anew among these slots. */
static void redeal(uint8_t *layout, uint32_t slots, struct tk_rng *rng)
{
    uint8_t card[DUEL_AGE3_CARDS], slot[DUEL_AGE3_CARDS];
    int count = 0;
    for (; slots != 0; slots &= slots - 1, count++) {
        slot[count] = (uint8_t)__builtin_ctz(slots);
        card[count] = layout[slot[count]];
    }
    tk_rng_redraw(rng, card, count);
    for (int i = 0; i < count; i++)
        layout[slot[i]] = card[i];
}

/* 7D-16.3: the places that hold a guild, and those that hold another card. */
struct backs {
    uint32_t guilds, plain;
};

static struct backs find_backs(const uint8_t *layout)
{
    struct backs backs = {0, 0};
    for (int place = 0; place < DUEL_AGE3_CARDS; place++) {
        uint32_t guild = duel_cards[layout[place]].age == DUEL_GUILD;
        backs.guilds |= guild << place;
        backs.plain |= (uint32_t)((layout[place] != 0) & !guild) << place;
    }
    return backs;
}

/* 7D-16.6: cards face down or left out are one pool; guilds, known by their backs, another. */
static void redraw_layout(struct duel_state *s, struct tk_rng *rng)
{
    uint8_t *layout = s->layout[s->age - 1];
    struct backs backs = find_backs(layout);
    uint32_t hidden = ~duel_shown(s);
    redeal(layout, backs.plain & hidden, rng);
    redeal(layout, backs.guilds & hidden, rng);
}

/* 7D-16.6: an age to come is dealt as at set-up; of Age III first which guilds, then where. */
static void redraw_age(struct duel_state *s, int age, struct tk_rng *rng)
{
    uint8_t *layout = s->layout[age - 1];
    if (age < DUEL_AGES) {
        tk_rng_redraw(rng, layout, DUEL_AGE_CARDS);
        return;
    }
    struct backs backs = find_backs(layout);
    redeal(layout, backs.plain, rng);
    redeal(layout, backs.guilds, rng);
    tk_rng_redraw(rng, layout, DUEL_SLOTS);
}

/* 7D-16.2, 7D-16.5: the same for both seats, for neither knows more than the other. */
void duel_determinise(void *state, int seat, struct tk_rng *rng)
{
    struct duel_state *s = state;
    (void)seat;
    if (s->phase == DUEL_PHASE_DRAFT && duel_drafted(s) < DUEL_GROUP)
        tk_rng_redraw(rng, s->wonder + DUEL_GROUP, DUEL_WONDERS - DUEL_GROUP);
    if (!duel_library_drawn(s)) /* 7D-16.4 */
        tk_rng_redraw(rng, s->progress + DUEL_ON_BOARD, DUEL_TOKENS - DUEL_ON_BOARD);
    if (s->age > 0)
        redraw_layout(s, rng);
    for (int age = s->age + 1; age <= DUEL_AGES; age++)
        redraw_age(s, age, rng);
}
