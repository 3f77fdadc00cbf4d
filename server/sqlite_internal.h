/* SPDX-License-Identifier: MIT */
/* What the files of the store on SQLite share. */
#ifndef SERVER_SQLITE_INTERNAL_H
#define SERVER_SQLITE_INTERNAL_H

#include <pthread.h>

#include <sqlite3.h>

#include "store_sqlite.h"

/* --- sqlite_base.c: a database and its statements --- */

enum { SQLITE_BUSY_MS = 5000 }; /* how long another writer is waited for */

bool sqlite_run(sqlite3 *database, const char *sql);
void sqlite_text(sqlite3_stmt *statement, int index, const char *text);
/* Copies a column of text, cut to the room there is. */
void sqlite_column(sqlite3_stmt *statement, int index, char *out, size_t size);
/* The first column of the first row; -1 if there is none, or after an error. */
int64_t sqlite_number(sqlite3 *database, const char *sql);
/* "PATH: what SQLite says" */
void sqlite_why(sqlite3 *database, const char *path, char *why, size_t size);

/* False, and why, for a folder, a pipe or a device. */
bool sqlite_is_file(const char *path, char *why, size_t size);
/* The path as SQLite is to take it: ":memory:" and the like are files as any other. `room` has PATH_MAX + 3 bytes. */
const char *sqlite_path(const char *path, char *room);
/* False for a database of another program, which is left as it is. One that is new or cannot be read is not foreign. */
bool sqlite_is_ours(sqlite3 *database, const char *path, char *why, size_t size);
/* Opens a database that is there, to look at it without leaving a trace. NULL after saying why. */
sqlite3 *sqlite_read_only(const char *path, char *why, size_t size);

/* --- sqlite_files.c: the files, and whether they are still where they were --- */

enum { SQLITE_FILES = 3 };
struct sqlite_files {
    char *path; /* without links */
    struct sqlite_file_id {
        bool known;
        uint64_t device, number;
    } id[SQLITE_FILES];
};

/* Remembers the files of a database that is open. */
void sqlite_files_note(struct sqlite_files *files, const char *path);
/*
 * SQLite goes on with files that were deleted, moved or replaced, and what it writes there is gone with the
 * process. True while each is the one that was noted.
 */
bool sqlite_files_are_there(const struct sqlite_files *files);
void sqlite_files_forget(struct sqlite_files *files);

/* --- sqlite_schema.c --- */

/* Brings the schema up to date. False after having written why. */
bool sqlite_migrate(sqlite3 *database, char *why, size_t size);
/* Do we know what is in it? Not if a newer takht has written it. */
bool sqlite_is_known(sqlite3 *database, char *why, size_t size);

/* --- sqlite_forget.c: what must not be found any more --- */

/*
 * Teaches a connection two functions over the JSON of an event or a summary:
 * unnamed(json) takes the name out of every object that has the id of a user;
 * forgotten(json, user) does so for one user, and blanks what they said.
 */
bool sqlite_forget_functions(sqlite3 *database);

/* --- what the writer does, one after the other --- */

struct sqlite_store;
struct sqlite_job;
typedef enum store_result sqlite_work(struct sqlite_store *store, struct sqlite_job *job);

struct sqlite_job {
    struct sqlite_job *next;
    sqlite_work *work; /* on the writer's thread */
    void *payload;     /* what is to be done, freed with the job */
    bool judged_first; /* once it has changed something it is not refused any more */
    bool erases;       /* afterwards nothing of what was there may be left in the file */
    store_done *done;  /* NULL: somebody waits for it (sqlite_task) */
    void *context;
    enum store_result result;
    bool answered, abandoned; /* of a task */
};

struct sqlite_queue {
    struct sqlite_job *first, **last;
};

/* Statements of the writer. */
enum sqlite_put {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO,
    RELEASE,
    LAST_EVENT,
    PUT_EVENT,
    PUT_TABLE,
    PUT_SEAT,
    DROP_SEAT,
    DROP_SEATS_FROM,
    MARK_SEATS,
    PUT_PLACE,
    PUT_PLACE_OF_EVENT,
    PUT_USER,
    PUT_SESSION,
    END_SESSION,
    END_SESSIONS,
    FORGET_EVENTS,
    FORGET_SUMMARIES,
    FORGET_SEATS,
    FORGET_PLACES,
    FORGET_USER,
    PUT_SECRET,
    PUT_LEASE,
    DROP_COMMANDS,
    PUT_PROBE,
    PUT_LIFE,
    PUT_MARK,
    DROP_MARK,
    SQLITE_PUTS
};

/* Statements of the reader. */
enum sqlite_get {
    GET_SECRET,
    GET_LIFE,
    GET_UPDATED,
    GET_USER,
    GET_USER_BY_KEY,
    GET_SESSIONS,
    GET_TABLE,
    GET_SEQ,
    GET_EVENTS,
    GET_OPEN,
    GET_LIVE,
    GET_MINE,
    GET_DONE,
    GET_PLACES,
    GET_DUE,
    GET_COMMANDS,
    SQLITE_GETS
};
extern const char *const sqlite_get_texts[SQLITE_GETS];

struct sqlite_store {
    struct store base;
    int lock_file; /* held while the store is open, so that there is one server */
    struct sqlite_files files;
    void (*wake)(void *context);
    void *context;

    sqlite3 *reader; /* of the caller's thread */
    sqlite3_stmt *gets[SQLITE_GETS];
    bool read_broken;
    _Atomic int64_t damages; /* how often damage was met, by either thread */
    _Atomic bool astray; /* the files were not in their place when something was to be written */
    int64_t read_errors;
    int under_way;     /* changes that nobody was told of yet */
    int64_t probed_at; /* when a write was last tried only to see whether it goes */

    sqlite3 *writer; /* of the writer's thread */
    sqlite3_stmt *puts[SQLITE_PUTS];
    bool fault;                 /* SQLite has failed in the transaction under way */
    int64_t sweep_next;         /* the next page to be swept; 0: nothing was erased */
    bool sweep_blocked;         /* the last attempt was in vain */
    int64_t erased_at;          /* when something was last erased, in microseconds */
    struct sqlite_queue erased; /* durable, and to be told when the file is swept */
    int64_t begun_at;           /* the transaction before, in microseconds */
    bool crowded;               /* many wrote of late */
    int crowd;                  /* changes since crowd_since */
    int64_t crowd_since;        /* microseconds */

    pthread_t thread;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t changed, answered;
    struct sqlite_queue waiting, finished;
    int tasks;      /* in `waiting`: somebody stands still for them */
    bool gathering; /* the writer waits for more than one change */
    bool closing, write_broken;
    struct store_counts counts;
};

/* --- sqlite_read.c: what SQLite says about the file --- */

/* Does this result tell of damage, which does not pass by itself? It is counted then. */
void sqlite_note_result(struct sqlite_store *store, int result);

/* --- sqlite_queue.c: the writer's thread, and the way to it and back --- */

bool sqlite_queue_start(struct sqlite_store *store);
void sqlite_queue_stop(struct sqlite_store *store); /* after everything queued was written */

/*
 * Has the writer do something and waits for it. NULL if that took too long; else the job, to be
 * freed with sqlite_job_free. Takes the payload, which may be NULL for want of memory.
 */
struct sqlite_job *sqlite_task(struct sqlite_store *store, sqlite_work *work, void *payload);
void sqlite_job_free(struct sqlite_job *job);

void sqlite_deliver(struct store *base);
int sqlite_queue_length(struct store *base);
struct store_counts sqlite_counts(struct store *base);
bool sqlite_healthy(struct store *base);
/* Queues a job of the caller's; `done` is called by sqlite_deliver. */
void sqlite_queue_add(struct sqlite_store *store, struct sqlite_job *job);

/* --- sqlite_sweep.c: nothing erased stays in the file --- */

enum sqlite_sweep { SQLITE_SWEEP_DONE, SQLITE_SWEEP_MORE, SQLITE_SWEEP_BLOCKED };
/* Sweeps a slice from store->sweep_next on. */
enum sqlite_sweep sqlite_sweep(struct sqlite_store *store);

/* --- sqlite_write.c: what one change does --- */

bool sqlite_prepare_puts(struct sqlite_store *store);
/* Runs a statement of the writer to its end: rows changed, or -1 after a constraint or a fault. */
int sqlite_put(struct sqlite_store *store, enum sqlite_put put);
void sqlite_write(struct store *base, const struct store_change *change, store_done *done,
                  void *context);
sqlite_work sqlite_probe; /* writes a mark, only to see that it can be done */

/* --- sqlite_read.c, sqlite_tasks.c --- */

/* A statement that is not in use; NULL after an error, which is counted. */
sqlite3_stmt *sqlite_get(struct sqlite_store *store, enum sqlite_get get);
/* True for a row; at the end or after an error false, with *out_found set if it was broken. */
bool sqlite_next(struct sqlite_store *store, sqlite3_stmt *statement, enum store_found *out_found);
void sqlite_give_back(struct sqlite_store *store, enum sqlite_get get, sqlite3_stmt *statement);

enum store_found sqlite_user(struct store *base, const char *id, struct store_user *out);
enum store_found sqlite_user_by_key(struct store *base, const char *name_key,
                                    struct store_user *out);
enum store_found sqlite_sessions(struct store *base, const char *user,
                                 bool (*each)(void *context, const struct store_session *session),
                                 void *context);
enum store_found sqlite_table(struct store *base, const char *id, struct store_table *out);
enum store_found sqlite_events(struct store *base, const char *table, int64_t first, int64_t last,
                               bool (*each)(void *context, const struct store_event *event),
                               void *context);
enum store_found sqlite_tables(struct store *base, enum store_list list, const char *user,
                               const char *after, int most,
                               bool (*each)(void *context, const struct store_table *table),
                               void *context);

bool sqlite_secret(struct store *base, uint8_t out_secret[32]);
enum store_found sqlite_due(struct store *base, int64_t now, int most, const char *owner,
                            int64_t lease_until,
                            bool (*each)(void *context, const char *table, int64_t due),
                            void *context);
enum store_found sqlite_life(struct store *base, char *out, size_t size);
enum store_found sqlite_commands(struct store *base,
                                 void (*each)(void *context, const char *what, const char *data),
                                 void *context);

#endif
