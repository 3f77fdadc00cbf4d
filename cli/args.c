/* SPDX-License-Identifier: MIT */
/* Reads the arguments of a command as the table of options says. */
#include "options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong may be quoted from a file of a stranger. */
int cli_fail(const struct cli_command *command, int code, const char *format, ...)
{
    char text[4096];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    cli_clean(text);
    fprintf(stderr, "takht%s%s: %s\n", command == NULL ? "" : " ",
            command == NULL ? "" : command->name, text);
    return code;
}

/* What was written on the command line, before the game is known. */
struct reading {
    struct cli_args *args;
    struct cli_options options;
    struct {
        int option;
        const char *value;
    } given[CLI_OPTIONS_MAX];
    int given_count;
    const char *players, *bots;
    const char *sets[CLI_SETS_MAX];
    int set_count;
};

static const struct cli_command *command_of(const struct reading *r)
{
    return r->args->command;
}

/* --- words of the command line --- */

static int give(struct reading *r, int option, const char *value)
{
    if (r->given_count == CLI_OPTIONS_MAX)
        return cli_fail(command_of(r), CLI_USAGE, "there are too many options");
    r->given[r->given_count].option = option;
    r->given[r->given_count++].value = value;
    return -1;
}

static int unknown_option(const struct reading *r, const char *dashes, struct tk_span name)
{
    struct cli_names names;
    cli_names_of_options(&r->options, &names);
    return cli_fail_unknown(command_of(r), &names, name, "%s%.*s is no option here", dashes,
                            (int)name.length, name.data);
}

/* --name, --name=value, or --name value, for which *next is moved on. */
static int take_long(struct reading *r, char ***next)
{
    const char *word = *(*next)++, *equals = strchr(word, '=');
    struct tk_span name = {word + 2,
                           equals == NULL ? strlen(word + 2) : (size_t)(equals - word) - 2};
    int found = cli_option_find(&r->options, name);
    if (found == -2)
        return cli_fail(command_of(r), CLI_USAGE, "%s could be several options; write it in full",
                        word);
    if (found < 0)
        return unknown_option(r, "--", name);
    const struct cli_option *option = &r->options.row[found];
    if (!cli_option_has_value(option) && equals != NULL)
        return cli_fail(command_of(r), CLI_USAGE, "--%s takes no value", option->name);
    if (!cli_option_has_value(option) || equals != NULL)
        return give(r, found, equals == NULL ? "" : equals + 1);
    if (option->alone != NULL)
        return give(r, found, option->alone);
    if (**next == NULL)
        return cli_fail(command_of(r), CLI_USAGE, "--%s needs a value: %s", option->name,
                        option->metavar);
    return give(r, found, *(*next)++);
}

/* -q: none of the short forms takes a value, so that several may stand together. */
static int take_letters(struct reading *r, const char *word)
{
    int answer = -1;
    for (const char *letter = word + 1; answer < 0 && *letter != '\0'; letter++) {
        int i = 0;
        while (i < r->options.count && r->options.row[i].letter != *letter)
            i++;
        answer = i < r->options.count ? give(r, i, "")
                                      : unknown_option(r, "-", (struct tk_span){letter, 1});
    }
    return answer;
}

static int take_positional(struct reading *r, const char *word)
{
    if (r->args->positional_count == CLI_FILES_MAX)
        return cli_fail(command_of(r), CLI_USAGE, "there are too many arguments");
    r->args->positional[r->args->positional_count++] = word;
    return -1;
}

static int take_words(struct reading *r, char **next)
{
    int answer = -1;
    bool options = true; /* until -- */
    while (answer < 0 && *next != NULL) {
        const char *word = *next;
        if (options && strcmp(word, "--") == 0) {
            options = false;
            next++;
        } else if (options && word[0] == '-' && word[1] == '-') {
            answer = take_long(r, &next);
        } else if (options && word[0] == '-' && word[1] != '\0') {
            answer = take_letters(r, *next++);
        } else {
            answer = take_positional(r, *next++);
        }
    }
    return answer;
}

/* --- values --- */

static int bad_value(const struct reading *r, const struct cli_option *option, const char *value)
{
    char wanted[256];
    struct tk_writer out = tk_writer_over(wanted, sizeof wanted);
    cli_option_wanted(option, &out);
    return cli_fail(command_of(r), CLI_USAGE, "--%s cannot be '%s'; give %s", option->name, value,
                    tk_writer_text(&out));
}

static void *field_of(const struct reading *r, const struct cli_option *option)
{
    return (char *)r->args + option->at;
}

static bool read_long(const char *text, double low, double high, long *out_number)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || (double)number < low || (double)number > high)
        return false;
    *out_number = number;
    return true;
}

static int read_flag(struct reading *r, const struct cli_option *option, const char *value)
{
    (void)value;
    *(bool *)field_of(r, option) = true;
    return -1;
}

static int read_help(struct reading *r, const struct cli_option *option, const char *value)
{
    (void)option, (void)value;
    cli_help_print(command_of(r), stdout);
    return cli_output_close(command_of(r));
}

static int read_number(struct reading *r, const struct cli_option *option, const char *value)
{
    long number;
    if (!read_long(value, option->low, option->high, &number))
        return bad_value(r, option, value);
    if (option->size == sizeof(int))
        *(int *)field_of(r, option) = (int)number;
    else
        *(long *)field_of(r, option) = number;
    return -1;
}

static int read_real(struct reading *r, const struct cli_option *option, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || !(number >= option->low && number <= option->high))
        return bad_value(r, option, value);
    *(double *)field_of(r, option) = number;
    return -1;
}

static int read_between(struct reading *r, const struct cli_option *option, const char *value)
{
    struct cli_between both;
    char rest;
    if (sscanf(value, "%lf,%lf%c", &both.low, &both.high, &rest) != 2 || !(both.low < both.high) ||
        both.low < option->low || both.high > option->high)
        return bad_value(r, option, value);
    *(struct cli_between *)field_of(r, option) = both;
    return -1;
}

static int read_budget(struct reading *r, const struct cli_option *option, const char *value)
{
    struct bot_budget *budget = field_of(r, option);
    bool sims = strncmp(value, "sims=", 5) == 0, ms = strncmp(value, "ms=", 3) == 0;
    long number;
    if ((!sims && !ms) || !read_long(value + (sims ? 5 : 3), option->low, option->high, &number))
        return bad_value(r, option, value);
    *budget = (struct bot_budget){.simulations = sims ? number : 0,
                                  .seconds = ms ? (double)number / 1000 : 0};
    return -1;
}

static int read_choice(struct reading *r, const struct cli_option *option, const char *value)
{
    struct tk_span word;
    for (int i = 0; (word = cli_word_of(option->metavar, '|', i)).length > 0; i++) {
        if (tk_span_is(word, value)) {
            *(int *)field_of(r, option) = i;
            return -1;
        }
    }
    return bad_value(r, option, value);
}

static int read_text(struct reading *r, const struct cli_option *option, const char *value)
{
    *(const char **)field_of(r, option) = value;
    return -1;
}

static int read_seed(struct reading *r, const struct cli_option *option, const char *value)
{
    if (!tk_seed_read(tk_span_of(value), r->args->seed))
        return bad_value(r, option, value);
    r->args->has_seed = value != option->standard;
    return -1;
}

static int read_players(struct reading *r, const struct cli_option *option, const char *value)
{
    (void)option;
    r->players = value;
    return -1;
}

static int read_bots(struct reading *r, const struct cli_option *option, const char *value)
{
    (void)option;
    r->bots = value;
    return -1;
}

static int read_set(struct reading *r, const struct cli_option *option, const char *value)
{
    if (r->set_count == CLI_SETS_MAX)
        return cli_fail(command_of(r), CLI_USAGE, "there are too many --%s", option->name);
    r->sets[r->set_count++] = value;
    return -1;
}

static int (*const readers[CLI_KINDS])(struct reading *, const struct cli_option *,
                                       const char *) = {
    [CLI_FLAG] = read_flag,       [CLI_HELP] = read_help,       [CLI_NUMBER] = read_number,
    [CLI_REAL] = read_real,       [CLI_BETWEEN] = read_between, [CLI_CHOICE] = read_choice,
    [CLI_TEXT] = read_text,       [CLI_PATH] = read_text,       [CLI_SEED] = read_seed,
    [CLI_PLAYERS] = read_players, [CLI_BOTS] = read_bots,       [CLI_SET] = read_set,
    [CLI_BUDGET] = read_budget,
};

static int read_value(struct reading *r, int index, const char *value)
{
    const struct cli_option *option = &r->options.row[index];
    return readers[option->kind](r, option, value);
}

static int read_standards(struct reading *r)
{
    int answer = -1;
    for (int i = 0; answer < 0 && i < r->options.count; i++)
        if (r->options.row[i].standard != NULL)
            answer = read_value(r, i, r->options.row[i].standard);
    return answer;
}

/* What the environment and a file say about the server comes before the options, which overrule it. */
static int read_surroundings(struct reading *r)
{
    char why[512];
    const char *file = NULL;
    if (command_of(r)->settings == NULL)
        return -1;
    for (int i = 0; i < r->given_count; i++)
        if (strcmp(r->options.row[r->given[i].option].name, "config") == 0)
            file = r->given[i].value;
    if (!server_config_read(&r->args->server, file, why, sizeof why))
        return cli_fail(command_of(r), CLI_USAGE, "%s", why);
    return -1;
}

/* Who asks for help gets it, whatever the other values are. */
static int read_given(struct reading *r)
{
    int answer = -1;
    for (int i = 0; answer < 0 && i < r->given_count; i++)
        if (r->options.row[r->given[i].option].kind == CLI_HELP)
            answer = read_value(r, r->given[i].option, "");
    if (answer < 0)
        answer = read_surroundings(r);
    for (int i = 0; answer < 0 && i < r->given_count; i++)
        answer = read_value(r, r->given[i].option, r->given[i].value);
    return answer;
}

/* --- the game and what depends on it --- */

static int use_players(struct reading *r)
{
    const struct tk_game *game = r->args->game;
    long players = game->seats_min;
    r->args->has_players = r->players != NULL;
    if (r->players != NULL && !read_long(r->players, game->seats_min, game->seats_max, &players)) {
        char most[16] = "";
        if (game->seats_max > game->seats_min)
            snprintf(most, sizeof most, " to %d", game->seats_max);
        return cli_fail(command_of(r), CLI_USAGE, "%s is for %d%s players, not for '%s'", game->id,
                        game->seats_min, most, r->players);
    }
    tk_config_init(game, (int)players, &r->args->config);
    return -1;
}

static int bad_set(const struct reading *r, const struct tk_option *option, const char *value)
{
    char list[512];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    tk_option_allowed(option, r->args->config.players, &out);
    return cli_fail(command_of(r), CLI_USAGE, "%s cannot be '%s'; give %s", option->name, value,
                    tk_writer_text(&out));
}

static int use_set(struct reading *r, const char *text)
{
    const struct tk_game *game = r->args->game;
    struct tk_config *config = &r->args->config;
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return cli_fail(command_of(r), CLI_USAGE, "--set needs OPTION=VALUE, not '%s'", text);
    struct tk_span name = {text, (size_t)(equals - text)};
    int option = tk_option_find(game, name);
    if (option < 0) {
        struct cli_names names;
        cli_names_of_sets(game, &names);
        return cli_fail_unknown(command_of(r), &names, name, "%s has no option '%.*s'", game->id,
                                (int)name.length, name.data);
    }
    bool fits = tk_option_parse(&game->options[option], config->players, tk_span_of(equals + 1),
                                &config->option[option]);
    return fits ? -1 : bad_set(r, &game->options[option], equals + 1);
}

static int use_sets(struct reading *r)
{
    const struct tk_game *game = r->args->game;
    for (int i = 0; i < r->set_count; i++) {
        int answer = use_set(r, r->sets[i]);
        if (answer >= 0)
            return answer;
    }
    tk_status status =
        game->rules.config_check == NULL ? TK_OK : game->rules.config_check(&r->args->config);
    if (status != TK_OK) {
        char text[256];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        tk_status_write(&(struct tk_speaker){TK_EN, game, NULL}, status, &out);
        return cli_fail(command_of(r), CLI_USAGE, "%s", tk_writer_text(&out));
    }
    return -1;
}

static int unknown_bot(const struct reading *r, struct tk_span text)
{
    struct cli_names names;
    const char *colon = memchr(text.data, ':', text.length);
    struct tk_span name = {text.data, colon == NULL ? text.length : (size_t)(colon - text.data)};
    if (bot_find(name) != NULL || colon != NULL) {
        char why[1024];
        struct tk_writer out = tk_writer_over(why, sizeof why);
        bot_explain(text, &out);
        return cli_fail(command_of(r), CLI_USAGE, "%s", tk_writer_text(&out));
    }
    cli_names_of_bots(&names);
    return cli_fail_unknown(command_of(r), &names, name, "'%.*s' is no bot", (int)text.length,
                            text.data);
}

/* What a setting names may be another game's. */
static int check_bots(const struct cli_args *args)
{
    char why[512];
    struct tk_writer out = tk_writer_over(why, sizeof why);
    for (int i = 0; i < args->bot_count && args->game != NULL; i++)
        if (args->bots[i] != NULL &&
            !bot_suits(args->bots[i], args->game, args->config.players, &out))
            return cli_fail(args->command, CLI_USAGE, "%s", tk_writer_text(&out));
    return -1;
}

/* --bots casual: me against casual, where more seats than bots are needed. */
static void seat_me(const struct reading *r)
{
    struct cli_args *args = r->args;
    int seats = r->players != NULL ? args->config.players : args->game->seats_min;
    if (args->command != &cli_play || args->human_count > 0 || args->bot_count >= seats)
        return;
    for (int i = args->bot_count; i > 0; i--) {
        args->bots[i] = args->bots[i - 1];
        args->bot_text[i] = args->bot_text[i - 1];
    }
    args->bots[0] = NULL;
    args->bot_text[0] = tk_span_of("me");
    args->bot_count++;
    args->human_count++;
}

static int use_bots(struct reading *r)
{
    struct cli_args *args = r->args;
    if (r->bots == NULL)
        return -1;
    for (const char *at = r->bots; at != NULL;) {
        const char *comma = strchr(at, ',');
        struct tk_span name = {at, comma != NULL ? (size_t)(comma - at) : strlen(at)};
        bool me = tk_span_is(name, "me") && args->command == &cli_play;
        bool elsewhere = args->command == &cli_play && args->address != NULL &&
                         (tk_span_is(name, "open") || tk_span_is(name, "friend"));
        bool person = me || elsewhere;
        int most = args->command == &cli_arena ? CLI_BOTS_MAX : TK_SEATS_MAX;
        if (args->bot_count == most)
            return cli_fail(args->command, CLI_USAGE, "--bots names more than %d bots", most);
        struct bot *bot = &args->bot_room[args->bot_count];
        if (!person && !bot_parse(name, bot))
            return unknown_bot(r, name);
        args->human_count += me;
        args->bot_text[args->bot_count] = name;
        args->bots[args->bot_count++] = person ? NULL : bot;
        at = comma != NULL ? comma + 1 : NULL;
    }
    if (args->game != NULL)
        seat_me(r);
    bool one_table = !args->gauntlet && !args->round_robin;
    if (args->game != NULL && r->players == NULL && one_table &&
        args->bot_count >= args->game->seats_min && args->bot_count <= args->game->seats_max)
        tk_config_init(args->game, args->bot_count, &args->config);
    return check_bots(args);
}

static int use_game(struct reading *r)
{
    struct cli_names names;
    int answer;
    const char *id = r->args->positional[0];
    r->args->game = tk_game_find(tk_span_of(id));
    if (r->args->game == NULL) {
        cli_names_of_games(&names);
        return cli_fail_unknown(command_of(r), &names, tk_span_of(id), "'%s' is no game", id);
    }
    if ((answer = use_players(r)) >= 0 || (answer = use_bots(r)) >= 0)
        return answer;
    return use_sets(r);
}

static int no_subject(const struct reading *r)
{
    const struct cli_args *args = r->args;
    if (args->command->subject == CLI_GAME && args->from == NULL && args->load == NULL)
        return cli_fail(args->command, CLI_USAGE, "name a game, for example: takht %s %s",
                        args->command->name, tk_game_at(0)->id);
    if (args->command->subject == CLI_FILE)
        return cli_fail(args->command, CLI_USAGE, "name a file; - is standard input");
    return -1;
}

static int use_subject(struct reading *r)
{
    static const int most[] = {[CLI_GAME] = 1,
                               [CLI_GAME_OR_NONE] = 1,
                               [CLI_FILE] = 1,
                               [CLI_STORES] = 2,
                               [CLI_WORD] = CLI_FILES_MAX};
    const struct cli_args *args = r->args;
    enum cli_subject subject = args->command->subject;
    if (args->positional_count > most[subject])
        return cli_fail(args->command, CLI_USAGE, "'%s' is one argument too many",
                        args->positional[most[subject]]);
    int answer = args->positional_count == 0 ? no_subject(r) : -1;
    if (answer >= 0)
        return answer;
    bool game = subject == CLI_GAME || subject == CLI_GAME_OR_NONE;
    return game && args->positional_count > 0 ? use_game(r) : use_bots(r);
}

int cli_args_read(const struct cli_command *command, int argc, char **argv,
                  struct cli_args *out_args)
{
    struct reading r = {.args = out_args};
    *out_args = (struct cli_args){.command = command, .seat = TK_SPECTATOR};
    server_config_init(&out_args->server);
    cli_options_of(command, &r.options);
    int answer = take_words(&r, argv + (argc > 0));
    if (answer < 0)
        answer = read_standards(&r);
    if (answer < 0)
        answer = read_given(&r);
    return answer < 0 ? use_subject(&r) : answer;
}
