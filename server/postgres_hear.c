/* SPDX-License-Identifier: MIT */
/*
 * The hearer's thread: what other nodes do, and signs that this one lives.
 *
 * It listens for the notifications of other nodes and hands them to the loop.
 */
#include "postgres_internal.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <sodium.h>

enum { BEAT_US = 1000000, BACK_OFF_US = 100000, BACK_OFF_MOST_US = 2000000, MARGIN_S = 10 };

/* --- queues --- */

static void enqueue(struct postgres_heard_queue *queue, struct postgres_heard *heard)
{
    heard->next = NULL;
    *queue->last = heard;
    queue->last = &heard->next;
}

static struct postgres_heard *take_all(struct postgres_store *store,
                                       struct postgres_heard_queue *queue)
{
    pthread_mutex_lock(&store->lock);
    struct postgres_heard *first = queue->first;
    *queue = (struct postgres_heard_queue){.last = &queue->first};
    pthread_mutex_unlock(&store->lock);
    return first;
}

static void free_heard(struct postgres_heard *heard)
{
    free(heard->text);
    free(heard);
}

static void hand_over(struct postgres_store *store, struct postgres_heard *heard)
{
    pthread_mutex_lock(&store->lock);
    enqueue(&store->heard, heard);
    pthread_mutex_unlock(&store->lock);
    store->wake(store->context);
}

static void ring(struct postgres_store *store)
{
    uint64_t one = 1;
    if (write(store->doorbell, &one, sizeof one) < 0)
        return; /* it rings already */
}

/* --- news --- */

static void tell(struct postgres_store *store, enum store_news_kind kind, const char *id,
                 int64_t seq, const char *text)
{
    struct postgres_heard *heard = calloc(1, sizeof *heard);
    if (heard == NULL)
        return; /* a hint less */
    heard->kind = kind;
    heard->seq = seq;
    heard->text = text == NULL ? NULL : strdup(text);
    snprintf(heard->id, sizeof heard->id, "%s", id);
    hand_over(store, heard);
}

static void tell_name(struct postgres_store *store, const char *hex)
{
    char key[STORE_NAME_MAX + 1] = "";
    size_t length = 0;
    if (sodium_hex2bin((unsigned char *)key, STORE_NAME_MAX, hex, strlen(hex), NULL, &length,
                       NULL) != 0 ||
        length == 0)
        return;
    key[length] = '\0';
    tell(store, STORE_NEWS_NAME, "", 0, key);
}

/* "tID:SEQ", "uID", "nKEY", "w", "*"; what is said comes last, after a "!": see write_news. */
static void tell_word(struct postgres_store *store, char *word)
{
    char *seq = strchr(word, ':');
    if (word[0] == 't' && seq != NULL) {
        *seq = '\0';
        tell(store, STORE_NEWS_TABLE, word + 1, strtoll(seq + 1, NULL, 10), NULL);
    } else if (word[0] == 'u') {
        tell(store, STORE_NEWS_USER, word + 1, 0, NULL);
    } else if (word[0] == 'n') {
        tell_name(store, word + 1);
    } else if (word[0] == 'w') {
        tell(store, STORE_NEWS_WORK, "", 0, NULL);
    } else if (word[0] == '*') {
        tell(store, STORE_NEWS_LOST, "", 0, NULL);
    }
}

/* What this node wrote itself it knows. */
static void tell_notification(struct postgres_store *store, char *text)
{
    char *rest = text;
    const char *from = strsep(&rest, " ");
    if (strcmp(from, store->node) == 0)
        return;
    while (rest != NULL && rest[0] != '!')
        tell_word(store, strsep(&rest, " "));
    if (rest != NULL)
        tell(store, STORE_NEWS_SAID, "", 0, rest + 1);
}

static void take_notifications(struct postgres_store *store)
{
    PGnotify *note;
    while ((note = PQnotifies(store->hearer)) != NULL) {
        tell_notification(store, note->extra);
        PQfreemem(note);
    }
}

/* --- asking --- */

static void hang_up(struct postgres_store *store)
{
    PQfinish(store->hearer);
    store->hearer = NULL;
}

/* NULL without an answer in time: what comes late would be taken for the next one's. */
static PGresult *hearer_ask(struct postgres_store *store, enum postgres_statement statement,
                            const struct postgres_args *args)
{
    if (store->hearer == NULL)
        return NULL;
    PGresult *result = postgres_ask(store->hearer, statement, args, POSTGRES_HEAR_MS);
    if (result == NULL)
        hang_up(store);
    return result;
}

/* --- the connection --- */

static void with_node(struct postgres_store *store, enum postgres_statement statement)
{
    struct postgres_args args = {0};
    postgres_text(&args, store->node);
    if (store->node[0] != '\0')
        PQclear(hearer_ask(store, statement, &args));
}

/* Whoever holds this lock lives; it goes with the connection. */
static PGconn *connect_and_listen(struct postgres_store *store)
{
    char why[256];
    PGconn *hearer = postgres_connect_as(store->data, POSTGRES_HEARER, why, sizeof why);
    if (hearer == NULL || postgres_run(hearer, "LISTEN takht; SELECT"
                                               " pg_advisory_lock_shared(7461, 1)"))
        return hearer;
    PQfinish(hearer);
    return NULL;
}

struct pace {
    int64_t next_try, next_beat, wait;
    int64_t last_connected; /* 0: never */
};

/* Users are looked for by when they were changed: there may be many in memory. */
static void tell_touched(struct postgres_store *store, int64_t seconds)
{
    struct postgres_args args = {0};
    postgres_number(&args, seconds);
    PGresult *result = hearer_ask(store, PG_TOUCHED, &args);
    for (int row = 0; result != NULL && postgres_is_fine(result) && row < PQntuples(result); row++)
        tell(store, STORE_NEWS_USER, PQgetvalue(result, row, 0), 0, NULL);
    PQclear(result);
}

/* After a while without connection anything may have happened. */
static void keep_connected(struct postgres_store *store, struct pace *pace)
{
    int64_t now = postgres_microseconds();
    if (store->hearer != NULL && PQstatus(store->hearer) != CONNECTION_OK)
        hang_up(store);
    if (store->hearer != NULL || now < pace->next_try)
        return;
    store->hearer = connect_and_listen(store);
    pace->wait = store->hearer != NULL               ? BACK_OFF_US
                 : pace->wait * 2 < BACK_OFF_MOST_US ? pace->wait * 2
                                                     : BACK_OFF_MOST_US;
    pace->next_try = postgres_microseconds() + pace->wait;
    if (store->hearer == NULL)
        return;
    if (pace->last_connected != 0) {
        tell(store, STORE_NEWS_LOST, "", 0, NULL);
        tell_touched(store, (now - pace->last_connected) / 1000000 + MARGIN_S);
    }
    pace->last_connected = now;
    pace->next_beat = 0;
}

static void beat(struct postgres_store *store, struct pace *pace)
{
    int64_t now = postgres_microseconds();
    if (now < pace->next_beat)
        return;
    with_node(store, PG_BEAT);
    pace->next_beat = now + BEAT_US;
    pace->last_connected = store->hearer == NULL ? pace->last_connected : now;
}

/* --- the thread --- */

static bool state_of(struct postgres_store *store, bool *out_attending)
{
    pthread_mutex_lock(&store->lock);
    bool closing = store->closing;
    *out_attending = store->attending;
    pthread_mutex_unlock(&store->lock);
    return !closing;
}

static void sleep_until_called(struct postgres_store *store)
{
    uint64_t rings;
    struct pollfd files[2] = {
        {.fd = store->doorbell, .events = POLLIN},
        {.fd = store->hearer == NULL ? -1 : PQsocket(store->hearer), .events = POLLIN}};
    poll(files, 2, store->hearer == NULL ? 50 : 250);
    if (files[0].revents != 0 && read(store->doorbell, &rings, sizeof rings) < 0)
        return;
    if (store->hearer != NULL && files[1].revents != 0 && PQconsumeInput(store->hearer) == 0)
        hang_up(store);
}

static void *hearer(void *argument)
{
    struct postgres_store *store = argument;
    struct pace pace = {.wait = BACK_OFF_US};
    bool attending = false;
    while (state_of(store, &attending)) {
        if (attending) {
            keep_connected(store, &pace);
            beat(store, &pace);
        }
        if (store->hearer != NULL)
            take_notifications(store);
        postgres_refuse_waiting(store);
        sleep_until_called(store);
    }
    with_node(store, PG_LEAVE);
    hang_up(store);
    return NULL;
}

bool postgres_hear_start(struct postgres_store *store)
{
    store->doorbell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return store->doorbell >= 0 && pthread_create(&store->hearer_thread, NULL, hearer, store) == 0;
}

/* The writer is at its end already, and `closing` is set. */
void postgres_hear_stop(struct postgres_store *store)
{
    ring(store);
    pthread_join(store->hearer_thread, NULL);
    close(store->doorbell);
    store->doorbell = -1;
}

/* --- for the loop's thread --- */

void postgres_hear_deliver(struct postgres_store *store)
{
    for (struct postgres_heard *heard = take_all(store, &store->heard), *next; heard != NULL;
         heard = next) {
        next = heard->next;
        if (store->hear != NULL)
            store->hear(store->hear_context, &(struct store_news){.kind = heard->kind,
                                                                  .id = heard->id,
                                                                  .text = heard->text,
                                                                  .seq = heard->seq});
        free_heard(heard);
    }
}

bool postgres_attend(struct store *base, const struct store_node *node)
{
    struct postgres_store *store = (struct postgres_store *)base;
    postgres_hang_up_reader(store); /* from now on nobody waits */
    pthread_mutex_lock(&store->lock);
    snprintf(store->node, sizeof store->node, "%s", node->id);
    store->thinks = node->thinks;
    store->hear = node->hear;
    store->hear_context = node->context;
    store->attending = true;
    pthread_mutex_unlock(&store->lock);
    ring(store);
    return true;
}
