/* SPDX-License-Identifier: MIT */
/* takht games: what can be played, with which options. */
#include "cli.h"

#include <string.h>

static const char *word(const struct tk_game *game, enum tk_lang lang, const char *prefix,
                        const char *name, const char *suffix)
{
    char key[96];
    struct tk_speaker speaker = {lang, game, NULL};
    snprintf(key, sizeof key, "%s%s%s", prefix, name, suffix);
    int found = tk_word_find(game->words, tk_span_of(key));
    return found < 0 ? "" : tk_word_text(&speaker, (uint16_t)found);
}

static void print_option(const struct tk_game *game, const struct tk_option *option,
                         enum tk_lang lang)
{
    char allowed[512], standard[TK_OPTION_TEXT_MAX + 1];
    struct tk_writer a = tk_writer_over(allowed, sizeof allowed);
    struct tk_writer s = tk_writer_over(standard, sizeof standard);
    tk_option_allowed(option, game->seats_max, &a);
    tk_option_format(option, option->standard, &s);
    printf("    %s = %s (%s)\n        %s\n", option->name, tk_writer_text(&s), tk_writer_text(&a),
           word(game, lang, "option.", option->name, ".help"));
}

static void print_game(const struct tk_game *game, enum tk_lang lang)
{
    struct tk_speaker speaker = {lang, game, NULL};
    printf("%s: %s, %d", game->id, tk_word_text(&speaker, game->name_word), game->seats_min);
    if (game->seats_max > game->seats_min)
        printf(" to %d", game->seats_max);
    printf(" players\n    %s\n", tk_word_text(&speaker, game->about_word));
    for (int i = 0; i < game->option_count; i++)
        print_option(game, &game->options[i], lang);
}

static void game_json(struct tk_writer *out, const void *context)
{
    const struct tk_game *game = context;
    struct tk_json json = tk_json_over(out);
    tk_catalogue(game, &json);
    tk_write_char(out, '\n');
}

static void show(const struct cli_args *args, const struct tk_game *game)
{
    struct cli_text text = {0};
    if (!args->json) {
        print_game(game, args->lang);
        return;
    }
    cli_text_write(&text, game_json, game);
    fwrite(text.data, 1, text.length, stdout);
    cli_text_clear(&text);
}

static int run_games(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_games, argc, argv, &args);
    if (answer >= 0)
        return answer;
    for (int i = 0; tk_game_at(i) != NULL; i++)
        if (args.game == NULL || args.game == tk_game_at(i))
            show(&args, tk_game_at(i));
    return cli_output_close(&cli_games);
}

const struct cli_command cli_games = {
    .name = "games",
    .usage = "[GAME] [--json] [--lang en|fa]",
    .summary = "the games: players, options with their values and defaults",
    .about = "Lists the games of this build. Each option is shown with its default and what it may "
             "be; other commands take it as --set OPTION=VALUE. With --json it prints one object a "
             "line.",
    .examples = "takht games\n"
                "takht games splendor --lang fa\n"
                "takht games --json",
    .subject = CLI_GAME_OR_NONE,
    .run = run_games,
};
