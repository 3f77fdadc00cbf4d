/* SPDX-License-Identifier: MIT */
/*
 * takht tune --chances: whether it comes true what a search says. A bot plays against itself, or
 * itself and others by turns; each time it searches, what it said its chance was is kept beside what
 * became of it. Then the odds are raised to a power, one for the beginning of a game and one for its
 * end, that fits best (logistic regression); docs/strength.md tells where these powers went.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

enum { SAID_OF_GAME = 512, ROUNDS = 30, BINS = 10, SITUATIONS_MAX = 32 };

/* What was said at one decision. */
struct said {
    float late;   /* how far the game had gone, 0 … 1 */
    float told;   /* the chance as the bot told it */
    float chance; /* as the search has it, trusted in full */
    float got;    /* 1 won, 0 lost; sides that shared the victory share this */
    uint8_t seat;
    uint32_t situations; /* of the game, one bit each */
};

struct game_said {
    long index;
    int count;
    struct said said[SAID_OF_GAME];
    const struct hearing *hearing;
    struct match_game room;
    char why[2 * BOT_WHY_MAX]; /* the bot has failed */
};

struct hearing {
    const struct cli_args *args;
    int sides;
    struct said *said;
    long count, room, games;
    struct cli_progress *progress;
    char why[2 * BOT_WHY_MAX];
};

/* --- games --- */

static void note_outcome(const struct hearing *h, const void *state, struct game_said *game)
{
    float got[TK_SEATS_MAX];
    bot_chances(h->args->game, TK_WINS, state, h->args->config.players, got);
    for (int i = 0; i < game->count; i++)
        game->said[i].got = got[game->said[i].seat];
}

static uint32_t situations_of(const struct tk_game *game, const void *state, int seat)
{
    const struct tk_situations *situations = game->learning->situations;
    uint32_t found = 0;
    for (int i = 0; situations != NULL && i < situations->count && i < SITUATIONS_MAX; i++)
        found |= (uint32_t)situations->table[i].holds(state, seat) << i;
    return found;
}

/* The first bot alone, then on each seat against the second on the others, then the third … */
static const struct bot *bot_at_seat(const struct cli_args *args, long index, int seat)
{
    int players = args->config.players;
    const struct bot *rival = args->bots[index / players % args->bot_count];
    return index % players == seat ? args->bots[0] : rival;
}

static bool is_judged(const struct cli_args *args, long index, int seat)
{
    return bot_at_seat(args, index, seat) == args->bots[0];
}

/* Ends that are solved are certain, and say nothing about the search: they are left out. */
static void note_said(void *context, const void *state, int seat, const struct bot_answer *answer)
{
    struct game_said *out = context;
    const struct hearing *h = out->hearing;
    if (answer->trust <= 0 || out->count == SAID_OF_GAME || !is_judged(h->args, out->index, seat))
        return;
    double told = answer->best[0].win;
    out->said[out->count++] = (struct said){
        .late = (float)h->args->game->learning->progress(state) / 1000,
        .told = (float)told,
        .chance = (float)bot_trusted(told, h->sides, 1 / answer->trust),
        .seat = (uint8_t)seat,
        .situations = situations_of(h->args->game, state, seat),
    };
}

static void play_game(void *context, long index, void *result)
{
    const struct hearing *h = context;
    struct game_said *out = result;
    struct match match = {.context = out, .answered = note_said};
    for (int seat = 0; seat < h->args->config.players; seat++)
        match.bots[seat] = bot_at_seat(h->args, index, seat);
    out->count = 0;
    out->hearing = h;
    out->index = index;
    tune_play(h->args, index, &match, &out->room, out->why);
    note_outcome(h, out->room.state, out);
}

static void clear_game(void *result)
{
    match_game_clear(&((struct game_said *)result)->room);
}

static bool keep_game(void *context, long index, void *result)
{
    struct hearing *h = context;
    const struct game_said *game = result;
    memcpy(h->why, game->why, sizeof h->why);
    if (game->room.stopped || h->why[0] != '\0')
        return false;
    if (h->count + game->count > h->room) {
        h->room = 2 * h->room + SAID_OF_GAME;
        struct said *more = realloc(h->said, (size_t)h->room * sizeof *more);
        if (more == NULL)
            return false;
        h->said = more;
    }
    for (int i = 0; i < game->count; i++)
        h->said[h->count++] = game->said[i];
    h->games = index + 1;
    cli_progress_step(h->progress, h->games);
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

/* Decisions together: means of what was told, of what fits better, and of what was. */
struct heap {
    double told, fitted, was, count;
};

static void heap_add(struct heap *heap, const struct hearing *h, const struct trust *trust,
                     const struct said *said)
{
    heap->told += (double)said->told;
    heap->fitted += trusted(h, trust, said);
    heap->was += (double)said->got;
    heap->count++;
}

static void heap_print(const struct heap *heap, const char *name)
{
    if (heap->count > 0)
        printf("%9.0f %6.1f %% %6.1f %% %6.1f %%%s%s\n", heap->count,
               100 * heap->told / heap->count, 100 * heap->was / heap->count,
               100 * heap->fitted / heap->count, name[0] != '\0' ? "  " : "", name);
}

static void print_table(const struct hearing *h, const struct trust *trust)
{
    const struct tk_situations *situations = h->args->game->learning->situations;
    struct heap tenth[BINS] = {{0}}, apart[SITUATIONS_MAX] = {{0}};
    for (long i = 0; i < h->count; i++) {
        const struct said *said = &h->said[i];
        double told = (double)said->told;
        heap_add(&tenth[told >= 1 ? BINS - 1 : (int)(told * BINS)], h, trust, said);
        for (int k = 0; k < SITUATIONS_MAX; k++)
            if ((said->situations >> k & 1) != 0)
                heap_add(&apart[k], h, trust, said);
    }
    printf("%9s %8s %8s %8s\n", "decisions", "said", "was", "fitted");
    for (int i = 0; i < BINS; i++)
        heap_print(&tenth[i], "");
    for (int i = 0; situations != NULL && i < situations->count; i++)
        heap_print(&apart[i], situations->table[i].name);
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
    h.progress = cli_progress_new("games", args->games, args->quiet);
    cli_work_run(&(struct cli_work){
        .count = args->games,
        .threads = args->threads,
        .result_size = sizeof(struct game_said),
        .run = play_game,
        .done = keep_game,
        .clear = clear_game,
        .context = &h,
    });
    cli_progress_free(h.progress);
    int answer = tune_ended(h.games, h.why);
    if (answer < 0)
        answer = h.count < 100 ? cli_fail(&cli_tune, CLI_FAILED,
                                          "there is too little to compare; play more "
                                          "games with a bot that searches")
                               : finish(&h);
    free(h.said);
    return answer;
}
