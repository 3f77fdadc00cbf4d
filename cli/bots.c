/* SPDX-License-Identifier: MIT */
/* takht bots: who can be named after --bots, and what can be set; all of it from the bots' tables. */
#include "cli.h"

#include "cli_words.h"

const char *cli_bot_about(const struct bot *bot, enum tk_lang lang)
{
    char key[BOT_NAME_MAX + 4];
    snprintf(key, sizeof key, "bot.%s", bot->name);
    int word = tk_word_find(&cli_words, tk_span_of(key));
    return word < 0 ? "" : cli_words.table[word].text[lang].one;
}

static void print_bots(enum tk_lang lang)
{
    for (int i = 0; bot_at(i) != NULL; i++)
        printf("%-11s %s\n", bot_at(i)->name, cli_bot_about(bot_at(i), lang));
    puts("exec:…      a program that speaks the bot protocol (docs/bot-protocol.md)\n");
}

static void print_settings(void)
{
    for (int i = 0; i < BOT_SETTINGS; i++) {
        char range[1024];
        struct tk_writer out = tk_writer_over(range, sizeof range);
        bot_setting_range((enum bot_setting)i, &out);
        printf("%-8s %s; otherwise %s\n         %s\n", bot_settings[i].name, tk_writer_text(&out),
               bot_settings[i].standard, bot_settings[i].help);
    }
}

static void setting_json(enum bot_setting which, struct tk_json *json)
{
    static const char *const kinds[] = {"count", "number", "yes-no", "name"};
    const struct bot_setting_about *about = &bot_settings[which];
    char range[1024];
    struct tk_writer out = tk_writer_over(range, sizeof range);
    bot_setting_range(which, &out);
    tk_json_open(json, '{');
    tk_json_put_text(json, "setting", about->name);
    tk_json_put_text(json, "kind", kinds[about->kind]);
    tk_json_put_text(json, "takes", tk_writer_text(&out));
    tk_json_put_text(json, "default", about->standard);
    tk_json_put_text(json, "help", about->help);
    tk_json_close(json, '}');
}

static void bot_json(const struct bot *bot, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "bot", bot->name);
    tk_json_key(json, "about");
    tk_json_open(json, '{');
    for (int lang = 0; lang < TK_LANG_COUNT; lang++)
        tk_json_put_text(json, tk_lang_codes[lang], cli_bot_about(bot, (enum tk_lang)lang));
    tk_json_close(json, '}');
    tk_json_close(json, '}');
}

/* One object a line: the bots, then their settings. */
static void write_json(struct tk_writer *out, const void *context)
{
    (void)context;
    for (int i = 0; bot_at(i) != NULL; i++) {
        struct tk_json json = tk_json_over(out);
        bot_json(bot_at(i), &json);
        tk_write_char(out, '\n');
    }
    for (int i = 0; i < BOT_SETTINGS; i++) {
        struct tk_json json = tk_json_over(out);
        setting_json((enum bot_setting)i, &json);
        tk_write_char(out, '\n');
    }
}

static int run_bots(int argc, char **argv)
{
    struct cli_args args;
    struct cli_text text = {0};
    int answer = cli_args_read(&cli_bots, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.json) {
        cli_text_write(&text, write_json, NULL);
        fwrite(text.data, 1, text.length, stdout);
        cli_text_clear(&text);
    } else {
        print_bots(args.lang);
        print_settings();
    }
    return cli_output_close(&cli_bots);
}

const struct cli_command cli_bots = {
    .name = "bots",
    .usage = "[--json] [--lang en|fa]",
    .summary = "the bots by name, and the settings they take",
    .about =
        "Lists who can be named after --bots. Settings follow a colon, with a plus between them; "
        "what is not said, suits the game.",
    .examples = "takht bots\n"
                "takht sim splendor --bots mcts:sims=400+explore=0.5,greedy:wins=yes --games 20\n"
                "takht bots --json              one object a line",
    .run = run_bots,
};
