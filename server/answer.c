/* SPDX-License-Identifier: MIT */
/* Answers of a store: how they are made, grow row by row, and are freed. */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

struct store_answer *store_answer_new(enum store_found found)
{
    struct store_answer *answer = calloc(1, sizeof *answer);
    if (answer == NULL)
        abort(); /* whoever waits for it would wait for ever */
    answer->found = found;
    answer->last = -1;
    return answer;
}

void store_answer_free(struct store_answer *answer)
{
    if (answer == NULL)
        return;
    for (int i = 0; answer->events != NULL && i < answer->count; i++)
        free((char *)answer->events[i].data); /* `what` stands behind it */
    for (int i = 0; answer->commands != NULL && i < answer->count; i++) {
        free(answer->commands[i].what);
        free(answer->commands[i].data);
    }
    free(answer->users);
    free(answer->sessions);
    free(answer->tables);
    free(answer->events);
    free(answer->commands);
    free(answer->due);
    free(answer);
}

static bool widen(void **rows, size_t size, int count)
{
    void *wider = realloc(*rows, size * (size_t)(count > 0 ? count : 1));
    if (wider != NULL)
        *rows = wider;
    return wider != NULL;
}

bool store_answer_room(struct store_answer *a, enum store_topic topic, int count)
{
    switch (topic) {
    case STORE_ASK_USERS:
    case STORE_ASK_OWNERS:
        return widen((void **)&a->users, sizeof *a->users, count);
    case STORE_ASK_SESSIONS:
        return widen((void **)&a->sessions, sizeof *a->sessions, count);
    case STORE_ASK_EVENTS:
        return widen((void **)&a->events, sizeof *a->events, count);
    case STORE_ASK_TABLES:
    case STORE_ASK_SEQS:
        return widen((void **)&a->tables, sizeof *a->tables, count);
    case STORE_ASK_DUE:
        return widen((void **)&a->due, sizeof *a->due, count);
    case STORE_ASK_COMMANDS:
        return widen((void **)&a->commands, sizeof *a->commands, count);
    case STORE_ASK_TAKE:
        break;
    }
    return true;
}

bool store_answer_event(struct store_answer *a, const struct store_event *event)
{
    size_t data = strlen(event->data) + 1, what = strlen(event->what) + 1;
    char *text = malloc(data + what);
    if (text == NULL)
        return false;
    memcpy(text, event->data, data);
    memcpy(text + data, event->what, what);
    a->events[a->count++] = (struct store_event){event->seq, event->at, text + data, text};
    return true;
}

/* --- row by row --- */

/* Room doubles: it is widened whenever a power of two is reached. */
static bool make_room(struct store_answer *a, enum store_topic topic)
{
    bool full = (a->count & (a->count - 1)) == 0;
    if (!full || store_answer_room(a, topic, a->count == 0 ? 1 : 2 * a->count))
        return true;
    a->found = STORE_BROKEN;
    return false;
}

static void add_user(void *context, const struct store_user *user)
{
    struct store_answer *a = context;
    if (make_room(a, STORE_ASK_USERS))
        a->users[a->count++] = *user;
}

static bool add_session(void *context, const struct store_session *session)
{
    struct store_answer *a = context;
    if (!make_room(a, STORE_ASK_SESSIONS))
        return false;
    a->sessions[a->count++] = *session;
    return true;
}

static bool add_event(void *context, const struct store_event *event)
{
    struct store_answer *a = context;
    bool fine = make_room(a, STORE_ASK_EVENTS) && store_answer_event(a, event);
    if (!fine)
        a->found = STORE_BROKEN;
    return fine;
}

static bool add_table(void *context, const struct store_table *table)
{
    struct store_answer *a = context;
    if (!make_room(a, STORE_ASK_TABLES))
        return false;
    a->tables[a->count++] = *table;
    return true;
}

static bool add_due(void *context, const char *table, int64_t due)
{
    struct store_answer *a = context;
    (void)due;
    if (!make_room(a, STORE_ASK_DUE))
        return false;
    strncpy(a->due[a->count], table, sizeof a->due[0]);
    a->due[a->count++][STORE_ID_MAX] = '\0';
    return true;
}

static void add_command(void *context, const char *what, const char *data)
{
    struct store_answer *a = context;
    if (!make_room(a, STORE_ASK_COMMANDS))
        return;
    a->commands[a->count].what = strdup(what);
    a->commands[a->count++].data = strdup(data);
}

/* --- finding --- */

static enum store_found find_events(struct store *store, const struct store_question *q,
                                    struct store_answer *a)
{
    static struct store_table row; /* it is large */
    enum store_found found = store->backend->table(store, q->id, &row);
    if (found != STORE_FOUND)
        return found;
    found = store->backend->events(store, q->id, q->first, q->last, add_event, a);
    a->last = a->count > 0 && a->events[a->count - 1].seq > row.seq ? a->events[a->count - 1].seq
                                                                    : row.seq;
    return found;
}

static enum store_found find_seqs(struct store *store, const struct store_question *q,
                                  struct store_answer *a)
{
    static struct store_table row;
    for (int i = 0; i < q->count; i++)
        if (store->backend->table(store, q->values[i], &row) == STORE_FOUND)
            add_table(a, &row);
    return a->count > 0 ? STORE_FOUND : STORE_NOTHING;
}

static enum store_found find_rows(struct store *store, const struct store_question *q,
                                  struct store_answer *a)
{
    switch (q->topic) {
    case STORE_ASK_USERS:
        return store_users(store, STORE_BY_ID, q->values, q->count, add_user, a);
    case STORE_ASK_OWNERS:
        return store_users(store, STORE_BY_KEY, q->values, q->count, add_user, a);
    case STORE_ASK_SESSIONS:
        return store->backend->sessions(store, q->id, add_session, a);
    case STORE_ASK_EVENTS:
        return find_events(store, q, a);
    case STORE_ASK_TABLES:
        return store->backend->tables(store, q->list, q->id, q->after, q->most, add_table, a);
    case STORE_ASK_SEQS:
        return find_seqs(store, q, a);
    case STORE_ASK_DUE:
        return store->backend->due(store, q->first, q->most, q->id, q->last, add_due, a);
    case STORE_ASK_COMMANDS:
        return store->backend->commands(store, add_command, a);
    case STORE_ASK_TAKE:
        a->taken = store_take(store, q->id, q->first, q->last, &a->wait_ms);
        return STORE_FOUND;
    }
    return STORE_BROKEN;
}

struct store_answer *answer_find(struct store *store, const struct store_question *question)
{
    struct store_answer *a = store_answer_new(STORE_FOUND);
    enum store_found found = find_rows(store, question, a);
    if (a->found == STORE_FOUND) /* there was room for all of it */
        a->found = found;
    return a;
}
