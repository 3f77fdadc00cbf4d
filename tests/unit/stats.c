/* SPDX-License-Identifier: MIT */
/* What a match proves: figures that are known, and a thousand matches whose truth is known. */
#include <math.h>

#include "cli/stats.h"
#include "unit.h"

static void assert_near(double is, double should, double off)
{
    if (!(fabs(is - should) <= off)) {
        print_error("%.10g instead of %.10g\n", is, should);
        fail();
    }
}

static struct stats_sum sum_of(const double *shares, int count)
{
    struct stats_sum sum = {0};
    for (int i = 0; i < count; i++)
        stats_add(&sum, shares[i]);
    return sum;
}

static struct stats_sum rounds_of(double share, int count)
{
    struct stats_sum sum = {0};
    for (int i = 0; i < count; i++)
        stats_add(&sum, share);
    return sum;
}

static const struct stats_side two = {0.5, 2};

/* Computed with thirty digits by another program. */
static void beta_is_the_known_one(void **state)
{
    (void)state;
    assert_near(stats_beta(2, 3, 0.4), 0.5248, 1e-12);
    assert_near(stats_beta(5.5, 0.5, 0.9), 0.292518455396, 1e-11);
    assert_near(stats_beta(0.5, 0.5, 0.25), 1.0 / 3, 1e-12);
    assert_near(stats_beta(200, 180, 0.5), 0.152129549408, 1e-11);
    assert_near(stats_beta(3, 4, 0), 0, 0);
    assert_near(stats_beta(3, 4, 1), 1, 0);
    assert_near(stats_beta_quantile(5.5, 0.5, 0.025), 0.620622857701, 1e-10);
    assert_near(stats_beta_quantile(1, 1, 0.3), 0.3, 1e-12);
    assert_near(stats_beta_quantile(10.5, 0.5, 0.025), 0.782803732491, 1e-10);
    assert_near(stats_beta_quantile(40, 60, 0.975), 0.497217513854, 1e-10);
    /* very many are as a normal distribution has it */
    assert_near(stats_beta_quantile(5e6, 5e6, 0.025), 0.5 - 1.959964 * sqrt(0.25 / 1e7), 1e-7);
}

static void elo_and_share_belong_together(void **state)
{
    (void)state;
    assert_near(stats_elo(0.5, 0.5), 0, 1e-12);
    assert_near(stats_elo(0.75, 0.5), 190.8485, 1e-4);
    assert_near(stats_elo(0.25, 0.25), 0, 1e-12); /* one of four equals wins a quarter */
    assert_near(stats_elo(0.5, 0.25), 400 * log10(3), 1e-9);
    for (int elo = -900; elo <= 900; elo += 150)
        assert_near(stats_elo(stats_share(elo, 0.25), 0.25), elo, 1e-6);
    assert_true(isfinite(stats_elo(0, 0.5)) && isfinite(stats_elo(1, 0.5)));
}

/* 10 to 0 is a lower bound and no certainty. */
static void clean_sweeps_have_a_width(void **state)
{
    struct stats_sum sum = rounds_of(1, 5);
    struct stats_estimate e = stats_estimate(&sum, two);
    (void)state;
    assert_int_equal(e.bound, STATS_AT_LEAST);
    assert_near(e.share, 1, 0);
    assert_near(e.elo, 416.55707, 1e-3);
    assert_near(e.low, 84.704478, 1e-3);
    assert_near(e.high, 1619.5076, 1e-2);
    sum = rounds_of(0, 5);
    struct stats_estimate other = stats_estimate(&sum, two);
    assert_int_equal(other.bound, STATS_AT_MOST);
    assert_near(other.low, -e.high, 1e-6);
    assert_near(other.high, -e.low, 1e-6);
}

/* Whatever is played: nothing, everything won, always a draw, a million deals. */
static void no_interval_is_of_zero_width(void **state)
{
    static const double shares[] = {0, 0.25, 0.5, 0.75, 1};
    static const int counts[] = {0, 1, 2, 5, 100, 1000000};
    (void)state;
    for (int i = 0; i < TK_COUNT(shares); i++)
        for (int k = 0; k < TK_COUNT(counts); k++)
            for (int seats = 1; seats <= 3; seats++) {
                struct stats_sum sum = {counts[k], counts[k] * shares[i],
                                        counts[k] * shares[i] * shares[i]};
                struct stats_estimate e = stats_estimate(&sum, (struct stats_side){seats / 4.0, 4});
                assert_true(isfinite(e.low) && isfinite(e.high));
                assert_true(e.low < e.high && e.low <= e.elo && e.elo <= e.high);
            }
}

/* More of the same proves more. */
static void intervals_shrink(void **state)
{
    double width = 1e9;
    (void)state;
    for (int rounds = 4; rounds <= 4096; rounds *= 4) {
        struct stats_sum sum = {rounds, 0.6 * rounds, 0.45 * rounds};
        struct stats_estimate e = stats_estimate(&sum, two);
        assert_true(e.high - e.low < 0.75 * width);
        width = e.high - e.low;
    }
}

/* Games of one deal that end alike tell less than games that have nothing in common. */
static void deals_that_decide_prove_less(void **state)
{
    struct stats_sum alike = {100, 50, 50}, other = {100, 50, 25};
    (void)state;
    struct stats_estimate a = stats_estimate(&alike, two), b = stats_estimate(&other, two);
    assert_true(a.high - a.low > 4 * (b.high - b.low));
}

static void ten_deals_as_another_program_has_them(void **state)
{
    static const double shares[] = {0.5, 0.5, 1, 0.25, 0.75, 0.5, 0, 1, 0.75, 0.5};
    struct stats_sum sum = sum_of(shares, TK_COUNT(shares));
    struct stats_estimate e = stats_estimate(&sum, two);
    (void)state;
    assert_near(e.elo, stats_elo(0.575, 0.5), 1e-9);
    assert_near(e.low, -91.581525, 1e-4);
    assert_near(e.high, 195.03498, 1e-4);
}

/* --- a thousand matches --- */

/* A deal may favour a seat, so that games of one deal are not independent. */
static double play_round(struct tk_rng *rng, double strength)
{
    double luck = 2 * ((double)(tk_rng_next(rng) >> 11) / 9007199254740992.0 - 0.5), won = 0;
    for (int seat = 0; seat < 2; seat++) {
        double p = 1 / (1 + exp(-(strength + (seat == 0 ? luck : -luck))));
        won += (double)(tk_rng_next(rng) >> 11) / 9007199254740992.0 < p;
    }
    return won / 2;
}

/* Of intervals of 95 % at least 93 of 100 hold the truth, with few rounds as with many. */
static void intervals_hold_the_truth(void **state)
{
    static const int lengths[] = {3, 5, 10, 40, 200};
    static const double strengths[] = {0, 0.4, 1.2, 2.5};
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 22, 1);
    for (int s = 0; s < TK_COUNT(strengths); s++) {
        double sum = 0;
        for (int i = 0; i < 200000; i++)
            sum += play_round(&rng, strengths[s]) / 200000;
        double truth = stats_elo(sum, 0.5);
        for (int k = 0; k < TK_COUNT(lengths); k++) {
            int held = 0;
            for (int match = 0; match < 1000; match++) {
                struct stats_sum played = {0};
                for (int i = 0; i < lengths[k]; i++)
                    stats_add(&played, play_round(&rng, strengths[s]));
                struct stats_estimate e = stats_estimate(&played, two);
                held += e.low <= truth && truth <= e.high;
            }
            int least = lengths[k] < 5 ? 890 : 930; /* three deals have few results at all */
            if (held < least)
                print_error("strength %.1f, %d rounds: %d of 1000\n", strengths[s], lengths[k],
                            held);
            assert_true(held >= least);
        }
    }
}

/* --- the sequential test --- */

static void sprt_knows_which_way(void **state)
{
    struct stats_sum better = {200, 120, 80}, equal = {200, 100, 60};
    (void)state;
    assert_true(stats_sprt(&better, two, 0, 20) > 0);
    assert_true(stats_sprt(&equal, two, 0, 20) < 0);
    assert_near(stats_sprt(&equal, two, -10, 10), 0, 1e-9);
    /* one of four that wins a quarter is an equal, and no weak one */
    struct stats_sum quarter = {200, 50, 20};
    assert_near(stats_sprt(&quarter, (struct stats_side){0.25, 4}, -1, 1), 0, 0.01);
}

/* --- many bots --- */

static struct stats_pair pair_of(int a, int b, double share, int rounds)
{
    return (struct stats_pair){.a = a,
                               .b = b,
                               .side = two,
                               .sum = {rounds, share * rounds, rounds * (share * share + 0.05)}};
}

static void two_bots_are_rated_as_their_match(void **state)
{
    struct stats_pair pair = pair_of(0, 1, 0.7, 1000);
    struct stats_rating r[STATS_BOTS_MAX];
    (void)state;
    stats_ratings(&pair, 1, 2, r);
    struct stats_estimate e = stats_estimate(&pair.sum, two);
    assert_near(r[0].elo - r[1].elo, e.elo, 0.5);
    assert_near(r[0].elo + r[1].elo, 0, 1e-6);
    /* half the difference, half the error */
    assert_near(2 * (r[0].high - r[0].low), e.high - e.low, 0.5);
}

/* What a rating means: expected shares sum up to those that were. */
static void ratings_explain_the_results(void **state)
{
    struct stats_pair pairs[] = {pair_of(0, 1, 0.6, 400), pair_of(0, 2, 0.8, 300),
                                 pair_of(0, 3, 0.9, 200), pair_of(1, 2, 0.65, 100),
                                 pair_of(1, 3, 0.7, 500), pair_of(2, 3, 0.55, 250)};
    struct stats_rating r[STATS_BOTS_MAX];
    double off[4] = {0}, mean = 0;
    (void)state;
    stats_ratings(pairs, TK_COUNT(pairs), 4, r);
    for (int i = 0; i < TK_COUNT(pairs); i++) {
        const struct stats_pair *p = &pairs[i];
        double expected = stats_share(r[p->a].elo - r[p->b].elo, 0.5);
        double rest = p->sum.sum + 0.5 - (p->sum.rounds + 1) * expected; /* with its prior */
        off[p->a] += rest;
        off[p->b] -= rest;
    }
    for (int i = 0; i < 4; i++) {
        assert_near(off[i], 0, 1e-6);
        assert_true(r[i].low < r[i].elo && r[i].elo < r[i].high);
        mean += r[i].elo;
    }
    assert_near(mean, 0, 1e-6);
    assert_true(r[0].elo > r[1].elo && r[1].elo > r[2].elo && r[2].elo > r[3].elo);
}

/* A chain of clean sweeps, and one whom nobody has met yet. */
static void ratings_are_finite(void **state)
{
    struct stats_pair pairs[] = {
        {.a = 0, .b = 1, .side = two, .sum = {5, 5, 5}},
        {.a = 1, .b = 2, .side = two, .sum = {5, 5, 5}},
        {.a = 0, .b = 2, .side = two, .sum = {5, 5, 5}},
        {.a = 0, .b = 3, .side = two, .sum = {0, 0, 0}},
    };
    struct stats_rating r[STATS_BOTS_MAX];
    (void)state;
    stats_ratings(pairs, TK_COUNT(pairs), 4, r);
    for (int i = 0; i < 4; i++)
        assert_true(isfinite(r[i].elo) && isfinite(r[i].low) && r[i].low < r[i].high);
    assert_true(r[0].elo > r[1].elo && r[1].elo > r[2].elo);
    assert_true(r[3].high - r[3].low > r[0].high - r[0].low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beta_is_the_known_one),
        cmocka_unit_test(elo_and_share_belong_together),
        cmocka_unit_test(clean_sweeps_have_a_width),
        cmocka_unit_test(no_interval_is_of_zero_width),
        cmocka_unit_test(intervals_shrink),
        cmocka_unit_test(deals_that_decide_prove_less),
        cmocka_unit_test(ten_deals_as_another_program_has_them),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(sprt_knows_which_way),
        cmocka_unit_test(two_bots_are_rated_as_their_match),
        cmocka_unit_test(ratings_explain_the_results),
        cmocka_unit_test(ratings_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
