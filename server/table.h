/* SPDX-License-Identifier: MIT */
/*
 * A table: the sum of its events. Whatever somebody does becomes an event; the event is written to
 * the store; when it is durable it is folded into the table (fold.c) and everybody hears of it
 * (show.c). So a restart at any moment loses nothing that anybody was told.
 */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include <uv.h>

#include "bots/bots.h"
#include "core/takht.h"
#include "event.h"
#include "history.h"
#include "net.h"
#include "store.h"
#include "wish.h"

struct app;
struct job;
struct request;
struct thought;

/* Whether whoever sits there can still come: users say so, no event does. */
enum seat_left { LEFT_NOT, LEFT_FOR_NOW /* banned */, LEFT_FOR_GOOD /* deleted */ };

struct seat {
    enum seat_kind kind;
    enum seat_left left;
    bool by_link; /* was a friend's seat */
    char user[STORE_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1];  /* as users have it now; see seat_name */
    int64_t name_of;                /* the state of all names in which that was looked up */
    char level[SEAT_LEVEL_MAX + 1]; /* of a bot … */
    char style[BOT_WORD_MAX + 1];   /* … and its character; empty: none */
    const struct bot *bot;          /* also of a person who is away */
    bool away, resigned;
    int late;        /* moves in a row that the clock made */
    int64_t left_at; /* when a bot last took over */
    uint8_t random[RANDOM_BYTES];
    bool has_random, owes_random; /* owes: said that the share comes after the commitment */
    int64_t left_ms;              /* on the clock when it last stood still */
};

enum table_status { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER, TABLE_STATUSES };
extern const char *const table_status_names[TABLE_STATUSES];

struct watcher {
    net_id socket;
    int seat; /* or TK_SPECTATOR */
    char user[STORE_ID_MAX + 1];
};

struct table {
    struct app *app;
    char id[STORE_ID_MAX + 1];
    char key[STORE_ID_MAX + 1]; /* of the seats for friends */
    char owner[STORE_ID_MAX + 1];
    const struct tk_game *game;
    struct tk_config config;
    enum table_status status;
    bool open, hints, quick;
    bool offline;   /* it was played elsewhere; its owner brings the moves of all seats */
    bool sketch;    /* a copy that shows what an event will lead to; see table_sketch */
    bool frozen;    /* its events do not fold under these rules, or could not be read */
    int64_t unread; /* when the store last failed to tell all events; 0: it has told them */
    struct seat seat[TK_SEATS_MAX];
    struct clock_wish clock;
    int64_t since;   /* when the clock of the seat to act began to run */
    int64_t paused;  /* ms of this game in which the server was away */
    int64_t resumed; /* when it was last back from that */
    uint8_t secret[RANDOM_BYTES], seed[TK_SEED_BYTES];
    int64_t seq; /* of the last event folded; -1 before the first */
    int64_t created, updated;
    int64_t seated;       /* when somebody last came to a seat or left it */
    unsigned char *state; /* once started */
    struct history history;
    int64_t position;        /* grows with every move and every one taken back */
    int undo_seat;           /* who may take back the last decision, or -1 */
    int person_ply;          /* plies before the last decision of the only person, or -1 */
    int taken_back;          /* how often more was taken back than people allow each other */
    int counts[EVENT_KINDS]; /* events so far */
    int counts_of[EVENT_KINDS][TK_SEATS_MAX + 1]; /* by who caused them; see table_count_of */
    uint8_t offer;                                /* seats that want to end it */
    char reason[REASON_MAX + 1];
    int32_t scores[TK_SEATS_MAX], ranks[TK_SEATS_MAX];
    char next[STORE_ID_MAX + 1], next_key[STORE_ID_MAX + 1]; /* rematch, and the key of its seats */
    /* --- who looks on --- */
    struct watcher *watchers;
    int watcher_count, watcher_room;
    /* --- what is under way --- */
    bool writing; /* an event is on its way to the disk */
    struct request *first_request, **last_request;
    int request_count;
    uv_timer_t *timer;         /* a bot's pause, the end of a clock, or the next try to write */
    int64_t pause_position;    /* the position that the bot's pause is for, or -1 */
    int64_t pause_end;         /* when it is over */
    int failures;              /* writes in a row that the disk did not take */
    bool close_asked;          /* by the host: it is over as soon as nothing else is written */
    bool thinking;             /* a bot is at work */
    const struct job *thought; /* that work, while it is under way */
    struct thought *held;      /* its answer, while something else is being written */
    int ahead;                 /* jobs before its bot's, as viewers were told */
    int64_t used;              /* when somebody last needed it, for forgetting */
    /* --- on a store that others write to --- */
    int64_t writing_at;  /* when the event on its way was given to the store */
    bool mine;           /* this node sees to what is due */
    bool fetching;       /* events of others are being read */
    struct quiet *quiet; /* who waits until nothing is being written; see journal_when_quiet */
    int readers;         /* errands that read pages of its log: until they have them, what … */
    struct store_answer *recent; /* … happens is kept; see journal_hold */
    int64_t hinted;              /* the last event that others are said to have written */
    struct elsewhere *elsewhere; /* who is here at other nodes, or NULL; see presence.h */
    struct {
        unsigned seats;
        int watchers;
        int64_t at;
    } told; /* who is here at this one, as others were told */
};

int table_ply(const struct table *table);
int table_seat_of(const struct table *table, const char *user); /* or TK_SPECTATOR */
int table_actor(const struct table *table);                     /* TK_NOBODY unless playing */
bool table_plays_by_itself(const struct table *table, int seat);
bool table_is_full(const struct table *table); /* a person or a bot on every seat */
bool table_has_place(const struct table *t);   /* a seat for anybody who comes */
bool table_waits_for_shares(const struct table *table);
/* So many plies are left when this seat takes back now; -1: it may not. */
int table_undo_to(const struct table *table, int seat);
/* Do both play on one side? A seat does with itself. Sides are known once the game has begun. */
bool table_are_partners(const struct table *table, int seat, int other);
/* Does somebody else play on the side of this seat? */
bool table_has_partners(const struct table *table, int seat);
bool table_alone(const struct table *table, int seat); /* a person among bots */
bool table_agreed(const struct table *table);          /* everybody wants to end it */
/* Has everybody given up who plays on the side of this seat? */
bool table_gave_up(const struct table *table, int seat);
int table_still_playing(const struct table *table); /* sides that have not */
bool table_has_bots(const struct table *table);
/* How often this seat, or all who have none, caused such an event. What one uses up of a bound is not
 * taken from the others. */
int *table_count_of(struct table *table, enum event_kind kind, int seat);
/* The name of the person or bot there; "" for an empty seat, or a person without a name. */
const char *seat_name(struct table *table, int index);
const char *user_name(struct app *app, const char *id);
/* The first seat of somebody who cannot come any more and has not been stood in for; -1: there is none. */
int table_left_seat(const struct table *table);

#endif
