/* SPDX-License-Identifier: MIT */
/*
 * The engine against the golden traces of an independent program: in each of their positions a move is
 * accepted exactly when that program listed it, whatever bytes it is made of.
 *
 * Bytes 0 to 2 choose the position. Byte 3 says how far from there to look for a listed move, and byte 4
 * which of those to take; pairs of bytes then change it: where, to what. If byte 3 is 128, everything
 * after it is the move instead. The traces are the files *.jsonl in the folder that TAKHT_GOLDEN names.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>

struct position {
    const struct tk_game *game;
    void *state;
    struct tk_span *legal; /* as the other program lists them */
    int count;
};

static struct position *positions;
static size_t position_count;

int LLVMFuzzerInitialize(int *argc, char ***argv);

static void must(bool truth)
{
    if (!truth)
        abort();
}

static void *need(void *memory)
{
    must(memory != NULL);
    return memory;
}

/* --- the traces --- */

static struct tk_span whole_file(const char *path)
{
    FILE *file = need(fopen(path, "rb"));
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    char *text = need(malloc(length + 1));
    rewind(file);
    must(fread(text, 1, length, file) == length);
    fclose(file);
    return (struct tk_span){text, length};
}

static const struct tk_game *read_deal(struct tk_json_in *in, void *state)
{
    const struct tk_game *game = NULL;
    struct tk_config config;
    struct tk_span key, text;
    int64_t players;
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "game") && tk_json_read_string(in, &text)) {
            must((game = tk_game_find(text)) != NULL);
        } else if (tk_span_is(key, "players") && tk_json_read_int(in, 1, TK_SEATS_MAX, &players)) {
            tk_config_init(game, (int)players, &config);
        } else if (tk_span_is(key, "options")) {
            tk_options_read(game, &config, in);
        } else if (tk_span_is(key, "deal") && tk_json_read_raw(in, &text)) {
            struct tk_json_in deal = tk_json_in_over(text);
            must(tk_json_enter(&deal, '{') && tk_deal_read(game, state, &config, &deal));
        } else {
            tk_json_skip(in);
        }
    }
    return game;
}

static void read_list(struct tk_json_in *in, struct position *out)
{
    struct tk_span listed[TK_ACTIONS_MAX];
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        must(out->count < TK_ACTIONS_MAX && tk_json_read_string(in, &listed[out->count]));
        out->count++;
    }
    must(out->count > 0);
    out->legal = need(malloc((size_t)out->count * sizeof *listed));
    memcpy(out->legal, listed, (size_t)out->count * sizeof *listed);
}

static void keep_position(struct position position, const void *state)
{
    static size_t room;
    if (position_count == room) {
        room = room == 0 ? 1024 : 2 * room;
        positions = need(realloc(positions, room * sizeof *positions));
    }
    position.state = need(aligned_alloc(16, sizeof(tk_state)));
    memcpy(position.state, state, sizeof(tk_state));
    positions[position_count++] = position;
}

static void read_ply(struct tk_json_in *in, const struct tk_game *game, void *state)
{
    struct position position = {.game = game};
    struct tk_span key, move = {"", 0};
    tk_action action;
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "legal"))
            read_list(in, &position);
        else if (tk_span_is(key, "move"))
            tk_json_read_string(in, &move);
        else
            tk_json_skip(in);
    }
    keep_position(position, state);
    must(tk_move_parse(game, state, move, &action) == TK_OK);
    game->rules.apply(state, action);
}

static void read_trace(struct tk_span text)
{
    const struct tk_game *game = NULL;
    tk_state state = {0};
    for (const char *at = text.data, *end = text.data + text.length; at < end;) {
        const char *stop = need(memchr(at, '\n', (size_t)(end - at)));
        struct tk_json_in in = tk_json_in_over((struct tk_span){at, (size_t)(stop - at)});
        struct tk_span key, kind = {"", 0};
        at = stop + 1;
        must(tk_json_enter(&in, '{') && tk_json_next_key(&in, &key) && tk_span_is(key, "t") &&
             tk_json_read_string(&in, &kind));
        if (tk_span_is(kind, "deal"))
            game = read_deal(&in, state);
        else if (tk_span_is(kind, "ply"))
            read_ply(&in, game, state);
        else if (tk_span_is(kind, "chance"))
            must(tk_chance_read(game, state, &in));
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    const char *folder = getenv("TAKHT_GOLDEN");
    must(folder != NULL);
    DIR *files = need(opendir(folder));
    for (struct dirent *file; (file = readdir(files)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (strstr(file->d_name, ".jsonl") != NULL)
            read_trace(whole_file(path)); /* lists point into it */
    }
    closedir(files);
    must(position_count > 0);
    return 0;
}

/* --- a move --- */

static bool is_listed(const struct position *at, struct tk_span text)
{
    for (int i = 0; i < at->count; i++)
        if (at->legal[i].length == text.length &&
            memcmp(at->legal[i].data, text.data, text.length) == 0)
            return true;
    return false;
}

/* A listed move of a position nearby, with some of its bytes changed. */
static struct tk_span changed_move(const uint8_t *data, size_t size, size_t index, char *room)
{
    const struct position *from = &positions[(index + data[3]) % position_count];
    struct tk_span move = from->legal[data[4] % from->count];
    size_t length = move.length < TK_MOVE_TEXT_MAX ? move.length : TK_MOVE_TEXT_MAX;
    memcpy(room, move.data, length);
    for (size_t i = 5; i + 1 < size; i += 2)
        room[data[i] % length] = (char)data[i + 1];
    return (struct tk_span){room, length};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char room[TK_MOVE_TEXT_MAX], again[TK_MOVE_TEXT_MAX + 1];
    tk_state before;
    tk_action action;
    if (size < 6)
        return 0;
    size_t index = (data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % position_count;
    const struct position *at = &positions[index];
    struct tk_span text = data[3] == 128 ? (struct tk_span){(const char *)data + 4, size - 4}
                                         : changed_move(data, size, index, room);
    memcpy(before, at->state, sizeof before);
    tk_status status = tk_move_parse(at->game, at->state, text, &action);
    must((status == TK_OK) == is_listed(at, text));
    must(memcmp(before, at->state, sizeof before) == 0);
    if (status == TK_OK) {
        struct tk_writer out = tk_writer_over(again, sizeof again);
        at->game->text.format(at->state, action, &out);
        must(out.length == text.length && memcmp(again, text.data, text.length) == 0);
    }
    return 0;
}
