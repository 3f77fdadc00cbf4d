/* takht admin and takht backup: what a host does while the server runs. */
#include "options.h"

#include <string.h>

static void print_row(void *context, int columns, const char *const *values)
{
    (void)context;
    for (int i = 0; i < columns; i++)
        printf("%s%s", i > 0 ? "  " : "", values[i] == NULL ? "" : values[i]);
    putchar('\n');
}

static const struct {
    struct cli_word name; /* with what it needs, or NULL */
    const char *sql;      /* a question, or NULL: a command for the server */
} tasks[] = {
    {{"counts", NULL, "how many users, tables and events there are"},
     "SELECT 'users', count(*) FROM users UNION ALL SELECT 'tables ' || status, count(*) FROM "
     "tables GROUP BY status"
     " UNION ALL SELECT 'events', count(*) FROM events"},
    {{"tables", NULL, "the tables with the latest events"},
     "SELECT id, game, status, datetime(updated / 1000, 'unixepoch') FROM tables ORDER BY updated "
     "DESC LIMIT 50"},
    {{"table", "ID", "everything that happened at a table, without its secrets"},
     "SELECT seq, datetime(at / 1000, 'unixepoch'), what,"
     " json_remove(data, '$.secret', '$.key', '$.seed', '$.random', '$.hash') FROM events WHERE "
     "table_id = ? ORDER BY seq"},
    {{"users", NULL, "the latest users"},
     "SELECT id, name, CASE WHEN banned THEN 'banned' ELSE '' END FROM users ORDER BY created DESC "
     "LIMIT 50"},
    {{"ban", "USER", "keeps a user out"}, NULL},
    {{"unban", "USER", "lets a user in again"}, NULL},
    {{"announce", "TEXT", "shows a line to everybody who is connected"}, NULL},
};

static int no_task(const char *word)
{
    struct cli_names names;
    cli_names_of_words(&cli_admin, &names);
    return cli_fail_unknown(&cli_admin, &names, tk_span_of(word), "'%s' is nothing an admin does",
                            word);
}

static int run_admin(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    int answer = cli_args_read(&cli_admin, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *word = args.positional_count > 0 ? args.positional[0] : "";
    for (int i = 0; i < TK_COUNT(tasks); i++) {
        if (strcmp(tasks[i].name.word, word) != 0)
            continue;
        if (args.positional_count != 1 + (tasks[i].name.argument != NULL))
            return cli_fail(&cli_admin, CLI_USAGE, "usage: takht admin %s %s", word,
                            tasks[i].name.argument == NULL ? "" : tasks[i].name.argument);
        const char *argument = tasks[i].name.argument == NULL ? NULL : args.positional[1];
        bool done = tasks[i].sql != NULL
                        ? server_query(args.server.data, tasks[i].sql, argument, print_row, NULL,
                                       why, sizeof why)
                        : server_command(args.server.data, word, argument, why, sizeof why);
        return done ? cli_output_close(&cli_admin) : cli_fail(&cli_admin, CLI_FAILED, "%s", why);
    }
    return no_task(word);
}

static int run_backup(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    int answer = cli_args_read(&cli_backup, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (!server_backup(args.server.data, args.positional[0], why, sizeof why))
        return cli_fail(&cli_backup, CLI_FAILED, "%s", why);
    return CLI_OK;
}

static const struct cli_word *task_at(int index)
{
    return index < TK_COUNT(tasks) ? &tasks[index].name : NULL;
}

const struct cli_command cli_admin = {
    .name = "admin",
    .usage =
        "[--data FILE] counts | tables | table ID | users | ban USER | unban USER | announce TEXT",
    .summary = "counts, a table's history, bans, announcements",
    .about =
        "Looks into the data of a server, or leaves it a command that it obeys within a second.",
    .examples = "takht admin counts\n"
                "takht admin announce 'The server restarts at midnight.'",
    .subject = CLI_WORD,
    .word_at = task_at,
    .settings = "data",
    .run = run_admin,
};

const struct cli_command cli_backup = {
    .name = "backup",
    .usage = "[--data FILE] FILE",
    .summary = "a copy of the server's data, also while it runs",
    .about = "Copies the database of a server, as it was at one moment, into another file.",
    .examples = "takht backup --data takht.db /backups/takht-monday.db",
    .subject = CLI_FILE,
    .settings = "data",
    .run = run_backup,
};
