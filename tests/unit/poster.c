/* SPDX-License-Identifier: MIT */
/* What the picture of a table tells, and what it keeps to itself. */
#include "unit.h"

#include "server/poster.h"

static struct table table;
static tk_state board;

/* A random game of so many; options as "name=value", or NULL. */
static void play(const char *id, int players, const char *option, const char *value, int seed)
{
    static tk_action legal[TK_ACTIONS_MAX];
    uint8_t bytes[TK_SEED_BYTES] = {(uint8_t)seed, (uint8_t)(seed >> 8)};
    uint8_t ranks[TK_SEATS_MAX] = {0};
    struct tk_rng rng;
    const struct tk_game *game = tk_game_find(tk_span_of(id));
    table = (struct table){.game = game, .status = TABLE_OVER, .state = board};
    tk_config_init(game, players, &table.config);
    int chosen = option == NULL ? -1 : tk_option_find(game, tk_span_of(option));
    if (chosen >= 0)
        assert_true(tk_option_parse(&game->options[chosen], players, tk_span_of(value),
                                    &table.config.option[chosen]));
    tk_start(game, &table.config, bytes, board);
    tk_rng_init(&rng, (uint64_t)seed, 1);
    while (game->rules.actor(board) >= 0) {
        int count = game->rules.legal(board, legal);
        tk_play(game, board, legal[tk_rng_below(&rng, (uint32_t)count)]);
    }
    game->rules.scores(board, table.scores);
    game->rules.ranks(board, ranks);
    for (int seat = 0; seat < players; seat++) {
        table.ranks[seat] = ranks[seat];
        table.seat[seat].kind = seat % 2 == 0 ? SEAT_PERSON : SEAT_BOT;
    }
    snprintf(table.reason, sizeof table.reason, "game");
    snprintf(table.id, sizeof table.id, "some-table");
}

static struct picture facts(void)
{
    struct picture picture;
    poster_facts(&table, &picture);
    return picture;
}

static const char *address(void)
{
    static char out[POSTER_ADDRESS];
    poster_address(&table, out);
    return out;
}

static void the_best_come_first_with_their_points(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            play(game->id, players, NULL, NULL, 3 + players);
            struct picture shown = facts();
            if (shown.kind == PICTURE_FEAT)
                continue;
            assert_int_equal(shown.kind, PICTURE_POINTS);
            assert_int_equal(shown.rows, players);
            assert_true(shown.row[0].won);
            for (int row = 0; row < players; row++) {
                int seat = shown.row[row].seat[0];
                assert_int_equal(shown.row[row].seats, 1);
                assert_int_equal(shown.row[row].points, table.scores[seat]);
                assert_int_equal(shown.row[row].won, table.ranks[seat] == 1);
                assert_true(row == 0 ||
                            table.ranks[seat] >= table.ranks[shown.row[row - 1].seat[0]]);
            }
        }
    }
}

static void partners_are_together(void **state)
{
    (void)state;
    play("royal-wedding", 8, "mode", "teams", 5);
    struct picture shown = facts();
    assert_int_equal(shown.rows, 4);
    for (int row = 0; row < shown.rows; row++) {
        assert_int_equal(shown.row[row].seats, 2);
        assert_int_equal(shown.row[row].seat[1], shown.row[row].seat[0] + 1);
        assert_int_equal(shown.row[row].points, table.scores[shown.row[row].seat[1]]);
    }
    table.seat[shown.row[0].seat[1]].resigned = true;
    assert_true(facts().row[0].gave_up);
}

/* Random games of the duel end in every way, sooner or later. */
static void supremacy_is_no_matter_of_points(void **state)
{
    (void)state;
    static const struct {
        const char *ending, *feat;
        enum tk_sign sign;
    } ways[] = {{"end.military", "military_supremacy", TK_SIGN_ARMS},
                {"end.scientific", "scientific_supremacy", TK_SIGN_SCIENCE},
                {"end.civilian", NULL, TK_SIGN_STAR}};
    for (int way = 0; way < TK_COUNT(ways); way++) {
        const char *ended = "";
        for (int seed = 0; seed < 3000 && strcmp(ended, ways[way].ending) != 0; seed++) {
            play("seven-wonders-duel", 2, NULL, NULL, seed);
            ended = table.game->words->table[table.game->rules.ending(board)].key;
        }
        assert_string_equal(ended, ways[way].ending);
        struct picture shown = facts();
        assert_int_equal(shown.sign, ways[way].sign);
        assert_int_equal(shown.kind, ways[way].feat == NULL ? PICTURE_POINTS : PICTURE_FEAT);
        if (ways[way].feat != NULL)
            assert_string_equal(shown.feat, ways[way].feat);
        assert_true(shown.row[0].won && !shown.row[1].won);
        snprintf(table.reason, sizeof table.reason, "resigned"); /* then nobody got so far */
        assert_int_equal(facts().kind, PICTURE_POINTS);
    }
}

static void what_goes_on_tells_no_points(void **state)
{
    (void)state;
    char before[POSTER_ADDRESS];
    play("kingdomino", 4, NULL, NULL, 1);
    snprintf(before, sizeof before, "%s", address());
    for (int status = TABLE_OPEN; status < TABLE_OVER; status++) {
        char first[POSTER_ADDRESS];
        table.status = (enum table_status)status;
        table.scores[2] = 40;
        snprintf(first, sizeof first, "%s", address());
        assert_string_not_equal(first, before);
        table.scores[2] = 50;
        table.ranks[2] = 1;
        table.seat[2].resigned = true;
        assert_string_equal(address(), first); /* nothing of that is in the picture */
        struct picture shown = facts();
        assert_int_equal(shown.kind, PICTURE_SEATS);
        assert_int_equal(shown.rows, 4);
        for (int seat = 0; seat < 4; seat++) {
            assert_int_equal(shown.row[seat].seat[0], seat);
            assert_int_equal(shown.row[seat].points, 0);
            assert_false(shown.row[seat].won || shown.row[seat].gave_up || shown.row[seat].empty);
        }
        table.seat[3].kind = SEAT_FRIEND;
        assert_true(facts().row[3].empty);
        assert_string_not_equal(address(), first);
        table.seat[3].kind = SEAT_BOT;
    }
}

static void nobody_wins_what_was_not_decided(void **state)
{
    (void)state;
    play("splendor", 3, NULL, NULL, 2);
    snprintf(table.reason, sizeof table.reason, "agreed");
    struct picture shown = facts();
    assert_int_equal(shown.kind, PICTURE_POINTS);
    for (int row = 0; row < shown.rows; row++)
        assert_false(shown.row[row].won);
    snprintf(table.reason, sizeof table.reason, "closed");
    assert_int_equal(facts().kind, PICTURE_SEATS);
    table.state = NULL; /* closed before it began */
    assert_int_equal(facts().rows, 3);
}

static void another_result_has_another_address(void **state)
{
    (void)state;
    char first[POSTER_ADDRESS];
    play("splendor", 2, NULL, NULL, 2);
    snprintf(first, sizeof first, "%s", address());
    assert_non_null(strstr(first, "/share/some-table.png?v="));
    assert_string_equal(address(), first);
    table.scores[1]++;
    assert_string_not_equal(address(), first);
    table.scores[1]--;
    assert_string_equal(address(), first);
    table.seat[1].resigned = true;
    assert_string_not_equal(address(), first);
}

static void only_pictures_of_tables_are_meant(void **state)
{
    (void)state;
    static const char *const no[] = {"/share/.png",      "/share/a b.png", "/share/a/b.png",
                                     "/share/a.jpg",     "/share/a.png/",  "/t/a.png",
                                     "/share/a.png.png", "/share/",        "/share/../a.png"};
    char id[STORE_ID_MAX + 2] = "", path[STORE_ID_MAX + 32];
    assert_true(poster_is("/share/a-Z_09.png"));
    for (int i = 0; i < TK_COUNT(no); i++)
        assert_false(poster_is(no[i]));
    memset(id, 'a', sizeof id - 1);
    snprintf(path, sizeof path, "/share/%s.png", id);
    assert_false(poster_is(path));
    snprintf(path, sizeof path, "/share/%s.png", id + 1);
    assert_true(poster_is(path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_come_first_with_their_points),
        cmocka_unit_test(partners_are_together),
        cmocka_unit_test(supremacy_is_no_matter_of_points),
        cmocka_unit_test(what_goes_on_tells_no_points),
        cmocka_unit_test(nobody_wins_what_was_not_decided),
        cmocka_unit_test(another_result_has_another_address),
        cmocka_unit_test(only_pictures_of_tables_are_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
