/* SPDX-License-Identifier: MIT */
/*
 * Messages from strangers to the server's handler, one a line, from two players of a running table
 * and a watcher in turn. A byte 1 stands for the table's id, so that the fuzzer can find the table.
 */
#include "fuzz.h"

#include <stdio.h>

#include "server/sessions.h"
#include "server/socket.h"
#include "server/users.h"
#include "tests/server/inside.h"

static struct app *app;
static struct table *table;
static char users[3][STORE_ID_MAX + 1];

static void open_socket(int index)
{
    char cookie[COOKIE_MAX];
    struct user *user = user_get(app, users[index]);
    session_cookie(app, user, "", false, cookie);
    struct net_request request = {
        .id = 1000 + (net_id)index, .path = "/ws", .cookie = cookie, .address = "test"};
    socket_open(app, &request);
    socket_message(app, request.id, "{\"t\":\"hello\",\"n\":1,\"v\":1}", 25);
}

static void begin(void)
{
    app = inside_open();
    table = inside_table(app, tk_game_at(0), tk_game_at(0)->seats_min, users);
    snprintf(users[2], sizeof users[2], "%s", user_guest(app)->row.id);
    for (int i = 0; i < 3; i++)
        open_socket(i);
}

static void say(int index, const uint8_t *line, size_t length)
{
    char text[NET_MESSAGE_MAX + 1];
    size_t used = 0;
    for (size_t i = 0; i < length && used + STORE_ID_MAX < NET_MESSAGE_MAX; i++) {
        if (line[i] == 1)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", table->id);
        else
            text[used++] = (char)line[i];
    }
    text[used] = '\0';
    socket_message(app, 1000 + (net_id)index, text, used);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char id[STORE_ID_MAX + 1];
    int index = 0;
    if (app == NULL)
        begin();
    for (size_t start = 0; start < size && index < 8;) {
        const uint8_t *end = memchr(data + start, '\n', size - start);
        size_t length = end == NULL ? size - start : (size_t)(end - data) - start;
        say(index++ % 3, data + start, length);
        start += length + 1;
    }
    inside_settle(app);
    snprintf(id, sizeof id, "%s", table->id);
    if (table_ply(table) > 200 || table->status == TABLE_OVER) /* a new table for the next ones */
        table = inside_table(app, tk_game_at(0), tk_game_at(0)->seats_min, users);
    return 0;
}
