/* SPDX-License-Identifier: MIT */
/* Splendor's tables (SP-14.1, SP-1.6) and the uniformity of its redraw (SP-11.4). */
#include "tests/unit/unit.h"

#include "games/splendor/splendor.h"

/* SP-14.1: 40/30/20 cards; 8/6/4 of each colour; 5/55/80 points; each colour costs 33/41/43. */
static void cards_have_the_sums_of_the_rules(void **state)
{
    (void)state;
    static const int cards[] = {40, 30, 20}, each[] = {8, 6, 4}, points[] = {5, 55, 80},
                     costs[] = {33, 41, 43};
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        int count = 0, sum = 0, bonus[SPLENDOR_COLOURS] = {0}, cost[SPLENDOR_COLOURS] = {0};
        for (int card = 1; card <= SPLENDOR_CARDS; card++) {
            const struct splendor_card *c = &splendor_cards[card];
            if (c->level != level)
                continue;
            count++;
            sum += c->points;
            bonus[c->bonus]++;
            for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
                cost[colour] += splendor_count(c->cost, colour);
        }
        assert_int_equal(count, cards[level]);
        assert_int_equal(sum, points[level]);
        for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
            assert_int_equal(bonus[colour], each[level]);
            assert_int_equal(cost[colour], costs[level]);
        }
    }
}

/* SP-14.1: no two cards and no two nobles are equal; SP-1.2: at most seven of a colour. */
static void cards_and_nobles_are_different(void **state)
{
    (void)state;
    for (int a = 1; a <= SPLENDOR_CARDS; a++) {
        assert_true(splendor_costs[a] == splendor_cards[a].cost);
        for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
            assert_in_range(splendor_count(splendor_costs[a], colour), 0, 7);
        for (int b = 1; b < a; b++)
            assert_false(splendor_cards[a].cost == splendor_cards[b].cost &&
                         splendor_cards[a].bonus == splendor_cards[b].bonus &&
                         splendor_cards[a].points == splendor_cards[b].points);
    }
    for (int a = 1; a <= SPLENDOR_NOBLES; a++)
        for (int b = 1; b < a; b++)
            assert_true(splendor_nobles[a].need != splendor_nobles[b].need);
}

/* SP-14.1: five nobles ask for 4 + 4 of neighbouring colours, five for 3 + 3 + 3; each is worth 3. */
static void nobles_ask_for_neighbours(void **state)
{
    (void)state;
    int pairs = 0, triples = 0;
    for (int noble = 1; noble <= SPLENDOR_NOBLES; noble++) {
        int colours = 0, joints = 0, sum = 0;
        for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
            int need = splendor_count(splendor_nobles[noble].need, colour);
            int next = splendor_count(splendor_nobles[noble].need, (colour + 1) % SPLENDOR_COLOURS);
            colours += need > 0;
            joints += need > 0 && next > 0;
            sum += need;
        }
        assert_int_equal(joints, colours - 1);
        assert_int_equal(splendor_nobles[noble].points, 3);
        pairs += colours == 2 && sum == 8;
        triples += colours == 3 && sum == 9;
    }
    assert_int_equal(pairs, 5);
    assert_int_equal(triples, 5);
}

/* SP-11.3, SP-11.4: a blind card of another seat and the deck are one pool; any order is as likely. */
static void redraw_is_uniform(void **state)
{
    (void)state;
    enum { ROUNDS = 200000 };
    const struct tk_game *game = splendor_games[0];
    struct tk_config config;
    struct splendor_state start, s;
    struct tk_rng rng;
    uint8_t seed[TK_SEED_BYTES] = {4};
    long in_hand[SPLENDOR_CARDS + 1] = {0}, on_top[SPLENDOR_CARDS + 1] = {0}, both[2] = {0};
    tk_config_init(game, 2, &config);
    game->rules.setup(&start, &config, seed);
    int blind = start.active;
    game->rules.apply(&start,
                      splendor_action(SPLENDOR_RESERVE_DECK, 2, 0)); /* pool: 16 cards of level 3 */
    tk_rng_init(&rng, 1, 2);
    int a = start.seat[blind].reserved[0], b = start.deck[62];
    for (int i = 0; i < ROUNDS; i++) {
        s = start;
        game->knowledge.determinise(&s, 1 - blind, &rng);
        in_hand[s.seat[blind].reserved[0]]++;
        on_top[s.deck[62 + s.deck_left[2] - 1]]++;
        both[0] += s.seat[blind].reserved[0] == a && s.deck[62] == b;
        both[1] += s.seat[blind].reserved[0] == b && s.deck[62] == a;
    }
    int pool = 0;
    for (int card = 71; card <= SPLENDOR_CARDS; card++) {
        if (in_hand[card] == 0)
            continue;
        pool++;
        assert_in_range(in_hand[card], 12000, 13000); /* 12500 expected, standard deviation 108 */
        assert_in_range(on_top[card], 12000, 13000);
    }
    assert_int_equal(pool, 16);
    assert_in_range(both[0], 680, 990); /* 833 expected, standard deviation 29 */
    assert_in_range(both[1], 680, 990);
}

/* The owner of a blind card keeps it in every redraw. */
static void redraw_keeps_what_is_known(void **state)
{
    (void)state;
    const struct tk_game *game = splendor_games[0];
    struct tk_config config;
    struct splendor_state s;
    struct tk_rng rng;
    uint8_t seed[TK_SEED_BYTES] = {5};
    tk_config_init(game, 3, &config);
    game->rules.setup(&s, &config, seed);
    int seat = s.active;
    game->rules.apply(&s, splendor_action(SPLENDOR_RESERVE_DECK, 0, 0));
    int card = s.seat[seat].reserved[0];
    tk_rng_init(&rng, 3, 3);
    for (int i = 0; i < 1000; i++) {
        game->knowledge.determinise(&s, seat, &rng);
        assert_int_equal(s.seat[seat].reserved[0], card);
    }
}

/* Readers of the JSON know a spectator by -1, whatever number stands for one in the program. */
static void a_spectator_is_written_as_minus_one(void **state)
{
    (void)state;
    const struct tk_game *game = splendor_games[0];
    struct tk_config config;
    tk_state s;
    static char text[1 << 16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_config_init(game, 2, &config);
    tk_start(game, &config, (uint8_t[TK_SEED_BYTES]){0}, s);
    tk_view(game, s, TK_SPECTATOR, &json);
    assert_int_not_equal(TK_SPECTATOR, TK_NOBODY);
    assert_non_null(strstr(tk_writer_text(&out), "\"seat\":-1,"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_have_the_sums_of_the_rules),
        cmocka_unit_test(cards_and_nobles_are_different),
        cmocka_unit_test(nobles_ask_for_neighbours),
        cmocka_unit_test(redraw_is_uniform),
        cmocka_unit_test(redraw_keeps_what_is_known),
        cmocka_unit_test(a_spectator_is_written_as_minus_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
