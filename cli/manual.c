/* SPDX-License-Identifier: MIT */
/* takht manual: the manual page, made of the rows of the commands and of the table of options. It
 * is committed as docs/takht.1; a test compares. */
#include "options.h"

#include <string.h>

/* Text as roff takes it: hyphens that may be copied, no line that reads as a request. */
static void put_text(FILE *out, struct tk_span text)
{
    static const struct {
        const char *plain, *roff;
    } escapes[] = {{"\\", "\\e"}, {"-", "\\-"}, {"…", "\\&..."}, {"'", "\\(aq"}};
    for (size_t i = 0; i < text.length;) {
        int e = 0;
        while (e < TK_COUNT(escapes) &&
               strncmp(text.data + i, escapes[e].plain, strlen(escapes[e].plain)) != 0)
            e++;
        if (e < TK_COUNT(escapes)) {
            fputs(escapes[e].roff, out);
            i += strlen(escapes[e].plain);
        } else {
            if (text.data[i] == '.' && i == 0)
                fputs("\\&", out);
            fputc(text.data[i++], out);
        }
    }
}

/* A sentence or a clause a line, so that a change of one is a change of one line. */
static void put_paragraph(FILE *out, struct tk_span text)
{
    size_t from = 0;
    for (size_t i = 0; i + 1 < text.length; i++) {
        if (strchr(".:;", text.data[i]) != NULL && text.data[i + 1] == ' ') {
            put_text(out, (struct tk_span){text.data + from, i + 1 - from});
            fputc('\n', out);
            from = i + 2;
        }
    }
    put_text(out, (struct tk_span){text.data + from, text.length - from});
    fputc('\n', out);
}

static void put_paragraphs(FILE *out, const char *text)
{
    for (const char *end; (end = strstr(text, "\n\n")) != NULL; text = end + 2) {
        put_paragraph(out, (struct tk_span){text, (size_t)(end - text)});
        fputs(".PP\n", out);
    }
    put_paragraph(out, tk_span_of(text));
}

static void put_lines(FILE *out, const char *lines)
{
    struct tk_span line;
    fputs(".PP\n.RS\n.nf\n", out);
    for (int i = 0; (line = cli_word_of(lines, '\n', i)).length > 0; i++) {
        put_text(out, line);
        fputc('\n', out);
    }
    fputs(".fi\n.RE\n", out);
}

/* The form of an option is bold, what it takes is not. */
static void put_option(FILE *out, const struct cli_option *option)
{
    char text[512];
    struct tk_writer about = tk_writer_over(text, sizeof text);
    fputs(".TP\n\\fB", out);
    if (option->letter != 0)
        fprintf(out, "\\-%c\\fR, \\fB", option->letter);
    fputs("\\-\\-", out);
    put_text(out, tk_span_of(option->name));
    if (cli_option_has_value(option)) {
        fprintf(out, "\\fR%s\\fI", option->alone != NULL ? "[=" : " ");
        put_text(out, tk_span_of(option->metavar));
        fputs(option->alone != NULL ? "\\fR]" : "", out);
    }
    fputs("\\fR\n", out);
    cli_option_about(option, &about);
    put_text(out, tk_span_of(tk_writer_text(&about)));
    fputc('\n', out);
}

static void put_word_rows(FILE *out, const struct cli_command *command)
{
    for (int i = 0; command->word_at != NULL && command->word_at(i) != NULL; i++) {
        const struct cli_word *word = command->word_at(i);
        fprintf(out, ".TP\n\\fB%s\\fR", word->word);
        if (word->argument != NULL)
            fprintf(out, " \\fI%s\\fR", word->argument);
        fputc('\n', out);
        put_paragraph(out, tk_span_of(word->about));
    }
}

static void put_command(FILE *out, const struct cli_command *command)
{
    struct cli_options options;
    cli_options_of(command, &options);
    fprintf(out, ".SS takht %s\n", command->name);
    put_paragraphs(out, command->about);
    put_word_rows(out, command);
    for (int i = 0; i < options.count; i++)
        put_option(out, &options.row[i]);
    put_lines(out, command->examples);
}

static void put_synopsis(FILE *out)
{
    fputs(".SH SYNOPSIS\n", out);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        if (cli_commands[i]->summary == NULL)
            continue;
        fprintf(out, ".B takht %s\n", cli_commands[i]->name);
        put_text(out, tk_span_of(cli_commands[i]->usage));
        fputs("\n.br\n", out);
    }
}

static void put_environment(FILE *out)
{
    fputs(".SH ENVIRONMENT\n", out);
    for (int i = 0; server_settings[i].name != NULL; i++) {
        char variable[64];
        server_setting_variable(&server_settings[i], variable, sizeof variable);
        fprintf(out, ".TP\n.B %s\n", variable);
        put_text(out, tk_span_of(server_settings[i].help));
        fputs(server_settings[i].kind == SERVER_FLAG ? " (true or false)\n" : "\n", out);
    }
    fputs(".TP\n.B TAKHT_CONFIG\nthe file of settings, where \\-\\-config names none\n"
          ".TP\n.B NO_COLOR\nif set, nothing is coloured\n",
          out);
}

void cli_manual_print(FILE *out)
{
    fputs(".\\\" Made by takht manual; make manual makes it anew.\n"
          ".TH TAKHT 1 \"\" \"takht " TAKHT_VERSION "\" \"Games\"\n"
          ".SH NAME\ntakht \\- kingdom games, played, studied and solved\n",
          out);
    put_synopsis(out);
    fputs(
        ".SH DESCRIPTION\n"
        "Takht holds complete rules of kingdom games.\n"
        "One can play them in the terminal, let bots play them by the thousand, check games that\n"
        "were played elsewhere, host tables for others, and measure how fast all of that is.\n"
        "Every command explains itself with\n"
        ".BR \\-\\-help .\n"
        ".SH COMMANDS\n",
        out);
    for (int i = 0; cli_commands[i] != NULL; i++)
        if (cli_commands[i]->summary != NULL)
            put_command(out, cli_commands[i]);
    put_environment(out);
    fputs(".SH EXIT STATUS\n"
          "0 if all went well; 1 if a file, a record or the output could not be used; 2 if the\n"
          "command line was wrong.\n"
          "One line on standard error says what is wrong and what would be right.\n",
          out);
}

static int run_manual(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_manual, argc, argv, &args);
    if (answer >= 0)
        return answer;
    cli_manual_print(stdout);
    return cli_output_close(&cli_manual);
}

const struct cli_command cli_manual = {
    .name = "manual",
    .usage = "",
    .about = "Prints the manual page in the language of roff; docs/takht.1 is what it printed.",
    .examples = "takht manual | man -l -",
    .run = run_manual,
};
