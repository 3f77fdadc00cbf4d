/* SPDX-License-Identifier: MIT */
/* The list of subcommands, the way to the help, and the way to one of them. */
#include "options.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct cli_command *const cli_commands[] = {
    &cli_serve,   &cli_play,       &cli_games,   &cli_bots,   &cli_sim,    &cli_arena,
    &cli_tune,    &cli_selfplay,   &cli_dataset, &cli_bot,    &cli_model,  &cli_schema,
    &cli_analyse, &cli_puzzles,    &cli_trace,   &cli_replay, &cli_verify, &cli_bench,
    &cli_load,    &cli_admin,      &cli_backup,  &cli_check,  &cli_health, &cli_worker,
    &cli_migrate, &cli_completion, &cli_manual,  NULL,
};

static const struct cli_command *find_command(const char *name)
{
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    struct cli_names names;
    cli_names_of_commands(&names);
    if (tk_game_find(tk_span_of(name)) != NULL)
        return cli_fail(NULL, CLI_USAGE, "'%s' is a game: takht play %s sits you down", name, name);
    return cli_fail_unknown(NULL, &names, tk_span_of(name), "'%s' is no command", name);
}

/* Where nobody has said which letters the terminal knows, it knows UTF-8. */
static void choose_locale(void)
{
    setlocale(LC_ALL, "");
    if (getenv("LC_ALL") == NULL && getenv("LC_CTYPE") == NULL && getenv("LANG") == NULL)
        setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C"); /* numbers in JSON have points */
}

/* Programs that we start as bots find this very command, for example for its forward model. */
static void tell_programs(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
        setenv("TAKHT", path, 1);
    }
}

int cli_main(int argc, char **argv)
{
    choose_locale();
    tell_programs();
    bot_kind_add(&cli_exec_bots);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing like any other */
    const char *name = argc > 1 ? argv[1] : "--help";
    if (argc == 1 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return cli_play.run(1, (char *[]){"play", NULL}); /* a person: the menu */
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        const struct cli_command *about = argc > 2 ? find_command(argv[2]) : NULL;
        if (about != NULL)
            return about->run(2, (char *[]){argv[2], "--help", NULL});
        if (argc > 2 && argv[2][0] != '-')
            return unknown_command(argv[2]);
        cli_help_overview(argc > 1 ? stdout : stderr);
        return argc > 1 ? cli_output_close(&(struct cli_command){.name = "--help"}) : CLI_USAGE;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        return cli_version_print();
    const struct cli_command *command = find_command(name);
    return command == NULL ? unknown_command(name) : command->run(argc - 1, argv + 1);
}
