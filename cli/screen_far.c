/* SPDX-License-Identifier: MIT */
/* A table of a server on the whole screen: waiting, watching, and what can only be done there. */
#include "screen.h"

#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "remote_table.h"
#include "terminal.h"

/* --- keys and news --- */

static void take_news(struct screen *c)
{
    struct remote_table *t = c->s->far;
    if (t->news[0] != '\0')
        snprintf(c->message, sizeof c->message, "%s", t->news);
    if (!t->failed)
        t->news[0] = '\0';
    if (t->hint[0] != '\0') {
        snprintf(c->hint, sizeof c->hint, "%s", t->hint);
        t->hint[0] = '\0';
    }
}

static bool has_clock(const struct remote_table *t)
{
    return t->clock[0] != '\0' && strcmp(t->clock, "none") != 0;
}

int screen_far_key(struct screen *c)
{
    struct remote_table *t = c->s->far;
    long before = t->changes;
    for (;;) {
        int key = terminal_key_within(0);
        if (key != KEY_IS_NONE)
            return key;
        remote_table_step(t);
        if (t->changes != before) {
            take_news(c);
            return KEY_IS_NEWS;
        }
        bool pressed = remote_table_wait(t, STDIN_FILENO, 1000);
        if (!pressed && has_clock(t))
            return KEY_IS_NEWS; /* a second is over */
    }
}

/* --- what is typed --- */

static void page_people(struct screen *c)
{
    char text[2048];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    remote_table_people(c->s->far, &out);
    tk_write_char(&out, '\n');
    remote_table_link(c->s->far, &out);
    screen_page(c, tk_writer_text(&out), CLI_WORD_PAGE_KEYS, false);
}

bool screen_far_obey(struct screen *c, const struct typed *typed)
{
    if (c->s->far == NULL || typed->kind == TYPED_HINT)
        return false; /* a hint is shown beside the table */
    if (typed->kind == TYPED_WHO)
        page_people(c);
    bool done = remote_table_obey(c->s->far, typed);
    take_news(c);
    return done;
}

/* --- while somebody else plays, or nobody does yet --- */

static void no_moves(struct screen *c)
{
    c->moves->count = c->moves->kind_count = 0;
    moves_filter(c->moves, "");
}

static void ask_typed(struct screen *c)
{
    int key = screen_key(c);
    if (key != KEY_ENDS)
        screen_handle(c, key);
}

static void watch(struct screen *c)
{
    no_moves(c);
    c->hint[0] = '\0';
    screen_draw(c, SCREEN_WATCH);
    ask_typed(c);
}

/* Who sits where, how others come here, what can be done, and what was said. */
static void waiting_text(struct screen *c, struct tk_writer *out)
{
    const struct session *s = c->s;
    struct tk_speaker speaker = session_speaker(s);
    char link[512];
    struct tk_writer address = tk_writer_over(link, sizeof link);
    remote_table_link(s->far, &address);
    tk_write_text(out, tk_word_text(&speaker, s->game->name_word));
    tk_write_text(out, "\n ");
    session_say(s, out, CLI_WORD_FAR_WAITS, NULL);
    tk_write_text(out, "\n\n");
    remote_table_people(s->far, out);
    tk_write_text(out, "\n ");
    session_say(s, out, CLI_WORD_FAR_INVITE, "link", tk_writer_text(&address), NULL);
    tk_write_text(out, "\n ");
    session_say(s, out, CLI_WORD_FAR_WAIT_HELP, NULL);
    tk_write_text(out, "\n\n");
    for (int i = s->log_count > 8 ? s->log_count - 8 : 0; i < s->log_count; i++) {
        tk_write_char(out, ' ');
        tk_write_text(out, s->log[i]);
        tk_write_char(out, '\n');
    }
}

static void wait_for_players(struct screen *c)
{
    static char text[16 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    no_moves(c);
    waiting_text(c, &out);
    screen_draw_text(c, tk_writer_text(&out));
    ask_typed(c);
}

static void wait_for_server(struct screen *c)
{
    char text[128];
    no_moves(c);
    screen_say(c, CLI_WORD_FAR_CONNECTS, text, sizeof text);
    screen_draw_text(c, text);
    ask_typed(c);
}

/* --- the end --- */

static void stay(struct screen *c)
{
    struct remote_table *t = c->s->far;
    if (t->next[0] != '\0' && c->message[0] == '\0')
        snprintf(c->message, sizeof c->message, "%s", c->s->log[c->s->log_count - 1]);
    screen_draw(c, SCREEN_END);
    screen_end_key(c, screen_key(c));
    if (c->again && !c->leaving && remote_table_follow(t)) {
        c->again = false;
        c->message[0] = '\0';
    }
}

void screen_far_play(struct screen *c)
{
    struct remote_table *t = c->s->far;
    t->brief = true;
    while (!c->leaving && !t->failed) {
        if (t->status == REMOTE_UNKNOWN || (t->status != REMOTE_OPEN && !t->has_state))
            wait_for_server(c);
        else if (t->status == REMOTE_OPEN)
            wait_for_players(c);
        else if (t->status == REMOTE_OVER)
            stay(c);
        else if (remote_table_is_mine(t))
            screen_decide(c);
        else
            watch(c);
    }
}
