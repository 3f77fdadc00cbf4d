/* The arguments of a subcommand: one table of options for all of them. */
#include "cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"
#include "lengthen.h"

int cli_fail(const struct cli_command *command, int code, const char *format, ...)
{
    va_list values;
    fprintf(stderr, "takht %s: ", command->name);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return code;
}

/* What was written on the command line, before the game is known. */
struct raw {
    struct cli_args *args;
    const char *players, *bots;
    const char *sets[CLI_SETS_MAX];
    int set_count;
};

static int bad_value(const struct raw *raw, const char *option, const char *value,
                     const char *wanted)
{
    return cli_fail(raw->args->command, CLI_USAGE, "--%s cannot be '%s'; give %s", option, value,
                    wanted);
}

static bool read_long(const char *text, long low, long high, long *out_number)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || number < low || number > high)
        return false;
    *out_number = number;
    return true;
}

static int set_players(struct raw *raw, const char *value)
{
    raw->players = value;
    return -1;
}

static int set_games(struct raw *raw, const char *value)
{
    if (!read_long(value, 1, 1000000000, &raw->args->games))
        return bad_value(raw, "games", value, "a number from 1 to 1000000000");
    return -1;
}

static int set_seed(struct raw *raw, const char *value)
{
    if (!tk_seed_read(tk_span_of(value), raw->args->seed))
        return bad_value(raw, "seed", value,
                         "a decimal number, 0x and up to 16 hex digits, or 64 hex digits");
    raw->args->has_seed = true;
    return -1;
}

static int set_set(struct raw *raw, const char *value)
{
    if (raw->set_count == CLI_SETS_MAX)
        return cli_fail(raw->args->command, CLI_USAGE, "there are too many --set");
    raw->sets[raw->set_count++] = value;
    return -1;
}

static int set_bots(struct raw *raw, const char *value)
{
    raw->bots = value != NULL ? value : bot_levels[BOT_LEVELS - 1];
    return -1;
}

static int set_threads(struct raw *raw, const char *value)
{
    long number;
    if (!read_long(value, 1, 256, &number))
        return bad_value(raw, "threads", value, "a number from 1 to 256");
    raw->args->threads = (int)number;
    return -1;
}

static int set_seat(struct raw *raw, const char *value)
{
    long number;
    if (!read_long(value, 0, TK_SEATS_MAX - 1, &number))
        return bad_value(raw, "seat", value, "a seat, counted from 0");
    raw->args->seat = (int)number;
    return -1;
}

static int set_seconds(struct raw *raw, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    if (end == value || *end != '\0' || !(seconds >= 0.01 && seconds <= 3600))
        return bad_value(raw, "seconds", value, "a number from 0.01 to 3600");
    raw->args->seconds = seconds;
    return -1;
}

static int set_lang(struct raw *raw, const char *value)
{
    int lang = tk_name_find(tk_lang_codes, TK_LANG_COUNT, tk_span_of(value));
    if (lang < 0)
        return bad_value(raw, "lang", value, "en or fa");
    raw->args->lang = (enum tk_lang)lang;
    return -1;
}

static int set_bidi(struct raw *raw, const char *value)
{
    if (strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return bad_value(raw, "bidi", value,
                         "on (we order right-to-left text) or off (the terminal does)");
    raw->args->bidi = value;
    return -1;
}

static int set_from(struct raw *raw, const char *value)
{
    raw->args->from = value;
    return -1;
}

static int set_save(struct raw *raw, const char *value)
{
    raw->args->save = value;
    return -1;
}

static int set_load(struct raw *raw, const char *value)
{
    raw->args->load = value;
    return -1;
}

static int set_json(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->json = true;
    return -1;
}

static int set_words(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->words = true;
    return -1;
}

static int set_quiet(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->quiet = true;
    return -1;
}

static int set_climb(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->climb = true;
    return -1;
}

static int set_chances(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->chances = true;
    return -1;
}

static int set_plain(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->plain = true;
    return -1;
}

static int set_ascii(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->ascii = true;
    return -1;
}

static int set_no_colour(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->no_colour = true;
    return -1;
}

static int set_sprt(struct raw *raw, const char *value)
{
    double low, high;
    char rest;
    if (sscanf(value, "%lf,%lf%c", &low, &high, &rest) != 2 || !(low < high) || low < -1000 ||
        high > 1000)
        return bad_value(raw, "sprt", value, "two Elo numbers, the lower first, such as 0,20");
    raw->args->sprt_low = low;
    raw->args->sprt_high = high;
    return -1;
}

static int set_tables(struct raw *raw, const char *value)
{
    if (!read_long(value, 1, 100000, &raw->args->tables))
        return bad_value(raw, "tables", value, "a number from 1 to 100000");
    return -1;
}

static int set_rate(struct raw *raw, const char *value)
{
    if (!read_long(value, 1, 1000000, &raw->args->rate))
        return bad_value(raw, "rate", value, "a number from 1 to 1000000");
    return -1;
}

static int set_rude(struct raw *raw, const char *value)
{
    if (!read_long(value, 0, 10000, &raw->args->rude))
        return bad_value(raw, "rude", value, "a number from 0 to 10000");
    return -1;
}

static int set_attack(struct raw *raw, const char *value)
{
    if (attack_find(value) == NULL)
        return bad_value(raw, "attack", value, attack_names);
    raw->args->attack = value;
    return -1;
}

static int set_length(struct raw *raw, const char *value)
{
    if (!read_long(value, 0, LENGTHEN_MAX, &raw->args->length))
        return bad_value(raw, "length", value, "a number from 0 to 2000");
    return -1;
}

static int set_sockets(struct raw *raw, const char *value)
{
    if (!read_long(value, 0, 1000000, &raw->args->sockets))
        return bad_value(raw, "sockets", value, "a number from 0 to 1000000");
    return -1;
}

/* Already read, before all other options. */
static int set_config(struct raw *raw, const char *value)
{
    (void)raw, (void)value;
    return -1;
}

static int set_metrics(struct raw *raw, const char *value)
{
    raw->args->server.metrics = value;
    return -1;
}

static int set_listen(struct raw *raw, const char *value)
{
    raw->args->server.listen = value;
    return -1;
}

static int set_data(struct raw *raw, const char *value)
{
    raw->args->server.data = value;
    return -1;
}

static int set_tls_cert(struct raw *raw, const char *value)
{
    raw->args->server.tls_cert = value;
    return -1;
}

static int set_tls_key(struct raw *raw, const char *value)
{
    raw->args->server.tls_key = value;
    return -1;
}

static int set_trust_proxy(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->server.trust_proxy = true;
    return -1;
}

static int set_open_limits(struct raw *raw, const char *value)
{
    (void)value;
    raw->args->server.open_limits = true;
    raw->args->server.sockets_per_address = 0;
    return -1;
}

static int set_workers(struct raw *raw, const char *value)
{
    long number;
    if (!read_long(value, 1, 64, &number))
        return bad_value(raw, "workers", value, "a number from 1 to 64");
    raw->args->server.workers = (int)number;
    return -1;
}

static const struct {
    const char *name;
    const char *value; /* what it takes, or NULL */
    const char *about;
    int (*set)(struct raw *, const char *);
} options[] = {
    {"players", "N", "number of players", set_players},
    {"games", "K", "number of games", set_games},
    {"seed", "S", "seed: a number or hex; the same seed gives the same games", set_seed},
    {"set", "OPTION=VALUE", "an option of the game (see takht games); repeatable", set_set},
    {"bots", "A,B,…", "who sits where: bots by name; in play also 'me'", set_bots},
    {"threads", "T", "threads to use; the result is the same for any number", set_threads},
    {"json", NULL, "print JSON", set_json},
    {"from", "FILE", "read deals and moves from a trace instead of playing; - is standard input",
     set_from},
    {"seat", "N", "whose view to show, from 0 (without it: a spectator's)", set_seat},
    {"seconds", "X", "how long to measure", set_seconds},
    {"lang", "en|fa", "language", set_lang},
    {"bidi", "on|off", "order and shape Persian here, or leave it to the terminal", set_bidi},
    {"save", "FILE", "keep the game, or the match, in this file as it goes", set_save},
    {"load", "FILE", "go on with the game of this record", set_load},
    {"words", NULL, "tell the game move by move in words", set_words},
    {"config", "FILE", "settings as JSON; flags and TAKHT_… in the environment overrule it",
     set_config},
    {"listen", "ADDRESS:PORT", "where to listen, or unix:PATH (127.0.0.1:8080)", set_listen},
    {"metrics", "ADDRESS:PORT", "where /metrics is; a port alone is for this machine (nowhere)",
     set_metrics},
    {"data", "FILE", "the database with all tables and users (takht.db)", set_data},
    {"tls-cert", "FILE", "certificate, for HTTPS", set_tls_cert},
    {"tls-key", "FILE", "its key", set_tls_key},
    {"trust-proxy", NULL, "believe X-Forwarded-For and -Proto of a near proxy", set_trust_proxy},
    {"workers", "N", "threads for bots and passwords (cores - 1)", set_workers},
    {"open-limits", NULL, "no limits of rates and sockets, for measuring", set_open_limits},
    {"sprt", "LOW,HIGH",
     "stop when it is proven that the first bot is HIGH Elo better, or only LOW", set_sprt},
    {"tables", "N", "tables that play (100)", set_tables},
    {"rate", "R", "moves a second, all tables together (2000)", set_rate},
    {"rude", "K", "then measure again while so many sockets send rubbish (0)", set_rude},
    {"attack", "NAME", "then measure again while one address does its worst", set_attack},
    {"length", "N", "events that the tables have seen before (0)", set_length},
    {"sockets", "K", "further sockets that are only held (0)", set_sockets},
    {"quiet", NULL, "no progress on the terminal", set_quiet},
    {"climb", NULL, "improve the weights by matches instead of fitting them", set_climb},
    {"chances", NULL, "compare the chances a bot tells with who won", set_chances},
    {"plain", NULL, "ask line by line instead of filling the screen", set_plain},
    {"ascii", NULL, "draw without Unicode", set_ascii},
    {"no-colour", NULL, "draw without colour", set_no_colour},
};

static bool takes(const struct cli_command *command, const char *name)
{
    for (int i = 0; command->options[i] != NULL; i++)
        if (strcmp(command->options[i], name) == 0)
            return true;
    return false;
}

static void print_help(const struct cli_command *command)
{
    printf("usage: takht %s %s\n\n%s\n\n", command->name, command->usage, command->help);
    for (int i = 0; i < TK_COUNT(options); i++) {
        char left[64];
        if (!takes(command, options[i].name))
            continue;
        snprintf(left, sizeof left, "--%s%s%s", options[i].name,
                 options[i].value != NULL ? " " : "",
                 options[i].value != NULL ? options[i].value : "");
        printf("  %-22s %s\n", left, options[i].about);
    }
    printf("  %-22s %s\n", "--help", "this text");
}

static int unknown_option(const struct cli_command *command, const char *word)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    for (int i = 0; command->options[i] != NULL; i++) {
        tk_write_text(&out, i > 0 ? ", --" : "--");
        tk_write_text(&out, command->options[i]);
    }
    return cli_fail(command, CLI_USAGE, "%s is no option here; there are %s", word,
                    tk_writer_text(&out));
}

/* getopt's table for this command; the value is the row of `options`, `h` is help. */
static void make_long_options(const struct cli_command *command, struct option *out)
{
    int count = 0;
    for (int i = 0; i < TK_COUNT(options); i++) {
        bool alone = command == &cli_bench && strcmp(options[i].name, "bots") == 0;
        int value = options[i].value == NULL ? no_argument
                    : alone                  ? optional_argument
                                             : required_argument;
        if (takes(command, options[i].name))
            out[count++] = (struct option){options[i].name, value, NULL, 256 + i};
    }
    out[count++] = (struct option){"help", no_argument, NULL, 'h'};
    out[count] = (struct option){NULL, 0, NULL, 0};
}

static int read_options(struct raw *raw, int argc, char **argv)
{
    struct option table[TK_COUNT(options) + 2];
    const struct cli_command *command = raw->args->command;
    make_long_options(command, table);
    opterr = 0;
    optind = 0; /* start anew: tests call this more than once */
    for (int code; (code = getopt_long(argc, argv, ":h", table, NULL)) != -1;) {
        if (code == 'h') {
            print_help(command);
            return cli_output_close(command);
        }
        if (code == ':')
            return cli_fail(command, CLI_USAGE, "%s needs a value", argv[optind - 1]);
        if (code == '?')
            return unknown_option(command, argv[optind - 1]);
        int answer = options[code - 256].set(raw, optarg);
        if (answer >= 0)
            return answer;
    }
    for (; optind < argc; optind++) {
        if (raw->args->positional_count == CLI_FILES_MAX)
            return cli_fail(command, CLI_USAGE, "there are too many arguments");
        raw->args->positional[raw->args->positional_count++] = argv[optind];
    }
    return -1;
}

static int find_game(struct raw *raw, const char *id)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    raw->args->game = tk_game_find(tk_span_of(id));
    if (raw->args->game != NULL)
        return -1;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, tk_game_at(i)->id);
    }
    return cli_fail(raw->args->command, CLI_USAGE, "'%s' is no game; there are %s", id,
                    tk_writer_text(&out));
}

static int use_players(struct raw *raw)
{
    const struct tk_game *game = raw->args->game;
    long players = game->seats_min;
    if (raw->players != NULL &&
        !read_long(raw->players, game->seats_min, game->seats_max, &players))
        return cli_fail(raw->args->command, CLI_USAGE, "%s is for %d to %d players, not for '%s'",
                        game->id, game->seats_min, game->seats_max, raw->players);
    raw->args->has_players = raw->players != NULL;
    tk_config_init(game, (int)players, &raw->args->config);
    return -1;
}

static int unknown_set(struct raw *raw, struct tk_span name)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    const struct tk_game *game = raw->args->game;
    for (int i = 0; i < game->option_count; i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, game->options[i].name);
    }
    return cli_fail(raw->args->command, CLI_USAGE, "%s has no option '%.*s'; there are %s",
                    game->id, (int)name.length, name.data, tk_writer_text(&out));
}

static int use_set(struct raw *raw, const char *text)
{
    const struct tk_game *game = raw->args->game;
    struct tk_config *config = &raw->args->config;
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return cli_fail(raw->args->command, CLI_USAGE, "--set needs OPTION=VALUE, not '%s'", text);
    struct tk_span name = {text, (size_t)(equals - text)};
    int option = tk_option_find(game, name);
    if (option < 0)
        return unknown_set(raw, name);
    if (!tk_option_parse(&game->options[option], config->players, tk_span_of(equals + 1),
                         &config->option[option])) {
        char list[512];
        struct tk_writer out = tk_writer_over(list, sizeof list);
        tk_option_allowed(&game->options[option], config->players, &out);
        return cli_fail(raw->args->command, CLI_USAGE, "%s cannot be '%s'; give %s",
                        game->options[option].name, equals + 1, tk_writer_text(&out));
    }
    return -1;
}

static int use_sets(struct raw *raw)
{
    const struct tk_game *game = raw->args->game;
    for (int i = 0; i < raw->set_count; i++) {
        int answer = use_set(raw, raw->sets[i]);
        if (answer >= 0)
            return answer;
    }
    tk_status status =
        game->rules.config_check == NULL ? TK_OK : game->rules.config_check(&raw->args->config);
    if (status != TK_OK) {
        char text[256];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        tk_status_write(&(struct tk_speaker){TK_EN, game, NULL}, status, &out);
        return cli_fail(raw->args->command, CLI_USAGE, "%s", tk_writer_text(&out));
    }
    return -1;
}

static int unknown_bot(struct raw *raw, struct tk_span name)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    for (int i = 0; bot_at(i) != NULL; i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, bot_at(i)->name);
    }
    return cli_fail(raw->args->command, CLI_USAGE, "'%.*s' is no bot; there are %s",
                    (int)name.length, name.data, tk_writer_text(&out));
}

static int use_bots(struct raw *raw)
{
    struct cli_args *args = raw->args;
    if (raw->bots == NULL)
        return -1;
    for (const char *at = raw->bots; at != NULL;) {
        const char *comma = strchr(at, ',');
        struct tk_span name = {at, comma != NULL ? (size_t)(comma - at) : strlen(at)};
        bool person = tk_span_is(name, "me") && takes(args->command, "load");
        if (args->bot_count == TK_SEATS_MAX)
            return cli_fail(args->command, CLI_USAGE, "--bots names more than %d seats",
                            TK_SEATS_MAX);
        struct bot *bot = &args->bot_room[args->bot_count];
        if (!person && !bot_parse(name, bot))
            return unknown_bot(raw, name);
        args->human_count += person;
        args->bots[args->bot_count++] = person ? NULL : bot;
        at = comma != NULL ? comma + 1 : NULL;
    }
    if (args->game != NULL && raw->players == NULL && args->bot_count >= args->game->seats_min &&
        args->bot_count <= args->game->seats_max)
        tk_config_init(args->game, args->bot_count, &args->config);
    return -1;
}

static int use_game(struct raw *raw, enum cli_subject subject)
{
    struct cli_args *args = raw->args;
    int answer = -1;
    if (args->positional_count == 0) {
        bool needed = subject == CLI_GAME && args->from == NULL && args->load == NULL;
        return needed ? cli_fail(args->command, CLI_USAGE, "name a game, for example: takht %s %s",
                                 args->command->name, tk_game_at(0)->id)
                      : use_bots(raw);
    }
    if (args->positional_count > 1)
        return cli_fail(args->command, CLI_USAGE, "'%s' is one argument too many",
                        args->positional[1]);
    if ((answer = find_game(raw, args->positional[0])) >= 0 || (answer = use_players(raw)) >= 0 ||
        (answer = use_bots(raw)) >= 0)
        return answer;
    return use_sets(raw);
}

static int use_file(struct raw *raw)
{
    struct cli_args *args = raw->args;
    if (args->positional_count == 0)
        return cli_fail(args->command, CLI_USAGE, "name a file; - is standard input");
    if (args->positional_count > 1)
        return cli_fail(args->command, CLI_USAGE, "'%s' is one argument too many",
                        args->positional[1]);
    return -1;
}

/* What the environment and a file say about the server comes before the flags, which overrule it.
 */
static int read_surroundings(struct raw *raw, int argc, char **argv)
{
    char why[512];
    const char *file = NULL;
    server_config_init(&raw->args->server);
    if (!takes(raw->args->command, "data"))
        return -1;
    for (int i = 1; takes(raw->args->command, "config") && i + 1 < argc; i++)
        if (strcmp(argv[i], "--config") == 0)
            file = argv[i + 1];
    if (!server_config_read(&raw->args->server, file, why, sizeof why))
        return cli_fail(raw->args->command, CLI_USAGE, "%s", why);
    return -1;
}

int cli_args_read(const struct cli_command *command, enum cli_subject subject, int argc,
                  char **argv, struct cli_args *out_args)
{
    struct raw raw = {.args = out_args};
    *out_args = (struct cli_args){.command = command,
                                  .games = 1,
                                  .seed = {1},
                                  .threads = 1,
                                  .seat = TK_SPECTATOR,
                                  .tables = 100};
    int answer = read_surroundings(&raw, argc, argv);
    if (answer >= 0)
        return answer;
    answer = read_options(&raw, argc, argv);
    if (answer >= 0)
        return answer;
    if (subject == CLI_FILE)
        return (answer = use_file(&raw)) >= 0 ? answer : use_bots(&raw);
    if (subject == CLI_NO_SUBJECT)
        return use_bots(&raw);
    return use_game(&raw, subject);
}
