/* SPDX-License-Identifier: MIT */
/*
 * Shapes with soft edges. Every edge of a shape notes in each pixel it crosses how much more is covered to
 * its right; the sum along a row is then how much of each pixel the shape covers.
 */
#include "paint.h"

#include <stdlib.h>
#include <string.h>

struct point {
    float x, y;
};

static void touch_nothing(struct paint *p)
{
    p->top = p->height;
    p->left = p->width;
    p->bottom = p->right = 0;
}

bool paint_init(struct paint *p, int width, int height, paint_colour ground)
{
    size_t count = (size_t)width * (size_t)height;
    *p = (struct paint){.width = width, .height = height};
    touch_nothing(p);
    p->pixel = malloc(count * sizeof *p->pixel);
    p->edge = calloc((size_t)(width + 2) * (size_t)height, sizeof *p->edge);
    if (p->pixel == NULL || p->edge == NULL) {
        paint_clear(p);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        p->pixel[i] = ground;
    return true;
}

void paint_clear(struct paint *p)
{
    free(p->pixel);
    free(p->edge);
    *p = (struct paint){0};
}

/* --- edges --- */

static float at_least(float a, float b)
{
    return a > b ? a : b;
}

static float at_most(float a, float b)
{
    return a < b ? a : b;
}

/* The part of an edge within one row: it goes from x = a to x = b, a <= b, and is `share` of a row high. */
static void note_edge(float *row, float a, float b, float share)
{
    int first = (int)a, last = (int)b;
    if (first == last) {
        float middle = (a + b) / 2 - (float)first;
        row[first] += share * (1 - middle);
        row[first + 1] += share * middle;
        return;
    }
    /* Each pixel between gets as much of the edge's height as it has of its width. */
    float slope = share / (b - a), before = 0;
    for (int x = first; x <= last; x++) {
        float from = at_least(a, (float)x), to = at_most(b, (float)(x + 1));
        float part = slope * (to - from), middle = (from + to) / 2 - (float)x;
        row[x] += part * (1 - middle) + before;
        before = part * middle;
    }
    row[last + 1] += before;
}

/* Grows what the shape touches by this part of a row. */
static void touch(struct paint *p, int y, float a, float b)
{
    p->top = y < p->top ? y : p->top;
    p->bottom = y >= p->bottom ? y + 1 : p->bottom;
    p->left = (int)a < p->left ? (int)a : p->left;
    p->right = (int)b >= p->right ? (int)b + 1 : p->right;
}

static void add_edge(struct paint *p, struct point from, struct point to)
{
    float down = from.y < to.y ? 1 : -1;
    struct point upper = down > 0 ? from : to, lower = down > 0 ? to : from;
    float top = at_least(upper.y, 0), bottom = at_most(lower.y, (float)p->height);
    if (top >= bottom)
        return;
    float lean = (lower.x - upper.x) / (lower.y - upper.y), right = (float)p->width;
    for (int y = (int)top; y < p->height && (float)y < bottom; y++) {
        float begin = at_least(top, (float)y), end = at_most(bottom, (float)(y + 1));
        float a = upper.x + (begin - upper.y) * lean, b = upper.x + (end - upper.y) * lean;
        a = at_most(at_least(a, 0), right);
        b = at_most(at_least(b, 0), right);
        note_edge(p->edge + (size_t)y * (size_t)(p->width + 2), at_most(a, b), at_least(a, b),
                  down * (end - begin));
        touch(p, y, at_most(a, b), at_least(a, b));
    }
}

static void add_curve(struct paint *p, const struct point c[4])
{
    enum { PARTS = 16 };
    struct point last = c[0];
    for (int i = 1; i <= PARTS; i++) {
        float t = (float)i / PARTS, u = 1 - t;
        float k[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
        struct point next = {0, 0};
        for (int j = 0; j < 4; j++) {
            next.x += k[j] * c[j].x;
            next.y += k[j] * c[j].y;
        }
        add_edge(p, last, next);
        last = next;
    }
}

/* --- filling --- */

/* How finely an edge is told: more would be colours without number, which nobody sees. */
enum { STEPS = 8 };

static paint_colour blend(paint_colour under, paint_colour over, uint32_t part)
{
    paint_colour out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        uint32_t a = under >> shift & 255, b = over >> shift & 255;
        out |= (a * (STEPS - part) + b * part + STEPS / 2) / STEPS << shift;
    }
    return out;
}

static void fill(struct paint *p, paint_colour colour)
{
    for (int y = p->top; y < p->bottom; y++) {
        float *edge = p->edge + (size_t)y * (size_t)(p->width + 2), sum = 0;
        paint_colour *pixel = p->pixel + (size_t)y * (size_t)p->width;
        for (int x = p->left; x < p->right && x < p->width; x++) {
            sum += edge[x];
            float cover = at_most(sum < 0 ? -sum : sum, 1);
            uint32_t part = (uint32_t)(cover * STEPS + 0.5F);
            if (part > 0)
                pixel[x] = part == STEPS ? colour : blend(pixel[x], colour, part);
        }
        memset(edge + p->left, 0, (size_t)(p->right + 1 - p->left) * sizeof *edge);
    }
    touch_nothing(p);
}

/* --- paths --- */

struct path {
    const char *at;
    struct paint_place place;
    struct point begin, now; /* in units of the path */
};

static float take_number(struct path *path)
{
    const char *at = path->at + strspn(path->at, " ,\n");
    float sign = *at == '-' ? -1 : 1, value = 0, unit = 1;
    at += *at == '-';
    for (; *at >= '0' && *at <= '9'; at++)
        value = 10 * value + (float)(*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++)
            value += (unit /= 10) * (float)(*at - '0');
    path->at = at;
    return sign * value;
}

static bool has_number(const struct path *path)
{
    char next = path->at[strspn(path->at, " ,\n")];
    return (next >= '0' && next <= '9') || next == '-' || next == '.';
}

static struct point take_point(struct path *path, bool relative)
{
    float x = take_number(path), y = take_number(path);
    return (struct point){x + (relative ? path->now.x : 0), y + (relative ? path->now.y : 0)};
}

static struct point on_sheet(const struct path *path, struct point point)
{
    return (struct point){path->place.x + point.x * path->place.scale,
                          path->place.y + point.y * path->place.scale};
}

static void line_to(struct paint *p, struct path *path, struct point to)
{
    add_edge(p, on_sheet(path, path->now), on_sheet(path, to));
    path->now = to;
}

static void curve_to(struct paint *p, struct path *path, bool relative)
{
    struct point c[4] = {on_sheet(path, path->now)}, to = {0, 0};
    for (int i = 1; i < 4; i++) {
        to = take_point(path, relative);
        c[i] = on_sheet(path, to);
    }
    add_curve(p, c);
    path->now = to;
}

/* One step of this kind; false: there is no such kind. */
static bool step(struct paint *p, struct path *path, char kind)
{
    bool relative = kind >= 'a';
    struct point to = path->now;
    switch (kind) {
    case 'H':
    case 'h':
        to.x = take_number(path) + (relative ? path->now.x : 0);
        break;
    case 'V':
    case 'v':
        to.y = take_number(path) + (relative ? path->now.y : 0);
        break;
    case 'L':
    case 'l':
        to = take_point(path, relative);
        break;
    case 'C':
    case 'c':
        curve_to(p, path, relative);
        return true;
    default:
        return false;
    }
    line_to(p, path, to);
    return true;
}

static void close_part(struct paint *p, struct path *path)
{
    line_to(p, path, path->begin);
}

static void add_path(struct paint *p, struct path *path)
{
    while (*path->at != '\0') {
        char kind = *path->at++;
        if (kind == 'M' || kind == 'm') {
            close_part(p, path);
            path->begin = path->now = take_point(path, kind == 'm');
            kind = kind == 'M' ? 'L' : 'l';
        } else if (kind == 'Z' || kind == 'z') {
            close_part(p, path);
        }
        while (has_number(path))
            if (!step(p, path, kind))
                return;
    }
    close_part(p, path);
}

void paint_path(struct paint *p, const char *text, struct paint_place at, paint_colour colour)
{
    struct path path = {.at = text, .place = at};
    add_path(p, &path);
    fill(p, colour);
}

/* A quarter of a circle as a curve: its handles are so long. */
#define ROUND 0.5523F

void paint_box(struct paint *p, struct paint_box b, paint_colour colour)
{
    float r = at_most(b.radius, at_most(b.width, b.height) / 2), k = r * (1 - ROUND);
    float left = b.x, right = b.x + b.width, top = b.y, bottom = b.y + b.height;
    const struct {
        struct point from, by, to, into;
    } corners[4] = {
        {{right - r, top}, {right - k, top}, {right, top + k}, {right, top + r}},
        {{right, bottom - r}, {right, bottom - k}, {right - k, bottom}, {right - r, bottom}},
        {{left + r, bottom}, {left + k, bottom}, {left, bottom - k}, {left, bottom - r}},
        {{left, top + r}, {left, top + k}, {left + k, top}, {left + r, top}},
    };
    for (int i = 0; i < 4; i++) {
        add_curve(p, (const struct point[4]){corners[i].from, corners[i].by, corners[i].to,
                                             corners[i].into});
        add_edge(p, corners[i].into, corners[(i + 1) % 4].from);
    }
    fill(p, colour);
}

void paint_image(struct paint *p, const struct png *image)
{
    for (int y = 0; y < image->height && y < p->height; y++)
        for (int x = 0; x < image->width && x < p->width; x++)
            p->pixel[y * p->width + x] = image->colour[image->pixel[y * image->width + x]];
}

/* --- few colours --- */

enum { SLOTS = 1 << 13, SLOTS_USED = SLOTS / 2 };

struct slot {
    paint_colour colour;
    uint32_t count; /* of its pixels; 0: a free slot */
    uint8_t number; /* in the end */
};

struct ordered {
    struct slot *slot;
};

struct colours {
    struct slot slot[SLOTS];
    int used;
    struct ordered order[SLOTS_USED];
};

/* NULL: there are too many already. */
static struct slot *slot_of(struct colours *c, paint_colour colour)
{
    uint32_t at = colour * 2654435761U >> 19;
    while (c->slot[at].count > 0 && c->slot[at].colour != colour)
        at = (at + 1) % SLOTS;
    struct slot *slot = &c->slot[at];
    if (slot->count == 0) {
        if (c->used == SLOTS_USED)
            return NULL;
        slot->colour = colour;
        c->order[c->used++].slot = slot;
    }
    return slot;
}

static int compare_slots(const void *a, const void *b)
{
    const struct slot *x = ((const struct ordered *)a)->slot,
                      *y = ((const struct ordered *)b)->slot;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return (x->colour > y->colour) - (x->colour < y->colour);
}

static int nearest(const struct png *png, paint_colour colour)
{
    int best = 0, best_far = 3 * 256 * 256;
    for (int i = 0; i < png->colours; i++) {
        int far = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int d = (int)(png->colour[i] >> shift & 255) - (int)(colour >> shift & 255);
            far += d * d;
        }
        if (far < best_far) {
            best = i;
            best_far = far;
        }
    }
    return best;
}

static void count_colours(const struct paint *p, struct colours *c)
{
    struct slot *slot = NULL;
    for (int i = 0; i < p->width * p->height; i++) {
        if (slot == NULL || slot->colour != p->pixel[i])
            slot = slot_of(c, p->pixel[i]);
        if (slot != NULL)
            slot->count++;
    }
}

static void number_colours(struct colours *c, struct png *out)
{
    qsort(c->order, (size_t)c->used, sizeof c->order[0], compare_slots);
    out->colours = c->used < PNG_COLOURS ? c->used : PNG_COLOURS;
    for (int i = 0; i < out->colours; i++)
        out->colour[i] = c->order[i].slot->colour;
    for (int i = 0; i < c->used; i++)
        c->order[i].slot->number =
            (uint8_t)(i < out->colours ? i : nearest(out, c->order[i].slot->colour));
}

static void number_pixels(const struct paint *p, struct colours *c, struct png *out)
{
    int count = p->width * p->height;
    for (int i = 0; i < count;) {
        paint_colour colour = p->pixel[i];
        const struct slot *slot = slot_of(c, colour);
        uint8_t number = slot != NULL ? slot->number : (uint8_t)nearest(out, colour);
        for (; i < count && p->pixel[i] == colour; i++)
            out->pixel[i] = number;
    }
}

bool paint_finish(const struct paint *p, struct png *out)
{
    struct colours *c = calloc(1, sizeof *c);
    *out = (struct png){.width = p->width, .height = p->height};
    out->pixel = malloc((size_t)p->width * (size_t)p->height);
    bool fine = c != NULL && out->pixel != NULL;
    if (fine) {
        count_colours(p, c);
        number_colours(c, out);
        number_pixels(p, c, out);
    } else {
        free(out->pixel);
        out->pixel = NULL;
    }
    free(c);
    return fine;
}
