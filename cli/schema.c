/* SPDX-License-Identifier: MIT */
/* takht schema: what a view holds, as a JSON schema made from the game's field table. */
#include "cli.h"

#include <string.h>

/* What tk_view writes around the board. */
static const char head[] =
    "\"type\":\"object\",\"properties\":{"
    "\"game\":{\"const\":\"%s\"},"
    "\"players\":{\"type\":\"integer\",\"minimum\":%d,\"maximum\":%d,"
    "\"description\":\"how many play\"},"
    "\"options\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},"
    "\"description\":\"every option of the game, as takht games lists them\"},"
    "\"seat\":{\"type\":\"integer\",\"minimum\":-1,"
    "\"description\":\"who looks, counted from 0; -1 is a spectator\"},"
    "\"actor\":{\"type\":\"integer\",\"minimum\":-2,"
    "\"description\":\"who is to move; -1: the game is over, -2: chance\"},"
    "\"turn\":{\"type\":\"integer\"},"
    "\"prompt\":{\"description\":\"what is to be decided, as a phrase of the word lists\"},"
    "\"scores\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},"
    "\"description\":\"points of each seat so far\"},"
    "\"ranks\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},"
    "\"description\":\"only when it is over: 1 for the winners\"},"
    "\"ending\":{\"type\":\"string\",\"description\":\"only when it is over: how it ended\"},"
    "\"board\":{\"$ref\":\"#/$defs/board\"}},"
    "\"required\":[\"game\",\"players\",\"options\",\"seat\",\"actor\",\"turn\",\"prompt\","
    "\"scores\",\"board\"],\"additionalProperties\":false,\"$defs\":{\"board\":{\"$ref\":";

static void write_board(struct tk_writer *out, const void *context)
{
    struct tk_json json = tk_json_over(out);
    tk_schema(((const struct tk_game *)context)->knowledge.fields, &json);
}

/* The two parts of the board's own schema: which type it is, and all types. */
static bool take_apart(struct tk_span text, struct tk_span *out_ref, struct tk_span *out_types)
{
    struct tk_json_in in = tk_json_in_over(text);
    struct tk_span key, value;
    tk_json_enter(&in, '{');
    while (tk_json_next_key(&in, &key)) {
        if (!tk_json_read_raw(&in, &value))
            return false;
        if (tk_span_is(key, "$ref"))
            *out_ref = value;
        if (tk_span_is(key, "$defs"))
            *out_types = value;
    }
    return in.problem == NULL;
}

static int run_schema(int argc, char **argv)
{
    struct cli_args args;
    struct cli_text board = {0};
    struct tk_span ref = {"", 0}, types = {"{}", 2};
    int answer = cli_args_read(&cli_schema, argc, argv, &args);
    if (answer >= 0)
        return answer;
    cli_text_write(&board, write_board, args.game);
    take_apart((struct tk_span){board.data, board.length}, &ref, &types);
    printf("{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
           "\"title\":\"a view of %s\",",
           args.game->id);
    printf(head, args.game->id, args.game->seats_min, args.game->seats_max);
    printf("%.*s}", (int)ref.length, ref.data);
    printf(",%.*s}\n", (int)types.length - 1, types.data + 1);
    cli_text_clear(&board);
    return cli_output_close(&cli_schema);
}

const struct cli_command cli_schema = {
    .name = "schema",
    .usage = "GAME",
    .summary = "the JSON schema of a game's view, for bots and clients",
    .about = "Prints what the view of a seat holds, as bots, the page and takht replay --json get "
             "it: a JSON schema (draft 2020-12), made from the table that views are written by.",
    .examples = "takht schema splendor\n"
                "takht schema seven-wonders-duel > duel.schema.json",
    .subject = CLI_GAME,
    .run = run_schema,
};
