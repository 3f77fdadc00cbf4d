/* SPDX-License-Identifier: MIT */
/* What one change does to the database. */
#include "postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { LEASE_MS = 15000, SEATS_ROOM = 1024 };

/* --- a table and its event: one statement --- */

/* The user that an event is about, or whose table it begins: one who may want to see it, or to be
 * forgotten there. */
static void user_in(const char *data, char out[STORE_ID_MAX + 1])
{
    out[0] = '\0';
    if (strstr(data, "\"user\"") == NULL && strstr(data, "\"owner\"") == NULL)
        return;
    json_t *json = json_loads(data, 0, NULL);
    const char *user = json_string_value(json_object_get(json, "user"));
    if (user == NULL)
        user = json_string_value(json_object_get(json, "owner"));
    if (user != NULL && strlen(user) <= STORE_ID_MAX)
        snprintf(out, STORE_ID_MAX + 1, "%s", user);
    json_decref(json);
}

/* {"u1","","u2"}: what the database reads as an array. */
static void seats_text(const struct change *change, char out[SEATS_ROOM])
{
    size_t used = (size_t)snprintf(out, SEATS_ROOM, "{");
    for (int seat = 0; seat < change->seat_count && used + 2 * STORE_ID_MAX + 8 < SEATS_ROOM;
         seat++) {
        out[used++] = seat == 0 ? ' ' : ',';
        out[used++] = '"';
        for (const char *at = change->seats[seat]; *at != '\0'; at++) {
            if (*at == '"' || *at == '\\')
                out[used++] = '\\';
            out[used++] = *at;
        }
        out[used++] = '"';
    }
    snprintf(out + used, SEATS_ROOM - used, "}");
}

static bool is_over(const struct change *change)
{
    return strcmp(change->table.status, "over") == 0;
}

static void add_event(struct postgres_args *args, const struct change *change)
{
    postgres_text(args, change->table.id);
    if (change->has_event) {
        postgres_number(args, change->event.seq);
        postgres_number(args, change->event.at);
        postgres_text(args, change->event.what);
        postgres_text(args, change->event.data);
        return;
    }
    for (int i = 0; i < 4; i++)
        postgres_text(args, NULL);
}

static void add_table(struct postgres_args *args, const struct change *change)
{
    const struct store_table *table = &change->table;
    postgres_text(args, table->game);
    postgres_text(args, table->status);
    postgres_text(args, table->open ? "t" : "f");
    postgres_number(args, table->created);
    postgres_number(args, table->updated);
    postgres_text(args, table->actor);
    postgres_number(args, table->due);
    postgres_text(args, table->summary[0] == '\0' ? "{}" : table->summary);
    postgres_text(args, table->for_bot ? "t" : "f");
    postgres_text(args, table->keeper);
    postgres_number(args, table->keeper[0] == '\0' ? 0 : table->updated + LEASE_MS);
}

/* A move of a game that goes on needs no seats. */
static bool needs_seats(const struct change *change)
{
    return change->has_seats || is_over(change);
}

static enum postgres_statement table_args(const struct change *change, struct postgres_args *args,
                                          char user[STORE_ID_MAX + 1], char seats[SEATS_ROOM])
{
    int64_t updated = change->table.updated > 0 ? change->table.updated : 1;
    user_in(change->has_event ? change->event.data : "", user);
    add_event(args, change);
    add_table(args, change);
    postgres_text(args, user);
    if (!needs_seats(change))
        return PG_PUT_EVENT;
    seats_text(change, seats);
    postgres_text(args, change->has_seats ? seats : NULL);
    postgres_number(args, is_over(change) ? updated : 0);
    return PG_PUT_TABLE;
}

/* --- the other parts --- */

static void user_args(const struct change *change, struct postgres_args *args)
{
    const struct store_user *user = &change->user;
    postgres_text(args, user->id);
    postgres_text(args, user->name);
    postgres_text(args, user->name_key);
    postgres_text(args, user->password);
    postgres_number(args, user->generation);
    postgres_number(args, user->created);
    postgres_number(args, user->muted_until);
    postgres_text(args, user->banned ? "t" : "f");
    postgres_text(args, user->gone ? "t" : "f");
    postgres_number(args, user->version);
    postgres_number(args, change->user_version);
}

static void session_args(const struct change *change, struct postgres_args *args)
{
    const struct store_session *session = &change->session;
    postgres_text(args, session->id);
    postgres_text(args, session->user);
    postgres_text(args, session->agent);
    postgres_number(args, session->created);
    postgres_number(args, session->seen);
}

/* The parts that a change may have besides a table, in the order in which they are written. */
enum part { PART_TABLE, PART_USER, PART_END_ONE, PART_END_ALL, PART_SESSION, PART_LIFE, PARTS };

static bool has_part(const struct change *change, enum part part)
{
    const bool has[PARTS] = {
        [PART_TABLE] = change->has_table || change->has_event,
        [PART_USER] = change->has_user,
        [PART_END_ONE] = change->end_session[0] != '\0',
        [PART_END_ALL] = change->end_sessions_of[0] != '\0',
        [PART_SESSION] = change->has_session,
        [PART_LIFE] = change->life[0] != '\0',
    };
    return has[part];
}

/* What the texts of the arguments stand in. */
struct room {
    char user[STORE_ID_MAX + 1], seats[SEATS_ROOM];
};

static enum postgres_statement part_args(const struct change *change, enum part part,
                                         struct postgres_args *args, struct room *room)
{
    switch (part) {
    case PART_TABLE:
        return table_args(change, args, room->user, room->seats);
    case PART_USER:
        user_args(change, args);
        return PG_PUT_USER;
    case PART_END_ONE:
        postgres_text(args, change->end_session);
        return PG_END_SESSION;
    case PART_END_ALL:
        postgres_text(args, change->end_sessions_of);
        return PG_END_SESSIONS;
    case PART_SESSION:
        session_args(change, args);
        return PG_PUT_SESSION;
    default:
        postgres_text(args, change->life);
        return PG_PUT_LIFE;
    }
}

/* The number decides: the next one is written, one that is there is a conflict, another is a hole. */
static enum store_result judge_table(const struct change *change, const PGresult *result)
{
    if (postgres_int(result, 0, 0) > 0)
        return STORE_DURABLE;
    int64_t last = postgres_int(result, 0, 1);
    return change->event.seq < 0 || change->event.seq > last + 1 ? STORE_FAILED : STORE_CONFLICT;
}

static enum store_result judge_part(const struct change *change, enum part part,
                                    const PGresult *result)
{
    if (part == PART_TABLE)
        return judge_table(change, result);
    if (part == PART_USER || part == PART_SESSION)
        return PQntuples(result) > 0 ? STORE_DURABLE : STORE_CONFLICT;
    return STORE_DURABLE;
}

/* --- a change of one part --- */

static enum part only_part(const struct change *change)
{
    for (enum part part = 0; part < PARTS; part++)
        if (has_part(change, part))
            return part;
    return PARTS;
}

/* Also one of no part at all, and an event without a table, which is refused. */
bool postgres_is_apart(const struct change *change)
{
    int parts = 0;
    for (enum part part = 0; part < PARTS; part++)
        parts += has_part(change, part);
    return parts != 1 || change->forget_user[0] != '\0' ||
           (change->has_event && !change->has_table);
}

bool postgres_send_change(PGconn *connection, const struct change *change)
{
    struct postgres_args args = {0};
    struct room room;
    enum postgres_statement statement = part_args(change, only_part(change), &args, &room);
    return postgres_send(connection, statement, &args);
}

enum store_result postgres_judge(const struct change *change, const PGresult *result)
{
    return judge_part(change, only_part(change), result);
}

/* --- a change of several --- */

bool postgres_put(struct postgres_store *store, enum postgres_statement statement,
                  const struct postgres_args *args, PGresult **out_result)
{
    PGresult *result = postgres_ask(store->writer, statement, args, POSTGRES_SLOW_MS);
    const char *state = result == NULL ? "08006" : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool fine = result != NULL && postgres_is_fine(result);
    if (!fine)
        snprintf(store->state, sizeof store->state, "%s", state == NULL ? "XX000" : state);
    if (fine && out_result != NULL)
        *out_result = result;
    else
        PQclear(result);
    return fine;
}

bool postgres_write_parts(struct postgres_store *store, const struct change *change,
                          enum store_result *out_result)
{
    *out_result = change->has_event && !change->has_table ? STORE_FAILED : STORE_DURABLE;
    for (enum part part = 0; part < PARTS && *out_result == STORE_DURABLE; part++) {
        struct postgres_args args = {0};
        struct room room;
        PGresult *result = NULL;
        if (!has_part(change, part))
            continue;
        enum postgres_statement statement = part_args(change, part, &args, &room);
        if (!postgres_put(store, statement, &args, &result))
            return false;
        *out_result = judge_part(change, part, result);
        PQclear(result);
    }
    return *out_result != STORE_DURABLE || change->forget_user[0] == '\0' ||
           postgres_forget(store, change->forget_user);
}

bool postgres_same_event(PGconn *connection, const struct change *change, bool *out_same)
{
    struct postgres_args args = {0};
    add_event(&args, change);
    PGresult *result = postgres_ask(connection, PG_SAME_EVENT, &args, POSTGRES_WRITE_MS);
    bool known = result != NULL && postgres_is_fine(result);
    *out_same = known && PQntuples(result) > 0;
    PQclear(result);
    return known;
}
