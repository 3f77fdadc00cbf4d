/* SPDX-License-Identifier: MIT */
/* A store in a folder of its own, for the tests of the store. */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/server.h"
#include "server/store.h"
#include "tests/server/place.h"

static char folder[64], path[256];

static inline int fresh_folder(void **state)
{
    (void)state;
    /* in memory where that is possible: nothing here depends on how slow a disk is */
    snprintf(folder, sizeof folder, "%s/takht-store-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(folder) == NULL)
        return -1;
    char file[96];
    snprintf(file, sizeof file, "%s/takht.db", folder);
    place_make(file, path, sizeof path);
    return 0;
}

/* Calls `each` with every file of the folder. */
static inline void for_files(void (*each)(const char *file, void *context), void *context)
{
    DIR *files = opendir(folder);
    char file[400];
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        each(file, context);
    }
    if (files != NULL)
        closedir(files);
}

static inline void remove_file(const char *file, void *context)
{
    (void)context;
    unlink(file);
}

static inline bool is_in_file(const char *file, const char *text)
{
    struct stat about = {0};
    int in = open(file, O_RDONLY);
    assert_true(in >= 0 && fstat(in, &about) == 0);
    char *bytes = malloc((size_t)about.st_size + 1);
    assert_int_equal(read(in, bytes, (size_t)about.st_size), about.st_size);
    bool found = memmem(bytes, (size_t)about.st_size, text, strlen(text)) != NULL;
    free(bytes);
    close(in);
    return found;
}

static inline int remove_folder(void **state)
{
    (void)state;
    for_files(remove_file, NULL);
    if (place_is_postgres())
        place_remove(path);
    return rmdir(folder);
}

/* Texts that tests collect. */
enum { TEXT_ROOM = 64 };

static inline void add_text(char out[TEXT_ROOM], const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, TEXT_ROOM - used, "%s", text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_folder, remove_folder)

static inline void wake_nobody(void *context)
{
    (void)context;
}

static inline struct store *open_store(void)
{
    char why[256] = "";
    struct store *store = store_open(path, wake_nobody, NULL, why, sizeof why);
    if (store == NULL)
        fail_msg("%s", why);
    return store;
}

/* Waits until everything written has been told. */
static inline void settle(struct store *store)
{
    while (store_queue_length(store) > 0) {
        usleep(100);
        store_deliver(store);
    }
}

/* A `done` that counts the results by kind, in an array of three ints. */
static inline void count_result(void *context, enum store_result result)
{
    ((int *)context)[result]++;
}

static inline void keep_result(void *context, enum store_result result)
{
    *(enum store_result *)context = result;
}

/* Writes one change and waits for it. */
static inline enum store_result write_now(struct store *store, const struct store_change *change)
{
    enum store_result result = STORE_FAILED;
    store_write(store, change, keep_result, &result);
    settle(store);
    return result;
}

static inline struct store_table a_table(const char *id, const char *status)
{
    struct store_table table = {.open = true, .game = "splendor", .summary = "{\"seats\":[]}"};
    snprintf(table.id, sizeof table.id, "%s", id);
    snprintf(table.status, sizeof table.status, "%s", status);
    return table;
}

static inline struct store_user a_user(const char *id, const char *name)
{
    struct store_user user = {.password = "hash", .generation = 3, .created = 5};
    snprintf(user.id, sizeof user.id, "%s", id);
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.name_key, sizeof user.name_key, "%s", name);
    return user;
}

static inline void run_sql(const char *file, const char *sql)
{
    sqlite3 *database;
    char *why = NULL;
    assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(database);
}

static inline bool count_event(void *context, const struct store_event *event)
{
    (void)event;
    ++*(int *)context;
    return true;
}

#endif
