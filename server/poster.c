/* SPDX-License-Identifier: MIT */
/* The picture of a table: what it shows, where it is found, and who pays for it. */
#include "poster.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "assets.h"
#include "gallery.h"
#include "limits.h"
#include "residency.h"
#include "rest.h"

/* A drawing takes twenty milliseconds of a core: an address may have fifteen, then one in two seconds. */
enum { COST_OF_DRAWING = 1 << 21 };

static const char beginning[] = "/share/", ending[] = ".png";

/* --- what is shown --- */

static bool sheet_has(const struct tk_sheet *sheet, const char *id)
{
    for (int i = 0; i < sheet->line_count; i++)
        if (strcmp(sheet->line[i].id, id) == 0)
            return true;
    return false;
}

/* A line of the winner's sheet that another's has not: it was not won by points. NULL: there is none. */
static const struct tk_sheet_line *feat_of(const struct table *t, int winner)
{
    static struct tk_sheet own, other;
    own = (struct tk_sheet){0};
    t->game->rules.sheet(t->state, winner, &own);
    for (int seat = 0; seat < t->config.players; seat++) {
        other = (struct tk_sheet){0};
        t->game->rules.sheet(t->state, seat, &other);
        for (int i = 0; i < own.line_count; i++)
            if (!sheet_has(&other, own.line[i].id))
                return &own.line[i];
    }
    return NULL;
}

static void add_row(const struct table *t, int seat, bool decided, struct picture *out)
{
    struct picture_row *row = &out->row[out->rows++];
    for (int other = seat; other < t->config.players; other++) {
        if (out->kind == PICTURE_SEATS ? other != seat : !table_are_partners(t, seat, other))
            continue;
        row->seat[row->seats++] = (uint8_t)other;
        row->won |= decided && t->ranks[other] == 1;
        row->gave_up |= decided && t->seat[other].resigned;
        row->empty |= t->seat[other].kind != SEAT_PERSON && t->seat[other].kind != SEAT_BOT;
    }
    row->points = out->kind == PICTURE_POINTS ? t->scores[seat] : 0;
}

static bool is_shown(const struct picture *picture, int seat)
{
    for (int i = 0; i < picture->rows; i++)
        for (int k = 0; k < picture->row[i].seats; k++)
            if (picture->row[i].seat[k] == seat)
                return true;
    return false;
}

/* Nothing is told of the points of a game that goes on, and nothing was decided at a table that was closed. */
void poster_facts(const struct table *t, struct picture *out)
{
    bool over = t->status == TABLE_OVER && strcmp(t->reason, "closed") != 0;
    bool decided = over && strcmp(t->reason, "agreed") != 0;
    *out = (struct picture){.kind = over ? PICTURE_POINTS : PICTURE_SEATS};
    for (int rank = 1; rank <= TK_SEATS_MAX; rank++)
        for (int seat = 0; seat < t->config.players; seat++)
            if ((!over || t->ranks[seat] == rank) && !is_shown(out, seat))
                add_row(t, seat, decided, out);
    if (out->rows == 0 || strcmp(t->reason, "game") != 0 || t->state == NULL)
        return;
    const struct tk_sheet_line *feat = feat_of(t, out->row[0].seat[0]);
    if (feat == NULL)
        return;
    out->kind = PICTURE_FEAT;
    out->feat = feat->id;
    out->sign = feat->sign;
}

/* --- its address --- */

static const char *panel_data(const struct tk_game *game, size_t *out_length, const char **out_hash)
{
    char path[64];
    snprintf(path, sizeof path, "/share/panel/%s.png", game->id);
    return assets_data(path, out_length, out_hash);
}

/* A name for what the picture shows, the way of drawing and the game's panel included. */
static void mark_of(const struct table *t, const struct picture *picture,
                    char out[GALLERY_MARK + 1])
{
    char text[1024];
    uint8_t hash[crypto_generichash_BYTES_MIN];
    size_t length = 0;
    const char *panel = "";
    struct tk_writer w = tk_writer_over(text, sizeof text);
    panel_data(t->game, &length, &panel);
    const int head[] = {PICTURE_DRAWN, (int)picture->kind, picture->rows};
    for (int i = 0; i < TK_COUNT(head); i++, tk_write_char(&w, ' '))
        tk_write_int(&w, head[i]);
    tk_write_text(&w, t->game->id);
    tk_write_text(&w, panel);
    tk_write_text(&w, picture->feat == NULL ? "" : picture->feat);
    for (int i = 0; i < picture->rows; i++) {
        const struct picture_row *row = &picture->row[i];
        tk_write_char(&w, '/');
        for (int k = 0; k < row->seats; k++)
            tk_write_int(&w, row->seat[k]);
        tk_write_char(&w, ':');
        tk_write_int(&w, row->points);
        tk_write_text(&w, row->won ? "w" : "");
        tk_write_text(&w, row->gave_up ? "g" : "");
        tk_write_text(&w, row->empty ? "e" : "");
    }
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, w.length, NULL, 0);
    sodium_bin2hex(out, GALLERY_MARK + 1, hash, GALLERY_MARK / 2);
}

void poster_address(const struct table *t, char out[POSTER_ADDRESS])
{
    struct picture picture;
    char mark[GALLERY_MARK + 1];
    poster_facts(t, &picture);
    mark_of(t, &picture, mark);
    snprintf(out, POSTER_ADDRESS, "%s%s%s?v=%s", beginning, t->id, ending, mark);
}

/* The table's id out of a path; false: it is no such path. */
static bool id_in(const char *path, char out[STORE_ID_MAX + 1])
{
    size_t skip = sizeof beginning - 1, tail = sizeof ending - 1, length = strlen(path);
    if (length <= skip + tail || length > skip + tail + STORE_ID_MAX ||
        strncmp(path, beginning, skip) != 0 || strcmp(path + length - tail, ending) != 0)
        return false;
    memcpy(out, path + skip, length - skip - tail);
    out[length - skip - tail] = '\0';
    return is_id(out);
}

bool poster_is(const char *path)
{
    char id[STORE_ID_MAX + 1];
    return id_in(path, id);
}

/* --- asked for --- */

/* The picture as it is now; LATER while it is drawn. */
static enum refusal picture_of(struct call *c, const struct table *t, const struct picture *picture,
                               const char *mark, struct gallery_found *out)
{
    const char *hash = NULL;
    struct gallery_wish wish = {.mark = mark, .address = c->request->address, .picture = picture};
    wish.panel = panel_data(t->game, &wish.panel_length, &hash);
    enum refusal refusal = gallery_ask(c->app, &wish, out);
    if (out->begun || refusal == FINE)
        cost_charge(c->app, c->user, c->request->address,
                    out->begun ? COST_OF_DRAWING : cost_of(out->length, 0));
    return refusal;
}

/* Whoever asks by the present address may keep the answer for good: what changes has another one. */
static void answer(struct call *c, const struct table *t)
{
    struct picture picture;
    char mark[GALLERY_MARK + 1], etag[GALLERY_MARK + 3], query[GALLERY_MARK + 3];
    struct gallery_found found = {0};
    enum refusal refusal = FINE;
    poster_facts(t, &picture);
    mark_of(t, &picture, mark);
    snprintf(etag, sizeof etag, "\"%s\"", mark);
    snprintf(query, sizeof query, "v=%s", mark);
    bool known = strstr(c->request->if_none_match, etag) != NULL;
    if (!known)
        refusal = picture_of(c, t, &picture, mark, &found);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    bool present = strcmp(c->request->query, query) == 0;
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = known ? 304 : 200,
                                       .type = "image/png",
                                       .cache = present ? "public, max-age=31536000, immutable"
                                                        : "no-cache",
                                       .etag = etag,
                                       .body = found.data,
                                       .length = found.length});
}

/* It is paid for as the page of the table is (share.c), and drawing it beyond that. */
void poster_serve(struct call *c)
{
    char id[STORE_ID_MAX + 1];
    int64_t wait = 0;
    struct table *t = NULL;
    if (!id_in(c->request->path, id))
        return refuse(c->app, c->request->id, NOT_FOUND);
    if (!c->request->again && !cost_may_ask(c->app, c->user, c->request->address, &wait))
        return refuse_for(c, wait);
    if (!c->request->again)
        cost_charge(c->app, c->user, c->request->address, cost_of(4096, 1));
    enum refusal refusal = table_find_fresh(c->app, id, &t);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    answer(c, t);
}
