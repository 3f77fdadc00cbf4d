/* SPDX-License-Identifier: MIT */
/* Writes examples for the fuzzers to start from: seeds FOLDER makes
 * FOLDER/{load,deal,record,trace,move,message,name,http,frames,model,png}. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "fuzz.h"
#include "server/png.h"
#include "tests/told.h"

static char text[512 * 1024];

static void save(const char *folder, const char *kind, const char *name, const char *data,
                 size_t length)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, kind);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, name);
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(data, 1, length, file);
        fclose(file);
    }
}

/* `choice` is that of fuzz_choice() */
static void save_deal(const char *folder, int choice, const struct tk_game *game, const void *state,
                      const char *name)
{
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_deal(game, state, &json);
    tk_json_close(&json, '}');
    memmove(text + 1, text, out.length);
    text[0] = (char)choice;
    save(folder, "deal", name, text, out.length + 1);
}

static void save_dump(const char *folder, const struct tk_game *game, const void *state,
                      const char *name)
{
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_dump(game, state, &json);
    save(folder, "load", name, text, out.length);
}

static void save_move(const char *folder, int choice, int players, const struct tk_game *game,
                      const void *state, tk_action action, int ply)
{
    char name[64], move[TK_MOVE_TEXT_MAX + 4] = {(char)choice, 0, (char)ply};
    struct tk_writer out = tk_writer_over(move + 3, TK_MOVE_TEXT_MAX);
    game->text.format(state, action, &out);
    snprintf(name, sizeof name, "%s-%d-%d", game->id, players, ply);
    save(folder, "move", name, move, out.length + 3);
}

/* One random game, as record and as trace, with dumps on the way. */
static void save_game(const char *folder, int choice, const struct tk_game *game, int players)
{
    static tk_action history[100000];
    tk_state state;
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)players};
    struct tk_config config;
    struct tk_rng rng;
    char name[64];
    int length = 0;
    tk_config_init(game, players, &config);
    tk_rng_init(&rng, (uint64_t)players, 7);
    game->rules.setup(state, &config, seed);
    snprintf(name, sizeof name, "%s-%d", game->id, players);
    save_deal(folder, choice, game, state, name);
    struct cli_text trace = {0};
    cli_trace_deal(&trace, game, state);
    tk_start(game, &config, seed, state);
    while (game->rules.actor(state) != TK_NOBODY && length < 100000) {
        tk_action legal[TK_ACTIONS_MAX];
        history[length] = legal[tk_rng_below(&rng, (uint32_t)game->rules.legal(state, legal))];
        if (length < 20)
            cli_trace_ply(&trace, game, state, length + 1, history[length]);
        if (length % 16 == 0) {
            save_move(folder, choice, players, game, state, history[length], length);
            snprintf(name, sizeof name, "%s-%d-%d", game->id, players, length);
            save_dump(folder, game, state, name);
        }
        tk_play(game, state, history[length++]);
    }
    snprintf(name, sizeof name, "%s-%d", game->id, players);
    save(folder, "trace", name, trace.data, trace.length);
    cli_text_clear(&trace);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_record_write(&(struct tk_played){game, &config, seed, NULL, history, length, NULL}, &out);
    save(folder, "record", name, text, out.length < sizeof text ? out.length : sizeof text);
    out = tk_writer_over(text, sizeof text);
    told_record(game, players, TK_SEATS_MAX * 100, &out, state);
    snprintf(name, sizeof name, "%s-%d-told", game->id, players);
    save(folder, "record", name, text, out.length);
}

/* Every message of the protocol; fuzz_message.c says what its bytes 1 to 3 stand for. */
static void save_messages(const char *folder)
{
    static const char *const messages[] = {
        "{\"t\":\"move\",\"n\":1,\"table\":\"\1\",\"ply\":\3,\"move\":\"\2\"}",
        "\n{\"t\":\"move\",\"n\":1,\"table\":\"\1\",\"ply\":\3,\"move\":\"\2\"}",
        "{\"t\":\"bot\",\"n\":1,\"table\":\"\1\",\"seat\":1,\"level\":\"greedy\"}",
        "{\"t\":\"undo\",\"n\":1,\"table\":\"\1\",\"ply\":\3}",
        "{\"t\":\"watch\",\"n\":1,\"table\":\"\1\",\"since\":2}\n{\"t\":\"unwatch\",\"n\":1,"
        "\"table\":\"\1\"}",
        "{\"t\":\"chat\",\"n\":1,\"table\":\"\1\",\"text\":\"hello\"}",
        "{\"t\":\"offer\",\"n\":1,\"table\":\"\1\"}\n{\"t\":\"answer\",\"n\":1,\"table\":\"\1\","
        "\"yes\":false}",
        "{\"t\":\"away\",\"n\":1,\"table\":\"\1\"}\n{\"t\":\"ping\",\"n\":1}",
        "{\"t\":\"preview\",\"n\":1,\"table\":\"\1\",\"ply\":\3,\"move\":\"\2\"}",
        "{\"t\":\"sit\",\"n\":1,\"table\":\"\1\",\"seat\":1,\"key\":\"x\",\"random\":\"00\"}",
        "{\"t\":\"rematch\",\"n\":1,\"table\":\"\1\"}\n{\"t\":\"resign\",\"n\":1,\"table\":\"\1\"}",
    };
    for (int i = 0; i < TK_COUNT(messages); i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        save(folder, "message", name, messages[i], strlen(messages[i]));
    }
}

static void save_names(const char *folder)
{
    static const char *const names[] = {
        "Ada",        "علی‌رضا", "José María", "O'Brien", "Нина",
        "김민준",     "ゆうがた",        "مُحَمَّد",       "ﷺ",       "admin2",
        "ربات استاد", "Ａｄａ",          "cafe\u0301", "T子",     "Weiß",
        "Ali & Sara",
    };
    char name[32];
    for (int i = 0; i < TK_COUNT(names); i++) {
        snprintf(name, sizeof name, "%d", i);
        save(folder, "name", name, names[i], strlen(names[i]));
    }
}

static void save_requests(const char *folder)
{
    static const char *const requests[] = {
        "GET /api/v1/tables?list=open HTTP/1.1\r\nHost: a\r\nCookie: takht=x.0.y\r\n\r\n",
        "POST /api/v1/me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        "Content-Length: 12\r\nOrigin: http://a\r\n\r\n{\"name\":\"Ada\"}",
        "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n\r\n",
        "GET http://a/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
    };
    static const char frames[] =
        "\x81\x82\x01\x02\x03\x04\x69\x6b"                   /* "hi" */
        "\x01\x81\x00\x00\x00\x00{\x80\x81\x00\x00\x00\x00}" /* two parts */
        "\x89\x80\x00\x00\x00\x00\x88\x82\x00\x00\x00\x00\x03\xe8";
    char name[32];
    for (int i = 0; i < TK_COUNT(requests); i++) {
        snprintf(name, sizeof name, "%d", i);
        save(folder, "http", name, requests[i], strlen(requests[i]));
    }
    save(folder, "frames", "0", frames, sizeof frames - 1);
}

/* A small picture of few colours. */
static void save_picture(const char *folder)
{
    uint8_t pixel[64];
    struct png png = {.width = 16, .height = 4, .colours = 5, .pixel = pixel};
    for (int i = 0; i < (int)sizeof pixel; i++)
        pixel[i] = (uint8_t)(i * i % 5);
    size_t length = png_write(&png, (uint8_t *)text, sizeof text);
    save(folder, "png", "0", text, length);
}

/* Every word of the forward model, in a game of each kind. */
static void save_model(const char *folder, const struct tk_game *game)
{
    int length =
        snprintf(text, sizeof text,
                 "takht 2\nseed 5\nnew %s %d\nlegal\nseat 0\nsample\nview 1\nstate\nactor\nend\n"
                 "scores\nwinners\nchances\nplayout\napply take wug\nundo\nundo 2\nroot\nquit\n",
                 game->id, game->seats_max);
    save(folder, "model", game->id, text, (size_t)length);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    mkdir(argv[1], 0777);
    save_messages(argv[1]);
    save_names(argv[1]);
    save_requests(argv[1]);
    save_picture(argv[1]);
    for (int i = 0; tk_game_at(i) != NULL; i++)
        save_model(argv[1], tk_game_at(i));
    for (int choice = 0, players; fuzz_choice(choice, &players) != NULL; choice++)
        save_game(argv[1], choice, fuzz_choice(choice, &players), players);
    return 0;
}
