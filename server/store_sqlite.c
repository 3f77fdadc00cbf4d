/* SPDX-License-Identifier: MIT */
/* The store on SQLite: one connection that writes, on its own thread, and one that reads. */
#include "store_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite_internal.h"

/* A new file is for its owner alone, whatever the umask; SQLite gives its journals the same mode. */
static bool create_file(const char *path, char *why, size_t size)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct stat about;
    if (file < 0 && errno == EEXIST && stat(path, &about) == 0) {
        snprintf(why, size, "%s is no file", path);
        return S_ISREG(about.st_mode);
    }
    if (file < 0) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return false;
    }
    bool fine = fchmod(file, 0600) == 0;
    if (!fine)
        snprintf(why, size, "%s: %s", path, strerror(errno));
    close(file);
    return fine;
}

/*
 * One server at a time. The lock is on a file beside the database, under the name that all ways to
 * the database lead to, and goes with the process however that ends.
 */
static int lock_beside(const char *path, char *why, size_t size)
{
    char real[PATH_MAX], name[PATH_MAX + 8];
    if (realpath(path, real) == NULL) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return -1;
    }
    snprintf(name, sizeof name, "%s.lock", real);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        fchmod(file, 0600); /* it is empty: one that belongs to somebody else may stay as it is */
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0 && errno == EWOULDBLOCK)
        snprintf(why, size, "%s: another server has this file open; stop it first", path);
    else
        snprintf(why, size, "%s: %s", name, strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}

static sqlite3 *open_database(const char *path, char *why, size_t size)
{
    sqlite3 *database = NULL;
    char room[PATH_MAX + 3];
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    bool open = sqlite3_open_v2(sqlite_path(path, room), &database, flags, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(database, SQLITE_BUSY_MS) == SQLITE_OK;
    if (open && !sqlite_is_ours(database, path, why, size)) {
        sqlite3_close(database);
        return NULL;
    }
    if (open &&
        sqlite_run(database,
                   "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                   "PRAGMA secure_delete = ON; PRAGMA cell_size_check = ON;"
                   "PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 4000;"))
        return database;
    sqlite_why(database, path, why, size);
    sqlite3_close(database);
    return NULL;
}

/* Leases of a server that is no more hold nobody up. */
static bool open_writer(struct sqlite_store *store, const char *path, char *why, size_t size)
{
    store->writer = open_database(path, why, size);
    if (store->writer == NULL)
        return false;
    bool ready = sqlite_forget_functions(store->writer);
    if (ready && !sqlite_migrate(store->writer, why, size))
        return false;
    ready = ready && sqlite_prepare_puts(store) &&
            sqlite_run(store->writer,
                       "UPDATE tables SET lease_until = 0 WHERE due > 0 AND lease_until > 0");
    if (!ready)
        sqlite_why(store->writer, path, why, size);
    if (ready && sqlite_number(store->writer, "SELECT 1 FROM meta WHERE key = 'erased'") == 1)
        store->sweep_next = 1; /* goes on where a server was stopped */
    return ready;
}

static void close_all(struct sqlite_store *store)
{
    for (int i = 0; i < SQLITE_PUTS; i++)
        sqlite3_finalize(store->puts[i]);
    for (int i = 0; i < SQLITE_GETS; i++)
        sqlite3_finalize(store->gets[i]);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    sqlite_files_forget(&store->files);
    if (store->lock_file >= 0)
        close(store->lock_file);
    free(store);
}

static void close_store(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    sqlite_queue_stop(store);
    sqlite_deliver(base);
    close_all(store);
}

static const struct store_backend backend = {
    .close = close_store,
    .write = sqlite_write,
    .deliver = sqlite_deliver,
    .queue_length = sqlite_queue_length,
    .counts = sqlite_counts,
    .healthy = sqlite_healthy,
    .secret = sqlite_secret,
    .user = sqlite_user,
    .user_by_key = sqlite_user_by_key,
    .sessions = sqlite_sessions,
    .table = sqlite_table,
    .events = sqlite_events,
    .tables = sqlite_tables,
    .due = sqlite_due,
    .commands = sqlite_commands,
    .life = sqlite_life,
};

struct store *sqlite_store_open(const char *path, void (*wake)(void *context), void *context,
                                char *why, size_t size)
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    store->base.backend = &backend;
    store->wake = wake;
    store->context = context;
    store->lock_file = -1;
    bool ready = create_file(path, why, size) &&
                 (store->lock_file = lock_beside(path, why, size)) >= 0 &&
                 open_writer(store, path, why, size) &&
                 (store->reader = open_database(path, why, size)) != NULL;
    sqlite_files_note(&store->files, path);
    if (ready && !sqlite_queue_start(store)) {
        snprintf(why, size, "no thread can be started");
        ready = false;
    }
    if (ready)
        return &store->base;
    close_all(store);
    return NULL;
}
