/* SPDX-License-Identifier: MIT */
/*
 * Messages from strangers to the server's handler, one a line, from two players of a running table and a watcher in turn. So that the
 * fuzzer can find its way, a byte 1 stands for the table's id, a byte 2 for a move that is legal now, and a byte 3 for the number of
 * the ply.
 */
#include "fuzz.h"

#include <stdio.h>

#include "server/sessions.h"
#include "server/socket.h"
#include "server/users.h"
#include "tests/server/inside.h"

enum {
    PEOPLE = 3,  /* the last one looks on */
    LINES = 8,   /* of an input */
    EVENTS = 60, /* a long log takes long to tell, and is no news */
    TABLES = 200 /* then the server begins anew, with an empty store */
};

static struct app *app;
static struct table *table;
static int tables;
static char users[TK_SEATS_MAX + 1][STORE_ID_MAX + 1];

static net_id socket_of(int person)
{
    return 1000 + (net_id)(PEOPLE * tables + person);
}

static void open_socket(int person)
{
    char cookie[COOKIE_MAX];
    struct user *user = user_get(app, users[person]);
    session_cookie(app, user, "", false, cookie);
    struct net_request request = {
        .id = socket_of(person), .path = "/ws", .cookie = cookie, .address = "test"};
    socket_open(app, &request);
    socket_message(app, request.id, "{\"t\":\"hello\",\"n\":1,\"v\":1}", 25);
}

/* Tables are of every game in turn, for as few as it takes; who sits there also talks there. */
static void sit_down(void)
{
    int games = 0;
    while (tk_game_at(games) != NULL)
        games++;
    const struct tk_game *game = tk_game_at(tables % games);
    table = inside_table(app, game, game->seats_min, users);
    snprintf(users[PEOPLE - 1], sizeof users[0], "%s", user_guest(app)->row.id);
    for (int i = 0; i < PEOPLE; i++)
        open_socket(i);
}

static void close_sockets(void)
{
    for (int i = 0; i < PEOPLE; i++)
        socket_close(app, socket_of(i));
}

/* Its files go with it. */
static void end(void)
{
    close_sockets();
    inside_close(app);
}

static void begin_anew(void)
{
    if (app == NULL)
        atexit(end);
    else
        inside_close(app);
    app = inside_open();
    tables = 0;
    sit_down();
}

static void next_table(void)
{
    close_sockets();
    if (++tables == TABLES)
        begin_anew();
    else
        sit_down();
}

static void write_move(struct tk_writer *out)
{
    tk_action legal[TK_ACTIONS_MAX];
    if (table_actor(table) < 0)
        return;
    int count = table->game->rules.legal(table->state, legal);
    table->game->text.format(table->state, legal[table_ply(table) % count], out);
}

static void say(int person, const uint8_t *line, size_t length)
{
    char text[NET_MESSAGE_MAX];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    for (size_t i = 0; i < length; i++) {
        if (line[i] == 1)
            tk_write_text(&out, table->id);
        else if (line[i] == 2)
            write_move(&out);
        else if (line[i] == 3)
            tk_write_int(&out, table_ply(table));
        else
            tk_write_char(&out, (char)line[i]);
    }
    if (tk_writer_fits(&out))
        socket_message(app, socket_of(person), text, out.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int lines = 0;
    if (app == NULL)
        begin_anew();
    for (size_t start = 0; start < size && lines < LINES;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end == NULL ? size - start : (size_t)(end - data) - start;
        say(lines++ % PEOPLE, data + start, length);
        start += length + 1;
    }
    inside_settle(app);
    if (table->seq > EVENTS || table->status == TABLE_OVER)
        next_table();
    return 0;
}
