/* SPDX-License-Identifier: MIT */
/*
 * The readers' threads: what the loop asks, and the way there and back.
 *
 * A reader takes everything that waits, sends it at once and takes the answers in turn, so that a
 * hundred questions take little longer than one. Each is a transaction of its own: one that is refused
 * spoils no other. If answers do not come in time the connection is given up, everything that was asked
 * on it is answered "broken", and the reader connects again, later and later.
 */
#include "postgres_internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BATCH_MOST = 64,
    BACK_OFF_MS = 50,        /* between two tries to connect, … */
    BACK_OFF_MOST_MS = 1000, /* … doubled up to this */
    IDLE_S = 1,              /* after which a connection is looked at */
};

/* --- queues --- */

static void enqueue(struct postgres_asked_queue *queue, struct postgres_asked *asked)
{
    asked->next = NULL;
    *queue->last = asked;
    queue->last = &asked->next;
    queue->count++;
}

/* With the lock held. */
static struct postgres_asked *take(struct postgres_asked_queue *queue, int most)
{
    struct postgres_asked *first = queue->first, **end = &first;
    for (; most > 0 && *end != NULL; most--, queue->count--)
        end = &(*end)->next;
    queue->first = *end;
    *end = NULL;
    if (queue->first == NULL)
        queue->last = &queue->first;
    return first;
}

static void hand_back(struct postgres_store *store, struct postgres_asked *asked)
{
    pthread_mutex_lock(&store->lock);
    enqueue(&store->answered, asked);
    pthread_mutex_unlock(&store->lock);
    store->wake(store->context);
}

/* --- what is sent --- */

static enum postgres_statement statement_of(const struct store_question *q)
{
    static const enum postgres_statement statements[] = {
        [STORE_ASK_USERS] = PG_USERS,       [STORE_ASK_OWNERS] = PG_USERS_BY_KEY,
        [STORE_ASK_SESSIONS] = PG_SESSIONS, [STORE_ASK_EVENTS] = PG_EVENTS,
        [STORE_ASK_SEQS] = PG_LOOK,         [STORE_ASK_DUE] = PG_DUE,
        [STORE_ASK_COMMANDS] = PG_COMMANDS, [STORE_ASK_TAKE] = PG_TAKE};
    return q->topic == STORE_ASK_TABLES ? postgres_list(q->list) : statements[q->topic];
}

static bool send(struct postgres_reader *reader, const struct postgres_asked *asked)
{
    const struct store_question *q = &asked->question;
    struct postgres_args args = {0};
    switch (q->topic) {
    case STORE_ASK_USERS:
    case STORE_ASK_OWNERS:
    case STORE_ASK_SEQS:
        postgres_text(&args, asked->array);
        break;
    case STORE_ASK_SESSIONS:
        postgres_text(&args, q->id);
        break;
    case STORE_ASK_EVENTS:
        postgres_text(&args, q->id);
        postgres_number(&args, q->first < 0 ? 0 : q->first);
        postgres_number(&args, q->last);
        break;
    case STORE_ASK_TABLES:
        postgres_list_args(&args, q->list, q->id, q->after, q->most);
        break;
    case STORE_ASK_DUE:
        postgres_number(&args, q->first);
        postgres_number(&args, q->most < 0 ? 0 : q->most);
        postgres_text(&args, q->id);
        postgres_number(&args, q->last);
        postgres_text(&args, asked->thinks ? "t" : "f");
        break;
    case STORE_ASK_COMMANDS:
        break;
    case STORE_ASK_TAKE:
        postgres_text(&args, q->id);
        postgres_number(&args, q->first);
        postgres_number(&args, q->last);
        break;
    }
    return postgres_send(reader->connection, statement_of(q), &args) &&
           PQpipelineSync(reader->connection) == 1;
}

/* --- what comes back --- */

/* True when all events are there that the table must have. */
static bool read_events(const struct store_question *q, const PGresult *r, struct store_answer *a)
{
    int64_t next = q->first < 0 ? 0 : q->first;
    a->last = PQntuples(r) > 0 ? postgres_int(r, 0, 4) : -1;
    for (int row = 0; row < PQntuples(r) && PQgetisnull(r, row, 0) == 0; row++, next++) {
        const struct store_event event = {.seq = postgres_int(r, row, 0),
                                          .at = postgres_int(r, row, 1),
                                          .what = PQgetvalue(r, row, 2),
                                          .data = PQgetvalue(r, row, 3)};
        if (event.seq != next || !store_answer_event(a, &event))
            return false;
    }
    return next > (q->last < a->last ? q->last : a->last);
}

static void read_row(const struct store_question *q, const PGresult *r, int row,
                     struct store_answer *a)
{
    switch (q->topic) {
    case STORE_ASK_USERS:
    case STORE_ASK_OWNERS:
        return postgres_read_user(r, row, &a->users[row]);
    case STORE_ASK_SESSIONS:
        return postgres_read_session(r, row, &a->sessions[row]);
    case STORE_ASK_TABLES:
        return postgres_read_table(r, row, &a->tables[row]);
    case STORE_ASK_SEQS:
        a->tables[row] = (struct store_table){.seq = postgres_int(r, row, 1)};
        return postgres_column(r, row, 0, a->tables[row].id, sizeof a->tables[row].id);
    case STORE_ASK_DUE:
        return postgres_column(r, row, 0, a->due[row], sizeof a->due[row]);
    case STORE_ASK_COMMANDS:
        a->commands[row].what = strdup(PQgetvalue(r, row, 0));
        a->commands[row].data = strdup(PQgetvalue(r, row, 1));
        return;
    case STORE_ASK_TAKE:
        a->taken = postgres_int(r, row, 0) > 0;
        a->wait_ms = postgres_int(r, row, 1) > 0 ? postgres_int(r, row, 1) : 1;
        return;
    case STORE_ASK_EVENTS:
        return;
    }
}

static struct store_answer *read_answer(struct postgres_store *store,
                                        const struct store_question *q, const PGresult *r)
{
    struct store_answer *a = store_answer_new(STORE_BROKEN);
    int rows = PQntuples(r);
    if (!store_answer_room(a, q->topic, rows))
        return a;
    if (q->topic == STORE_ASK_EVENTS) {
        bool whole = read_events(q, r, a);
        store->damages += !whole;
        a->found = !whole ? STORE_BROKEN : a->count > 0 ? STORE_FOUND : STORE_NOTHING;
        return a;
    }
    for (int row = 0; row < rows; row++)
        read_row(q, r, row, a);
    a->count = rows;
    a->found = rows > 0 ? STORE_FOUND : STORE_NOTHING;
    return a;
}

/* The one result of a question and the mark behind it; NULL: late, or the connection is lost. */
static PGresult *take_result(PGconn *connection, int64_t until)
{
    PGresult *first = NULL;
    for (bool between = false;;) {
        bool late;
        PGresult *next = postgres_next(connection, until, &late);
        if (late || (next == NULL && between)) {
            PQclear(first);
            return NULL;
        }
        between = next == NULL;
        if (between)
            continue;
        if (PQresultStatus(next) == PGRES_PIPELINE_SYNC) {
            PQclear(next);
            return first;
        }
        PQclear(first);
        first = next;
    }
}

/* --- the connection --- */

static void hang_up(struct postgres_reader *reader)
{
    PQfinish(reader->connection);
    reader->connection = NULL;
}

static bool connect_reader(struct postgres_reader *reader)
{
    char why[256];
    if (reader->connection != NULL && PQstatus(reader->connection) == CONNECTION_OK)
        return true;
    if (postgres_microseconds() < reader->next_try_us)
        return false;
    hang_up(reader);
    reader->connection = postgres_connect_as(reader->store->data, POSTGRES_READER, why, sizeof why);
    if (reader->connection != NULL && PQenterPipelineMode(reader->connection) == 1) {
        reader->back_off_ms = BACK_OFF_MS;
        reader->store->read_broken = false;
        return true;
    }
    hang_up(reader);
    reader->store->read_broken = true;
    reader->next_try_us = postgres_microseconds() + 1000LL * reader->back_off_ms;
    reader->back_off_ms =
        reader->back_off_ms * 2 < BACK_OFF_MOST_MS ? reader->back_off_ms * 2 : BACK_OFF_MOST_MS;
    return false;
}

/* --- the thread --- */

static void answer(struct postgres_reader *reader, struct postgres_asked *asked, PGresult *result)
{
    bool fine = result != NULL && postgres_is_fine(result);
    asked->answer = fine ? read_answer(reader->store, &asked->question, result)
                         : store_answer_new(STORE_BROKEN);
    PQclear(result);
    if (asked->answer->found == STORE_BROKEN)
        postgres_note_broken(reader->store);
    else
        reader->store->read_broken = false;
    hand_back(reader->store, asked);
}

static void ask_all(struct postgres_reader *reader, struct postgres_asked *first)
{
    bool lost = !connect_reader(reader);
    for (const struct postgres_asked *asked = first; !lost && asked != NULL; asked = asked->next)
        lost = !send(reader, asked);
    int64_t until = postgres_microseconds() + 1000LL * POSTGRES_READ_MS;
    for (struct postgres_asked *asked = first, *next; asked != NULL; asked = next) {
        next = asked->next;
        PGresult *result = lost ? NULL : take_result(reader->connection, until);
        lost |= result == NULL;
        answer(reader, asked, result);
    }
    if (lost)
        hang_up(reader);
}

/* With the lock held; now and then without a question, so that a lost connection is noticed. */
static void wait_for_questions(struct postgres_store *store)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += IDLE_S;
    if (store->asked.first == NULL && !store->closing)
        pthread_cond_timedwait(&store->questions, &store->lock, &until);
}

static void look_at_connection(struct postgres_reader *reader)
{
    if (reader->connection != NULL && PQconsumeInput(reader->connection) == 0)
        hang_up(reader);
    connect_reader(reader);
}

static void *reader(void *argument)
{
    struct postgres_reader *self = argument;
    struct postgres_store *store = self->store;
    for (bool closing = false; !closing;) {
        pthread_mutex_lock(&store->lock);
        wait_for_questions(store);
        struct postgres_asked *batch = take(&store->asked, BATCH_MOST);
        closing = store->closing;
        bool attending = store->attending;
        pthread_mutex_unlock(&store->lock);
        if (batch != NULL)
            ask_all(self, batch);
        else if (attending && !closing)
            look_at_connection(self);
    }
    hang_up(self);
    return NULL;
}

bool postgres_ask_start(struct postgres_store *store)
{
    for (int i = 0; i < POSTGRES_READERS; i++) {
        struct postgres_reader *self = &store->readers[i];
        *self = (struct postgres_reader){.store = store, .back_off_ms = BACK_OFF_MS};
        if (pthread_create(&self->thread, NULL, reader, self) != 0)
            return false;
        store->reader_count++;
    }
    return true;
}

/* `closing` is set. */
void postgres_ask_stop(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    pthread_cond_broadcast(&store->questions);
    pthread_mutex_unlock(&store->lock);
    while (store->reader_count > 0)
        pthread_join(store->readers[--store->reader_count].thread, NULL);
}

/* --- for the loop's thread --- */

void postgres_question(struct store *base, const struct store_question *question,
                       store_answered *done, void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_asked *asked = calloc(1, sizeof *asked);
    if (asked == NULL)
        abort(); /* whoever waits for it would wait for ever */
    asked->question = *question;
    asked->done = done;
    asked->context = context;
    asked->thinks = !store->attending || store->thinks; /* this thread alone sets them */
    if (question->values != NULL)
        asked->array = postgres_array(question->values, question->count);
    asked->question.values = NULL;
    store->under_way++;
    pthread_mutex_lock(&store->lock);
    bool taken = !store->closing && store->asked.count < POSTGRES_ASKED_MAX &&
                 (question->values == NULL || asked->array != NULL);
    if (!taken)
        asked->answer = store_answer_new(STORE_BROKEN);
    enqueue(taken ? &store->asked : &store->answered, asked);
    pthread_cond_signal(&store->questions);
    pthread_mutex_unlock(&store->lock);
    if (!taken)
        store->wake(store->context);
}

/* What nobody reads any more is answered so. */
static void refuse_rest(struct postgres_store *store)
{
    for (struct postgres_asked *asked; (asked = take(&store->asked, 1)) != NULL;) {
        asked->answer = store_answer_new(STORE_BROKEN);
        enqueue(&store->answered, asked);
    }
}

void postgres_ask_deliver(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    if (store->reader_count == 0)
        refuse_rest(store);
    struct postgres_asked *asked = take(&store->answered, store->answered.count);
    pthread_mutex_unlock(&store->lock);
    for (struct postgres_asked *next; asked != NULL; asked = next) {
        next = asked->next;
        store->under_way--;
        asked->done(asked->context, asked->answer);
        free(asked->array);
        free(asked);
    }
}
