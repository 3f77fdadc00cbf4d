/* SPDX-License-Identifier: MIT */
/* Files of the store: those of takht 0.1, copies made under load, and damaged ones. */
#include "stores.h"

#include <pthread.h>

#include "server/sqlite_internal.h"

static void copy_file(const char *from, const char *to)
{
    char bytes[65536];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(in >= 0 && out >= 0);
    for (ssize_t count; (count = read(in, bytes, sizeof bytes)) > 0;)
        assert_int_equal(write(out, bytes, (size_t)count), count);
    close(in);
    close(out);
}

/* Sentences of a check, one a line. */
static void add_sentence(void *context, const char *sentence)
{
    char *all = context;
    size_t used = strlen(all);
    if (used + strlen(sentence) + 2 < 20000)
        sprintf(all + used, "%s\n", sentence);
}

static const char *check(const char *file)
{
    static char all[20000];
    char why[256] = "";
    all[0] = '\0';
    if (!server_check(file, add_sentence, all, why, sizeof why))
        add_sentence(all, why);
    return all;
}

/* --- takht 0.1 --- */

static bool count_table(void *context, const struct store_table *table)
{
    (void)table;
    ++*(int *)context;
    return true;
}

static bool keep_id(void *context, const struct store_table *table)
{
    add_text(context, table->id);
    return false;
}

static bool keep_due(void *context, const char *table, int64_t due)
{
    assert_int_equal(due, 1);
    add_text(context, table);
    return true;
}

static int tables_in(struct store *store, enum store_list list, const char *user)
{
    int count = 0;
    assert_int_not_equal(store_tables(store, list, user, 100, count_table, &count), STORE_BROKEN);
    return count;
}

/* A game under way, one that is over, one with a clock, one that waits; a user with a password. */
static void files_of_0_1_are_brought_up_to_date(void **state)
{
    (void)state;
    char id[TEXT_ROOM] = "";
    int events = 0;
    struct store_user shirin;
    struct store_table table;
    copy_file(TAKHT_FIXTURES "/takht-0.1.db", path);
    assert_string_equal(check(path), "");
    assert_true(is_in_file(path, "\"name\":\"Shirin\""));
    struct store *store = open_store();
    assert_int_equal(store_user_by_key(store, "shirin", &shirin), STORE_FOUND);
    assert_string_equal(shirin.name, "Shirin");
    assert_true(strncmp(shirin.password, "$argon2id$", 10) == 0 && !shirin.gone);
    assert_int_equal(tables_in(store, STORE_MINE, shirin.id), 2);
    assert_int_equal(tables_in(store, STORE_DONE, shirin.id), 1);
    assert_int_equal(tables_in(store, STORE_OPEN, ""), 1);
    assert_int_equal(tables_in(store, STORE_LIVE, ""), 1);
    assert_int_equal(store_due(store, 100, 10, "me", 200, keep_due, id), STORE_FOUND);
    assert_int_equal(store_table(store, id, &table), STORE_FOUND);
    assert_string_equal(table.status, "playing");
    assert_int_equal(store_events(store, id, 0, INT64_MAX, count_event, &events), STORE_FOUND);
    assert_int_equal(table.seq, events - 1);
    store_close(store);
    assert_string_equal(check(path), "");
    assert_false(is_in_file(path, "\"name\":\"Shirin\"")); /* names are in users alone */
    assert_true(is_in_file(path, "good luck to you"));
}

static void who_played_0_1_can_be_forgotten(void **state)
{
    (void)state;
    struct store_user shirin;
    copy_file(TAKHT_FIXTURES "/takht-0.1.db", path);
    struct store *store = open_store();
    assert_int_equal(store_user_by_key(store, "shirin", &shirin), STORE_FOUND);
    assert_int_equal(write_now(store, &(struct store_change){.forget_user = shirin.id}),
                     STORE_DURABLE);
    assert_int_equal(tables_in(store, STORE_DONE, shirin.id), 0);
    static const char *const said[] = {"Shirin", "shirin", "good luck to you", "one more round",
                                       "$argon2id$"};
    for (int i = 0; i < TK_COUNT(said); i++)
        assert_false(is_in_file(path, said[i]));
    assert_true(is_in_file(path, "tea is ready"));
    store_close(store);
    assert_string_equal(check(path), "");
}

/* --- copies --- */

enum { BULK = 6000, BULK_BYTES = 8000 }; /* about 50 MB */

static void fill(struct store *store, int events)
{
    static char data[BULK_BYTES + 64];
    int counts[3] = {0};
    snprintf(data, sizeof data, "{\"pad\":\"%0*d\"}", BULK_BYTES, 0);
    for (int i = 0; i < events; i++) {
        struct store_table table = a_table("", "playing");
        snprintf(table.id, sizeof table.id, "bulk%d", i / (events / 40));
        struct store_event event = {.seq = i % (events / 40), .what = "move", .data = data};
        store_write(store, &(struct store_change){.table = &table, .event = &event}, count_result,
                    counts);
        if (i % 500 == 499)
            settle(store);
    }
    settle(store);
    assert_int_equal(counts[STORE_DURABLE], events);
}

struct copying {
    char into[sizeof path], why[256];
    bool fine;
    int done; /* atomic */
};

static void *make_copy(void *context)
{
    struct copying *copying = context;
    copying->fine = server_backup(path, copying->into, copying->why, sizeof copying->why);
    __atomic_store_n(&copying->done, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

/* While 200 events a second are written, a copy is made, ends, and is of one moment. */
static void a_copy_is_made_under_load(void **state)
{
    (void)state;
    struct copying copying = {0};
    struct store *store = open_store();
    pthread_t thread;
    int counts[3] = {0}, events = 0;
    int64_t seq = 0;
    struct stat about;
    fill(store, BULK);
    snprintf(copying.into, sizeof copying.into, "%s/copy.db", folder);
    assert_int_equal(pthread_create(&thread, NULL, make_copy, &copying), 0);
    while (!__atomic_load_n(&copying.done, __ATOMIC_SEQ_CST) && seq < 200 * 60) {
        struct store_table table = a_table("live", "playing");
        struct store_event event = {.seq = seq++, .what = "move", .data = "{}"};
        store_write(store, &(struct store_change){.table = &table, .event = &event}, count_result,
                    counts);
        usleep(5000);
        store_deliver(store);
    }
    pthread_join(thread, NULL);
    settle(store);
    if (!copying.fine)
        fail_msg("%s", copying.why);
    assert_int_equal(counts[STORE_DURABLE], seq);
    assert_true(seq < 200 * 60);
    store_close(store);
    assert_string_equal(check(copying.into), "");
    assert_int_equal(stat(copying.into, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    snprintf(path, sizeof path, "%s", copying.into);
    store = open_store();
    assert_int_equal(store_events(store, "bulk7", 0, INT64_MAX, count_event, &events), STORE_FOUND);
    assert_int_equal(events, BULK / 40);
    store_close(store);
}

static void nothing_is_overwritten(void **state)
{
    (void)state;
    char into[120], why[256] = "";
    snprintf(into, sizeof into, "%s/precious", folder);
    store_close(open_store());
    FILE *file = fopen(into, "w");
    fputs("mine", file);
    fclose(file);
    assert_false(server_backup(path, into, why, sizeof why));
    assert_non_null(strstr(why, "is there already"));
    assert_true(is_in_file(into, "mine"));
    assert_false(server_backup(into, path, why, sizeof why));
    snprintf(into, sizeof into, "%s/nowhere/copy.db", folder);
    assert_false(server_backup(path, into, why, sizeof why));
    snprintf(into, sizeof into, "%s/no.db", folder);
    snprintf(path, sizeof path, "%s/copy.db", folder);
    assert_false(server_backup(into, path, why, sizeof why));
    assert_int_not_equal(access(path, F_OK), 0); /* half a copy is no copy */
}

/* Somebody's own data under the name that was meant for ours. */
static void a_database_of_another_program_is_left_as_it_is(void **state)
{
    (void)state;
    char why[512] = "";
    sqlite3 *theirs = NULL;
    assert_int_equal(sqlite3_open(path, &theirs), SQLITE_OK);
    assert_int_equal(sqlite3_exec(theirs, "CREATE TABLE users(x)", NULL, NULL, NULL), SQLITE_OK);
    assert_null(store_open(path, wake_nobody, NULL, why, sizeof why));
    assert_non_null(strstr(why, "of another program"));
    why[0] = '\0';
    assert_false(server_command(path, "announce", "hello", why, sizeof why));
    assert_non_null(strstr(why, "of another program"));
    assert_int_equal(sqlite_number(theirs, "SELECT count(*) FROM sqlite_master"), 1);
    assert_int_equal(sqlite_number(theirs, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"),
                     0);
    sqlite3_close(theirs);
}

/* To SQLite they are no files. */
static void odd_names_are_names_of_files(void **state)
{
    static const char *const names[] = {":memory:", "file:a?mode=memory"};
    char why[512] = "";
    (void)state;
    assert_int_equal(chdir(folder), 0);
    for (int i = 0; i < TK_COUNT(names); i++) {
        struct store *store = store_open(names[i], wake_nobody, NULL, why, sizeof why);
        if (store == NULL)
            fail_msg("%s", why);
        store_close(store);
        assert_true(is_in_file(names[i], "CREATE TABLE events"));
        assert_string_equal(check(names[i]), "");
    }
    assert_int_equal(chdir("/"), 0);
}

/* --- questions of the host --- */

static void add_row(void *context, int columns, const char *const *values)
{
    char *all = context;
    for (int i = 0; i < columns; i++)
        sprintf(all + strlen(all), "%s%s", values[i] == NULL ? "" : values[i],
                i + 1 < columns ? " " : "\n");
}

static void hosts_can_ask(void **state)
{
    (void)state;
    static char all[65536];
    char why[256] = "", id[TEXT_ROOM] = "";
    copy_file(TAKHT_FIXTURES "/takht-0.1.db", path);
    struct store *store = open_store();
    store_tables(store, STORE_LIVE, "", 1, keep_id, id);
    assert_true(server_ask(path, SERVER_ASK_COUNTS, NULL, add_row, all, why, sizeof why));
    assert_non_null(strstr(all, "users 2\n"));
    assert_non_null(strstr(all, "tables over 1\n"));
    all[0] = '\0';
    assert_true(server_ask(path, SERVER_ASK_TABLES, NULL, add_row, all, why, sizeof why));
    assert_non_null(strstr(all, id));
    all[0] = '\0';
    assert_true(server_ask(path, SERVER_ASK_USERS, NULL, add_row, all, why, sizeof why));
    assert_non_null(strstr(all, "Shirin"));
    all[0] = '\0';
    assert_true(server_ask(path, SERVER_ASK_TABLE, id, add_row, all, why, sizeof why));
    assert_non_null(strstr(all, " chat "));
    assert_null(strstr(all, "\"secret\""));
    assert_null(strstr(all, "\"key\""));
    store_close(store);
    assert_false(
        server_ask("/tmp/takht-nowhere.db", SERVER_ASK_USERS, NULL, add_row, all, why, sizeof why));
}

/* --- how it is read --- */

static int judge_plan(void *context, int columns, char **values, char **names)
{
    enum sqlite_get get = *(enum sqlite_get *)context;
    (void)columns;
    (void)names;
    if (strncmp(values[3], "SCAN", 4) == 0 && get != GET_COMMANDS)
        fail_msg("%s: %s", sqlite_get_texts[get], values[3]);
    if (strstr(values[3], "TEMP B-TREE") != NULL && get != GET_MINE)
        fail_msg("%s: %s", sqlite_get_texts[get], values[3]);
    return 0;
}

/* Whoever looks through a link sees what a server has written, and not yet put into the file. */
static void links_lead_to_the_whole_data(void **state)
{
    (void)state;
    char link[300], why[256] = "", direct[TEXT_ROOM] = "", linked[TEXT_ROOM] = "";
    snprintf(link, sizeof link, "%s-link", path);
    struct store *store = open_store();
    fill(store, 40);
    unlink(link);
    assert_int_equal(symlink(path, link), 0);
    assert_true(server_ask(path, SERVER_ASK_COUNTS, NULL, add_row, direct, why, sizeof why));
    if (!server_ask(link, SERVER_ASK_COUNTS, NULL, add_row, linked, why, sizeof why))
        fail_msg("%s", why);
    assert_string_equal(linked, direct);
    assert_string_equal(check(link), "");
    unlink(link);
    store_close(store);
}

/* Nothing that a server asks for walks through a whole table, or sorts what a list leaves out. */
static void every_question_has_an_index(void **state)
{
    (void)state;
    sqlite3 *database;
    char plan[1024];
    store_close(open_store());
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    for (enum sqlite_get get = 0; get < SQLITE_GETS; get++) {
        snprintf(plan, sizeof plan, "EXPLAIN QUERY PLAN %s", sqlite_get_texts[get]);
        assert_int_equal(sqlite3_exec(database, plan, judge_plan, &get, NULL), SQLITE_OK);
    }
    sqlite3_close(database);
}

/* --- damage --- */

static void a_check_finds_what_does_not_fit(void **state)
{
    (void)state;
    struct store *store = open_store();
    fill(store, 400);
    store_close(store);
    assert_string_equal(check(path), "");
    run_sql(path, "DELETE FROM events WHERE table_id = 'bulk1' AND seq = 3;"
                  "UPDATE events SET data = '{\"a' WHERE table_id = 'bulk2' AND seq = 4;"
                  "UPDATE tables SET seq = 99 WHERE id = 'bulk3';"
                  "UPDATE tables SET summary = 'x' WHERE id = 'bulk4';"
                  "DELETE FROM tables WHERE id = 'bulk5';"
                  "INSERT INTO sessions VALUES('s', 'nobody', '', 0, 0);");
    const char *all = check(path);
    assert_non_null(strstr(all, "table bulk1: after event 2 comes event 4\n"));
    assert_non_null(strstr(all, "table bulk2: event 4 is no JSON\n"));
    assert_non_null(strstr(all, "table bulk3: its last event should be 99, and is 9\n"));
    assert_non_null(strstr(all, "table bulk4: its summary is no JSON\n"));
    assert_non_null(strstr(all, "there are events of table bulk5, which is not there\n"));
    assert_non_null(strstr(all, "there is a session of user nobody, which is not there\n"));
    assert_non_null(strstr(all, "35 of 39 tables are whole\n"));
}

/* Whoever reads over a hole is told, and the rest of the store is fine. */
static void a_hole_is_not_the_end(void **state)
{
    (void)state;
    int found = 0;
    struct store *store = open_store();
    fill(store, 400);
    run_sql(path, "DELETE FROM events WHERE table_id = 'bulk1' AND seq = 3;"
                  "DELETE FROM events WHERE table_id = 'bulk2' AND seq = 9;");
    assert_int_equal(store_events(store, "bulk1", 0, 9, count_event, &found), STORE_BROKEN);
    assert_int_equal(found, 3);
    assert_false(store_healthy(store));
    assert_int_equal(store_events(store, "bulk2", 0, 9, count_event, &found), STORE_BROKEN);
    assert_int_equal(store_counts(store).read_errors, 2);
    assert_int_equal(store_events(store, "bulk3", 0, 9, count_event, &found), STORE_FOUND);
    assert_true(store_healthy(store));
    store_close(store);
}

static void damage(const char *file, off_t at, size_t bytes)
{
    char rubbish[4096];
    memset(rubbish, 0xa5, sizeof rubbish);
    int out = open(file, O_WRONLY);
    assert_true(out >= 0);
    for (; bytes > 0; bytes -= bytes < sizeof rubbish ? bytes : sizeof rubbish) {
        size_t part = bytes < sizeof rubbish ? bytes : sizeof rubbish;
        assert_int_equal(pwrite(out, rubbish, part, at), part);
        at += (off_t)part;
    }
    close(out);
}

/* Wherever a file is hit, a check says so or finds nothing wrong in what is left; it never stops
 * short, and never writes. */
static void damaged_files_are_reported(void **state)
{
    (void)state;
    char hurt[120];
    struct stat about, after;
    int noticed = 0;
    struct store *store = open_store();
    fill(store, 400);
    store_close(store);
    assert_int_equal(stat(path, &about), 0);
    snprintf(hurt, sizeof hurt, "%s/hurt.db", folder);
    for (int i = 0; i < 24; i++) {
        copy_file(path, hurt);
        if (i % 2 == 0)
            damage(hurt, about.st_size / 24 * i + 100, 3000);
        else
            assert_int_equal(truncate(hurt, about.st_size / 24 * i + 1000), 0);
        assert_int_equal(stat(hurt, &about), 0);
        noticed += check(hurt)[0] != '\0';
        assert_int_equal(stat(hurt, &after), 0);
        assert_int_equal(about.st_size, after.st_size);
        assert_int_equal(about.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
        assert_int_equal(stat(path, &about), 0);
    }
    assert_int_equal(noticed, 24);
    FILE *file = fopen(hurt, "w");
    fputs("no database", file);
    fclose(file);
    assert_true(check(hurt)[0] != '\0');
    assert_true(check("/tmp/takht-nowhere.db")[0] != '\0');
    assert_true(check(folder)[0] != '\0');
}

/* A server on a damaged file: what is hit is broken, in so many words; what is not goes on. */
static void a_damaged_table_stops_nobody_else(void **state)
{
    (void)state;
    int broken = 0, whole = 0, found = 0;
    struct stat about;
    struct store *store = open_store();
    fill(store, 400);
    store_close(store);
    assert_int_equal(stat(path, &about), 0);
    damage(path, about.st_size / 2 / 4096 * 4096, 100 * 4096);
    store = open_store();
    for (int i = 0; i < 40; i++) {
        char id[16];
        snprintf(id, sizeof id, "bulk%d", i);
        enum store_found events = store_events(store, id, 0, 9, count_event, &found);
        broken += events == STORE_BROKEN;
        whole += events == STORE_FOUND;
    }
    assert_true(broken > 0 && whole > 0);
    assert_int_equal(broken + whole, 40);
    assert_int_equal(store_counts(store).read_errors, broken);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(files_of_0_1_are_brought_up_to_date),
        TEST(who_played_0_1_can_be_forgotten),
        TEST(a_copy_is_made_under_load),
        TEST(nothing_is_overwritten),
        TEST(a_database_of_another_program_is_left_as_it_is),
        TEST(odd_names_are_names_of_files),
        TEST(hosts_can_ask),
        TEST(links_lead_to_the_whole_data),
        TEST(every_question_has_an_index),
        TEST(a_check_finds_what_does_not_fit),
        TEST(a_hole_is_not_the_end),
        TEST(damaged_files_are_reported),
        TEST(a_damaged_table_stops_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
