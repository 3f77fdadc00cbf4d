/* SPDX-License-Identifier: MIT */
/* Bots are deterministic, know nothing that their seat may not know, and play every game. */
#include <math.h>

#include "unit.h"

#include "bots/bots.h"
#include "bots/evaluator.h"
#include "bots/net.h"
#include "bots/tree.h"

enum { POSITIONS = 12 };

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
    "random", "greedy", "mcts:sims=60", "mcts:sims=200", "mcts:sims=40+playout=7+temp=0.1",
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

/* Also where features are so large that 32 bits do not hold what they come to. */
static void weights_of_one_moment_weigh_the_same(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 7, 7);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_learning *learning = tk_game_at(i)->learning;
        int32_t features[TK_FEATURES_MAX] = {0}, weights[TK_FEATURES_MAX] = {0};
        for (int trial = 0; trial < 100; trial++) {
            int progress = trial * 1000 / 99, range = trial % 2 == 0 ? 100 : 1000000;
            for (int k = 0; k < learning->count; k++)
                features[k] = (int32_t)tk_rng_below(&rng, 2 * (uint32_t)range) - range;
            tk_weights_at(learning, TK_WINS, progress, weights);
            assert_true(tk_weigh_by(weights, learning->count, features) ==
                        tk_weigh(learning, TK_WINS, progress, features));
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
static void check_step(const struct plan *below, const struct plan *level)
{
    bool timed = level->budget.seconds > 0; /* those have time instead of simulations */
    assert_true(timed || level->budget.simulations >= below->budget.simulations);
    assert_true(level->temperature <= below->temperature);
    assert_true(level->budget.seconds > below->budget.seconds ||
                level->budget.simulations > below->budget.simulations ||
                level->temperature < below->temperature);
}

/* Master has a second and grandmaster five, with any number of players. */
static void levels_climb(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 14, 14);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            struct plan plan[BOT_LEVELS];
            assert_true(random_position(game, players, 0, &rng));
            struct bot_request request = {.game = game, .state = table, .rng = &rng};
            for (int level = 0; level < BOT_LEVELS; level++)
                plan[level] = plan_for(bot_level(level), &request);
            for (int level = 1; level < BOT_LEVELS; level++)
                check_step(&plan[level - 1], &plan[level]);
            assert_true(plan[BOT_MASTER].budget.seconds == 1);
            assert_true(plan[BOT_GRANDMASTER].budget.seconds == 5);
            assert_true(plan[BOT_EXPERT].budget.simulations > 0);
            assert_ptr_equal(plan[BOT_GRANDMASTER].net, plan[BOT_MASTER].net);
        }
    }
}

/* What decisions leave goes to the next ones, but never more than one decision's time. */
static void time_that_was_not_needed_is_put_by(void **state)
{
    struct bot_mind *mind = bot_mind_new();
    (void)state;
    assert_true(mind_seconds(NULL, 1) == 1);
    assert_true(mind_seconds(mind, 1) == 1);
    mind_save(mind, 1, 0.25);
    assert_true(mind_seconds(mind, 1) == 1.75);
    mind_save(mind, 1, 1.5);
    assert_true(mind_seconds(mind, 1) == 1.25);
    for (int i = 0; i < 10; i++)
        mind_save(mind, 1, 0);
    assert_true(mind_seconds(mind, 1) == 2);
    mind_save(mind, 1, 9); /* a machine that was busy with something else */
    assert_true(mind_seconds(mind, 1) == 1);
    bot_mind_free(mind);
}

/* However many trees one search has, and however long it goes on. */
static void trees_have_a_bound(void **state)
{
    (void)state;
    for (int trees = 1; trees <= BOT_THREADS_MAX; trees *= 4) {
        struct tree tree;
        assert_true(tree_init(&tree, 0, trees, NULL));
        size_t bytes = tree.node_room * sizeof *tree.nodes + tree.edge_room * sizeof *tree.edges;
        assert_true(bytes <= 125000000 && bytes * (size_t)trees <= 500000000);
        assert_int_equal(tree_patience(&tree), 1);
        tree.edge_count = tree.edge_room / 2 + 8;
        assert_int_equal(tree_patience(&tree), 2);
        tree.edge_count = tree.edge_room;
        assert_int_equal(tree_patience(&tree), 16);
        tree_clear(&tree);
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
    struct bot keeps = bot_of("mcts:sims=40"), forgets = bot_of("mcts:sims=40+keep=no");
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

/* A position with some choice, out of as many random games as it takes; each goes some way, and then one begins anew. */
static void position_with_choice(const struct tk_game *game, struct tk_rng *rng)
{
    enum { CHOICE = 4, WAYS = 5, GAMES_MOST = 200 };
    tk_action legal[TK_ACTIONS_MAX];
    for (int number = 0; number < GAMES_MOST; number++)
        if (random_position(game, game->seats_min, 1 + number % WAYS, rng) &&
            game->rules.legal(table, legal) >= CHOICE)
            return;
    fail_msg("%s never has %d moves to choose from", game->id, CHOICE);
}

/* How many moves it makes of a position with some choice, if it strays far. */
static int stray_in(const struct tk_game *game, struct tk_rng *rng)
{
    struct bot wide = bot_of("mcts:sims=40+trust=1+temp=0.2"),
               narrow = bot_of("mcts:sims=40+trust=1+temp=0.001");
    double far, near;
    position_with_choice(game, rng);
    int some = distinct_moves(&wide, game, &far);
    distinct_moves(&narrow, game, &near);
    assert_true(near < 0.02);
    assert_true(near <= far);
    return some;
}

/* The mean worth of the best move that was tried. */
static float best_in(const struct tree *tree, const struct node *node)
{
    float best = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct edge *edge = &tree_edges(tree, node)[i];
        float worth = edge->visits > 0 ? edge->value / (float)edge->visits : 0;
        best = worth > best ? worth : best;
    }
    return best;
}

/* How many moves of the root do not end the turn and were gone on from; what each of them is worth is looked at. */
static int check_ways_on(const struct tk_game *game, const struct tree *tree, bool best)
{
    int looked = 0, as_the_best = 0, seat = game->rules.actor(table),
        turn = game->rules.turn(table);
    const struct node *root = &tree->nodes[TREE_ROOT];
    for (uint32_t i = 0; i < root->count; i++) {
        const struct edge *edge = &tree_edges(tree, root)[i];
        const struct node *next = &tree->nodes[edge->node];
        tk_state after;
        tk_copy(after, table, game->state_size);
        tk_play(game, after, edge->action);
        if (edge->visits < 3 || edge->node == 0 || next->count == 0 ||
            game->rules.actor(after) != seat || game->rules.turn(after) != turn)
            continue;
        float worth = edge->value / (float)edge->visits, way = best_in(tree, next);
        looked++;
        as_the_best += worth > way - 1e-5F && worth < way + 1e-5F;
    }
    assert_true(best ? as_the_best == looked : looked == 0 || as_the_best < looked);
    return looked;
}

/* Where a turn is several moves, one of them is worth what the best way to go on with the turn is worth. */
static void within_a_turn_the_best_way_counts(void **state)
{
    struct bot bots[] = {bot_of("mcts:sims=300"), bot_of("mcts:sims=300+max=no")};
    struct bot_answer answer;
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 31, 31);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        const struct tk_search *search = game->learning->search;
        int looked = 0;
        if (search == NULL || search->strategy != TK_STRATEGY_OWN_TURNS)
            continue;
        for (int n = 0; n < 8; n++) {
            assert_true(random_position(game, game->seats_min, n, &rng));
            struct bot_mind *mind = bot_mind_new();
            bot_think(&bots[n % 2], mind, game, table, &rng, &answer);
            if (mind->count > 0)
                looked += check_ways_on(game, &mind->kept[0].tree, n % 2 == 0);
            bot_mind_free(mind);
        }
        assert_true(looked > 8);
    }
}

/*
 * Weak levels vary among moves of similar worth; they do not take what looks bad. A position may
 * have only one that does not. The positions of a game are the same whichever games there are.
 */
static void who_strays_stays_near_the_best(void **state)
{
    struct tk_rng rng;
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        int varied = 0;
        tk_rng_init(&rng, 12, 12);
        for (int n = 0; n < 6; n++)
            varied += stray_in(tk_game_at(i), &rng) > 1;
        assert_true(varied > 0);
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

/* Plays a random game to its end; all along, partners have one chance, and those of the sides add up. */
static void check_partners(const struct tk_game *game, int players, struct tk_rng *rng)
{
    tk_action legal[TK_ACTIONS_MAX];
    float chances[TK_SEATS_MAX];
    double partners = (double)players / bot_sides(game, table, players);
    for (;;) {
        double sum = 0;
        bot_chances(game, TK_WINS, table, players, chances);
        for (int seat = 0; seat < players; seat++) {
            sum += (double)chances[seat];
            for (int other = 0; other < seat; other++)
                if (tk_side(game, table, seat) == tk_side(game, table, other))
                    assert_true(chances[seat] == chances[other]);
        }
        assert_true(fabs(sum / partners - 1) < 1e-3);
        if (game->rules.actor(table) == TK_NOBODY)
            return;
        tk_play(game, table, legal[tk_rng_below(rng, (uint32_t)game->rules.legal(table, legal))]);
    }
}

/* Every value of every option with names for its values, as far as it goes with so many players. */
static int partners_of(const struct tk_game *game, int players, struct tk_rng *rng)
{
    int found = 0;
    for (int option = 0; option < game->option_count; option++) {
        const char *const *values = game->options[option].values;
        for (int value = 0; values != NULL && values[value] != NULL; value++) {
            struct tk_config config;
            tk_config_init(game, players, &config);
            config.option[option] = value;
            if (game->rules.config_check != NULL && game->rules.config_check(&config) != TK_OK)
                continue;
            tk_start(game, &config, (uint8_t[TK_SEED_BYTES]){9}, table);
            if (bot_sides(game, table, players) == players)
                continue;
            check_partners(game, players, rng);
            found++;
        }
    }
    return found;
}

/* Partners win together, so the chances of one side are those of each of its seats. */
static void partners_have_one_chance(void **state)
{
    int with_sides = 0, found = 0;
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 15, 15);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        with_sides += game->rules.side != NULL;
        for (int players = game->seats_min; players <= game->seats_max; players++)
            found += game->rules.side != NULL ? partners_of(game, players, &rng) : 0;
    }
    assert_true(found > 0 || with_sides == 0);
}

/* After the first simulation the other seat moves next: the more that counts, the worse for us. */
static bool check_tempo(const struct tk_game *game)
{
    struct bot_answer even, favoured;
    struct bot plain = bot_of("mcts:sims=1+trust=1+playout=0+finish=0+alone=no+tempo=0"),
               tempo = bot_of("mcts:sims=1+trust=1+playout=0+finish=0+alone=no+tempo=1");
    int seat = game->rules.actor(table);
    think(&plain, game, 1, &even);
    think(&tempo, game, 1, &favoured);
    if (even.count == 0 || even.trust <= 0)
        return false; /* it need not search */
    assert_int_equal(even.best[0].action, favoured.best[0].action);
    tk_play(game, table, even.best[0].action);
    if (game->rules.actor(table) == seat)
        return false;
    /* odds of e to one in favour of the other */
    double odds = even.best[0].win / (1 - even.best[0].win);
    double wanted = odds / 2.71828 / (1 + odds / 2.71828);
    assert_true(favoured.best[0].win > wanted - 0.002 && favoured.best[0].win < wanted + 0.002);
    return true;
}

static void a_leaf_favours_who_moves_next(void **state)
{
    int checked = 0;
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 13, 13);
    for (int i = 0; tk_game_at(i) != NULL; i++)
        if (tk_game_at(i)->seats_min == 2 && random_position(tk_game_at(i), 2, 0, &rng))
            checked += check_tempo(tk_game_at(i));
    assert_true(checked > 0);
}

/* Whoever evaluates: chances are chances, and those of the sides add up to one. */
static void check_evaluators(const struct tk_game *game, int players, const char *settings)
{
    struct tk_rng rng;
    struct bot bot = bot_of(settings);
    struct bot_request request = {.game = game, .state = table, .rng = &rng};
    struct plan plan = plan_for(&bot, &request);
    int sides = bot_sides(game, table, players), seat = game->rules.actor(table);
    struct question about = {game, &plan, table, seat, players, sides, NULL};
    struct evaluators evaluators;
    tk_state leaf;
    tk_action legal[TK_ACTIONS_MAX];
    float chances[TK_SEATS_MAX], logits[TK_ACTIONS_MAX], sum = 0;
    int count = game->rules.legal(table, legal), turn = game->rules.turn(table);
    assert_true(evaluators_init(&evaluators, &about));
    evaluate_moves(&evaluators, table, seat, legal, count, logits);
    for (int i = 0; i < count; i++)
        assert_true(isfinite(logits[i]));
    memcpy(leaf, table, sizeof leaf);
    evaluate_leaf(&evaluators, leaf, chances);
    for (int i = 0; i < players; i++) {
        assert_true(chances[i] >= 0 && chances[i] <= 1);
        sum += chances[i];
    }
    assert_true(fabsf(sum * (float)sides / (float)players - 1) < 1e-3F);
    bool over = game->rules.actor(leaf) == TK_NOBODY;
    assert_true(plan.finish == 0 || over || game->rules.turn(leaf) >= turn + plan.finish);
    assert_true(plan.playout < 1000 || over || game->checks->decisions_max == NULL);
    assert_true(plan.playout + plan.finish > 0 || memcmp(leaf, table, game->state_size) == 0);
    evaluators_clear(&evaluators);
}

static void evaluators_tell_chances(void **state)
{
    static const char *const ways[] = {
        "mcts",
        "mcts:playout=0+finish=0+tempo=0.5",
        "mcts:playout=0+finish=2+soft=5",
        "mcts:playout=1000+finish=1+soft=10",
    };
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 16, 16);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++)
            for (int way = 0; way < TK_COUNT(ways); way++)
                if (random_position(game, players, 1 + way, &rng))
                    check_evaluators(game, players, ways[way]);
    }
}

static void settings_are_read(void **state)
{
    struct bot bot;
    (void)state;
    bot = bot_of("mcts:sims=20+explore=2.5+temp=0.1+alone=no");
    assert_int_equal(bot.budget.simulations, 20);
    assert_true(bot.set[BOT_EXPLORE].given && bot.set[BOT_EXPLORE].number == 2.5);
    assert_true(bot.set[BOT_TEMP].number == 0.1);
    assert_true(bot.set[BOT_ALONE].given && !bot.set[BOT_ALONE].yes);
    assert_false(bot.set[BOT_MERGE].given);
    bot = bot_of("mcts:ms=50");
    assert_true(bot.budget.simulations == 0 && bot.budget.seconds == 0.05);
    assert_int_equal(bot_of("master").level, BOT_MASTER + 1);
    assert_int_equal(bot_of("master:explore=1").level, BOT_MASTER + 1);
}

/* Each with a sentence that says what would be right. */
static void settings_are_refused(void **state)
{
    static const char *const refused[][2] = {
        {"", "'' is no bot; there are random, greedy"},
        {"nobody", "'nobody' is no bot; there are random, greedy"},
        {"mcts:speed=1", "'speed' is no setting of a bot; there are sims, ms"},
        {"mcts:explore", "explore takes a number from 0 to 100"},
        {"mcts:explore=", "explore takes a number from 0 to 100"},
        {"mcts:explore=101", "explore takes a number from 0 to 100"},
        {"mcts:explore=nan", "explore takes a number from 0 to 100"},
        {"mcts:sims=0", "sims takes a whole number from 1 to 1000000000"},
        {"mcts:sims=2.5", "sims takes a whole number from 1 to 1000000000"},
        {"mcts:keep=1", "keep takes yes or no"},
        {"mcts:net=none", "net takes one of yes, no"},
        {"mcts:style=", "style takes "},
        {"mcts:style=wild", "style takes "},
        {"exec:", "'exec' is no bot; there are random, greedy"}, /* only the command has those */
    };
    char why[512];
    struct bot bot;
    (void)state;
    for (int i = 0; i < TK_COUNT(refused); i++) {
        struct tk_writer out = tk_writer_over(why, sizeof why);
        assert_false(bot_parse(tk_span_of(refused[i][0]), &bot));
        bot_explain(tk_span_of(refused[i][0]), &out);
        assert_memory_equal(tk_writer_text(&out), refused[i][1], strlen(refused[i][1]));
    }
}

static int32_t explore_of(const struct tk_search *search, const struct plan *plan)
{
    return plan->net != NULL && search->net.explore > 0 ? search->net.explore : search->explore;
}

/* What is not given suits the game; what is given overrules it, also nothing and no. */
static void settings_overrule_the_game(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 17, 17);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        const struct tk_search *search = game->learning->search;
        struct bot plain = bot_of("mcts"), bare = bot_of("mcts:playout=0+explore=0+alone=no"),
                   first = bot_of("novice:explore=3");
        assert_true(random_position(game, game->seats_min, 0, &rng));
        struct bot_request request = {.game = game, .state = table, .rng = &rng};
        struct plan suits = plan_for(&plain, &request), none = plan_for(&bare, &request),
                    level = plan_for(&first, &request);
        assert_true(search == NULL || suits.explore == (float)explore_of(search, &suits) / 1000);
        assert_true(none.playout == 0 && none.explore == 0 && !none.alone);
        assert_true(level.explore == 3 && level.budget.simulations > 0);
        assert_true(level.temperature == plan_for(bot_level(0), &request).temperature);
    }
}

/* Weak levels take the net where the game says so, strong ones where it fits; each can be told so. */
static void levels_take_the_net_that_fits(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 18, 18);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        struct bot any = bot_of("mcts"), asked = bot_of("novice:net=yes"),
                   without = bot_of("master:net=no");
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            assert_true(random_position(game, players, 0, &rng));
            struct bot_request request = {.game = game, .state = table, .rng = &rng};
            const struct net *net = plan_for(&any, &request).net;
            const struct tk_search *search = game->learning->search;
            bool first = search != NULL && search->level[BOT_NOVICE].net.simulations > 0;
            assert_ptr_equal(plan_for(bot_level(BOT_NOVICE), &request).net, first ? net : NULL);
            assert_ptr_equal(plan_for(bot_level(BOT_LEVELS - 1), &request).net, net);
            assert_ptr_equal(plan_for(&asked, &request).net, net);
            assert_null(plan_for(&without, &request).net);
            assert_true(net == NULL ||
                        plan_for(&any, &request).trust_early == (float)net->told.early / 1000);
        }
    }
}

/* A name that one game knows is refused in another. */
static bool has_style(const struct tk_game *game, const char *name)
{
    const struct tk_styles *styles = game->learning->styles;
    for (int i = 0; styles != NULL && i < styles->count; i++)
        if (strcmp(styles->table[i].name, name) == 0)
            return true;
    return false;
}

static void what_settings_name_must_be_the_games(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++)
        for (int j = 0; tk_game_at(j) != NULL; j++) {
            const struct tk_game *game = tk_game_at(i), *other = tk_game_at(j);
            const struct tk_styles *styles = other->learning->styles;
            char text[64], why[256];
            struct tk_writer out = tk_writer_over(why, sizeof why);
            if (styles == NULL)
                continue;
            snprintf(text, sizeof text, "mcts:style=%s", styles->table[0].name);
            struct bot bot = bot_of(text);
            bool has = has_style(game, styles->table[0].name); /* games may share a manner */
            assert_int_equal(bot_suits(&bot, game, game->seats_min, &out), has);
            assert_true(has || strstr(tk_writer_text(&out), game->id) != NULL);
        }
}

/* A character has a name and a sentence in both languages, and bends a level without ending it. */
static void check_character(const struct tk_game *game, const char *name, struct tk_rng *rng)
{
    struct bot bot = *bot_level(BOT_EXPERT);
    char key[64];
    const char *const ends[] = {"", ".about"};
    for (int i = 0; i < TK_COUNT(ends); i++) {
        snprintf(key, sizeof key, "style.%s%s", name, ends[i]);
        int word = tk_word_find(game->words, tk_span_of(key));
        assert_true(word >= 0);
        for (int lang = 0; lang < TK_LANG_COUNT; lang++)
            assert_true(game->words->table[word].text[lang].other[0] != '\0');
    }
    assert_true(bot_give_character(&bot, game, name));
    assert_true(random_position(game, game->seats_min, 1, rng));
    struct bot_request request = {.game = game, .state = table, .rng = rng};
    struct plan plan = plan_for(&bot, &request), plain = plan_for(bot_level(BOT_EXPERT), &request);
    assert_string_equal(plan.style->name, name);
    assert_true(plan.fond > 0 && plan.fond < 1);
    assert_int_equal(plan.budget.simulations, plain.budget.simulations);
}

static void characters_have_names_and_keep_their_level(void **state)
{
    const struct tk_game *game;
    struct tk_rng rng;
    int characters = 0;
    (void)state;
    tk_rng_init(&rng, 20, 20);
    for (int i = 0; (game = tk_game_at(i)) != NULL; i++) {
        struct bot bot = *bot_level(BOT_EXPERT);
        assert_false(bot_give_character(&bot, game, "nobody"));
        assert_false(bot_give_character(&bot, game, ""));
        assert_false(bot.set[BOT_STYLE].given);
        for (int k = 0, at; (at = tk_character(game, k)) >= 0; k++, characters++)
            check_character(game, game->learning->styles->table[at].name, &rng);
    }
    assert_true(characters >= 8);
}

static void choose_last(const struct bot *bot, const struct bot_request *request,
                        struct bot_answer *out_answer)
{
    tk_action legal[TK_ACTIONS_MAX];
    assert_string_equal(bot->argument, "the end: always");
    out_answer->action = legal[request->game->rules.legal(request->state, legal) - 1];
}

static void another_folder_brings_bots(void **state)
{
    static const struct bot_kind kind = {"last", choose_last};
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng;
    struct bot bot;
    (void)state;
    tk_rng_init(&rng, 18, 18);
    assert_false(bot_parse(tk_span_of("last:the end: always"), &bot));
    bot_kind_add(&kind);
    bot = bot_of("last:the end: always");
    assert_false(bot_parse(tk_span_of("last:"), &bot));
    assert_false(bot_parse(tk_span_of("last"), &bot));
    assert_true(random_position(tk_game_at(0), tk_game_at(0)->seats_min, 0, &rng));
    int count = tk_game_at(0)->rules.legal(table, legal);
    assert_int_equal(bot_decide(&bot, NULL, tk_game_at(0), table, &rng), legal[count - 1]);
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
    assert_true(random_position(tk_game_at(0), tk_game_at(0)->seats_min, 1, &rng));
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
        cmocka_unit_test(weights_of_one_moment_weigh_the_same),
        cmocka_unit_test(same_seed_same_thoughts),
        cmocka_unit_test(levels_play_every_game),
        cmocka_unit_test(levels_climb),
        cmocka_unit_test(levels_take_the_net_that_fits),
        cmocka_unit_test(what_settings_name_must_be_the_games),
        cmocka_unit_test(trees_are_kept_until_something_turns_up),
        cmocka_unit_test(time_that_was_not_needed_is_put_by),
        cmocka_unit_test(trees_have_a_bound),
        cmocka_unit_test(within_a_turn_the_best_way_counts),
        cmocka_unit_test(who_strays_stays_near_the_best),
        cmocka_unit_test(trust_bends_chances),
        cmocka_unit_test(partners_have_one_chance),
        cmocka_unit_test(a_leaf_favours_who_moves_next),
        cmocka_unit_test(evaluators_tell_chances),
        cmocka_unit_test(settings_are_read),
        cmocka_unit_test(settings_are_refused),
        cmocka_unit_test(settings_overrule_the_game),
        cmocka_unit_test(characters_have_names_and_keep_their_level),
        cmocka_unit_test(another_folder_brings_bots),
        cmocka_unit_test(stop_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
