/* SPDX-License-Identifier: MIT */
/* takht admin and takht backup: what a host does while the server runs. */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

static void print_row(void *context, int columns, const char *const *values)
{
    ++*(int *)context;
    for (int i = 0; i < columns; i++) {
        char *value = strdup(values[i] == NULL ? "" : values[i]);
        if (value != NULL)
            cli_clean(value);
        printf("%s%s", i > 0 ? "  " : "", value == NULL ? "" : value);
        free(value);
    }
    putchar('\n');
}

enum {
    COMMAND = -1, /* not a question: something that the server does */
    ID_MAX = 64,
    ARGUMENT_MAX = 800,
};

static const struct {
    struct cli_word name; /* with what it needs, parted by spaces, or NULL */
    int question;         /* enum server_question, or COMMAND */
} tasks[] = {
    {{"counts", NULL, "how many users, tables and events there are"}, SERVER_ASK_COUNTS},
    {{"tables", NULL, "the tables with the latest events"}, SERVER_ASK_TABLES},
    {{"table", "ID", "everything that happened at a table, without its secrets"}, SERVER_ASK_TABLE},
    {{"users", NULL, "the latest users"}, SERVER_ASK_USERS},
    {{"ban", "USER", "keeps a user out"}, COMMAND},
    {{"unban", "USER", "lets a user in again"}, COMMAND},
    {{"mute", "USER MINUTES", "keeps a user from chatting for so long; 0 ends it"}, COMMAND},
    {{"rename", "USER NAME", "gives a user another name"}, COMMAND},
    {{"close", "TABLE", "ends a table for everybody"}, COMMAND},
    {{"announce", "TEXT", "shows a line to everybody who is connected"}, COMMAND},
};

static int no_task(const char *word)
{
    struct cli_names names;
    cli_names_of_words(&cli_admin, &names);
    return cli_fail_unknown(&cli_admin, &names, tk_span_of(word), "'%s' is no task of takht admin",
                            word);
}

/* How many words an admin must add: "USER MINUTES" are two. */
static int needed(const char *argument)
{
    int count = argument != NULL;
    for (; argument != NULL && *argument != '\0'; argument++)
        count += *argument == ' ';
    return count;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && strlen(text) <= 7 && strspn(text, "0123456789") == strlen(text);
}

static void keep_id(void *context, int columns, const char *const *values)
{
    if (columns > 0 && values[0] != NULL)
        snprintf(context, ID_MAX, "%s", values[0]);
}

/* Whom a host means: people see names, the server knows ids. A guest who did nothing yet is known to
 * the server alone. */
static void write_user(const struct cli_args *args, const char *who, struct tk_writer *out)
{
    char id[ID_MAX] = "", why[512] = "";
    bool read = server_ask(args->server.data, SERVER_ASK_USER, who, keep_id, id, why, sizeof why);
    if (read && id[0] == '\0') /* what cannot be read is told when the command is left */
        printf("The data knows nobody with the id '%s', nor with that name and a password; "
               "the server's log says whether it found them.\n",
               who);
    tk_write_text(out, id[0] == '\0' ? who : id);
}

static bool is_about_user(const char *task)
{
    for (int i = 0; i < TK_COUNT(tasks); i++)
        if (strcmp(tasks[i].name.word, task) == 0)
            return tasks[i].name.argument != NULL &&
                   strncmp(tasks[i].name.argument, "USER", 4) == 0;
    return false;
}

static int no_table(const char *id)
{
    return cli_fail(&cli_admin, CLI_FAILED,
                    "no table has the id '%s'; takht admin tables lists some", id);
}

static void count_row(void *context, int columns, const char *const *values)
{
    (void)columns, (void)values;
    ++*(int *)context;
}

/* A table is in the data from its first moment on. */
static int find_table(const struct cli_args *args, const char *id)
{
    char why[512] = "";
    int rows = 0;
    if (!server_ask(args->server.data, SERVER_ASK_TABLE, id, count_row, &rows, why, sizeof why))
        return cli_fail(&cli_admin, CLI_FAILED, "%s", why);
    return rows > 0 ? CLI_OK : no_table(id);
}

/* The server gets what was added as one text: "USER MINUTES". */
static int leave_command(const struct cli_args *args)
{
    char data[1024], why[512] = "";
    struct tk_writer out = tk_writer_over(data, sizeof data);
    if (strcmp(args->positional[0], "mute") == 0 && !is_number(args->positional[2]))
        return cli_fail(&cli_admin, CLI_USAGE, "'%s' is no number of minutes", args->positional[2]);
    for (int i = 1; i < args->positional_count; i++)
        if (args->positional[i][0] == '\0' || strlen(args->positional[i]) > ARGUMENT_MAX)
            return cli_fail(&cli_admin, CLI_USAGE, "that is too %s",
                            args->positional[i][0] == '\0' ? "short" : "long");
    int found =
        strcmp(args->positional[0], "close") == 0 ? find_table(args, args->positional[1]) : CLI_OK;
    if (found != CLI_OK)
        return found;
    for (int i = 1; i < args->positional_count; i++) {
        tk_write_text(&out, i > 1 ? " " : "");
        if (i == 1 && is_about_user(args->positional[0]))
            write_user(args, args->positional[i], &out);
        else
            tk_write_text(&out, args->positional[i]);
    }
    if (!server_command(args->server.data, args->positional[0], tk_writer_text(&out), why,
                        sizeof why))
        return cli_fail(&cli_admin, CLI_FAILED, "%s", why);
    return CLI_OK;
}

static int ask(const struct cli_args *args, enum server_question question)
{
    char why[512] = "";
    int rows = 0;
    const char *argument = args->positional_count > 1 ? args->positional[1] : NULL;
    if (!server_ask(args->server.data, question, argument, print_row, &rows, why, sizeof why))
        return cli_fail(&cli_admin, CLI_FAILED, "%s", why);
    if (rows == 0 && question == SERVER_ASK_TABLE)
        return no_table(argument);
    return cli_output_close(&cli_admin);
}

static int run_admin(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_admin, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *word = args.positional_count > 0 ? args.positional[0] : "";
    for (int i = 0; i < TK_COUNT(tasks); i++) {
        const char *argument = tasks[i].name.argument;
        if (strcmp(tasks[i].name.word, word) != 0)
            continue;
        if (args.positional_count != 1 + needed(argument))
            return cli_fail(&cli_admin, CLI_USAGE, "usage: takht admin %s %s", word,
                            argument == NULL ? "" : argument);
        return tasks[i].question == COMMAND ? leave_command(&args)
                                            : ask(&args, (enum server_question)tasks[i].question);
    }
    return no_task(word);
}

/* --force: the old copy goes when the new one is whole. */
static int replace_backup(const struct cli_args *args)
{
    char beside[4096], why[512] = "";
    const char *into = args->positional[0];
    if (snprintf(beside, sizeof beside, "%s.new", into) >= (int)sizeof beside)
        return cli_fail(&cli_backup, CLI_USAGE, "the name of the file is too long");
    if (!server_may_replace(args->server.data, into, why, sizeof why) ||
        !server_backup(args->server.data, beside, why, sizeof why))
        return cli_fail(&cli_backup, CLI_FAILED, "%s", why);
    if (rename(beside, into) == 0)
        return CLI_OK;
    int problem = errno;
    unlink(beside);
    return cli_fail(&cli_backup, CLI_FAILED, "%s: %s", into, strerror(problem));
}

static int run_backup(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    int answer = cli_args_read(&cli_backup, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.force)
        return replace_backup(&args);
    if (!server_backup(args.server.data, args.positional[0], why, sizeof why))
        return cli_fail(&cli_backup, CLI_FAILED, "%s%s", why,
                        access(args.positional[0], F_OK) == 0 ? " (--force replaces it)" : "");
    return CLI_OK;
}

static const struct cli_word *task_at(int index)
{
    return index < TK_COUNT(tasks) ? &tasks[index].name : NULL;
}

const struct cli_command cli_admin = {
    .name = "admin",
    .usage = "[--data FILE] counts | tables | table ID | users | ban USER | unban USER | "
             "mute USER MINUTES | rename USER NAME | close TABLE | announce TEXT",
    .summary = "counts, a table's history, bans, mutes, announcements",
    .about = "Looks into the data of a server, or leaves it a command that it obeys within a "
             "second. A USER is "
             "an id, or a name that has a password.",
    .examples = "takht admin counts\n"
                "takht admin mute KbTFqGqsi62p 60\n"
                "takht admin ban 'Mallory M.'\n"
                "takht admin announce 'The server restarts at midnight.'",
    .subject = CLI_WORD,
    .word_at = task_at,
    .settings = "data",
    .run = run_admin,
};

const struct cli_command cli_backup = {
    .name = "backup",
    .usage = "[--data FILE] [--force] FILE",
    .summary = "a copy of the server's data, also while it runs",
    .about =
        "Copies the database of a server, as it was at one moment, into another file, which is "
        "for its owner alone. A file that exists already is kept, unless --force is given.",
    .examples = "takht backup --data takht.db /backups/takht-monday.db",
    .subject = CLI_FILE,
    .settings = "data",
    .run = run_backup,
};
