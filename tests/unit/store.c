/* SPDX-License-Identifier: MIT */
/* The store: what is written is there, what is refused leaves nothing, who is forgotten is gone. */
#include "stores.h"

#include <signal.h>
#include <sys/wait.h>

static void write_event(struct store *store, const char *id, int64_t seq, int counts[3])
{
    struct store_table table = a_table(id, "playing");
    struct store_event event = {.seq = seq, .at = 7, .what = "move", .data = "{}"};
    store_write(store, &(struct store_change){.table = &table, .event = &event}, count_result,
                counts);
}

static int events_of(struct store *store, const char *id, int64_t first)
{
    int found = 0;
    assert_int_not_equal(store_events(store, id, first, INT64_MAX, count_event, &found),
                         STORE_BROKEN);
    return found;
}

/* --- events --- */

/* A number that is there already is refused alone; the others of the same batch are written. */
static void events_are_written_once(void **state)
{
    (void)state;
    int counts[3] = {0};
    struct store *store = open_store();
    for (int64_t seq = 0; seq < 100; seq++)
        write_event(store, "t1", seq % 90, counts);
    settle(store);
    assert_int_equal(counts[STORE_DURABLE], 90);
    assert_int_equal(counts[STORE_CONFLICT], 10);
    assert_int_equal(store_counts(store).conflicts, 10);
    assert_int_equal(events_of(store, "t1", 80), 10);
    store_close(store);
    store = open_store(); /* still there after a restart */
    assert_int_equal(events_of(store, "t1", 0), 90);
    assert_true(store_healthy(store));
    store_close(store);
}

/* Neither a hole nor an event without a table gets in, and the disk is not to blame. */
static void events_follow_one_another(void **state)
{
    (void)state;
    int counts[3] = {0};
    struct store *store = open_store();
    struct store_event event = {.seq = 0, .what = "move", .data = "{}"};
    write_event(store, "t1", 1, counts);
    write_event(store, "t1", 0, counts);
    write_event(store, "t1", 2, counts);
    write_event(store, "t1", 1, counts);
    store_write(store, &(struct store_change){.event = &event}, count_result, counts);
    settle(store);
    assert_int_equal(counts[STORE_DURABLE], 2);
    assert_int_equal(counts[STORE_FAILED], 3);
    assert_int_equal(events_of(store, "t1", 0), 2);
    assert_true(store_healthy(store));
    store_close(store);
}

/* Of a change that meets a conflict nothing is written, not even what was fine. */
static void a_conflict_writes_nothing(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_table table = a_table("t1", "open"), found;
    struct store_user ada = a_user("u1", "ada"), nobody;
    struct store_event event = {.seq = 0, .what = "created", .data = "{}"};
    struct store_change change = {.table = &table, .event = &event};
    assert_int_equal(write_now(store, &change), STORE_DURABLE);
    strcpy(table.status, "over");
    change.user = &ada;
    assert_int_equal(write_now(store, &change), STORE_CONFLICT);
    assert_int_equal(store_table(store, "t1", &found), STORE_FOUND);
    assert_string_equal(found.status, "open");
    assert_int_equal(store_user(store, "u1", &nobody), STORE_NOTHING);
    store_close(store);
}

/* The row of a table comes back as it was written, with the number of its last event. */
static void tables_come_back(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_table table = a_table("t1", "playing"), found;
    struct store_event event = {.seq = 0, .what = "created", .data = "{}"};
    table.created = 3, table.updated = 4, table.due = 5;
    strcpy(table.actor, "u1");
    assert_int_equal(write_now(store, &(struct store_change){.table = &table, .event = &event}),
                     STORE_DURABLE);
    table.due = 6; /* without an event the number stays */
    assert_int_equal(write_now(store, &(struct store_change){.table = &table}), STORE_DURABLE);
    assert_int_equal(store_table(store, "t1", &found), STORE_FOUND);
    assert_memory_equal(&found, &table, sizeof found);
    assert_int_equal(store_table(store, "t2", &found), STORE_NOTHING);
    assert_int_equal(events_of(store, "t2", 0), 0);
    store_close(store);
}

static bool first_two(void *context, const struct store_event *event)
{
    (void)event;
    return ++*(int *)context < 2;
}

static void events_are_read_in_part(void **state)
{
    (void)state;
    int counts[3] = {0}, found = 0;
    struct store *store = open_store();
    for (int64_t seq = 0; seq < 10; seq++)
        write_event(store, "t1", seq, counts);
    settle(store);
    assert_int_equal(store_events(store, "t1", 3, 6, count_event, &found), STORE_FOUND);
    assert_int_equal(found, 4);
    found = 0;
    assert_int_equal(store_events(store, "t1", 0, 9, first_two, &found), STORE_FOUND);
    assert_int_equal(found, 2);
    assert_int_equal(store_events(store, "t1", 10, 20, count_event, &found), STORE_NOTHING);
    store_close(store);
}

/* --- questions --- */

static void keep_answer(void *context, struct store_answer *answer)
{
    *(struct store_answer **)context = answer;
}

static struct store_answer *ask(struct store *store, struct store_question question, const char *id)
{
    struct store_answer *answer = NULL;
    snprintf(question.id, sizeof question.id, "%s", id);
    store_ask(store, &question, keep_answer, &answer);
    settle(store);
    assert_non_null(answer);
    return answer;
}

static void expect_rows(struct store_answer *answer, enum store_found found, int count)
{
    assert_int_equal(answer->found, found);
    assert_int_equal(answer->count, count);
    store_answer_free(answer);
}

/* Every question has the answer that reading it has, whenever it comes. */
static void questions_are_answered(void **state)
{
    (void)state;
    static const char *const ids[] = {"u1", "nobody", "u2"}, *const keys[] = {"ada"},
                             *const tables[] = {"t1", "t2"};
    struct store *store = open_store();
    struct store_user ada = a_user("u1", "ada"), bob = a_user("u2", "bob");
    int counts[3] = {0};
    for (int64_t seq = 0; seq < 10; seq++)
        write_event(store, "t1", seq, counts);
    write_now(store, &(struct store_change){.user = &ada});
    write_now(store, &(struct store_change){.user = &bob});

    struct store_answer *events =
        ask(store, (struct store_question){.topic = STORE_ASK_EVENTS, .first = 3, .last = 6}, "t1");
    assert_int_equal(events->last, 9);
    assert_int_equal(events->events[0].seq, 3);
    assert_string_equal(events->events[3].what, "move");
    expect_rows(events, STORE_FOUND, 4);
    events =
        ask(store, (struct store_question){.topic = STORE_ASK_EVENTS, .last = INT64_MAX}, "none");
    assert_int_equal(events->last, -1);
    expect_rows(events, STORE_NOTHING, 0);
    expect_rows(ask(store,
                    (struct store_question){.topic = STORE_ASK_USERS, .values = ids, .count = 3},
                    ""),
                STORE_FOUND, 2);
    struct store_answer *owner = ask(
        store, (struct store_question){.topic = STORE_ASK_OWNERS, .values = keys, .count = 1}, "");
    assert_string_equal(owner->users[0].id, "u1");
    expect_rows(owner, STORE_FOUND, 1);
    struct store_answer *seqs = ask(
        store, (struct store_question){.topic = STORE_ASK_SEQS, .values = tables, .count = 2}, "");
    assert_int_equal(seqs->tables[0].seq, 9);
    expect_rows(seqs, STORE_FOUND, 1);
    expect_rows(ask(store, (struct store_question){.topic = STORE_ASK_SESSIONS}, "u1"),
                STORE_NOTHING, 0);
    expect_rows(ask(store, (struct store_question){.topic = STORE_ASK_COMMANDS}, ""), STORE_NOTHING,
                0);
    struct store_answer *taken =
        ask(store, (struct store_question){.topic = STORE_ASK_TAKE, .first = 1000, .last = 2000},
            "tries");
    assert_true(taken->taken);
    store_answer_free(taken);
    store_close(store);
}

/* Whoever asks has an answer, also when there will be none. */
static void closing_answers_the_rest(void **state)
{
    (void)state;
    enum { MANY = 500 };
    static struct store_answer *answers[MANY];
    struct store *store = open_store();
    struct store_question question = {.topic = STORE_ASK_EVENTS, .last = INT64_MAX};
    strcpy(question.id, "t1");
    for (int i = 0; i < MANY; i++)
        store_ask(store, &question, keep_answer, &answers[i]);
    store_close(store);
    for (int i = 0; i < MANY; i++) {
        assert_non_null(answers[i]);
        assert_int_equal(answers[i]->count, 0);
        store_answer_free(answers[i]);
        answers[i] = NULL;
    }
}

/* What is queued when the store closes is written, and told. */
static void closing_writes_the_rest(void **state)
{
    (void)state;
    int counts[3] = {0};
    struct store *store = open_store();
    for (int64_t seq = 0; seq < 50; seq++)
        write_event(store, "t1", seq, counts);
    store_close(store);
    assert_int_equal(counts[STORE_DURABLE], 50);
}

/* --- users --- */

static void users_come_back(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_user ada = a_user("u1", "Ada"), found;
    strcpy(ada.name_key, "ada");
    ada.muted_until = 77, ada.banned = true;
    assert_int_equal(write_now(store, &(struct store_change){.user = &ada}), STORE_DURABLE);
    assert_int_equal(store_user_by_key(store, "ada", &found), STORE_FOUND);
    assert_memory_equal(&found, &ada, sizeof found);
    assert_int_equal(store_user_by_key(store, "Ada", &found), STORE_NOTHING);
    assert_int_equal(store_user(store, "u2", &found), STORE_NOTHING);
    store_close(store);
}

enum { NOTED_MAX = 64 };

static void note_user(void *context, const struct store_user *user)
{
    size_t used = strlen(context);
    snprintf((char *)context + used, NOTED_MAX - used, "%s", user->id);
}

/* One question for many, whatever letters it is about. */
static void many_users_are_found_at_once(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_user users[] = {a_user("u1", "o'brien"), a_user("u2", "a\"b\\c,{}"),
                                 a_user("u3", "آدا")};
    static const char *const ids[] = {"u1", "nobody", "u3", "u1", ""};
    static const char *const keys[] = {"آدا", "a\"b\\c,{}", "somebody"};
    char found[NOTED_MAX] = "";
    for (int i = 0; i < 3; i++)
        assert_int_equal(write_now(store, &(struct store_change){.user = &users[i]}),
                         STORE_DURABLE);
    assert_int_equal(store_users(store, STORE_BY_ID, ids, 5, note_user, found), STORE_FOUND);
    assert_true(strstr(found, "u1") != NULL && strstr(found, "u3") != NULL);
    assert_null(strstr(found, "u2"));
    found[0] = '\0';
    assert_int_equal(store_users(store, STORE_BY_KEY, keys, 3, note_user, found), STORE_FOUND);
    assert_true(strcmp(found, "u3u2") == 0 || strcmp(found, "u2u3") == 0);
    assert_int_equal(store_users(store, STORE_BY_KEY, keys + 2, 1, note_user, found),
                     STORE_NOTHING);
    assert_int_equal(store_users(store, STORE_BY_ID, ids, 0, note_user, found), STORE_NOTHING);
    store_close(store);
}

/* Whoever takes the name of another is refused, and the other keeps everything. */
static void a_name_is_taken_by_one(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_user ada = a_user("u1", "ada"), thief = a_user("u2", "ada"), found;
    struct store_user guests[2] = {a_user("u3", ""), a_user("u4", "")};
    assert_int_equal(write_now(store, &(struct store_change){.user = &ada}), STORE_DURABLE);
    strcpy(thief.password, "other");
    assert_int_equal(write_now(store, &(struct store_change){.user = &thief}), STORE_CONFLICT);
    strcpy(thief.name_key, "bob");
    assert_int_equal(write_now(store, &(struct store_change){.user = &thief}), STORE_DURABLE);
    strcpy(thief.name_key, "ada"); /* also as a change of name */
    assert_int_equal(write_now(store, &(struct store_change){.user = &thief}), STORE_CONFLICT);
    assert_int_equal(store_user_by_key(store, "ada", &found), STORE_FOUND);
    assert_string_equal(found.id, "u1");
    assert_string_equal(found.password, "hash");
    for (int i = 0; i < 2; i++) /* no name is no name to share */
        assert_int_equal(write_now(store, &(struct store_change){.user = &guests[i]}),
                         STORE_DURABLE);
    store_close(store);
}

/* --- sessions --- */

static bool join_ids(void *context, const struct store_session *session)
{
    add_text(context, session->id);
    return true;
}

static const char *sessions_of(struct store *store, const char *user, char out[64])
{
    out[0] = '\0';
    assert_int_not_equal(store_sessions(store, user, join_ids, out), STORE_BROKEN);
    return out;
}

static void sessions_begin_and_end(void **state)
{
    (void)state;
    char ids[64];
    struct store *store = open_store();
    struct store_session session = {.user = "u1", .agent = "a browser"};
    for (int i = 0; i < 3; i++) {
        snprintf(session.id, sizeof session.id, "%c", 'a' + i);
        session.created = session.seen = 10 + i;
        assert_int_equal(write_now(store, &(struct store_change){.session = &session}),
                         STORE_DURABLE);
    }
    assert_string_equal(sessions_of(store, "u1", ids), "cba");
    write_now(store, &(struct store_change){.end_session = "b"});
    assert_string_equal(sessions_of(store, "u1", ids), "ca");
    strcpy(session.id, "d"); /* a new password: all others end, one begins */
    write_now(store, &(struct store_change){.end_sessions_of = "u1", .session = &session});
    assert_string_equal(sessions_of(store, "u1", ids), "d");
    strcpy(session.user, "u2"); /* nobody else's becomes mine */
    assert_int_equal(write_now(store, &(struct store_change){.session = &session}), STORE_CONFLICT);
    store_close(store);
}

/* --- lists --- */

static void sit(struct store *store, const char *id, const char *status, int64_t updated,
                const char *first, const char *second)
{
    struct store_table table = a_table(id, status);
    const char *seats[] = {first, second};
    table.updated = updated;
    snprintf(table.actor, sizeof table.actor, "%s", first);
    assert_int_equal(
        write_now(store, &(struct store_change){.table = &table, .seats = seats, .seat_count = 2}),
        STORE_DURABLE);
}

static bool join_tables(void *context, const struct store_table *table)
{
    add_text(context, table->id);
    return true;
}

static const char *list(struct store *store, enum store_list kind, int most, char out[64])
{
    out[0] = '\0';
    assert_int_not_equal(store_tables(store, kind, "u1", most, join_tables, out), STORE_BROKEN);
    return out;
}

static void lists_show_what_they_say(void **state)
{
    (void)state;
    char ids[64];
    struct store *store = open_store();
    sit(store, "a", "open", 1, "u1", "");
    sit(store, "b", "open", 2, "u2", "");
    sit(store, "c", "playing", 3, "u1", "u2");
    sit(store, "d", "playing", 4, "u2", "u1");
    sit(store, "e", "over", 5, "u1", "u1"); /* both seats: still once in the list */
    sit(store, "f", "over", 6, "u2", "u1");
    assert_string_equal(list(store, STORE_OPEN, 9, ids), "ba");
    assert_string_equal(list(store, STORE_LIVE, 9, ids), "dc");
    assert_string_equal(list(store, STORE_MINE, 9, ids), "cad"); /* u1 is to move in c and a */
    assert_string_equal(list(store, STORE_DONE, 9, ids), "fe");
    assert_string_equal(list(store, STORE_DONE, 1, ids), "f");
    sit(store, "c", "over", 7, "u1", "u2");
    assert_string_equal(list(store, STORE_MINE, 9, ids), "ad");
    assert_string_equal(list(store, STORE_DONE, 9, ids), "cfe");
    sit(store, "c", "playing", 8, "u1", "u2"); /* the last move was taken back */
    assert_string_equal(list(store, STORE_MINE, 9, ids), "cad");
    sit(store, "a", "open", 9, "", "");
    assert_string_equal(list(store, STORE_MINE, 9, ids), "cd");
    store_close(store);
}

/* --- due work --- */

static bool join_due(void *context, const char *table, int64_t due)
{
    (void)due;
    add_text(context, table);
    return true;
}

static const char *due(struct store *store, int64_t now, const char *owner, int64_t until,
                       char out[64])
{
    out[0] = '\0';
    assert_int_not_equal(store_due(store, now, 10, owner, until, join_due, out), STORE_BROKEN);
    return out;
}

static void make_due(struct store *store, const char *id, int64_t when)
{
    struct store_table table = a_table(id, "playing");
    table.due = when;
    assert_int_equal(write_now(store, &(struct store_change){.table = &table}), STORE_DURABLE);
}

static void due_work_is_leased(void **state)
{
    (void)state;
    char ids[64];
    struct store *store = open_store();
    make_due(store, "b", 20);
    make_due(store, "a", 10);
    make_due(store, "n", 0);
    assert_string_equal(due(store, 5, "x", 99, ids), "");
    assert_string_equal(due(store, 15, "x", 50, ids), "a");
    assert_string_equal(due(store, 30, "y", 60, ids), "b");  /* a is x's */
    assert_string_equal(due(store, 40, "y", 60, ids), "");   /* and b is y's */
    assert_string_equal(due(store, 55, "y", 100, ids), "a"); /* x did not come back */
    make_due(store, "a", 56);                                /* done, and due again */
    assert_string_equal(due(store, 58, "z", 100, ids), "a");
    make_due(store, "a", 0);
    assert_string_equal(due(store, 1000, "z", 1100, ids), "b");
    store_close(store);
    store = open_store(); /* nobody is at it any more */
    assert_string_equal(due(store, 1001, "w", 1100, ids), "b");
    store_close(store);
}

/* --- commands, secret --- */

static void join_commands(void *context, const char *what, const char *data)
{
    add_text(context, what);
    add_text(context, data);
}

static void commands_are_handed_over_once(void **state)
{
    (void)state;
    char said[64] = "", why[256] = "";
    struct store *store = open_store();
    assert_int_equal(store_commands(store, join_commands, said), STORE_NOTHING);
    assert_true(server_command(path, "ban", "u1", why, sizeof why));
    assert_true(server_command(path, "mute", "u2 10", why, sizeof why));
    assert_int_equal(store_commands(store, join_commands, said), STORE_FOUND);
    assert_string_equal(said, "banu1muteu2 10");
    assert_int_equal(store_commands(store, join_commands, said), STORE_NOTHING);
    store_close(store);
    assert_false(server_command("/tmp/takht-nowhere/x.db", "ban", "u1", why, sizeof why));
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

/* --- forgetting --- */

struct needle {
    const char *text;
    int found;
};

static void search_file(const char *file, void *context)
{
    struct needle *needle = context;
    needle->found += is_in_file(file, needle->text);
}

/* Only SQLite's files are ours to look into. */
static void only_of_a_file(void)
{
    if (place_is_postgres())
        skip();
}

static bool is_in_files(const char *text)
{
    struct needle needle = {.text = text};
    for_files(search_file, &needle);
    return needle.found > 0;
}

static void say(struct store *store, int game, int64_t seq, const char *user, const char *text)
{
    char id[16], data[200];
    snprintf(id, sizeof id, "t%d", game);
    snprintf(data, sizeof data,
             "{\"seat\":0,\"user\":\"%s\",\"name\":\"Zuleikha\",\"text\":\"%s %d\"}", user, text,
             game);
    struct store_table table = a_table(id, "playing");
    snprintf(table.summary, sizeof table.summary,
             "{\"seats\":[{\"user\":\"%s\",\"name\":\"Zuleikha\"}]}", user);
    struct store_event event = {.seq = seq, .what = "chat", .data = data};
    assert_int_equal(write_now(store, &(struct store_change){.table = &table, .event = &event}),
                     STORE_DURABLE);
}

static bool look_at_line(void *context, const struct store_event *event)
{
    int *blank = context;
    if (strstr(event->data, "\"gone\":true") != NULL) {
        ++*blank;
        assert_non_null(strstr(event->data, "\"text\":\"\""));
    } else {
        assert_non_null(strstr(event->data, "tea is ready"));
    }
    return true;
}

/* Nothing that could name them or that they said is in any file, now or after a restart. */
static void who_is_forgotten_cannot_be_found(void **state)
{
    (void)state;
    enum { GAMES = 40 };
    struct store *store = open_store();
    struct store_user user = a_user("u-gone", "Zuleikha"), found;
    struct store_session session = {.id = "s1", .user = "u-gone", .agent = "Lynx of hers"};
    strcpy(user.password, "argon-of-hers");
    write_now(store, &(struct store_change){.user = &user, .session = &session});
    for (int game = 0; game < GAMES; game++) {
        say(store, game, 0, "u-gone", "my street is Acacia");
        say(store, game, 1, "u-stay", "tea is ready");
    }
    assert_true(place_is_postgres() || (is_in_files("Zuleikha") && is_in_files("Acacia")));
    user.generation++;
    assert_int_equal(write_now(store, &(struct store_change){.forget_user = "u-gone"}),
                     STORE_DURABLE);
    for (int pass = 0; pass < 2; pass++) {
        assert_false(is_in_files("Acacia"));
        assert_false(is_in_files("argon-of-hers"));
        assert_false(is_in_files("Lynx of hers"));
        assert_int_equal(store_user(store, "u-gone", &found), STORE_FOUND);
        assert_true(found.gone && found.name[0] == '\0' && found.name_key[0] == '\0');
        store_close(store);
        store = open_store();
    }
    /* whoever comes too late does not bring them back */
    assert_int_equal(write_now(store, &(struct store_change){.user = &user}), STORE_CONFLICT);
    assert_int_equal(write_now(store, &(struct store_change){.session = &session}), STORE_CONFLICT);
    int blank = 0;
    for (int game = 0; game < GAMES; game++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", game);
        store_events(store, id, 0, INT64_MAX, look_at_line, &blank);
    }
    assert_int_equal(blank, GAMES);
    assert_true(place_is_postgres() ||
                is_in_files("Zuleikha")); /* of u-stay, who has the same name in this test */
    write_now(store, &(struct store_change){.forget_user = "u-stay"});
    assert_false(is_in_files("Zuleikha"));
    store_close(store);
}

/*
 * Rows that moved from page to page leave copies behind; those of the forgotten are not there
 * either, also if the server was killed before it had looked for them.
 */
static void moved_rows_leave_no_copy(void **state)
{
    (void)state;
    only_of_a_file();
    enum { EVENTS = 12000, GAMES = 150 };
    static int64_t next[GAMES];
    int counts[3] = {0};
    char id[24], data[300], copy[120], why[256] = "";
    struct store *store = open_store();
    memset(next, 0, sizeof next);
    for (int i = 0; i < EVENTS; i++) {
        int game = (int)((unsigned)i * 2654435761u >> 8) % GAMES, words = 10 + i * 7 % 150;
        snprintf(id, sizeof id, "%08x", (unsigned)game * 2654435761u);
        snprintf(data, sizeof data, "{\"user\":\"u%d\",\"text\":\"secret%d. %0*d\"}", game % 3,
                 game % 3, words, i);
        struct store_table table = a_table(id, "playing");
        struct store_event event = {.seq = next[game]++, .what = "chat", .data = data};
        store_write(store, &(struct store_change){.table = &table, .event = &event}, count_result,
                    counts);
    }
    settle(store);
    assert_int_equal(counts[STORE_DURABLE], EVENTS);
    assert_int_equal(write_now(store, &(struct store_change){.forget_user = "u0"}), STORE_DURABLE);
    assert_false(is_in_files("secret0"));
    assert_true(is_in_files("secret1"));
    store_close(store);
    run_sql(path, "INSERT INTO meta VALUES('erased', x'00');"
                  "CREATE TABLE t(id); INSERT INTO t VALUES('secret3'); DROP TABLE t");
    store_close(open_store());
    assert_false(is_in_files("secret3"));
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    assert_true(server_backup(path, copy, why, sizeof why));
    run_sql(copy, "SELECT 1 / (SELECT integrity_check = 'ok' FROM pragma_integrity_check)");
    store = open_store();
    assert_int_equal(write_now(store, &(struct store_change){.forget_user = "u1"}), STORE_DURABLE);
    unlink(copy);
    assert_false(is_in_files("secret1"));
    store_close(store);
}

/* --- files --- */

static void check_mode(const char *file, void *context)
{
    struct stat about;
    assert_int_equal(stat(file, &about), 0);
    if ((about.st_mode & 0777) != 0600)
        fail_msg("%s has mode %o", file, about.st_mode & 0777);
    ++*(int *)context;
}

static void files_are_for_their_owner_alone(void **state)
{
    (void)state;
    only_of_a_file();
    static const mode_t masks[] = {0, 022, 0777};
    for (int i = 0; i < TK_COUNT(masks); i++) {
        int counts[3] = {0}, files = 0;
        char into[120], why[256] = "";
        mode_t mask = umask(masks[i]);
        struct store *store = open_store();
        write_event(store, "t1", 0, counts);
        settle(store);
        snprintf(into, sizeof into, "%s/copy.db", folder);
        assert_true(server_backup(path, into, why, sizeof why));
        for_files(check_mode, &files);
        assert_true(files >= 4); /* database, journal, shared memory, copy */
        store_close(store);
        umask(mask);
        for_files(remove_file, NULL);
    }
}

static void a_second_server_is_told(void **state)
{
    (void)state;
    only_of_a_file();
    char why[256] = "", other[120];
    struct store *store = open_store();
    assert_null(store_open(path, wake_nobody, NULL, why, sizeof why));
    assert_non_null(strstr(why, "another server has this file open"));
    snprintf(other, sizeof other, "%s/by-another-name.db", folder);
    assert_int_equal(symlink(path, other), 0);
    assert_null(store_open(other, wake_nobody, NULL, why, sizeof why));
    store_close(store);
    store_close(open_store());
}

/* The lock goes with the process, however that ends. */
static void a_killed_server_is_in_nobodys_way(void **state)
{
    (void)state;
    only_of_a_file();
    int ready[2];
    char byte, why[256] = "";
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        if (store_open(path, wake_nobody, NULL, why, sizeof why) != NULL && write(ready[1], "r", 1))
            pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_null(store_open(path, wake_nobody, NULL, why, sizeof why));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    store_close(open_store());
    close(ready[0]);
    close(ready[1]);
}

/* A file from the future, a file that is no database, a folder, another kind: refused with a
 * reason. */
static void other_files_are_refused(void **state)
{
    (void)state;
    only_of_a_file();
    char why[256] = "";
    store_close(open_store());
    run_sql(path, "PRAGMA user_version = 999");
    assert_null(store_open(path, wake_nobody, NULL, why, sizeof why));
    assert_non_null(strstr(why, "newer takht"));
    for_files(remove_file, NULL);
    FILE *file = fopen(path, "w");
    fputs("this is not a database, not at all, whatever its name may say about it", file);
    fclose(file);
    why[0] = '\0';
    assert_null(store_open(path, wake_nobody, NULL, why, sizeof why));
    assert_true(why[0] != '\0');
    why[0] = '\0';
    assert_null(store_open(folder, wake_nobody, NULL, why, sizeof why));
    assert_true(why[0] != '\0');
    assert_null(store_open("mongo://somewhere", wake_nobody, NULL, why, sizeof why));
    assert_non_null(strstr(why, "no such kind of store"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_are_written_once),
        TEST(events_follow_one_another),
        TEST(a_conflict_writes_nothing),
        TEST(tables_come_back),
        TEST(events_are_read_in_part),
        TEST(questions_are_answered),
        TEST(closing_answers_the_rest),
        TEST(closing_writes_the_rest),
        TEST(users_come_back),
        TEST(many_users_are_found_at_once),
        TEST(a_name_is_taken_by_one),
        TEST(sessions_begin_and_end),
        TEST(lists_show_what_they_say),
        TEST(due_work_is_leased),
        TEST(commands_are_handed_over_once),
        TEST(secrets_stay),
        TEST(who_is_forgotten_cannot_be_found),
        TEST(moved_rows_leave_no_copy),
        TEST(files_are_for_their_owner_alone),
        TEST(a_second_server_is_told),
        TEST(a_killed_server_is_in_nobodys_way),
        TEST(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
