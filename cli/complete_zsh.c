/* SPDX-License-Identifier: MIT */
/* Completion for zsh, with _arguments. */
#include "options.h"

#include <string.h>

/* Inside single quotes of a specification: colons and brackets mean something there. */
static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr("\\:[]", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_names(FILE *out, const struct cli_names *names)
{
    for (int i = 0; i < names->count; i++)
        fprintf(out, " %s", names->name[i]);
}

/* What follows an option: its name for people, and what completes it. */
static void put_value(FILE *out, const struct cli_command *command, const struct cli_option *option)
{
    struct tk_span one;
    fputs(option->alone != NULL ? "::" : ":", out);
    put_text(out, option->metavar);
    fputc(':', out);
    if (option->kind == CLI_PATH) {
        fputs("_files", out);
    } else if (option->kind == CLI_BOTS) {
        fputs(command == &cli_play ? "_takht_seats" : "_takht_bots", out);
    } else if (option->kind == CLI_SET) {
        fputs("_takht_sets", out);
    } else if (option->kind == CLI_CHOICE) {
        for (int i = 0; (one = cli_word_of(option->metavar, '|', i)).length > 0; i++)
            fprintf(out, "%s%.*s", i > 0 ? " " : "(", (int)one.length, one.data);
        fputc(')', out);
    } else {
        fputc(' ', out); /* nobody can guess it */
    }
}

static void put_option(FILE *out, const struct cli_command *command,
                       const struct cli_option *option)
{
    fputs("                ", out);
    if (option->letter != 0)
        fprintf(out, "'(-%c --%s)'{-%c,--%s}'", option->letter, option->name, option->letter,
                option->name);
    else
        fprintf(out, "'%s--%s", option->kind == CLI_SET ? "*" : "", option->name);
    if (cli_option_has_value(option))
        fputs(option->alone != NULL ? "=-" : "=", out);
    fputc('[', out);
    put_text(out, option->help);
    fputc(']', out);
    if (cli_option_has_value(option))
        put_value(out, command, option);
    fputs("' \\\n", out);
}

static void put_subject(FILE *out, const struct cli_command *command)
{
    struct cli_names names;
    cli_names_of_words(command, &names);
    switch (command->subject) {
    case CLI_GAME:
    case CLI_GAME_OR_NONE:
        fputs("                '1:game:_takht_games'", out);
        break;
    case CLI_FILE:
        fputs("                '1:file:_files'", out);
        break;
    case CLI_STORES:
        fputs("                '*:store:_files'", out);
        break;
    case CLI_WORD:
        fputs("                '1:word:(", out);
        put_names(out, &names);
        fputs(" )' '*:argument: '", out);
        break;
    case CLI_NO_SUBJECT:
        fputs("                ':'", out);
    }
}

static void put_command(FILE *out, const struct cli_command *command)
{
    struct cli_options options;
    cli_options_of(command, &options);
    fprintf(out, "        %s)\n            _arguments -S \\\n", command->name);
    for (int i = 0; i < options.count; i++)
        put_option(out, command, &options.row[i]);
    put_subject(out, command);
    fputs(" ;;\n", out);
}

static void put_set_values(FILE *out, const struct tk_game *game, const struct tk_option *option)
{
    struct cli_names names;
    cli_names_of_values(game, option, &names);
    fprintf(out, "            %s:%s) compadd --", game->id, option->name);
    put_names(out, &names);
    fputs(" ;;\n", out);
}

/* OPTION=VALUE of the game that stands on the line. */
static void put_sets(FILE *out)
{
    struct cli_names names;
    cli_names_of_games(&names);
    fputs("_takht_sets() {\n    local game= given\n    for given in $words; do\n"
          "        case $given in",
          out);
    for (int i = 0; i < names.count; i++)
        fprintf(out, "%s %s", i > 0 ? " |" : "", names.name[i]);
    fputs(") game=$given ;; esac\n    done\n    if compset -P '*='; then\n"
          "        case $game:${${IPREFIX%=}##*=} in\n",
          out);
    for (int i = 0; tk_game_at(i) != NULL; i++)
        for (int k = 0; k < tk_game_at(i)->option_count; k++)
            put_set_values(out, tk_game_at(i), &tk_game_at(i)->options[k]);
    fputs("        esac\n        return\n    fi\n    case $game in\n", out);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        cli_names_of_sets(tk_game_at(i), &names);
        fprintf(out, "        %s) compadd -S = --", tk_game_at(i)->id);
        put_names(out, &names);
        fputs(" ;;\n", out);
    }
    fputs("    esac\n}\n", out);
}

static void put_commands(FILE *out)
{
    fputs("_takht_commands() {\n    local -a commands=(\n", out);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        if (cli_commands[i]->summary == NULL)
            continue;
        fprintf(out, "        '%s:", cli_commands[i]->name);
        put_text(out, cli_commands[i]->summary);
        fputs("'\n", out);
    }
    fputs("    )\n    _describe command commands\n}\n", out);
}

static void put_lists(FILE *out)
{
    struct cli_names names;
    fputs("_takht_games() {\n    compadd \"$@\" --", out);
    cli_names_of_games(&names);
    put_names(out, &names);
    fputs("\n}\n# names with commas between\n"
          "_takht_bots() {\n    compset -P '*,'\n    compadd \"$@\" -q -S , --",
          out);
    cli_names_of_bots(&names);
    put_names(out, &names);
    fputs("\n}\n_takht_seats() {\n    compset -P '*,'\n    compadd \"$@\" -q -S , -- me", out);
    put_names(out, &names);
    fputs("\n}\n", out);
}

void cli_completion_zsh(FILE *out)
{
    fputs("#compdef takht\n# zsh completion of takht, made by takht completion zsh\n", out);
    put_lists(out);
    put_sets(out);
    put_commands(out);
    fputs("_takht() {\n"
          "    if ((CURRENT == 2)) || [[ $words[2] == help ]]; then\n"
          "        _takht_commands\n"
          "        return\n"
          "    fi\n"
          "    ((CURRENT--))\n"
          "    shift words\n"
          "    case $words[1] in\n",
          out);
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            put_command(out, cli_commands[i]);
    fputs("    esac\n}\n"
          "if [[ $funcstack[1] == _takht ]]; then\n"
          "    _takht \"$@\"\n"
          "else\n"
          "    compdef _takht takht\n"
          "fi\n",
          out);
}
