/* takht admin and takht backup: what a host does while the server runs. */
#include "cli.h"

#include <string.h>

static void print_row(void *context, int columns, const char *const *values)
{
    (void)context;
    for (int i = 0; i < columns; i++)
        printf("%s%s", i > 0 ? "  " : "", values[i] == NULL ? "" : values[i]);
    putchar('\n');
}

static const struct {
    const char *word;
    const char *argument; /* what it needs, or NULL */
    const char *sql;      /* a question, or NULL: a command for the server */
    const char *about;
} tasks[] = {
    {"counts", NULL,
     "SELECT 'users', count(*) FROM users UNION ALL SELECT 'tables ' || status, count(*) FROM "
     "tables GROUP BY status"
     " UNION ALL SELECT 'events', count(*) FROM events",
     "how many users, tables and events there are"},
    {"tables", NULL,
     "SELECT id, game, status, datetime(updated / 1000, 'unixepoch') FROM tables ORDER BY updated "
     "DESC LIMIT 50",
     "the tables with the latest events"},
    {"table", "ID",
     "SELECT seq, datetime(at / 1000, 'unixepoch'), what,"
     " json_remove(data, '$.secret', '$.key', '$.seed', '$.random', '$.hash') FROM events WHERE "
     "table_id = ? ORDER BY seq",
     "everything that happened at a table, without its secrets"},
    {"users", NULL,
     "SELECT id, name, CASE WHEN banned THEN 'banned' ELSE '' END FROM users ORDER BY created DESC "
     "LIMIT 50",
     "the latest users"},
    {"ban", "USER", NULL, "keeps a user out"},
    {"unban", "USER", NULL, "lets a user in again"},
    {"announce", "TEXT", NULL, "shows a line to everybody who is connected"},
};

static int no_task(const char *word)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    for (int i = 0; i < TK_COUNT(tasks); i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, tasks[i].word);
    }
    return cli_fail(&cli_admin, CLI_USAGE, "'%s' is nothing an admin does; there are %s", word,
                    tk_writer_text(&out));
}

static int run_admin(int argc, char **argv)
{
    struct cli_args args;
    char why[512] = "";
    int answer = cli_args_read(&cli_admin, CLI_NO_SUBJECT, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *word = args.positional_count > 0 ? args.positional[0] : "";
    for (int i = 0; i < TK_COUNT(tasks); i++) {
        if (strcmp(tasks[i].word, word) != 0)
            continue;
        if (args.positional_count != 1 + (tasks[i].argument != NULL))
            return cli_fail(&cli_admin, CLI_USAGE, "usage: takht admin %s %s", word,
                            tasks[i].argument == NULL ? "" : tasks[i].argument);
        const char *argument = tasks[i].argument == NULL ? NULL : args.positional[1];
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
    int answer = cli_args_read(&cli_backup, CLI_FILE, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (!server_backup(args.server.data, args.positional[0], why, sizeof why))
        return cli_fail(&cli_backup, CLI_FAILED, "%s", why);
    return CLI_OK;
}

static const char *const data_options[] = {"data", NULL};

const struct cli_command cli_admin = {
    .name = "admin",
    .usage =
        "[--data FILE] counts | tables | table ID | users | ban USER | unban USER | announce TEXT",
    .summary = "counts, a table's history, bans, announcements",
    .help =
        "Looks into the data of a server, or leaves it a command that it obeys within a second.\n\n"
        "  takht admin counts\n"
        "  takht admin announce 'The server restarts at midnight.'",
    .options = data_options,
    .run = run_admin,
};

const struct cli_command cli_backup = {
    .name = "backup",
    .usage = "[--data FILE] FILE",
    .summary = "a copy of the server's data, also while it runs",
    .help = "Copies the database of a server, as it was at one moment, into another file.\n\n"
            "  takht backup --data takht.db /backups/takht-monday.db",
    .options = data_options,
    .run = run_backup,
};
