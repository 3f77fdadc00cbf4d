/* The store on SQLite: one connection that writes, on its own thread, and one that reads. */
#include "store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>
#include <sqlite3.h>

/* A change, copied, on its way to the disk and back. */
struct job {
    struct job *next;
    struct store_table table;
    struct store_user user;
    struct store_event event;
    bool has_table, has_user, has_event;
    char (*seats)[STORE_ID_MAX + 1];
    int seat_count;
    char forget[STORE_ID_MAX + 1];
    store_done *done;
    void *context;
    bool durable;
};

struct queue {
    struct job *first, **last;
};

enum statement {
    PUT_TABLE,
    PUT_EVENT,
    PUT_USER,
    DROP_SEATS,
    PUT_SEAT,
    FORGET_USER,
    FORGET_SEATS,
    STATEMENTS
};

struct store {
    sqlite3 *writer, *reader;
    sqlite3_stmt *statements[STATEMENTS];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue waiting, finished;
    int under_way; /* changes that nobody was told of yet; only the caller's thread counts them */
    bool closing;
    struct store_stats stats;
    void (*wake)(void *context);
    void *context;
};

/* --- schema --- */

/* Each step brings the schema from its index to the next version. Steps are never changed, only
 * added. */
static const char *const migrations[] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE users(id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT UNIQUE, password "
    "TEXT NOT NULL,"
    " generation INTEGER NOT NULL, created INTEGER NOT NULL, banned INTEGER NOT NULL) STRICT, "
    "WITHOUT ROWID;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, open "
    "INTEGER NOT NULL,"
    " running INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, actor TEXT NOT "
    "NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_by_status ON tables(status, open, updated);"
    "CREATE TABLE seats(table_id TEXT NOT NULL, seat INTEGER NOT NULL, user_id TEXT NOT NULL,"
    " PRIMARY KEY(table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_by_user ON seats(user_id);"
    "CREATE TABLE events(table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, what "
    "TEXT NOT NULL,"
    " data TEXT NOT NULL, PRIMARY KEY(table_id, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE commands(id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, data TEXT NOT "
    "NULL) STRICT;",
};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

static const char *const statement_texts[STATEMENTS] = {
    [PUT_TABLE] = "INSERT OR REPLACE INTO tables VALUES(?,?,?,?,?,?,?,?)",
    [PUT_EVENT] = "INSERT INTO events VALUES(?,?,?,?,?)",
    [PUT_USER] = "INSERT OR REPLACE INTO users VALUES(?,?,?,?,?,?,?)",
    [DROP_SEATS] = "DELETE FROM seats WHERE table_id = ?",
    [PUT_SEAT] = "INSERT INTO seats VALUES(?,?,?)",
    [FORGET_USER] = "DELETE FROM users WHERE id = ?",
    [FORGET_SEATS] = "DELETE FROM seats WHERE user_id = ?",
};

static bool run(sqlite3 *database, const char *sql)
{
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int64_t single_number(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement;
    int64_t number = -1;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static bool migrate(sqlite3 *database, char *why, size_t why_size)
{
    int64_t version = single_number(database, "PRAGMA user_version");
    if (version > SCHEMA) {
        snprintf(why, why_size,
                 "the file was written by a newer takht (schema %lld, this one knows %d)",
                 (long long)version, SCHEMA);
        return false;
    }
    for (; version >= 0 && version < SCHEMA; version++) {
        char bump[64];
        snprintf(bump, sizeof bump, "PRAGMA user_version = %d", (int)version + 1);
        if (!run(database, "BEGIN IMMEDIATE") || !run(database, migrations[version]) ||
            !run(database, bump) || !run(database, "COMMIT")) {
            snprintf(why, why_size, "schema step %d: %s", (int)version + 1,
                     sqlite3_errmsg(database));
            return false;
        }
    }
    return version == SCHEMA;
}

/* --- the writing thread --- */

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static bool finish(sqlite3_stmt *statement)
{
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return result == SQLITE_DONE;
}

static bool write_table(struct store *store, const struct store_table *table)
{
    sqlite3_stmt *s = store->statements[PUT_TABLE];
    bind_text(s, 1, table->id);
    bind_text(s, 2, table->game);
    bind_text(s, 3, table->status);
    sqlite3_bind_int(s, 4, table->open);
    sqlite3_bind_int(s, 5, table->running);
    sqlite3_bind_int64(s, 6, table->created);
    sqlite3_bind_int64(s, 7, table->updated);
    bind_text(s, 8, table->actor);
    return finish(s);
}

static bool write_event(struct store *store, const char *table, const struct store_event *event)
{
    sqlite3_stmt *s = store->statements[PUT_EVENT];
    bind_text(s, 1, table);
    sqlite3_bind_int64(s, 2, event->seq);
    sqlite3_bind_int64(s, 3, event->at);
    bind_text(s, 4, event->what);
    bind_text(s, 5, event->data);
    return finish(s);
}

/* Names are taken whatever the case of their Latin letters. */
static void name_key(const char *name, char out[STORE_NAME_MAX + 1])
{
    size_t i = 0;
    for (; name[i] != '\0' && i < STORE_NAME_MAX; i++)
        out[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    out[i] = '\0';
}

static bool write_user(struct store *store, const struct store_user *user)
{
    sqlite3_stmt *s = store->statements[PUT_USER];
    char key[STORE_NAME_MAX + 1];
    name_key(user->name, key);
    bind_text(s, 1, user->id);
    bind_text(s, 2, user->name);
    if (user->name[0] != '\0' && user->password[0] != '\0')
        bind_text(s, 3, key); /* only a name with a password is kept for its owner */
    bind_text(s, 4, user->password);
    sqlite3_bind_int64(s, 5, user->generation);
    sqlite3_bind_int64(s, 6, user->created);
    sqlite3_bind_int(s, 7, user->banned);
    return finish(s);
}

static bool write_seats(struct store *store, const struct job *job)
{
    sqlite3_stmt *drop = store->statements[DROP_SEATS], *put = store->statements[PUT_SEAT];
    bind_text(drop, 1, job->table.id);
    bool fine = finish(drop);
    for (int seat = 0; fine && seat < job->seat_count; seat++) {
        if (job->seats[seat][0] == '\0')
            continue;
        bind_text(put, 1, job->table.id);
        sqlite3_bind_int(put, 2, seat);
        bind_text(put, 3, job->seats[seat]);
        fine = finish(put);
    }
    return fine;
}

static bool forget(struct store *store, const char *user)
{
    bind_text(store->statements[FORGET_USER], 1, user);
    bind_text(store->statements[FORGET_SEATS], 1, user);
    bool gone = finish(store->statements[FORGET_USER]);
    return finish(store->statements[FORGET_SEATS]) && gone;
}

static bool write_job(struct store *store, const struct job *job)
{
    return (!job->has_table || write_table(store, &job->table)) &&
           (!job->has_event || write_event(store, job->table.id, &job->event)) &&
           (!job->has_user || write_user(store, &job->user)) &&
           (job->seats == NULL || write_seats(store, job)) &&
           (job->forget[0] == '\0' || forget(store, job->forget));
}

static int64_t microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A change that cannot be written is taken back alone; the others of the batch stand. */
static void write_batch(struct store *store, struct job *batch)
{
    bool begun = run(store->writer, "BEGIN IMMEDIATE");
    for (struct job *job = batch; job != NULL; job = job->next) {
        job->durable = begun && run(store->writer, "SAVEPOINT one") && write_job(store, job);
        if (begun && !job->durable)
            run(store->writer, "ROLLBACK TO one");
        if (begun)
            run(store->writer, "RELEASE one");
    }
    if (begun && run(store->writer, "COMMIT"))
        return;
    run(store->writer, "ROLLBACK");
    for (struct job *job = batch; job != NULL; job = job->next)
        job->durable = false;
}

static void enqueue(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

static struct job *take_all(struct queue *queue)
{
    struct job *first = queue->first;
    *queue = (struct queue){.last = &queue->first};
    return first;
}

static void count_batch(struct store *store, const struct job *batch, int64_t us)
{
    store->stats.commits++;
    for (; batch != NULL; batch = batch->next)
        store->stats.changes++;
    store->stats.last_commit_us = us;
    if (us > store->stats.slowest_commit_us)
        store->stats.slowest_commit_us = us;
}

static void *writer(void *argument)
{
    struct store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (store->waiting.first == NULL && !store->closing)
            pthread_cond_wait(&store->changed, &store->lock);
        struct job *batch = take_all(&store->waiting);
        if (batch == NULL)
            break;
        pthread_mutex_unlock(&store->lock);
        int64_t begun = microseconds();
        write_batch(store, batch);
        int64_t spent = microseconds() - begun;
        pthread_mutex_lock(&store->lock);
        count_batch(store, batch, spent);
        for (struct job *job = batch, *next; job != NULL; job = next) {
            next = job->next;
            enqueue(&store->finished, job);
        }
        store->wake(store->context);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* --- opening and closing --- */

static sqlite3 *open_database(const char *path, char *why, size_t why_size)
{
    sqlite3 *database = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK ||
        !run(database,
             "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
             "PRAGMA foreign_keys = ON;")) {
        snprintf(why, why_size, "%s: %s", path,
                 database != NULL ? sqlite3_errmsg(database) : "out of memory");
        sqlite3_close(database);
        return NULL;
    }
    return database;
}

static bool prepare(struct store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->writer, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static void close_databases(struct store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
}

struct store *store_open(const char *path, void (*wake)(void *context), void *context, char *why,
                         size_t why_size)
{
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    store->wake = wake;
    store->context = context;
    store->waiting.last = &store->waiting.first;
    store->finished.last = &store->finished.first;
    store->writer = open_database(path, why, why_size);
    bool ready = store->writer != NULL && migrate(store->writer, why, why_size);
    if (ready && !prepare(store)) {
        snprintf(why, why_size, "%s", sqlite3_errmsg(store->writer));
        ready = false;
    }
    ready = ready && (store->reader = open_database(path, why, why_size)) != NULL;
    if (ready) {
        pthread_mutex_init(&store->lock, NULL);
        pthread_cond_init(&store->changed, NULL);
        ready = pthread_create(&store->thread, NULL, writer, store) == 0;
        if (!ready)
            snprintf(why, why_size, "no thread can be started");
    }
    if (!ready) {
        close_databases(store);
        free(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    store_deliver(store);
    pthread_cond_destroy(&store->changed);
    pthread_mutex_destroy(&store->lock);
    close_databases(store);
    free(store);
}

/* --- writing --- */

static struct job *copy_change(const struct store_change *change)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return NULL;
    if (change->table != NULL) {
        job->table = *change->table;
        job->has_table = true;
    }
    if (change->user != NULL) {
        job->user = *change->user;
        job->has_user = true;
    }
    if (change->event != NULL) {
        job->event = *change->event;
        job->event.what = strdup(change->event->what);
        job->event.data = strdup(change->event->data);
        job->has_event = true;
    }
    if (change->seats != NULL) {
        job->seats = calloc((size_t)change->seat_count, sizeof *job->seats);
        job->seat_count = job->seats == NULL ? 0 : change->seat_count;
        for (int seat = 0; seat < job->seat_count; seat++)
            snprintf(job->seats[seat], sizeof job->seats[seat], "%s", change->seats[seat]);
    }
    if (change->forget_user != NULL)
        snprintf(job->forget, sizeof job->forget, "%s", change->forget_user);
    return job;
}

static void free_job(struct job *job)
{
    if (job->has_event) {
        free((void *)(uintptr_t)job->event.what);
        free((void *)(uintptr_t)job->event.data);
    }
    free(job->seats);
    free(job);
}

void store_write(struct store *store, const struct store_change *change, store_done *done,
                 void *context)
{
    struct job *job = copy_change(change);
    bool copied =
        job != NULL && (!job->has_event || (job->event.what != NULL && job->event.data != NULL));
    if (!copied) {
        if (job != NULL)
            free_job(job);
        done(context, false);
        return;
    }
    job->done = done;
    job->context = context;
    store->under_way++;
    pthread_mutex_lock(&store->lock);
    enqueue(&store->waiting, job);
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
}

void store_deliver(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct job *job = take_all(&store->finished);
    pthread_mutex_unlock(&store->lock);
    while (job != NULL) {
        struct job *next = job->next;
        store->under_way--;
        job->done(job->context, job->durable);
        free_job(job);
        job = next;
    }
}

int store_queue_length(struct store *store)
{
    return store->under_way;
}

struct store_stats store_stats(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    struct store_stats stats = store->stats;
    pthread_mutex_unlock(&store->lock);
    return stats;
}

/* --- reading --- */

static sqlite3_stmt *query(struct store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(store->reader, sql, -1, &statement, NULL);
    return statement;
}

static bool next_row(sqlite3_stmt *statement)
{
    return statement != NULL && sqlite3_step(statement) == SQLITE_ROW;
}

static void column(sqlite3_stmt *statement, int index, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, index);
    snprintf(out, size, "%s", text == NULL ? "" : text);
}

bool store_secret(struct store *store, uint8_t out_secret[32])
{
    for (int attempt = 0; attempt < 2; attempt++) {
        sqlite3_stmt *s = query(store, "SELECT value FROM meta WHERE key = 'secret'");
        bool found = next_row(s) && sqlite3_column_bytes(s, 0) == 32;
        if (found)
            memcpy(out_secret, sqlite3_column_blob(s, 0), 32);
        sqlite3_finalize(s);
        if (found)
            return true;
        uint8_t fresh[32];
        randombytes_buf(fresh, sizeof fresh);
        s = query(store, "INSERT OR IGNORE INTO meta VALUES('secret', ?)");
        sqlite3_bind_blob(s, 1, fresh, sizeof fresh, SQLITE_STATIC);
        sqlite3_step(s);
        sqlite3_finalize(s);
    }
    return false;
}

static void read_user(sqlite3_stmt *s, struct store_user *out)
{
    *out = (struct store_user){0};
    column(s, 0, out->id, sizeof out->id);
    column(s, 1, out->name, sizeof out->name);
    column(s, 2, out->password, sizeof out->password);
    out->generation = sqlite3_column_int64(s, 3);
    out->created = sqlite3_column_int64(s, 4);
    out->banned = sqlite3_column_int(s, 5) != 0;
}

static bool find_user(struct store *store, const char *sql, const char *value,
                      struct store_user *out_user)
{
    sqlite3_stmt *s = query(store, sql);
    if (s == NULL)
        return false;
    bind_text(s, 1, value);
    bool found = next_row(s);
    if (found)
        read_user(s, out_user);
    sqlite3_finalize(s);
    return found;
}

#define USER_COLUMNS "SELECT id, name, password, generation, created, banned FROM users "

bool store_user_load(struct store *store, const char *id, struct store_user *out_user)
{
    return find_user(store, USER_COLUMNS "WHERE id = ?", id, out_user);
}

bool store_user_by_name(struct store *store, const char *name, struct store_user *out_user)
{
    char key[STORE_NAME_MAX + 1];
    name_key(name, key);
    return find_user(store, USER_COLUMNS "WHERE name_key = ?", key, out_user);
}

static void read_table(sqlite3_stmt *s, struct store_table *out)
{
    *out = (struct store_table){0};
    column(s, 0, out->id, sizeof out->id);
    column(s, 1, out->game, sizeof out->game);
    column(s, 2, out->status, sizeof out->status);
    out->open = sqlite3_column_int(s, 3) != 0;
    out->running = sqlite3_column_int(s, 4) != 0;
    out->created = sqlite3_column_int64(s, 5);
    out->updated = sqlite3_column_int64(s, 6);
    column(s, 7, out->actor, sizeof out->actor);
}

bool store_table_load(struct store *store, const char *id, struct store_table *out_table)
{
    sqlite3_stmt *s = query(store, "SELECT * FROM tables WHERE id = ?");
    if (s == NULL)
        return false;
    bind_text(s, 1, id);
    bool found = next_row(s);
    if (found)
        read_table(s, out_table);
    sqlite3_finalize(s);
    return found;
}

void store_events(struct store *store, const char *table, int64_t first,
                  bool (*each)(void *context, const struct store_event *event), void *context)
{
    sqlite3_stmt *s = query(
        store,
        "SELECT seq, at, what, data FROM events WHERE table_id = ? AND seq >= ? ORDER BY seq");
    if (s == NULL)
        return;
    bind_text(s, 1, table);
    sqlite3_bind_int64(s, 2, first);
    bool go_on = true;
    while (go_on && next_row(s)) {
        struct store_event event = {
            .seq = sqlite3_column_int64(s, 0),
            .at = sqlite3_column_int64(s, 1),
            .what = (const char *)sqlite3_column_text(s, 2),
            .data = (const char *)sqlite3_column_text(s, 3),
        };
        go_on = each(context, &event);
    }
    sqlite3_finalize(s);
}

static const char *const list_queries[] = {
    [STORE_OPEN] = "SELECT * FROM tables WHERE status = 'open' AND open = 1 AND ?1 = ?1"
                   " ORDER BY updated DESC LIMIT ?2",
    [STORE_LIVE] = "SELECT * FROM tables WHERE status = 'playing' AND open = 1 AND ?1 = ?1"
                   " ORDER BY updated DESC LIMIT ?2",
    [STORE_MINE] =
        "SELECT t.* FROM tables t JOIN (SELECT DISTINCT table_id FROM seats WHERE user_id = ?1) s"
        " ON t.id = s.table_id WHERE t.status != 'over'"
        " ORDER BY t.actor = ?1 DESC, t.updated DESC LIMIT ?2",
    [STORE_DONE] =
        "SELECT t.* FROM tables t JOIN (SELECT DISTINCT table_id FROM seats WHERE user_id = ?1) s"
        " ON t.id = s.table_id WHERE t.status = 'over' ORDER BY t.updated DESC LIMIT ?2",
    [STORE_RUNNING] =
        "SELECT * FROM tables WHERE status = 'playing' AND running = 1 AND ?1 = ?1 LIMIT ?2",
};

void store_tables(struct store *store, enum store_list list, const char *user, int most,
                  bool (*each)(void *context, const struct store_table *table), void *context)
{
    sqlite3_stmt *s = query(store, list_queries[list]);
    if (s == NULL)
        return;
    bind_text(s, 1, user);
    sqlite3_bind_int(s, 2, most);
    struct store_table table;
    bool go_on = true;
    while (go_on && next_row(s)) {
        read_table(s, &table);
        go_on = each(context, &table);
    }
    sqlite3_finalize(s);
}

void store_commands(struct store *store,
                    void (*each)(void *context, const char *what, const char *data), void *context)
{
    sqlite3_stmt *s = query(store, "SELECT id, what, data FROM commands ORDER BY id");
    int64_t last = 0;
    while (next_row(s)) {
        last = sqlite3_column_int64(s, 0);
        each(context, (const char *)sqlite3_column_text(s, 1),
             (const char *)sqlite3_column_text(s, 2));
    }
    sqlite3_finalize(s);
    if (last == 0)
        return;
    s = query(store, "DELETE FROM commands WHERE id <= ?");
    if (s != NULL) {
        sqlite3_bind_int64(s, 1, last);
        sqlite3_step(s);
    }
    sqlite3_finalize(s);
}

bool store_healthy(struct store *store)
{
    return single_number(store->reader, "SELECT 1") == 1;
}
