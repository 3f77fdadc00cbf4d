/* SPDX-License-Identifier: MIT */
/* How people ended a game before its rules did, and who gave up: tags of a record that 0.1 passes over. */
#include "core_words.h"
#include "record.h"

/* --- reading --- */

/* Whole numbers from 1 to `players`, parted by spaces; -1 if there is anything else, or more than one for each. */
static int read_numbers(struct tk_span text, int players, int64_t out[TK_SEATS_MAX])
{
    struct tk_reader in = tk_reader_over(text);
    int count = 0;
    do {
        if (count == players || !tk_read_int(&in, 1, players, &out[count++]))
            return -1;
    } while (tk_read_char(&in, ' '));
    return tk_read_end(&in) ? count : -1;
}

static const char *read_resigned(struct tk_ended *ended, int players, struct tk_span value)
{
    int64_t seats[TK_SEATS_MAX];
    int count = read_numbers(value, players, seats);
    for (int i = 0; i < count; i++) {
        uint8_t bit = (uint8_t)(1U << (seats[i] - 1));
        if ((ended->resigned & bit) != 0)
            return TK_PROBLEM_RECORD_RESIGNED;
        ended->resigned |= bit;
    }
    return count < 0 ? TK_PROBLEM_RECORD_RESIGNED : NULL;
}

/* A place is one more than how many are before it. */
static const char *read_ranks(struct tk_ended *ended, int players, struct tk_span value)
{
    int64_t ranks[TK_SEATS_MAX];
    if (read_numbers(value, players, ranks) != players)
        return TK_PROBLEM_RECORD_RANKS;
    for (int seat = 0; seat < players; seat++) {
        int place = 1;
        for (int other = 0; other < players; other++)
            place += ranks[other] < ranks[seat];
        if (ranks[seat] != place)
            return TK_PROBLEM_RECORD_RANKS;
        ended->ranks[seat] = (uint8_t)place;
    }
    return NULL;
}

const char *tk_ended_read(struct tk_ended *ended, int players, struct tk_span name,
                          struct tk_span value)
{
    if (tk_span_is(name, "Ended"))
        ended->how = value;
    if (tk_span_is(name, "Resigned"))
        return read_resigned(ended, players, value);
    return tk_span_is(name, "Ranks") ? read_ranks(ended, players, value) : NULL;
}

/* A word that is not ours tells nothing that could be wrong. */
bool tk_ended_early(const struct tk_ended *ended)
{
    static const char *const words[] = {"agreed", "resigned", "time", "closed"};
    for (int i = 0; i < TK_COUNT(words); i++)
        if (tk_span_is(ended->how, words[i]))
            return true;
    return false;
}

/* --- writing --- */

static void open_tag(const char *name, struct tk_writer *out)
{
    tk_write_char(out, '[');
    tk_write_text(out, name);
    tk_write_text(out, " \"");
}

static void close_tag(struct tk_writer *out)
{
    tk_write_text(out, "\"]\n");
}

static void write_resigned(const struct tk_ended *ended, int players, struct tk_writer *out)
{
    const char *gap = "";
    open_tag("Resigned", out);
    for (int seat = 0; seat < players; seat++) {
        if ((ended->resigned >> seat & 1) == 0)
            continue;
        tk_write_text(out, gap);
        tk_write_int(out, seat + 1);
        gap = " ";
    }
    close_tag(out);
}

void tk_ended_write(const struct tk_ended *ended, int players, struct tk_writer *out)
{
    if (tk_ended_early(ended)) {
        open_tag("Ended", out);
        tk_write(out, ended->how.data, ended->how.length);
        close_tag(out);
    }
    if (ended->resigned != 0)
        write_resigned(ended, players, out);
    if (ended->ranks[0] == 0)
        return;
    open_tag("Ranks", out);
    for (int seat = 0; seat < players; seat++) {
        tk_write_text(out, seat > 0 ? " " : "");
        tk_write_int(out, ended->ranks[seat]);
    }
    close_tag(out);
}

static void put_ranks(const struct tk_ended *ended, int players, struct tk_json *json)
{
    tk_json_key(json, "ranks");
    tk_json_open(json, '[');
    for (int seat = 0; seat < players; seat++)
        tk_json_int(json, ended->ranks[seat]);
    tk_json_close(json, ']');
}

void tk_ended_put(const struct tk_ended *ended, int players, struct tk_json *json)
{
    bool early = tk_ended_early(ended);
    if (!early && ended->resigned == 0 && ended->ranks[0] == 0)
        return;
    tk_json_key(json, "ended");
    tk_json_open(json, '{');
    if (early) {
        tk_json_key(json, "how");
        tk_json_string(json, ended->how);
    }
    tk_json_key(json, "resigned");
    tk_json_open(json, '[');
    for (int seat = 0; seat < players; seat++)
        if ((ended->resigned >> seat & 1) != 0)
            tk_json_int(json, seat);
    tk_json_close(json, ']');
    if (ended->ranks[0] != 0)
        put_ranks(ended, players, json);
    tk_json_close(json, '}');
}
