/*
 * Where tables and users live. An interface, so that another database can stand behind it; SQLite
 * does today. Changes are written by one thread in the order in which they were given, many at a
 * time in one transaction; whoever gave one hears of it only when it is durable. Everything else
 * reads what is durable, at once.
 *
 * All functions are for the thread that opened the store.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_ID_MAX = 24, STORE_NAME_MAX = 64, STORE_PASSWORD_MAX = 128 };

struct store;

struct store_user {
    char id[STORE_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1];         /* "" for a guest who has not chosen one */
    char password[STORE_PASSWORD_MAX + 1]; /* hash, "" if none */
    int64_t generation;                    /* cookies of older ones are void */
    int64_t created;
    bool banned;
};

/* The summary of a table, for lists. */
struct store_table {
    char id[STORE_ID_MAX + 1];
    char game[32];
    char status[12]; /* open, playing, over */
    bool open;       /* listed for everybody */
    bool running;    /* a clock runs or a bot is to move: wants to be in memory after a restart */
    int64_t created, updated;
    char actor[STORE_ID_MAX + 1]; /* user whose turn it is, or "" */
};

struct store_event {
    int64_t seq;
    int64_t at;
    const char *what;
    const char *data; /* JSON */
};

/* What one transaction writes; parts that are NULL are left alone. */
struct store_change {
    const struct store_table *table; /* inserted or replaced */
    const struct store_event *event; /* of that table */
    const struct store_user *user;   /* inserted or replaced */
    /* seats of the table, by user; seat_count of them, "" for none */
    const char *const *seats;
    int seat_count;
    const char *forget_user; /* removes a user and the name from tables */
};

typedef void store_done(void *context, bool durable);

/*
 * Opens or creates; brings an older schema up to date. NULL after having written why into `why`.
 * `wake` is called from the writer's thread whenever results are ready for store_deliver.
 */
struct store *store_open(const char *path, void (*wake)(void *context), void *context, char *why,
                         size_t why_size);
/* Writes what is still queued, tells it, and closes. */
void store_close(struct store *store);

/* Queues a change. `done` is called by store_deliver once it is durable, or could not be made so.
 */
void store_write(struct store *store, const struct store_change *change, store_done *done,
                 void *context);
/* Calls the `done` of everything that is durable by now. */
void store_deliver(struct store *store);
/* Changes whose `done` has not been called yet. */
int store_queue_length(struct store *store);
/* Time the last commit took, in microseconds, and number of commits and changes so far. */
struct store_stats {
    int64_t commits, changes, last_commit_us, slowest_commit_us;
};
struct store_stats store_stats(struct store *store);

/* A secret of this installation, created on first use: 32 bytes. */
bool store_secret(struct store *store, uint8_t out_secret[32]);

bool store_user_load(struct store *store, const char *id, struct store_user *out_user);
bool store_user_by_name(struct store *store, const char *name, struct store_user *out_user);
bool store_table_load(struct store *store, const char *id, struct store_table *out_table);
/* Calls `each` with the events of a table from `first` on, in order; stops when it returns false.
 */
void store_events(struct store *store, const char *table, int64_t first,
                  bool (*each)(void *context, const struct store_event *event), void *context);

enum store_list { STORE_OPEN, STORE_LIVE, STORE_MINE, STORE_DONE, STORE_RUNNING };
/* Tables of a list, newest first (STORE_MINE: those where it is the user's turn first). */
void store_tables(struct store *store, enum store_list list, const char *user, int most,
                  bool (*each)(void *context, const struct store_table *table), void *context);

/* What the host asked for while the server runs (takht admin); each is handed over once. */
void store_commands(struct store *store,
                    void (*each)(void *context, const char *what, const char *data), void *context);

bool store_healthy(struct store *store);

#endif
