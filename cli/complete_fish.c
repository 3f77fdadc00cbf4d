/* SPDX-License-Identifier: MIT */
/* Completion for fish. */
#include "options.h"

static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void put_names(FILE *out, const struct cli_names *names)
{
    for (int i = 0; i < names->count; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", names->name[i]);
}

static void put_value(FILE *out, const struct cli_command *command, const struct cli_option *option)
{
    struct cli_names names;
    struct tk_span one;
    if (option->alone != NULL)
        return; /* fish knows no value that may be left out */
    if (option->kind == CLI_PATH) {
        fputs(" -r -F", out);
        return;
    }
    fputs(" -x", out);
    if (option->kind == CLI_BOTS) {
        cli_names_of_bots(&names);
        fprintf(out, " -a '(__takht_list %s", command == &cli_play ? "me " : "");
        put_names(out, &names);
        fputs(")'", out);
    } else if (option->kind == CLI_SET) {
        fputs(" -a '(__takht_sets)'", out);
    } else if (option->kind == CLI_CHOICE) {
        for (int i = 0; (one = cli_word_of(option->metavar, '|', i)).length > 0; i++)
            fprintf(out, "%s%.*s", i > 0 ? " " : " -a '", (int)one.length, one.data);
        fputc('\'', out);
    }
}

static void put_option(FILE *out, const struct cli_command *command,
                       const struct cli_option *option)
{
    fprintf(out, "complete -c takht -n '__takht_on %s' -l %s", command->name, option->name);
    if (option->letter != 0)
        fprintf(out, " -s %c", option->letter);
    if (cli_option_has_value(option))
        put_value(out, command, option);
    fputs(" -d ", out);
    put_quoted(out, option->help);
    fputc('\n', out);
}

static void put_subject(FILE *out, const struct cli_command *command)
{
    struct cli_names names;
    if (command->subject == CLI_FILE || command->subject == CLI_STORES)
        fprintf(out, "complete -c takht -n '__takht_on %s' -F\n", command->name);
    if (command->subject == CLI_GAME || command->subject == CLI_GAME_OR_NONE) {
        cli_names_of_games(&names);
        fprintf(out, "complete -c takht -n '__takht_on %s; and not __takht_game >/dev/null' -a '",
                command->name);
        put_names(out, &names);
        fputs("'\n", out);
    }
    for (int i = 0; command->word_at != NULL && command->word_at(i) != NULL; i++) {
        fprintf(out, "complete -c takht -n '__takht_on %s 2' -a %s -d ", command->name,
                command->word_at(i)->word);
        put_quoted(out, command->word_at(i)->about);
        fputc('\n', out);
    }
}

static void put_command(FILE *out, const struct cli_command *command)
{
    struct cli_options options;
    cli_options_of(command, &options);
    fprintf(out, "complete -c takht -n __takht_first -a %s -d ", command->name);
    put_quoted(out, command->summary);
    fputc('\n', out);
    for (int i = 0; i < options.count; i++)
        put_option(out, command, &options.row[i]);
    put_subject(out, command);
}

/* Each option of a game with each of its values, where they can be counted. */
static void put_set(FILE *out, const struct tk_game *game, const struct tk_option *option)
{
    struct cli_names names;
    cli_names_of_values(game, option, &names);
    fprintf(out, " %s=", option->name);
    for (int i = 0; i < names.count; i++)
        fprintf(out, " %s=%s", option->name, names.name[i]);
}

static void put_sets(FILE *out)
{
    fputs("function __takht_sets\n    set -l game (__takht_game); or return\n"
          "    switch $game\n",
          out);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        fprintf(out, "        case %s\n            printf '%%s\\n'", game->id);
        for (int k = 0; k < game->option_count; k++)
            put_set(out, game, &game->options[k]);
        fputc('\n', out);
    }
    fputs("    end\nend\n", out);
}

static void put_helpers(FILE *out)
{
    struct cli_names names;
    cli_names_of_games(&names);
    fputs("# fish completion of takht, made by takht completion fish\n"
          "function __takht_first\n"
          "    set -l given (commandline -opc)\n"
          "    test (count $given) -eq 1; or test (count $given) -eq 2 -a \"$given[2]\" = help\n"
          "end\n"
          "# after this command, and after so many words if a number is given\n"
          "function __takht_on\n"
          "    set -l given (commandline -opc)\n"
          "    test (count $given) -ge 2; and test $given[2] = $argv[1]; or return 1\n"
          "    test (count $argv) -eq 1; or test (count $given) -eq $argv[2]\n"
          "end\n"
          "# the game that stands on the line\n"
          "function __takht_game\n"
          "    for given in (commandline -opc)\n"
          "        if contains -- $given ",
          out);
    put_names(out, &names);
    fputs("\n            echo $given\n            return 0\n        end\n    end\n"
          "    return 1\nend\n"
          "# names with commas between\n"
          "function __takht_list\n"
          "    set -l word (commandline -ct | string replace -r '^--[a-z-]*=' '')\n"
          "    set -l done (string match -r '^.*,' -- $word)\n"
          "    for name in $argv\n"
          "        echo $done$name\n"
          "    end\n"
          "end\n",
          out);
    put_sets(out);
}

void cli_completion_fish(FILE *out)
{
    put_helpers(out);
    fputs("complete -c takht -f\n", out);
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            put_command(out, cli_commands[i]);
}
