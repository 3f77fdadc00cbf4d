/* SPDX-License-Identifier: MIT */
/* Signs of life, in the store: "ALIVE FROM TO FROM TO …", times in ms. */
#include "beat.h"

#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "log.h"

/* A disk is not woken every second for nothing; clocks of days are not that exact. */
enum { BEAT_MS = 900, SLOW_BEAT_MS = 60000, STOOD_STILL_MS = 3000 };

int64_t life_gaps(const struct life *life, int64_t from)
{
    int64_t sum = 0;
    for (int i = 0; i < life->gaps; i++) {
        const struct life_gap *gap = &life->gap[i];
        int64_t start = gap->from > from ? gap->from : from;
        sum += gap->to > start ? gap->to - start : 0;
    }
    return sum;
}

/* --- as text --- */

static bool next_number(const char **at, int64_t *out)
{
    char *end;
    *out = strtoll(*at, &end, 10);
    bool found = end != *at;
    *at = end;
    return found;
}

static int64_t read_life(const char *text, struct life *out)
{
    int64_t alive = 0;
    struct life_gap gap;
    next_number(&text, &alive);
    while (out->gaps < GAPS_MAX && next_number(&text, &gap.from) && next_number(&text, &gap.to))
        out->gap[out->gaps++] = gap;
    return alive;
}

static void write_life(const struct life *life, char *text, size_t size)
{
    struct tk_writer out = tk_writer_over(text, size);
    tk_write_int(&out, life->told);
    for (int i = 0; i < life->gaps; i++) {
        tk_write_text(&out, " ");
        tk_write_int(&out, life->gap[i].from);
        tk_write_text(&out, " ");
        tk_write_int(&out, life->gap[i].to);
    }
    tk_writer_text(&out);
}

/* --- gaps --- */

/* No more are kept: the two with the least life between them become one. */
static void make_room(struct life *life)
{
    int least = 0;
    for (int i = 1; i < life->gaps - 1; i++)
        if (life->gap[i + 1].from - life->gap[i].to <
            life->gap[least + 1].from - life->gap[least].to)
            least = i;
    life->gap[least].to = life->gap[least + 1].to;
    life->gaps--;
    memmove(&life->gap[least + 1], &life->gap[least + 2],
            (size_t)(life->gaps - least - 1) * sizeof life->gap[0]);
}

/* A wall clock that was set back meanwhile tells nothing. */
static void add_gap(struct life *life, int64_t from, int64_t to)
{
    if (from == 0 || from >= to)
        return;
    if (life->gaps == GAPS_MAX)
        make_room(life);
    life->gap[life->gaps++] = (struct life_gap){from, to};
}

/* --- telling --- */

static void told(void *context, enum store_result result)
{
    struct app *app = context;
    (void)result; /* if it failed, the next one is not far */
    app->life.is_telling = false;
}

void beat_try(struct app *app, store_done *done, void *context)
{
    char text[STORE_LIFE_MAX + 1];
    app->life.told = now_ms();
    write_life(&app->life, text, sizeof text);
    store_write(app->store, &(struct store_change){.life = text}, done, context);
}

static void tell(struct app *app)
{
    app->life.is_telling = true;
    beat_try(app, told, app);
}

void beat_begin(struct app *app)
{
    char text[STORE_LIFE_MAX + 1] = "";
    if (store_life(app->store, text, sizeof text) == STORE_BROKEN)
        return; /* what is not known is not written over */
    add_gap(&app->life, read_life(text, &app->life), app->started);
    tell(app);
}

/* Where there are other nodes they served whoever came meanwhile. */
void beat_look(struct app *app)
{
    int64_t now = now_ms(), seen = app->life.seen;
    if (seen == 0)
        return;
    app->life.seen = now;
    if (app->shared || now - seen <= STOOD_STILL_MS)
        return;
    log_event("stood_still", LOG_NUMBER("number", now - seen));
    add_gap(&app->life, seen, now);
    if (!app->life.is_telling)
        tell(app);
}

static bool seconds_count(const struct app *app)
{
    const struct table *t;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        if (t->status == TABLE_PLAYING &&
            (t->clock.kind == CLOCK_MOVE || t->clock.kind == CLOCK_GAME))
            return true;
    return false;
}

void beat_tend(struct app *app)
{
    int64_t since = now_ms() - app->life.told;
    if (app->life.told == 0 || app->life.is_telling || since < BEAT_MS)
        return;
    if (since >= SLOW_BEAT_MS || seconds_count(app))
        tell(app);
}

void beat_last(struct app *app)
{
    if (app->life.told != 0)
        tell(app);
}
