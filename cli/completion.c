/* SPDX-License-Identifier: MIT */
/* takht completion: scripts that let a shell complete commands, games, options and values. */
#include "options.h"

#include <string.h>

static const struct {
    struct cli_word name;
    void (*print)(FILE *out);
} shells[] = {
    {{"bash", NULL, "for source <(takht completion bash)"}, cli_completion_bash},
    {{"zsh", NULL, "for a file _takht in a folder of $fpath, or to be sourced"},
     cli_completion_zsh},
    {{"fish", NULL, "for ~/.config/fish/completions/takht.fish"}, cli_completion_fish},
};

static const struct cli_word *shell_at(int index)
{
    return index < TK_COUNT(shells) ? &shells[index].name : NULL;
}

static int run_completion(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_completion, argc, argv, &args);
    if (answer >= 0)
        return answer;
    for (int i = 0; args.positional_count == 1 && i < TK_COUNT(shells); i++) {
        if (strcmp(shells[i].name.word, args.positional[0]) == 0) {
            shells[i].print(stdout);
            return cli_output_close(&cli_completion);
        }
    }
    return cli_fail(&cli_completion, CLI_USAGE, "name a shell: bash, zsh or fish");
}

const struct cli_command cli_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = "completion of commands and options for a shell",
    .about = "Prints a script that lets the shell complete commands, games, options and values. An "
             "installed takht has them already.",
    .examples = "source <(takht completion bash)\n"
                "takht completion zsh > ~/.zfunc/_takht\n"
                "takht completion fish > ~/.config/fish/completions/takht.fish",
    .subject = CLI_WORD,
    .word_at = shell_at,
    .run = run_completion,
};
