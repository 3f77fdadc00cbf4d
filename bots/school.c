/* SPDX-License-Identifier: MIT */
/*
 * Games from which a net can learn: bots play themselves and rivals, with some chance in what they
 * do, and every position is written down with what the search thought of it and how it ended.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exact.h"
#include "positions.h"

enum { PLIES_MAX = 1024 /* positions of one game that are written */ };

/* --- a game under way --- */

struct pupil {
    const struct bot_school *school;
    struct position_shape shape;
    struct tk_rng rng;
    long number;
    int players;
    const struct bot *seat[TK_SEATS_MAX]; /* NULL: the learner */
    tk_state state;
    struct bot_lines lines;
    uint8_t *records;
    uint8_t actor[PLIES_MAX];
    int written;
};

/* How the root stands for the seat that moves, over all visits. */
static double value_of(const struct bot_lines *lines, const struct bot_answer *answer)
{
    double sum = 0, visits = 0;
    if (answer->trust <= 0)
        return lines->line[0].win; /* it was solved */
    for (int i = 0; i < lines->count; i++) {
        sum += lines->line[i].win * (double)lines->line[i].visits;
        visits += (double)lines->line[i].visits;
    }
    return visits > 0 ? sum / visits : 0.5;
}

/* Where all is solved only the best move counts; there visits tell nothing. */
static int visits_of(const struct bot_lines *lines, const struct bot_answer *answer, int i)
{
    const struct bot_line *line = &lines->line[i];
    if (answer->trust <= 0)
        return line->win >= lines->line[0].win && line->score >= lines->line[0].score ? 100 : 0;
    return line->visits < 65535 ? (int)line->visits : 65535;
}

static void write_moves(struct pupil *p, const struct bot_answer *answer, uint8_t *to)
{
    const struct tk_encoding *encoding = p->school->game->learning->encoding;
    const int room = p->shape.moves;
    uint8_t *visits = to + 2 * TK_MOVE_PARTS * (size_t)room;
    memset(to, 0xff, 2 * TK_MOVE_PARTS * (size_t)room);
    for (int i = 0; i < p->lines.count && i < room; i++) {
        uint16_t parts[TK_MOVE_PARTS];
        int count = encoding->parts_of(p->state, p->lines.line[i].action, parts);
        for (int k = 0; k < count; k++)
            position_put(to + 2 * (TK_MOVE_PARTS * i + k), parts[k]);
        position_put(visits + 2 * i, visits_of(&p->lines, answer, i));
    }
}

/* Everything but the end, which is not known yet. */
static void write_position(struct pupil *p, int seat, const struct bot_answer *answer)
{
    if (p->written == PLIES_MAX)
        return;
    uint8_t *to = p->records + p->shape.record * (size_t)p->written;
    bool thought = p->lines.count > 1, learns = p->seat[seat] == NULL;
    int moves = p->lines.count < p->shape.moves ? p->lines.count : p->shape.moves;
    position_tell(&p->shape, p->school->game, p->state, seat, p->number, to);
    position_put(to + POSITION_MOVES, thought ? moves : 0);
    position_put(to + POSITION_VALUE,
                 thought ? (int)exact_round(65535 * value_of(&p->lines, answer)) : 0);
    position_put(to + POSITION_FLAGS,
                 thought ? POSITION_KNOWS_VALUE | (learns ? POSITION_KNOWS_MOVES : 0) : 0);
    if (thought)
        write_moves(p, answer, position_moves(&p->shape, to));
    p->actor[p->written++] = (uint8_t)seat;
}

/*
 * How it ended, into all positions of the game, as each of their seats sees it. What partners have
 * together stands at the first of them, counted from that seat: so the outcomes add up to 1.
 */
static void write_end(struct pupil *p)
{
    const struct tk_game *game = p->school->game;
    int32_t scores[TK_SEATS_MAX];
    float chances[TK_SEATS_MAX];
    bot_chances(game, TK_WINS, p->state, p->players, chances);
    game->rules.scores(p->state, scores);
    for (int i = 0; i < p->written; i++) {
        uint8_t *to = p->records + p->shape.record * (size_t)i;
        int seat = p->actor[i];
        unsigned told = 0; /* sides */
        position_put(to + POSITION_MARGIN, bot_margin(game, p->state, p->players, scores, seat));
        for (int k = 0; k < p->players; k++) {
            int other = (seat + k) % p->players, side = tk_side(game, p->state, other);
            bool first = (told >> side & 1) == 0;
            told |= 1U << side;
            position_put(to + POSITION_OUTCOME + 2 * k,
                         first ? (int)exact_round(65535 * (double)chances[other]) : 0);
        }
    }
}

static tk_action any_move(struct pupil *p)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = p->school->game->rules.legal(p->state, legal);
    return legal[tk_rng_below(&p->rng, (uint32_t)count)];
}

/* By visits, so that games differ. */
static tk_action drawn_move(struct pupil *p, tk_action otherwise)
{
    long sum = 0;
    for (int i = 0; i < p->lines.count; i++)
        sum += p->lines.line[i].visits;
    if (sum == 0)
        return otherwise;
    long pick = (long)tk_rng_below(&p->rng, (uint32_t)sum);
    int chosen = 0;
    while (pick >= p->lines.line[chosen].visits)
        pick -= p->lines.line[chosen++].visits;
    return p->lines.line[chosen].action;
}

static tk_action decide(struct pupil *p, int seat, int ply)
{
    const struct bot_school *school = p->school;
    const bool learns = p->seat[seat] == NULL;
    const struct bot *bot = learns ? &school->learner : p->seat[seat];
    struct bot_answer answer = {0};
    tk_state sample;
    memcpy(sample, p->state, school->game->state_size);
    school->game->knowledge.determinise(sample, seat, &p->rng);
    p->lines.count = 0;
    bool hurried = exact_share(tk_rng_next(&p->rng)) < school->hurried;
    bot->choose(bot,
                &(struct bot_request){.game = school->game,
                                      .state = sample,
                                      .rng = &p->rng,
                                      .budget.simulations = hurried ? school->hurry : 0,
                                      .noise = learns && !hurried ? school->noise : 0,
                                      .lines = &p->lines},
                &answer);
    if (answer.count > 0 && !hurried)
        write_position(p, seat, &answer);
    if (exact_share(tk_rng_next(&p->rng)) < school->stray)
        return any_move(p);
    return ply < school->sampled && answer.trust > 0 ? drawn_move(p, answer.action) : answer.action;
}

/* Who sits where: the learner everywhere, or on one side with a rival on the others. */
static void take_seats(struct pupil *p)
{
    const struct bot_school *school = p->school;
    int shares = 0, chosen = 0;
    memset(p->seat, 0, sizeof p->seat);
    if (school->rivals == 0 || exact_share(tk_rng_next(&p->rng)) >= school->rival_games)
        return;
    for (int i = 0; i < school->rivals; i++)
        shares += school->rival[i].share;
    int pick = (int)tk_rng_below(&p->rng, (uint32_t)shares);
    while (pick >= school->rival[chosen].share)
        pick -= school->rival[chosen++].share;
    int own = (int)tk_rng_below(&p->rng, (uint32_t)p->players);
    for (int seat = 0; seat < p->players; seat++)
        p->seat[seat] =
            tk_side(school->game, p->state, seat) == tk_side(school->game, p->state, own)
                ? NULL
                : &school->rival[chosen].bot;
}

static void play(struct pupil *p, long number)
{
    const struct tk_game *game = p->school->game;
    const struct tk_config *config = &p->school->table[number % p->school->tables];
    uint8_t seed[TK_SEED_BYTES];
    int seat, opening = 0;
    p->players = config->players;
    p->number = number;
    p->written = 0;
    tk_rng_init(&p->rng, p->school->seed, (uint64_t)number);
    for (int i = 0; i < TK_SEED_BYTES; i++)
        seed[i] = (uint8_t)tk_rng_next(&p->rng);
    tk_start(game, config, seed, p->state);
    if (p->school->ends > 0) {
        p->written =
            pairs_of_game(p->school, &p->shape, number, &p->rng, p->state, p->records, PLIES_MAX);
        return;
    }
    take_seats(p);
    if (exact_share(tk_rng_next(&p->rng)) < p->school->openings)
        opening = 1 + (int)tk_rng_below(&p->rng, 10);
    for (int ply = 0; (seat = game->rules.actor(p->state)) != TK_NOBODY; ply++)
        tk_play(game, p->state, ply < opening ? any_move(p) : decide(p, seat, ply - opening));
    write_end(p);
}

/* --- all games, on all threads --- */

struct hall {
    const struct bot_school *school;
    struct position_shape shape;
    struct bot_school_report *report;
    pthread_mutex_t lock;
    long begun;
    double started;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* What the learner made of a rival. */
static void count_result(struct bot_school_report *report, const struct pupil *p)
{
    float chances[TK_SEATS_MAX];
    bool rivals = false;
    double wins = 0;
    bot_chances(p->school->game, TK_WINS, p->state, p->players, chances);
    for (int seat = 0; seat < p->players; seat++) {
        rivals |= p->seat[seat] != NULL;
        wins = p->seat[seat] == NULL ? (double)chances[seat] : wins;
    }
    report->learner_games += rivals;
    report->learner_wins += rivals ? wins : 0;
}

static bool hand_in(struct hall *hall, struct pupil *p)
{
    pthread_mutex_lock(&hall->lock);
    struct bot_school_report *report = hall->report;
    size_t count = (size_t)p->written;
    if (fwrite(p->records, p->shape.record, count, p->school->out) != count)
        report->failed = true;
    report->games++;
    report->positions += p->written;
    count_result(report, p);
    bool goes_on = !report->failed;
    pthread_mutex_unlock(&hall->lock);
    return goes_on;
}

static long next_game(struct hall *hall)
{
    const struct bot_school *school = hall->school;
    pthread_mutex_lock(&hall->lock);
    bool more = hall->begun < school->games &&
                (school->seconds <= 0 || seconds() < hall->started + school->seconds);
    long number = more ? hall->begun++ : -1;
    pthread_mutex_unlock(&hall->lock);
    return number;
}

static void *attend(void *argument)
{
    struct hall *hall = argument;
    struct pupil *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->school = hall->school;
        p->shape = hall->shape;
        p->records = malloc(p->shape.record * PLIES_MAX);
    }
    if (p == NULL || p->records == NULL) {
        pthread_mutex_lock(&hall->lock);
        hall->report->failed = true;
        pthread_mutex_unlock(&hall->lock);
    } else {
        long number;
        while ((number = next_game(hall)) >= 0) {
            play(p, number);
            if (!hand_in(hall, p))
                break;
        }
    }
    if (p != NULL)
        free(p->records);
    free(p);
    return NULL;
}

void bot_school_run(const struct bot_school *school, struct bot_school_report *out_report)
{
    pthread_t threads[BOT_THREADS_MAX];
    struct hall hall = {.school = school,
                        .shape = position_shape(school->game, school->seats,
                                                school->ends > 0 ? 0 : POSITION_MOVES_ROOM),
                        .report = out_report,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .started = seconds()};
    int count = 0;
    *out_report = (struct bot_school_report){
        .failed = !position_header(&hall.shape, school->game, school->out)};
    while (count + 1 < school->threads && count < BOT_THREADS_MAX &&
           pthread_create(&threads[count], NULL, attend, &hall) == 0)
        count++;
    attend(&hall);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    out_report->failed |= fflush(school->out) != 0;
    out_report->seconds = seconds() - hall.started;
}
