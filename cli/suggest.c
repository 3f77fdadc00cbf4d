/* SPDX-License-Identifier: MIT */
/* What was probably meant by a word that nobody knows. */
#include "options.h"

#include <stdarg.h>
#include <string.h>

enum { WORD_MAX = 40 };

static void add(struct cli_names *names, const char *name)
{
    if (names->count < CLI_NAMES_MAX)
        names->name[names->count++] = name;
}

void cli_names_of_games(struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; tk_game_at(i) != NULL; i++)
        add(out_names, tk_game_at(i)->id);
}

void cli_names_of_bots(struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; bot_at(i) != NULL; i++)
        add(out_names, bot_at(i)->name);
}

void cli_names_of_commands(struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            add(out_names, cli_commands[i]->name);
}

void cli_names_of_options(const struct cli_options *options, struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = "--"};
    for (int i = 0; i < options->count; i++)
        add(out_names, options->row[i].name);
}

void cli_names_of_sets(const struct tk_game *game, struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; i < game->option_count; i++)
        add(out_names, game->options[i].name);
}

void cli_names_of_values(const struct tk_game *game, const struct tk_option *option,
                         struct cli_names *out_names)
{
    static const char *const seats[TK_SEATS_MAX] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; option->values != NULL && option->values[i] != NULL; i++)
        add(out_names, option->values[i]);
    if (option->kind != TK_OPTION_SEAT)
        return;
    add(out_names, "random");
    for (int seat = 0; seat < game->seats_max; seat++)
        add(out_names, seats[seat]);
}

void cli_names_of_words(const struct cli_command *command, struct cli_names *out_names)
{
    *out_names = (struct cli_names){.before = ""};
    for (int i = 0; command->word_at != NULL && command->word_at(i) != NULL; i++)
        add(out_names, command->word_at(i)->word);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: three rows of the usual table are enough. */
int cli_distance(struct tk_span a, struct tk_span b)
{
    int row[3][WORD_MAX + 1];
    int length = (int)b.length;
    if (a.length > WORD_MAX || b.length > WORD_MAX)
        return WORD_MAX + 1;
    for (int k = 0; k <= length; k++)
        row[0][k] = k;
    for (int i = 1; i <= (int)a.length; i++) {
        const int *before = row[(i - 1) % 3], *earlier = row[(i + 1) % 3];
        int *now = row[i % 3];
        now[0] = i;
        for (int k = 1; k <= length; k++) {
            bool same = a.data[i - 1] == b.data[k - 1];
            now[k] = least(before[k - 1] + !same, least(before[k], now[k - 1]) + 1);
            if (i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] && a.data[i - 2] == b.data[k - 1])
                now[k] = least(now[k], earlier[k - 2] + 1);
        }
    }
    return row[a.length % 3][length];
}

const char *cli_alike(const struct cli_names *names, struct tk_span given)
{
    const char *best = NULL;
    int most = given.length < 3 ? 0 : given.length < 6 ? 1 : (int)given.length / 3;
    for (int i = 0; i < names->count; i++) {
        struct tk_span name = tk_span_of(names->name[i]);
        int distance = cli_distance(given, name);
        /* Half a name is as good as one with a mistake: "kingdom" for "kingdom-builder". */
        bool begun = given.length >= 3 && given.length < name.length &&
                     memcmp(given.data, name.data, given.length) == 0;
        if (begun && best == NULL)
            best = names->name[i];
        if (distance <= most) {
            best = names->name[i];
            most = distance - 1;
        }
    }
    return best;
}

int cli_fail_unknown(const struct cli_command *command, const struct cli_names *names,
                     struct tk_span given, const char *format, ...)
{
    char what[512], list[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    const char *alike = cli_alike(names, given);
    if (alike != NULL)
        return cli_fail(command, CLI_USAGE, "%s; did you mean '%s%s'?", what, names->before, alike);
    struct tk_writer out = tk_writer_over(list, sizeof list);
    for (int i = 0; i < names->count; i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, names->before);
        tk_write_text(&out, names->name[i]);
    }
    return cli_fail(command, CLI_USAGE, "%s; there are %s", what, tk_writer_text(&out));
}
