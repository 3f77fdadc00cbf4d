/* SPDX-License-Identifier: MIT */
/* The table of options. Whoever adds a row has added it to parser, help, manual and completion. */
#include "options.h"

#include <string.h>

/* Where an option is stored. */
#define FIELD(name) \
    .at = offsetof(struct cli_args, name), .size = sizeof(((struct cli_args *)0)->name)

static const struct cli_option rows[] = {
    {.name = "players",
     .kind = CLI_PLAYERS,
     .of = "play sim arena tune selfplay dataset trace puzzles",
     .metavar = "N",
     .help = "how many play",
     .otherwise = "as many as --bots names, or the fewest"},
    {.name = "players",
     .kind = CLI_PLAYERS,
     .of = "bench",
     .metavar = "N",
     .help = "how many play",
     .otherwise = "every number, or with --json the fewest"},
    {.name = "games",
     .kind = CLI_NUMBER,
     .of = "sim tune selfplay dataset trace puzzles",
     .metavar = "K",
     .help = "how many games to play",
     .standard = "1",
     FIELD(games),
     .low = 1,
     .high = 1e9},
    {.name = "games",
     .kind = CLI_NUMBER,
     .of = "arena",
     .metavar = "K",
     .help = "how many games to play, of each two that meet; rounded up to whole deals",
     .standard = "1",
     FIELD(games),
     .low = 1,
     .high = 1e9},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "play",
     .metavar = "A,B,…",
     .help =
         "who sits where: bots by name, 'me' for a person, on a server also 'open' and 'friend'",
     .otherwise = "me, and greedy in the other seats; on a server these are open"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "sim",
     .metavar = "A,B,…",
     .help = "who sits where, by name; one name is for all seats",
     .standard = "random"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "dataset",
     .metavar = "A,B,…",
     .help = "who sits where, by name; one name is for all seats",
     .standard = "mcts:sims=100"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "arena",
     .metavar = "A,B,…",
     .help = "the bots to compare, two or more; if they are more than seats, two meet at a time",
     .otherwise = "none: they must be named"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "tune puzzles",
     .metavar = "A,B,…",
     .help = "the bots that play",
     .otherwise = "mcts:sims=100; with --climb greedy, for puzzles mcts:sims=200"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "selfplay",
     .metavar = "A,B,…",
     .help = "the bot that learns, then those it meets",
     .standard = "mcts:sims=200"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "bot analyse",
     .metavar = "B",
     .help = "the bot that thinks",
     .standard = "master"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "bench",
     .metavar = "B",
     .help = "measure how fast a bot thinks; alone it is master",
     .otherwise = "measure the rules",
     .alone = "master"},
    {.name = "set",
     .kind = CLI_SET,
     .of = "play sim arena tune selfplay dataset trace bench puzzles",
     .metavar = "OPTION=VALUE",
     .help = "an option of the game, as takht games lists them; repeatable",
     .otherwise = "as takht games says"},
    {.name = "seed",
     .kind = CLI_SEED,
     .of = "play",
     .metavar = "S",
     .help = "a number or hex; the same seed deals the same game, and gives bots the same dice",
     .otherwise = "one from the system"},
    {.name = "seed",
     .kind = CLI_SEED,
     .of = "sim arena tune selfplay dataset trace bench bot model analyse puzzles",
     .metavar = "S",
     .help = "a number or hex; the same seed gives the same games",
     .standard = "1"},
    {.name = "threads",
     .kind = CLI_NUMBER,
     .of = "sim arena tune dataset trace bot analyse puzzles",
     .metavar = "T",
     .help = "threads to use; the result is the same for any number",
     .standard = "1",
     FIELD(threads),
     .low = 1,
     .high = 256},
    {.name = "threads",
     .kind = CLI_NUMBER,
     .of = "selfplay",
     .metavar = "T",
     .help = "threads to use",
     .otherwise = "as many as there are cores",
     FIELD(threads),
     .low = 1,
     .high = BOT_THREADS_MAX},
    {.name = "rivals",
     .kind = CLI_REAL,
     .of = "selfplay",
     .metavar = "X",
     .help = "share of the games with the other bots",
     .standard = "0.35",
     FIELD(rivals),
     .low = 0,
     .high = 1},
    {.name = "noise",
     .kind = CLI_REAL,
     .of = "selfplay dataset",
     .metavar = "X",
     .help = "share of chance in what is tried first",
     .standard = "0.25",
     FIELD(noise),
     .low = 0,
     .high = 1},
    {.name = "seconds",
     .kind = CLI_REAL,
     .of = "selfplay",
     .metavar = "X",
     .help = "no game begins after so long",
     .otherwise = "play all games",
     FIELD(seconds),
     .low = 0.01,
     .high = 1e6},
    {.name = "seconds",
     .kind = CLI_REAL,
     .of = "bench",
     .metavar = "X",
     .help = "how long to measure",
     .standard = "2",
     FIELD(seconds),
     .low = 0.01,
     .high = 3600},
    {.name = "sprt",
     .kind = CLI_BETWEEN,
     .of = "arena",
     .metavar = "LOW,HIGH",
     .help = "stop when it is proven that the first bot is HIGH Elo better, or only LOW",
     .otherwise = "play all games",
     FIELD(sprt),
     .low = -1000,
     .high = 1000},
    {.name = "round-robin",
     .kind = CLI_FLAG,
     .of = "arena",
     .help = "each bot against each, two at a table",
     FIELD(round_robin)},
    {.name = "gauntlet",
     .kind = CLI_FLAG,
     .of = "arena",
     .help = "the first bot against each of the others, two at a table",
     FIELD(gauntlet)},
    {.name = "forfeit",
     .kind = CLI_FLAG,
     .of = "sim arena",
     .help = "a bot that fails loses that game, and the others go on",
     FIELD(forfeit)},
    {.name = "budget",
     .kind = CLI_BUDGET,
     .of = "sim arena tune analyse puzzles",
     .metavar = "sims=N|ms=N",
     .help = "what a decision may cost a bot that names no budget, also a program",
     .otherwise = "that of the level, and programs decide themselves",
     .low = 1,
     .high = 1e9,
     FIELD(budget)},
    {.name = "patience",
     .kind = CLI_REAL,
     .of = "play sim arena tune analyse puzzles",
     .metavar = "X",
     .help = "seconds that a program may be silent before it has failed",
     .standard = "60",
     .low = 0.1,
     .high = 86400,
     FIELD(patience)},
    {.name = "records",
     .kind = CLI_PATH,
     .of = "sim arena",
     .metavar = "DIR",
     .help = "write every game as a record into this folder",
     .otherwise = "none",
     FIELD(records)},
    {.name = "csv",
     .kind = CLI_PATH,
     .of = "arena",
     .metavar = "FILE",
     .help = "write a row for every game into this file",
     .otherwise = "none",
     FIELD(csv)},
    {.name = "resume",
     .kind = CLI_PATH,
     .of = "arena",
     .metavar = "FILE",
     .help = "keep the match in this file, and go on with what is in it",
     .otherwise = "none",
     FIELD(save)},
    {.name = "climb",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "improve the weights by matches instead of fitting them",
     FIELD(climb)},
    {.name = "compare",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "fit the weights to how pairs of moves end that are played out",
     FIELD(compare)},
    {.name = "chances",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "compare the chances a bot tells with who won",
     FIELD(chances)},
    {.name = "luck",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "tell the mean luck of every seat",
     FIELD(luck)},
    {.name = "from",
     .kind = CLI_PATH,
     .of = "trace",
     .metavar = "FILE",
     .help = "read deals and moves from a trace instead of playing; - is standard input",
     .otherwise = "play",
     FIELD(from)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "play",
     .metavar = "FILE",
     .help = "keep the game in this file after every move",
     .otherwise = "the file of --load, or one that takht play offers later",
     FIELD(save)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "arena",
     .metavar = "FILE",
     .help = "the same as --resume",
     .otherwise = "none",
     FIELD(save)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "tune",
     .metavar = "FILE",
     .help = "write the weights to this file",
     .otherwise = "standard output",
     FIELD(save)},
    {.name = "force",
     .kind = CLI_FLAG,
     .of = "play backup",
     .help = "replace the file if it exists",
     FIELD(force)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "selfplay dataset",
     .metavar = "FILE",
     .help = "where the positions go",
     .otherwise = "none: it must be named",
     FIELD(save)},
    {.name = "load",
     .kind = CLI_PATH,
     .of = "play",
     .metavar = "FILE",
     .help = "go on with the game of this record",
     .otherwise = "a new game",
     FIELD(load)},
    {.name = "lang",
     .kind = CLI_CHOICE,
     .of = "play games bots analyse replay",
     .metavar = "en|fa",
     .help = "the language: English or Persian",
     .standard = "en",
     FIELD(lang)},
    {.name = "bidi",
     .kind = CLI_CHOICE,
     .of = "play",
     .metavar = "auto|on|off",
     .help =
         "order and shape Persian here (on), or leave it to the terminal (off); auto knows many "
         "terminals and asks once about others",
     .standard = "auto",
     FIELD(bidi)},
    {.name = "plain",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "ask line by line instead of filling the screen",
     FIELD(plain)},
    {.name = "linear",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "for screen readers: no picture of the table, every change a sentence",
     FIELD(linear)},
    {.name = "server",
     .kind = CLI_TEXT,
     .of = "play",
     .metavar = "ADDRESS",
     .help = "play on a server: HOST:PORT, https://HOST, or the link of a table",
     .otherwise = "a game in this terminal alone",
     FIELD(address)},
    {.name = "table",
     .kind = CLI_TEXT,
     .of = "play",
     .metavar = "ID",
     .help = "the table of the server to sit down at, or to watch",
     .otherwise = "choose one, or with a game make a new one",
     FIELD(table)},
    {.name = "name",
     .kind = CLI_TEXT,
     .of = "play",
     .metavar = "NAME",
     .help = "who signs in at the server; the password is asked for, or read from TAKHT_PASSWORD",
     .otherwise = "who signed in there last, or a guest",
     FIELD(name)},
    {.name = "theme",
     .kind = CLI_CHOICE,
     .of = "play",
     .metavar = "auto|dark|light",
     .help = "colours for a dark or a light background; auto asks the terminal",
     .standard = "auto",
     FIELD(theme)},
    {.name = "ascii", .kind = CLI_FLAG, .of = "play", .help = "draw without Unicode", FIELD(ascii)},
    {.name = "no-colour",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "draw without colour",
     FIELD(no_colour)},
    {.name = "quick",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "no pause after the move of a bot",
     FIELD(quick)},
    {.name = "no-mouse",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "leave the mouse to the terminal, to mark and copy",
     FIELD(no_mouse)},
    {.name = "seat",
     .kind = CLI_NUMBER,
     .of = "replay",
     .metavar = "N",
     .help = "whose view --json shows, counted from 0",
     .otherwise = "a spectator's",
     FIELD(seat),
     .low = 0,
     .high = TK_SEATS_MAX - 1},
    {.name = "words",
     .kind = CLI_FLAG,
     .of = "replay",
     .help = "tell the game move by move in words",
     FIELD(words)},
    {.name = "config",
     .kind = CLI_PATH,
     .of = "serve",
     .metavar = "FILE",
     .help = "settings as JSON; options and TAKHT_… in the environment overrule it",
     .otherwise = "TAKHT_CONFIG, or none",
     FIELD(config_file)},
    {.name = "listen",
     .kind = CLI_TEXT,
     .of = "load health",
     .metavar = "ADDRESS:PORT,…",
     .help =
         "where the server is; for load several that share a database, with commas between them",
     .standard = "127.0.0.1:8080",
     FIELD(server.listen)},
    {.name = "metrics",
     .kind = CLI_TEXT,
     .of = "load",
     .metavar = "ADDRESS:PORT",
     .help = "where the figures of the server are",
     .otherwise = "none",
     FIELD(server.metrics)},
    {.name = "tables",
     .kind = CLI_NUMBER,
     .of = "load",
     .metavar = "N",
     .help = "tables that play",
     .standard = "100",
     FIELD(tables),
     .low = 1,
     .high = 100000},
    {.name = "rate",
     .kind = CLI_NUMBER,
     .of = "load",
     .metavar = "R",
     .help = "moves a second, all tables together",
     .standard = "2000",
     FIELD(rate),
     .low = 1,
     .high = 1e6},
    {.name = "sockets",
     .kind = CLI_NUMBER,
     .of = "load",
     .metavar = "K",
     .help = "further sockets that are only held",
     .standard = "0",
     FIELD(sockets),
     .low = 0,
     .high = 1e6},
    {.name = "attack",
     .kind = CLI_TEXT,
     .of = "load",
     .metavar = "NAME",
     .help = "then measure again while one address does its worst: watch, undo, rest, silent, "
             "rematch or masters",
     .otherwise = "none",
     FIELD(attack)},
    {.name = "length",
     .kind = CLI_NUMBER,
     .of = "load",
     .metavar = "N",
     .help = "events that the tables have seen before",
     .standard = "0",
     .low = 0,
     .high = 2000,
     FIELD(length)},
    {.name = "rude",
     .kind = CLI_NUMBER,
     .of = "load",
     .metavar = "K",
     .help = "then measure again while so many sockets send rubbish",
     .standard = "0",
     FIELD(rude),
     .low = 0,
     .high = 10000},
    {.name = "seconds",
     .kind = CLI_REAL,
     .of = "load",
     .metavar = "X",
     .help = "how long to measure",
     .standard = "10",
     FIELD(seconds),
     .low = 0.01,
     .high = 3600},
    {.name = "chart",
     .kind = CLI_FLAG,
     .of = "analyse",
     .help = "draw the chances of all seats, turn by turn",
     FIELD(chart)},
    {.name = "json",
     .kind = CLI_FLAG,
     .of = "games bots sim arena selfplay analyse replay bench",
     .help = "print JSON",
     FIELD(json)},
    {.name = "quiet",
     .letter = 'q',
     .kind = CLI_FLAG,
     .of = "sim arena tune analyse trace puzzles",
     .help = "no progress on the terminal",
     FIELD(quiet)},
};

static const struct cli_option help_row = {
    .name = "help", .letter = 'h', .kind = CLI_HELP, .help = "print this help"};

const struct cli_option *cli_option_at(int index)
{
    return index < TK_COUNT(rows) ? &rows[index] : NULL;
}

struct tk_span cli_word_of(const char *list, char between, int index)
{
    const char *end;
    while ((end = strchr(list, between)) != NULL && index-- > 0)
        list = end + 1;
    if (end == NULL && index > 0)
        return (struct tk_span){"", 0};
    return (struct tk_span){list, end == NULL ? strlen(list) : (size_t)(end - list)};
}

static bool holds(const char *list, const char *word)
{
    struct tk_span one;
    for (int i = 0; (one = cli_word_of(list, ' ', i)).length > 0; i++)
        if (tk_span_is(one, word))
            return true;
    return false;
}

/* An option that has a short form has the same one everywhere. */
static char letter_of(const char *name)
{
    for (int i = 0; i < TK_COUNT(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].letter;
    return 0;
}

/* A setting of the server as an option: tls_cert is --tls-cert. */
static void add_setting(struct cli_options *out, const struct server_setting *setting)
{
    static const enum cli_kind kinds[] = {
        [SERVER_TEXT] = CLI_TEXT, [SERVER_NUMBER] = CLI_NUMBER, [SERVER_FLAG] = CLI_FLAG};
    char *name = out->text[out->count].name, *standard = out->text[out->count].standard;
    bool file = setting->metavar != NULL && strcmp(setting->metavar, "FILE") == 0;
    snprintf(name, sizeof out->text[0].name, "%s", setting->name);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    server_setting_standard(setting, standard, sizeof out->text[0].standard);
    out->row[out->count++] = (struct cli_option){
        .name = name,
        .letter = letter_of(name),
        .kind = file ? CLI_PATH : kinds[setting->kind],
        .metavar = setting->metavar,
        .help = setting->help,
        .otherwise = standard,
        .at = offsetof(struct cli_args, server) + setting->offset,
        .size = sizeof(int),
        .low = setting->low,
        .high = setting->high,
    };
}

void cli_options_of(const struct cli_command *command, struct cli_options *out_options)
{
    out_options->count = 0;
    for (int i = 0; i < TK_COUNT(rows); i++)
        if (holds(rows[i].of, command->name))
            out_options->row[out_options->count++] = rows[i];
    for (int i = 0; command->settings != NULL && server_settings[i].name != NULL; i++)
        if (strcmp(command->settings, "*") == 0 ||
            holds(command->settings, server_settings[i].name))
            add_setting(out_options, &server_settings[i]);
    out_options->row[out_options->count++] = help_row;
}

int cli_option_find(const struct cli_options *options, struct tk_span name)
{
    int found = -1;
    for (int i = 0; i < options->count; i++) {
        const char *full = options->row[i].name;
        if (tk_span_is(name, full))
            return i;
        if (name.length > 0 && strncmp(full, name.data, name.length) == 0)
            found = found == -1 ? i : -2;
    }
    return found;
}

bool cli_option_has_value(const struct cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind != CLI_HELP;
}

static void write_range(const struct cli_option *option, struct tk_writer *out)
{
    char text[64];
    snprintf(text, sizeof text, "%.15g to %.15g", option->low, option->high);
    tk_write_text(out, text);
}

static void write_choices(const struct cli_option *option, struct tk_writer *out)
{
    struct tk_span one;
    for (int i = 0; (one = cli_word_of(option->metavar, '|', i)).length > 0; i++) {
        tk_write_text(out, i > 0 ? " or " : "");
        tk_write(out, one.data, one.length);
    }
}

void cli_option_wanted(const struct cli_option *option, struct tk_writer *out)
{
    switch (option->kind) {
    case CLI_NUMBER:
    case CLI_REAL:
        tk_write_text(out, "a number from ");
        write_range(option, out);
        break;
    case CLI_BETWEEN:
        tk_write_text(out, "two numbers, the lower first, from ");
        write_range(option, out);
        break;
    case CLI_BUDGET:
        tk_write_text(out, "sims=N or ms=N, with a number from ");
        write_range(option, out);
        break;
    case CLI_CHOICE:
        write_choices(option, out);
        break;
    case CLI_SEED:
        tk_write_text(out, "a decimal number, 0x and up to 16 hex digits, or 64 hex digits");
        break;
    default:
        tk_write_text(out, option->metavar);
    }
}

void cli_option_about(const struct cli_option *option, struct tk_writer *out)
{
    bool range = option->kind == CLI_NUMBER || option->kind == CLI_REAL;
    tk_write_text(out, option->help);
    if (!cli_option_has_value(option))
        return;
    tk_write_text(out, " (");
    if (range)
        write_range(option, out);
    tk_write_text(out, range ? "; default: " : "default: ");
    tk_write_text(out, option->otherwise != NULL ? option->otherwise : option->standard);
    tk_write_text(out, ")");
}

void cli_option_form(const struct cli_option *option, struct tk_writer *out)
{
    if (option->letter != 0) {
        tk_write_char(out, '-');
        tk_write_char(out, option->letter);
        tk_write_text(out, ", ");
    }
    tk_write_text(out, "--");
    tk_write_text(out, option->name);
    if (!cli_option_has_value(option))
        return;
    tk_write_text(out, option->alone != NULL ? "[=" : " ");
    tk_write_text(out, option->metavar);
    tk_write_text(out, option->alone != NULL ? "]" : "");
}
