/* SPDX-License-Identifier: MIT */
/* The table of options is complete, and what is made of it is, too. */
#include "unit.h"

#include <stdlib.h>

#include "cli/options.h"

/* --- the rows --- */

static const struct cli_command *command_named(struct tk_span name)
{
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (tk_span_is(name, cli_commands[i]->name))
            return cli_commands[i];
    return NULL;
}

static void rows_are_complete(void **unused)
{
    (void)unused;
    for (int i = 0; cli_option_at(i) != NULL; i++) {
        const struct cli_option *option = cli_option_at(i);
        struct tk_span of;
        assert_true(option->name != NULL && option->help != NULL);
        assert_int_equal(option->metavar != NULL, cli_option_has_value(option));
        assert_int_equal(option->standard != NULL || option->otherwise != NULL,
                         cli_option_has_value(option));
        assert_true(option->letter == 0 || !cli_option_has_value(option));
        assert_true(option->kind != CLI_NUMBER || option->size == sizeof(int) ||
                    option->size == sizeof(long));
        for (int k = 0; (of = cli_word_of(option->of, ' ', k)).length > 0; k++)
            assert_non_null(command_named(of));
    }
}

static void settings_of_the_server_are_complete(void **unused)
{
    (void)unused;
    for (int i = 0; server_settings[i].name != NULL; i++) {
        assert_non_null(server_settings[i].help);
        assert_int_equal(server_settings[i].metavar != NULL,
                         server_settings[i].kind != SERVER_FLAG);
    }
}

static void a_command_has_no_option_twice(void **unused)
{
    (void)unused;
    for (int i = 0; cli_commands[i] != NULL; i++) {
        struct cli_options options;
        cli_options_of(cli_commands[i], &options);
        for (int k = 0; k < options.count; k++) {
            for (int j = 0; j < k; j++) {
                assert_string_not_equal(options.row[k].name, options.row[j].name);
                assert_true(options.row[k].letter == 0 ||
                            options.row[k].letter != options.row[j].letter);
            }
        }
    }
}

static void languages_are_those_of_the_core(void **unused)
{
    (void)unused;
    struct cli_options options;
    cli_options_of(&cli_play, &options);
    const struct cli_option *lang = &options.row[cli_option_find(&options, tk_span_of("lang"))];
    for (int i = 0; i < TK_LANG_COUNT; i++)
        assert_true(tk_span_is(cli_word_of(lang->metavar, '|', i), tk_lang_codes[i]));
    assert_int_equal(cli_word_of(lang->metavar, '|', TK_LANG_COUNT).length, 0);
}

/* Every --word of a text that tells how to call this command is an option of it. */
static void check_words(const struct cli_command *command, struct tk_span text)
{
    struct cli_options options;
    cli_options_of(command, &options);
    for (size_t i = 0; i + 2 < text.length; i++) {
        if (strncmp(text.data + i, "--", 2) != 0 || (i > 0 && text.data[i - 1] == '-'))
            continue;
        size_t length = strspn(text.data + i + 2, "abcdefghijklmnopqrstuvwxyz-");
        int found = cli_option_find(&options, (struct tk_span){text.data + i + 2, length});
        if (found < 0)
            fail_msg("takht %s has no --%.*s", command->name, (int)length, text.data + i + 2);
    }
}

static void usage_and_examples_are_true(void **unused)
{
    (void)unused;
    for (int i = 0; cli_commands[i] != NULL; i++) {
        const struct cli_command *own = cli_commands[i];
        struct tk_span line;
        check_words(own, tk_span_of(own->usage));
        for (int k = 0; (line = cli_word_of(own->examples, '\n', k)).length > 0; k++) {
            const char *takht = strstr(line.data, "takht ");
            assert_true(takht != NULL && takht < line.data + line.length);
            const struct cli_command *command =
                command_named((struct tk_span){takht + 6, strcspn(takht + 6, " \n")});
            if (command != NULL)
                check_words(command, line);
        }
    }
}

/* --- what is made of them --- */

/* What was printed last; static, since the stream keeps the addresses. */
static char *memory;
static size_t memory_size;

static char *printed(void (*print)(FILE *out))
{
    FILE *out = open_memstream(&memory, &memory_size);
    print(out);
    fclose(out);
    return memory;
}

static char *help_of(const struct cli_command *command)
{
    FILE *out = open_memstream(&memory, &memory_size);
    cli_help_print(command, out);
    fclose(out);
    return memory;
}

/* That `words` stands between `begin` and the next `end`. */
static void check_part(const char *text, const char *begin, const char *end, const char *words)
{
    const char *from = strstr(text, begin);
    if (from == NULL) {
        fail_msg("'%s' is missing", begin);
        return;
    }
    const char *to = strstr(from + strlen(begin), end), *found = strstr(from, words);
    if (found == NULL || (to != NULL && found > to))
        fail_msg("'%s' is missing after '%s'", words, begin);
}

/* Words as help breaks them: one blank for any number of blanks and line ends. */
static void join_lines(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++)
        if ((*from != ' ' && *from != '\n') || (to > text && to[-1] != ' '))
            *to++ = *from == '\n' ? ' ' : *from;
    *to = '\0';
}

static void help_tells_every_option_with_its_default(void **unused)
{
    (void)unused;
    for (int i = 0; cli_commands[i] != NULL; i++) {
        struct cli_options options;
        char *help = help_of(cli_commands[i]);
        cli_options_of(cli_commands[i], &options);
        join_lines(help);
        for (int k = 0; k < options.count; k++) {
            char row[600];
            struct tk_writer out = tk_writer_over(row, sizeof row);
            cli_option_form(&options.row[k], &out);
            tk_write_char(&out, ' ');
            cli_option_about(&options.row[k], &out);
            assert_non_null(strstr(help, tk_writer_text(&out)));
            assert_int_equal(strstr(row, "default: ") != NULL,
                             cli_option_has_value(&options.row[k]));
        }
        free(help);
    }
}

static void help_fits_a_terminal(void **unused)
{
    (void)unused;
    for (int i = 0; cli_commands[i] != NULL; i++) {
        char *help = help_of(cli_commands[i]);
        *strstr(help, "\nexamples:") = '\0'; /* a line to be copied is as long as it is */
        for (char *save = NULL, *line = strtok_r(help, "\n", &save); line != NULL;
             line = strtok_r(NULL, "\n", &save))
            assert_true(tk_text_columns(tk_span_of(line)) <= 80);
        free(help);
    }
}

static void manual_has_every_option(void **unused)
{
    (void)unused;
    char *manual = printed(cli_manual_print);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        struct cli_options options;
        if (cli_commands[i]->summary == NULL)
            continue;
        cli_options_of(cli_commands[i], &options);
        for (int k = 0; k < options.count; k++) {
            char begin[64], words[128];
            snprintf(begin, sizeof begin, ".SS takht %s\n", cli_commands[i]->name);
            struct tk_writer out = tk_writer_over(words, sizeof words);
            tk_write_text(&out, "\\-\\-");
            for (const char *c = options.row[k].name; *c != '\0'; c++) {
                tk_write_text(&out, *c == '-' ? "\\" : "");
                tk_write_char(&out, *c);
            }
            tk_write_text(&out, "\\fR");
            (void)tk_writer_text(&out);
            check_part(manual, begin, "\n.S", words);
        }
    }
    for (int i = 0; server_settings[i].name != NULL; i++) {
        char variable[64];
        server_setting_variable(&server_settings[i], variable, sizeof variable);
        check_part(manual, ".SH ENVIRONMENT", ".SH", variable);
    }
    free(manual);
}

static void completions_have_every_option(void **unused)
{
    (void)unused;
    static const struct {
        void (*print)(FILE *out);
        const char *begin, *end, *words; /* of a command's part, with its name and the option's */
    } shells[] = {
        {cli_completion_bash, "        %s:*:-*) ", ";;", "--%s"},
        {cli_completion_zsh, "        %s)\n            _arguments", " ;;", "--%s"},
        {cli_completion_fish, "-n __takht_first -a %s ", "__takht_first", " -l %s "},
    };
    for (int shell = 0; shell < TK_COUNT(shells); shell++) {
        char *script = printed(shells[shell].print);
        for (int i = 0; cli_commands[i] != NULL; i++) {
            struct cli_options options;
            char begin[80], words[80];
            if (cli_commands[i]->summary == NULL)
                continue;
            cli_options_of(cli_commands[i], &options);
            snprintf(begin, sizeof begin, shells[shell].begin, cli_commands[i]->name);
            for (int k = 0; k < options.count; k++) {
                snprintf(words, sizeof words, shells[shell].words, options.row[k].name);
                check_part(script, begin, shells[shell].end, words);
            }
        }
        free(script);
    }
}

/* --- reading --- */

static void read_line(const struct cli_command *command, const char *line, struct cli_args *args)
{
    static char copy[256];
    char *words[32], *save = NULL;
    int count = 0;
    snprintf(copy, sizeof copy, "%s %s", command->name, line);
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save))
        words[count++] = word;
    words[count] = NULL;
    assert_int_equal(cli_args_read(command, count, words, args), -1);
}

static void values_reach_their_fields(void **unused)
{
    (void)unused;
    struct cli_args args;
    read_line(&cli_arena,
              "--games=40 splendor --sprt -5,20 -q --thr 3 --seed 0x7 --bots "
              "greedy,random,random",
              &args);
    assert_string_equal(args.game->id, "splendor");
    assert_int_equal(args.games, 40);
    assert_int_equal(args.threads, 3);
    assert_true(args.quiet && args.has_seed && args.seed[0] == 7);
    assert_true(args.sprt.low == -5 && args.sprt.high == 20);
    assert_int_equal(args.config.players, 3);
    read_line(&cli_play, "splendor --bidi off --lang fa --set target=21", &args);
    assert_int_equal(args.bidi, CLI_BIDI_OFF);
    assert_int_equal(args.lang, TK_FA);
    assert_int_equal(args.config.option[0], 21);
    read_line(&cli_replay, "-- --words", &args);
    assert_true(!args.words && strcmp(args.positional[0], "--words") == 0);
}

static void defaults_come_from_the_table(void **unused)
{
    (void)unused;
    struct cli_args args;
    read_line(&cli_sim, "splendor", &args);
    assert_true(args.games == 1 && args.threads == 1 && args.seed[0] == 1 && !args.has_seed);
    assert_string_equal(args.bots[0]->name, "random");
    read_line(&cli_bot, "", &args);
    assert_string_equal(args.bots[0]->name, "master");
    read_line(&cli_bench, "splendor", &args);
    assert_true(args.bot_count == 0 && args.seconds == 2);
    read_line(&cli_bench, "--bots splendor", &args);
    assert_string_equal(args.bots[0]->name, "master");
    read_line(&cli_load, "", &args);
    assert_string_equal(args.server.listen, "127.0.0.1:8080");
    read_line(&cli_replay, "x", &args);
    assert_int_equal(args.seat, TK_SPECTATOR);
}

static void options_overrule_the_environment_and_that_the_file(void **unused)
{
    (void)unused;
    static struct cli_args args; /* it holds texts that are never freed */
    char path[] = "/tmp/takht-config-XXXXXX", line[128];
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("{\"workers\": 3, \"idle_seconds\": 7, \"data\": \"a.db\", \"quiet\": true}", file);
    fclose(file);
    setenv("TAKHT_IDLE_SECONDS", "8", 1);
    setenv("TAKHT_LISTEN", "unix:b", 1);
    snprintf(line, sizeof line, "--listen unix:c --config=%s", path);
    read_line(&cli_serve, line, &args);
    assert_true(args.server.workers == 3 && args.server.quiet);
    assert_int_equal(args.server.idle_seconds, 8);
    assert_string_equal(args.server.listen, "unix:c");
    assert_string_equal(args.server.data, "a.db");
    unsetenv("TAKHT_IDLE_SECONDS");
    unsetenv("TAKHT_LISTEN");
    remove(path);
}

/* --- what was meant --- */

static int distance(const char *a, const char *b)
{
    return cli_distance(tk_span_of(a), tk_span_of(b));
}

static void distances_count_letters(void **unused)
{
    (void)unused;
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("", "sim"), 3);
    assert_int_equal(distance("sim", "sim"), 0);
    assert_int_equal(distance("sin", "sim"), 1);
    assert_int_equal(distance("splendr", "splendor"), 1);
    assert_int_equal(distance("seeds", "seed"), 1);
    assert_int_equal(distance("gmaes", "games"), 1);
    assert_int_equal(distance("dance", "trace"), 3);
}

static void a_mistake_finds_its_name(void **unused)
{
    (void)unused;
    struct cli_names games;
    cli_names_of_games(&games);
    assert_string_equal(cli_alike(&games, tk_span_of("splendr")), "splendor");
    assert_string_equal(cli_alike(&games, tk_span_of("seven")), "seven-wonders-duel");
    assert_string_equal(cli_alike(&games, tk_span_of("kingdomion")), "kingdomino");
    assert_null(cli_alike(&games, tk_span_of("chess")));
    assert_null(cli_alike(&games, tk_span_of("")));
}

static void every_bot_is_described(void **unused)
{
    (void)unused;
    for (int i = 0; bot_at(i) != NULL; i++)
        for (int lang = 0; lang < TK_LANG_COUNT; lang++)
            assert_string_not_equal(cli_bot_about(bot_at(i), (enum tk_lang)lang), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(settings_of_the_server_are_complete),
        cmocka_unit_test(a_command_has_no_option_twice),
        cmocka_unit_test(languages_are_those_of_the_core),
        cmocka_unit_test(usage_and_examples_are_true),
        cmocka_unit_test(help_tells_every_option_with_its_default),
        cmocka_unit_test(help_fits_a_terminal),
        cmocka_unit_test(manual_has_every_option),
        cmocka_unit_test(completions_have_every_option),
        cmocka_unit_test(values_reach_their_fields),
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(options_overrule_the_environment_and_that_the_file),
        cmocka_unit_test(distances_count_letters),
        cmocka_unit_test(a_mistake_finds_its_name),
        cmocka_unit_test(every_bot_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
