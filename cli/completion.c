/* takht completion: scripts that let a shell complete commands, games and options. */
#include "cli.h"

#include <string.h>

static void print_words(const char *before, const char *after)
{
    fputs(before, stdout);
    for (int i = 0; cli_commands[i] != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", cli_commands[i]->name);
    fputs(after, stdout);
}

static void print_games(const char *before, const char *after)
{
    fputs(before, stdout);
    for (int i = 0; tk_game_at(i) != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", tk_game_at(i)->id);
    fputs(after, stdout);
}

static void print_bots(const char *before, const char *after)
{
    fputs(before, stdout);
    for (int i = 0; bot_at(i) != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", bot_at(i)->name);
    fputs(after, stdout);
}

static void print_bash(void)
{
    puts("# bash completion of takht: source <(takht completion bash)\n"
         "_takht() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=");
    print_words("    local commands='", "'\n");
    print_games("    local games='", "'\n");
    print_bots("    local bots='", "'\n");
    puts("    case $before in\n"
         "        takht | help) words=$commands ;;\n"
         "        --lang) words='en fa' ;;\n"
         "        --bidi) words='on off' ;;\n"
         "        --bots) words=\"$bots me\" ;;\n"
         "        --from | --save | --load | replay) compopt -o default; return ;;\n"
         "        completion) words='bash zsh fish' ;;\n"
         "        *)\n"
         "            case $word in\n"
         "                -*)\n"
         "                    case ${COMP_WORDS[1]} in");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        printf("                        %s) words='", cli_commands[i]->name);
        for (int k = 0; cli_commands[i]->options[k] != NULL; k++)
            printf("--%s ", cli_commands[i]->options[k]);
        puts("--help' ;;");
    }
    puts("                    esac ;;\n"
         "                *) words=$games ;;\n"
         "            esac ;;\n"
         "    esac\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -F _takht takht");
}

static void print_zsh(void)
{
    puts("#compdef takht\n# zsh completion of takht: source <(takht completion zsh)\n"
         "autoload -U +X bashcompinit && bashcompinit");
    print_bash();
}

static void print_fish(void)
{
    puts("# fish completion of takht: takht completion fish | source\ncomplete -c takht -f");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        const struct cli_command *command = cli_commands[i];
        printf("complete -c takht -n __fish_use_subcommand -a %s -d '%s'\n", command->name,
               command->summary);
        for (int k = 0; command->options[k] != NULL; k++)
            printf("complete -c takht -n '__fish_seen_subcommand_from %s' -l %s\n", command->name,
                   command->options[k]);
    }
    print_games("complete -c takht -n 'not __fish_use_subcommand' -a '", "'\n");
}

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static int run_completion(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_completion, CLI_NO_SUBJECT, argc, argv, &args);
    if (answer >= 0)
        return answer;
    for (int i = 0; args.positional_count == 1 && i < TK_COUNT(shells); i++) {
        if (strcmp(shells[i].name, args.positional[0]) == 0) {
            shells[i].print();
            return cli_output_close(&cli_completion);
        }
    }
    return cli_fail(&cli_completion, CLI_USAGE, "name a shell: bash, zsh or fish");
}

static const char *const completion_options[] = {NULL};

const struct cli_command cli_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = "completion of commands and options for a shell",
    .help = "Prints a script for the shell.\n\n"
            "  source <(takht completion bash)\n"
            "  takht completion fish > ~/.config/fish/completions/takht.fish",
    .options = completion_options,
    .run = run_completion,
};
