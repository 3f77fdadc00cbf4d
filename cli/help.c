/* SPDX-License-Identifier: MIT */
/* The help of the commands, made of their rows and of the table of options. */
#include "options.h"

#include <string.h>

enum { WIDTH = 80, LEFT_MOST = 26 };

/* Where the word that begins at `from` ends; what stands in [brackets] stays together. */
static size_t word_end(struct tk_span text, size_t from)
{
    int depth = 0;
    for (; from < text.length && (text.data[from] != ' ' || depth > 0); from++)
        depth += (text.data[from] == '[') - (text.data[from] == ']');
    return from;
}

/* Words of one paragraph, from the column `at` on; further lines begin at `indent`. */
static void put_words(FILE *out, struct tk_span text, int indent, int at)
{
    bool first = true;
    for (size_t i = 0; i < text.length;) {
        size_t end = word_end(text, i);
        int width = tk_text_columns((struct tk_span){text.data + i, end - i});
        if (!first && at + 1 + width > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        fprintf(out, "%.*s", (int)(end - i), text.data + i);
        at += width;
        first = false;
        i = end + 1;
    }
    fputc('\n', out);
}

static void put_paragraphs(FILE *out, const char *text)
{
    for (const char *end; (end = strstr(text, "\n\n")) != NULL; text = end + 2) {
        put_words(out, (struct tk_span){text, (size_t)(end - text)}, 0, 0);
        fputc('\n', out);
    }
    put_words(out, tk_span_of(text), 0, 0);
}

/* A row of two columns; a left side that is too wide has a line of its own. */
static void put_row(FILE *out, const char *left, int width, const char *right)
{
    int columns = tk_text_columns(tk_span_of(left));
    fprintf(out, "  %s", left);
    if (columns > width)
        fprintf(out, "\n%*s", width + 4, "");
    else
        fprintf(out, "%*s", width + 2 - columns, "");
    put_words(out, tk_span_of(right), width + 4, width + 4);
}

static void option_texts(const struct cli_option *option, char form[64], char about[512])
{
    struct tk_writer left = tk_writer_over(form, 64), right = tk_writer_over(about, 512);
    cli_option_form(option, &left);
    cli_option_about(option, &right);
    (void)tk_writer_text(&left), (void)tk_writer_text(&right);
}

static void put_options(FILE *out, const struct cli_options *options)
{
    char form[64], about[512];
    int width = 0;
    for (int i = 0; i < options->count; i++) {
        option_texts(&options->row[i], form, about);
        int columns = tk_text_columns(tk_span_of(form));
        if (columns > width && columns <= LEFT_MOST)
            width = columns;
    }
    fputs("\noptions:\n", out);
    for (int i = 0; i < options->count; i++) {
        option_texts(&options->row[i], form, about);
        put_row(out, form, width, about);
    }
}

static void put_word_rows(FILE *out, const struct cli_command *command)
{
    fputs("\none of:\n", out);
    for (int i = 0; command->word_at(i) != NULL; i++) {
        const struct cli_word *word = command->word_at(i);
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", word->word, word->argument == NULL ? "" : " ",
                 word->argument == NULL ? "" : word->argument);
        put_row(out, left, 14, word->about);
    }
}

static void put_examples(FILE *out, const char *examples)
{
    struct tk_span line;
    fputs("\nexamples:\n", out);
    for (int i = 0; (line = cli_word_of(examples, '\n', i)).length > 0; i++)
        fprintf(out, "  %.*s\n", (int)line.length, line.data);
}

void cli_help_print(const struct cli_command *command, FILE *out)
{
    struct cli_options options;
    char usage[512];
    cli_options_of(command, &options);
    snprintf(usage, sizeof usage, "usage: takht %s %s", command->name, command->usage);
    put_words(out, tk_span_of(usage), 11, 0);
    fputc('\n', out);
    put_paragraphs(out, command->about);
    if (command->word_at != NULL)
        put_word_rows(out, command);
    put_options(out, &options);
    put_examples(out, command->examples);
}

void cli_help_overview(FILE *out)
{
    fputs("takht: kingdom games, played, studied and solved\n\n"
          "usage: takht COMMAND [ARGUMENTS]\n\ncommands:\n",
          out);
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            put_row(out, cli_commands[i]->name, 10, cli_commands[i]->summary);
    fputs("\nexamples:\n"
          "  takht                          a menu: choose a game, or go on with one\n"
          "  takht play splendor            sit down against a bot\n"
          "  takht sim splendor --games 1000 --bots greedy,random\n"
          "  takht COMMAND --help           more about a command, with examples\n",
          out);
}
