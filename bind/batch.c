/* SPDX-License-Identifier: MIT */
/* Thousands of games at once. */
#include "batch_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "table_internal.h"

enum { GAMES_MOST = 1 << 20, THREADS_MOST = 64 };

/* A part of the games, and who works on it; the caller's thread has the first. */
struct part {
    struct tk_batch *batch;
    pthread_t thread;
    int from, until;
    int refused; /* the first game of the part whose move is not legal, or -1 */
};

typedef void work(struct part *part);

struct tk_batch {
    const struct tk_game *game;
    struct tk_config config;
    int games, moves, ones, amounts;
    size_t stride; /* bytes of a state, rounded up to whole cache lines */
    unsigned char *states;
    struct tk_rng *chance; /* deals and samples of each game */
    tk_action *chosen;
    bool *picked; /* chosen[i] is a legal move of the position now */
    /* the task under way */
    const struct tk_batch_out *out;
    const int32_t *wanted;
    int32_t *sampled;
    uint64_t seed;
    work *task;
    /* the threads */
    struct part parts[THREADS_MOST];
    int threads, started, busy;
    unsigned round;
    bool over;
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
};

/* --- threads --- */

static void *keep_working(void *argument)
{
    struct part *part = argument;
    struct tk_batch *b = part->batch;
    unsigned seen = 0;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (b->round == seen && !b->over)
            pthread_cond_wait(&b->begin, &b->lock);
        if (b->over)
            break;
        seen = b->round;
        pthread_mutex_unlock(&b->lock);
        b->task(part);
        pthread_mutex_lock(&b->lock);
        if (--b->busy == 0)
            pthread_cond_signal(&b->done);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* All threads at one task; the caller's works too. */
static void together(struct tk_batch *b, work *task)
{
    b->task = task;
    if (b->started == 0) {
        task(&b->parts[0]);
        return;
    }
    pthread_mutex_lock(&b->lock);
    b->busy = b->started;
    b->round++;
    pthread_cond_broadcast(&b->begin);
    pthread_mutex_unlock(&b->lock);
    task(&b->parts[0]);
    pthread_mutex_lock(&b->lock);
    while (b->busy > 0)
        pthread_cond_wait(&b->done, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

/* Where no thread can be had the part goes to the one before. */
static void start_threads(struct tk_batch *b)
{
    int threads = b->threads < b->games ? b->threads : b->games, from = 0;
    for (int i = 0; i < threads; i++) {
        struct part *part = &b->parts[b->started];
        int until = (int)((int64_t)b->games * (i + 1) / threads);
        if (i > 0) {
            part = &b->parts[b->started + 1];
            *part = (struct part){.batch = b, .from = from, .until = until};
            if (pthread_create(&part->thread, NULL, keep_working, part) == 0)
                b->started++;
            else
                b->parts[b->started].until = until;
        } else {
            *part = (struct part){.batch = b, .until = until};
        }
        from = until;
    }
}

/* --- one game --- */

static void *state_of(const struct tk_batch *b, int i)
{
    return b->states + (size_t)i * b->stride;
}

static void deal(struct tk_batch *b, int i)
{
    uint8_t seed[TK_SEED_BYTES];
    b->picked[i] = false;
    for (int k = 0; k < TK_SEED_BYTES; k += 8) {
        uint64_t word = tk_rng_next(&b->chance[i]);
        memcpy(seed + k, &word, 8);
    }
    tk_start(b->game, &b->config, seed, state_of(b, i));
}

void batch_write_mask(const struct tk_batch *b, const void *state, uint8_t *mask)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = b->game->rules.legal(state, legal);
    memset(mask, 0, (size_t)b->moves);
    for (int k = 0; k < count; k++) {
        int number = b->game->learning->index->of(legal[k]);
        if (number >= 0)
            mask[number] = 1;
    }
}

enum { CACHE_LINE = 64 };

static void write_sight(const struct tk_batch *b, const void *state, int seat, int8_t *seen)
{
    struct tk_sight sight;
    /* rows of thousands of games lie far away: they come while it is encoded */
    for (int k = 0; k < b->ones; k += CACHE_LINE)
        __builtin_prefetch(seen + k, 1);
    b->game->learning->encoding->encode(state, seat, &sight);
    memset(seen, 0, (size_t)b->ones);
    for (int k = 0; k < sight.one_count; k++)
        seen[sight.one[k]] = 1;
    memcpy(seen + b->ones, sight.amount, (size_t)b->amounts);
}

void batch_write_seen(const struct tk_batch *b, const void *state, int8_t *seen)
{
    write_sight(b, state, b->game->rules.actor(state), seen);
}

/* What a seat has of the win beyond an equal share: 1 for all of it, and 0 for all seats together. */
void batch_write_rewards(const struct tk_batch *b, const void *state, float *reward)
{
    int players = b->config.players, won = tk_winners(b->game, state);
    float share = (float)players / (float)__builtin_popcount((unsigned)won);
    for (int seat = 0; seat < players; seat++)
        reward[seat] = ((won >> seat & 1) != 0 ? share - 1 : -1) / (float)(players - 1);
}

static void write_end(const struct tk_batch *b, int i, bool ended)
{
    size_t players = b->config.players;
    const struct tk_batch_out *out = b->out;
    if (out->ended != NULL)
        out->ended[i] = ended;
    if (out->reward != NULL) {
        memset(out->reward + (size_t)i * players, 0, players * sizeof *out->reward);
        if (ended)
            batch_write_rewards(b, state_of(b, i), out->reward + (size_t)i * players);
    }
    if (out->scores != NULL) {
        memset(out->scores + (size_t)i * players, 0, players * sizeof *out->scores);
        if (ended)
            b->game->rules.scores(state_of(b, i), out->scores + (size_t)i * players);
    }
}

static void write_position(const struct tk_batch *b, int i)
{
    const struct tk_batch_out *out = b->out;
    if (out->actor != NULL)
        out->actor[i] = (int8_t)b->game->rules.actor(state_of(b, i));
    if (out->mask != NULL)
        batch_write_mask(b, state_of(b, i), out->mask + (size_t)i * (size_t)b->moves);
    if (out->seen != NULL)
        batch_write_seen(b, state_of(b, i), out->seen + (size_t)i * (size_t)(b->ones + b->amounts));
}

/* --- the tasks --- */

static void reset_part(struct part *part)
{
    struct tk_batch *b = part->batch;
    for (int i = part->from; i < part->until; i++) {
        tk_rng_init(&b->chance[i], b->seed, (uint64_t)i);
        deal(b, i);
        write_end(b, i, false);
        write_position(b, i);
    }
}

/* The move of this number; false if it is not legal. */
static bool find_move(const struct tk_batch *b, int i, int number, tk_action *out)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = b->game->rules.legal(state_of(b, i), legal);
    for (int k = 0; k < count && number >= 0; k++) {
        if (b->game->learning->index->of(legal[k]) == number) {
            *out = legal[k];
            return true;
        }
    }
    return false;
}

static void find_part(struct part *part)
{
    struct tk_batch *b = part->batch;
    part->refused = -1;
    for (int i = part->from; i < part->until && part->refused < 0; i++) {
        if (b->picked[i] && b->game->learning->index->of(b->chosen[i]) == b->wanted[i])
            continue; /* as it was sampled */
        b->picked[i] = find_move(b, i, b->wanted[i], &b->chosen[i]);
        if (!b->picked[i])
            part->refused = i;
    }
}

static void play_part(struct part *part)
{
    struct tk_batch *b = part->batch;
    for (int i = part->from; i < part->until; i++) {
        tk_play(b->game, state_of(b, i), b->chosen[i]);
        b->picked[i] = false;
        bool ended = b->game->rules.actor(state_of(b, i)) == TK_NOBODY;
        write_end(b, i, ended);
        if (ended)
            deal(b, i);
        write_position(b, i);
    }
}

static void sample_part(struct part *part)
{
    struct tk_batch *b = part->batch;
    for (int i = part->from; i < part->until; i++) {
        tk_action legal[TK_ACTIONS_MAX];
        int count = b->game->rules.legal(state_of(b, i), legal), number;
        do { /* some moves have no number, but never all */
            b->chosen[i] = legal[tk_rng_below(&b->chance[i], (uint32_t)count)];
            number = b->game->learning->index->of(b->chosen[i]);
        } while (number < 0);
        b->sampled[i] = number;
        b->picked[i] = true;
    }
}

/* --- the door --- */

struct tk_batch_facts batch_facts(const struct tk_batch *b)
{
    return (struct tk_batch_facts){.game = b->game,
                                   .games = b->games,
                                   .players = b->config.players,
                                   .moves = b->moves,
                                   .seen = b->ones + b->amounts};
}

const void *batch_state(const struct tk_batch *b, int game)
{
    return state_of(b, game);
}

int tk_batch_moves(const struct tk_batch *batch)
{
    return batch != NULL ? batch->moves : 0;
}

int tk_batch_seen(const struct tk_batch *batch)
{
    return batch != NULL ? batch->ones + batch->amounts : 0;
}

int tk_batch_players(const struct tk_batch *batch)
{
    return batch != NULL ? batch->config.players : 0;
}

static const struct tk_batch_out nothing; /* is wanted */

void tk_batch_reset(struct tk_batch *b, uint64_t seed, const struct tk_batch_out *out)
{
    if (b == NULL)
        return;
    b->seed = seed;
    b->out = out != NULL ? out : &nothing;
    together(b, reset_part);
}

int tk_batch_step(struct tk_batch *b, const int32_t *moves, const struct tk_batch_out *out)
{
    if (b == NULL || moves == NULL)
        return 0;
    b->wanted = moves;
    b->out = out != NULL ? out : &nothing;
    together(b, find_part);
    for (int i = 0; i <= b->started; i++)
        if (b->parts[i].refused >= 0)
            return b->parts[i].refused;
    together(b, play_part);
    return -1;
}

void tk_batch_sample(struct tk_batch *b, int32_t *out_moves)
{
    if (b == NULL || out_moves == NULL)
        return;
    b->sampled = out_moves;
    together(b, sample_part);
}

void tk_batch_wander(struct tk_batch *b, int steps, int32_t *moves, const struct tk_batch_out *out)
{
    for (int i = 0; i < steps && b != NULL && moves != NULL; i++) {
        tk_batch_sample(b, moves);
        tk_batch_step(b, moves, out);
    }
}

/* A batch and a game in it. */
static bool is_there(const struct tk_batch *b, int game)
{
    return b != NULL && game >= 0 && game < b->games;
}

bool tk_batch_see(const struct tk_batch *b, int game, int seat, int8_t *out_seen)
{
    if (!is_there(b, game) || seat < 0 || seat >= b->config.players || out_seen == NULL)
        return false;
    write_sight(b, state_of(b, game), seat, out_seen);
    return true;
}

void tk_batch_say(const struct tk_batch *b, int game, int move, char *text, uint32_t room)
{
    struct tk_writer out = tk_writer_over(text, room);
    tk_action action;
    if (text == NULL || room == 0)
        return;
    if (is_there(b, game) && find_move(b, game, move, &action))
        b->game->text.format(state_of(b, game), action, &out);
    tk_writer_text(&out);
}

bool tk_batch_look(const struct tk_batch *b, int game, struct tk_table *table)
{
    if (table == NULL)
        return false;
    if (!is_there(b, game))
        return table_refused(table, "there is no such game in this batch", "");
    return table_put(table, b->game, &b->config, state_of(b, game));
}

/* --- the beginning --- */

static bool complain(struct tk_writer *why, const char *what)
{
    tk_write_text(why, what);
    return false;
}

static bool is_possible(struct tk_batch *b, int games, int threads, struct tk_writer *why)
{
    const struct tk_learning *learning = b->game->learning;
    if (games < 1 || games > GAMES_MOST)
        return complain(why, "a batch has 1 to 1048576 games");
    if (threads < 1 || threads > THREADS_MOST)
        return complain(why, "a batch has 1 to 64 threads");
    if (learning == NULL || learning->index == NULL || learning->encoding == NULL)
        return complain(why,
                        "this game has no numbers for moves, or nothing that a learner is told");
    b->games = games;
    b->threads = threads;
    b->moves = learning->index->count;
    b->ones = tk_extent_of(learning->encoding->ones, b->config.players);
    b->amounts = tk_extent_of(learning->encoding->amounts, b->config.players);
    return true;
}

static bool find_memory(struct tk_batch *b, struct tk_writer *why)
{
    size_t games = (size_t)b->games;
    b->stride = ((size_t)b->game->state_size + 63) / 64 * 64;
    b->states = aligned_alloc(64, games * b->stride);
    b->chance = malloc(games * sizeof *b->chance);
    b->chosen = malloc(games * sizeof *b->chosen);
    b->picked = calloc(games, sizeof *b->picked);
    if (b->states == NULL || b->chance == NULL || b->chosen == NULL || b->picked == NULL)
        return complain(why, "there is not enough memory");
    memset(b->states, 0, games * b->stride);
    return true;
}

/* The same checks as at a table, which says what is wrong. */
static bool find_config(struct tk_batch *b, const char *game, int players, const char *options,
                        struct tk_writer *why)
{
    struct tk_table *table = tk_table_new();
    bool good = table != NULL && tk_table_start(table, game, players, options, "1");
    if (good)
        table_about(table, &b->game, &b->config);
    else
        complain(why, table != NULL ? tk_table_problem(table) : "there is not enough memory");
    tk_table_free(table);
    return good;
}

struct tk_batch *tk_batch_new(const char *game, int players, const char *options, int games,
                              int threads, uint64_t seed, char *why_text, uint32_t room)
{
    struct tk_writer why = tk_writer_over(why_text, why_text == NULL ? 0 : room);
    struct tk_batch *b = calloc(1, sizeof *b);
    if (b == NULL) {
        complain(&why, "there is not enough memory");
    } else if (find_config(b, game, players, options, &why) &&
               is_possible(b, games, threads, &why) && find_memory(b, &why)) {
        pthread_mutex_init(&b->lock, NULL);
        pthread_cond_init(&b->begin, NULL);
        pthread_cond_init(&b->done, NULL);
        start_threads(b);
        tk_batch_reset(b, seed, &nothing);
        return b;
    }
    if (why.size > 0)
        tk_writer_text(&why);
    tk_batch_free(b);
    return NULL;
}

static void end_threads(struct tk_batch *b)
{
    pthread_mutex_lock(&b->lock);
    b->over = true;
    pthread_cond_broadcast(&b->begin);
    pthread_mutex_unlock(&b->lock);
    for (int i = 1; i <= b->started; i++)
        pthread_join(b->parts[i].thread, NULL);
}

void tk_batch_free(struct tk_batch *b)
{
    if (b == NULL)
        return;
    if (b->started > 0)
        end_threads(b);
    free(b->states);
    free(b->chance);
    free(b->chosen);
    free(b->picked);
    free(b);
}
