/* SPDX-License-Identifier: MIT */
/*
 * What a match proves: shares of victories as Elo with intervals, a sequential test, and ratings
 * of many bots. Pure arithmetic; docs/arena.md has the formulas.
 *
 * A round is one deal, played once from every seat: luck of the deal falls on all sides alike, so
 * the unit of everything here is the round and never the game. A side's result of a round is its
 * share of the victories, from 0 to 1; between two players there are five of them (pentanomial).
 */
#ifndef CLI_STATS_H
#define CLI_STATS_H

/* The results of a side, summed over rounds. */
struct stats_sum {
    double rounds, sum, squares;
};

void stats_add(struct stats_sum *sum, double share);

/* What is known before the first round: between equals a side would win `fair` of the games. */
struct stats_side {
    double fair; /* its part of the seats */
    int games;   /* of a round */
};

enum stats_bound { STATS_BOTH, STATS_AT_LEAST, STATS_AT_MOST };

struct stats_estimate {
    double share;           /* as it was; 0 without a round */
    double elo, low, high;  /* low < elo < high, all finite */
    enum stats_bound bound; /* it won, or lost, everything: one end of the interval is no news */
};

/* Strength against an equal, in Elo, with its 95 % interval. */
struct stats_estimate stats_estimate(const struct stats_sum *sum, struct stats_side side);

double stats_elo(double share, double fair);
double stats_share(double elo, double fair);

/* Log-likelihood ratio of "the side is `high` Elo better than an equal" against "`low`". */
double stats_sprt(const struct stats_sum *sum, struct stats_side side, double low, double high);

/* --- many bots --- */

enum { STATS_BOTS_MAX = 32 };

/* Results of `a` against `b`. */
struct stats_pair {
    int a, b;
    struct stats_side side; /* of a */
    struct stats_sum sum;
};

struct stats_rating {
    double elo, low, high;
};

/* Ratings by Bradley and Terry with 95 % intervals; their mean is 0. */
void stats_ratings(const struct stats_pair *pairs, int count, int bots,
                   struct stats_rating out[STATS_BOTS_MAX]);

/* --- the parts, for tests --- */

/* The regularised incomplete beta function, and where it reaches p. */
double stats_beta(double a, double b, double x);
double stats_beta_quantile(double a, double b, double p);

#endif
