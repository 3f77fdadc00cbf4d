/* SPDX-License-Identifier: MIT */
/* What a host does to the database from outside, also while a server has it open. */
#include "store_sqlite.h"

#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "names.h"
#include "sqlite_internal.h"

enum { COLUMNS_MAX = 8 };

static sqlite3 *open_existing(const char *path, char *why, size_t size)
{
    sqlite3 *database = NULL;
    char room[PATH_MAX + 3];
    if (!sqlite_is_file(path, why, size))
        return NULL;
    bool open = sqlite3_open_v2(sqlite_path(path, room), &database, SQLITE_OPEN_READWRITE, NULL) ==
                    SQLITE_OK &&
                sqlite3_busy_timeout(database, SQLITE_BUSY_MS) == SQLITE_OK;
    bool ours = !open || sqlite_is_ours(database, path, why, size);
    if (open && ours && sqlite_run(database, "PRAGMA secure_delete = ON"))
        return database;
    if (ours)
        sqlite_why(database, path, why, size);
    sqlite3_close(database);
    return NULL;
}

/* --- questions --- */

/* clang-format off */
static const char *const questions[] = {
    [SERVER_ASK_COUNTS] =
        "SELECT 'users', count(*) FROM users UNION ALL SELECT 'tables ' || status, count(*)"
        " FROM tables GROUP BY status UNION ALL SELECT 'events', count(*) FROM events",
    [SERVER_ASK_TABLES] =
        "SELECT id, game, status, datetime(updated / 1000, 'unixepoch') FROM tables"
        " ORDER BY updated DESC LIMIT 50",
    /* without what must stay secret while the game is played */
    [SERVER_ASK_TABLE] =
        "SELECT seq, datetime(at / 1000, 'unixepoch'), what, CASE WHEN json_valid(data) THEN"
        " json_remove(data, '$.secret', '$.key', '$.seed', '$.random', '$.hash')"
        " ELSE '(damaged)' END FROM events WHERE table_id = ?1 ORDER BY seq",
    [SERVER_ASK_USERS] =
        "SELECT id, name, CASE WHEN banned THEN 'banned' ELSE '' END FROM users"
        " ORDER BY created DESC LIMIT 50",
    [SERVER_ASK_USER] = "SELECT id FROM users WHERE id = ?1 OR name_key = ?2 ORDER BY id != ?1 LIMIT 1",
};
/* clang-format on */

static bool give_rows(sqlite3_stmt *s,
                      void (*row)(void *context, int columns, const char *const *values),
                      void *context)
{
    int result;
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        const char *values[COLUMNS_MAX] = {NULL};
        int columns = sqlite3_column_count(s);
        for (int i = 0; i < columns && i < COLUMNS_MAX; i++)
            values[i] = (const char *)sqlite3_column_text(s, i);
        row(context, columns, values);
    }
    return result == SQLITE_DONE;
}

bool sqlite_store_ask(const char *path, enum server_question question, const char *argument,
                      void (*row)(void *context, int columns, const char *const *values),
                      void *context, char *why, size_t size)
{
    sqlite3 *database = sqlite_read_only(path, why, size);
    sqlite3_stmt *s = NULL;
    char key[STORE_NAME_MAX + 1];
    if (database == NULL)
        return false;
    bool fine = sqlite3_prepare_v2(database, questions[question], -1, &s, NULL) == SQLITE_OK;
    if (fine && (question == SERVER_ASK_TABLE || question == SERVER_ASK_USER))
        sqlite_text(s, 1, argument);
    if (fine && question == SERVER_ASK_USER && name_key(argument, strlen(argument), key))
        sqlite_text(s, 2, key);
    fine = fine && give_rows(s, row, context);
    if (!fine)
        sqlite_why(database, path, why, size);
    sqlite3_finalize(s);
    sqlite3_close(database);
    return fine;
}

/* --- commands --- */

/* A statement of its own on a database that a server may have open. */
static bool run_apart(const char *path, const char *sql, const char *first, const char *second,
                      char *why, size_t size)
{
    sqlite3 *database = open_existing(path, why, size);
    sqlite3_stmt *s = NULL;
    if (database == NULL)
        return false;
    bool fine = sqlite3_prepare_v2(database, sql, -1, &s, NULL) == SQLITE_OK;
    sqlite_text(s, 1, first);
    if (second != NULL)
        sqlite_text(s, 2, second);
    fine = fine && sqlite3_step(s) == SQLITE_DONE;
    if (!fine)
        sqlite_why(database, path, why, size);
    sqlite3_finalize(s);
    sqlite3_close(database);
    return fine;
}

bool sqlite_store_command(const char *path, const char *what, const char *argument, char *why,
                          size_t size)
{
    return run_apart(path, "INSERT INTO commands(what, data) VALUES(?, ?)", what,
                     argument == NULL ? "" : argument, why, size);
}

/* --- backup --- */

/* One statement reads one moment, however long it takes and whatever is written meanwhile. */
static bool copy_into(const char *path, const char *part, char *why, size_t size)
{
    return run_apart(path, "VACUUM INTO ?", part, NULL, why, size);
}

static bool sync_path(const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    bool fine = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return fine;
}

/* Gives the finished copy its name, if nothing has that name; and makes both last. */
static bool put_in_place(const char *part, const char *into, char *why, size_t size)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", into);
    bool fine = sync_path(part, O_RDWR) && link(part, into) == 0 &&
                sync_path(dirname(folder), O_RDONLY | O_DIRECTORY);
    if (!fine)
        snprintf(why, size, "%s: %s", into, strerror(errno));
    return fine;
}

/* The database under this name, or one of the files that SQLite and a server keep beside it. */
static bool is_part_of(const char *data, const struct stat *file)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".lock"};
    char real[PATH_MAX], name[PATH_MAX + 16];
    struct stat part;
    if (realpath(data, real) == NULL)
        return false;
    for (int i = 0; i < (int)(sizeof endings / sizeof endings[0]); i++) {
        snprintf(name, sizeof name, "%s%s", real, endings[i]);
        if (stat(name, &part) == 0 && part.st_dev == file->st_dev && part.st_ino == file->st_ino)
            return true;
    }
    return false;
}

static bool is_open(const char *path)
{
    char real[PATH_MAX], name[PATH_MAX + 16];
    if (realpath(path, real) == NULL)
        return false;
    snprintf(name, sizeof name, "%s.lock", real);
    int file = open(name, O_RDWR | O_CLOEXEC);
    bool locked = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0;
    if (file >= 0)
        close(file);
    return locked;
}

bool server_may_replace(const char *data, const char *into, char *why, size_t size)
{
    struct stat file;
    const char *problem = stat(into, &file) != 0    ? NULL
                          : !S_ISREG(file.st_mode)  ? "is no file"
                          : is_part_of(data, &file) ? "belongs to the data itself"
                          : is_open(into)           ? "is what a server has open"
                                                    : NULL;
    if (problem != NULL)
        snprintf(why, size, "%s %s, and is not replaced", into, problem);
    return problem == NULL;
}

bool sqlite_store_backup(const char *path, const char *into, char *why, size_t size)
{
    char part[PATH_MAX];
    int length = snprintf(part, sizeof part, "%s.XXXXXX", into);
    if (access(into, F_OK) == 0 || length >= (int)sizeof part) {
        snprintf(why, size, "%s is there already, and is not overwritten", into);
        return false;
    }
    int file = mkstemp(part); /* for its owner alone */
    if (file < 0) {
        snprintf(why, size, "%s: %s", into, strerror(errno));
        return false;
    }
    bool fine = fchmod(file, 0600) == 0;
    if (!fine)
        snprintf(why, size, "%s: %s", part, strerror(errno));
    close(file);
    fine = fine && copy_into(path, part, why, size) && put_in_place(part, into, why, size);
    unlink(part);
    return fine;
}
