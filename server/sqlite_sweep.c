/* SPDX-License-Identifier: MIT */
/*
 * Making sure that what was erased is not in the file any more.
 *
 * SQLite zeroes what it deletes, but not what it leaves behind when it moves a row to another page:
 * now and then a copy of an old row stays in the unused middle of a page, and in the journal. So
 * after an erasure the journal is emptied and the unused middle of every page is zeroed, a slice of
 * the file at a time, while nobody else can write. Those bytes mean nothing to SQLite: whoever reads
 * meanwhile sees no difference, and a crash in between harms nothing.
 *
 * A mark in the database, written with the erasure and removed at the end, makes a restart go on.
 */
#include "sqlite_internal.h"

#include <string.h>

enum {
    SLICE_PAGES = 2048,
    PAGE_MAX = 65536,
    FIRST_PAGE_HEADER = 100, /* of the file, before the header of its first page */
    BUSY_MS = 20,            /* how long readers of the old are waited for */
};

static int number_at(const uint8_t *page, int offset)
{
    return page[offset] << 8 | page[offset + 1];
}

/* The unused middle of a page of a tree: [*out_from, *out_to). False for any other page. */
static bool find_middle(const uint8_t *page, int size, int header, int *out_from, int *out_to)
{
    /* What the first byte says: inner or leaf, of an index or a table. No other page begins so. */
    bool leaf = page[header] == 10 || page[header] == 13;
    bool inner = page[header] == 2 || page[header] == 5;
    if (!leaf && !inner)
        return false;
    int content = number_at(page, header + 5);
    *out_from = header + (leaf ? 8 : 12) + 2 * number_at(page, header + 3);
    *out_to = content == 0 ? 65536 : content;
    return *out_from <= *out_to && *out_to <= size;
}

static bool is_zero(const uint8_t *bytes, int count)
{
    return count == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, (size_t)count - 1) == 0);
}

static bool sweep_page(sqlite3_file *file, int64_t number, int size, bool *out_wrote)
{
    uint8_t page[PAGE_MAX];
    int64_t at = (number - 1) * size;
    int from, to;
    if (file->pMethods->xRead(file, page, size, at) != SQLITE_OK)
        return false;
    if (!find_middle(page, size, number == 1 ? FIRST_PAGE_HEADER : 0, &from, &to) ||
        is_zero(page + from, to - from))
        return true;
    memset(page + from, 0, (size_t)(to - from));
    *out_wrote = true;
    return file->pMethods->xWrite(file, page + from, to - from, at + from) == SQLITE_OK;
}

/* With the right to write, so that the file stays as it is, and an empty journal. */
static enum sqlite_sweep sweep_pages(struct sqlite_store *store)
{
    sqlite3_file *file = NULL, *journal = NULL;
    sqlite3_int64 bytes = 0, left = 1;
    bool wrote = false;
    int size = (int)sqlite_number(store->writer, "PRAGMA page_size");
    sqlite3_file_control(store->writer, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    sqlite3_file_control(store->writer, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal);
    if (size < 512 || size > PAGE_MAX || file == NULL || journal == NULL ||
        journal->pMethods == NULL || journal->pMethods->xFileSize(journal, &left) != SQLITE_OK ||
        left > 0 || file->pMethods->xFileSize(file, &bytes) != SQLITE_OK)
        return SQLITE_SWEEP_BLOCKED;
    int64_t pages = bytes / size, end = store->sweep_next + SLICE_PAGES;
    for (; store->sweep_next <= pages && store->sweep_next < end; store->sweep_next++)
        if (!sweep_page(file, store->sweep_next, size, &wrote))
            return SQLITE_SWEEP_BLOCKED;
    if (wrote && file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK)
        return SQLITE_SWEEP_BLOCKED;
    return store->sweep_next > pages ? SQLITE_SWEEP_DONE : SQLITE_SWEEP_MORE;
}

/* A reader of the old state, a backup for example, is in the way. */
static bool empty_journal(struct sqlite_store *store)
{
    sqlite3_busy_timeout(store->writer, BUSY_MS);
    int result =
        sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(store->writer, SQLITE_BUSY_MS);
    return result == SQLITE_OK;
}

enum sqlite_sweep sqlite_sweep(struct sqlite_store *store)
{
    if (!empty_journal(store) || !sqlite_run(store->writer, "BEGIN IMMEDIATE"))
        return SQLITE_SWEEP_BLOCKED;
    int64_t begun_at = store->sweep_next;
    enum sqlite_sweep result = sweep_pages(store);
    sqlite_run(store->writer, "ROLLBACK");
    sqlite3_db_release_memory(store->writer); /* pages as they were before would be written again */
    if (result == SQLITE_SWEEP_BLOCKED)
        store->sweep_next = begun_at;
    if (result == SQLITE_SWEEP_DONE)
        sqlite_put(store, DROP_MARK);
    return result;
}
