/* SPDX-License-Identifier: MIT */
/* The rows of all messages. */
#include "message.h"

#include <stddef.h>
#include <string.h>

#include "socket.h"

#define AT(member) \
    .offset = offsetof(struct facts, member), .size = sizeof(((struct facts *)0)->member)
#define SEEN(member) .present_offset = offsetof(struct facts, member)

/* clang-format off */
#define TABLE {.name = "table", .about = "id of the table", .kind = FIELD_TEXT, AT(table)}
#define SEAT {.name = "seat", .about = "which", .kind = FIELD_SEAT, AT(seat)}
#define PLY {.name = "ply", .about = "plies so far, as the client knows them", .kind = FIELD_NUMBER, AT(ply)}
#define MOVE {.name = "move", .about = "as the game's notation writes it", .kind = FIELD_TEXT, AT(move)}
#define RANDOM(more) {.name = "random", .about = "32 bytes of the player's own for the shuffle", .kind = FIELD_SECRET, .use = (more), AT(random), SEEN(has_random)}

static const struct message_row rows[] = {
    {"hello", "must be the first; reply: `user`, `now`", AT_ANY_TIME, EVENT_KINDS, NULL, on_hello, NEEDS_NOTHING,
        {{.name = "v", .about = "version of the protocol: 1", .kind = FIELD_NUMBER, AT(version)}}},
    {"ping", "reply: `now`", AT_ANY_TIME, EVENT_KINDS, NULL, on_ping, NEEDS_NOTHING, {{.name = NULL}}},
    {"watch", "subscribes; what was missed follows as a `gap`, or everything as a `table`", AT_ANY_TIME, EVENT_KINDS, NULL, on_watch, NEEDS_TABLE,
        {TABLE, {.name = "since", .about = "last `seq` that was seen", .kind = FIELD_NUMBER, .use = FIELD_OPTIONAL, AT(since), SEEN(has_since)}}},
    {"unwatch", "ends that", AT_ANY_TIME, EVENT_KINDS, NULL, on_unwatch, NEEDS_TABLE, {TABLE}},
    {"log", "older lines; reply: `lines` (oldest first) and `log_from`", AT_ANY_TIME, EVENT_KINDS, NULL, on_log, NEEDS_TABLE,
        {TABLE, {.name = "before", .about = "the first `seq` that is known", .kind = FIELD_NUMBER, AT(before)}}},
    {"sample", "for clients that know the rules; reply: `ply`, `seq` and `sample`, the whole state as `takht` writes it, in which everything that this viewer cannot know was drawn anew, as a bot gets it",
        AT_ANY_TIME, EVENT_KINDS, NULL, on_sample, NEEDS_TABLE, {TABLE}},
    {"preview", "reply: `say`, what the move would do; refused as the move would be, with its clause", AT_ANY_TIME, EVENT_KINDS, NULL, on_preview, NEEDS_TABLE, {TABLE, PLY, MOVE}},
    {"hint", "reply: `moves`, up to three, the best first: `move`, `say` (a phrase) and `win`, the chance to win as a master sees it (absent for a forced move); where the table allows",
        AT_ANY_TIME, EVENT_KINDS, NULL, on_hint, NEEDS_TABLE, {TABLE, PLY}},
    {"sit", "takes a free seat", BEFORE_THE_START, EVENT_SAT, judge_sit, NULL, NEEDS_TABLE,
        {TABLE, SEAT, {.name = "key", .about = "from the link, for a friend's seat", .kind = FIELD_TEXT, .use = FIELD_OPTIONAL, AT(key)}, RANDOM(FIELD_OPTIONAL)}},
    {"stand", "leaves the seat before the start", BEFORE_THE_START, EVENT_STOOD, judge_stand, NULL, NEEDS_TABLE, {TABLE}},
    {"bot", "puts a bot on a free seat", BEFORE_THE_START, EVENT_BOT, judge_bot, NULL, NEEDS_COUNT,
        {TABLE, SEAT, {.name = "level", .about = "name of the bot", .kind = FIELD_TEXT, AT(level)},
            {.name = "style", .about = "its character, one of the game's `styles`", .kind = FIELD_TEXT, .use = FIELD_OPTIONAL, AT(style)}}},
    {"share", "the creator's part in the shuffle, once the commitment was seen (`\"share\":\"later\"` in NEW)", BEFORE_THE_START, EVENT_SHARED, judge_share, NULL, NEEDS_TABLE,
        {TABLE, RANDOM(0)}},
    {"start", "starts when every seat is taken (happens by itself when the last one is)", BEFORE_THE_START, EVENT_STARTED, judge_start, NULL, NEEDS_TABLE, {TABLE}},
    {"move", "plays; sent twice it counts once. Reply: `ply`", AT_ANY_TIME, EVENT_MOVE, judge_move, NULL, NEEDS_TABLE, {TABLE, PLY, MOVE}},
    {"undo", "takes back the own last decision, unless it revealed something or another seat has decided; a person among bots without a clock may always, as often as they like", DURING_THE_GAME, EVENT_UNDONE, judge_undo, NULL, NEEDS_TABLE, {TABLE, PLY}},
    {"resign", "gives up", DURING_THE_GAME, EVENT_RESIGNED, judge_resign, NULL, NEEDS_TABLE, {TABLE}},
    {"offer", "offers to end the game undecided; with everybody's `answer` it ends", DURING_THE_GAME, EVENT_OFFERED, judge_offer, NULL, NEEDS_TABLE, {TABLE}},
    {"answer", "answers such an offer", DURING_THE_GAME, EVENT_ANSWERED, judge_answer, NULL, NEEDS_TABLE,
        {TABLE, {.name = "yes", .about = "agrees", .kind = FIELD_FLAG, AT(yes)}}},
    {"away", "leaves the seat to a bot", DURING_THE_GAME, EVENT_AWAY, judge_away, NULL, NEEDS_TABLE, {TABLE}},
    {"back", "takes it back", DURING_THE_GAME, EVENT_BACK, judge_back, NULL, NEEDS_TABLE, {TABLE}},
    {"rematch", "a new table with the seats rotated; reply and event have `next`, for the players also `next_key` of their seats", AFTER_THE_END, EVENT_REMATCH, judge_rematch, NULL, NEEDS_COUNT,
        {TABLE, RANDOM(FIELD_OPTIONAL)}},
    {"chat", "to the players if one sits there, else to the watchers; in a game of teams, to one's partners alone", AT_ANY_TIME, EVENT_CHAT, judge_chat, NULL, NEEDS_TABLE,
        {TABLE, {.name = "text", .about = "at most 500 bytes", .kind = FIELD_TEXT, AT(text)},
            {.name = "partners", .about = "only for them", .kind = FIELD_FLAG, .use = FIELD_OPTIONAL, AT(partners)}}},
};
/* clang-format on */

const struct message_row *message_find(const char *name)
{
    for (int i = 0; i < TK_COUNT(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const struct message_row *message_at(int index)
{
    return index >= 0 && index < TK_COUNT(rows) ? &rows[index] : NULL;
}
