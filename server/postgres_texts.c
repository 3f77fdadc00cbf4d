/* SPDX-License-Identifier: MIT */
/* Every statement that a running server uses, and which of its connections uses it. */
#include "postgres_internal.h"

#define USER_COLUMNS                                                                       \
    "SELECT id, name, name_key, password, generation, created, muted_until, banned::int, " \
    "gone::int, version FROM users"
#define TABLE_COLUMNS                                                                           \
    "SELECT t.id, t.game, t.status, t.open::int, t.seq, t.created, t.updated, t.actor, t.due, " \
    "t.summary"
/* Whoever has two seats at a table has it in their lists once. */
#define OF_USER                                                                            \
    " FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = $1 AND NOT EXISTS" \
    " (SELECT 1 FROM seats o WHERE o.table_id = s.table_id AND o.seat < s.seat"            \
    " AND o.user_id = $1)"

/*
 * One statement writes an event with all that belongs to it, so that many changes fit into one
 * transaction without a word in between: where another writer was first (the key decides, and waits
 * for whoever has not yet committed) nothing comes after `put`, and nothing is an error. It answers
 * whether it wrote, and which event was the last before. Whoever is being deleted at another node says
 * nothing any more: their row is waited for, and their words would stay for ever.
 */
#define EVENT_AND_ROW                                                                         \
    "WITH last AS (SELECT coalesce(max(seq), -1) AS seq FROM events WHERE table_id = $1),"    \
    " who AS (SELECT gone FROM users WHERE id = $17 FOR SHARE),"                              \
    " put AS (INSERT INTO events(table_id, seq, at, what, data)"                              \
    "  SELECT $1, $2::bigint, $3::bigint, $4, $5 FROM last WHERE $2::bigint = last.seq + 1"   \
    "   AND NOT EXISTS (SELECT FROM who WHERE gone)"                                          \
    "  ON CONFLICT DO NOTHING RETURNING seq),"                                                \
    " go AS (SELECT 1 WHERE $2::bigint IS NULL OR EXISTS (SELECT FROM put)),"                 \
    " line AS (INSERT INTO tables(id, game, status, open, created, updated, actor, due,"      \
    "   summary, for_bot, lease_owner, lease_until, seq)"                                     \
    "  SELECT $1, $6, $7, $8::boolean, $9::bigint, $10::bigint, $11, $12::bigint, $13,"       \
    "   $14::boolean, $15, $16::bigint, coalesce($2::bigint, -1) FROM go"                     \
    "  ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status,"        \
    "   open = excluded.open, created = excluded.created, updated = excluded.updated,"        \
    "   actor = excluded.actor, due = excluded.due, summary = excluded.summary,"              \
    "   for_bot = excluded.for_bot, lease_owner = excluded.lease_owner,"                      \
    "   lease_until = excluded.lease_until, seq = coalesce($2::bigint, tables.seq)),"         \
    " place AS (INSERT INTO places(user_id, table_id) SELECT $17, $1 FROM go WHERE $17 <> ''" \
    "  ON CONFLICT DO NOTHING)"
#define JUDGEMENT " SELECT (SELECT count(*) FROM go), (SELECT seq FROM last)"
/* Seats that are as they were are not touched. At the end they move to the other list of their users. */
#define SEATS                                                                                    \
    ", gone AS (DELETE FROM seats s USING go WHERE s.table_id = $1 AND $18::text[] IS NOT NULL"  \
    "   AND coalesce(($18::text[])[s.seat + 1], '') = ''),"                                      \
    " sat AS (INSERT INTO seats(table_id, seat, user_id, done)"                                  \
    "  SELECT $1, n - 1, u, $19::bigint FROM go, unnest($18::text[]) WITH ORDINALITY AS x(u, n)" \
    "   WHERE u <> ''"                                                                           \
    "  ON CONFLICT (table_id, seat) DO UPDATE SET user_id = excluded.user_id,"                   \
    "   done = CASE WHEN (seats.done > 0) = (excluded.done > 0) THEN seats.done"                 \
    "   ELSE excluded.done END"                                                                  \
    "  WHERE seats.user_id <> excluded.user_id OR (seats.done > 0) <> (excluded.done > 0)),"     \
    " placed AS (INSERT INTO places(user_id, table_id)"                                          \
    "  SELECT DISTINCT u, $1 FROM go, unnest($18::text[]) AS x(u) WHERE u <> '' AND u <> $17"    \
    "  ON CONFLICT DO NOTHING),"                                                                 \
    " marked AS (UPDATE seats SET done = $19::bigint FROM go WHERE table_id = $1"                \
    "  AND $18::text[] IS NULL AND $19::bigint > 0 AND done = 0)"

/* A node that says nothing for so long has lost what it had leased. */
#define SILENT "interval '4 seconds'"

/* clang-format off */
const struct postgres_text postgres_texts[POSTGRES_STATEMENTS] = {
    [PG_SECRET] = {POSTGRES_READER, "SELECT encode(value, 'hex') FROM meta WHERE key = 'secret'"},
    [PG_PUT_SECRET] = {POSTGRES_READER,
        "INSERT INTO meta(key, value) VALUES('secret', decode($1, 'hex')) ON CONFLICT DO NOTHING"},
    [PG_LIFE] = {POSTGRES_READER,
        "SELECT convert_from(value, 'UTF8') FROM meta WHERE key = 'life'"},
    [PG_UPDATED] = {POSTGRES_READER, "SELECT max(updated) FROM tables"},
    [PG_USER] = {POSTGRES_READER, USER_COLUMNS " WHERE id = $1"},
    [PG_USER_BY_KEY] = {POSTGRES_READER, USER_COLUMNS " WHERE name_key = $1"},
    [PG_USERS] = {POSTGRES_READER, USER_COLUMNS " WHERE id = ANY($1::text[])"},
    [PG_USERS_BY_KEY] = {POSTGRES_READER, USER_COLUMNS " WHERE name_key = ANY($1::text[])"},
    [PG_SESSIONS] = {POSTGRES_READER,
        "SELECT id, user_id, agent, created, seen FROM sessions WHERE user_id = $1"
        " ORDER BY created DESC"},
    [PG_TABLE] = {POSTGRES_READER, TABLE_COLUMNS " FROM tables t WHERE id = $1"},
    /* one look at both: the last number must be the table's */
    [PG_EVENTS] = {POSTGRES_READER,
        "SELECT e.seq, e.at, e.what, e.data, t.seq FROM tables t LEFT JOIN events e"
        " ON e.table_id = t.id AND e.seq >= $2 AND e.seq <= $3 WHERE t.id = $1 ORDER BY e.seq"},
    [PG_OPEN] = {POSTGRES_READER, TABLE_COLUMNS " FROM tables t WHERE open AND status <> 'over'"
        " AND status = 'open' ORDER BY updated DESC LIMIT $1"},
    [PG_LIVE] = {POSTGRES_READER, TABLE_COLUMNS " FROM tables t WHERE open AND status <> 'over'"
        " AND status = 'playing' ORDER BY updated DESC LIMIT $1"},
    [PG_MINE] = {POSTGRES_READER, TABLE_COLUMNS OF_USER
        " AND s.done = 0 ORDER BY t.actor = $1 DESC, t.updated DESC LIMIT $2"},
    [PG_DONE] = {POSTGRES_READER, TABLE_COLUMNS OF_USER
        " AND s.done > 0 ORDER BY s.done DESC LIMIT $2"},
    [PG_PLACES] = {POSTGRES_READER, TABLE_COLUMNS " FROM places p JOIN tables t ON t.id = p.table_id"
        " WHERE p.user_id = $1 AND p.table_id >= $3 ORDER BY p.table_id LIMIT $2"},
    [PG_DUE] = {POSTGRES_READER,
        "WITH taken AS (UPDATE tables SET lease_owner = $3, lease_until = $4 WHERE id IN"
        " (SELECT t.id FROM tables t LEFT JOIN nodes n ON n.id = t.lease_owner"
        "  WHERE t.due > 0 AND t.due <= $1 AND (t.lease_until <= $1"
        "   OR n.seen < clock_timestamp() - " SILENT ") AND ($5 OR NOT t.for_bot)"
        "  ORDER BY t.due LIMIT $2 FOR UPDATE OF t SKIP LOCKED) RETURNING id, due)"
        " SELECT id, due FROM taken ORDER BY due"},
    [PG_COMMANDS] = {POSTGRES_READER,
        "WITH taken AS (DELETE FROM commands WHERE id IN (SELECT id FROM commands ORDER BY id"
        " LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING id, what, data)"
        " SELECT what, data FROM taken ORDER BY id"},
    /* nodes hold this lock as long as they are connected */
    [PG_OTHERS] = {POSTGRES_READER,
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7461 AND objid = 1"
        " AND granted AND database = (SELECT oid FROM pg_database"
        " WHERE datname = current_database())"},
    /* `until`: when all that was taken has lasted */
    [PG_TAKE] = {POSTGRES_READER,
        "WITH taken AS (INSERT INTO tries AS t(what, until)"
        "  VALUES($1, clock_timestamp() + $2 * interval '1 millisecond')"
        "  ON CONFLICT (what) DO UPDATE SET"
        "   until = greatest(t.until, clock_timestamp()) + $2 * interval '1 millisecond'"
        "  WHERE t.until + ($2 - $3) * interval '1 millisecond' <= clock_timestamp() RETURNING 1)"
        " SELECT (SELECT count(*) FROM taken), coalesce((SELECT ceil(1000 * extract(epoch FROM"
        "  until + ($2 - $3) * interval '1 millisecond' - clock_timestamp()))::bigint"
        "  FROM tries WHERE what = $1), 0)"},
    [PG_LOOK] = {POSTGRES_READER, "SELECT id, seq FROM tables WHERE id = ANY($1::text[])"},

    [PG_BEGIN] = {POSTGRES_WRITER, "BEGIN"},
    [PG_COMMIT] = {POSTGRES_WRITER, "COMMIT"},
    [PG_ROLLBACK] = {POSTGRES_WRITER, "ROLLBACK"},
    [PG_NOTIFY] = {POSTGRES_WRITER, "SELECT pg_notify('takht', $1)"},
    [PG_PUT_EVENT] = {POSTGRES_WRITER, EVENT_AND_ROW JUDGEMENT},
    [PG_PUT_TABLE] = {POSTGRES_WRITER, EVENT_AND_ROW SEATS JUDGEMENT},
    [PG_SAME_EVENT] = {POSTGRES_WRITER,
        "SELECT 1 FROM events WHERE table_id = $1 AND seq = $2 AND at = $3 AND what = $4"
        " AND data = $5"},
    /* a version is written once: whoever is not sure whether it was may write it again */
    [PG_PUT_USER] = {POSTGRES_WRITER,
        "INSERT INTO users(id, name, name_key, password, generation, created, muted_until, banned,"
        " gone, version) SELECT $1, $2, nullif($3, ''), $4, $5::bigint, $6::bigint, $7::bigint,"
        " $8::boolean, $9::boolean, $11::bigint"
        " WHERE NOT EXISTS (SELECT 1 FROM users WHERE name_key = $3 AND id <> $1)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,"
        " password = excluded.password, generation = excluded.generation,"
        " created = excluded.created, muted_until = excluded.muted_until,"
        " banned = excluded.banned, gone = excluded.gone, version = excluded.version,"
        " touched = clock_timestamp()"
        " WHERE NOT users.gone AND users.version IN ($10::bigint, $11::bigint) RETURNING 1"},
    [PG_PUT_SESSION] = {POSTGRES_WRITER,
        "INSERT INTO sessions(id, user_id, agent, created, seen)"
        " SELECT $1, $2, $3, $4::bigint, $5::bigint"
        " WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = $2 AND gone)"
        " ON CONFLICT (id) DO UPDATE SET agent = excluded.agent, seen = excluded.seen"
        " WHERE sessions.user_id = excluded.user_id RETURNING 1"},
    [PG_END_SESSION] = {POSTGRES_WRITER,
        "WITH ended AS (DELETE FROM sessions WHERE id = $1 RETURNING user_id)"
        " UPDATE users SET touched = clock_timestamp() FROM ended WHERE id = user_id"},
    [PG_END_SESSIONS] = {POSTGRES_WRITER,
        "WITH ended AS (DELETE FROM sessions WHERE user_id = $1)"
        " UPDATE users SET touched = clock_timestamp() WHERE id = $1"},
    [PG_PUT_LIFE] = {POSTGRES_WRITER,
        "INSERT INTO meta(key, value) VALUES('life', convert_to($1, 'UTF8'))"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value"},
    [PG_SAID_EVENTS] = {POSTGRES_WRITER,
        "SELECT table_id, seq, data FROM events WHERE table_id IN"
        " (SELECT table_id FROM places WHERE user_id = $1) AND strpos(data, $1) > 0"
        " ORDER BY table_id, seq FOR UPDATE"},
    [PG_BLANK_EVENT] = {POSTGRES_WRITER,
        "UPDATE events SET data = $3 WHERE table_id = $1 AND seq = $2"},
    [PG_SAID_SUMMARIES] = {POSTGRES_WRITER,
        "SELECT id, summary FROM tables WHERE id IN"
        " (SELECT table_id FROM places WHERE user_id = $1) AND strpos(summary, $1) > 0"
        " ORDER BY id FOR UPDATE"},
    [PG_BLANK_SUMMARY] = {POSTGRES_WRITER, "UPDATE tables SET summary = $2 WHERE id = $1"},
    [PG_FORGET_SEATS] = {POSTGRES_WRITER, "DELETE FROM seats WHERE user_id = $1"},
    [PG_FORGET_PLACES] = {POSTGRES_WRITER, "DELETE FROM places WHERE user_id = $1"},
    [PG_FORGET_USER] = {POSTGRES_WRITER,
        "INSERT INTO users(id, name, password, generation, created, banned, gone)"
        " VALUES($1, '', '', 0, 0, false, true)"
        " ON CONFLICT (id) DO UPDATE SET name = '', name_key = NULL, password = '', created = 0,"
        " generation = users.generation + 1, banned = false, muted_until = 0, gone = true,"
        " touched = clock_timestamp()"},

    [PG_BEAT] = {POSTGRES_HEARER,
        "WITH old AS (DELETE FROM tries WHERE what IN (SELECT what FROM tries"
        " WHERE until < clock_timestamp() LIMIT 100 FOR UPDATE SKIP LOCKED))"
        " INSERT INTO nodes(id, seen) VALUES($1, clock_timestamp())"
        " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"},
    [PG_LEAVE] = {POSTGRES_HEARER, "UPDATE nodes SET seen = '-infinity' WHERE id = $1"},
    /* users who were changed in the last seconds, so many of them */
    [PG_TOUCHED] = {POSTGRES_HEARER,
        "SELECT id FROM users WHERE touched > clock_timestamp() - $1 * interval '1 second'"},
};
