/* SPDX-License-Identifier: MIT */
/* A table of a server, line by line: every change is told as it comes, and what is typed is done. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "remote_table.h"
#include "signals.h"

struct hearing {
    const struct lines *l;
    int told;     /* lines of the log */
    long asked;   /* number of the position that was asked about */
    bool waiting; /* the people of a table that waits were told */

    bool wants_again;
};

/* --- what came --- */

static void tell_log(struct hearing *h)
{
    const struct session *s = h->l->s;
    if (h->told > s->log_count)
        h->told = 0; /* another table */
    for (; h->told < s->log_count; h->told++)
        lines_print(h->l, s->log[h->told]);
}

static void tell_news(struct hearing *h)
{
    struct remote_table *t = h->l->s->far;
    if (t->hint[0] != '\0')
        lines_print(h->l, t->hint);
    t->hint[0] = '\0';
    if (t->news[0] != '\0' && !t->failed) {
        lines_print(h->l, t->news);
        t->news[0] = '\0';
    }
}

static void print_people(const struct lines *l)
{
    char text[2048];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    remote_table_people(l->s->far, &out);
    lines_print(l, tk_writer_text(&out));
}

static void print_clocks(const struct lines *l)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    remote_table_clocks(l->s->far, &out);
    if (out.length > 0)
        lines_print(l, tk_writer_text(&out));
}

static void tell_waiting(struct hearing *h)
{
    char text[1024], link[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_writer address = tk_writer_over(link, sizeof link);
    if (h->waiting)
        return;
    h->waiting = true;
    lines_word(h->l, CLI_WORD_FAR_WAITS);
    print_people(h->l);
    remote_table_link(h->l->s->far, &address);
    session_say(h->l->s, &out, CLI_WORD_FAR_INVITE, "link", tk_writer_text(&address), NULL);
    lines_print(h->l, tk_writer_text(&out));
    lines_word(h->l, CLI_WORD_FAR_WAIT_HELP);
}

/* Each position is asked about once, however much is said meanwhile. */
static void tell_turn(struct hearing *h)
{
    const struct remote_table *t = h->l->s->far;
    if (!remote_table_is_mine(t) || t->pending[0] != '\0' || h->asked == t->positions)
        return;
    h->asked = t->positions;
    print_clocks(h->l);
    lines_ask(h->l);
    fputs("> ", stdout);
}

static void tell(struct hearing *h)
{
    const struct remote_table *t = h->l->s->far;
    if (t->status == REMOTE_UNKNOWN)
        return tell_news(h);
    tell_log(h);
    tell_news(h);
    if (t->status == REMOTE_OPEN)
        tell_waiting(h);
    tell_turn(h);
    fflush(stdout);
}

/* --- what is typed --- */

bool lines_far_obey(const struct lines *l, const struct typed *typed)
{
    if (l->s->far == NULL)
        return false;
    if (typed->kind == TYPED_WHO)
        print_people(l);
    return remote_table_obey(l->s->far, typed);
}

/* What needs a table, before there is one. */
static bool needs_table(enum typed_kind kind)
{
    return kind == TYPED_TABLE || kind == TYPED_MOVES || kind == TYPED_SHEET || kind == TYPED_HELP;
}

/* False when the person leaves. */
static bool hear_typed(struct hearing *h)
{
    char line[512];
    struct typed typed;
    const struct remote_table *t = h->l->s->far;
    if (fgets(line, sizeof line, stdin) == NULL) {
        return false;
    }
    if (t->status == REMOTE_UNKNOWN)
        return strncmp(line, "quit", 4) != 0;
    session_read(h->l->s, line, &typed);
    if (needs_table(typed.kind) && !t->has_state)
        typed = (struct typed){.kind = TYPED_WHO};
    h->wants_again |= typed.kind == TYPED_REMATCH;
    bool stays = lines_obey(h->l, &typed);
    if (stays && remote_table_is_mine(t) && t->pending[0] == '\0')
        fputs("> ", stdout);
    fflush(stdout);
    return stays;
}

/* --- the whole of it --- */

/* A person may type at any time; a script is read when it is its turn, so that it cannot run ahead. */
static bool listens(const struct hearing *h)
{
    const struct remote_table *t = h->l->s->far;
    bool turn = remote_table_is_mine(t) && t->pending[0] == '\0' && h->asked == t->positions;
    return isatty(STDIN_FILENO) || turn;
}

static bool step(struct hearing *h)
{
    struct remote_table *t = h->l->s->far;
    long before = t->changes;
    remote_table_step(t);
    if (t->changes != before)
        tell(h);
    bool typed = remote_table_wait(t, listens(h) ? STDIN_FILENO : -1, 1000);
    return !typed || hear_typed(h);
}

/* After the end a person may still talk, or play again. */
static bool stay(struct hearing *h)
{
    struct remote_table *t = h->l->s->far;
    lines_result(h->l);
    lines_word(h->l, CLI_WORD_FAR_AFTER);
    fflush(stdout);
    while (!signals_interrupted() && !(h->wants_again && t->next[0] != '\0'))
        if (!step(h))
            return false;
    h->wants_again = h->waiting = false;
    h->asked = -1;
    return remote_table_follow(t);
}

bool lines_far_play(const struct lines *l)
{
    struct remote_table *t = l->s->far;
    struct hearing h = {.l = l, .asked = -1};
    setvbuf(stdin, NULL, _IONBF,
            0); /* so that waiting for the file tells whether there is a line */
    for (bool stays = true; stays && !signals_interrupted() && !t->failed;) {
        if (t->status != REMOTE_OVER || !t->has_state || t->sampling)
            stays = step(&h);
        else if (!isatty(STDIN_FILENO))
            return true;
        else if (!stay(&h))
            return false;
    }
    return false;
}
