/* SPDX-License-Identifier: MIT */
/* What the arena tells: a table for people, JSON and CSV for programs, and the games themselves. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

/* --- one row a game --- */

/* A field that holds a comma, a quote or a line end stands in quotes. */
static void csv_text(FILE *out, struct tk_span text)
{
    bool plain = true;
    for (size_t i = 0; i < text.length; i++)
        plain = plain && strchr(",\"\r\n", text.data[i]) == NULL;
    fputs(plain ? "" : "\"", out);
    for (size_t i = 0; i < text.length; i++)
        fprintf(out, text.data[i] == '"' ? "\"\"" : "%c", text.data[i]);
    fputs(plain ? "" : "\"", out);
}

int arena_csv_open(struct arena *a)
{
    if (a->args->csv == NULL)
        return -1;
    a->csv = fopen(a->args->csv, "w");
    if (a->csv == NULL)
        return cli_fail(&cli_arena, CLI_FAILED, "%s: %s", a->args->csv, strerror(errno));
    fputs("game,round,rotation,seed,plies,failed", a->csv);
    for (int seat = 1; seat <= a->players; seat++)
        fprintf(a->csv, ",bot%d,score%d,won%d,decisions%d,seconds%d", seat, seat, seat, seat, seat);
    fputc('\n', a->csv);
    return -1;
}

static void csv_game(struct arena *a, long index, int rotation, const struct arena_game *game)
{
    char seed[2 * TK_SEED_BYTES + 1];
    uint8_t bytes[TK_SEED_BYTES];
    struct tk_writer text = tk_writer_over(seed, sizeof seed);
    int winners = __builtin_popcount(game->winners);
    arena_seed(a, index, bytes);
    tk_seed_write(bytes, &text);
    fprintf(a->csv, "%ld,%ld,%d,%s,%d,%d", index * a->players + rotation + 1, index + 1, rotation,
            tk_writer_text(&text), game->plies, game->failed);
    for (int seat = 0; seat < a->players; seat++) {
        bool won = (game->winners >> seat & 1) != 0;
        fputc(',', a->csv);
        csv_text(a->csv,
                 a->args->bot_text[arena_bot_at(a, arena_table_of(a, index), rotation, seat)]);
        fprintf(a->csv, ",%d,%.6g,%d,%.6f", game->score[seat], won ? 1.0 / winners : 0.0,
                game->decisions[seat], game->seconds[seat]);
    }
    fputc('\n', a->csv);
}

bool arena_csv_add(struct arena *a, long index, const struct arena_round *round)
{
    if (a->csv == NULL)
        return true;
    for (int rotation = 0; rotation < a->players; rotation++)
        csv_game(a, index, rotation, &round->game[rotation]);
    return fflush(a->csv) == 0;
}

/* --- one file a game --- */

bool arena_records_add(const struct arena *a, long index, const struct arena_round *round)
{
    for (int rotation = 0; a->args->records != NULL && rotation < a->players; rotation++)
        if (!match_record_keep(a->args, index * a->players + rotation + 1,
                               &round->record[rotation]))
            return false;
    return true;
}

/* --- strength --- */

/* Of all bots: against an equal at one table, or as ratings of many. */
static void estimate_all(const struct arena *a, struct stats_estimate out[CLI_BOTS_MAX])
{
    struct stats_rating ratings[STATS_BOTS_MAX];
    static struct stats_pair pairs[ARENA_TABLES_MAX];
    for (int i = 0; i < a->bots; i++)
        out[i] = stats_estimate(&a->row[i].sum, a->row[i].side);
    if (!a->versus)
        return;
    for (int i = 0; i < a->tables; i++)
        pairs[i] = a->table[i].pair;
    stats_ratings(pairs, a->tables, a->bots, ratings);
    for (int i = 0; i < a->bots; i++) {
        out[i].elo = ratings[i].elo;
        out[i].low = ratings[i].low;
        out[i].high = ratings[i].high;
    }
}

static double points_mean(const struct arena_row *row)
{
    return row->seats > 0 ? row->points / (double)row->seats : 0;
}

static double seconds_per_move(const struct arena_row *row)
{
    return row->decisions > 0 ? row->seconds / (double)row->decisions : 0;
}

/* --- for people --- */

/* The best first; as they were named among equals. */
static void order(const struct arena *a, const struct stats_estimate *estimates, int *out)
{
    for (int i = 0; i < a->bots; i++)
        out[i] = i;
    for (int i = 1; i < a->bots && a->versus; i++)
        for (int k = i; k > 0 && estimates[out[k]].elo > estimates[out[k - 1]].elo; k--) {
            int other = out[k];
            out[k] = out[k - 1];
            out[k - 1] = other;
        }
}

static void print_elo(const struct stats_estimate *e)
{
    if (e->bound == STATS_AT_LEAST)
        printf("%+.0f (at least %+.0f)", e->elo, e->low);
    else if (e->bound == STATS_AT_MOST)
        printf("%+.0f (at most %+.0f)", e->elo, e->high);
    else
        printf("%+.0f (%+.0f to %+.0f)", e->elo, e->low, e->high);
}

static void print_row(const struct arena *a, int bot, const struct stats_estimate *e)
{
    const struct arena_row *row = &a->row[bot];
    printf("%-28.*s %8ld %8ld %7.2f%% %8.2f  ", (int)a->args->bot_text[bot].length,
           a->args->bot_text[bot].data, row->wins, row->ties, 100 * e->share, points_mean(row));
    print_elo(e);
    if (row->failures > 0)
        printf("; failed in %ld game%s", row->failures, cli_s(row->failures));
    putchar('\n');
}

/* The share of the victories of one bot against another; false if they did not meet. */
static bool met(const struct arena *a, int one, int other, double *out_share)
{
    for (int i = 0; i < a->tables; i++) {
        const struct stats_pair *pair = &a->table[i].pair;
        bool forth = pair->a == one && pair->b == other, back = pair->a == other && pair->b == one;
        if ((!forth && !back) || pair->sum.rounds == 0)
            continue;
        double share = pair->sum.sum / pair->sum.rounds;
        *out_share = forth ? share : 1 - share;
        return true;
    }
    return false;
}

static void print_cross(const struct arena *a, const int *places)
{
    double share;
    printf("\n%-28s", "won by the row, in %");
    for (int i = 0; i < a->bots; i++)
        printf(" %6d", i + 1);
    putchar('\n');
    for (int i = 0; i < a->bots; i++) {
        printf("%2d %-25.*s", i + 1, (int)a->args->bot_text[places[i]].length,
               a->args->bot_text[places[i]].data);
        for (int k = 0; k < a->bots; k++)
            if (met(a, places[i], places[k], &share))
                printf(" %6.1f", 100 * share);
            else
                printf(" %6s", i == k ? "-" : "");
        putchar('\n');
    }
}

static void print_test(const struct arena *a)
{
    struct cli_between test = a->args->sprt;
    if (test.high > test.low)
        printf("SPRT %.0f to %.0f: %s (ratio %.2f of %.2f)\n", test.low, test.high,
               a->verdict == NULL ? "undecided" : a->verdict,
               stats_sprt(&a->row[0].sum, a->row[0].side, test.low, test.high), log(19.0));
}

static long games_asked(const struct arena *a)
{
    return a->args->games * a->tables;
}

void arena_print(const struct arena *a)
{
    struct stats_estimate estimates[CLI_BOTS_MAX];
    int places[CLI_BOTS_MAX];
    long games = a->done * a->players;
    estimate_all(a, estimates);
    order(a, estimates, places);
    printf("%s, %d players, %ld game%s in %ld round%s of one deal\n", a->args->game->id, a->players,
           games, cli_s(games), a->done, cli_s(a->done));
    if (match_stopped())
        printf("interrupted: %ld games were asked for\n", games_asked(a));
    match_print_repeats(a->args);
    printf("%-28s %8s %8s %8s %8s  %s\n", "bot", "won", "shared", "win %", "score",
           a->versus ? "Elo, mean 0, 95 %" : "Elo against an equal, 95 %");
    for (int i = 0; i < a->bots; i++)
        print_row(a, places[i], &estimates[places[i]]);
    print_test(a);
    if (a->versus)
        print_cross(a, places);
}

/* --- for programs --- */

static void bot_json(const struct arena *a, int bot, const struct stats_estimate *e,
                     struct tk_json *json)
{
    static const char *const bounds[] = {"both", "at least", "at most"};
    const struct arena_row *row = &a->row[bot];
    tk_json_open(json, '{');
    tk_json_key(json, "name");
    tk_json_string(json, a->args->bot_text[bot]);
    tk_json_put_int(json, "games", row->games);
    tk_json_put_int(json, "wins", row->wins);
    tk_json_put_int(json, "ties", row->ties);
    tk_json_put_int(json, "failures", row->failures);
    cli_json_number(json, "win_share", e->share, 5);
    cli_json_number(json, "score_mean", points_mean(row), 4);
    cli_json_number(json, "elo", e->elo, 1);
    cli_json_number(json, "elo_low", floor(10 * e->low) / 10, 1);
    cli_json_number(json, "elo_high", ceil(10 * e->high) / 10, 1);
    tk_json_put_text(json, "bound", bounds[e->bound]);
    tk_json_put_int(json, "decisions", row->decisions);
    cli_json_number(json, "seconds_per_move", seconds_per_move(row), 9);
    tk_json_key(json, "settings");
    match_settings_json(a->args, bot, json);
    tk_json_close(json, '}');
}

static void pair_json(const struct arena_table *table, struct tk_json *json)
{
    const struct stats_pair *pair = &table->pair;
    tk_json_open(json, '{');
    tk_json_put_int(json, "a", pair->a);
    tk_json_put_int(json, "b", pair->b);
    tk_json_put_int(json, "games", table->games);
    tk_json_put_int(json, "a_wins", table->wins[0]);
    tk_json_put_int(json, "b_wins", table->wins[1]);
    tk_json_put_int(json, "ties", table->ties);
    cli_json_number(json, "a_share", pair->sum.rounds > 0 ? pair->sum.sum / pair->sum.rounds : 0,
                    5);
    tk_json_close(json, '}');
}

static void pairs_json(const struct arena *a, struct tk_json *json)
{
    tk_json_key(json, "pairs");
    tk_json_open(json, '[');
    for (int i = 0; i < a->tables; i++)
        pair_json(&a->table[i], json);
    tk_json_close(json, ']');
}

static void test_json(const struct arena *a, struct tk_json *json)
{
    struct cli_between test = a->args->sprt;
    tk_json_key(json, "sprt");
    tk_json_open(json, '{');
    cli_json_number(json, "low", test.low, 1);
    cli_json_number(json, "high", test.high, 1);
    cli_json_number(json, "ratio", stats_sprt(&a->row[0].sum, a->row[0].side, test.low, test.high),
                    3);
    tk_json_put_text(json, "verdict", a->verdict == NULL ? "undecided" : a->verdict);
    tk_json_close(json, '}');
}

static void write_json(struct tk_writer *out, const void *context)
{
    const struct arena *a = context;
    struct tk_json json = tk_json_over(out);
    struct stats_estimate estimates[CLI_BOTS_MAX];
    estimate_all(a, estimates);
    tk_json_open(&json, '{');
    match_head_json(a->args, &json);
    tk_json_put_text(&json, "meeting",
                     !a->versus          ? "table"
                     : a->args->gauntlet ? "gauntlet"
                                         : "round robin");
    tk_json_put_int(&json, "games_asked", games_asked(a));
    tk_json_put_int(&json, "games", a->done * a->players);
    tk_json_put_int(&json, "rounds", a->done);
    tk_json_put_bool(&json, "forfeit", a->args->forfeit);
    tk_json_put_text(&json, "elo_is", a->versus ? "rating, mean 0" : "against an equal");
    tk_json_key(&json, "bots");
    tk_json_open(&json, '[');
    for (int i = 0; i < a->bots; i++)
        bot_json(a, i, &estimates[i], &json);
    tk_json_close(&json, ']');
    if (a->versus)
        pairs_json(a, &json);
    if (a->args->sprt.high > a->args->sprt.low)
        test_json(a, &json);
    tk_json_close(&json, '}');
    tk_write_char(out, '\n');
}

void arena_print_json(const struct arena *a)
{
    struct cli_text text = {0};
    cli_text_write(&text, write_json, a);
    fwrite(text.data, 1, text.length, stdout);
    cli_text_clear(&text);
}
