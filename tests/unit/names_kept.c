/* SPDX-License-Identifier: MIT */
/* Names of 0.1 are compared by how they look, like all others, once its file is brought up to date. */
#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "server/store.h"

static char path[] = "/tmp/takht-names-XXXXXX";

/* As much of a file of 0.1 as has to do with users. */
static const char old_file[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE users(id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT UNIQUE,"
    " password TEXT NOT NULL, generation INTEGER NOT NULL, created INTEGER NOT NULL,"
    " banned INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL,"
    " open INTEGER NOT NULL, running INTEGER NOT NULL, created INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, actor TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_by_status ON tables(status, open, updated);"
    "CREATE TABLE seats(table_id TEXT NOT NULL, seat INTEGER NOT NULL, user_id TEXT NOT NULL,"
    " PRIMARY KEY(table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_by_user ON seats(user_id);"
    "CREATE TABLE events(table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,"
    " what TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY(table_id, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE commands(id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL,"
    " data TEXT NOT NULL) STRICT;"
    "INSERT INTO users VALUES('a', 'Sara of Shiraz', 'sara of shiraz', 'hash', 0, 1, 0);"
    "INSERT INTO users VALUES('b', 'كريم', 'كريم', 'hash', 0, 1, 0);"
    "INSERT INTO users VALUES('c', 'SaraOfShiraz', 'saraofshiraz', 'hash', 0, 1, 0);"
    "INSERT INTO users VALUES('d', 'Sara', NULL, '', 0, 1, 0);"
    "INSERT INTO users VALUES('e', '★★', '★★', 'hash', 0, 1, 0);"
    "PRAGMA user_version = 1;";

static void wake(void *context)
{
    (void)context;
}

static const char *owner(struct store *store, const char *key)
{
    static struct store_user user;
    return store_user_by_key(store, key, &user) == STORE_FOUND ? user.id : "";
}

static void names_of_0_1_are_kept_for_their_owners(void **state)
{
    (void)state;
    char why[256] = "";
    sqlite3 *database = NULL;
    close(mkstemp(path));
    unlink(path);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, old_file, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    struct store *store = store_open(path, wake, NULL, why, sizeof why);
    if (store == NULL)
        fail_msg("%s", why);
    assert_string_equal(owner(store, "کریم"), "b");
    assert_string_equal(owner(store, "saraofshiraz"), "c"); /* had that key before */
    assert_string_equal(owner(store, "sara of shiraz"), "a");
    assert_string_equal(owner(store, "★★"), "e");  /* no name today, but somebody's */
    assert_string_equal(owner(store, "sara"), ""); /* a guest's is nobody's */
    store_close(store);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_of_0_1_are_kept_for_their_owners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
