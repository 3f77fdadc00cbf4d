/* SPDX-License-Identifier: MIT */
/* Games between bots, from the deal to the end. */
#include "match.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exec.h"

/* --- Ctrl-C --- */

static atomic_bool stop;

static void on_interrupt(int signal)
{
    static const char words[] = "\nstopping; what was played is told (Ctrl-C again ends at once)\n";
    (void)signal;
    if (atomic_exchange(&stop, true))
        _exit(CLI_INTERRUPTED);
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
}

void match_interruptible(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
}

const atomic_bool *match_stop(void)
{
    return &stop;
}

bool match_stopped(void)
{
    return atomic_load_explicit(&stop, memory_order_relaxed);
}

/* --- one game --- */

static void fail_game(struct match_game *game, int seat, const char *why)
{
    game->failed = seat;
    snprintf(game->why, sizeof game->why, "%s", why);
}

static bool sit_down(const struct match *m, struct player players[TK_SEATS_MAX],
                     struct match_game *game)
{
    char why[BOT_WHY_MAX + 1];
    for (int seat = 0; seat < m->config->players; seat++) {
        players[seat] = (struct player){
            .bot = m->bots[seat],
            .game = m->as[seat] != NULL ? m->as[seat] : m->game,
            .seat = seat,
            .untimed = true,
            .budget = player_budget(m->bots[seat], m->budget),
            .mind = m->keeps ? bot_mind_new() : NULL,
            .stop = &stop,
        };
        if (!player_open(&players[seat], m->config, why)) {
            fail_game(game, seat, why);
            return false;
        }
    }
    return true;
}

/* The action of the seat that is to move; false if there is none. */
static bool decide(const struct match *m, struct player *player, struct tk_rng *rng,
                   struct match_game *game, tk_action *out_action)
{
    struct bot_answer answer;
    double begun = cli_seconds();
    if (m->see != NULL)
        m->see(m->context, game->state, player->seat);
    if (m->instead != NULL && m->instead(m->context, game->state, player->seat, rng, out_action))
        return true;
    player_decide(player, game->state, rng, &answer);
    game->seconds[player->seat] += cli_seconds() - begun;
    game->decisions[player->seat]++;
    game->stopped = match_stopped(); /* then an answer is nothing that can be trusted */
    if (answer.failed && !game->stopped)
        fail_game(game, player->seat, answer.why);
    if (!answer.failed && m->answered != NULL)
        m->answered(m->context, game->state, player->seat, &answer);
    *out_action = answer.action;
    return !answer.failed && !game->stopped;
}

static void note_action(struct match_game *game, tk_action action)
{
    if (game->plies == game->room) {
        game->room = game->room == 0 ? 256 : 2 * game->room;
        game->actions = realloc(game->actions, (size_t)game->room * sizeof *game->actions);
        if (game->actions == NULL) {
            fputs("takht: out of memory\n", stderr);
            exit(CLI_FAILED);
        }
    }
    game->actions[game->plies++] = action;
}

static void play_on(const struct match *m, struct player players[TK_SEATS_MAX], struct tk_rng *rng,
                    struct match_game *game)
{
    tk_action action;
    for (int seat; (seat = m->game->rules.actor(game->state)) != TK_NOBODY;) {
        if (!decide(m, &players[seat], rng, game, &action))
            return;
        for (int other = 0; other < m->config->players; other++)
            player_watch(&players[other], game->state, action);
        note_action(game, action);
        tk_play(m->game, game->state, action);
    }
}

void match_play(const struct match *m, const uint8_t seed[TK_SEED_BYTES], struct tk_rng *rng,
                struct match_game *game)
{
    struct player players[TK_SEATS_MAX] = {{0}};
    *game = (struct match_game){.actions = game->actions, .room = game->room, .failed = TK_NOBODY};
    tk_start(m->game, m->config, seed, game->state);
    if (sit_down(m, players, game))
        play_on(m, players, rng, game);
    bool over = m->game->rules.actor(game->state) == TK_NOBODY;
    for (int seat = 0; seat < m->config->players; seat++)
        if (players[seat].bot != NULL)
            player_close(&players[seat], over ? game->state : NULL);
}

void match_game_clear(struct match_game *game)
{
    free(game->actions);
    game->actions = NULL;
    game->room = 0;
}

uint8_t match_winners(const struct match *m, const struct match_game *game)
{
    uint8_t others = 0, all = 0;
    if (game->failed == TK_NOBODY)
        return tk_winners(m->game, game->state);
    for (int seat = 0; seat < m->config->players; seat++) {
        uint8_t bit = (uint8_t)(1U << seat);
        all = (uint8_t)(all | (seat != game->failed ? bit : 0));
        others = (uint8_t)(others | (m->bots[seat] != m->bots[game->failed] ? bit : 0));
    }
    return others != 0 ? others : all;
}

void match_why(const struct match *m, const struct match_game *game, struct tk_writer *out)
{
    tk_write_text(out, program_is(m->bots[game->failed]) ? "exec:" : "");
    tk_write_text(out, program_is(m->bots[game->failed]) ? m->bots[game->failed]->argument
                                                         : m->bots[game->failed]->name);
    tk_write_text(out, ": ");
    tk_write_text(out, game->why);
    tk_write_text(out, " (seat ");
    tk_write_int(out, game->failed + 1);
    tk_write_text(out, ", after ");
    tk_write_int(out, game->plies);
    tk_write_text(out, game->plies == 1 ? " move)" : " moves)");
}

/* --- records --- */

struct record {
    const struct match *match;
    const struct match_game *game;
    const uint8_t *seed;
};

/* Bots of one name are told apart by number; what a record has no room for is cut off. */
static void name_seat(const struct match *m, int seat, char out[TK_NAME_MAX + 1])
{
    const char *name = m->bots[seat]->name;
    char number[16] = "";
    int alike = 0, before = 0;
    for (int other = 0; other < m->config->players; other++) {
        bool same = strcmp(m->bots[other]->name, name) == 0;
        alike += same;
        before += same && other <= seat;
    }
    if (alike > 1)
        snprintf(number, sizeof number, " %d", before);
    size_t room = TK_NAME_MAX - strlen(number), length = strlen(name);
    if (length > room)
        for (length = room; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--; /* no letter is cut in two */
    snprintf(out, TK_NAME_MAX + 1, "%.*s%s", (int)length, name, number);
}

static void write_record(struct tk_writer *out, const void *context)
{
    const struct record *r = context;
    const char *names[TK_SEATS_MAX];
    char room[TK_SEATS_MAX][TK_NAME_MAX + 1];
    for (int seat = 0; seat < r->match->config->players; seat++) {
        name_seat(r->match, seat, room[seat]);
        names[seat] = room[seat];
    }
    tk_record_write(&(struct tk_played){r->match->game, r->match->config, r->seed, names,
                                        r->game->actions, r->game->plies, NULL},
                    out);
}

void match_record(const struct match *m, const struct match_game *game,
                  const uint8_t seed[TK_SEED_BYTES], struct cli_text *out)
{
    out->length = 0;
    cli_text_write(out, write_record, &(struct record){m, game, seed});
}

bool match_record_keep(const struct cli_args *args, long game, const struct cli_text *record)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%06ld.takht", args->records, game);
    return cli_file_replace(path, record);
}

int match_records_open(const struct cli_args *args)
{
    struct stat facts;
    if (args->records == NULL || mkdir(args->records, 0777) == 0 ||
        (stat(args->records, &facts) == 0 && S_ISDIR(facts.st_mode)))
        return -1;
    return cli_fail(args->command, CLI_FAILED, "%s: %s", args->records, strerror(errno));
}

/* --- before a run --- */

static int ask_program(const struct cli_args *args, int index)
{
    char why[BOT_WHY_MAX + 1];
    struct program *program = program_open(args->bots[index], args->game, why);
    if (program == NULL)
        return cli_fail(args->command, CLI_BOT_FAILED, "exec:%s: %s", args->bots[index]->argument,
                        why);
    program_close(program, args->game, NULL);
    return -1;
}

int match_ready(const struct cli_args *args)
{
    int answer = -1;
    if (args->patience > 0)
        program_patience_set(args->patience);
    for (int i = 0; answer < 0 && i < args->bot_count; i++)
        if (program_is(args->bots[i]))
            answer = ask_program(args, i);
    return answer;
}
