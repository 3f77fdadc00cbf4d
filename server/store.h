/*
 * Where tables and users live: a table of functions, so that another database can stand behind it;
 * SQLite does today (store_sqlite.c). No other file knows SQL.
 *
 * Changes are written by one thread in the order in which they were given, many at a time in one
 * transaction; whoever gave one hears of it only when it is durable. Everything else reads what is
 * durable, at once, and every read says whether it found something, found nothing, or failed: a
 * damaged file never looks like the end of a list.
 *
 * All functions are for the thread that opened the store.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_ID_MAX = 24,
    STORE_NAME_MAX = 64,
    STORE_PASSWORD_MAX = 128,
    STORE_AGENT_MAX = 80,
    STORE_SUMMARY_MAX = 4096, /* bytes of a table's summary */
};

/* --- what is kept --- */

struct store_user {
    char id[STORE_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1];         /* "" for a guest who has not chosen one */
    char name_key[STORE_NAME_MAX + 1];     /* what no two users with a password may share */
    char password[STORE_PASSWORD_MAX + 1]; /* hash, "" if none */
    int64_t generation;                    /* cookies of older ones are void */
    int64_t created;
    int64_t muted_until; /* may not chat before */
    bool banned;
    bool gone; /* deleted: the id stays, so that its cookies stay void; nothing else does */
};

/* A device that is signed in. */
struct store_session {
    char id[STORE_ID_MAX + 1];
    char user[STORE_ID_MAX + 1];
    char agent[STORE_AGENT_MAX + 1]; /* what the browser calls itself, cut */
    int64_t created, seen;
};

/* A table as lists need it, written with every event; nothing must be replayed to show it. */
struct store_table {
    char id[STORE_ID_MAX + 1];
    char game[32];
    char status[12]; /* open, playing, over */
    bool open;       /* listed for everybody */
    int64_t seq;     /* of its last event */
    int64_t created, updated;
    char actor[STORE_ID_MAX + 1];        /* user whose turn it is, or "" */
    int64_t due;                         /* when the server must do something by itself; 0: never */
    char summary[STORE_SUMMARY_MAX + 1]; /* JSON for lists, with ids of users, without names */
};

struct store_event {
    int64_t seq;
    int64_t at;
    const char *what;
    const char *data; /* JSON */
};

/* What one transaction writes; parts that are NULL are left alone. */
struct store_change {
    /*
     * The table's row and its next event. The event's number is the one after the last that the
     * writer knew: if the table has it already the whole change is a conflict, and nothing of it
     * is written. `table->seq` is set from the event.
     */
    const struct store_table *table;
    const struct store_event *event;
    const char *const *seats; /* users at the table, by seat; seat_count of them, "" for none */
    int seat_count;
    /* Inserted, or updated by id. A conflict if another user has the same name_key. */
    const struct store_user *user;
    const struct store_session *session;       /* inserted, or updated by id */
    const char *end_session, *end_sessions_of; /* one session by id; all of a user */
    /*
     * Removes a user: sessions, name, password; lines of chat and names in events of all tables are
     * blanked; nothing of them can be found in the file afterwards. The id stays, marked gone.
     */
    const char *forget_user;
};

enum store_result {
    STORE_DURABLE,
    STORE_CONFLICT, /* somebody else was first; nothing was written */
    STORE_FAILED,   /* the disk did not take it; nothing was written */
};
typedef void store_done(void *context, enum store_result result);

enum store_found { STORE_FOUND, STORE_NOTHING, STORE_BROKEN };

enum store_list {
    STORE_OPEN,   /* public tables with a free seat */
    STORE_LIVE,   /* public tables under way */
    STORE_MINE,   /* not over, where the user sits; those where it is their turn first */
    STORE_DONE,   /* over, where the user sat */
    STORE_PLACES, /* where the user ever sat or spoke, in the order of their creation */
};

struct store_counts {
    int64_t commits, changes, conflicts, failures, read_errors;
    int64_t last_commit_us, slowest_commit_us;
};

struct store;

/* What a back end provides. See the functions below for what each does. */
struct store_backend {
    void (*close)(struct store *store);
    void (*write)(struct store *store, const struct store_change *change, store_done *done,
                  void *context);
    void (*deliver)(struct store *store);
    int (*queue_length)(struct store *store);
    struct store_counts (*counts)(struct store *store);
    bool (*healthy)(struct store *store);
    bool (*secret)(struct store *store, uint8_t out_secret[32]);
    enum store_found (*user)(struct store *store, const char *id, struct store_user *out);
    enum store_found (*user_by_key)(struct store *store, const char *name_key,
                                    struct store_user *out);
    enum store_found (*sessions)(struct store *store, const char *user,
                                 bool (*each)(void *context, const struct store_session *session),
                                 void *context);
    enum store_found (*table)(struct store *store, const char *id, struct store_table *out);
    enum store_found (*events)(struct store *store, const char *table, int64_t first, int64_t last,
                               bool (*each)(void *context, const struct store_event *event),
                               void *context);
    enum store_found (*tables)(struct store *store, enum store_list list, const char *user,
                               int most,
                               bool (*each)(void *context, const struct store_table *table),
                               void *context);
    enum store_found (*due)(struct store *store, int64_t now, int most, const char *owner,
                            int64_t lease_until,
                            bool (*each)(void *context, const char *table, int64_t due),
                            void *context);
    enum store_found (*commands)(struct store *store,
                                 void (*each)(void *context, const char *what, const char *data),
                                 void *context);
};

struct store {
    const struct store_backend *backend;
};

/*
 * Opens or creates; brings an older schema up to date. NULL after having written why into `why`:
 * also when another server has it open. `wake` is called from the writer's thread whenever results
 * are ready for store_deliver.
 */
struct store *store_open(const char *data, void (*wake)(void *context), void *context, char *why,
                         size_t why_size);
/* Writes what is still queued, tells it, and closes. */
void store_close(struct store *store);

/* Queues a change. `done` is called by store_deliver, never from inside this call. */
void store_write(struct store *store, const struct store_change *change, store_done *done,
                 void *context);
/* Calls the `done` of everything whose fate is known by now. */
void store_deliver(struct store *store);
/* Changes whose `done` has not been called yet. */
int store_queue_length(struct store *store);
struct store_counts store_counts(struct store *store);
/* False since a read or a write failed, until one of the same kind has gone well again. */
bool store_healthy(struct store *store);

/* A secret of this installation, created on first use: 32 bytes. */
bool store_secret(struct store *store, uint8_t out_secret[32]);

enum store_found store_user(struct store *store, const char *id, struct store_user *out_user);
enum store_found store_user_by_key(struct store *store, const char *name_key,
                                   struct store_user *out_user);
/* Calls `each` with every session of a user, newest first; stops when it returns false. */
enum store_found store_sessions(struct store *store, const char *user,
                                bool (*each)(void *context, const struct store_session *session),
                                void *context);
enum store_found store_table(struct store *store, const char *id, struct store_table *out_table);
/* The events of a table numbered first … last, in order. */
enum store_found store_events(struct store *store, const char *table, int64_t first, int64_t last,
                              bool (*each)(void *context, const struct store_event *event),
                              void *context);
/* Tables of a list, newest first. */
enum store_found store_tables(struct store *store, enum store_list list, const char *user, int most,
                              bool (*each)(void *context, const struct store_table *table),
                              void *context);
/*
 * Tables at which something is due by now and nobody else is at it: they are leased to `owner`
 * until `lease_until`; whoever does the work writes an event, which sets `due` anew and so ends the
 * lease.
 */
enum store_found store_due(struct store *store, int64_t now, int most, const char *owner,
                           int64_t lease_until,
                           bool (*each)(void *context, const char *table, int64_t due),
                           void *context);
/* What the host asked for while the server runs (takht admin); each is handed over once. */
enum store_found store_commands(struct store *store,
                                void (*each)(void *context, const char *what, const char *data),
                                void *context);

#endif
