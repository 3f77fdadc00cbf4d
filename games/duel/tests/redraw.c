/* SPDX-License-Identifier: MIT */
/* What a redraw may change, and that all of it is equally likely (7D-16.6). */
#include "tests/unit/unit.h"

#include "games/duel/duel_internal.h"

enum { ROUNDS = 100000 };

static void deal(struct duel_state *s, int preset, uint8_t number)
{
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES] = {number};
    tk_config_init(duel_games[0], DUEL_SEATS, &config);
    config.option[0] = preset;
    duel_games[0]->rules.setup(s, &config, seed);
}

/* Discards the lowest accessible card until the age is reached and some cards are left. */
static void play_on(struct duel_state *s, int age, int left)
{
    tk_action list[TK_ACTIONS_MAX];
    while (s->age < age || __builtin_popcount(s->left) > left) {
        duel_legal(s, list);
        duel_apply(s, list[0]);
    }
}

/* Each of `pool` outcomes is seen about as often as the others: within six standard deviations. */
static void check_uniform(const long *count, int size, int pool)
{
    int seen = 0;
    long expected = ROUNDS / pool, spread = 1;
    while (spread * spread < expected)
        spread++;
    for (int i = 0; i < size; i++) {
        if (count[i] == 0)
            continue;
        seen++;
        assert_in_range(count[i], expected - 6 * spread, expected + 6 * spread);
    }
    assert_int_equal(seen, pool);
}

/* Age I: a face-down slot holds any of the cards not seen, those left out included. */
static void face_down_cards_are_any_unseen_one(void **state)
{
    (void)state;
    struct duel_state start, s;
    struct tk_rng rng;
    long in_slot[DUEL_CARDS + 1] = {0}, out_of_play[DUEL_CARDS + 1] = {0};
    deal(&start, 1, 1);
    tk_rng_init(&rng, 1, 1);
    int hidden = __builtin_popcount(DUEL_ALL_SLOTS & ~duel_face_up(1));
    for (int i = 0; i < ROUNDS; i++) {
        s = start;
        duel_determinise(&s, 0, &rng);
        in_slot[s.layout[0][9]]++;
        out_of_play[s.layout[0][DUEL_SLOTS]]++;
    }
    check_uniform(in_slot, TK_COUNT(in_slot), hidden + 3);
    check_uniform(out_of_play, TK_COUNT(out_of_play), hidden + 3);
}

/* Age III under way: backs stay where they are; guilds and others are redrawn among themselves. */
static void backs_stay(void **state)
{
    (void)state;
    struct duel_state start, s;
    struct tk_rng rng;
    uint8_t number = 0;
    uint32_t hidden, guilds;
    do { /* a deal with two guilds face down */
        deal(&start, 1, ++number);
        play_on(&start, 3, DUEL_SLOTS);
        hidden = start.left & ~duel_shown(&start);
        guilds = 0;
        for (int slot = 0; slot < DUEL_SLOTS; slot++)
            guilds |= (uint32_t)(start.layout[2][slot] >= DUEL_CARD_MERCHANTS_GUILD) << slot;
    } while (__builtin_popcount(guilds & hidden) != 2);
    long in_slot[DUEL_CARDS + 1] = {0};
    tk_rng_init(&rng, 2, 2);
    for (int i = 0; i < ROUNDS; i++) {
        s = start;
        duel_determinise(&s, 1, &rng);
        for (int slot = 0; slot < DUEL_SLOTS; slot++) {
            bool guild = s.layout[2][slot] >= DUEL_CARD_MERCHANTS_GUILD;
            assert_int_equal(guild, guilds >> slot & 1);
            if ((hidden >> slot & 1) == 0)
                assert_int_equal(s.layout[2][slot], start.layout[2][slot]);
        }
        in_slot[s.layout[2][__builtin_ctz(guilds & hidden)]]++;
    }
    check_uniform(in_slot, TK_COUNT(in_slot), 6); /* seven guilds, one of them face up */
}

/* An age to come: any card anywhere; in Age III seventeen plain cards and three guilds. */
static void ages_to_come_are_dealt_anew(void **state)
{
    (void)state;
    struct duel_state start, s;
    struct tk_rng rng;
    long second[DUEL_CARDS + 1] = {0}, plain = 0, guild_at[DUEL_SLOTS] = {0};
    long first_guild[DUEL_CARDS + 1] = {0};
    deal(&start, 1, 3);
    tk_rng_init(&rng, 3, 3);
    for (int i = 0; i < ROUNDS; i++) {
        s = start;
        duel_determinise(&s, 0, &rng);
        second[s.layout[1][5]]++;
        int guilds = 0;
        for (int slot = 0; slot < DUEL_SLOTS; slot++) {
            bool guild = s.layout[2][slot] >= DUEL_CARD_MERCHANTS_GUILD;
            if (guild && guilds++ == 0)
                first_guild[s.layout[2][slot]]++;
            if (guild && guilds == 1 + i % 3)
                guild_at[slot]++;
        }
        assert_int_equal(guilds, 3);
        plain += s.layout[2][7] == DUEL_CARD_PALACE;
    }
    check_uniform(second, TK_COUNT(second), DUEL_AGE_CARDS);
    check_uniform(first_guild, TK_COUNT(first_guild), 7);
    assert_in_range(plain, 4250 - 400, 4250 + 400); /* 17/20 of 1/20 */
    long all = 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++)
        all += guild_at[slot];
    assert_int_equal(all, ROUNDS);
    assert_in_range(guild_at[0] + guild_at[19], 2 * ROUNDS / 20 - 900, 2 * ROUNDS / 20 + 900);
}

/* The box of tokens and the second group of wonders: any order, as long as nobody has seen them. */
static void box_and_draft_are_any_order(void **state)
{
    (void)state;
    struct duel_state start, s;
    struct tk_rng rng;
    long token[DUEL_TOKENS + 1] = {0}, wonder[DUEL_WONDERS + 1] = {0};
    deal(&start, 0, 4);
    tk_rng_init(&rng, 4, 4);
    for (int i = 0; i < ROUNDS; i++) {
        s = start;
        duel_determinise(&s, 0, &rng);
        assert_memory_equal(s.progress, start.progress, DUEL_ON_BOARD);
        assert_memory_equal(s.wonder, start.wonder, DUEL_GROUP);
        token[s.progress[DUEL_ON_BOARD]]++;
        wonder[s.wonder[DUEL_GROUP]]++;
    }
    check_uniform(token, TK_COUNT(token), DUEL_TOKENS - DUEL_ON_BOARD);
    check_uniform(wonder, TK_COUNT(wonder), DUEL_WONDERS - DUEL_GROUP);
}

/* 7D-4.3, 7D-16.4: once shown, group and draw stay. */
static void what_was_shown_stays(void **state)
{
    (void)state;
    struct duel_state start, s;
    struct tk_rng rng;
    tk_action list[TK_ACTIONS_MAX];
    deal(&start, 0, 5);
    for (int i = 0; i < DUEL_GROUP; i++) {
        duel_legal(&start, list);
        duel_apply(&start, list[0]);
    }
    tk_rng_init(&rng, 5, 5);
    for (int i = 0; i < 1000; i++) {
        s = start;
        duel_determinise(&s, 1, &rng);
        assert_memory_equal(s.wonder, start.wonder, 2 * DUEL_GROUP);
    }
    deal(&start, 1, 6);
    start.seat[0].wonder[0] = DUEL_WONDER_GREAT_LIBRARY;
    start.seat[0].raised = 1;
    for (int i = 0; i < 1000; i++) {
        s = start;
        duel_determinise(&s, 1, &rng);
        assert_memory_equal(s.progress, start.progress, DUEL_ON_BOARD + DUEL_DRAWN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_down_cards_are_any_unseen_one),
        cmocka_unit_test(backs_stay),
        cmocka_unit_test(ages_to_come_are_dealt_anew),
        cmocka_unit_test(box_and_draft_are_any_order),
        cmocka_unit_test(what_was_shown_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
