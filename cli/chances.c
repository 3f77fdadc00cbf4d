/*
 * takht tune --chances: whether it comes true what a search says. A bot plays against itself; each
 * time it searches, what it said its chance was is kept beside what became of it. Then the odds are
 * raised to a power, one for the beginning of a game and one for its end, that fits best (logistic
 * regression); docs/strength.md tells where these powers went.
 */
#include <math.h>
#include <stdlib.h>

#include "tune.h"

enum { SAID_OF_GAME = 512, ROUNDS = 30, BINS = 10 };

/* What was said at one decision. */
struct said {
    float late;   /* how far the game had gone, 0 … 1 */
    float told;   /* the chance as the bot told it */
    float chance; /* as the search has it, trusted in full */
    float got;    /* 1 won, 0 lost; sides that shared the victory share this */
    uint8_t seat;
};

struct game_said {
    int count;
    struct said said[SAID_OF_GAME];
};

struct hearing {
    const struct cli_args *args;
    int sides;
    struct said *said;
    long count, room;
    struct cli_progress progress;
};

/* --- games --- */

static void note_outcome(const struct hearing *h, const void *state, struct game_said *game)
{
    float got[TK_SEATS_MAX];
    bot_chances(h->args->game, TK_WINS, state, h->args->config.players, got);
    for (int i = 0; i < game->count; i++)
        game->said[i].got = got[game->said[i].seat];
}

/* Ends that are solved are certain, and say nothing about the search: they are left out. */
static void note_said(const struct hearing *h, const void *state, int seat,
                      const struct bot_answer *answer, struct game_said *out)
{
    if (answer->trust <= 0 || out->count == SAID_OF_GAME)
        return;
    double told = answer->best[0].win;
    out->said[out->count++] = (struct said){
        .late = (float)h->args->game->learning->progress(state) / 1000,
        .told = (float)told,
        .chance = (float)bot_trusted(told, h->sides, 1 / answer->trust),
        .seat = (uint8_t)seat,
    };
}

static void play_game(void *context, long index, void *result)
{
    const struct hearing *h = context;
    const struct tk_game *game = h->args->game;
    struct game_said *out = result;
    tk_state state;
    struct bot_answer answer;
    struct tk_rng rng;
    out->count = 0;
    cli_game_begin(h->args, index, state, &rng);
    for (int seat; (seat = game->rules.actor(state)) != TK_NOBODY;) {
        bot_think(h->args->bots[0], NULL, game, state, &rng, &answer);
        note_said(h, state, seat, &answer, out);
        tk_play(game, state, answer.action);
    }
    note_outcome(h, state, out);
}

static bool keep_game(void *context, long index, void *result)
{
    struct hearing *h = context;
    const struct game_said *game = result;
    if (h->count + game->count > h->room) {
        h->room = 2 * h->room + SAID_OF_GAME;
        struct said *more = realloc(h->said, (size_t)h->room * sizeof *more);
        if (more == NULL)
            return false;
        h->said = more;
    }
    for (int i = 0; i < game->count; i++)
        h->said[h->count++] = game->said[i];
    cli_progress_step(&h->progress, index + 1);
    return true;
}

/* --- fitting --- */

struct trust {
    double early, late;
};

static double trust_at(const struct trust *trust, const struct said *said)
{
    return trust->early * (1 - (double)said->late) + trust->late * (double)said->late;
}

static double trusted(const struct hearing *h, const struct trust *trust, const struct said *said)
{
    return bot_trusted((double)said->chance, h->sides, trust_at(trust, said));
}

/* Mean surprise in bits, about what was told, or what would be with another trust. */
static double surprise(const struct hearing *h, const struct trust *trust)
{
    double sum = 0;
    for (long i = 0; i < h->count; i++) {
        double said = trust == NULL ? (double)h->said[i].told : trusted(h, trust, &h->said[i]);
        double p = fmin(fmax(said, 1e-6), 1 - 1e-6);
        double got = (double)h->said[i].got;
        sum -= got * log2(p) + (1 - got) * log2(1 - p);
    }
    return sum / (double)h->count;
}

/* Newton's method; the two powers are the weights of two inputs, which are log-odds. */
static struct trust fit(const struct hearing *h)
{
    struct trust trust = {1, 1};
    for (int round = 0; round < ROUNDS; round++) {
        double slope[2] = {0}, curve[2][2] = {{1e-6, 0}, {0, 1e-6}};
        for (long i = 0; i < h->count; i++) {
            const struct said *said = &h->said[i];
            double odds = fmin(fmax((double)said->chance, 1e-3), 1 - 1e-3);
            double input = log(odds * (h->sides - 1) / (1 - odds)), late = (double)said->late;
            double p = trusted(h, &trust, said), x[2] = {input * (1 - late), input * late};
            for (int a = 0; a < 2; a++) {
                slope[a] += ((double)said->got - p) * x[a];
                for (int b = 0; b < 2; b++)
                    curve[a][b] += p * (1 - p) * x[a] * x[b];
            }
        }
        double area = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0];
        trust.early += (slope[0] * curve[1][1] - slope[1] * curve[0][1]) / area;
        trust.late += (slope[1] * curve[0][0] - slope[0] * curve[1][0]) / area;
        trust.early = fmin(fmax(trust.early, 0.05), 10);
        trust.late = fmin(fmax(trust.late, 0.05), 10);
    }
    return trust;
}

/* --- the table --- */

static void print_table(const struct hearing *h, const struct trust *trust)
{
    struct {
        double told, fitted, was, count;
    } bin[BINS] = {{0}};
    for (long i = 0; i < h->count; i++) {
        double told = (double)h->said[i].told;
        int at = told >= 1 ? BINS - 1 : (int)(told * BINS);
        bin[at].told += told;
        bin[at].fitted += trusted(h, trust, &h->said[i]);
        bin[at].was += (double)h->said[i].got;
        bin[at].count++;
    }
    printf("%9s %8s %8s %8s\n", "decisions", "said", "was", "fitted");
    for (int i = 0; i < BINS; i++)
        if (bin[i].count > 0)
            printf("%9.0f %6.1f %% %6.1f %% %6.1f %%\n", bin[i].count,
                   100 * bin[i].told / bin[i].count, 100 * bin[i].was / bin[i].count,
                   100 * bin[i].fitted / bin[i].count);
}

static int finish(const struct hearing *h)
{
    struct trust found = fit(h);
    print_table(h, &found);
    printf("surprise %.4f bits as told, %.4f fitted; trust %.2f early, %.2f late would fit best\n",
           surprise(h, NULL), surprise(h, &found), found.early, found.late);
    return cli_output_close(&cli_tune);
}

int tune_chances(const struct cli_args *args)
{
    struct hearing h = {.args = args};
    tk_state state;
    uint8_t seed[TK_SEED_BYTES] = {0};
    tk_start(args->game, &args->config, seed, state);
    h.sides = bot_sides(args->game, state, args->config.players);
    cli_progress_begin(&h.progress, "games", args->games, args->quiet);
    cli_work_run(&(struct cli_work){
        .count = args->games,
        .threads = args->threads,
        .result_size = sizeof(struct game_said),
        .run = play_game,
        .done = keep_game,
        .context = &h,
    });
    cli_progress_end(&h.progress);
    int answer = h.count < 100 ? cli_fail(&cli_tune, CLI_FAILED,
                                          "there is too little to compare; play more "
                                          "games with a bot that searches")
                               : finish(&h);
    free(h.said);
    return answer;
}
