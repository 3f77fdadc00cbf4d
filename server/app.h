/*
 * The service behind the page: users, tables, bots at work, on one loop.
 *
 * A table is the sum of its events. Whatever somebody does becomes an event; the event is written
 * to the store; when it is durable it is folded into the table and everybody hears of it. So a
 * restart at any moment loses nothing that anybody was told.
 */
#ifndef SERVER_APP_H
#define SERVER_APP_H

#include <jansson.h>
#include <uv.h>

#include "address.h"
#include "bots/bots.h"
#include "core/takht.h"
#include "games/games.h"
#include "log.h"
#include "map.h"
#include "net.h"
#include "server.h"
#include "store.h"

enum {
    ID_BYTES = 16,     /* of table ids: too many to guess */
    USER_BYTES = 9,    /* of user ids */
    RANDOM_BYTES = 32, /* of a player's share in the shuffle */
    CHAT_MAX = 500,    /* bytes of a line of chat */
    WATCHED_MAX = 8,   /* tables one socket may watch */
    PENDING_MAX = 32,  /* requests that may wait at one table */
    GAP_MAX = 50,      /* events a returning client gets one by one; more become a snapshot */
    FLOOD_MAX = 100,   /* messages above the allowance before the socket is closed */
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 200,
};

/* --- refusals, as the protocol document lists them --- */

enum refusal {
    FINE,
    BAD_REQUEST,
    NOT_SIGNED_IN,
    WRONG_PASSWORD,
    FORBIDDEN,
    NOT_FOUND,
    TAKEN,
    NOT_NOW,
    STALE,
    REFUSED,
    TOO_LARGE,
    TOO_MANY,
    BUSY,
    REFUSALS
};

int refusal_status(enum refusal refusal);
/* {"code":…,"words":{…}} */
json_t *refusal_json(enum refusal refusal);

/* --- users --- */

struct user {
    struct store_user row;
    bool stored; /* has a row in the store */
    int tables;  /* unfinished tables created, since the server started */
    int sockets;
    double chat, work, messages, cost; /* allowances, see limits.c */
    double chat_at, work_at, messages_at, cost_at;
};

/* --- tables --- */

enum seat_kind { SEAT_OPEN, SEAT_FRIEND, SEAT_PERSON, SEAT_BOT };

struct seat {
    enum seat_kind kind;
    bool by_link; /* was a friend's seat */
    char user[STORE_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1];
    const struct bot *bot; /* also of a person who is away */
    bool away, resigned;
    int late; /* moves in a row that the clock made */
    uint8_t random[RANDOM_BYTES];
    bool has_random;
    int64_t left_ms; /* on the clock */
};

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_DAYS };

struct clock {
    enum clock_kind kind;
    int64_t base_ms, increment_ms;
    int64_t since; /* when the clock of the seat to act began to run */
};

enum table_status { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

struct watcher {
    net_id socket;
    int seat; /* or TK_SPECTATOR */
    char user[STORE_ID_MAX + 1];
};

struct request; /* something somebody asked of a table */

struct table {
    struct app *app;
    char id[STORE_ID_MAX + 1];
    char key[STORE_ID_MAX + 1]; /* of the seats for friends */
    char owner[STORE_ID_MAX + 1];
    const struct tk_game *game;
    struct tk_config config;
    enum table_status status;
    bool open, hints, quick, frozen; /* frozen: its moves no longer replay under these rules */
    struct seat seat[TK_SEATS_MAX];
    struct clock clock;
    uint8_t secret[RANDOM_BYTES], seed[TK_SEED_BYTES];
    int64_t seq; /* of the last event folded; -1 before the first */
    int64_t created, updated;
    unsigned char *state; /* once started */
    tk_action *actions;
    int ply, room;
    uint8_t offer; /* seats that want to end it */
    char reason[16];
    int32_t scores[TK_SEATS_MAX];
    uint8_t ranks[TK_SEATS_MAX];
    char next[STORE_ID_MAX + 1], next_key[STORE_ID_MAX + 1]; /* rematch, and the key of its seats */
    struct watcher *watchers;
    int watcher_count, watcher_room;
    bool writing; /* an event is on its way to the disk */
    struct request *first_request, **last_request;
    int request_count;
    uv_timer_t *timer; /* bot's pause, or end of a clock */
    bool thinking;     /* a bot is at work */
    int64_t used;      /* when somebody last needed it, for forgetting */
};

/* --- one socket --- */

struct client {
    net_id socket;
    char user[STORE_ID_MAX + 1];
    char address[64];
    bool greeted;
    char watched[WATCHED_MAX][STORE_ID_MAX + 1];
    int flood; /* messages above the allowance, in a row */
};

struct app {
    struct server_config config;
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct pool *pool;
    uint8_t cookie_key[32];
    struct map users, tables, clients, addresses;
    uv_timer_t housekeeping;
    uv_async_t store_ready, pool_ready;
    bool draining;
    int64_t started, moves, refused, events;
    int64_t latency[12]; /* moves by time from request to broadcast: under 1, 2, 4 … ms */
    int64_t latency_us;  /* of all of them together */
};

int64_t now_ms(void);

/* --- users.c --- */
struct user *user_get(struct app *app, const char *id); /* from memory or store, NULL if unknown */
struct user *user_guest(struct app *app);
/* The user of a cookie header; NULL if there is none, it is forged, or no longer valid. */
struct user *user_of_cookie(struct app *app, const char *cookie);
void user_cookie(const struct app *app, const struct user *user, bool secure, char *out,
                 size_t size);
void user_store(struct app *app, struct user *user, store_done *done, void *context);
json_t *user_json(const struct user *user);
bool name_is_fine(const char *name);

/* --- limits.c: allowances that refill with time --- */
struct allowance {
    double per_second, most;
};
extern const struct allowance allow_guests, allow_sockets, allow_messages, allow_chat, allow_work,
    allow_tables, allow_passwords;
extern const struct allowance allow_user_cost, allow_address_cost;
/*
 * Takes `cost`; false (and how long to wait) if there is not so much left. What costs more than the
 * whole allowance is paid out of a full one and the rest is owed. `left` and `at` belong to a user
 * or an address, never to a socket: who comes back finds them as they were.
 */
bool allowance_spend(const struct allowance *allowance, double *left, double *at, double cost,
                     int64_t *out_wait_ms);
/* Takes one. */
bool allowance_take(const struct allowance *allowance, double *left, double *at,
                    int64_t *out_wait_ms);
/* Takes what was already spent; it may leave a debt. */
void allowance_charge(const struct allowance *allowance, double *left, double *at, double cost);
/* What an answer of so many bytes out of so many rows costs. */
double cost_of(size_t bytes, int rows);
/* Before the work: is there anything left to spend? (user may be NULL) */
bool cost_may_ask(struct app *app, struct user *user, const char *address, int64_t *out_wait_ms);
/* After it: so much it was. */
void cost_charge(struct app *app, struct user *user, const char *address, double cost);
struct address {
    char name[64]; /* of the household */
    int sockets;
    double tables, tables_at, passwords, passwords_at, opened, opened_at, guests, guests_at;
    double cost, cost_at;
};
struct address *address_get(struct app *app, const char *address);
/* Those that were silent for so long that all their allowances are full again. */
void address_forget_silent(struct app *app);

/* --- table.c: a table as the sum of its events --- */
struct table *table_get(struct app *app, const char *id); /* loads it if need be */
/* Writes the first event; `done` gets the table once it is durable. */
enum refusal table_create(struct app *app, struct user *owner, json_t *wish,
                          char out_id[STORE_ID_MAX + 1], char out_key[STORE_ID_MAX + 1],
                          store_done *done, void *context);
void table_fold(struct table *table, const struct store_event *event);
void table_forget(struct table *table); /* out of memory; the store still has it */
int table_seat_of(const struct table *table, const char *user);
int table_actor(const struct table *table); /* TK_NOBODY unless playing */
bool table_can_undo(const struct table *table, int seat);
int64_t table_time_left(const struct table *table, int seat); /* ms; INT64_MAX without a clock */
/* The state after the first `ply` plies. */
void table_state_at(const struct table *table, int ply, void *out_state);

/* --- act.c: what people, bots and clocks do to a table --- */
struct request {
    struct request *next;
    net_id socket; /* 0: nobody waits for an answer */
    json_int_t number;
    char user[STORE_ID_MAX + 1];
    char what[12];
    json_t *message;
    int64_t at_us;
    store_done *done; /* instead of an answer over the socket */
    void *context;
};
/* Takes the message over; answers when it is durable or refused. */
void table_request(struct table *table, struct request *request);
/* Starts what must happen by itself: the first move of a bot, a clock, the end. */
void table_wake(struct table *table);

/* --- show.c: what viewers get --- */
void show_snapshot(struct table *table, net_id socket, int seat);
json_t *table_summary(struct table *table, const char *user);
void show_event(struct table *table, const struct store_event *event);
void show_people(struct table *table);
/* Since `seq`: events one by one if there are few, else a snapshot. */
void show_gap(struct table *table, net_id socket, int seat, int64_t since);
/* The snapshot as text; the caller frees it. */
char *snapshot_text(struct table *table, int seat, const char *user, size_t *out_length);
char *event_text(struct table *table, const struct store_event *event, int seat,
                 size_t *out_length);
void send_json(struct app *app, net_id socket, json_t *message); /* takes the message over */
void watch(struct table *table, struct client *client);
void unwatch(struct table *table, net_id socket);

/* --- rest.c, socket.c --- */
bool rest_init(void);
void rest_request(void *context, const struct net_request *request);
int socket_refuse(void *context, const struct net_request *request);
void socket_open(void *context, const struct net_request *request);
void socket_message(void *context, net_id id, const char *text, size_t length);
void socket_resync(void *context, net_id id);
void socket_close(void *context, net_id id);

/* --- pool.c: slow work on other threads, one table after the other --- */
struct pool;
struct job {
    struct job *next;
    void (*work)(struct job *job);                  /* on a worker */
    void (*done)(struct app *app, struct job *job); /* on the loop; frees the job */
    char owner[STORE_ID_MAX + 1];                   /* whose turn in the queue it is */
};
struct pool *pool_open(struct app *app, int threads);
void pool_add(struct pool *pool, struct job *job);
void pool_deliver(struct pool *pool);
int pool_length(struct pool *pool);
void pool_close(struct pool *pool);

/* --- log.c: a line with words only; log.h has more --- */
void log_line(const struct app *app, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
