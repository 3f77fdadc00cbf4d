/* Bots are deterministic, know nothing that their seat may not know, and play every game. */
#include <math.h>

#include "unit.h"

#include "bots/bots.h"
#include "bots/bots_internal.h"

enum { POSITIONS = 12 };
enum { TEAMS = 1 }; /* of the Royal Wedding's modes */

static tk_state table;

/* A position after some random moves; false if the game was over by then. */
static bool random_position(const struct tk_game *game, int players, int number, struct tk_rng *rng)
{
    struct tk_config config;
    tk_action legal[TK_ACTIONS_MAX];
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)number, (uint8_t)players};
    tk_config_init(game, players, &config);
    tk_start(game, &config, seed, table);
    for (int moves = number * 5; moves > 0 && game->rules.actor(table) >= 0; moves--)
        tk_play(game, table, legal[tk_rng_below(rng, (uint32_t)game->rules.legal(table, legal))]);
    return game->rules.actor(table) >= 0;
}

static struct bot bot_of(const char *text)
{
    struct bot bot;
    assert_true(bot_parse(tk_span_of(text), &bot));
    return bot;
}

static const char *const players_that_are_programs[] = {
    "random", "greedy", "mcts:sims=60", "mcts:sims=200", "mcts:sims=40+playout=8+temp=0.1",
};

/* Two true states that differ only in what the seat to act cannot know. */
static void check_position(const struct tk_game *game, struct tk_rng *rng)
{
    tk_state other;
    for (int i = 0; i < TK_COUNT(players_that_are_programs); i++) {
        struct bot bot = bot_of(players_that_are_programs[i]);
        struct tk_rng first, second;
        uint64_t seed = tk_rng_next(rng);
        memcpy(other, table, sizeof other);
        game->knowledge.determinise(other, game->rules.actor(table), rng);
        tk_rng_init(&first, seed, 1);
        tk_rng_init(&second, seed, 1);
        assert_int_equal(bot_decide(&bot, NULL, game, table, &first),
                         bot_decide(&bot, NULL, game, other, &second));
    }
}

static void no_bot_knows_what_its_seat_cannot_know(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 6, 6);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int number = 0; number < POSITIONS; number++) {
            int seats = game->seats_max - game->seats_min + 1;
            if (random_position(game, game->seats_min + number % seats, number, &rng))
                check_position(game, &rng);
        }
    }
}

static void think(const struct bot *bot, const struct tk_game *game, int threads,
                  struct bot_answer *out)
{
    struct tk_rng rng;
    tk_rng_init(&rng, 3, 4);
    *out = (struct bot_answer){0};
    bot->choose(
        bot, &(struct bot_request){.game = game, .state = table, .rng = &rng, .threads = threads},
        out);
}

static void same_seed_same_thoughts(void **state)
{
    struct bot bot = bot_of("mcts:sims=150");
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 7, 7);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        for (int threads = 1; threads <= 3; threads++) {
            struct bot_answer once, again;
            if (!random_position(tk_game_at(i), tk_game_at(i)->seats_min, 3, &rng))
                continue;
            think(&bot, tk_game_at(i), threads, &once);
            think(&bot, tk_game_at(i), threads, &again);
            assert_int_equal(once.count, again.count);
            for (int k = 0; k < once.count; k++) {
                assert_int_equal(once.best[k].action, again.best[k].action);
                assert_int_equal(once.best[k].visits, again.best[k].visits);
                assert_true(once.best[k].win == again.best[k].win);
            }
        }
    }
}

/* A level thinks within a small budget here, so that the test is quick. */
static void levels_play_every_game(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 8, 8);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int level = 0; level < BOT_LEVELS; level++) {
            struct bot_answer answer = {0};
            if (!random_position(game, game->seats_max, 4, &rng))
                continue;
            bot_level(level)->choose(
                bot_level(level),
                &(struct bot_request){
                    .game = game, .state = table, .rng = &rng, .budget = {.simulations = 50}},
                &answer);
            assert_int_equal(tk_check(game, table, answer.action), TK_OK);
            for (int k = 0; k < answer.count; k++)
                assert_true(answer.best[k].win >= 0 && answer.best[k].win <= 1);
        }
    }
}

/* Each level looks at least as far as the one below it and strays no further. */
static void check_step(const struct bot_settings *below, const struct bot_settings *level)
{
    assert_true(level->budget.simulations >= below->budget.simulations);
    assert_true(level->temperature <= below->temperature);
    assert_true(level->budget.simulations > below->budget.simulations ||
                level->temperature < below->temperature);
}

/* The strongest keeps its second with any number of players, and the others their distance. */
static void levels_climb(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 14, 14);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            struct bot_settings settings[BOT_LEVELS];
            assert_true(random_position(game, players, 0, &rng));
            struct bot_request request = {.game = game, .state = table, .rng = &rng};
            for (int level = 0; level < BOT_LEVELS; level++)
                settings[level] = bot_settings_for(bot_level(level), &request);
            for (int level = 1; level < BOT_LEVELS; level++)
                check_step(&settings[level - 1], &settings[level]);
            const struct bot_settings *master = &settings[BOT_LEVELS - 1], *expert = master - 1;
            assert_true(master->budget.seconds > 0 && master->budget.seconds <= 1);
            assert_true(master->budget.simulations >= 10 * expert->budget.simulations);
        }
    }
}

/* How often the moves at the root were tried, all searches of the tree together. */
static long visits_of(const struct bot_answer *answer)
{
    long visits = 0;
    for (int i = 0; i < answer->count; i++)
        visits += answer->best[i].visits;
    return visits;
}

/* A whole game of bots that keep their trees; counts the searches that went on with one. */
static int play_with_minds(const struct tk_game *game, int players, const struct bot *bot)
{
    struct bot_mind *minds[TK_SEATS_MAX];
    struct tk_config config;
    struct bot_answer answer;
    struct tk_rng rng;
    int went_on = 0;
    tk_rng_init(&rng, 9, (uint64_t)players);
    tk_config_init(game, players, &config);
    tk_start(game, &config, (uint8_t[TK_SEED_BYTES]){5}, table);
    for (int seat = 0; seat < players; seat++)
        minds[seat] = bot_mind_new();
    for (int seat; (seat = game->rules.actor(table)) != TK_NOBODY;) {
        bot_think(bot, minds[seat], game, table, &rng, &answer);
        assert_int_equal(tk_check(game, table, answer.action), TK_OK);
        went_on += answer.count > 0 && visits_of(&answer) > bot->budget.simulations;
        for (int other = 0; other < players; other++)
            bot_mind_watch(minds[other], game, table, answer.action);
        tk_play(game, table, answer.action);
    }
    for (int seat = 0; seat < players; seat++)
        bot_mind_free(minds[seat]);
    return went_on;
}

/* More simulations than an end that is solved counts for its moves. */
static void trees_are_kept_until_something_turns_up(void **state)
{
    struct bot keeps = bot_of("mcts:sims=40"), forgets = bot_of("mcts:sims=40+keep=1");
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        assert_true(play_with_minds(game, game->seats_min, &keeps) > 0);
        assert_int_equal(play_with_minds(game, game->seats_min, &forgets), 0);
    }
}

/* Which moves a bot makes of a position with other random numbers, and how well it knew them. */
static int distinct_moves(const struct bot *bot, const struct tk_game *game, double *out_behind)
{
    enum { TRIES = 30 };
    tk_action seen[TRIES];
    int count = 0;
    *out_behind = 0;
    for (int try = 0; try < TRIES; try++) {
        struct bot_answer answer = {0};
        struct tk_rng rng;
        int at = 0, line = 0;
        tk_rng_init(&rng, 11, (uint64_t)try);
        bot->choose(bot, &(struct bot_request){.game = game, .state = table, .rng = &rng}, &answer);
        while (line < answer.count && answer.best[line].action != answer.action)
            line++;
        if (line < answer.count) {
            double behind = answer.best[0].win - answer.best[line].win;
            assert_true(answer.best[line].visits > 0);
            *out_behind = behind > *out_behind ? behind : *out_behind;
        }
        while (at < count && seen[at] != answer.action)
            at++;
        seen[at] = answer.action;
        count += at == count;
    }
    return count;
}

/* Weak levels vary among moves of similar worth; they do not take what looks bad. */
static void who_strays_stays_near_the_best(void **state)
{
    struct bot wide = bot_of("mcts:sims=40+trust=1+temp=0.2"),
               narrow = bot_of("mcts:sims=40+trust=1+temp=0.001");
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 12, 12);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        double far, near;
        tk_action legal[TK_ACTIONS_MAX];
        for (int number = 1, moves = 0; moves < 4; number++) {
            assert_true(random_position(tk_game_at(i), tk_game_at(i)->seats_min, number, &rng));
            moves = tk_game_at(i)->rules.legal(table, legal);
        }
        int some = distinct_moves(&wide, tk_game_at(i), &far);
        distinct_moves(&narrow, tk_game_at(i), &near);
        assert_true(some > 1);
        assert_true(near < 0.02);
        assert_true(near <= far);
    }
}

/* What is certain stays so, and so does an equal share; what is more likely stays more likely. */
static void trust_bends_chances(void **state)
{
    const double powers[] = {0.2, 0.7, 1, 2.5};
    (void)state;
    for (int i = 0; i < TK_COUNT(powers); i++)
        for (int sides = 2; sides <= 8; sides++) {
            double equal = 1.0 / sides, before = 0;
            assert_true(bot_trusted(0, sides, powers[i]) == 0);
            assert_true(bot_trusted(1, sides, powers[i]) == 1);
            assert_true(fabs(bot_trusted(equal, sides, powers[i]) - equal) < 1e-9);
            for (int percent = 1; percent < 100; percent++) {
                double chance = percent / 100.0, now = bot_trusted(chance, sides, powers[i]);
                assert_true(now > before);
                assert_true(powers[i] != 1 || fabs(now - chance) < 1e-9);
                before = now;
            }
        }
}

/* RW-15: partners win together, so the chances of one side are those of each of its seats. */
static void partners_have_one_chance(void **state)
{
    const struct tk_game *wedding = tk_game_find(tk_span_of("royal-wedding"));
    struct tk_config config;
    tk_action legal[TK_ACTIONS_MAX];
    float chances[TK_SEATS_MAX];
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 15, 15);
    tk_config_init(wedding, 6, &config);
    config.option[tk_option_find(wedding, tk_span_of("mode"))] = TEAMS;
    tk_start(wedding, &config, (uint8_t[TK_SEED_BYTES]){9}, table);
    assert_int_equal(bot_sides(wedding, table, 6), 3);
    for (;;) {
        bot_chances(wedding, TK_WINS, table, 6, chances);
        for (int seat = 0; seat < 6; seat += 2)
            assert_true(chances[seat] == chances[seat + 1]);
        assert_true(fabs((double)(chances[0] + chances[2] + chances[4]) - 1) < 1e-3);
        if (wedding->rules.actor(table) == TK_NOBODY)
            break;
        tk_play(wedding, table,
                legal[tk_rng_below(&rng, (uint32_t)wedding->rules.legal(table, legal))]);
    }
}

/* After the first simulation the other seat moves next: the more that counts, the worse for us. */
static void a_leaf_favours_who_moves_next(void **state)
{
    struct bot_answer even, favoured;
    struct bot plain = bot_of("mcts:sims=1+trust=1+tempo=0.001"),
               tempo = bot_of("mcts:sims=1+trust=1+tempo=1");
    const struct tk_game *splendor = tk_game_find(tk_span_of("splendor"));
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 13, 13);
    assert_true(random_position(splendor, 2, 0, &rng));
    think(&plain, splendor, 1, &even);
    think(&tempo, splendor, 1, &favoured);
    assert_int_equal(even.best[0].action, favoured.best[0].action);
    /* odds of e to one in favour of the other */
    double odds = even.best[0].win / (1 - even.best[0].win);
    double wanted = odds / 2.71828 / (1 + odds / 2.71828);
    assert_true(favoured.best[0].win > wanted - 0.002 && favoured.best[0].win < wanted + 0.002);
}

static void settings_are_read(void **state)
{
    struct bot bot;
    (void)state;
    assert_true(bot_parse(tk_span_of("mcts:sims=20+explore=2.5+temp=0.1"), &bot));
    assert_int_equal(bot.budget.simulations, 20);
    assert_true(bot.explore == 2.5 && bot.temperature == 0.1);
    assert_true(bot_parse(tk_span_of("master"), &bot));
    assert_int_equal(bot.level, BOT_LEVELS);
    assert_false(bot_parse(tk_span_of("mcts:sims=0"), &bot));
    assert_false(bot_parse(tk_span_of("mcts:speed=1"), &bot));
    assert_false(bot_parse(tk_span_of("nobody"), &bot));
    assert_false(bot_parse(tk_span_of("exec:"), &bot));
}

/* A search that is asked to stop still answers. */
static void stop_stops(void **state)
{
    atomic_bool stop = true;
    struct bot_answer answer = {0};
    struct bot bot = bot_of("mcts:sims=100000000");
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 9, 9);
    assert_true(random_position(tk_game_at(0), 2, 1, &rng));
    bot.choose(
        &bot,
        &(struct bot_request){.game = tk_game_at(0), .state = table, .rng = &rng, .stop = &stop},
        &answer);
    assert_int_equal(tk_check(tk_game_at(0), table, answer.action), TK_OK);
    assert_true(answer.simulations < 1000);
}

/* With an argument only the tests whose names match it. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bot_knows_what_its_seat_cannot_know),
        cmocka_unit_test(same_seed_same_thoughts),
        cmocka_unit_test(levels_play_every_game),
        cmocka_unit_test(levels_climb),
        cmocka_unit_test(trees_are_kept_until_something_turns_up),
        cmocka_unit_test(who_strays_stays_near_the_best),
        cmocka_unit_test(trust_bends_chances),
        cmocka_unit_test(partners_have_one_chance),
        cmocka_unit_test(a_leaf_favours_who_moves_next),
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(stop_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
