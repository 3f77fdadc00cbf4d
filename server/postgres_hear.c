/* SPDX-License-Identifier: MIT */
/*
 * The hearer's thread: what other nodes do, and signs that this one lives.
 *
 * It listens for the notifications of other nodes and hands them to the loop, reads for the loop what
 * may take its time (gaps in tables), and opens a new connection for the loop when that one was lost.
 */
#include "postgres_internal.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

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
    for (char **at = heard->look; at != NULL && *at != NULL; at++)
        free(*at);
    free(heard->look);
    free(heard->text);
    PQclear(heard->events);
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

/* "tID:SEQ", "uID", "w", "*"; what is said comes last, after a "!": see write_news. */
static void tell_word(struct postgres_store *store, char *word)
{
    char *seq = strchr(word, ':');
    if (word[0] == 't' && seq != NULL) {
        *seq = '\0';
        tell(store, STORE_NEWS_TABLE, word + 1, strtoll(seq + 1, NULL, 10), NULL);
    } else if (word[0] == 'u') {
        tell(store, STORE_NEWS_USER, word + 1, 0, NULL);
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

/* --- reading for the loop --- */

static bool send_fetch(struct postgres_store *store, const struct postgres_heard *heard)
{
    struct postgres_args args = {0};
    postgres_text(&args, heard->id);
    postgres_number(&args, heard->seq);
    return postgres_send(store->hearer, PG_FETCH, &args);
}

static void answer(struct postgres_store *store, struct postgres_heard *heard, PGresult *result)
{
    bool fine = result != NULL && postgres_is_fine(result);
    heard->found = !fine ? STORE_BROKEN : PQntuples(result) > 0 ? STORE_FOUND : STORE_NOTHING;
    heard->events = result;
    hand_over(store, heard);
}

/* One result of a statement that is the only one to have any, or the mark at the end. */
static PGresult *take_result(PGconn *connection, int64_t until, bool *out_late)
{
    PGresult *result = postgres_next(connection, until, out_late);
    if (result == NULL && !*out_late) /* the end of the statement before */
        result = postgres_next(connection, until, out_late);
    return result;
}

/* All that was asked for goes out at once: a hundred gaps cost little more than one. */
static void fetch_all(struct postgres_store *store, struct postgres_heard *first)
{
    int64_t until = postgres_microseconds() + 1000LL * POSTGRES_HEAR_MS;
    bool late = store->hearer == NULL || PQenterPipelineMode(store->hearer) == 0;
    for (const struct postgres_heard *heard = first; !late && heard != NULL; heard = heard->next)
        late = !send_fetch(store, heard);
    late = late || PQpipelineSync(store->hearer) == 0;
    for (struct postgres_heard *heard = first, *next; heard != NULL; heard = next) {
        next = heard->next;
        answer(store, heard, late ? NULL : take_result(store->hearer, until, &late));
    }
    if (!late)
        PQclear(take_result(store->hearer, until, &late)); /* the end of all */
    if (store->hearer != NULL && (late || PQexitPipelineMode(store->hearer) == 0))
        hang_up(store);
}

/* {a,b}: ids of tables need no quotes. */
static char *array_of(char *const *ids)
{
    size_t room = 3, used = 1;
    for (char *const *at = ids; *at != NULL; at++)
        room += strlen(*at) + 1;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    text[0] = '{';
    for (char *const *at = ids; *at != NULL; at++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", at == ids ? "" : ",", *at);
    snprintf(text + used, room - used, "}");
    return text;
}

static void look(struct postgres_store *store, struct postgres_heard *heard)
{
    struct postgres_args args = {0};
    char *ids = array_of(heard->look);
    postgres_text(&args, ids);
    PGresult *result = ids == NULL ? NULL : hearer_ask(store, PG_LOOK, &args);
    for (int row = 0; result != NULL && postgres_is_fine(result) && row < PQntuples(result); row++)
        tell(store, STORE_NEWS_TABLE, PQgetvalue(result, row, 0), postgres_int(result, row, 1),
             NULL);
    PQclear(result);
    free(ids);
    free_heard(heard);
}

static void serve(struct postgres_store *store)
{
    struct postgres_heard *fetches = NULL, **last = &fetches;
    for (struct postgres_heard *heard = take_all(store, &store->asked), *next; heard != NULL;
         heard = next) {
        next = heard->next;
        if (heard->look != NULL) {
            look(store, heard);
            continue;
        }
        heard->next = NULL;
        *last = heard;
        last = &heard->next;
    }
    if (fetches != NULL)
        fetch_all(store, fetches);
}

static void open_reader(struct postgres_store *store, int64_t *next_try)
{
    char why[256];
    pthread_mutex_lock(&store->lock);
    bool wanted =
        store->wants_reader && store->fresh_reader == NULL && postgres_microseconds() >= *next_try;
    pthread_mutex_unlock(&store->lock);
    *next_try = wanted ? postgres_microseconds() + BACK_OFF_US : *next_try;
    PGconn *fresh =
        wanted ? postgres_connect_as(store->data, POSTGRES_READER, why, sizeof why) : NULL;
    if (fresh == NULL)
        return;
    pthread_mutex_lock(&store->lock);
    store->fresh_reader = fresh;
    store->wants_reader = false;
    pthread_mutex_unlock(&store->lock);
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
    int64_t next_try, next_beat, next_reader, wait;
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
        serve(store);
        postgres_refuse_waiting(store);
        open_reader(store, &pace.next_reader);
        postgres_refuse_waiting(store);
        sleep_until_called(store);
    }
    with_node(store, PG_LEAVE);
    hang_up(store);
    serve(store);
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
    PQfinish(store->fresh_reader);
}

void postgres_hear_refuse(struct postgres_store *store)
{
    serve(store);
}

/* --- for the loop's thread --- */

void postgres_wants_reader(struct postgres_store *store)
{
    pthread_mutex_lock(&store->lock);
    store->wants_reader = true;
    pthread_mutex_unlock(&store->lock);
    ring(store);
}

static void give_events(const struct postgres_heard *heard)
{
    int count = heard->found == STORE_FOUND ? PQntuples(heard->events) : 0;
    struct store_event *events = calloc((size_t)count + 1, sizeof *events);
    for (int row = 0; events != NULL && row < count; row++)
        events[row] = (struct store_event){.seq = postgres_int(heard->events, row, 0),
                                           .at = postgres_int(heard->events, row, 1),
                                           .what = PQgetvalue(heard->events, row, 2),
                                           .data = PQgetvalue(heard->events, row, 3)};
    heard->done(heard->context, events == NULL ? STORE_BROKEN : heard->found, events,
                events == NULL ? 0 : count);
    free(events);
}

void postgres_hear_deliver(struct postgres_store *store)
{
    for (struct postgres_heard *heard = take_all(store, &store->heard), *next; heard != NULL;
         heard = next) {
        next = heard->next;
        if (heard->done != NULL)
            give_events(heard);
        else if (store->hear != NULL)
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

static void ask(struct postgres_store *store, struct postgres_heard *heard)
{
    pthread_mutex_lock(&store->lock);
    enqueue(&store->asked, heard);
    pthread_mutex_unlock(&store->lock);
    ring(store);
}

void postgres_fetch(struct store *base, const char *table, int64_t first, store_fetched *done,
                    void *context)
{
    struct postgres_heard *heard = calloc(1, sizeof *heard);
    if (heard == NULL)
        abort(); /* whoever waits for it would wait for ever */
    heard->done = done;
    heard->context = context;
    heard->seq = first;
    snprintf(heard->id, sizeof heard->id, "%s", table);
    ask((struct postgres_store *)base, heard);
}

void postgres_look(struct store *base, const char *const *tables, int count)
{
    struct postgres_heard *heard = calloc(1, sizeof *heard);
    if (heard != NULL)
        heard->look = calloc((size_t)count + 1, sizeof *heard->look);
    if (heard == NULL || heard->look == NULL || count == 0) {
        free(heard == NULL ? NULL : heard->look);
        free(heard);
        return; /* the next look is not far */
    }
    for (int i = 0, at = 0; i < count; i++)
        if ((heard->look[at] = strdup(tables[i])) != NULL)
            at++;
    ask((struct postgres_store *)base, heard);
}
