/* SPDX-License-Identifier: MIT */
/*
 * The disk fails: at every call in turn, once or from then on, while a short game is written. What
 * was acknowledged is there afterwards, what was refused is not, numbers follow one another, and
 * nobody waits for ever.
 */
#include "stores.h"

enum { EVENTS = 12 }; /* of a game */

/* --- a file system that fails on request --- */

enum call { CALL_WRITE, CALL_SYNC, CALL_TRUNCATE, CALLS };

/* Read and written by both threads of a store, so atomic. */
static struct {
    int calls;    /* so far */
    int fails_at; /* the call that fails; 0: none */
    int forever;  /* all after it fail too */
    int code;     /* with this */
    int only;     /* calls of this kind count; CALLS: all */
} fault;

static int failure(enum call call)
{
    int only = __atomic_load_n(&fault.only, __ATOMIC_SEQ_CST);
    if (only != CALLS && only != (int)call)
        return SQLITE_OK;
    int number = __atomic_add_fetch(&fault.calls, 1, __ATOMIC_SEQ_CST);
    int at = __atomic_load_n(&fault.fails_at, __ATOMIC_SEQ_CST);
    bool fails = at > 0 && (number == at || (number > at && fault.forever));
    return fails ? fault.code : SQLITE_OK;
}

static void begin_faults(int at, int forever, int code, int only)
{
    fault.forever = forever;
    fault.code = code;
    __atomic_store_n(&fault.only, only, __ATOMIC_SEQ_CST);
    __atomic_store_n(&fault.calls, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&fault.fails_at, at, __ATOMIC_SEQ_CST);
}

static void end_faults(void)
{
    __atomic_store_n(&fault.fails_at, 0, __ATOMIC_SEQ_CST);
}

/* A file is the real one behind a table of methods of ours. */
struct file {
    sqlite3_file base;
    sqlite3_file *real; /* behind this struct */
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

#define REAL(file) (real_of(file)->pMethods)

static int file_close(sqlite3_file *f)
{
    return REAL(f)->xClose(real_of(f));
}

static int file_read(sqlite3_file *f, void *out, int count, sqlite3_int64 at)
{
    return REAL(f)->xRead(real_of(f), out, count, at);
}

/* A write that fails may have written a part. */
static int file_write(sqlite3_file *f, const void *data, int count, sqlite3_int64 at)
{
    int code = failure(CALL_WRITE);
    if (code == SQLITE_OK)
        return REAL(f)->xWrite(real_of(f), data, count, at);
    REAL(f)->xWrite(real_of(f), data, count / 2, at);
    return code;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return failure(CALL_TRUNCATE) == SQLITE_OK ? REAL(f)->xTruncate(real_of(f), size)
                                               : SQLITE_IOERR_TRUNCATE;
}

static int file_sync(sqlite3_file *f, int flags)
{
    return failure(CALL_SYNC) == SQLITE_OK ? REAL(f)->xSync(real_of(f), flags) : SQLITE_IOERR_FSYNC;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *out)
{
    return REAL(f)->xFileSize(real_of(f), out);
}

static int file_lock(sqlite3_file *f, int kind)
{
    return REAL(f)->xLock(real_of(f), kind);
}

static int file_unlock(sqlite3_file *f, int kind)
{
    return REAL(f)->xUnlock(real_of(f), kind);
}

static int file_reserved(sqlite3_file *f, int *out)
{
    return REAL(f)->xCheckReservedLock(real_of(f), out);
}

static int file_control(sqlite3_file *f, int what, void *argument)
{
    return REAL(f)->xFileControl(real_of(f), what, argument);
}

static int file_sector(sqlite3_file *f)
{
    return REAL(f)->xSectorSize(real_of(f));
}

static int file_traits(sqlite3_file *f)
{
    return REAL(f)->xDeviceCharacteristics(real_of(f));
}

static int shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return REAL(f)->xShmMap(real_of(f), page, size, extend, out);
}

static int shm_lock(sqlite3_file *f, int offset, int count, int flags)
{
    return REAL(f)->xShmLock(real_of(f), offset, count, flags);
}

static void shm_barrier(sqlite3_file *f)
{
    REAL(f)->xShmBarrier(real_of(f));
}

static int shm_unmap(sqlite3_file *f, int remove)
{
    return REAL(f)->xShmUnmap(real_of(f), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    struct file *file = (struct file *)base;
    (void)vfs;
    file->real = (sqlite3_file *)(file + 1);
    int result = real_vfs->xOpen(real_vfs, name, file->real, flags, out);
    file->base.pMethods = result == SQLITE_OK ? &methods : NULL;
    return result;
}

static sqlite3_vfs faulty;

static void install(void)
{
    real_vfs = sqlite3_vfs_find(NULL);
    faulty = *real_vfs;
    faulty.pNext = NULL;
    faulty.zName = "faulty";
    faulty.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
    faulty.xOpen = open_file;
    assert_int_equal(sqlite3_vfs_register(&faulty, 1), SQLITE_OK);
}

/* --- a short game --- */

struct line {
    enum store_result result;
    bool told;
};

static void tell(void *context, enum store_result result)
{
    struct line *line = context;
    assert_false(line->told);
    line->told = true;
    line->result = result;
}

static void write_event(struct store *store, int64_t seq, const char *data, struct line *line)
{
    struct store_table table = a_table("t1", "playing");
    struct store_event event = {.seq = seq, .at = 7, .what = "move", .data = data};
    *line = (struct line){.result = STORE_FAILED};
    store_write(store, &(struct store_change){.table = &table, .event = &event}, tell, line);
}

/* As long as a disk may take that answers, even if it answers no. */
static void wait_for(struct store *store)
{
    for (int i = 0; i < 100000 && store_queue_length(store) > 0; i++) {
        usleep(100);
        store_deliver(store);
    }
    assert_int_equal(store_queue_length(store), 0);
}

static int next_number(struct store *store)
{
    struct store_table table;
    return store_table(store, "t1", &table) == STORE_FOUND ? (int)table.seq + 1 : 0;
}

/* Whatever was said of an event is written down by its text. */
struct game {
    int said;
    struct line lines[EVENTS];
};

/* A server's way: what is refused is tried again with the number that is now the next. */
static void play(struct store *store, struct game *game)
{
    char data[64];
    for (game->said = 0; game->said < EVENTS; game->said++) {
        int number = next_number(store);
        snprintf(data, sizeof data, "{\"said\":%d}", game->said);
        write_event(store, number, data, &game->lines[game->said]);
        if (game->said % 3 != 2) /* sometimes several in a batch: the second is a conflict */
            wait_for(store);
    }
    wait_for(store);
}

struct found {
    const struct game *game;
    int count;
    bool there[EVENTS];
};

static bool look(void *context, const struct store_event *event)
{
    struct found *found = context;
    int said = atoi(strchr(event->data, ':') + 1);
    assert_int_equal(event->seq, found->count++);
    assert_true(said >= 0 && said < found->game->said && !found->there[said]);
    found->there[said] = true;
    return true;
}

/* Opens what is left with a disk that works. */
static void compare(const struct game *game, bool refused_may_be_there)
{
    struct found found = {.game = game};
    struct store *store = open_store();
    assert_int_not_equal(store_events(store, "t1", 0, INT64_MAX, look, &found), STORE_BROKEN);
    for (int i = 0; i < game->said; i++) {
        assert_true(game->lines[i].told);
        if (game->lines[i].result == STORE_DURABLE)
            assert_true(found.there[i]);
        else if (game->lines[i].result == STORE_CONFLICT || !refused_may_be_there)
            assert_false(found.there[i]);
    }
    assert_true(store_healthy(store));
    store_close(store);
}

static void ignore_sentence(void *context, const char *sentence)
{
    (void)context;
    fail_msg("%s", sentence);
}

/* How many calls such a game makes, to its end, when nothing fails. */
static int calls_of_a_game(int only)
{
    struct game game;
    fresh_folder(NULL);
    struct store *store = open_store();
    begin_faults(0, 0, 0, only);
    play(store, &game);
    store_close(store);
    int calls = __atomic_load_n(&fault.calls, __ATOMIC_SEQ_CST);
    compare(&game, false);
    remove_folder(NULL);
    return calls;
}

/* The same while the files of a process that was killed are what is looked at. */
static void copy_as_killed(void)
{
    char command[800];
    snprintf(command, sizeof command,
             "cp %s %s/killed.db && cp %s-wal %s/killed.db-wal 2>/dev/null; true", path, folder,
             path, folder);
    assert_int_equal(system(command), 0);
}

static void fail_at(int at, bool forever, int code, int only)
{
    struct game game;
    char why[256] = "";
    fresh_folder(NULL);
    struct store *store = open_store();
    begin_faults(at, forever, code, only);
    play(store, &game);
    copy_as_killed();
    bool failed = __atomic_load_n(&fault.calls, __ATOMIC_SEQ_CST) >= at;
    assert_int_equal(store_healthy(store), !(failed && forever));
    store_close(store);
    end_faults();
    /* A disk that takes nothing any more cannot take back what it may have kept either; but as long
     * as it takes writes, what was refused is written over. */
    bool dead = forever && only != CALL_SYNC;
    compare(&game, dead);
    snprintf(path, sizeof path, "%s/killed.db", folder);
    compare(&game, dead);
    assert_true(server_check(path, ignore_sentence, NULL, why, sizeof why));
    remove_folder(NULL);
}

static const struct {
    int code, only;
} kinds[] = {{SQLITE_IOERR_WRITE, CALLS}, {SQLITE_FULL, CALL_WRITE}, {SQLITE_IOERR, CALL_SYNC}};

static void one_call_fails(void **state)
{
    (void)state;
    for (int kind = 0; kind < TK_COUNT(kinds); kind++)
        for (int at = 1, calls = calls_of_a_game(kinds[kind].only); at <= calls; at++)
            fail_at(at, false, kinds[kind].code, kinds[kind].only);
}

static void every_call_fails_from_then_on(void **state)
{
    (void)state;
    for (int kind = 0; kind < TK_COUNT(kinds); kind++)
        for (int at = 1, calls = calls_of_a_game(kinds[kind].only); at <= calls; at += 9)
            fail_at(at, true, kinds[kind].code, kinds[kind].only);
}

/* A full disk: nothing is lost, it is said, and with room again everything goes on by itself. */
static void a_full_disk_recovers(void **state)
{
    (void)state;
    struct line line;
    struct store *store = open_store();
    assert_true(store_healthy(store));
    begin_faults(1, true, SQLITE_FULL, CALL_WRITE);
    for (int i = 0; i < 5; i++) {
        write_event(store, 0, "{}", &line);
        wait_for(store);
        assert_int_equal(line.result, STORE_FAILED);
        assert_false(store_healthy(store));
        wait_for(store);
    }
    assert_int_equal(next_number(store), 0); /* reading goes on */
    assert_false(store_healthy(store));
    end_faults();
    bool healthy = false;
    for (int i = 0; i < 40 && !healthy; i++) { /* though nobody writes */
        usleep(100000);
        store_deliver(store);
        healthy = store_healthy(store);
    }
    assert_true(healthy);
    write_event(store, 0, "{}", &line);
    wait_for(store);
    assert_int_equal(line.result, STORE_DURABLE);
    store_close(store);
}

/* Also while a user is forgotten: either they are there in whole, or not at all. */
static void forgetting_may_fail(void **state)
{
    (void)state;
    for (int at = 1; at <= 60; at += 3) {
        struct store_user ada = a_user("u1", "Ada"), found;
        struct store_table table = a_table("t1", "playing");
        struct store_event event = {
            .seq = 0, .what = "chat", .data = "{\"user\":\"u1\",\"text\":\"a secret\"}"};
        fresh_folder(NULL);
        struct store *store = open_store();
        write_now(store, &(struct store_change){.user = &ada, .table = &table, .event = &event});
        begin_faults(at, false, SQLITE_IOERR_WRITE, CALLS);
        enum store_result result = write_now(store, &(struct store_change){.forget_user = "u1"});
        store_close(store);
        end_faults();
        store = open_store();
        assert_int_equal(store_user(store, "u1", &found), STORE_FOUND);
        assert_int_equal(found.gone, result == STORE_DURABLE);
        assert_string_equal(found.name, result == STORE_DURABLE ? "" : "Ada");
        store_close(store);
        char command[200];
        snprintf(command, sizeof command, "grep -qs 'a secret' %s/*", folder);
        assert_int_equal(system(command) == 0, result != STORE_DURABLE);
        remove_folder(NULL);
    }
}

int main(void)
{
    install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_fails),
        cmocka_unit_test(every_call_fails_from_then_on),
        TEST(a_full_disk_recovers),
        cmocka_unit_test(forgetting_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
