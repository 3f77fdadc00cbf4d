/* SPDX-License-Identifier: MIT */
/* The tables of 7 Wonders Duel: numbers of cards, chains, layouts, track, names (7D-2, 7D-17.3). */
#include "tests/unit/unit.h"

#include "games/duel/duel_internal.h"

/* 7D-2.1, 7D-18.1: 23, 23, 20 cards and 7 guilds; the colours of each age. */
static void cards_have_the_numbers_of_the_rules(void **state)
{
    (void)state;
    static const int wanted[DUEL_GUILD + 1][DUEL_COLOURS] = {
        /*   -  brown grey blue green yellow red purple */
        {0},
        {0, 6, 2, 3, 4, 4, 4, 0},
        {0, 3, 2, 5, 4, 4, 5, 0},
        {0, 0, 0, 6, 4, 5, 5, 0},
        {0, 0, 0, 0, 0, 0, 0, 7},
    };
    int found[DUEL_GUILD + 1][DUEL_COLOURS] = {{0}};
    for (int card = 1; card <= DUEL_CARDS; card++) {
        found[duel_cards[card].age][duel_cards[card].colour]++;
        assert_true(duel_set_has(&duel_colours[duel_cards[card].colour], card));
    }
    assert_memory_equal(found, wanted, sizeof wanted);
}

/* 7D-12.1: two green cards for each of six symbols, none for Law. */
static void symbols_come_in_pairs(void **state)
{
    (void)state;
    int count[DUEL_SYMBOLS] = {0};
    for (int card = 1; card <= DUEL_CARDS; card++) {
        bool green = duel_cards[card].colour == DUEL_GREEN;
        assert_int_equal(green, duel_cards[card].symbol != DUEL_NO_SYMBOL);
        count[duel_cards[card].symbol]++;
    }
    for (int symbol = DUEL_GLOBE; symbol < DUEL_LAW; symbol++)
        assert_int_equal(count[symbol], 2);
    assert_int_equal(count[DUEL_LAW], 0);
    assert_int_equal(duel_tokens[DUEL_TOKEN_LAW].symbol, DUEL_LAW);
}

/* 7D-7.8: seventeen chains; each sign is given once, asked for once, and in an earlier age. */
static void chains_join_two_cards(void **state)
{
    (void)state;
    int chains = 0, signs = 0;
    for (int card = 1; card <= DUEL_CARDS; card++) {
        int giver = duel_cards[card].chain_from;
        signs += duel_card_prints[card].chain_to[0] != '\0';
        if (giver == 0)
            continue;
        chains++;
        assert_true(duel_cards[giver].age < duel_cards[card].age);
        assert_string_equal(duel_card_prints[giver].chain_to, duel_card_prints[card].chain_from);
    }
    assert_int_equal(chains, 17);
    assert_int_equal(signs, 17);
}

/* The layers of prices have room for four units of a brown resource and two of a grey one. */
static void production_fits_the_layers(void **state)
{
    (void)state;
    duel_lanes all = 0;
    for (int card = 1; card <= DUEL_CARDS; card++) {
        all += duel_cards[card].brings;
        for (int r = 0; r < DUEL_RESOURCES; r++)
            assert_in_range(duel_lane(duel_cards[card].cost, r), 0, 3);
    }
    for (int wonder = 1; wonder <= DUEL_WONDERS; wonder++)
        all += duel_wonders[wonder].brings;
    for (int r = 0; r < DUEL_RESOURCES; r++)
        assert_int_equal(duel_lane(all, r), r < DUEL_GLASS ? 4 : 2);
    assert_int_equal(duel_lane(all, DUEL_CHOICE_BROWN), 2);
    assert_int_equal(duel_lane(all, DUEL_CHOICE_GREY), 2);
    assert_int_equal(duel_lane(all, DUEL_TRADE), 31);
}

/* 7D-2.7: covered by those of the next row half a card to the left and right. */
static void slots_are_covered_by_the_next_row(void **state)
{
    (void)state;
    for (int age = 0; age < DUEL_AGES; age++) {
        for (int a = 0; a < DUEL_SLOTS; a++) {
            for (int b = 0; b < DUEL_SLOTS; b++) {
                const struct duel_slot *above = &duel_slots[age][a], *below = &duel_slots[age][b];
                int aside = above->column - below->column;
                bool covers = below->row == above->row + 1 && (aside == 1 || aside == -1);
                assert_int_equal(above->covered_by >> b & 1, covers);
                assert_int_equal(below->covers >> a & 1, covers);
            }
            assert_int_equal(duel_face_up(age + 1) >> a & 1, duel_slots[age][a].row % 2);
        }
        assert_int_equal(duel_open_at_start(age + 1), duel_accessible(age + 1, DUEL_ALL_SLOTS));
    }
}

/* All sets of slots that play can leave, found by taking cards in every order. */
static uint8_t seen[1 << DUEL_SLOTS];

static void explore(int age, uint32_t left, uint32_t open, int *sets, int *most)
{
    if (seen[left])
        return;
    seen[left] = 1;
    (*sets)++;
    int count = __builtin_popcount(open);
    *most = count > *most ? count : *most;
    assert_int_equal(open, duel_accessible(age, left));
    for (uint32_t rest = open; rest != 0; rest &= rest - 1) {
        int slot = __builtin_ctz(rest);
        uint32_t fresh = duel_uncovers(age, left, slot);
        explore(age, left & ~(1U << slot), (open & ~(1U << slot)) | fresh, sets, most);
    }
}

/* 7D-17.3: 428, 428 and 132 sets; at most six, six and four accessible cards. */
static void layouts_leave_few_sets(void **state)
{
    (void)state;
    static const int wanted[DUEL_AGES][2] = {{428, 6}, {428, 6}, {132, 4}};
    for (int age = 1; age <= DUEL_AGES; age++) {
        int sets = 0, most = 0;
        memset(seen, 0, sizeof seen);
        explore(age, DUEL_ALL_SLOTS, duel_open_at_start(age), &sets, &most);
        assert_int_equal(sets, wanted[age - 1][0]);
        assert_int_equal(most, wanted[age - 1][1]);
    }
}

/* 7D-11.2: zones of 1, 3, 3, 2, 1, 2, 3, 3, 1 spaces, the same from both ends. */
static void track_has_nine_zones(void **state)
{
    (void)state;
    static const char zones[] = "1222333445667778889";
    for (int i = 0; i < 2 * DUEL_CAPITAL + 1; i++) {
        const struct duel_space *space = &duel_track[i], *other = &duel_track[2 * DUEL_CAPITAL - i];
        assert_int_equal(space->zone, zones[i] - '0');
        assert_int_equal(space->points[0], other->points[1]);
        assert_int_equal(space->loot, other->loot);
        assert_int_equal(space->capital, i == 0 || i == 2 * DUEL_CAPITAL);
        if (space->loot != 0)
            assert_int_equal(space->looter, i < DUEL_CAPITAL);
    }
}

/* 7D-4.5, 7D-2.6: four wonders for each player of a first game. */
static void preset_gives_four_each(void **state)
{
    (void)state;
    int count[3] = {0};
    for (int wonder = 1; wonder <= DUEL_WONDERS; wonder++)
        count[duel_wonders[wonder].preset]++;
    assert_int_equal(count[1], DUEL_HELD);
    assert_int_equal(count[2], DUEL_HELD);
}

/* 7D-20: the words carry the names of the tables; in Persian without the gloss in brackets. */
static void check_name(uint16_t word, const char *en, const char *fa)
{
    const struct tk_word *name = &duel_words.table[word];
    size_t length = strlen(name->text[TK_FA].one);
    assert_string_equal(name->text[TK_EN].one, en);
    assert_memory_equal(name->text[TK_FA].one, fa, length);
    assert_true(fa[length] == '\0' || strncmp(fa + length, " (", 2) == 0 ||
                strncmp(fa + length, " / ", 3) == 0);
}

static void names_are_those_of_the_tables(void **state)
{
    (void)state;
    static const struct {
        uint16_t word;
        const char *en, *fa;
    } names[] = {
#define NAMES(prefix, name, en, fa) {DUEL_WORD_##prefix##_##name, en, fa},
#define CARD(name, key, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, \
             en, fa)                                                                            \
    NAMES(CARD, name, en, fa)
#include "games/duel/cards.inc"
#define WONDER(name, key, a, b, c, d, e, f, g, h, i, j, k, l, m, n, en, fa) \
    NAMES(WONDER, name, en, fa)
#include "games/duel/wonders.inc"
#define TOKEN(name, key, a, b, c, en, fa) NAMES(TOKEN, name, en, fa)
#include "games/duel/progress.inc"
    };
    assert_int_equal(TK_COUNT(names), DUEL_CARDS + DUEL_WONDERS + DUEL_TOKENS);
    for (int i = 0; i < TK_COUNT(names); i++)
        check_name(names[i].word, names[i].en, names[i].fa);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_have_the_numbers_of_the_rules),
        cmocka_unit_test(symbols_come_in_pairs),
        cmocka_unit_test(chains_join_two_cards),
        cmocka_unit_test(production_fits_the_layers),
        cmocka_unit_test(slots_are_covered_by_the_next_row),
        cmocka_unit_test(layouts_leave_few_sets),
        cmocka_unit_test(track_has_nine_zones),
        cmocka_unit_test(preset_gives_four_each),
        cmocka_unit_test(names_are_those_of_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
