/* SPDX-License-Identifier: MIT */
/* The rows of all events, their encoder and their decoder. */
#include "event.h"

#include <stddef.h>
#include <string.h>

#include "fold.h"

#define AT(member) \
    .offset = offsetof(struct facts, member), .size = sizeof(((struct facts *)0)->member)
#define SINCE_READ(member) .present_offset = offsetof(struct facts, member)

#define SEAT(words)                                                                        \
    {                                                                                      \
        .name = "seat", .about = (words), .kind = FIELD_SEAT, .use = FIELD_SHOWN, AT(seat) \
    }
#define USER                                                                                     \
    {                                                                                            \
        .name = "user", .about = "who", .kind = FIELD_TEXT, .use = FIELD_NAMED | FIELD_OPTIONAL, \
        AT(user)                                                                                 \
    }
#define LEVEL                                                                                \
    {                                                                                        \
        .name = "level", .about = "name of the bot", .kind = FIELD_TEXT, .use = FIELD_SHOWN, \
        AT(level)                                                                            \
    }
#define STYLE                                                                                      \
    {                                                                                              \
        .name = "style", .about = "its character, one of the game's `styles`", .kind = FIELD_TEXT, \
        .use = FIELD_SHOWN | FIELD_OPTIONAL, AT(style)                                             \
    }
#define RANDOM(more)                                                                          \
    {                                                                                         \
        .name = "random", .about = "the player's share in the shuffle", .kind = FIELD_SECRET, \
        .use = (more), AT(random), SINCE_READ(has_random)                                     \
    }

/*
 * How often each may happen at one table: what players cause and what is said, so often for each of
 * them, and once more for all who look on together, so that nobody can use up what others have.
 * Moves mostly end with the game, a hundred times sooner; but some options let one go on for ever (SP-15.4). What
 * follows from something else (standing up, coming back, an answer) is bounded with it. So no table grows for ever.
 */
enum {
    MOVES_MAX = 10000,
    SITS_MAX = 1000,
    LEAVES_MAX = 200,
    UNDOS_MAX = 400,
    CHATS_MAX = 500,
};

/* clang-format off */
static const struct event_row rows[EVENT_KINDS] = {
    [EVENT_CREATED] = {"created", "the table was made; with what was wished for", BY_ANYBODY, TO_ALL, true, 0, fold_created,
        {{.name = "wish", .about = "the new table", .kind = FIELD_WISH}}},
    [EVENT_SAT] = {"sat", "somebody took a seat", BY_ANYBODY, TO_ALL, true, SITS_MAX, fold_sat,
        {SEAT("which"), USER, RANDOM(FIELD_OPTIONAL)}},
    [EVENT_STOOD] = {"stood", "somebody left their seat before the start", BY_PLAYER, TO_ALL, true, 0, fold_stood,
        {SEAT("which")}},
    [EVENT_BOT] = {"bot", "the owner put a bot on a seat", BY_OWNER, TO_ALL, true, SITS_MAX, fold_bot,
        {SEAT("which"), LEVEL, STYLE}},
    [EVENT_SHARED] = {"shared", "a player added their share to the shuffle after seeing the commitment", BY_PLAYER, TO_ALL, true, 0, fold_shared,
        {SEAT("whose"), RANDOM(0)}},
    [EVENT_STARTED] = {"started", "every seat is taken and the cards are dealt", BY_OWNER, TO_ALL, true, 0, fold_started,
        {{.name = "seed", .about = "of the deal", .kind = FIELD_SECRET, AT(seed)}}},
    [EVENT_MOVE] = {"move", "a decision; the line also has `ply`, `turn`, `round` (in games that are played in rounds, from the first on) and `say`, a list of phrases", BY_PLAYER, TO_ALL, true, MOVES_MAX, fold_move,
        {SEAT("who decided"),
         {.name = "move", .about = "as the game's notation writes it", .kind = FIELD_TEXT, .use = FIELD_SHOWN, AT(move)},
         {.name = "hash", .about = "of the state it led to", .kind = FIELD_HASH, .use = FIELD_OPTIONAL, AT(hash), SINCE_READ(has_hash)},
         {.name = "spent", .about = "milliseconds of the player's clock", .kind = FIELD_NUMBER, .use = FIELD_OPTIONAL, AT(spent), SINCE_READ(has_spent)},
         {.name = "late", .about = "the clock ran out and the move was made for the player", .kind = FIELD_FLAG, .use = FIELD_OPTIONAL | FIELD_SHOWN, AT(late)}}},
    [EVENT_UNDONE] = {"undone", "the last decision was taken back", BY_PLAYER, TO_ALL, true, UNDOS_MAX, fold_undone,
        {SEAT("whose"), {.name = "to", .about = "plies that are left", .kind = FIELD_PLY, .use = FIELD_SHOWN, AT(to)}}},
    [EVENT_RESIGNED] = {"resigned", "a player gave up; a bot plays on for the others", BY_PLAYER, TO_ALL, true, 0, fold_resigned, {SEAT("who")}},
    [EVENT_OFFERED] = {"offered", "a player offers to end the game undecided", BY_PLAYER, TO_ALL, true, LEAVES_MAX, fold_offered, {SEAT("who")}},
    [EVENT_ANSWERED] = {"answered", "an answer to that offer", BY_PLAYER, TO_ALL, true, 0, fold_answered,
        {SEAT("who"), {.name = "yes", .about = "agrees", .kind = FIELD_FLAG, .use = FIELD_SHOWN, AT(yes)}}},
    [EVENT_AWAY] = {"away", "a player left the seat to a bot", BY_PLAYER, TO_ALL, true, LEAVES_MAX, fold_away, {SEAT("who")}},
    [EVENT_BACK] = {"back", "a player has the seat again", BY_PLAYER, TO_ALL, true, 0, fold_back, {SEAT("who")}},
    [EVENT_LATE] = {"late", "the clock ran out three times in a row: a bot sits in until the player is back", BY_SERVER, TO_ALL, true, 0, fold_away, {SEAT("who")}},
    [EVENT_OVER] = {"over", "the game has ended", BY_SERVER, TO_ALL, true, 0, fold_over,
        {{.name = "reason", .about = "`game`, `agreed`, `resigned`, `time` or `closed`", .kind = FIELD_TEXT, .use = FIELD_SHOWN, AT(reason)},
         {.name = "scores", .about = "points of each seat", .kind = FIELD_SCORES, AT(scores)},
         {.name = "ranks", .about = "1 for the winners", .kind = FIELD_SCORES, AT(ranks)}}},
    [EVENT_REMATCH] = {"rematch", "another table with the seats rotated", BY_PLAYER, TO_ALL, true, 0, fold_rematch,
        {{.name = "next", .about = "its id", .kind = FIELD_TEXT, AT(next)},
         {.name = "key", .about = "of its seats", .kind = FIELD_TEXT, AT(key)}}},
    [EVENT_RESUMED] = {"resumed", "the server was away; that time is charged to nobody", BY_SERVER, TO_ALL, true, 0, fold_resumed,
        {{.name = "pause", .about = "for how many milliseconds", .kind = FIELD_NUMBER, .use = FIELD_OPTIONAL | FIELD_SHOWN, AT(pause), SINCE_READ(has_pause)}}},
    [EVENT_CHAT] = {"chat", "a line of chat; `seat` is -1 for a watcher. Players hear players, watchers hear watchers, and partners those of their own side when it was for them", BY_ANYBODY, TO_PEERS, false, CHATS_MAX, fold_chat,
        {SEAT("of the speaker"), USER,
         {.name = "text", .about = "what was said; empty when its author was deleted", .kind = FIELD_TEXT, .use = FIELD_SHOWN, AT(text)},
         {.name = "gone", .about = "its author was deleted", .kind = FIELD_FLAG, .use = FIELD_OPTIONAL | FIELD_SHOWN, AT(gone)},
         {.name = "partners", .about = "only for those who play on the speaker's side", .kind = FIELD_FLAG, .use = FIELD_OPTIONAL | FIELD_SHOWN, AT(partners)}}},
};
/* clang-format on */

const struct event_row *event_row(enum event_kind kind)
{
    return &rows[kind];
}

const char *event_by_words(enum event_by by)
{
    static const char *const words[] = {"the server", "the owner", "a player", "anybody"};
    return words[by];
}

bool event_encode(const struct event *event, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    facts_write(rows[event->kind].fields, &event->facts, 0, &json);
    tk_json_close(&json, '}');
    return tk_writer_fits(out);
}

bool event_decode(const struct store_event *stored, struct event *out)
{
    const char *wrong;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        if (strcmp(rows[kind].name, stored->what) != 0)
            continue;
        json_t *data = json_loads(stored->data, 0, NULL);
        bool fine =
            json_is_object(data) && facts_read(rows[kind].fields, data, &out->facts, &wrong);
        json_decref(data);
        out->kind = (enum event_kind)kind;
        out->seq = stored->seq;
        out->at = stored->at;
        out->known = false;
        return fine;
    }
    return false;
}
