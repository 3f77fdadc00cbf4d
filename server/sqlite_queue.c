/* SPDX-License-Identifier: MIT */
/*
 * The writer's thread. It takes everything that waits, writes it in one transaction, and hands the
 * results back.
 *
 * A change that meets a conflict is taken back alone. If the disk fails, the whole transaction is
 * taken back and its changes are tried once more one by one, so that a damaged page stops only those
 * that need it.
 */
#include "sqlite_internal.h"

#include <stdlib.h>
#include <time.h>

enum {
    TASK_SECONDS = 2,    /* how long somebody waits for a task */
    FAULTS_IN_A_ROW = 3, /* then the rest of a batch is not tried any more */
    PROBE_US = 1000000,
    ERASED_US = 5000000, /* who erased something is told then, though the file is not yet swept */
    GATHER_US = 3000,    /* between two transactions while many write */
    CROWD_US = 50000,    /* how long changes are counted to tell whether many write */
    CROWD = 50,          /* and how many are a crowd: a thousand a second */
};

/* --- queues --- */

static void enqueue(struct sqlite_queue *queue, struct sqlite_job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

static struct sqlite_job *take_all(struct sqlite_queue *queue)
{
    struct sqlite_job *first = queue->first;
    *queue = (struct sqlite_queue){.last = &queue->first};
    return first;
}

void sqlite_job_free(struct sqlite_job *job)
{
    free(job->payload);
    free(job);
}

static int64_t now_in_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* --- one transaction --- */

/* Changes that can be refused half-way are taken back by themselves. */
static bool write_apart(struct sqlite_store *store, struct sqlite_job *job)
{
    if (sqlite_put(store, SAVEPOINT) < 0)
        return false;
    job->result = job->work(store, job);
    if (store->fault)
        return false;
    return (job->result == STORE_DURABLE || sqlite_put(store, ROLLBACK_TO) >= 0) &&
           sqlite_put(store, RELEASE) >= 0;
}

/*
 * A savepoint keeps a copy of every page that is changed, so a change that is judged before it
 * writes anything has none: what is refused then leaves nothing to take back.
 */
static bool write_along(struct sqlite_store *store, struct sqlite_job *job)
{
    int before = sqlite3_total_changes(store->writer);
    job->result = job->work(store, job);
    return !store->fault &&
           (job->result == STORE_DURABLE || sqlite3_total_changes(store->writer) == before);
}

/* False: SQLite has failed, and there may be no transaction any more. */
static bool write_one(struct sqlite_store *store, struct sqlite_job *job)
{
    return job->judged_first ? write_along(store, job) : write_apart(store, job);
}

/*
 * When a commit fails because the journal could not be synced, its pages may be on the disk all the
 * same, where a restart after a crash would find them. Whatever is committed next is written over
 * them, so something is, before anybody hears that the change was refused.
 */
static void overwrite_refused(struct sqlite_store *store)
{
    for (int attempt = 0; attempt < FAULTS_IN_A_ROW; attempt++) {
        store->fault = false;
        if (sqlite_put(store, BEGIN) >= 0 && sqlite_put(store, PUT_PROBE) >= 0 &&
            sqlite_put(store, COMMIT) >= 0)
            return;
        sqlite_put(store, ROLLBACK);
        sqlite3_sleep(5 << attempt);
    }
}

static bool commit(struct sqlite_store *store)
{
    if (sqlite_put(store, COMMIT) >= 0)
        return true;
    sqlite_put(store, ROLLBACK);
    overwrite_refused(store);
    return false;
}

/* What is written into files that nobody finds again is not durable, whatever SQLite says. */
static bool begin(struct sqlite_store *store)
{
    store->astray = !sqlite_files_are_there(&store->files);
    return !store->astray && sqlite_put(store, BEGIN) >= 0;
}

/* Jobs up to, not including, `end`: all of them are decided, or none after a failure. */
static bool write_range(struct sqlite_store *store, struct sqlite_job *first,
                        const struct sqlite_job *end)
{
    store->fault = false;
    bool fine = begin(store);
    for (struct sqlite_job *job = first; fine && job != end; job = job->next)
        fine = write_one(store, job);
    if (fine)
        return commit(store);
    sqlite_put(store, ROLLBACK);
    return false;
}

/* How many could not be written. */
static int write_batch(struct sqlite_store *store, struct sqlite_job *batch)
{
    int failed = 0, in_a_row = 0;
    if (write_range(store, batch, NULL))
        return 0;
    for (struct sqlite_job *job = batch; job != NULL; job = job->next) {
        if (in_a_row < FAULTS_IN_A_ROW && write_range(store, job, job->next)) {
            in_a_row = 0;
            continue;
        }
        job->result = STORE_FAILED;
        failed++;
        in_a_row++;
    }
    return failed;
}

/* --- the thread --- */

static struct timespec at_microseconds(int64_t us)
{
    return (struct timespec){.tv_sec = (time_t)(us / 1000000), .tv_nsec = us % 1000000 * 1000};
}

static struct timespec in_seconds(int seconds)
{
    return at_microseconds(now_in_microseconds() + 1000000LL * seconds);
}

/*
 * A transaction costs a sync of the disk and wakes both threads, however little it writes. While
 * many write, each begins some milliseconds after the one before and takes what has come by then;
 * whoever writes alone, or waits for a task with the loop standing still, waits for nobody.
 */
static void gather(struct sqlite_store *store)
{
    struct timespec until = at_microseconds(store->begun_at + GATHER_US);
    store->gathering = true;
    while (store->crowded && store->tasks == 0 && !store->closing)
        if (pthread_cond_timedwait(&store->changed, &store->lock, &until) != 0)
            break;
    store->gathering = false;
}

/* With the lock held. Returns with nothing if the file is to be swept. */
static struct sqlite_job *wait_for_work(struct sqlite_store *store)
{
    struct timespec until = in_seconds(store->sweep_blocked ? 1 : 0);
    while (store->waiting.first == NULL && !store->closing)
        if (store->sweep_next == 0)
            pthread_cond_wait(&store->changed, &store->lock);
        else if (pthread_cond_timedwait(&store->changed, &store->lock, &until) != 0)
            break;
    if (store->waiting.first != NULL)
        gather(store);
    store->tasks = 0;
    return take_all(&store->waiting);
}

static void count_job(struct sqlite_store *store, const struct sqlite_job *job)
{
    if (job->done == NULL)
        return;
    store->counts.changes++;
    store->counts.conflicts += job->result == STORE_CONFLICT;
    store->counts.failures += job->result == STORE_FAILED;
}

/* Whoever erased something hears of it when the file is swept; which begins anew for everybody. */
static void hand_over(struct sqlite_store *store, struct sqlite_job *job)
{
    if (!job->erases || job->result != STORE_DURABLE) {
        enqueue(&store->finished, job);
        return;
    }
    enqueue(&store->erased, job);
    store->erased_at = now_in_microseconds();
    store->sweep_next = 1;
    store->sweep_blocked = false;
}

/* With the lock held. */
static void hand_back(struct sqlite_store *store, struct sqlite_job *batch)
{
    for (struct sqlite_job *job = batch, *next; job != NULL; job = next) {
        next = job->next;
        count_job(store, job);
        if (job->done != NULL)
            hand_over(store, job);
        else if (job->abandoned)
            sqlite_job_free(job);
        else
            job->answered = true;
    }
    pthread_cond_broadcast(&store->answered);
    store->wake(store->context);
}

static void count_batch(struct sqlite_store *store, int failed, int64_t us)
{
    store->write_broken = failed > 0;
    store->counts.commits += failed == 0;
    store->counts.last_commit_us = us;
    if (us > store->counts.slowest_commit_us)
        store->counts.slowest_commit_us = us;
}

/* A burst of a few changes is no crowd: nobody should wait for those who come in bursts. */
static void count_crowd(struct sqlite_store *store, const struct sqlite_job *batch)
{
    for (; batch != NULL; batch = batch->next)
        store->crowd++;
    if (store->begun_at - store->crowd_since < CROWD_US)
        return;
    store->crowded = store->crowd >= CROWD;
    store->crowd = 0;
    store->crowd_since = store->begun_at;
}

static void work_off(struct sqlite_store *store, struct sqlite_job *batch)
{
    store->begun_at = now_in_microseconds();
    int failed = write_batch(store, batch);
    int64_t spent = now_in_microseconds() - store->begun_at;
    pthread_mutex_lock(&store->lock);
    count_crowd(store, batch);
    count_batch(store, failed, spent);
    hand_back(store, batch);
    pthread_mutex_unlock(&store->lock);
}

static void tell_erased(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->lock);
    for (struct sqlite_job *job = take_all(&store->erased), *next; job != NULL; job = next) {
        next = job->next;
        enqueue(&store->finished, job);
    }
    store->wake(store->context);
    pthread_mutex_unlock(&store->lock);
}

static void sweep(struct sqlite_store *store)
{
    enum sqlite_sweep result = sqlite_sweep(store);
    store->sweep_blocked = result == SQLITE_SWEEP_BLOCKED;
    if (result == SQLITE_SWEEP_DONE)
        store->sweep_next = 0;
    if (result == SQLITE_SWEEP_DONE || now_in_microseconds() - store->erased_at > ERASED_US)
        tell_erased(store);
}

/* At the end what waits is written, and what can be swept is. */
static void *writer(void *argument)
{
    struct sqlite_store *store = argument;
    for (bool closing = false; !closing;) {
        pthread_mutex_lock(&store->lock);
        struct sqlite_job *batch = wait_for_work(store);
        closing = store->closing && batch == NULL;
        pthread_mutex_unlock(&store->lock);
        if (batch != NULL)
            work_off(store, batch);
        if (store->sweep_next > 0 && (batch == NULL || !store->sweep_blocked))
            sweep(store);
    }
    while (store->sweep_next > 0 && !store->sweep_blocked)
        sweep(store);
    tell_erased(store);
    return NULL;
}

bool sqlite_queue_start(struct sqlite_store *store)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->changed, &monotonic);
    pthread_cond_init(&store->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    store->waiting.last = &store->waiting.first;
    store->finished.last = &store->finished.first;
    store->erased.last = &store->erased.first;
    return pthread_create(&store->thread, NULL, writer, store) == 0;
}

void sqlite_queue_stop(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    pthread_cond_destroy(&store->changed);
    pthread_cond_destroy(&store->answered);
}

/* --- for the caller's thread --- */

/* With the lock held. A writer that gathers wakes by itself, unless somebody waits for it. */
static void wait_in_line(struct sqlite_store *store, struct sqlite_job *job)
{
    enqueue(&store->waiting, job);
    store->tasks += job->done == NULL;
    if (!store->gathering || job->done == NULL)
        pthread_cond_signal(&store->changed);
}

/* A job for which there was no memory is refused like one that the disk refused. */
void sqlite_queue_add(struct sqlite_store *store, struct sqlite_job *job)
{
    store->under_way++;
    job->result = STORE_FAILED;
    pthread_mutex_lock(&store->lock);
    if (job->payload != NULL)
        wait_in_line(store, job);
    else
        enqueue(&store->finished, job);
    pthread_mutex_unlock(&store->lock);
    if (job->payload == NULL)
        store->wake(store->context);
}

struct sqlite_job *sqlite_task(struct sqlite_store *store, sqlite_work *work, void *payload)
{
    struct sqlite_job *job = calloc(1, sizeof *job);
    if (job == NULL || payload == NULL) {
        free(job);
        free(payload);
        return NULL;
    }
    *job = (struct sqlite_job){.work = work, .payload = payload};
    struct timespec until = in_seconds(TASK_SECONDS);
    pthread_mutex_lock(&store->lock);
    wait_in_line(store, job);
    while (!job->answered && !job->abandoned)
        job->abandoned =
            pthread_cond_timedwait(&store->answered, &store->lock, &until) != 0 && !job->answered;
    if (job->abandoned)
        job = NULL; /* the writer frees it when it gets there */
    pthread_mutex_unlock(&store->lock);
    return job;
}

void sqlite_deliver(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    struct sqlite_job *job = take_all(&store->finished);
    pthread_mutex_unlock(&store->lock);
    while (job != NULL) {
        struct sqlite_job *next = job->next;
        store->under_way--;
        job->done(job->context, job->result);
        sqlite_job_free(job);
        job = next;
    }
}

int sqlite_queue_length(struct store *base)
{
    return ((struct sqlite_store *)base)->under_way;
}

struct store_counts sqlite_counts(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    struct store_counts counts = store->counts;
    pthread_mutex_unlock(&store->lock);
    counts.read_errors = store->read_errors;
    counts.damages = store->damages;
    counts.astray = store->astray;
    return counts;
}

static void forget_probe(void *context, enum store_result result)
{
    (void)context;
    (void)result;
}

/* While writes fail and nobody writes, a mark is written now and then: there may be room again. */
static void probe(struct sqlite_store *store)
{
    int64_t now = now_in_microseconds();
    if (store->under_way > 0 || now - store->probed_at < PROBE_US)
        return;
    struct sqlite_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return;
    store->probed_at = now;
    *job = (struct sqlite_job){.work = sqlite_probe, .payload = calloc(1, 1), .done = forget_probe};
    sqlite_queue_add(store, job);
}

bool sqlite_healthy(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    bool broken = store->write_broken;
    pthread_mutex_unlock(&store->lock);
    if (broken)
        probe(store);
    return !broken && !store->read_broken;
}
