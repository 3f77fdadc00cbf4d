/* SPDX-License-Identifier: MIT */
/* What the files of the store on PostgreSQL share. */
#ifndef SERVER_POSTGRES_INTERNAL_H
#define SERVER_POSTGRES_INTERNAL_H

#include <pthread.h>

#include <libpq-fe.h>

#include "change.h"
#include "store_postgres.h"

/* --- postgres_base.c: a connection, and a question with a bound on how long it is waited for --- */

enum {
    POSTGRES_READ_MS = 3000,  /* for answers; then the connection is given up */
    POSTGRES_WRITE_MS = 8000, /* for a transaction; then the connection is given up */
    POSTGRES_HEAR_MS = 2000,  /* for what the hearer says and asks */
    POSTGRES_SLOW_MS = 60000, /* forgetting somebody, copying */
    POSTGRES_ARGS_MAX = 20,
    POSTGRES_READERS = 2,       /* a list that takes long does not hold up a user */
    POSTGRES_ASKED_MAX = 10000, /* questions that may wait; who comes then hears "broken" */
};

/* Arguments of a statement. Texts are not copied, numbers are. */
struct postgres_args {
    int count;
    const char *value[POSTGRES_ARGS_MAX];
    char number[POSTGRES_ARGS_MAX][24];
};
void postgres_text(struct postgres_args *args, const char *text); /* or NULL */
void postgres_number(struct postgres_args *args, int64_t number);

/* What connections are for; each has its statements prepared when it is opened. */
enum postgres_role { POSTGRES_READER, POSTGRES_WRITER, POSTGRES_HEARER };

enum postgres_statement {
    PG_SECRET,
    PG_PUT_SECRET,
    PG_LIFE,
    PG_UPDATED,
    PG_USER,
    PG_USER_BY_KEY,
    PG_USERS,
    PG_USERS_BY_KEY,
    PG_SESSIONS,
    PG_TABLE,
    PG_EVENTS,
    PG_OPEN,
    PG_LIVE,
    PG_MINE,
    PG_DONE,
    PG_PLACES,
    PG_DUE,
    PG_COMMANDS,
    PG_OTHERS,
    PG_TAKE,
    PG_LOOK,

    PG_BEGIN,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_NOTIFY,
    PG_PUT_EVENT,
    PG_PUT_TABLE,
    PG_SAME_EVENT,
    PG_PUT_USER,
    PG_PUT_SESSION,
    PG_END_SESSION,
    PG_END_SESSIONS,
    PG_PUT_LIFE,
    PG_SAID_EVENTS,
    PG_BLANK_EVENT,
    PG_SAID_SUMMARIES,
    PG_BLANK_SUMMARY,
    PG_FORGET_SEATS,
    PG_FORGET_PLACES,
    PG_FORGET_USER,

    PG_BEAT,
    PG_LEAVE,
    PG_TOUCHED,
    POSTGRES_STATEMENTS
};
extern const struct postgres_text {
    enum postgres_role role;
    const char *sql;
} postgres_texts[POSTGRES_STATEMENTS];

/* NULL after having written why, which names no password. */
PGconn *postgres_connect(const char *data, char *why, size_t size);
/* The same with the statements of a role prepared. */
PGconn *postgres_connect_as(const char *data, enum postgres_role role, char *why, size_t size);
/*
 * Runs a prepared statement and waits at most so long. NULL: no answer came, and the connection is of
 * no use any more; else the answer, which may be an error.
 */
PGresult *postgres_ask(PGconn *connection, enum postgres_statement statement,
                       const struct postgres_args *args, int ms);
/* Sends a statement; its answer comes in its turn. */
bool postgres_send(PGconn *connection, enum postgres_statement statement,
                   const struct postgres_args *args);
/* The next answer, NULL between those of two statements; *out_late if none came in time. */
PGresult *postgres_next(PGconn *connection, int64_t until_us, bool *out_late);
bool postgres_is_fine(const PGresult *result);
int64_t postgres_microseconds(void);
/* Plain SQL without answer, for setting up. */
bool postgres_run(PGconn *connection, const char *sql);
/* "what PostgreSQL says", in one line. */
void postgres_why(PGconn *connection, char *why, size_t size);
/* Columns of an answer; a NULL is "" and 0. */
void postgres_column(const PGresult *result, int row, int column, char *out, size_t size);
int64_t postgres_int(const PGresult *result, int row, int column);

/* --- postgres_schema.c --- */

/* Brings the schema up to date, one server at a time. False after having written why. */
bool postgres_migrate(PGconn *connection, char *why, size_t size);

/* --- what the writer does --- */

struct postgres_job {
    struct postgres_job *next;
    struct change *change;
    bool apart;  /* of several parts that stand or fall together: a transaction of its own */
    bool unsure; /* was sent, and nobody knows whether it became durable */
    int64_t queued_us;
    store_done *done;
    void *context;
    enum store_result result;
};

struct postgres_queue {
    struct postgres_job *first, **last;
};

/* What the hearer found out for the loop. */
struct postgres_heard {
    struct postgres_heard *next;
    enum store_news_kind kind;
    int64_t seq;
    char id[STORE_ID_MAX + 1];
    char *text;
};

struct postgres_heard_queue {
    struct postgres_heard *first, **last;
};

/* A question on its way to a reader, and with its answer back to the loop. */
struct postgres_asked {
    struct postgres_asked *next;
    struct store_question question;
    char *array; /* its values, as the database reads them */
    bool thinks; /* of what is due, also for bots */
    store_answered *done;
    void *context;
    struct store_answer *answer;
};

struct postgres_asked_queue {
    struct postgres_asked *first, **last;
    int count;
};

/* A thread that reads for the loop. */
struct postgres_reader {
    struct postgres_store *store;
    pthread_t thread;
    PGconn *connection;
    int64_t next_try_us;
    int back_off_ms;
};

struct postgres_store {
    struct store base;
    char *data;
    void (*wake)(void *context);
    void *context;

    /* of the loop's thread */
    PGconn *reader; /* for who waits; NULL: none is needed */
    _Atomic bool read_broken;
    _Atomic int64_t read_errors, damages; /* readers count, too */
    int under_way;                        /* changes and questions that nobody was told of yet */

    struct postgres_reader readers[POSTGRES_READERS];
    int reader_count; /* whose threads run */

    /* of the writer's thread */
    pthread_t writer_thread;
    PGconn *writer;
    int64_t lost_us; /* since when there is no connection; 0: there is one */
    int64_t next_try_us;
    int back_off_ms;
    char state[6]; /* SQLSTATE of the last refusal */

    /* of the hearer's thread */
    pthread_t hearer_thread;
    PGconn *hearer;
    int doorbell; /* an eventfd that wakes it */
    char node[STORE_ID_MAX + 1];
    bool thinks;
    void (*hear)(void *context, const struct store_news *news);
    void *hear_context;

    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t changed, questions;
    struct postgres_queue waiting, finished;
    struct postgres_asked_queue asked, answered;
    struct postgres_heard_queue heard;
    bool attending, closing, write_broken;
    int64_t busy_us; /* since when a transaction is under way; 0: none is */
    struct store_counts counts;
};

/* --- postgres_queue.c: the writer's thread, and the way to it and back --- */

bool postgres_queue_start(struct postgres_store *store);
void postgres_queue_stop(struct postgres_store *store); /* after everything queued was written */
/* Whoever waits for a writer that stands still hears that it cannot be written; nothing was sent. */
void postgres_refuse_waiting(struct postgres_store *store);
void postgres_write(struct store *base, const struct store_change *change, store_done *done,
                    void *context);
void postgres_deliver(struct store *base);
int postgres_queue_length(struct store *base);
struct store_counts postgres_counts(struct store *base);
bool postgres_healthy(struct store *base);

/* --- postgres_write.c: what one change does --- */

/* Has a change more than one part that must be judged? */
bool postgres_is_apart(const struct change *change);
/* Sends the one statement of a change that is not apart. */
bool postgres_send_change(PGconn *connection, const struct change *change);
enum store_result postgres_judge(const struct change *change, const PGresult *result);
/*
 * The parts of a change that is apart, one after the other in the transaction that is open. False: it
 * was refused or lost, as store->state says; else *out_result is whether it may be committed.
 */
bool postgres_write_parts(struct postgres_store *store, const struct change *change,
                          enum store_result *out_result);
/* Is the event of this change in the store, exactly as it is here? False: that cannot be found out. */
bool postgres_same_event(PGconn *connection, const struct change *change, bool *out_same);

/* --- postgres_forget.c: what must not be found any more --- */

bool postgres_forget(struct postgres_store *store, const char *user);
/* A statement of the writer; false if it was refused or lost. The answer is for the caller to clear. */
bool postgres_put(struct postgres_store *store, enum postgres_statement statement,
                  const struct postgres_args *args, PGresult **out_result);

/* --- postgres_hear.c: what other nodes do --- */

bool postgres_hear_start(struct postgres_store *store);
void postgres_hear_stop(struct postgres_store *store);
void postgres_hear_deliver(struct postgres_store *store);
bool postgres_attend(struct store *base, const struct store_node *node);

/* --- postgres_ask.c: threads that read for the loop --- */

bool postgres_ask_start(struct postgres_store *store);
void postgres_ask_stop(struct postgres_store *store);
void postgres_ask_deliver(struct postgres_store *store);
void postgres_question(struct store *base, const struct store_question *question,
                       store_answered *done, void *context);

/* --- postgres_read.c, postgres_tasks.c --- */

/* Asks and waits; NULL after an error, which is counted. */
PGresult *postgres_get(struct postgres_store *store, enum postgres_statement statement,
                       const struct postgres_args *args);
void postgres_note_broken(struct postgres_store *store);
void postgres_hang_up_reader(struct postgres_store *store);
void postgres_read_user(const PGresult *result, int row, struct store_user *out);
void postgres_read_session(const PGresult *result, int row, struct store_session *out);
void postgres_read_table(const PGresult *result, int row, struct store_table *out);
/* {"a","b"}: what the database reads as an array; to be freed. */
char *postgres_array(const char *const *values, int count);
enum postgres_statement postgres_list(enum store_list list);
void postgres_list_args(struct postgres_args *args, enum store_list list, const char *user,
                        const char *after, int most);

enum store_found postgres_user(struct store *base, const char *id, struct store_user *out);
enum store_found postgres_user_by_key(struct store *base, const char *name_key,
                                      struct store_user *out);
enum store_found postgres_users(struct store *base, enum store_by by, const char *const *values,
                                int count,
                                void (*each)(void *context, const struct store_user *user),
                                void *context);
enum store_found postgres_sessions(struct store *base, const char *user,
                                   bool (*each)(void *context, const struct store_session *session),
                                   void *context);
enum store_found postgres_table(struct store *base, const char *id, struct store_table *out);
enum store_found postgres_events(struct store *base, const char *table, int64_t first, int64_t last,
                                 bool (*each)(void *context, const struct store_event *event),
                                 void *context);
enum store_found postgres_tables(struct store *base, enum store_list list, const char *user,
                                 const char *after, int most,
                                 bool (*each)(void *context, const struct store_table *table),
                                 void *context);

bool postgres_in_use(struct store *base);
bool postgres_secret(struct store *base, uint8_t out_secret[32]);
enum store_found postgres_due(struct store *base, int64_t now, int most, const char *owner,
                              int64_t lease_until,
                              bool (*each)(void *context, const char *table, int64_t due),
                              void *context);
enum store_found postgres_life(struct store *base, char *out, size_t size);
bool postgres_take(struct store *base, const char *what, int64_t each_ms, int64_t most_ms,
                   int64_t *out_wait_ms);
enum store_found postgres_commands(struct store *base,
                                   void (*each)(void *context, const char *what, const char *data),
                                   void *context);

#endif
