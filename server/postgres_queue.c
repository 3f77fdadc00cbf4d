/* SPDX-License-Identifier: MIT */
/*
 * The writer's thread. It takes everything that waits, writes it in one transaction without waiting for
 * an answer in between, and hands the results back.
 *
 * A change that another writer was faster with writes nothing, and is no error. If the database refuses
 * a statement, the transaction is taken back and its changes are tried one by one. If the connection is
 * lost before the commit was answered, nobody knows whether it was made: the writer connects again and
 * does the same once more. The key of events and the version of users make that harmless, and what is
 * there already is compared with what was to be written; so nothing is guessed, and nothing is told
 * before it is known.
 */
#include "postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

enum {
    BATCH_MOST = 250,        /* changes in one transaction */
    PATIENCE_US = 2000000,   /* for as long a change waits for a connection before it is refused */
    BACK_OFF_MS = 50,        /* between two tries to connect, … */
    BACK_OFF_MOST_MS = 2000, /* … doubled up to this */
    TRIES = 5,               /* of what others were in the way of */
    NEWS_MAX = 7900,         /* bytes of a notification */
};

enum outcome { WRITTEN, REFUSED, LOST };

/* --- queues --- */

static void enqueue(struct postgres_queue *queue, struct postgres_job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

static void free_job(struct postgres_job *job)
{
    free(job->change);
    free(job);
}

/* --- the connection --- */

static void hang_up(struct postgres_store *store)
{
    PQfinish(store->writer);
    store->writer = NULL;
    if (store->lost_us == 0)
        store->lost_us = postgres_microseconds();
}

/* True when there is a connection; tries at most now and then, later and later. */
static bool try_connect(struct postgres_store *store)
{
    char why[256];
    if (store->writer != NULL && PQstatus(store->writer) == CONNECTION_OK)
        return true;
    if (postgres_microseconds() < store->next_try_us)
        return false;
    hang_up(store);
    store->writer = postgres_connect_as(store->data, POSTGRES_WRITER, why, sizeof why);
    if (store->writer != NULL) {
        store->lost_us = 0;
        store->back_off_ms = BACK_OFF_MS;
        return true;
    }
    store->next_try_us = postgres_microseconds() + 1000LL * store->back_off_ms;
    store->back_off_ms =
        store->back_off_ms * 2 < BACK_OFF_MOST_MS ? store->back_off_ms * 2 : BACK_OFF_MOST_MS;
    return false;
}

/* --- handing back --- */

static void count_job(struct postgres_store *store, const struct postgres_job *job)
{
    store->counts.changes++;
    store->counts.conflicts += job->result == STORE_CONFLICT;
    store->counts.failures += job->result == STORE_FAILED;
}

/* With the lock held. */
static void hand_back(struct postgres_store *store, struct postgres_job *batch)
{
    for (struct postgres_job *job = batch, *next; job != NULL; job = next) {
        next = job->next;
        count_job(store, job);
        enqueue(&store->finished, job);
    }
    store->wake(store->context);
}

/* With the lock held: whoever has waited long enough hears that it cannot be written. */
static void refuse_old(struct postgres_store *store)
{
    int64_t before = postgres_microseconds() - PATIENCE_US;
    store->write_broken = true;
    while (store->waiting.first != NULL &&
           (store->closing || store->waiting.first->queued_us < before)) {
        struct postgres_job *job = store->waiting.first;
        store->waiting.first = job->next;
        if (job->next == NULL)
            store->waiting.last = &store->waiting.first;
        job->next = NULL;
        job->result = STORE_FAILED;
        hand_back(store, job);
    }
}

/* While there is no connection. */
static void refuse_waiting(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    refuse_old(store);
    pthread_mutex_unlock(&store->lock);
}

/* While the writer waits for an answer that does not come: called by the hearer. */
void postgres_refuse_waiting(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    if (store->busy_us != 0 && postgres_microseconds() - store->busy_us > PATIENCE_US)
        refuse_old(store);
    pthread_mutex_unlock(&store->lock);
}

static bool is_closing(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    bool closing = store->closing;
    pthread_mutex_unlock(&store->lock);
    return closing;
}

/* Until there is a connection, however long that takes. False: the server ends. */
static bool reconnect(struct postgres_store *store)
{
    while (!try_connect(store)) {
        refuse_waiting(store);
        if (is_closing(store))
            return false;
        usleep(20000);
    }
    return true;
}

/* --- one transaction --- */

/* " nKEY", in hexadecimal: a name may have spaces. */
static size_t write_name(const char *key, char *out)
{
    size_t length = strlen(key);
    out[0] = ' ', out[1] = 'n';
    sodium_bin2hex(out + 2, 2 * length + 1, (const unsigned char *)key, length);
    return 2 + 2 * length;
}

/* News for the other nodes: who wrote, which tables have which event, which users changed. */
static void write_news(struct postgres_store *store, const struct postgres_job *first,
                       const struct postgres_job *end, char out[NEWS_MAX + 1])
{
    pthread_mutex_lock(&store->lock);
    size_t used = (size_t)snprintf(out, NEWS_MAX, "%s", store->node[0] == '\0' ? "-" : store->node);
    pthread_mutex_unlock(&store->lock);
    bool work = false;
    size_t begun = used;
    for (; first != end; first = first->next) {
        const struct change *c = first->change;
        const char *user = c->has_user                     ? c->user.id
                           : c->forget_user[0] != '\0'     ? c->forget_user
                           : c->end_sessions_of[0] != '\0' ? c->end_sessions_of
                                                           : c->of_user;
        if (used + 2 * STORE_ID_MAX + 2 * STORE_NAME_MAX + 40 > NEWS_MAX) {
            snprintf(out + begun, NEWS_MAX - begun, " *");
            return;
        }
        if (c->has_event)
            used += (size_t)snprintf(out + used, NEWS_MAX - used, " t%s:%lld", c->table.id,
                                     (long long)c->event.seq);
        if (user[0] != '\0')
            used += (size_t)snprintf(out + used, NEWS_MAX - used, " u%s", user);
        if (c->has_user && c->user.password[0] != '\0')
            used += write_name(c->user.name_key, out + used);
        work |= c->has_event && c->table.due > 0 && c->table.keeper[0] == '\0';
        if (c->said[0] != '\0') { /* such a change comes alone */
            snprintf(out + used, NEWS_MAX - used, " !%s", c->said);
            return;
        }
    }
    snprintf(out + used, NEWS_MAX - used, "%s", work ? " w" : "");
}

static bool has_news(const char *news)
{
    return strchr(news, ' ') != NULL;
}

static bool send_all(struct postgres_store *store, struct postgres_job *first,
                     const struct postgres_job *end)
{
    char news[NEWS_MAX + 1];
    struct postgres_args args = {0};
    write_news(store, first, end, news);
    postgres_text(&args, news);
    bool fine =
        PQenterPipelineMode(store->writer) == 1 && postgres_send(store->writer, PG_BEGIN, NULL);
    for (const struct postgres_job *job = first; fine && job != end; job = job->next)
        fine = postgres_send_change(store->writer, job->change);
    if (fine && has_news(news))
        fine = postgres_send(store->writer, PG_NOTIFY, &args);
    return fine && postgres_send(store->writer, PG_COMMIT, NULL) &&
           PQpipelineSync(store->writer) == 1;
}

static void note_refusal(struct postgres_store *store, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQresultStatus(result) == PGRES_FATAL_ERROR)
        snprintf(store->state, sizeof store->state, "%s", state == NULL ? "08006" : state);
}

/* The answers in the order in which they were asked for; the job of each, or NULL. */
static enum outcome take_answers(struct postgres_store *store, struct postgres_job *first,
                                 const struct postgres_job *end)
{
    int64_t until = postgres_microseconds() + 1000LL * POSTGRES_WRITE_MS;
    struct postgres_job *job = NULL; /* BEGIN comes first */
    bool begun = false, refused = false, committed = false, ended = false;
    for (;;) {
        bool late;
        PGresult *result = postgres_next(store->writer, until, &late);
        if (late || (result == NULL && ended))
            return LOST;
        ended = result == NULL;
        if (ended) { /* of one statement */
            job = !begun ? first : job == NULL ? NULL : job->next;
            job = job == end ? NULL : job;
            begun = true;
            continue;
        }
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_TUPLES_OK && job != NULL)
            job->result = postgres_judge(job->change, result);
        else if (status == PGRES_COMMAND_OK && job != NULL)
            job->result = STORE_DURABLE;
        if (!postgres_is_fine(result) && status != PGRES_PIPELINE_SYNC)
            refused = true, note_refusal(store, result);
        committed |= strcmp(PQcmdStatus(result), "COMMIT") == 0;
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return committed && !refused ? WRITTEN : refused ? REFUSED : LOST;
    }
}

/* Refusals that tell of the connection, or of a server that is not the one to write to any more. */
static bool tells_of_loss(const char *state)
{
    return strncmp(state, "08", 2) == 0 || strncmp(state, "57", 2) == 0 ||
           strcmp(state, "25006") == 0 || strcmp(state, "25P03") == 0;
}

static enum outcome conclude(struct postgres_store *store, enum outcome outcome)
{
    if (outcome == WRITTEN)
        return WRITTEN;
    if (outcome == REFUSED && !tells_of_loss(store->state) &&
        postgres_put(store, PG_ROLLBACK, NULL, NULL))
        return REFUSED;
    hang_up(store);
    return LOST;
}

/* Jobs up to, not including, `end`, none of which is apart. */
static enum outcome write_range(struct postgres_store *store, struct postgres_job *first,
                                const struct postgres_job *end)
{
    enum outcome outcome = LOST;
    if (send_all(store, first, end))
        outcome = take_answers(store, first, end);
    if (outcome != LOST && PQexitPipelineMode(store->writer) == 0)
        outcome = LOST;
    return conclude(store, outcome);
}

/* A job of several parts: they are judged before it is committed. */
static enum outcome write_whole(struct postgres_store *store, struct postgres_job *job)
{
    char news[NEWS_MAX + 1];
    struct postgres_args args = {0};
    write_news(store, job, job->next, news);
    postgres_text(&args, news);
    bool fine = postgres_put(store, PG_BEGIN, NULL, NULL) &&
                postgres_write_parts(store, job->change, &job->result);
    if (fine && job->result != STORE_DURABLE)
        return postgres_put(store, PG_ROLLBACK, NULL, NULL) ? WRITTEN : conclude(store, LOST);
    if (fine && has_news(news))
        fine = postgres_put(store, PG_NOTIFY, &args, NULL);
    fine = fine && postgres_put(store, PG_COMMIT, NULL, NULL);
    return conclude(store, fine ? WRITTEN : tells_of_loss(store->state) ? LOST : REFUSED);
}

/* --- jobs whose fate is not known, and jobs that were refused --- */

/* It was sent before, and the number is taken: by itself? */
static enum outcome compare(struct postgres_store *store, struct postgres_job *job)
{
    bool same = false;
    if (!job->unsure || job->result != STORE_CONFLICT || !job->change->has_event)
        return WRITTEN;
    if (!postgres_same_event(store->writer, job->change, &same))
        return conclude(store, LOST);
    if (same)
        job->result = STORE_DURABLE;
    return WRITTEN;
}

static bool others_were_in_the_way(const char *state)
{
    return strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0;
}

/* When the server ends without a connection it is not known what became of it, and it is not told as
 * durable. */
static void write_alone(struct postgres_store *store, struct postgres_job *job)
{
    for (int tries = 0;; tries++) {
        store->state[0] = '\0';
        enum outcome outcome =
            job->apart ? write_whole(store, job) : write_range(store, job, job->next);
        if (outcome == WRITTEN)
            outcome = compare(store, job);
        if (outcome == WRITTEN)
            return;
        if (outcome == LOST)
            job->unsure = true;
        if (outcome == LOST ? reconnect(store)
                            : others_were_in_the_way(store->state) && tries < TRIES)
            continue;
        job->result = strncmp(store->state, "23", 2) == 0 ? STORE_CONFLICT : STORE_FAILED;
        return;
    }
}

/* How many could not be written for a reason that is not theirs. */
static int write_apart(struct postgres_store *store, struct postgres_job *first,
                       const struct postgres_job *end)
{
    int failed = 0;
    for (; first != end; first = first->next) {
        write_alone(store, first);
        failed += first->result == STORE_FAILED && store->state[0] != '\0' &&
                  strncmp(store->state, "22", 2) != 0;
    }
    return failed;
}

static int write_run(struct postgres_store *store, struct postgres_job *first,
                     const struct postgres_job *end)
{
    store->state[0] = '\0';
    enum outcome outcome = first->apart ? REFUSED : write_range(store, first, end);
    if (outcome == WRITTEN)
        return 0;
    for (struct postgres_job *job = first; job != end; job = job->next) {
        job->unsure |= outcome == LOST;
        job->result = STORE_FAILED;
    }
    if (outcome == LOST && !reconnect(store))
        return 1;
    return write_apart(store, first, end);
}

/*
 * Tables by their ids, so that two nodes that write the same ones never wait for each other in a circle;
 * everything else after them, as it came.
 */
static struct postgres_job *in_order(struct postgres_job *batch)
{
    struct postgres_job *tables = NULL, *others = NULL, **last = &others;
    for (struct postgres_job *job = batch, *next; job != NULL; job = next) {
        next = job->next;
        struct postgres_job **at = &tables;
        if (job->apart || !job->change->has_table) {
            at = last;
            last = &job->next;
        } else {
            while (*at != NULL && strcmp((*at)->change->table.id, job->change->table.id) <= 0)
                at = &(*at)->next;
        }
        job->next = *at;
        *at = job;
    }
    struct postgres_job **end = &tables;
    while (*end != NULL)
        end = &(*end)->next;
    *end = others;
    return tables;
}

static int write_batch(struct postgres_store *store, struct postgres_job *batch)
{
    int failed = 0;
    for (struct postgres_job *first = batch, *end; first != NULL; first = end) {
        for (end = first->next; end != NULL && !first->apart && !end->apart;)
            end = end->next;
        failed += write_run(store, first, end);
    }
    return failed;
}

/* --- the thread --- */

/* With the lock held. */
static struct postgres_job *take_some(struct postgres_store *store)
{
    struct postgres_job *first = store->waiting.first, *last = first;
    if (first == NULL)
        return NULL;
    for (int i = 1; i < BATCH_MOST && last->next != NULL; i++)
        last = last->next;
    store->waiting.first = last->next;
    if (last->next == NULL)
        store->waiting.last = &store->waiting.first;
    last->next = NULL;
    return first;
}

static void count_batch(struct postgres_store *store, int failed, int64_t us)
{
    store->busy_us = 0;
    store->write_broken = failed > 0;
    store->counts.commits += failed == 0;
    store->counts.last_commit_us = us;
    if (us > store->counts.slowest_commit_us)
        store->counts.slowest_commit_us = us;
}

static void work_off(struct postgres_store *store, struct postgres_job *batch)
{
    int64_t begun = postgres_microseconds();
    batch = in_order(batch);
    int failed = write_batch(store, batch);
    pthread_mutex_lock(&store->lock);
    count_batch(store, failed, postgres_microseconds() - begun);
    hand_back(store, batch);
    pthread_mutex_unlock(&store->lock);
}

/* With the lock held; for a while at most, so that a lost connection is noticed when nobody writes. */
static void wait_for_work(struct postgres_store *store)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += store->lost_us == 0 ? 500000000 : 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (store->waiting.first == NULL && !store->closing)
        pthread_cond_timedwait(&store->changed, &store->lock, &until);
}

/* A connection on which nothing is expected is readable when it was closed at the other end. */
static bool look_at_connection(struct postgres_store *store)
{
    if (store->writer != NULL && PQconsumeInput(store->writer) == 0)
        hang_up(store);
    if (!try_connect(store))
        return false;
    pthread_mutex_lock(&store->lock);
    if (store->waiting.first == NULL)
        store->write_broken = false;
    pthread_mutex_unlock(&store->lock);
    return true;
}

static void *writer(void *argument)
{
    struct postgres_store *store = argument;
    for (bool closing = false; !closing;) {
        pthread_mutex_lock(&store->lock);
        wait_for_work(store);
        closing = store->closing && store->waiting.first == NULL;
        bool idle = store->waiting.first == NULL;
        pthread_mutex_unlock(&store->lock);
        if ((idle || store->lost_us != 0) && !closing && !look_at_connection(store)) {
            refuse_waiting(store);
            continue;
        }
        pthread_mutex_lock(&store->lock);
        struct postgres_job *batch = take_some(store);
        store->busy_us = batch == NULL ? 0 : postgres_microseconds();
        pthread_mutex_unlock(&store->lock);
        if (batch != NULL)
            work_off(store, batch);
    }
    return NULL;
}

bool postgres_queue_start(struct postgres_store *store)
{
    store->back_off_ms = BACK_OFF_MS;
    return pthread_create(&store->writer_thread, NULL, writer, store) == 0;
}

void postgres_queue_stop(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writer_thread, NULL);
}

/* --- for the loop's thread --- */

/* A change for which there was no memory is refused like one that the disk refused. */
void postgres_write(struct store *base, const struct store_change *change, store_done *done,
                    void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        abort(); /* there is not even room to say no */
    *job = (struct postgres_job){.change = change_copy(change),
                                 .queued_us = postgres_microseconds(),
                                 .done = done,
                                 .context = context,
                                 .result = STORE_FAILED};
    job->apart = job->change != NULL && postgres_is_apart(job->change);
    store->under_way++;
    pthread_mutex_lock(&store->lock);
    enqueue(job->change != NULL ? &store->waiting : &store->finished, job);
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    if (job->change == NULL)
        store->wake(store->context);
}

void postgres_deliver(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->lock);
    struct postgres_job *job = store->finished.first;
    store->finished = (struct postgres_queue){.last = &store->finished.first};
    pthread_mutex_unlock(&store->lock);
    while (job != NULL) {
        struct postgres_job *next = job->next;
        store->under_way--;
        job->done(job->context, job->result);
        free_job(job);
        job = next;
    }
    postgres_ask_deliver(store);
    postgres_hear_deliver(store);
}

int postgres_queue_length(struct store *base)
{
    return ((struct postgres_store *)base)->under_way;
}

struct store_counts postgres_counts(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->lock);
    struct store_counts counts = store->counts;
    pthread_mutex_unlock(&store->lock);
    counts.read_errors = store->read_errors;
    counts.damages = store->damages;
    return counts;
}

bool postgres_healthy(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    pthread_mutex_lock(&store->lock);
    bool broken = store->write_broken;
    pthread_mutex_unlock(&store->lock);
    return !broken && !store->read_broken;
}
