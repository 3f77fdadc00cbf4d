/* SPDX-License-Identifier: MIT */
/* The table of options. Whoever adds a row has added it to parser, help, manual and completion. */
#include "options.h"

#include <string.h>

/* Where an option is stored. */
#define FIELD(name) \
    .at = offsetof(struct cli_args, name), .size = sizeof(((struct cli_args *)0)->name)
#define RANGE(low_, high_) .low = (low_), .high = (high_)

/* clang-format off */
static const struct cli_option rows[] = {
    {.name = "players", .kind = CLI_PLAYERS, .metavar = "N",
     .of = "play sim arena tune selfplay dataset trace puzzles",
     .help = "how many play", .otherwise = "as many as --bots names, or the fewest"},
    {.name = "players", .kind = CLI_PLAYERS, .metavar = "N", .of = "bench",
     .help = "how many play", .otherwise = "every number, or with --json the fewest"},
    {.name = "games", .kind = CLI_NUMBER, .metavar = "K", .of = "sim tune selfplay dataset trace puzzles",
     FIELD(games), RANGE(1, 1e9),
     .help = "how many games to play", .standard = "1"},
    {.name = "games", .kind = CLI_NUMBER, .metavar = "K", .of = "arena", FIELD(games), RANGE(1, 1e9),
     .help = "how many games to play, of each two that meet; rounded up to whole deals", .standard = "1"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "play",
     .help = "who sits where: bots by name, 'me' for a person, on a server also 'open' and 'friend'",
     .otherwise = "me, and greedy in the other seats; on a server these are open"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "sim",
     .help = "who sits where, by name; one name is for all seats", .standard = "random"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "dataset",
     .help = "who sits where, by name; one name is for all seats", .standard = "mcts:sims=100"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "arena",
     .help = "the bots to compare, two or more; if they are more than seats, two meet at a time",
     .otherwise = "none: they must be named"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "tune puzzles",
     .help = "the bots that play",
     .otherwise = "mcts:sims=100; with --climb greedy, for puzzles mcts:sims=200"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "A,B,…", .of = "selfplay",
     .help = "the bot that learns, then those it meets", .standard = "mcts:sims=200"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "B", .of = "bot analyse",
     .help = "the bot that thinks", .standard = "master"},
    {.name = "bots", .kind = CLI_BOTS, .metavar = "B", .of = "bench",
     .help = "measure how fast a bot thinks; alone it is master", .otherwise = "measure the rules",
     .alone = "master"},
    {.name = "set", .kind = CLI_SET, .metavar = "OPTION=VALUE",
     .of = "play sim arena tune selfplay dataset trace bench puzzles",
     .help = "an option of the game, as takht games lists them; repeatable",
     .otherwise = "as takht games says"},
    {.name = "seed", .kind = CLI_SEED, .metavar = "S", .of = "play",
     .help = "a number or hex; the same seed deals the same game, and gives bots the same dice",
     .otherwise = "one from the system"},
    {.name = "seed", .kind = CLI_SEED, .metavar = "S",
     .of = "sim arena tune selfplay dataset trace bench bot model analyse puzzles",
     .help = "a number or hex; the same seed gives the same games", .standard = "1"},
    {.name = "threads", .kind = CLI_NUMBER, .metavar = "T",
     .of = "sim arena tune dataset trace bot analyse puzzles", FIELD(threads), RANGE(1, 256),
     .help = "threads to use; the result is the same for any number", .standard = "1"},
    {.name = "threads", .kind = CLI_NUMBER, .metavar = "T", .of = "selfplay", FIELD(threads),
     RANGE(1, BOT_THREADS_MAX),
     .help = "threads to use", .otherwise = "as many as there are cores"},
    {.name = "rivals", .kind = CLI_REAL, .metavar = "X", .of = "selfplay", FIELD(rivals), RANGE(0, 1),
     .help = "share of the games with the other bots", .standard = "0.35"},
    {.name = "noise", .kind = CLI_REAL, .metavar = "X", .of = "selfplay dataset", FIELD(noise), RANGE(0, 1),
     .help = "share of chance in what is tried first", .standard = "0.25"},
    {.name = "seconds", .kind = CLI_REAL, .metavar = "X", .of = "selfplay", FIELD(seconds), RANGE(0.01, 1e6),
     .help = "no game begins after so long", .otherwise = "play all games"},
    {.name = "seconds", .kind = CLI_REAL, .metavar = "X", .of = "bench", FIELD(seconds), RANGE(0.01, 3600),
     .help = "how long to measure", .standard = "2"},
    {.name = "sprt", .kind = CLI_BETWEEN, .metavar = "LOW,HIGH", .of = "arena", FIELD(sprt), RANGE(-1000, 1000),
     .help = "stop when it is proven that the first bot is HIGH Elo better, or only LOW",
     .otherwise = "play all games"},
    {.name = "round-robin", .kind = CLI_FLAG, .of = "arena", FIELD(round_robin),
     .help = "each bot against each, two at a table"},
    {.name = "gauntlet", .kind = CLI_FLAG, .of = "arena", FIELD(gauntlet),
     .help = "the first bot against each of the others, two at a table"},
    {.name = "forfeit", .kind = CLI_FLAG, .of = "sim arena", FIELD(forfeit),
     .help = "a bot that fails loses that game, and the others go on"},
    {.name = "budget", .kind = CLI_BUDGET, .metavar = "sims=N|ms=N", .of = "sim arena tune analyse puzzles",
     FIELD(budget), RANGE(1, 1e9),
     .help = "what a decision may cost a bot that names no budget, also a program",
     .otherwise = "that of the level, and programs decide themselves"},
    {.name = "patience", .kind = CLI_REAL, .metavar = "X", .of = "play sim arena tune analyse puzzles",
     FIELD(patience), RANGE(0.1, 86400),
     .help = "seconds that a program may be silent before it has failed", .standard = "60"},
    {.name = "records", .kind = CLI_PATH, .metavar = "DIR", .of = "sim arena", FIELD(records),
     .help = "write every game as a record into this folder", .otherwise = "none"},
    {.name = "csv", .kind = CLI_PATH, .metavar = "FILE", .of = "arena", FIELD(csv),
     .help = "write a row for every game into this file", .otherwise = "none"},
    {.name = "resume", .kind = CLI_PATH, .metavar = "FILE", .of = "arena", FIELD(save),
     .help = "keep the match in this file, and go on with what is in it", .otherwise = "none"},
    {.name = "climb", .kind = CLI_FLAG, .of = "tune", FIELD(climb),
     .help = "improve the weights by matches instead of fitting them"},
    {.name = "compare", .kind = CLI_FLAG, .of = "tune", FIELD(compare),
     .help = "fit the weights to how pairs of moves end that are played out"},
    {.name = "chances", .kind = CLI_FLAG, .of = "tune", FIELD(chances),
     .help = "compare the chances a bot tells with who won"},
    {.name = "luck", .kind = CLI_FLAG, .of = "tune", FIELD(luck),
     .help = "tell the mean luck of every seat"},
    {.name = "from", .kind = CLI_PATH, .metavar = "FILE", .of = "trace", FIELD(from),
     .help = "read deals and moves from a trace instead of playing; - is standard input", .otherwise = "play"},
    {.name = "save", .kind = CLI_PATH, .metavar = "FILE", .of = "play", FIELD(save),
     .help = "keep the game in this file after every move",
     .otherwise = "the file of --load, or one that takht play offers later"},
    {.name = "save", .kind = CLI_PATH, .metavar = "FILE", .of = "arena", FIELD(save),
     .help = "the same as --resume", .otherwise = "none"},
    {.name = "save", .kind = CLI_PATH, .metavar = "FILE", .of = "tune", FIELD(save),
     .help = "write the weights to this file", .otherwise = "standard output"},
    {.name = "force", .kind = CLI_FLAG, .of = "play backup", FIELD(force),
     .help = "replace the file if it exists"},
    {.name = "save", .kind = CLI_PATH, .metavar = "FILE", .of = "selfplay dataset", FIELD(save),
     .help = "where the positions go", .otherwise = "none: it must be named"},
    {.name = "load", .kind = CLI_PATH, .metavar = "FILE", .of = "play", FIELD(load),
     .help = "go on with the game of this record", .otherwise = "a new game"},
    {.name = "lang", .kind = CLI_CHOICE, .metavar = "en|fa", .of = "play games bots analyse replay",
     FIELD(lang),
     .help = "the language: English or Persian", .standard = "en"},
    {.name = "bidi", .kind = CLI_CHOICE, .metavar = "auto|on|off", .of = "play", FIELD(bidi),
     .help = "order and shape Persian here (on), or leave it to the terminal (off); auto knows many terminals and asks once about others",
     .standard = "auto"},
    {.name = "plain", .kind = CLI_FLAG, .of = "play", FIELD(plain),
     .help = "ask line by line instead of filling the screen"},
    {.name = "linear", .kind = CLI_FLAG, .of = "play", FIELD(linear),
     .help = "for screen readers: no picture of the table, every change a sentence"},
    {.name = "server", .kind = CLI_TEXT, .metavar = "ADDRESS", .of = "play", FIELD(address),
     .help = "play on a server: HOST:PORT, https://HOST, or the link of a table",
     .otherwise = "a game in this terminal alone"},
    {.name = "table", .kind = CLI_TEXT, .metavar = "ID", .of = "play", FIELD(table),
     .help = "the table of the server to sit down at, or to watch",
     .otherwise = "choose one, or with a game make a new one"},
    {.name = "name", .kind = CLI_TEXT, .metavar = "NAME", .of = "play", FIELD(name),
     .help = "who signs in at the server; the password is asked for, or read from TAKHT_PASSWORD",
     .otherwise = "who signed in there last, or a guest"},
    {.name = "theme", .kind = CLI_CHOICE, .metavar = "auto|dark|light", .of = "play", FIELD(theme),
     .help = "colours for a dark or a light background; auto asks the terminal", .standard = "auto"},
    {.name = "ascii", .kind = CLI_FLAG, .of = "play", FIELD(ascii),
     .help = "draw without Unicode"},
    {.name = "no-colour", .kind = CLI_FLAG, .of = "play", FIELD(no_colour),
     .help = "draw without colour"},
    {.name = "quick", .kind = CLI_FLAG, .of = "play", FIELD(quick),
     .help = "no pause after the move of a bot"},
    {.name = "no-mouse", .kind = CLI_FLAG, .of = "play", FIELD(no_mouse),
     .help = "leave the mouse to the terminal, to mark and copy"},
    {.name = "seat", .kind = CLI_NUMBER, .metavar = "N", .of = "replay", FIELD(seat),
     RANGE(0, TK_SEATS_MAX - 1),
     .help = "whose view --json shows, counted from 0", .otherwise = "a spectator's"},
    {.name = "words", .kind = CLI_FLAG, .of = "replay", FIELD(words),
     .help = "tell the game move by move in words"},
    {.name = "config", .kind = CLI_PATH, .metavar = "FILE", .of = "serve", FIELD(config_file),
     .help = "settings as JSON; options and TAKHT_… in the environment overrule it",
     .otherwise = "TAKHT_CONFIG, or none"},
    {.name = "listen", .kind = CLI_TEXT, .metavar = "ADDRESS:PORT,…", .of = "load", FIELD(server.listen),
     .help = "where the server is; several that share a database with commas between them",
     .standard = "127.0.0.1:8080"},
    {.name = "listen", .kind = CLI_TEXT, .metavar = "ADDRESS:PORT", .of = "health", FIELD(server.listen),
     .help = "where the server is; a port alone is on this machine, unix:PATH a socket in the file system",
     .standard = "127.0.0.1:8080"},
    {.name = "metrics", .kind = CLI_TEXT, .metavar = "ADDRESS:PORT", .of = "load", FIELD(server.metrics),
     .help = "where the figures of the server are", .otherwise = "none"},
    {.name = "tables", .kind = CLI_NUMBER, .metavar = "N", .of = "load", FIELD(tables), RANGE(1, 100000),
     .help = "tables that play", .standard = "100"},
    {.name = "rate", .kind = CLI_NUMBER, .metavar = "R", .of = "load", FIELD(rate), RANGE(1, 1e6),
     .help = "moves a second, all tables together", .standard = "2000"},
    {.name = "sockets", .kind = CLI_NUMBER, .metavar = "K", .of = "load", FIELD(sockets), RANGE(0, 1e6),
     .help = "further sockets that are only held", .standard = "0"},
    {.name = "attack", .kind = CLI_TEXT, .metavar = "NAME", .of = "load", FIELD(attack),
     .help = "then measure again while one address does its worst: watch, undo, rest, silent, rematch or masters",
     .otherwise = "none"},
    {.name = "length", .kind = CLI_NUMBER, .metavar = "N", .of = "load", FIELD(length), RANGE(0, 2000),
     .help = "events that the tables have seen before", .standard = "0"},
    {.name = "rude", .kind = CLI_NUMBER, .metavar = "K", .of = "load", FIELD(rude), RANGE(0, 10000),
     .help = "then measure again while so many sockets send rubbish", .standard = "0"},
    {.name = "seconds", .kind = CLI_REAL, .metavar = "X", .of = "load", FIELD(seconds), RANGE(0.01, 3600),
     .help = "how long to measure", .standard = "10"},
    {.name = "chart", .kind = CLI_FLAG, .of = "analyse", FIELD(chart),
     .help = "draw the chances of all seats, turn by turn"},
    {.name = "json", .kind = CLI_FLAG, .of = "games bots sim arena selfplay analyse replay bench", FIELD(json),
     .help = "print JSON"},
    {.name = "quiet", .letter = 'q', .kind = CLI_FLAG, .of = "sim arena tune analyse trace puzzles",
     FIELD(quiet),
     .help = "no progress on the terminal"},
};
/* clang-format on */

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
