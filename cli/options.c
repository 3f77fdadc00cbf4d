/* The table of options. Whoever adds a row has added it to parser, help, manual and completion. */
#include "options.h"

#include <string.h>

/* Where an option is stored. */
#define FIELD(name) \
    .at = offsetof(struct cli_args, name), .size = sizeof(((struct cli_args *)0)->name)

static const struct cli_option rows[] = {
    {.name = "players",
     .kind = CLI_PLAYERS,
     .of = "play sim arena tune trace",
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
     .of = "sim arena tune trace",
     .metavar = "K",
     .help = "how many games to play",
     .standard = "1",
     FIELD(games),
     .low = 1,
     .high = 1e9},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "play",
     .metavar = "A,B,…",
     .help = "who sits where: bots by name, and 'me' for a person",
     .otherwise = "me, and greedy in the other seats"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "sim",
     .metavar = "A,B,…",
     .help = "who sits where, by name; one name is for all seats",
     .standard = "random"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "arena",
     .metavar = "A,B,…",
     .help = "the bots to compare, two or more",
     .otherwise = "none: they must be named"},
    {.name = "bots",
     .kind = CLI_BOTS,
     .of = "tune",
     .metavar = "A,B,…",
     .help = "the bots that play",
     .otherwise = "mcts:sims=100, or with --climb greedy"},
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
     .of = "play sim arena tune trace bench",
     .metavar = "OPTION=VALUE",
     .help = "an option of the game, as takht games lists them; repeatable",
     .otherwise = "as takht games says"},
    {.name = "seed",
     .kind = CLI_SEED,
     .of = "play",
     .metavar = "S",
     .help = "a number or hex; the same seed deals the same game",
     .otherwise = "one from the system"},
    {.name = "seed",
     .kind = CLI_SEED,
     .of = "sim arena tune trace bench bot analyse",
     .metavar = "S",
     .help = "a number or hex; the same seed gives the same games",
     .standard = "1"},
    {.name = "threads",
     .kind = CLI_NUMBER,
     .of = "sim arena tune trace bot",
     .metavar = "T",
     .help = "threads to use; the result is the same for any number",
     .standard = "1",
     FIELD(threads),
     .low = 1,
     .high = 256},
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
    {.name = "climb",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "improve the weights by matches instead of fitting them",
     FIELD(climb)},
    {.name = "chances",
     .kind = CLI_FLAG,
     .of = "tune",
     .help = "compare the chances a bot tells with who won",
     FIELD(chances)},
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
     .otherwise = "none, or the file of --load",
     FIELD(save)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "arena",
     .metavar = "FILE",
     .help = "keep the match in this file, and go on with it",
     .otherwise = "none",
     FIELD(save)},
    {.name = "save",
     .kind = CLI_PATH,
     .of = "tune",
     .metavar = "FILE",
     .help = "write the weights to this file",
     .otherwise = "standard output",
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
     .of = "play games bots replay",
     .metavar = "en|fa",
     .help = "the language: English or Persian",
     .standard = "en",
     FIELD(lang)},
    {.name = "bidi",
     .kind = CLI_CHOICE,
     .of = "play",
     .metavar = "on|off",
     .help = "order and shape Persian here (on), or leave it to the terminal (off)",
     .standard = "on",
     FIELD(bidi)},
    {.name = "plain",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "ask line by line instead of filling the screen",
     FIELD(plain)},
    {.name = "ascii", .kind = CLI_FLAG, .of = "play", .help = "draw without Unicode", FIELD(ascii)},
    {.name = "no-colour",
     .kind = CLI_FLAG,
     .of = "play",
     .help = "draw without colour",
     FIELD(no_colour)},
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
     .of = "load",
     .metavar = "ADDRESS:PORT",
     .help = "where the server is",
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
    {.name = "json",
     .kind = CLI_FLAG,
     .of = "games bots sim arena replay bench",
     .help = "print JSON",
     FIELD(json)},
    {.name = "quiet",
     .letter = 'q',
     .kind = CLI_FLAG,
     .of = "sim arena tune trace",
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
