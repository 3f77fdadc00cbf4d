/* SPDX-License-Identifier: MIT */
/* A game at this terminal: who sits where, what was played, undo, saving. Knows no screen. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "match.h"

struct remote_table;

struct session {
    const struct cli_args *args;
    const struct tk_game *game;
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    const struct bot *bots[TK_SEATS_MAX]; /* NULL: a person */
    struct bot bot_room[TK_SEATS_MAX];    /* of those that a record names */
    struct player players[TK_SEATS_MAX];  /* of bots that have decided already */
    char failed[2 * BOT_WHY_MAX];         /* what a bot did wrong, which ends the session; "" */
    char name_room[TK_SEATS_MAX][TK_NAME_MAX + 1];
    const char *names[TK_SEATS_MAX];
    char shown_room[TK_SEATS_MAX][TK_NAME_MAX + 4];
    const char *shown[TK_SEATS_MAX]; /* the names in sentences */
    struct tk_rng rng;
    int length;            /* decisions so far */
    tk_action *actions;    /* length of them */
    unsigned char *states; /* length + 1 of them, the last one is now */
    int room;              /* decisions there is room for */
    char **log;            /* a line for each decision; far away also for what else happened */
    int log_count, log_room;
    struct remote_table *far; /* the table of a server that this is; NULL: it is here */
    tk_state present;         /* far away there is no other state */
    int viewer;               /* seat whose things are shown; see session_hand_over */
    const char *save;         /* file to write after every move, or NULL */
    char save_room[1024];     /* its name, where nobody gave one */
    char news[256];           /* to be said at the first picture; "" */
    bool kept;                /* that file is one of our own, in the folder of games */
};

bool session_begin(struct session *session, const struct cli_args *args);
/* From the text of a record. NULL, or what is wrong with it (with the line). */
const char *session_resume(struct session *session, const struct cli_args *args,
                           struct tk_span text, int *out_line);
/* The same people once more, with another deal. False: the system gives no random numbers. */
bool session_again(struct session *session);
void session_end(struct session *session);

/* --- a table of a server --- */

/* Forgets everything and sits before a table of this game. */
void session_sit_far(struct session *session, const struct tk_game *game,
                     const struct tk_config *config);
/* Those without a name are called by their number; bots of one name are numbered. */
void session_name_seats(struct session *session, const char *const names[TK_SEATS_MAX]);
void session_log_add(struct session *session, const char *line);

const void *session_state(const struct session *session);
int session_actor(const struct session *session);
bool session_is_person(const struct session *session, int seat);
struct tk_speaker session_speaker(const struct session *session);

/* Applies a legal action and writes it down. */
void session_play(struct session *session, tk_action action);
/* Lets the bot that is to act decide. False if it fails: then `failed` says how. */
bool session_bot(struct session *session);
/* CLI_BOT_FAILED after a line about a bot that failed; otherwise the code that was given. */
int session_code(const struct session *session, int code);
/* Back to the last decision of the person who acts now. NULL, or the word that says why not. */
int session_undo(struct session *session);
/*
 * Several people share a screen: it shows the table of the one who sits before it (`viewer`, at
 * first nobody), whoever is to act. Only session_hand_over changes that: to the person to act, and
 * after the game to what everybody may see. If a cover is needed, that person has secrets and is
 * asked for first.
 */
bool session_needs_cover(const struct session *session);
void session_hand_over(struct session *session);

/* True, or errno says why not. */
bool session_save(const struct session *session, const char *path);
bool session_autosave(const struct session *session);
/* It is in the folder of games: kept, and a person has decided something. */
bool session_is_kept(const struct session *session);

/* A sentence of the client's own words; names and values are pairs, ended by NULL. */
void session_say(const struct session *session, struct tk_writer *out, int word, ...);
/* Who has won, and the score sheet, as lines ended by '\n'. */
void session_result(const struct session *session, struct tk_writer *out);
void session_sheet(const struct session *session, struct tk_writer *out);
void session_sheet_brief(const struct session *session, struct tk_writer *out); /* sums alone */
/* How it ended, and the players in order, the winner first. */
void session_standing(const struct session *session, struct tk_writer *out);
/* The best moves of the person to act as a strong bot sees them, with their chances: a line each, as
 * sentences or brief. */
void session_hint(struct session *session, bool brief, struct tk_writer *out);
/* What can be typed, with moves of this game, and on a screen what keys do. */
void session_help(const struct session *session, bool keys, struct tk_writer *out);
/* Prints lines on the ordinary terminal; those of right-to-left languages are broken first, so that
 * each is ordered by itself. */
struct grid;
void session_print(const struct session *session, struct grid *grid, const char *text);

/* What a person typed. */
enum typed_kind {
    TYPED_MOVE,
    TYPED_UNDO,
    TYPED_LOG,
    TYPED_SHEET,
    TYPED_MOVES,
    TYPED_HINT,
    TYPED_SAVE,
    TYPED_RULES,
    TYPED_TABLE,
    TYPED_HELP,
    TYPED_QUIT,
    /* only at a table of a server */
    TYPED_SAY,
    TYPED_RESIGN,
    TYPED_OFFER,
    TYPED_ACCEPT,
    TYPED_DECLINE,
    TYPED_AWAY,
    TYPED_BACK,
    TYPED_WHO,
    TYPED_SIT,
    TYPED_STAND,
    TYPED_BOT,
    TYPED_REMATCH,
    TYPED_NOTHING,
    TYPED_WRONG,
};

struct typed {
    enum typed_kind kind;
    tk_action action;
    char words[512]; /* the file to save in, what is said, or what is wrong */
};

void session_read(const struct session *session, const char *line, struct typed *out);

/* The two ways to play, here or at a table of a server (session->far). Both return an exit code. */
int play_on_screen(struct session *session);
int play_line_by_line(struct session *session);

#endif
