/* SPDX-License-Identifier: MIT */
/* Completion for bash. Bash splits words at '=', so --lang=fa and target=15 arrive in three. */
#include "options.h"

static void put_names(FILE *out, const struct cli_names *names, const char *after)
{
    for (int i = 0; i < names->count; i++)
        fprintf(out, "%s%s%s%s", i > 0 ? " " : "", names->before, names->name[i], after);
}

/* The games as a pattern of case: a|b|c. */
static void put_game_pattern(FILE *out)
{
    for (int i = 0; tk_game_at(i) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " | " : "", tk_game_at(i)->id);
}

static void put_choices(FILE *out, const struct cli_option *option)
{
    struct tk_span one;
    for (int i = 0; (one = cli_word_of(option->metavar, '|', i)).length > 0; i++)
        fprintf(out, "%s%.*s", i > 0 ? " " : "", (int)one.length, one.data);
}

/* What follows an option: files, names, or something nobody can guess. */
static void put_value(FILE *out, const struct cli_command *command, const struct cli_option *option)
{
    if (option->alone == NULL)
        fprintf(out, "        %s:--%s | %s:--%s=) ", command->name, option->name, command->name,
                option->name);
    else
        fprintf(out, "        %s:--%s=) ", command->name, option->name);
    if (option->kind == CLI_PATH) {
        fputs("compopt -o default ;;\n", out);
    } else if (option->kind == CLI_BOTS) {
        fprintf(out, "_takht_list \"$bots%s\" ;;\n", command == &cli_play ? " me" : "");
    } else if (option->kind == CLI_SET) {
        fputs("_takht_sets ;;\n", out);
    } else if (option->kind == CLI_CHOICE) {
        fputs("_takht_words '", out);
        put_choices(out, option);
        fputs("' ;;\n", out);
    } else {
        fputs(";;\n", out);
    }
}

static void put_values(FILE *out, const struct cli_command *command)
{
    struct cli_options options;
    cli_options_of(command, &options);
    for (int i = 0; i < options.count; i++)
        if (cli_option_has_value(&options.row[i]))
            put_value(out, command, &options.row[i]);
}

static void put_subject(FILE *out, const struct cli_command *command)
{
    struct cli_names names;
    fprintf(out, "        %s:*) ", command->name);
    switch (command->subject) {
    case CLI_GAME:
    case CLI_GAME_OR_NONE:
        fputs("[[ -n $game ]] || _takht_words \"$games\" ;;\n", out);
        break;
    case CLI_FILE:
    case CLI_STORES:
        fputs("compopt -o default ;;\n", out);
        break;
    case CLI_WORD:
        cli_names_of_words(command, &names);
        fputs("((COMP_CWORD > 2)) || _takht_words '", out);
        put_names(out, &names, "");
        fputs("' ;;\n", out);
        break;
    case CLI_NO_SUBJECT:
        fputs(";;\n", out);
    }
}

static void put_options(FILE *out, const struct cli_command *command)
{
    struct cli_options options;
    struct cli_names names;
    cli_options_of(command, &options);
    cli_names_of_options(&options, &names);
    fprintf(out, "        %s:*:-*) _takht_words '", command->name);
    put_names(out, &names, "");
    fputs("' ;;\n", out);
}

static void put_set_values(FILE *out, const struct tk_game *game, const struct tk_option *option)
{
    struct cli_names names;
    cli_names_of_values(game, option, &names);
    fprintf(out, "        %s:%s=) _takht_words '", game->id, option->name);
    put_names(out, &names, "");
    fputs("' ;;\n", out);
}

static void put_sets(FILE *out)
{
    fputs("_takht_sets() {\n    compopt -o nospace\n    case $game in\n", out);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        struct cli_names names;
        cli_names_of_sets(tk_game_at(i), &names);
        fprintf(out, "        %s) _takht_words '", tk_game_at(i)->id);
        put_names(out, &names, "=");
        fputs("' ;;\n", out);
    }
    fputs("    esac\n}\n", out);
}

static void put_each(FILE *out, void (*put)(FILE *out, const struct cli_command *command))
{
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            put(out, cli_commands[i]);
}

static void put_helpers(FILE *out)
{
    fputs("# bash completion of takht, made by takht completion bash\n"
          "_takht_words() {\n"
          "    COMPREPLY=($(compgen -W \"$1\" -- \"$word\"))\n"
          "}\n"
          "# names with commas between\n"
          "_takht_list() {\n"
          "    local done=\n"
          "    [[ $word != *,* ]] || done=${word%,*},\n"
          "    compopt -o nospace\n"
          "    COMPREPLY=($(compgen -P \"$done\" -W \"$1\" -- \"${word##*,}\"))\n"
          "}\n",
          out);
    put_sets(out);
}

static void put_start(FILE *out)
{
    struct cli_names names;
    fputs("_takht() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} game= given\n"
          "    local games='",
          out);
    cli_names_of_games(&names);
    put_names(out, &names, "");
    fputs("' bots='", out);
    cli_names_of_bots(&names);
    put_names(out, &names, "");
    fputs("' commands='", out);
    cli_names_of_commands(&names);
    put_names(out, &names, "");
    fputs("'\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)) || [[ $command == help ]]; then\n"
          "        _takht_words \"$commands help --help --version\"\n"
          "        return\n"
          "    fi\n"
          "    for given in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
          "        case $given in ",
          out);
    put_game_pattern(out);
    fputs(") game=$given ;; esac\n"
          "    done\n"
          "    if [[ $word == = ]]; then\n"
          "        word= before=$before=\n"
          "    elif [[ $before == = ]]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD - 2]}=\n"
          "    fi\n",
          out);
}

void cli_completion_bash(FILE *out)
{
    put_helpers(out);
    put_start(out);
    fputs("    case $game:$before in\n", out);
    for (int i = 0; tk_game_at(i) != NULL; i++)
        for (int k = 0; k < tk_game_at(i)->option_count; k++)
            put_set_values(out, tk_game_at(i), &tk_game_at(i)->options[k]);
    fputs("    esac\n    ((${#COMPREPLY[@]} == 0)) || return\n    case $command:$before in\n", out);
    put_each(out, put_values);
    fputs("        *) _takht_other ;;\n    esac\n}\n"
          "_takht_other() {\n    case $command:$before:$word in\n",
          out);
    put_each(out, put_options);
    fputs("        *) _takht_subject ;;\n    esac\n}\n"
          "_takht_subject() {\n    case $command:$word in\n",
          out);
    put_each(out, put_subject);
    fputs("    esac\n}\ncomplete -F _takht takht\n", out);
}
