/* SPDX-License-Identifier: MIT */
/*
 * A small program of its own for machines on which only this can be brought along: it lets bots
 * play games from which nets learn, matches them, and tells what a net says of positions.
 *
 *     selfplay play GAME OUT key=value …     games for learning; a line of JSON tells what came out
 *     selfplay match GAME A B key=value …    A against B, every deal once from each seat
 *     selfplay check GAME NET POSITIONS      what the net says of positions of a file, as numbers
 *
 * Keys: net=NAME:FILE (before the bots that use it), bot=TEXT, rival=SHARE:TEXT, rivals=0.3, games=, seconds=,
 * seed=, threads=, players=, table=PLAYERS[:OPTION=VALUE,…] (any number of them, played in turn), seats= (of the net),
 * noise=, sampled=, stray=, openings=, hurried=, hurry=; ends= and seldom= (pairs of moves, bots/pairs.c).
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "bots/net.h"
#include "cli/cli.h"

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "selfplay: %s: %s\n", what, why);
    exit(2);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* exec.c, process.c and clean.c of cli, which let other programs play, ask no more of the command than this. */
double cli_seconds(void)
{
    return seconds();
}

/* --- arguments --- */

static struct bot bot_of(const char *text)
{
    char sentence[512];
    struct bot bot;
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    if (bot_parse(tk_span_of(text), &bot))
        return bot;
    bot_explain(tk_span_of(text), &why);
    sentence[why.length < sizeof sentence ? why.length : sizeof sentence - 1] = '\0';
    stop(text, sentence);
}

/* NAME:FILE */
static void add_net(const char *text)
{
    char name[16], sentence[512];
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    const char *colon = strchr(text, ':');
    if (colon == NULL || colon - text > 15)
        stop(text, "a net is NAME:FILE");
    snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
    if (bot_net_add(name, colon + 1, &why))
        return;
    sentence[why.length < sizeof sentence ? why.length : sizeof sentence - 1] = '\0';
    stop(text, sentence);
}

/* SHARE:TEXT */
static void add_rival(struct bot_school *school, const char *text)
{
    char *end;
    long share = strtol(text, &end, 10);
    if (*end != ':' || share < 1 || share > 1000 || school->rivals == BOT_RIVALS_MAX)
        stop(text, "a rival is SHARE:BOT");
    school->rival[school->rivals].bot = bot_of(end + 1);
    school->rival[school->rivals++].share = (int)share;
}

static struct tk_config table_for(const struct tk_game *game, int players)
{
    struct tk_config config;
    if (players < game->seats_min || players > game->seats_max)
        stop("players", "the game is not for so many");
    tk_config_init(game, players, &config);
    return config;
}

/* OPTION=VALUE */
static void set_option(const struct tk_game *game, struct tk_config *config, char *text)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        stop(text, "an option is NAME=VALUE");
    *equals = '\0';
    int option = tk_option_find(game, tk_span_of(text));
    if (option < 0 || !tk_option_parse(&game->options[option], config->players,
                                       tk_span_of(equals + 1), &config->option[option]))
        stop(text, "the game has no such option, or not with this value");
}

/* PLAYERS[:OPTION=VALUE,…] */
static void add_table(struct bot_school *school, const char *text)
{
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    char *players = strtok_r(copy, ":", &save), *option;
    if (players == NULL || school->tables == BOT_TABLES_MAX)
        stop(text, "a table is PLAYERS:OPTION=VALUE,… and there are not too many");
    struct tk_config config = table_for(school->game, atoi(players));
    while ((option = strtok_r(NULL, ",", &save)) != NULL)
        set_option(school->game, &config, option);
    if (school->game->rules.config_check != NULL &&
        school->game->rules.config_check(&config) != TK_OK)
        stop(text, "the game cannot be played so");
    school->table[school->tables++] = config;
}

struct number {
    const char *key;
    double *to;
};

static void read_number(const struct number *numbers, const char *text, const char *equals)
{
    char *end;
    size_t length = (size_t)(equals - text);
    for (; numbers->key != NULL; numbers++)
        if (strlen(numbers->key) == length && strncmp(numbers->key, text, length) == 0) {
            *numbers->to = strtod(equals + 1, &end);
            if (end == equals + 1 || *end != '\0')
                stop(text, "that is no number");
            return;
        }
    stop(text, "there is no such key");
}

static void read_arguments(struct bot_school *school, char **arguments)
{
    double games = 100, players = 2, seats = 0, seed = 1, threads = 1, sampled = 12, hurry = 40,
           ends = 0, seldom = 6;
    const struct number numbers[] = {{"rivals", &school->rival_games},
                                     {"games", &games},
                                     {"seconds", &school->seconds},
                                     {"seed", &seed},
                                     {"threads", &threads},
                                     {"players", &players},
                                     {"seats", &seats},
                                     {"noise", &school->noise},
                                     {"sampled", &sampled},
                                     {"stray", &school->stray},
                                     {"openings", &school->openings},
                                     {"hurried", &school->hurried},
                                     {"hurry", &hurry},
                                     {"ends", &ends},
                                     {"seldom", &seldom},
                                     {NULL, NULL}};
    for (; *arguments != NULL; arguments++) {
        const char *text = *arguments, *equals = strchr(text, '=');
        if (equals == NULL)
            stop(text, "what is asked for is key=value");
        if (strncmp(text, "net=", 4) == 0)
            add_net(equals + 1);
        else if (strncmp(text, "bot=", 4) == 0)
            school->learner = bot_of(equals + 1);
        else if (strncmp(text, "rival=", 6) == 0)
            add_rival(school, equals + 1);
        else if (strncmp(text, "table=", 6) == 0)
            add_table(school, equals + 1);
        else
            read_number(numbers, text, equals);
    }
    if (school->tables == 0)
        school->table[school->tables++] = table_for(school->game, (int)players);
    school->seats = (int)seats;
    for (int i = 0; i < school->tables; i++)
        if (school->table[i].players > school->seats)
            school->seats = school->table[i].players;
    if (school->seats > TK_SEATS_MAX)
        stop("seats", "there are not so many");
    school->games = (long)games;
    school->seed = (uint64_t)seed;
    school->threads = (int)threads;
    school->sampled = (int)sampled;
    school->hurry = (long)hurry;
    school->ends = (int)ends;
    school->seldom = seldom > 1 ? (int)seldom : 1;
}

/* --- play --- */

static int play(struct bot_school *school, const char *path)
{
    struct bot_school_report report;
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        stop(path, "it cannot be written");
    setvbuf(file, NULL, _IOFBF, 1 << 20);
    school->out = file;
    bot_school_run(school, &report);
    if (fclose(file) != 0 || report.failed)
        stop(path, "not all could be written");
    printf("{\"games\":%ld,\"positions\":%ld,\"seconds\":%.1f,\"rival_games\":%ld,"
           "\"rival_score\":%.4f}\n",
           report.games, report.positions, report.seconds, report.learner_games,
           report.learner_games > 0 ? report.learner_wins / (double)report.learner_games : 0.0);
    return 0;
}

/* --- match --- */

struct match {
    struct bot_school *school;
    struct bot bot[2];
    pthread_mutex_t lock;
    long begun, deals, games;
    double sum, squares; /* over deals, of what A scored in them: 0 … 1 */
    double even;         /* over deals, what one of equals would have scored */
    double started;
};

/* One game with A on this side and B on the others; what A scored. */
static double play_once(struct match *m, const struct tk_config *config, long deal, int own)
{
    const struct tk_game *game = m->school->game;
    tk_state state;
    uint8_t seed[TK_SEED_BYTES];
    float chances[TK_SEATS_MAX];
    struct tk_rng rng;
    int seat;
    struct bot_mind *mind[TK_SEATS_MAX] = {NULL};
    for (int i = 0; i < config->players; i++)
        mind[i] = bot_mind_new();
    tk_rng_init(&rng, m->school->seed ^ 0x5eed, (uint64_t)deal);
    for (int i = 0; i < TK_SEED_BYTES; i++)
        seed[i] = (uint8_t)tk_rng_next(&rng);
    tk_start(game, config, seed, state);
    tk_rng_init(&rng, m->school->seed, (uint64_t)(deal * TK_SEATS_MAX + own));
    while ((seat = game->rules.actor(state)) != TK_NOBODY) {
        tk_action action =
            bot_decide(&m->bot[tk_side(game, state, seat) != own], mind[seat], game, state, &rng);
        for (int i = 0; i < config->players; i++)
            if (mind[i] != NULL)
                bot_mind_watch(mind[i], game, state, action);
        tk_play(game, state, action);
    }
    for (int i = 0; i < config->players; i++)
        bot_mind_free(mind[i]);
    bot_chances(game, TK_WINS, state, config->players, chances);
    return (double)chances[config->players / bot_sides(game, state, config->players) * own];
}

/* How many sides such a table has. */
static int sides_of(const struct tk_game *game, const struct tk_config *config)
{
    tk_state state;
    const uint8_t seed[TK_SEED_BYTES] = {0};
    tk_start(game, config, seed, state);
    return bot_sides(game, state, config->players);
}

static void *play_deals(void *argument)
{
    struct match *m = argument;
    for (;;) {
        pthread_mutex_lock(&m->lock);
        const struct tk_config *config = &m->school->table[m->begun % m->school->tables];
        int sides = sides_of(m->school->game, config);
        bool more = m->games < m->school->games &&
                    (m->school->seconds <= 0 || seconds() < m->started + m->school->seconds);
        long deal = m->begun++;
        m->games += more ? sides : 0;
        pthread_mutex_unlock(&m->lock);
        if (!more)
            return NULL;
        double score = 0;
        for (int own = 0; own < sides; own++)
            score += play_once(m, config, deal, own) / sides;
        pthread_mutex_lock(&m->lock);
        m->deals++;
        m->even += 1.0 / sides;
        m->sum += score;
        m->squares += score * score;
        pthread_mutex_unlock(&m->lock);
    }
}

/* As odds beside those of one among equals. */
static double elo(double score, double even)
{
    score = fmin(fmax(score, 0.001), 0.999);
    return 400 * log10(score / (1 - score) * (1 - even) / even);
}

static int match(struct bot_school *school, const char *a, const char *b)
{
    pthread_t threads[BOT_THREADS_MAX];
    struct match m = {.school = school,
                      .bot = {bot_of(a), bot_of(b)},
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .started = seconds()};
    int count = 0;
    while (count + 1 < school->threads && count < BOT_THREADS_MAX &&
           pthread_create(&threads[count], NULL, play_deals, &m) == 0)
        count++;
    play_deals(&m);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    double deals = (double)(m.deals > 0 ? m.deals : 1), score = m.sum / deals;
    double variance = fmax(m.squares / deals - score * score, 0),
           error = 1.96 * sqrt(variance / deals);
    double even = m.deals > 0 ? m.even / deals : 0.5;
    printf("{\"a\":\"%s\",\"b\":\"%s\",\"games\":%ld,\"score\":%.4f,\"even\":%.4f,\"error\":%.4f,"
           "\"elo\":%.0f,\"elo_low\":%.0f,\"elo_high\":%.0f,\"seconds\":%.1f}\n",
           a, b, m.games, score, even, error, elo(score, even), elo(score - error, even),
           elo(score + error, even), seconds() - m.started);
    return 0;
}

/* --- check: the numbers of the seats and of the first move's parts, for the first positions --- */

static int check(struct bot_school *school, const char *name, const char *path)
{
    uint8_t header[64], *record;
    const struct net *net = net_named(school->game, school->seats, name);
    FILE *file = fopen(path, "rb");
    if (net == NULL)
        stop(name, "no such net fits the game");
    if (file == NULL || fread(header, 1, 64, file) != 64)
        stop(path, "it cannot be read");
    size_t size = (size_t)(header[48] | header[49] << 8),
           room = (size_t)(header[44] | header[45] << 8);
    int players = header[34], amounts = header[40] | header[41] << 8;
    record = malloc(size);
    for (long n = 0; n < school->games && record != NULL && fread(record, size, 1, file) == 1;
         n++) {
        struct tk_sight sight = {.one_count = (uint16_t)(record[4] | record[5] << 8),
                                 .amount_count = (uint16_t)amounts};
        struct net_thought thought;
        const uint8_t *at = record + 16 + 2 * players;
        for (int i = 0; i < sight.one_count; i++)
            sight.one[i] = (uint16_t)(at[2 * i] | at[2 * i + 1] << 8);
        at += 2 * room;
        memcpy(sight.amount, at, (size_t)amounts);
        net_think(net, &sight, &thought);
        for (int seat = 0; seat < players; seat++)
            printf("%d ", net_seat(net, &thought, seat));
        at += (amounts + 1) / 2 * 2;
        int32_t sum = 0;
        for (int k = 0; k < TK_MOVE_PARTS && (record[6] | record[7]) != 0; k++) {
            int part = at[2 * k] | at[2 * k + 1] << 8;
            sum += part == 0xffff ? 0 : net_part(net, &thought, part);
        }
        printf("%d\n", sum);
    }
    free(record);
    fclose(file);
    return 0;
}

int main(int argc, char **argv)
{
    struct bot_school school = {0};
    bot_kind_add(&cli_exec_bots);
    const char *what = argc > 2 ? argv[1] : "";
    int named = strcmp(what, "play") == 0 ? 1 : 2;
    if (argc < 3 + named)
        stop("usage", "play GAME OUT …, match GAME A B …, check GAME NET POSITIONS …");
    school.game = tk_game_find(tk_span_of(argv[2]));
    if (school.game == NULL || school.game->learning->encoding == NULL)
        stop(argv[2], "there is no such game that nets can learn");
    school.learner = bot_of("mcts:sims=200");
    read_arguments(&school, argv + 3 + named);
    return strcmp(what, "play") == 0    ? play(&school, argv[3])
           : strcmp(what, "match") == 0 ? match(&school, argv[3], argv[4])
           : strcmp(what, "check") == 0 ? check(&school, argv[3], argv[4])
                                        : 2;
}
