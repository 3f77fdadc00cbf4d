/* SPDX-License-Identifier: MIT */
/* The log on stderr, line by line, and how much of it each kind of event may fill. */
#include "log.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "allowance.h"
#include "clocks.h"
#include "core/takht.h"

enum { KINDS_MAX = 64, LINES_AT_ONCE = 10, LINE_MAX_BYTES = 2048, TELL_AFTER = 5 };

/* One process has one log. */
static struct {
    pthread_mutex_t lock;
    bool quiet;
    void (*divert)(const char *line);
    struct kind {
        const char *name;
        double left, at;
        int64_t left_out, since;
    } kinds[KINDS_MAX];
    int count;
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void put(const char *line)
{
    if (journal.divert != NULL)
        journal.divert(line);
    else
        fprintf(stderr, "%s\n", line);
}

/* Kinds are few and named in the code; should there be more, the last ones share a place. */
static struct kind *kind_of(const char *name)
{
    for (int i = 0; i < journal.count; i++)
        if (strcmp(journal.kinds[i].name, name) == 0)
            return &journal.kinds[i];
    if (journal.count == KINDS_MAX)
        return &journal.kinds[KINDS_MAX - 1];
    journal.kinds[journal.count].name = name;
    return &journal.kinds[journal.count++];
}

static void write_line(const char *name, const struct log_field *fields, int64_t more)
{
    char line[LINE_MAX_BYTES];
    struct tk_writer out = tk_writer_over(line, sizeof line);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "at", now_ms());
    tk_json_put_text(&json, "what", name);
    for (; fields != NULL && fields->name != NULL; fields++)
        if (fields->text == NULL)
            tk_json_put_int(&json, fields->name, fields->number);
        else if (fields->text[0] != '\0')
            tk_json_put_text(&json, fields->name, fields->text);
    if (more > 0)
        tk_json_put_int(&json, "more", more);
    tk_json_close(&json, '}');
    if (tk_writer_fits(&out))
        put(tk_writer_text(&out));
}

void log_fields(const char *name, const struct log_field *fields)
{
    static const struct allowance lines = {1, LINES_AT_ONCE};
    int64_t wait;
    pthread_mutex_lock(&journal.lock);
    if (!journal.quiet) {
        struct kind *kind = kind_of(name);
        if (allowance_take(&lines, &kind->left, &kind->at, &wait)) {
            write_line(name, fields, kind->left_out);
            kind->left_out = 0;
        } else if (kind->left_out++ == 0) {
            kind->since = seconds();
        }
    }
    pthread_mutex_unlock(&journal.lock);
}

void log_tell_counted(void)
{
    pthread_mutex_lock(&journal.lock);
    for (int i = 0; i < journal.count; i++) {
        struct kind *kind = &journal.kinds[i];
        if (kind->left_out == 0 || seconds() - kind->since < TELL_AFTER)
            continue;
        write_line(kind->name, NULL, kind->left_out);
        kind->left_out = 0;
    }
    pthread_mutex_unlock(&journal.lock);
}

void log_quiet(bool quiet)
{
    journal.quiet = quiet;
}

void log_divert(void (*to)(const char *line))
{
    journal.divert = to;
}
