/* SPDX-License-Identifier: MIT */
/* The file system of SQLite with three of its methods in front of the real ones. */
#include "disk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <sqlite3.h>

static _Atomic int calls, fails_at;
static _Atomic bool fails_on, hidden;

static sqlite3_vfs *real, ours;

/* SQLite has several tables of methods; each gets a twin of ours. */
static struct twin {
    sqlite3_io_methods methods; /* first: a file points here */
    const sqlite3_io_methods *real;
} twins[8];

static const sqlite3_io_methods *real_of(const sqlite3_file *file)
{
    return ((const struct twin *)file->pMethods)->real;
}

static bool fails(void)
{
    int number = ++calls, at = fails_at;
    return at > 0 && (number == at || (number > at && fails_on));
}

/* A write that fails may have written a part. */
static int write_some(sqlite3_file *file, const void *data, int count, sqlite3_int64 at)
{
    if (!fails())
        return real_of(file)->xWrite(file, data, count, at);
    real_of(file)->xWrite(file, data, count / 2, at);
    return SQLITE_FULL;
}

static int flush(sqlite3_file *file, int flags)
{
    return fails() ? SQLITE_IOERR_FSYNC : real_of(file)->xSync(file, flags);
}

static int read_some(sqlite3_file *file, void *out, int count, sqlite3_int64 at)
{
    return hidden ? SQLITE_IOERR_READ : real_of(file)->xRead(file, out, count, at);
}

/* Without mapped memory: what is read and written goes through the methods above. */
static const struct twin *twin_of(const sqlite3_io_methods *methods)
{
    struct twin *twin = twins;
    while (twin->real != NULL && twin->real != methods)
        if (++twin == twins + sizeof twins / sizeof twins[0])
            abort();
    if (twin->real != NULL)
        return twin;
    *twin = (struct twin){*methods, methods};
    twin->methods.iVersion = methods->iVersion < 2 ? methods->iVersion : 2;
    twin->methods.xWrite = write_some;
    twin->methods.xSync = flush;
    twin->methods.xRead = read_some;
    return twin;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    (void)vfs;
    int result = real->xOpen(real, name, file, flags, out);
    pthread_mutex_lock(&lock);
    if (result == SQLITE_OK && file->pMethods != NULL)
        file->pMethods = &twin_of(file->pMethods)->methods;
    pthread_mutex_unlock(&lock);
    return result;
}

void disk_install(void)
{
    real = sqlite3_vfs_find(NULL);
    ours = *real;
    ours.pNext = NULL;
    ours.zName = "disk";
    ours.xOpen = open_file;
    if (sqlite3_vfs_register(&ours, 1) != SQLITE_OK)
        abort();
}

void disk_fail(int at, bool all_that_follow)
{
    fails_on = all_that_follow;
    calls = 0;
    fails_at = at;
}

void disk_hide(void)
{
    hidden = true;
}

void disk_mend(void)
{
    fails_at = 0;
    hidden = false;
}

int disk_calls(void)
{
    return calls;
}
