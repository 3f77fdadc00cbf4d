/* SPDX-License-Identifier: MIT */
/* What can be told of a table of a server: clocks, people, the link for friends. */
#include "remote_table.h"

#include <string.h>

#include "cli_words.h"

bool remote_table_is_mine(const struct remote_table *t)
{
    return t->status == REMOTE_PLAYING && t->has_state && t->seat >= 0 && !t->seats[t->seat].away &&
           session_actor(t->s) == t->seat;
}

/* "4:05", "2 days" */
static void write_time(const struct remote_table *t, long long ms, struct tk_writer *out)
{
    enum tk_lang lang = t->s->args->lang;
    long long seconds = ms < 0 ? 0 : ms / 1000;
    if (seconds >= 86400) {
        char days[16];
        struct tk_writer count = tk_writer_over(days, sizeof days);
        tk_write_number(&count, lang, seconds / 86400);
        session_say(t->s, out, CLI_WORD_FAR_DAYS, "n", tk_writer_text(&count), NULL);
        return;
    }
    if (seconds >= 3600) {
        tk_write_number(out, lang, seconds / 3600);
        tk_write_char(out, ':');
    }
    if (seconds >= 3600 && seconds / 60 % 60 < 10)
        tk_write_number(out, lang, 0);
    tk_write_number(out, lang, seconds / 60 % 60);
    tk_write_char(out, ':');
    if (seconds % 60 < 10)
        tk_write_number(out, lang, 0);
    tk_write_number(out, lang, seconds % 60);
}

static long long left_now(const struct remote_table *t, int seat)
{
    bool runs = t->running == seat && t->status == REMOTE_PLAYING;
    double since = runs ? 1000 * (cli_seconds() - t->heard) : 0;
    return t->left_ms[seat] - (long long)since;
}

void remote_table_clocks(const struct remote_table *t, struct tk_writer *out)
{
    if (t->clock[0] == '\0' || strcmp(t->clock, "none") == 0 || t->status != REMOTE_PLAYING)
        return;
    for (int seat = 0; seat < t->s->config.players; seat++) {
        tk_write_text(out, seat > 0 ? "  " : "");
        tk_write_text(out, t->s->shown[seat]);
        tk_write_char(out, ' ');
        write_time(t, left_now(t, seat), out);
    }
}

static int seat_word(const struct remote_seat *seat)
{
    if (strcmp(seat->kind, "open") == 0)
        return CLI_WORD_FAR_SEAT_OPEN;
    if (strcmp(seat->kind, "friend") == 0)
        return CLI_WORD_FAR_SEAT_FRIEND;
    if (strcmp(seat->kind, "bot") == 0)
        return CLI_WORD_FAR_SEAT_BOT;
    if (seat->resigned)
        return CLI_WORD_FAR_SEAT_RESIGNED;
    if (seat->away)
        return CLI_WORD_FAR_SEAT_AWAY;
    return seat->online ? CLI_WORD_FAR_SEAT_HERE : CLI_WORD_FAR_SEAT_GONE;
}

void remote_table_people(const struct remote_table *t, struct tk_writer *out)
{
    char count[16];
    struct tk_writer number = tk_writer_over(count, sizeof count);
    for (int seat = 0; seat < t->s->config.players; seat++) {
        tk_write_number(out, t->s->args->lang, seat + 1);
        tk_write_text(out, ". ");
        tk_write_text(out, t->s->shown[seat]);
        tk_write_text(out, ": ");
        session_say(t->s, out, seat_word(&t->seats[seat]), NULL);
        tk_write_char(out, '\n');
    }
    tk_write_number(&number, t->s->args->lang, t->watchers);
    if (t->watchers > 0) {
        session_say(t->s, out, CLI_WORD_FAR_WATCHERS, "n", tk_writer_text(&number), NULL);
        tk_write_char(out, '\n');
    }
}

void remote_table_link(const struct remote_table *t, struct tk_writer *out)
{
    tk_write_text(out, t->remote->origin);
    tk_write_text(out, "/t/");
    tk_write_text(out, t->id);
    tk_write_text(out, t->key[0] != '\0' ? "#key=" : "");
    tk_write_text(out, t->key);
}

void remote_table_farewell(const struct remote_table *t, struct tk_writer *out)
{
    if (t->status == REMOTE_OVER && t->has_state) {
        session_result(t->s, out);
        return;
    }
    char command[512];
    snprintf(command, sizeof command, "takht play --server %s/t/%s", t->remote->origin, t->id);
    if (t->news[0] != '\0' && t->failed)
        tk_write_text(out, t->news);
    else
        session_say(t->s, out, CLI_WORD_FAR_GO_ON, "command", command, NULL);
    tk_write_char(out, '\n');
}
