/* The store: what is written is there, what is refused leaves nothing, old files are brought up to
 * date. */
#include "unit.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/store.h"

static char path[64];

static void wake(void *context)
{
    (void)context;
}

static struct store *open_store(void)
{
    char why[256] = "";
    struct store *store = store_open(path, wake, NULL, why, sizeof why);
    if (store == NULL)
        fail_msg("%s", why);
    return store;
}

static int fresh_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/takht-store-XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    char side[80];
    unlink(path);
    snprintf(side, sizeof side, "%s-wal", path);
    unlink(side);
    snprintf(side, sizeof side, "%s-shm", path);
    unlink(side);
    return 0;
}

static void count(void *context, bool durable)
{
    ((int *)context)[durable]++;
}

static void settle(struct store *store)
{
    while (store_queue_length(store) > 0) {
        usleep(100);
        store_deliver(store);
    }
}

static const struct store_table table = {
    .id = "t1", .game = "splendor", .status = "open", .open = true};

static void write_event(struct store *store, int64_t seq, int *counts)
{
    struct store_event event = {.seq = seq, .at = 7, .what = "move", .data = "{}"};
    store_write(store, &(struct store_change){.table = &table, .event = &event}, count, counts);
}

static bool add_one(void *context, const struct store_event *event)
{
    assert_string_equal(event->what, "move");
    ++*(int *)context;
    return true;
}

/* A number that is there already is refused alone; the others of the same batch are written. */
static void events_are_written_once(void **state)
{
    (void)state;
    int counts[2] = {0}, found = 0;
    struct store *store = open_store();
    for (int64_t seq = 0; seq < 100; seq++)
        write_event(store, seq % 90, counts);
    settle(store);
    assert_int_equal(counts[true], 90);
    assert_int_equal(counts[false], 10);
    store_events(store, "t1", 80, add_one, &found);
    assert_int_equal(found, 10);
    store_close(store);
    store = open_store(); /* still there after a restart */
    found = 0;
    store_events(store, "t1", 0, add_one, &found);
    assert_int_equal(found, 90);
    store_close(store);
}

/* What is queued when the store closes is written, and told. */
static void closing_writes_the_rest(void **state)
{
    (void)state;
    int counts[2] = {0};
    struct store *store = open_store();
    for (int64_t seq = 0; seq < 50; seq++)
        write_event(store, seq, counts);
    store_close(store);
    assert_int_equal(counts[true], 50);
}

static void users_and_names(void **state)
{
    (void)state;
    int counts[2] = {0};
    struct store *store = open_store();
    struct store_user ada = {.id = "u1", .name = "Ada", .password = "hash", .generation = 3}, found;
    struct store_user guest = {.id = "u3", .name = "ada"};
    store_write(store, &(struct store_change){.user = &ada}, count, counts);
    store_write(store, &(struct store_change){.user = &guest}, count,
                counts); /* a guest may share the name */
    settle(store);
    assert_int_equal(counts[true], 2);
    assert_true(store_user_by_name(store, "aDa", &found));
    assert_string_equal(found.id, "u1");
    assert_int_equal(found.generation, 3);
    assert_false(store_user_by_name(store, "Bob", &found));
    store_write(store, &(struct store_change){.forget_user = "u1"}, count, counts);
    settle(store);
    assert_false(store_user_load(store, "u1", &found));
    store_close(store);
}

static void secrets_stay(void **state)
{
    (void)state;
    uint8_t a[32], b[32];
    struct store *store = open_store();
    assert_true(store_secret(store, a));
    store_close(store);
    store = open_store();
    assert_true(store_secret(store, b));
    assert_memory_equal(a, b, sizeof a);
    store_close(store);
}

/* Each earlier schema, as it was written then; a new version adds its own here. */
static const char *const earlier[] = {
    "", /* 0: an empty file */
};

static void old_files_are_brought_up_to_date(void **state)
{
    (void)state;
    for (int version = 0; version < TK_COUNT(earlier); version++) {
        sqlite3 *database;
        char bump[64];
        remove_path(NULL);
        assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
        snprintf(bump, sizeof bump, "PRAGMA user_version = %d", version);
        assert_int_equal(sqlite3_exec(database, earlier[version], NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_exec(database, bump, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(database);
        int counts[2] = {0};
        struct store *store = open_store();
        write_event(store, 0, counts);
        settle(store);
        assert_int_equal(counts[true], 1);
        store_close(store);
    }
}

/* A file from the future, a file that is no database, a folder: refused with a reason. */
static void other_files_are_refused(void **state)
{
    (void)state;
    char why[256] = "";
    sqlite3 *database;
    store_close(open_store());
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version = 999", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(database);
    assert_null(store_open(path, wake, NULL, why, sizeof why));
    assert_non_null(strstr(why, "newer takht"));
    remove_path(NULL);
    FILE *file = fopen(path, "w");
    fputs("this is not a database, not at all, whatever its name may say about it", file);
    fclose(file);
    assert_null(store_open(path, wake, NULL, why, sizeof why));
    assert_true(why[0] != '\0');
    assert_null(store_open("/tmp", wake, NULL, why, sizeof why));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_path, remove_path)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_are_written_once),
        TEST(closing_writes_the_rest),
        TEST(users_and_names),
        TEST(secrets_stay),
        TEST(old_files_are_brought_up_to_date),
        TEST(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
