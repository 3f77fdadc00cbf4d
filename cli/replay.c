/* SPDX-License-Identifier: MIT */
/* takht replay: check a record and tell how it ends. */
#include "cli.h"
#include "cli_words.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    const struct cli_args *args;
    struct cli_text text;
    struct tk_record record;
    const char *names[TK_SEATS_MAX];
    tk_state state;
};

static struct tk_speaker speaker_of(const struct replay *r)
{
    return (struct tk_speaker){r->args->lang, r->record.game, r->names};
}

/* --- words --- */

/* A number with the digits of the language. */
struct figure {
    char text[32];
};

static struct figure figure(const struct replay *r, int number)
{
    struct figure out;
    struct tk_writer writer = tk_writer_over(out.text, sizeof out.text);
    tk_write_number(&writer, r->args->lang, number);
    tk_writer_text(&writer);
    return out;
}

static void say_move(struct replay *r, const void *before, tk_action action)
{
    struct tk_speaker speaker = speaker_of(r);
    struct tk_phrase phrases[TK_PHRASES_MAX];
    char said[2048];
    struct tk_writer out = tk_writer_over(said, sizeof said);
    int count = r->record.game->text.describe(before, action, r->state, TK_SPECTATOR, phrases);
    for (int i = 0; i < count; i++) {
        tk_write_text(&out, i > 0 ? ". " : "");
        tk_phrase_write(&speaker, &phrases[i], &out);
    }
    printf("%s. %s\n", figure(r, r->record.game->rules.turn(before)).text, tk_writer_text(&out));
}

/* --- JSON --- */

struct step {
    struct replay *r;
    struct tk_span move; /* none before the first */
};

static void write_step(struct tk_writer *out, const void *context)
{
    const struct step *step = context;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "ply", step->r->record.ply);
    if (step->move.data == NULL)
        tk_ended_put(&step->r->record.ended, step->r->record.config.players, &json);
    if (step->move.data != NULL) {
        tk_json_key(&json, "move");
        tk_json_string(&json, step->move);
    }
    tk_json_key(&json, "view");
    tk_view(step->r->record.game, step->r->state, step->r->args->seat, &json);
    tk_json_close(&json, '}');
    tk_write_char(out, '\n');
}

static void print_step(struct replay *r, struct tk_span move)
{
    struct cli_text line = {0};
    cli_text_write(&line, write_step, &(struct step){r, move});
    fwrite(line.data, 1, line.length, stdout);
    cli_text_clear(&line);
}

/* --- the end --- */

static const char *comma(const struct replay *r)
{
    return r->args->lang == TK_FA ? "\xd8\x8c " : ", "; /* U+060C */
}

/* What the rules say of the end, or what people made of it. */
static const char *ending(const struct replay *r)
{
    struct tk_speaker speaker = speaker_of(r);
    if (tk_ended_early(&r->record.ended))
        return cli_words.table[cli_over_word(r->record.ended.how)].text[r->args->lang].one;
    return tk_word_text(&speaker, r->record.game->rules.ending(r->state));
}

static void print_head(const struct replay *r)
{
    const struct tk_word *words = cli_words.table;
    enum tk_lang lang = r->args->lang;
    int moves = r->record.ply;
    printf("%s%s%s %s%s%s %s: %s\n", r->record.game->id, comma(r),
           figure(r, r->record.config.players).text, words[CLI_WORD_REPLAY_PLAYERS].text[lang].one,
           comma(r), figure(r, moves).text,
           moves == 1 ? words[CLI_WORD_REPLAY_MOVES].text[lang].one
                      : words[CLI_WORD_REPLAY_MOVES].text[lang].other,
           ending(r));
}

static void print_seat(const struct replay *r, int seat, int rank)
{
    static struct tk_sheet sheet;
    const struct tk_game *game = r->record.game;
    struct tk_speaker speaker = speaker_of(r);
    char name[TK_NAME_MAX + 16];
    struct tk_writer out = tk_writer_over(name, sizeof name);
    sheet = (struct tk_sheet){0};
    game->rules.sheet(r->state, seat, &sheet);
    tk_seat_name(&speaker, seat, &out);
    printf("  %s%s: %s", rank == 1 ? "* " : "  ", tk_writer_text(&out),
           figure(r, tk_sheet_total(&sheet)).text);
    for (int i = 0; i < sheet.line_count; i++) {
        char key[64];
        snprintf(key, sizeof key, "line.%s", sheet.line[i].id);
        int word = tk_word_find(game->words, tk_span_of(key));
        printf("%s%s %s", i == 0 ? " = " : comma(r),
               word < 0 ? sheet.line[i].id : tk_word_text(&speaker, (uint16_t)word),
               figure(r, sheet.line[i].points).text);
    }
    if ((r->record.ended.resigned >> seat & 1) != 0)
        printf(" (%s)", cli_words.table[CLI_WORD_FAR_SEAT_RESIGNED].text[r->args->lang].one);
    puts("");
}

static void print_end(const struct replay *r)
{
    const struct tk_game *game = r->record.game;
    uint8_t ranks[TK_SEATS_MAX] = {0};
    const struct tk_ended *ended = &r->record.ended;
    if (ended->ranks[0] != 0)
        memcpy(ranks, ended->ranks, sizeof ranks);
    else if (game->rules.actor(r->state) == TK_NOBODY)
        game->rules.ranks(r->state, ranks);
    print_head(r);
    for (int seat = 0; seat < r->record.config.players; seat++)
        print_seat(r, seat, ranks[seat]);
}

static int play_through(struct replay *r)
{
    tk_state before;
    tk_action action;
    struct tk_span text = {r->text.data, r->text.length};
    if (!tk_record_open(&r->record, text, tk_game_find) || !tk_record_start(&r->record, r->state))
        return cli_record_wrong(r->args->command, r->args->positional[0], &r->record);
    cli_clean_names(&r->record);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        r->names[seat] = r->record.names[seat][0] != '\0' ? r->record.names[seat] : NULL;
    if (r->args->seat >= r->record.config.players)
        return cli_fail(r->args->command, CLI_USAGE, "--seat %d: the game has seats 0 to %d",
                        r->args->seat, r->record.config.players - 1);
    if (r->args->json)
        print_step(r, (struct tk_span){NULL, 0});
    while (tk_record_next(&r->record, r->state, &action)) {
        memcpy(before, r->state, r->record.game->state_size);
        r->record.game->rules.apply(r->state, action);
        if (r->args->words)
            say_move(r, before, action);
        if (r->args->json)
            print_step(r, r->record.move);
    }
    if (r->record.problem != NULL || !tk_record_finish(&r->record, r->state))
        return cli_record_wrong(r->args->command, r->args->positional[0], &r->record);
    if (!r->args->json)
        print_end(r);
    return cli_output_close(r->args->command);
}

static int run_replay(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_replay, argc, argv, &args);
    if (answer >= 0)
        return answer;
    struct replay *r = calloc(1, sizeof *r);
    if (r == NULL)
        return cli_fail(&cli_replay, CLI_FAILED, "out of memory");
    r->args = &args;
    answer = cli_record_read(&cli_replay, args.positional[0], &r->text);
    if (answer < 0)
        answer = play_through(r);
    cli_text_clear(&r->text);
    free(r);
    return answer;
}

const struct cli_command cli_replay = {
    .name = "replay",
    .usage = "FILE [--words] [--json [--seat N]] [--lang en|fa]",
    .summary = "check a record and tell how it ends",
    .about =
        "Reads a game record, checks every move and the result, and prints the end with the score "
        "sheet. A record that breaks the rules is an error with its line, ply and clause.\n\n"
        "With --words it tells the whole game, with --json it prints what a spectator, or the "
        "seat of --seat, saw after every move, as JSON Lines.",
    .examples = "takht replay game.takht\n"
                "takht replay game.takht --words --lang fa\n"
                "takht replay game.takht --json --seat 1",
    .subject = CLI_FILE,
    .run = run_replay,
};
