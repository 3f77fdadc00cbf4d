/* SPDX-License-Identifier: MIT */
/*
 * Games between bots, as every command plays them: whoever sits where, one game from the deal to
 * the end, and what to do when a bot fails or somebody presses Ctrl-C.
 */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "cli.h"

/* --- one bot in one seat of one game --- */

struct player {
    const struct bot *bot;
    const struct tk_game *game; /* as it sees it: with other weights, perhaps */
    int seat;
    bool untimed;             /* levels are their simulations, without their clock */
    struct bot_budget budget; /* told by the host; none: its own */
    struct bot_mind *mind;    /* NULL: it begins anew each time */
    struct program *program;  /* NULL: the bot is ours */
    const atomic_bool *stop;
};

/* Sits down. False after a sentence: only programs can fail. */
bool player_open(struct player *player, const struct tk_config *config, char why[BOT_WHY_MAX + 1]);
/* Decides at a true state, of which it is told what its seat may know. */
void player_decide(struct player *player, const void *true_state, struct tk_rng *rng,
                   struct bot_answer *out_answer);
void player_watch(struct player *player, const void *before, tk_action action);
/* Leaves; `state` is the end of the game, or NULL if it has none. */
void player_close(struct player *player, const void *state);
/* The budget that a bot is told: what the host says, unless the bot names one. */
struct bot_budget player_budget(const struct bot *bot, struct bot_budget of_host);

/* --- one game --- */

struct match {
    const struct tk_game *game;
    const struct tk_config *config;
    const struct bot *bots[TK_SEATS_MAX];
    const struct tk_game *as[TK_SEATS_MAX]; /* NULL: the game itself */
    struct bot_budget budget;               /* of bots that name none */
    bool keeps; /* bots go on with what they thought at their last move */
    /* --- whoever wants to look on --- */
    void *context;
    void (*see)(void *context, const void *state, int seat); /* before a decision; may be NULL */
    /* True: *out_action is played, and nobody is asked. May be NULL. */
    bool (*instead)(void *context, const void *state, int seat, struct tk_rng *rng,
                    tk_action *out_action);
    void (*answered)(void *context, const void *state, int seat, const struct bot_answer *answer);
};

struct match_game {
    tk_state state; /* at the end, or where it stopped */
    bool stopped;   /* by Ctrl-C */
    int failed;     /* the seat whose bot failed, or TK_NOBODY */
    char why[BOT_WHY_MAX + 1];
    int plies, room;
    tk_action *actions; /* plies of them; freed by match_game_clear */
    int decisions[TK_SEATS_MAX];
    double seconds[TK_SEATS_MAX];
};

/* Plays a game. *game is zeroed or was used before. */
void match_play(const struct match *match, const uint8_t seed[TK_SEED_BYTES], struct tk_rng *rng,
                struct match_game *game);
void match_game_clear(struct match_game *game);
/* Bits of the seats that won: those of the rules, or if a bot failed, all that are not its own. */
uint8_t match_winners(const struct match *match, const struct match_game *game);
/* "exec:…: it has ended (seat 1, after 12 moves)" */
void match_why(const struct match *match, const struct match_game *game, struct tk_writer *out);

/* --- records: one file a game, in the folder of --records --- */

/* Makes the folder if it is asked for. -1, or an exit code after a line that says why not. */
int match_records_open(const struct cli_args *args);
/* Puts the record of a game in the place of what *out had. */
void match_record(const struct match *match, const struct match_game *game,
                  const uint8_t seed[TK_SEED_BYTES], struct cli_text *out);
/* As 000001.takht for the first game. False with errno. */
bool match_record_keep(const struct cli_args *args, long game, const struct cli_text *record);

/* --- before and after a run --- */

/* Asks every program whether it can play. -1, or an exit code after a line that says who cannot. */
int match_ready(const struct cli_args *args);
/* The same result every time: nobody looks at a clock, and programs say the same of themselves. */
bool match_repeats(const struct cli_args *args);

/* --- Ctrl-C: the first one stops, the second one ends --- */

void match_interruptible(void);
bool match_stopped(void);
const atomic_bool *match_stop(void); /* what a search looks at */

/* --- what every report begins with --- */

/* A number with so many digits behind the point; NULL as the key: in a list. */
void cli_json_number(struct tk_json *json, const char *key, double number, int digits);
/* version, game, players, options, seed, reproducible, interrupted, machine */
void match_head_json(const struct cli_args *args, struct tk_json *json);
/* Everything that is set of a bot, as an object. */
void match_settings_json(const struct cli_args *args, int bot, struct tk_json *json);
/* A line that says why the result cannot be repeated; nothing if it can. */
void match_print_repeats(const struct cli_args *args);

#endif
