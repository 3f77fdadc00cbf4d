/* SPDX-License-Identifier: MIT */
/* The arithmetic of matches: Elo with its interval, a sequential test, ratings of many bots. */
#include "stats.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* An interval of 95 % leaves out so much on either side, or lies so many deviations around. */
static const double tail = 0.025, deviations = 1.959964;

void stats_add(struct stats_sum *sum, double share)
{
    sum->rounds++;
    sum->sum += share;
    sum->squares += share * share;
}

/* --- shares and Elo --- */

double stats_elo(double share, double fair)
{
    const double least = 1e-12; /* so far from certain is everything */
    share = fmin(fmax(share, least), 1 - least);
    return 400 * log10(share / (1 - share) * (1 - fair) / fair);
}

double stats_share(double elo, double fair)
{
    double odds = fair / (1 - fair) * pow(10, elo / 400);
    return odds / (1 + odds);
}

/* --- the beta distribution --- */

/* Lentz's way through the continued fraction. */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d;
    for (int m = 1; m <= 100000; m++) { /* about the root of a and b are needed */
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double parts[2] = {even, odd}, step = 1;
        for (int i = 0; i < 2; i++) {
            d = 1 + parts[i] * d;
            c = 1 + parts[i] / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            step = d * c;
            value *= step;
        }
        if (fabs(step - 1) < 1e-14)
            break;
    }
    return value;
}

double stats_beta(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* Halving, on a scale of log-odds, so that both ends are as fine as the middle. */
double stats_beta_quantile(double a, double b, double p)
{
    double low = -100, high = 100;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (stats_beta(a, b, 1 / (1 + exp(-middle))) < p)
            low = middle;
        else
            high = middle;
    }
    return 1 / (1 + exp(-(low + high) / 2));
}

/* --- one side --- */

/* So many deviations hold 95 % when the deviation itself is known from few rounds (Student). */
static double student(double freedom)
{
    double x = stats_beta_quantile(freedom / 2, 0.5, 2 * tail);
    return sqrt(freedom * (1 / x - 1));
}

/*
 * Rounds with the prior among them: one deal between equals whose games have nothing in common. The
 * variance is that of the result of a round, and larger while it rests on few of them.
 */
struct moments {
    double rounds, mean, variance;
};

static struct moments moments_of(const struct stats_sum *sum, struct stats_side side)
{
    double f = side.fair, n = sum->rounds + 1;
    double mean = (sum->sum + f) / n;
    double squares = (sum->squares + f * f + f * (1 - f) / side.games) / n;
    double doubt = student(sum->rounds + 3) / deviations;
    return (struct moments){n, mean, (squares - mean * mean) * doubt * doubt};
}

struct stats_estimate stats_estimate(const struct stats_sum *sum, struct stats_side side)
{
    struct moments m = moments_of(sum, side);
    double share = sum->rounds > 0 ? sum->sum / sum->rounds : 0;
    bool all = sum->rounds > 0 && share >= 1 - 1e-9, none = sum->rounds > 0 && share <= 1e-9;
    double best = sum->rounds == 0 || all || none ? m.mean : share;
    /* So many games that have nothing in common would have told as much. */
    double worth = m.mean * (1 - m.mean) * m.rounds / m.variance;
    double a = m.mean * worth, b = (1 - m.mean) * worth;
    return (struct stats_estimate){
        .share = share,
        .elo = stats_elo(best, side.fair),
        .low = stats_elo(fmin(stats_beta_quantile(a, b, tail), best), side.fair),
        .high = stats_elo(fmax(1 - stats_beta_quantile(b, a, tail), best), side.fair),
        .bound = all    ? STATS_AT_LEAST
                 : none ? STATS_AT_MOST
                        : STATS_BOTH,
    };
}

double stats_sprt(const struct stats_sum *sum, struct stats_side side, double low, double high)
{
    double p0 = stats_share(low, side.fair), p1 = stats_share(high, side.fair);
    double mean = sum->rounds > 0 ? sum->sum / sum->rounds : side.fair;
    double variance = moments_of(sum, side).variance;
    return sum->rounds * (p1 - p0) * (2 * mean - p0 - p1) / (2 * variance);
}

/* --- many bots --- */

struct matrix {
    int size;
    double cell[STATS_BOTS_MAX][STATS_BOTS_MAX];
};

/* In place, by Gauss and Jordan; it is positive definite, so no row need be exchanged. */
static void invert(struct matrix *m)
{
    for (int k = 0; k < m->size; k++) {
        double pivot = m->cell[k][k];
        m->cell[k][k] = 1;
        for (int j = 0; j < m->size; j++)
            m->cell[k][j] /= pivot;
        for (int i = 0; i < m->size; i++) {
            double factor = m->cell[i][k];
            if (i == k)
                continue;
            m->cell[i][k] = 0;
            for (int j = 0; j < m->size; j++)
                m->cell[i][j] -= factor * m->cell[k][j];
        }
    }
}

static void add_pair(struct matrix *m, const struct stats_pair *pair, double weight)
{
    m->cell[pair->a][pair->a] += weight;
    m->cell[pair->b][pair->b] += weight;
    m->cell[pair->a][pair->b] -= weight;
    m->cell[pair->b][pair->a] -= weight;
}

/* Only differences of ratings are known; this holds their sum at 0. */
static void hold_sum(struct matrix *m)
{
    for (int i = 0; i < m->size; i++)
        for (int j = 0; j < m->size; j++)
            m->cell[i][j] += 1;
}

static double expected(const struct stats_pair *pair, const double *rating)
{
    double odds = pair->side.fair / (1 - pair->side.fair) * exp(rating[pair->a] - rating[pair->b]);
    return odds / (1 + odds);
}

/* What the results want otherwise, and how stiff they are. */
static void look(const struct stats_pair *pairs, int count, const double *rating, double *slope,
                 struct matrix *curve)
{
    memset(curve->cell, 0, sizeof curve->cell);
    memset(slope, 0, STATS_BOTS_MAX * sizeof *slope);
    for (int i = 0; i < count; i++) {
        struct moments m = moments_of(&pairs[i].sum, pairs[i].side);
        double p = expected(&pairs[i], rating), pull = m.rounds * (m.mean - p);
        slope[pairs[i].a] += pull;
        slope[pairs[i].b] -= pull;
        add_pair(curve, &pairs[i], m.rounds * p * (1 - p));
    }
    hold_sum(curve);
}

/* Newton's method; steps are short enough that it cannot jump over the hill. */
static void climb(const struct stats_pair *pairs, int count, int bots, double *rating)
{
    double slope[STATS_BOTS_MAX];
    struct matrix curve = {.size = bots};
    for (int round = 0; round < 200; round++) {
        double furthest = 0;
        look(pairs, count, rating, slope, &curve);
        invert(&curve);
        for (int i = 0; i < bots; i++) {
            double step = 0;
            for (int j = 0; j < bots; j++)
                step += curve.cell[i][j] * slope[j];
            step = fmin(fmax(step, -1), 1);
            rating[i] += step;
            furthest = fmax(furthest, fabs(step));
        }
        if (furthest < 1e-12)
            break;
    }
}

/*
 * How far a rating may be off, by what rounds really varied (the sandwich estimate): deals whose
 * games are alike tell less than games that have nothing in common, and draws tell more.
 */
static double error_of(int bot, const struct matrix *inverse, const struct matrix *noise)
{
    double variance = 0;
    for (int i = 0; i < noise->size; i++)
        for (int j = 0; j < noise->size; j++)
            variance += inverse->cell[bot][i] * noise->cell[i][j] * inverse->cell[j][bot];
    return sqrt(variance);
}

void stats_ratings(const struct stats_pair *pairs, int count, int bots,
                   struct stats_rating out[STATS_BOTS_MAX])
{
    const double elo = 400 / log(10);
    double rating[STATS_BOTS_MAX] = {0}, slope[STATS_BOTS_MAX], mean = 0;
    struct matrix inverse = {.size = bots}, noise = {.size = bots};
    climb(pairs, count, bots, rating);
    for (int i = 0; i < bots; i++)
        mean += rating[i] / bots;
    look(pairs, count, rating, slope, &inverse);
    invert(&inverse);
    for (int i = 0; i < count; i++) {
        struct moments m = moments_of(&pairs[i].sum, pairs[i].side);
        add_pair(&noise, &pairs[i], m.rounds * m.variance);
    }
    for (int i = 0; i < bots; i++) {
        double error = deviations * error_of(i, &inverse, &noise);
        double own = rating[i] - mean;
        out[i] = (struct stats_rating){elo * own, elo * (own - error), elo * (own + error)};
    }
}
