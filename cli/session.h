/* A game at this terminal: who sits where, what was played, undo, saving. Knows no screen. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli.h"

struct session {
    const struct cli_args *args;
    const struct tk_game *game;
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    const struct bot *bots[TK_SEATS_MAX]; /* NULL: a person */
    struct bot_mind *minds[TK_SEATS_MAX]; /* what the bots keep */
    char name_room[TK_SEATS_MAX][TK_NAME_MAX + 1];
    const char *names[TK_SEATS_MAX];
    struct tk_rng rng;
    int length;            /* decisions so far */
    tk_action *actions;    /* length of them */
    unsigned char *states; /* length + 1 of them, the last one is now */
    int room;              /* decisions there is room for */
    char **log;            /* a line for each decision */
    int viewer;            /* seat whose things are shown */
    const char *save;      /* file to write after every move, or NULL */
};

bool session_begin(struct session *session, const struct cli_args *args);
/* From the text of a record. NULL, or what is wrong with it (with the line). */
const char *session_resume(struct session *session, const struct cli_args *args,
                           struct tk_span text, int *out_line);
void session_end(struct session *session);

const void *session_state(const struct session *session);
int session_actor(const struct session *session);
bool session_is_person(const struct session *session, int seat);
struct tk_speaker session_speaker(const struct session *session);

/* Applies a legal action and writes it down. */
void session_play(struct session *session, tk_action action);
/* Lets the bot that is to act decide. */
void session_bot(struct session *session);
/* Back to the last decision of the person who acts now. NULL, or the word that says why not. */
int session_undo(struct session *session);
/* True if the table of the seat to act shows something that not everybody may see. */
bool session_has_secrets(const struct session *session);

/* True, or errno says why not. */
bool session_save(const struct session *session, const char *path);
bool session_autosave(const struct session *session);

/* A sentence of the client's own words; names and values are pairs, ended by NULL. */
void session_say(const struct session *session, struct tk_writer *out, int word, ...);
/* Who has won, and the score sheet, as lines ended by '\n'. */
void session_result(const struct session *session, struct tk_writer *out);
void session_sheet(const struct session *session, struct tk_writer *out);
/* The best moves of the person to act as the strongest bot sees them, with their chances. */
void session_hint(struct session *session, struct tk_writer *out);

/* What a person typed. */
enum typed_kind {
    TYPED_MOVE,
    TYPED_UNDO,
    TYPED_LOG,
    TYPED_SHEET,
    TYPED_MOVES,
    TYPED_HINT,
    TYPED_SAVE,
    TYPED_HELP,
    TYPED_QUIT,
    TYPED_NOTHING,
    TYPED_WRONG,
};

struct typed {
    enum typed_kind kind;
    tk_action action;
    char words[512]; /* the file to save in, or what is wrong */
};

void session_read(const struct session *session, const char *line, struct typed *out);

/* The two ways to play. Both return an exit code. */
int play_on_screen(struct session *session);
int play_line_by_line(struct session *session);

#endif
