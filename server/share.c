/* SPDX-License-Identifier: MIT */
/* What programs that preview links read (Open Graph): they run no scripts, so the server writes it into the page. */
#include "share.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "assets.h"
#include "core/takht.h"
#include "games/games.h"
#include "limits.h"
#include "poster.h"
#include "residency.h"
#include "rest.h"
#include "show.h"
#include "table.h"

static const char mark[] = "<!-- share";
static const char mark_end[] = "-->";

#define ALL_GAMES "/share/takht.jpg"

#define FREE "A seat is free for you. · یک صندلی برای شما خالی است."

struct about {
    char title[256], text[1024];
    char picture[POSTER_ADDRESS]; /* its address on this server */
};

/* --- what a place is about --- */

static void about_home(struct about *a)
{
    snprintf(a->title, sizeof a->title, "Takht · تخت");
    snprintf(a->text, sizeof a->text, "Kingdom games, with friends or bots. · %s",
             "بازی‌های پادشاهی، با دوستان یا ربات‌ها.");
    snprintf(a->picture, sizeof a->picture, "%s", ALL_GAMES);
}

static void about_game(struct about *a, const struct tk_game *game)
{
    const struct tk_word *name = &game->words->table[game->name_word];
    const struct tk_word *about = &game->words->table[game->about_word];
    snprintf(a->title, sizeof a->title, "%s · %s", name->text[TK_EN].other,
             name->text[TK_FA].other);
    snprintf(a->text, sizeof a->text, "%s · %s", about->text[TK_EN].other,
             about->text[TK_FA].other);
    snprintf(a->picture, sizeof a->picture, "/share/%s.jpg", game->id);
    if (!assets_has(a->picture)) /* a new game has no picture yet */
        snprintf(a->picture, sizeof a->picture, "%s", ALL_GAMES);
}

/* People by their names, guests as such, bots by their level: "Greedy bot". */
static void put_player(struct table *t, int seat, struct tk_writer *out)
{
    const char *name = seat_name(t, seat);
    if (t->seat[seat].kind == SEAT_BOT) {
        tk_write_char(out, (char)toupper((unsigned char)name[0]));
        tk_write_text(out, name[0] == '\0' ? "" : name + 1);
        tk_write_text(out, " bot");
    } else {
        tk_write_text(out, name[0] == '\0' ? "Guest" : name);
    }
}

/* "Ada 15 – Dara 12" when it was decided by points, else "Ada – Dara". */
static void put_players(struct table *t, bool points, struct tk_writer *out)
{
    bool first = true;
    for (int seat = 0; seat < t->config.players; seat++) {
        enum seat_kind kind = t->seat[seat].kind;
        if (kind != SEAT_PERSON && kind != SEAT_BOT)
            continue;
        tk_write_text(out, first ? "" : " – ");
        put_player(t, seat, out);
        if (points) {
            tk_write_text(out, " ");
            tk_write_int(out, t->scores[seat]);
        }
        first = false;
    }
}

/* How it ended, where points do not tell: " · Military supremacy · برتری نظامی". */
static void put_ending(const struct table *t, struct tk_writer *out)
{
    const struct tk_word *word = &t->game->words->table[t->game->rules.ending(t->state)];
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        tk_write_text(out, " · ");
        tk_write_text(out, word->text[lang].other);
    }
}

static void about_table(struct about *a, struct table *t)
{
    struct picture shown;
    about_game(a, t->game);
    poster_facts(t, &shown);
    poster_address(t, a->picture);
    struct tk_writer out = tk_writer_over(a->text, sizeof a->text);
    put_players(t, shown.kind == PICTURE_POINTS, &out);
    if (shown.kind == PICTURE_FEAT)
        put_ending(t, &out);
    if (t->status == TABLE_OPEN)
        tk_write_text(&out, out.length > 0 ? " · " FREE : FREE);
    tk_writer_text(&out);
}

/* False: later. A table that cannot be had is not told of. */
static bool table_at(struct call *c, const char *id, struct table **out_table)
{
    int64_t wait = 0;
    *out_table = NULL;
    if (!c->request->again && !cost_may_ask(c->app, c->user, c->request->address, &wait))
        return true;
    if (!c->request->again) /* loading it is work */
        cost_charge(c->app, c->user, c->request->address, cost_of(4096, 1));
    return table_find_fresh(c->app, id, out_table) != LATER;
}

/* The name after one of these beginnings; what follows it does not matter: "/g/ID/report" is about ID. */
static bool name_in(const char *path, const char *const *beginnings, char out[STORE_ID_MAX + 1])
{
    for (; *beginnings != NULL; beginnings++) {
        size_t skip = strlen(*beginnings);
        if (strncmp(path, *beginnings, skip) != 0)
            continue;
        size_t length = strcspn(path + skip, "/");
        if (length > STORE_ID_MAX)
            return false;
        memcpy(out, path + skip, length);
        out[length] = '\0';
        return true;
    }
    return false;
}

static bool find_out(struct call *c, struct about *a)
{
    static const char *const of_tables[] = {"/t/", "/g/", NULL};
    static const char *const of_games[] = {"/rules/", "/learn/", "/here/", "/puzzles/", NULL};
    const char *path = c->request->path;
    char name[STORE_ID_MAX + 1];
    struct table *t = NULL;
    if (name_in(path, of_tables, name) && !table_at(c, name, &t))
        return false;
    const struct tk_game *game =
        name_in(path, of_games, name) ? tk_game_find(tk_span_of(name)) : NULL;
    about_home(a);
    if (t != NULL)
        about_table(a, t);
    else if (game != NULL)
        about_game(a, game);
    return true;
}

/* --- written into the page --- */

static void put_escaped(struct tk_writer *out, const char *text)
{
    static const struct {
        char sign;
        const char *text;
    } escapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (; *text != '\0'; text++) {
        const char *instead = NULL;
        for (int i = 0; i < TK_COUNT(escapes); i++)
            if (escapes[i].sign == *text)
                instead = escapes[i].text;
        if (instead != NULL)
            tk_write_text(out, instead);
        else
            tk_write_char(out, *text);
    }
}

static void put_meta(struct tk_writer *out, const char *name, const char *text)
{
    tk_write_text(out, "<meta property=\"");
    tk_write_text(out, name);
    tk_write_text(out, "\" content=\"");
    put_escaped(out, text);
    tk_write_text(out, "\">\n    ");
}

/* A name of a machine as it may stand in an address; whatever else a client says it asked for is not repeated. */
static bool is_host(const char *host)
{
    size_t length = strlen(host);
    bool fine = length > 0 && length < 200;
    for (size_t i = 0; i < length; i++)
        fine &= isalnum((unsigned char)host[i]) || strchr(".-:[]", host[i]) != NULL;
    return fine;
}

static void put_about(struct tk_writer *out, const struct net_request *request,
                      const struct about *a)
{
    char address[320];
    put_meta(out, "og:site_name", "Takht · تخت");
    put_meta(out, "og:type", "website");
    put_meta(out, "og:title", a->title);
    put_meta(out, "og:description", a->text);
    if (!is_host(request->host))
        return;
    snprintf(address, sizeof address, "http%s://%s%s", request->secure ? "s" : "", request->host,
             a->picture);
    put_meta(out, "og:image", address);
    put_meta(out, "og:image:alt", a->text);
    put_meta(out, "og:image:width", "1200");
    put_meta(out, "og:image:height", "630");
    put_meta(out, "twitter:card", "summary_large_image");
}

static void serve_file(struct call *c)
{
    if (!assets_serve(c->app->net, c->request))
        refuse(c->app, c->request->id, NOT_FOUND);
}

void share_serve(struct call *c)
{
    size_t length = 0;
    const char *page = assets_page(&length);
    const char *place = page == NULL ? NULL : memmem(page, length, mark, sizeof mark - 1);
    const char *end = place == NULL ? NULL
                                    : memmem(place, length - (size_t)(place - page), mark_end,
                                             sizeof mark_end - 1);
    if (poster_is(c->request->path) && !assets_has(c->request->path))
        return poster_serve(c);
    if (end == NULL || !assets_is_place(c->request->path))
        return serve_file(c);
    end += sizeof mark_end - 1;
    struct about a;
    if (!find_out(c, &a))
        return refuse(c->app, c->request->id, LATER);
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    tk_write(&out, page, (size_t)(place - page));
    put_about(&out, c->request, &a);
    tk_write(&out, end, length - (size_t)(end - page));
    if (!tk_writer_fits(&out))
        return serve_file(c);
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = 200,
                                       .type = "text/html; charset=utf-8",
                                       .cache = "no-cache",
                                       .body = show_room,
                                       .length = out.length});
}
