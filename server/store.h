/* SPDX-License-Identifier: MIT */
/*
 * Where tables and users live: a table of functions, behind which SQLite stands (store_sqlite.c) or,
 * for several servers at once, PostgreSQL (store_postgres.c). No other file knows SQL.
 *
 * Changes are written by one thread in the order in which they were given, many at a time in one
 * transaction; whoever gave one hears of it only when it is durable. Everything else reads what is
 * durable, and every read says whether it found something, found nothing, or failed: a damaged file
 * never looks like the end of a list.
 *
 * A running server puts questions (store_ask) and goes on; a file answers at once, a database when it
 * has answered. The functions that read and wait are for starting, for tools and for tests.
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
    STORE_LIFE_MAX = 1024,
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
    bool gone;       /* deleted: the id stays, so that its cookies stay void; nothing else does */
    int64_t version; /* as it was read, where several servers write: see store_change */
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
    /* For several servers; written, never read back. */
    char keeper[STORE_ID_MAX + 1]; /* the node that sees to what is due; "": whoever comes first */
    bool for_bot;                  /* what is due is a bot's thought */
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
    /*
     * Where several servers write: the version that the row has from now on. It is a conflict if it
     * had another one than user->version meanwhile.
     */
    int64_t user_version;
    const struct store_session *session;       /* inserted, or updated by id */
    const char *end_session, *end_sessions_of; /* one session by id; all of a user */
    /*
     * Removes a user: sessions, name, password; lines of chat and names in events of all tables are
     * blanked; nothing of them can be found in the file afterwards. The id stays, marked gone.
     */
    const char *forget_user;
    const char *of_user; /* whom it concerns, for other servers, where nothing above names them */
    const char *life;    /* signs of life of the server; see store_life */
    const char *said;    /* to be told to all other servers: see STORE_NEWS_SAID */
};

enum store_result {
    STORE_DURABLE,
    STORE_CONFLICT, /* somebody else was first; nothing was written */
    STORE_FAILED,   /* the disk did not take it; nothing was written */
};
typedef void store_done(void *context, enum store_result result);

enum store_found {
    STORE_FOUND,
    STORE_NOTHING,
    STORE_BROKEN,
    STORE_LATER, /* no store says so: it was asked, and has not answered yet; see errand.h */
};

enum store_list {
    STORE_OPEN,   /* public tables with a free seat */
    STORE_LIVE,   /* public tables under way */
    STORE_MINE,   /* not over, where the user sits; those where it is their turn first */
    STORE_DONE,   /* over, where the user sat */
    STORE_PLACES, /* where the user ever sat or spoke, and what they made; always in the same order */
};

enum store_by { STORE_BY_ID, STORE_BY_KEY };

struct store_counts {
    int64_t commits, changes, conflicts, failures, read_errors;
    int64_t damages; /* how often something was met that is not as it was written */
    bool astray;     /* the files are not where they were, so nothing is written */
    int64_t last_commit_us, slowest_commit_us;
};

/* --- several servers on one store --- */

/* What another server did. It is a hint: what is in the store counts. */
enum store_news_kind {
    STORE_NEWS_TABLE, /* a table (id) has this event (seq) now */
    STORE_NEWS_USER,  /* a user (id) or their sessions have changed */
    STORE_NEWS_NAME,  /* a name (text: its key) may belong to somebody now */
    STORE_NEWS_WORK,  /* something is due that a thinking node may take */
    STORE_NEWS_SAID,  /* what another server had said (text) */
    STORE_NEWS_LOST,  /* there was no connection for a while: any table may have changed */
};
struct store_news {
    enum store_news_kind kind;
    const char *id, *text;
    int64_t seq;
};
struct store_node {
    const char *id;
    bool thinks; /* is given due work for bots, too */
    void (*hear)(void *context, const struct store_news *news); /* from inside store_deliver */
    void *context;
};

/* --- questions --- */

enum store_topic {
    STORE_ASK_USERS,    /* those among the ids in `values` that are there */
    STORE_ASK_OWNERS,   /* the same by the keys of their names */
    STORE_ASK_SESSIONS, /* of the user `id`, newest first */
    STORE_ASK_EVENTS,   /* of the table `id`, numbered first … last, in order */
    STORE_ASK_TABLES,   /* of a list, see store_tables; STORE_PLACES: from `after` on */
    STORE_ASK_SEQS,     /* the tables among `values` that are there: id and seq alone */
    STORE_ASK_DUE,      /* see store_due: `id` takes over until `last` what is due at `first` */
    STORE_ASK_COMMANDS, /* see store_commands */
    STORE_ASK_TAKE,     /* see store_take: one more of `id`, first = each_ms, last = most_ms */
};

/* It is copied; nothing of it need outlive the call. */
struct store_question {
    enum store_topic topic;
    char id[STORE_NAME_MAX + 1];
    char after[STORE_ID_MAX + 1];
    const char *const *values;
    int count;
    enum store_list list;
    int most;
    int64_t first, last;
};

/* Rows of the kind that was asked for. Events may be there although it is broken: up to the damage. */
struct store_answer {
    enum store_found found;
    int count;
    struct store_user *users;
    struct store_session *sessions;
    struct store_table *tables;
    struct store_event *events; /* their texts go with the answer */
    struct store_command {
        char *what, *data;
    } * commands;
    char (*due)[STORE_ID_MAX + 1];
    int64_t
        last; /* of events: the number of the last that the table has, -1 if there is no table */
    bool taken;
    int64_t wait_ms;
};

/* Takes the answer over; see store_answer_free. It is called by store_deliver, or before store_ask
 * returns where the answer is at hand. */
typedef void store_answered(void *context, struct store_answer *answer);

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
    enum store_found (*users)(struct store *store, enum store_by by, const char *const *values,
                              int count, void (*each)(void *context, const struct store_user *user),
                              void *context); /* NULL: one after the other */
    enum store_found (*sessions)(struct store *store, const char *user,
                                 bool (*each)(void *context, const struct store_session *session),
                                 void *context);
    enum store_found (*table)(struct store *store, const char *id, struct store_table *out);
    enum store_found (*events)(struct store *store, const char *table, int64_t first, int64_t last,
                               bool (*each)(void *context, const struct store_event *event),
                               void *context);
    enum store_found (*tables)(struct store *store, enum store_list list, const char *user,
                               const char *after, int most,
                               bool (*each)(void *context, const struct store_table *table),
                               void *context);
    enum store_found (*due)(struct store *store, int64_t now, int most, const char *owner,
                            int64_t lease_until,
                            bool (*each)(void *context, const char *table, int64_t due),
                            void *context);
    enum store_found (*commands)(struct store *store,
                                 void (*each)(void *context, const char *what, const char *data),
                                 void *context);
    enum store_found (*life)(struct store *store, char *out, size_t size);
    /* NULL where one server has the store for itself */
    bool (*take)(struct store *store, const char *what, int64_t each_ms, int64_t most_ms,
                 int64_t *out_wait_ms);
    bool (*attend)(struct store *store, const struct store_node *node);
    void (*ask)(struct store *store, const struct store_question *question, store_answered *done,
                void *context);
    bool (*in_use)(struct store *store);
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
/* A `done` for changes whose fate matters to nobody. */
void store_ignore(void *context, enum store_result result);
/* Calls the `done` of everything whose fate is known by now. */
void store_deliver(struct store *store);
/* Changes whose `done` has not been called yet, and questions without answer. */
int store_queue_length(struct store *store);
struct store_counts store_counts(struct store *store);
/* False since a read or a write failed, until one of the same kind has gone well again. */
bool store_healthy(struct store *store);

/* A secret of this installation, created on first use: 32 bytes. */
bool store_secret(struct store *store, uint8_t out_secret[32]);

/*
 * The signs of life that were written last, as they were given (at most STORE_LIFE_MAX bytes). Where
 * there are none, the time of the last event of any table, in ms.
 */
enum store_found store_life(struct store *store, char *out, size_t size);

enum store_found store_user(struct store *store, const char *id, struct store_user *out_user);
enum store_found store_user_by_key(struct store *store, const char *name_key,
                                   struct store_user *out_user);
/* Those among many that are there, by one question where a question is a way. */
enum store_found store_users(struct store *store, enum store_by by, const char *const *values,
                             int count, void (*each)(void *context, const struct store_user *user),
                             void *context);
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

/*
 * Says which node of several this process is, and has it hear what the others do. False: nobody else
 * can write to this store, and nothing will be heard.
 */
bool store_attend(struct store *store, const struct store_node *node);
/*
 * One more of what all servers together allow so often: it lasts for `each_ms`, and `most_ms` of them may
 * be ahead. False, and how long to wait, if there is none left. Where one server has the store for itself,
 * or the store does not answer, true: every server counts besides.
 */
bool store_take(struct store *store, const char *what, int64_t each_ms, int64_t most_ms,
                int64_t *out_wait_ms);
/* Has another server it open? */
bool store_is_in_use(struct store *store);

/* --- asking without waiting --- */

/* Answered in any case, also at the end, when nothing is read any more (STORE_BROKEN). */
void store_ask(struct store *store, const struct store_question *question, store_answered *done,
               void *context);
void store_answer_free(struct store_answer *answer);
/* An empty answer; a process without memory for that ends. */
struct store_answer *store_answer_new(enum store_found found);
/* Room for `count` rows of the topic. False: out of memory. */
bool store_answer_room(struct store_answer *answer, enum store_topic topic, int count);
/* Adds an event with texts of its own; the room is there. */
bool store_answer_event(struct store_answer *answer, const struct store_event *event);
#endif
