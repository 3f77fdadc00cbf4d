/* SPDX-License-Identifier: MIT */
/* Reports: accounts add up to the last digit, whatever was judged; the rest follows from the plies. */
#include "unit.h"

#include "bots/bots.h"

enum { GAMES = 40, PLIES = 1200 };

static tk_state states[PLIES + 1];
static tk_action actions[PLIES];
static struct report_ply plies[PLIES];
static struct report_judged judged[PLIES];
static struct report_account accounts[TK_SEATS_MAX];
static struct report report;

/* Any moves will do: the worse the play, the more there is to account for. Returns how many. */
static int play(const struct tk_game *game, int players, int number)
{
    struct tk_config config;
    struct tk_rng rng;
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)number, (uint8_t)players};
    int count = 0;
    tk_rng_init(&rng, (uint64_t)number, 7);
    tk_config_init(game, players, &config);
    tk_start(game, &config, seed, states[0]);
    while (game->rules.actor(states[count]) >= 0 && count < PLIES) {
        tk_action legal[TK_ACTIONS_MAX];
        uint32_t choices = (uint32_t)game->rules.legal(states[count], legal);
        actions[count] = legal[tk_rng_below(&rng, choices)];
        memcpy(states[count + 1], states[count], sizeof states[0]);
        tk_play(game, states[count + 1], actions[count]);
        count++;
    }
    return count;
}

static void begin(const struct tk_game *game, const struct bot *bot, long simulations)
{
    report = (struct report){
        .game = game, .bot = bot, .simulations = simulations, .threads = 1, .seed = 3};
}

static void settle(int count)
{
    bot_report_conclude(&report, (const unsigned char *)states[0], sizeof states[0], actions, count,
                        judged, plies, accounts);
}

static void check_accounts(const struct tk_game *game, int players, int count)
{
    int32_t luck = 0, start = 0, result = 0;
    bool over = game->rules.actor(states[count]) == TK_NOBODY;
    for (int seat = 0; seat < players; seat++) {
        const struct report_account *a = &accounts[seat];
        bool won = over && (tk_winners(game, states[count]) >> seat & 1) != 0;
        assert_int_equal(a->start + a->luck - a->own_losses + a->others_losses, a->result);
        assert_true(a->own_losses >= 0);
        assert_true(!over || (a->result > 0) == won);
        luck += a->luck;
        start += a->start;
        result += a->result;
    }
    /* what is luck for one is bad luck for others; partners have the chance of their side each */
    assert_int_equal(luck, 0);
    assert_int_equal(start, REPORT_ONE * players / bot_sides(game, states[0], players));
    assert_int_equal(result, start);
    for (int i = 0; i < count; i++)
        assert_true(plies[i].loss >= 0 &&
                    plies[i].chance_best - plies[i].loss == plies[i].chance_made);
}

static void accounts_add_up_in_hundreds_of_games(void **state)
{
    struct bot bot;
    (void)state;
    assert_true(bot_parse(tk_span_of("mcts:sims=2"), &bot));
    for (int g = 0; tk_game_at(g) != NULL; g++) {
        const struct tk_game *game = tk_game_at(g);
        for (int number = 0; number < GAMES; number++) {
            int players = game->seats_min + number % (game->seats_max - game->seats_min + 1);
            int count = play(game, players, number);
            memset(judged, 0, sizeof judged);
            begin(game, &bot, 2);
            for (int i = number % 3; i < count; i += 7) /* some decisions were not looked at yet */
                assert_true(bot_report_judge(&report, (const unsigned char *)states[0],
                                             sizeof states[0], actions, i, &judged[i]));
            settle(count);
            check_accounts(game, players, count);
        }
    }
}

/* Who is beaten knows who wins: what the last decision comes to is certain for all, however many play. */
static void the_last_decision_is_nobodys_luck(void **state)
{
    struct bot bot;
    (void)state;
    assert_true(bot_parse(tk_span_of("mcts:sims=20"), &bot));
    for (int g = 0; tk_game_at(g) != NULL; g++) {
        const struct tk_game *game = tk_game_at(g);
        for (int number = 0; number < GAMES && game->seats_max > 2; number++) {
            int players = 3 + number % (game->seats_max - 2), count = play(game, players, number);
            memset(judged, 0, sizeof judged);
            begin(game, &bot, 20);
            assert_true(bot_report_judge(&report, (const unsigned char *)states[0],
                                         sizeof states[0], actions, count - 1, &judged[count - 1]));
            settle(count);
            for (int seat = 0; seat < players && plies[count - 1].thought; seat++)
                assert_int_equal(plies[count - 1].luck[seat], 0);
        }
    }
}

static void what_was_stopped_keeps_what_was_there(void **state)
{
    struct bot bot;
    atomic_bool stop = true;
    const struct tk_game *game = tk_game_at(0);
    (void)state;
    assert_true(bot_parse(tk_span_of("mcts:sims=8"), &bot));
    int count = play(game, game->seats_min, 5);
    memset(judged, 0, sizeof judged);
    begin(game, &bot, 8);
    assert_true(bot_report_deepen(&report, (const unsigned char *)states[0], sizeof states[0],
                                  actions, count, judged));
    static struct report_judged before[PLIES];
    memcpy(before, judged, sizeof before);
    report.stop = &stop;
    report.simulations = 100;
    assert_true(bot_report_deepen(&report, (const unsigned char *)states[0], sizeof states[0],
                                  actions, count, judged));
    assert_memory_equal(before, judged, sizeof before);
}

static void losses_have_grades(void **state)
{
    (void)state;
    assert_int_equal(report_grade(0), REPORT_GOOD);
    assert_int_equal(report_grade(99), REPORT_GOOD);
    assert_int_equal(report_grade(100), REPORT_SLIP);
    assert_int_equal(report_grade(299), REPORT_SLIP);
    assert_int_equal(report_grade(300), REPORT_MISTAKE);
    assert_int_equal(report_grade(800), REPORT_BLUNDER);
}

static void the_summary_follows_from_the_plies(void **state)
{
    struct report_summary told;
    const struct report_ply four[] = {
        {.seat = 0, .thought = true, .loss = 800, .luck = {-50, 50}},
        {.seat = 1, .thought = true, .loss = 0, .luck = {700, -700}},
        {.seat = 0, .thought = false, .luck = {0, 0}},
        {.seat = 1, .thought = true, .loss = 2400, .luck = {-300, 300}},
    };
    (void)state;
    report = (struct report){.players = 2};
    bot_report_sum_up(&report, four, TK_COUNT(four), &told);
    assert_int_equal(told.turning_count, 2);
    assert_int_equal(told.turning[0], 0); /* in order of time, not of size */
    assert_int_equal(told.turning[1], 3);
    assert_int_equal(told.seat[0].accuracy, REPORT_ONE / 2); /* 8 points are half */
    assert_int_equal(told.seat[0].choices, 1);
    assert_int_equal(told.seat[1].grade[REPORT_BLUNDER], 1);
    assert_int_equal(told.seat[0].luckiest, 1);
    assert_int_equal(told.seat[0].unluckiest, 3);
    assert_int_equal(told.seat[1].opening_count, 2);
}

/* A reason for every loss, in both languages, with all its parts filled. */
static void every_loss_has_a_reason(void **state)
{
    struct bot bot;
    (void)state;
    assert_true(bot_parse(tk_span_of("mcts:sims=20"), &bot));
    for (int g = 0; tk_game_at(g) != NULL; g++) {
        const struct tk_game *game = tk_game_at(g);
        int count = play(game, game->seats_min, 9), told = 0;
        memset(judged, 0, sizeof judged);
        begin(game, &bot, 20);
        for (int i = 0; i < count; i += 5)
            bot_report_judge(&report, (const unsigned char *)states[0], sizeof states[0], actions,
                             i, &judged[i]);
        settle(count);
        for (int i = 0; i < count; i++) {
            struct report_reason reasons[REPORT_REASONS];
            int found = bot_report_why(&report, states[i], &plies[i], reasons);
            assert_int_equal(found > 0, plies[i].best != plies[i].made);
            for (int k = 0; k < found; k++) {
                for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
                    char text[512];
                    struct tk_writer out = tk_writer_over(text, sizeof text);
                    struct tk_speaker speaker = {(enum tk_lang)lang, game, NULL};
                    bot_reason_write(&speaker, &reasons[k], &out);
                    assert_true(strlen(tk_writer_text(&out)) > 10);
                    assert_null(strchr(text, '{'));
                    if (strcmp(game->id, "kingdom-builder") == 0) /* it counts gold */
                        assert_null(strstr(text, "point"));
                }
            }
            told += found;
        }
        assert_true(told > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_add_up_in_hundreds_of_games),
        cmocka_unit_test(the_last_decision_is_nobodys_luck),
        cmocka_unit_test(what_was_stopped_keeps_what_was_there),
        cmocka_unit_test(losses_have_grades),
        cmocka_unit_test(the_summary_follows_from_the_plies),
        cmocka_unit_test(every_loss_has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
