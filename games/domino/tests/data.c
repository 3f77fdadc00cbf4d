/* SPDX-License-Identifier: MIT */
/*
 * The tables of dominoes and buildings, the lists of placements against the rule as it is written,
 * the uniformity of redraws (QD-14.2, KD-3), what the view promises, and what random players score
 * (KD-9).
 */
#include "tests/unit/unit.h"

#include "games/domino/domino_internal.h"

/* Squares of a box by terrain and crowns. */
static void count_squares(int box, int out[DOMINO_TERRAINS][4])
{
    memset(out, 0, DOMINO_TERRAINS * sizeof out[0]);
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        for (int square = 0; square < 2; square++)
            out[domino_faces[box][number].terrain[square]]
               [domino_faces[box][number].crowns[square]]++;
}

/* The counts that the rulebook prints: 96 squares, 20 of them towns. */
static void queendomino_has_its_squares(void **state)
{
    (void)state;
    static const int wanted[DOMINO_TERRAINS][4] = {{14, 5, 0, 0}, {11, 6, 0, 0}, {8, 6, 0, 0},
                                                   {8, 2, 2, 0},  {4, 2, 2, 0},  {1, 1, 3, 1},
                                                   {20, 0, 0, 0}};
    int found[DOMINO_TERRAINS][4];
    count_squares(DOMINO_BOX_QUEEN, found);
    assert_memory_equal(found, wanted, sizeof wanted);
}

/* KD-1: no towns; 26, 22, 18, 14, 10 and 6 squares with 5, 6, 6, 6, 6 and 10 crowns. */
static void kingdomino_has_its_squares(void **state)
{
    (void)state;
    static const int squares[DOMINO_TERRAINS] = {26, 22, 18, 14, 10, 6, 0};
    static const int crowns[DOMINO_TERRAINS] = {5, 6, 6, 6, 6, 10, 0};
    int found[DOMINO_TERRAINS][4];
    count_squares(DOMINO_BOX_KING, found);
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        const int *f = found[terrain];
        assert_int_equal(f[0] + f[1] + f[2] + f[3], squares[terrain]);
        assert_int_equal(f[1] + 2 * f[2] + 3 * f[3], crowns[terrain]);
    }
}

/* QD-2.3: 32 tiles. Their gifts are what the box holds beyond the knights of the start. */
static void buildings_have_their_sums(void **state)
{
    (void)state;
    int copies = 0, crowns = 0, points = 0, knights = 0, towers = 0;
    for (int kind = 1; kind <= DOMINO_KINDS; kind++) {
        const struct domino_building *tile = &domino_buildings[kind];
        copies += tile->copies;
        crowns += tile->copies * tile->crowns;
        points += tile->copies * tile->points;
        knights += tile->copies * tile->knights;
        towers += tile->copies * tile->towers;
    }
    assert_int_equal(copies, DOMINO_TILES);
    assert_int_equal(crowns, 3);
    assert_int_equal(points, 35);
    assert_int_equal(knights, 18);
    assert_int_equal(towers, 15);
}

/* QD-5: every cell and direction by the rule, against the list that comes from shifted sets. */
static void check_placements(const struct domino_state *s, const tk_action *list, int count)
{
    const struct domino_kingdom *k = &s->kingdom[domino_kingdom_of(s, s->actor)];
    const struct domino_face *face = domino_face_in_hand(s);
    int found = 0;
    for (int place = 0; place < 13 * 13 * DOMINO_DIRECTIONS; place++) {
        int direction = place % DOMINO_DIRECTIONS, cell = place / DOMINO_DIRECTIONS;
        struct domino_cell left = {(int8_t)(cell % 13 - 6), (int8_t)(cell / 13 - 6)};
        bool turned = direction == DOMINO_NORTH || direction == DOMINO_WEST;
        tk_action action = domino_place_action(left, (enum domino_direction)direction);
        bool legal =
            !(turned && domino_is_twin(face)) &&
            domino_check_place(k, s->limit, face, left, (enum domino_direction)direction) == TK_OK;
        bool listed = false;
        for (int i = 0; i < count; i++)
            listed |= list[i] == action;
        assert_int_equal(listed, legal);
        found += legal;
    }
    assert_int_equal(found == 0, list[0] == DOMINO_DO_DISCARD);
    assert_int_equal(count, found == 0 ? 1 : found);
}

/* Random games of each of the three, from this seed on: what is looked at in every position, with its legal list. */
typedef void look(const struct tk_game *game, const void *state, const tk_action *list, int count);

static void look_at_games(int first, int games, look *at)
{
    for (int seed = first; seed < first + games; seed++) {
        static tk_state state;
        const struct tk_game *g = domino_games[seed % 3];
        uint8_t bytes[TK_SEED_BYTES] = {(uint8_t)seed};
        tk_action list[TK_ACTIONS_MAX];
        struct tk_config config;
        struct tk_rng rng;
        tk_config_init(g, g->seats_min + seed / 3 % 3, &config);
        tk_rng_init(&rng, (uint64_t)seed, 0);
        tk_start(g, &config, bytes, state);
        while (g->rules.actor(state) >= 0) {
            int count = g->rules.legal(state, list);
            at(g, state, list, count);
            g->rules.apply(state, list[tk_rng_below(&rng, (uint32_t)count)]);
        }
    }
}

static void look_at_placements(const struct tk_game *game, const void *state, const tk_action *list,
                               int count)
{
    const struct domino_state *s = state;
    (void)game;
    if (s->phase == DOMINO_PLACE)
        check_placements(s, list, count);
}

static void placements_are_those_of_the_rule(void **state)
{
    (void)state;
    look_at_games(0, 120, look_at_placements);
}

/* KD-3: with two players 24 dominoes play; any of the 44 not seen may come next, or never. */
static void redraw_of_a_box_is_uniform(void **state)
{
    (void)state;
    enum { ROUNDS = 220000, LAST = 23 };
    static tk_state game_state;
    struct domino_state *s = (void *)game_state;
    long next[DOMINO_DOMINOES + 1] = {0}, last[DOMINO_DOMINOES + 1] = {0};
    uint8_t seed[TK_SEED_BYTES] = {6}, line[4];
    struct tk_config config;
    struct tk_rng rng;
    tk_config_init(domino_games[2], 2, &config);
    tk_start(domino_games[2], &config, seed, game_state);
    memcpy(line, s->first.deck, sizeof line);
    tk_rng_init(&rng, 1, 2);
    for (int i = 0; i < ROUNDS; i++) {
        domino_determinise(s, i % 2, &rng);
        next[s->first.deck[4]]++;
        last[s->first.deck[LAST]]++;
    }
    assert_memory_equal(line, s->first.deck, sizeof line);
    for (int number = 1; number <= DOMINO_DOMINOES; number++) {
        bool seen = memchr(line, number, sizeof line) != NULL;
        assert_in_range(next[number], seen ? 0 : 4650, seen ? 0 : 5350); /* 5000 expected */
        assert_in_range(last[number], seen ? 0 : 4650, seen ? 0 : 5350);
    }
}

/* QD-14.1, QD-14.2: the top tile of the stack is known, the others come in any order. */
static void redraw_of_the_stack_keeps_its_top(void **state)
{
    (void)state;
    enum { ROUNDS = 100000 };
    static tk_state game_state;
    struct domino_state *s = (void *)game_state;
    long below[DOMINO_KINDS + 1] = {0};
    int left[DOMINO_KINDS + 1];
    uint8_t seed[TK_SEED_BYTES] = {8};
    struct tk_config config;
    struct tk_rng rng;
    tk_config_init(domino_games[0], 4, &config);
    tk_start(domino_games[0], &config, seed, game_state);
    int top = s->stack[s->top];
    domino_count_tiles(s, left);
    left[top]--;
    tk_rng_init(&rng, 1, 3);
    for (int i = 0; i < ROUNDS; i++) {
        domino_determinise(s, TK_SPECTATOR, &rng);
        assert_int_equal(s->stack[s->top], top);
        below[s->stack[s->top + 1]]++;
    }
    for (int kind = 1; kind <= DOMINO_KINDS; kind++) {
        long expected = (long)ROUNDS * left[kind] / (DOMINO_TILES - 1 - s->top);
        assert_in_range(below[kind], left[kind] == 0 ? 0 : expected - 500, expected + 500);
    }
}

/* QD-14.4: an action reveals something exactly when a line, a tile or a game comes to light by it. */
static void reveals_tells_what_comes_to_light(void **state)
{
    (void)state;
    for (int game = 0; game < 60; game++) {
        static tk_state game_state, before;
        const struct domino_state *a = (const void *)game_state, *b = (const void *)before;
        const struct tk_game *g = domino_games[game % 3];
        uint8_t seed[TK_SEED_BYTES] = {(uint8_t)game};
        tk_action list[TK_ACTIONS_MAX];
        struct tk_config config;
        struct tk_rng rng;
        tk_config_init(g, g->seats_min + game / 3 % 3, &config);
        config.option[4] = g == domino_games[2] && game % 2 == 0; /* a dynasty */
        tk_rng_init(&rng, (uint64_t)game, 1);
        tk_start(g, &config, seed, game_state);
        while (g->rules.actor(game_state) >= 0) {
            tk_action action = list[tk_rng_below(&rng, (uint32_t)g->rules.legal(game_state, list))];
            memcpy(before, game_state, g->state_size);
            tk_play(g, game_state, action);
            bool light = a->game != b->game || a->top != b->top ||
                         domino_lines_drawn(a) != domino_lines_drawn(b);
            assert_int_equal(g->rules.reveals(before, action), light);
        }
    }
}

/* What the view promises for an action is what the action does to the running score. */
static void check_outcome(const struct tk_game *g, const struct domino_state *s, const char *view,
                          tk_action action)
{
    static tk_state then;
    int kingdom = domino_kingdom_of(s, s->actor), gain = 999;
    char text[96];
    struct domino_score before, after;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_write_text(&out, "\"move\":\"");
    g->text.format(s, action, &out);
    tk_write_text(&out, "\",\"gain\":");
    const char *found = strstr(view, tk_writer_text(&out));
    if (domino_action_verb(action) == DOMINO_DO_PICK) {
        assert_null(found);
        return;
    }
    assert_non_null(found);
    assert_int_equal(sscanf(found + strlen(text), "%d", &gain), 1);
    memcpy(then, s, g->state_size);
    domino_score(s, kingdom, &before);
    g->rules.apply(then, action);
    domino_score((const struct domino_state *)(const void *)then, kingdom, &after);
    assert_int_equal(gain, after.total - before.total);
}

static void look_at_outcomes(const struct tk_game *game, const void *state, const tk_action *list,
                             int count)
{
    static char text[1 << 17];
    const struct domino_state *s = state;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_view(game, state, (s->actor + 1) % s->players, &json);
    assert_null(strstr(tk_writer_text(&out), "outcomes")); /* for whoever acts only */
    out = tk_writer_over(text, sizeof text);
    json = tk_json_over(&out);
    tk_view(game, state, s->actor, &json);
    for (int i = 0; i < count; i++)
        check_outcome(game, s, tk_writer_text(&out), list[i]);
}

static void outcomes_are_what_happens(void **state)
{
    (void)state;
    look_at_games(39, 12, look_at_outcomes);
}

/* KD-9: four random players with both bonuses average 22.58, standard error 0.07. */
static void random_players_score_as_expected(void **state)
{
    (void)state;
    enum { GAMES = 8000 };
    static tk_state game_state;
    const struct tk_game *g = domino_games[2];
    struct tk_config config;
    struct tk_rng rng;
    long sum = 0;
    tk_config_init(g, 4, &config);
    config.option[0] = config.option[1] = 1;
    tk_rng_init(&rng, 9, 9);
    for (int game = 0; game < GAMES; game++) {
        uint8_t seed[TK_SEED_BYTES] = {(uint8_t)game, (uint8_t)(game >> 8)};
        tk_action list[TK_ACTIONS_MAX];
        int32_t scores[TK_SEATS_MAX];
        tk_start(g, &config, seed, game_state);
        while (g->rules.actor(game_state) >= 0)
            g->rules.apply(game_state,
                           list[tk_rng_below(&rng, (uint32_t)g->rules.legal(game_state, list))]);
        g->rules.scores(game_state, scores);
        sum += scores[0] + scores[1] + scores[2] + scores[3];
    }
    assert_in_range(sum * 100 / (4L * GAMES), 2235, 2285);
}

/* The coordinates below the own kingdom, as they are drawn in the frame of a state. */
static void draw_axis(const struct tk_game *g, const void *now, const void *frame, char out[256])
{
    enum { AXIS = 6 }; /* below a head and five rows of cells */
    static struct tk_canvas canvas;
    struct tk_writer text = tk_writer_over(out, 256);
    tk_canvas_clear(&canvas, 17, 80);
    canvas.frame = frame;
    g->terminal->draw(now, 0, &(struct tk_speaker){TK_EN, g, NULL}, &canvas);
    for (int i = 0; i < canvas.run_count; i++) {
        const struct tk_run *run = &canvas.run[i];
        if (run->row == AXIS && run->column < 30) {
            tk_write(&text, canvas.text + run->offset, run->length);
            tk_write_char(&text, ' ');
        }
    }
    tk_writer_text(&text);
}

/* A kingdom that grows is drawn around its middle, but not while two pictures are compared. */
static void a_picture_can_stay_in_its_frame(void **state)
{
    const struct tk_game *g = tk_game_find(tk_span_of("kingdomino"));
    const uint8_t seed[TK_SEED_BYTES] = {4};
    struct tk_config config;
    struct tk_rng rng;
    tk_state first, now;
    tk_action list[TK_ACTIONS_MAX];
    char before[256], still[256], moved[256];
    (void)state;
    tk_config_init(g, 2, &config);
    tk_rng_init(&rng, 4, 4);
    tk_start(g, &config, seed, first);
    memcpy(now, first, g->state_size);
    while (g->rules.actor(now) >= 0)
        g->rules.apply(now, list[tk_rng_below(&rng, (uint32_t)g->rules.legal(now, list))]);
    draw_axis(g, first, NULL, before);
    draw_axis(g, now, first, still);
    draw_axis(g, now, NULL, moved);
    assert_string_equal(before, "-2 -1 0 1 2 ");
    assert_string_equal(before, still);
    assert_string_not_equal(before, moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queendomino_has_its_squares),
        cmocka_unit_test(kingdomino_has_its_squares),
        cmocka_unit_test(buildings_have_their_sums),
        cmocka_unit_test(placements_are_those_of_the_rule),
        cmocka_unit_test(redraw_of_a_box_is_uniform),
        cmocka_unit_test(redraw_of_the_stack_keeps_its_top),
        cmocka_unit_test(reveals_tells_what_comes_to_light),
        cmocka_unit_test(outcomes_are_what_happens),
        cmocka_unit_test(random_players_score_as_expected),
        cmocka_unit_test(a_picture_can_stay_in_its_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
