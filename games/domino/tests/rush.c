/* SPDX-License-Identifier: MIT */
/* The quick player of Kingdomino: it keeps the rules, and knows no more than everybody at the table. */
#include "tests/unit/unit.h"

#include "games/domino/land.h"

static const struct mode {
    int players;
    unsigned flags;
} modes[] = {
    {2, 0},
    {3, 0},
    {4, DOMINO_HARMONY},
    {2, DOMINO_HARMONY | DOMINO_MIDDLE_KINGDOM},
    {2, DOMINO_MIGHTY_DUEL | DOMINO_HARMONY | DOMINO_MIDDLE_KINGDOM},
    {3, DOMINO_LINE_OF_FOUR},
    {2, DOMINO_DYNASTY},
};

enum { DEALS = 8 };

static struct domino_state *deal(const struct mode *mode, int index, void *room)
{
    struct domino_state *s = room;
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)index, (uint8_t)mode->players, (uint8_t)mode->flags, 1};
    domino_state_init(s, DOMINO_KING, mode->players, mode->flags);
    domino_setup(s, seed);
    return s;
}

static void play(struct domino_state *s, tk_action action)
{
    domino_apply(s, action);
    if (s->phase == DOMINO_DEAL)
        domino_settle(s);
}

/* Its move, found among the legal ones by what comes of it. */
static tk_action move_of(const struct domino_state *s)
{
    const size_t size = domino_state_size(DOMINO_KING);
    tk_state wanted, after;
    tk_action legal[TK_ACTIONS_MAX];
    int count = domino_legal(s, legal);
    memcpy(wanted, s, size);
    domino_rush(wanted, 1);
    for (int i = 0; i < count; i++) {
        memcpy(after, s, size);
        play((struct domino_state *)(void *)after, legal[i]);
        if (memcmp(after, wanted, size) == 0)
            return legal[i];
    }
    fail_msg("no legal move leads there");
    return 0;
}

static void it_keeps_the_rules(void **state)
{
    (void)state;
    for (int m = 0; m < TK_COUNT(modes); m++)
        for (int i = 0; i < DEALS; i++) {
            tk_state room, at_once;
            struct domino_state *s = deal(&modes[m], i, room), *other = deal(&modes[m], i, at_once);
            domino_rush(other, 1000);
            assert_int_equal(other->actor, TK_NOBODY);
            assert_null(domino_audit(other));
            while (s->actor >= 0)
                play(s, move_of(s));
        }
}

static void it_does_not_know_what_is_hidden(void **state)
{
    (void)state;
    struct tk_rng rng;
    tk_rng_init(&rng, 7, 1);
    for (int m = 0; m < TK_COUNT(modes); m++)
        for (int i = 0; i < DEALS; i++) {
            tk_state room, other;
            struct domino_state *s = deal(&modes[m], i, room);
            while (s->actor >= 0) {
                tk_action move = move_of(s);
                memcpy(other, room, sizeof other);
                domino_determinise(other, s->actor, &rng);
                assert_int_equal(move_of((const struct domino_state *)(const void *)other), move);
                play(s, move);
            }
        }
}

/* What a land says of every domino, against the map that is made of the whole kingdom. */
static void compare_gains(const struct domino_state *s, const struct domino_kingdom *k,
                          const struct domino_land *land)
{
    struct domino_properties properties;
    struct domino_map map;
    struct domino_notes notes;
    domino_forget(&notes);
    domino_find_properties(k, &properties);
    domino_make_map(&properties, domino_open(k, s->limit), (struct domino_sums){0, 0}, &map);
    for (int number = 1; number <= DOMINO_DOMINOES; number++) {
        const struct domino_face *face = &domino_faces[DOMINO_BOX_KING][number];
        assert_int_equal(domino_land_gain(land, &notes, s->limit, face),
                         domino_best_gain(&map, k, s->limit, face));
    }
}

static void land_grows_as_the_kingdom_does(void **state)
{
    (void)state;
    for (int m = 0; m < TK_COUNT(modes); m++) {
        tk_state room;
        struct domino_state *s = deal(&modes[m], 1, room);
        struct domino_land land[4], seen;
        for (int i = 0; i < s->kingdoms; i++)
            domino_land_read(&s->kingdom[i], &land[i]);
        while (s->actor >= 0 && s->game == 0) {
            tk_action move = move_of(s);
            int seat = (int)s->actor;
            if (domino_action_verb(move) == DOMINO_DO_PLACE)
                domino_land_put(&land[seat], domino_face_in_hand(s), domino_action_cell(move),
                                domino_action_direction(move));
            play(s, move);
            if (s->game > 0)
                break;
            domino_land_read(&s->kingdom[seat], &seen);
            assert_int_equal(seen.count, land[seat].count);
            compare_gains(s, &s->kingdom[seat], &land[seat]);
            compare_gains(s, &s->kingdom[seat], &seen);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_keeps_the_rules),
        cmocka_unit_test(it_does_not_know_what_is_hidden),
        cmocka_unit_test(land_grows_as_the_kingdom_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
