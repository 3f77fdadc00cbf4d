/* SPDX-License-Identifier: MIT */
/* Pictures of tables: kept, drawn, and who waits for them. */
#include "gallery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "app.h"
#include "aside.h"
#include "errand.h"

enum {
    KEPT = 16, /* pictures, of some 45 kB each */
    MOST = 32, /* that wait to be drawn */
    MOST_OF_ONE = 8,
    LARGEST = 1 << 20,
};

struct waiter {
    struct waiter *next;
    struct errand *errand;
};

struct drawing {
    struct aside_job job;  /* first, so that a job is a drawing */
    struct drawing *other; /* the next that is under way */
    char mark[GALLERY_MARK + 1];
    struct picture picture;
    const char *panel;
    size_t panel_length;
    uint8_t *data; /* NULL: there was no memory for it */
    size_t length;
    struct waiter *waiters;
};

struct gallery {
    struct aside *aside;
    struct drawing *under_way;
    struct {
        char mark[GALLERY_MARK + 1];
        uint8_t *data; /* NULL: it could not be drawn; who waits for it is told so */
        size_t length;
        int64_t used;
    } kept[KEPT];
    int64_t uses;
};

/* --- on the thread --- */

static void draw(struct aside_job *job)
{
    struct drawing *d = (struct drawing *)job;
    struct png panel = {0};
    bool has_panel =
        d->panel != NULL && png_read((const uint8_t *)d->panel, d->panel_length, &panel);
    uint8_t *room = malloc(LARGEST);
    if (room != NULL)
        d->length = picture_draw(&d->picture, has_panel ? &panel : NULL, room, LARGEST);
    if (d->length > 0)
        d->data = realloc(room, d->length);
    if (d->data == NULL)
        free(room);
    free(panel.pixel);
}

/* --- on the loop --- */

static struct drawing *find_under_way(const struct gallery *g, const char *mark)
{
    struct drawing *d = g->under_way;
    while (d != NULL && strcmp(d->mark, mark) != 0)
        d = d->other;
    return d;
}

static int find_kept(const struct gallery *g, const char *mark)
{
    int at = 0;
    while (at < KEPT && strcmp(g->kept[at].mark, mark) != 0)
        at++;
    return at;
}

/* In place of the one that nobody has asked for longest. */
static void keep(struct gallery *g, struct drawing *d)
{
    int oldest = 0;
    for (int i = 1; i < KEPT; i++)
        if (g->kept[i].used < g->kept[oldest].used)
            oldest = i;
    free(g->kept[oldest].data);
    g->kept[oldest].data = d->data;
    g->kept[oldest].length = d->length;
    g->kept[oldest].used = ++g->uses;
    memcpy(g->kept[oldest].mark, d->mark, sizeof d->mark);
    d->data = NULL;
}

static void take_out(struct gallery *g, const struct drawing *d)
{
    struct drawing **at = &g->under_way;
    while (*at != d)
        at = &(*at)->other;
    *at = d->other;
}

static void let_go(struct drawing *d, bool ends)
{
    while (d->waiters != NULL) {
        struct waiter *waiter = d->waiters;
        d->waiters = waiter->next;
        waiter->errand->over |= ends; /* then nothing is begun anew */
        errand_go_on(waiter->errand);
        free(waiter);
    }
    free(d->data);
    free(d);
}

static void drawn(struct app *app, struct aside_job *job)
{
    struct drawing *d = (struct drawing *)job;
    take_out(app->gallery, d);
    keep(app->gallery, d);
    let_go(d, false);
}

static void drop(struct aside_job *job)
{
    let_go((struct drawing *)job, true);
}

/* --- asked for --- */

static struct drawing *begin(struct gallery *g, const struct gallery_wish *wish)
{
    struct drawing *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->job.work = draw;
    d->job.done = drawn;
    d->job.drop = drop;
    address_household(wish->address, d->job.address);
    snprintf(d->mark, sizeof d->mark, "%s", wish->mark);
    d->picture = *wish->picture;
    d->panel = wish->panel;
    d->panel_length = wish->panel_length;
    if (!aside_add(g->aside, &d->job)) {
        free(d);
        return NULL;
    }
    d->other = g->under_way;
    return g->under_way = d;
}

static enum refusal wait_for(struct app *app, struct drawing *d)
{
    struct waiter *waiter = app->errand == NULL ? NULL : malloc(sizeof *waiter);
    if (waiter == NULL)
        return BUSY;
    waiter->errand = errand_wait(app);
    waiter->next = d->waiters;
    d->waiters = waiter;
    return LATER;
}

enum refusal gallery_ask(struct app *app, const struct gallery_wish *wish,
                         struct gallery_found *out)
{
    struct gallery *g = app->gallery;
    int at = find_kept(g, wish->mark);
    *out = (struct gallery_found){0};
    if (at < KEPT && g->kept[at].data != NULL) {
        g->kept[at].used = ++g->uses;
        out->data = (const char *)g->kept[at].data;
        out->length = g->kept[at].length;
        return FINE;
    }
    if (at < KEPT) {
        g->kept[at].mark[0] = '\0'; /* whoever asks next may try again */
        return BUSY;
    }
    struct drawing *d = find_under_way(g, wish->mark);
    if (d == NULL) {
        d = begin(g, wish);
        out->begun = d != NULL;
    }
    return d == NULL ? BUSY : wait_for(app, d);
}

struct gallery *gallery_open(struct app *app, uv_loop_t *loop)
{
    struct gallery *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->aside = aside_open(app, loop, MOST, MOST_OF_ONE);
    if (g->aside == NULL) {
        free(g);
        return NULL;
    }
    return g;
}

void gallery_close(struct gallery *g)
{
    if (g != NULL)
        aside_close(g->aside);
}

void gallery_free(struct gallery *g)
{
    if (g == NULL)
        return;
    aside_free(g->aside);
    for (int i = 0; i < KEPT; i++)
        free(g->kept[i].data);
    free(g);
}
