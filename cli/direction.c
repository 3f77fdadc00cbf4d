/* SPDX-License-Identifier: MIT */
/*
 * Who orders and shapes Persian, we or the terminal? Nothing can be asked of a terminal about this,
 * so it is known by its variables, or a person is asked once which of two lines reads well.
 */
#include "direction.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "grid.h"
#include "saves.h"

enum owner { NOBODY_KNOWS, OURS, THEIRS };

static bool is(const char *variable, const char *value)
{
    const char *set = getenv(variable);
    return set != NULL && strcmp(set, value) == 0;
}

static bool begins(const char *variable, const char *with)
{
    const char *set = getenv(variable);
    return set != NULL && strncmp(set, with, strlen(with)) == 0;
}

/* VTE 0.58 and mintty order lines, and can be told not to (BDSM of ECMA-48). */
bool direction_can_be_told(void)
{
    const char *vte = getenv("VTE_VERSION");
    bool inside = begins("TERM", "screen") || begins("TERM", "tmux");
    return !inside && ((vte != NULL && atoi(vte) >= 5800) || is("TERM_PROGRAM", "mintty"));
}

static enum owner by_variables(const struct cli_args *args, bool whole_screen)
{
    if (args->linear || !isatty(STDOUT_FILENO))
        return THEIRS; /* screen readers and programs want the text as it is spoken */
    if (begins("TERM", "screen") || begins("TERM", "tmux") || begins("TERM", "linux") ||
        begins("TERM", "xterm-kitty") || begins("TERM", "alacritty") || begins("TERM", "foot") ||
        is("TERM_PROGRAM", "WezTerm") || is("TERM_PROGRAM", "vscode"))
        return OURS;
    if (getenv("MLTERM") != NULL || is("TERM_PROGRAM", "Apple_Terminal"))
        return THEIRS;
    if (direction_can_be_told())
        return whole_screen ? OURS : THEIRS;
    return NOBODY_KNOWS;
}

/* --- the question --- */

/* The answer is kept for each kind of terminal. */
static bool answer_path(char path[SAVES_PATH])
{
    const char *term = getenv("TERM"), *program = getenv("TERM_PROGRAM");
    char name[160];
    snprintf(name, sizeof name, "bidi/%.60s-%.60s", term == NULL ? "" : term,
             program == NULL ? "" : program);
    return strchr(name + 5, '/') == NULL && saves_place(name, path);
}

static enum owner kept_answer(void)
{
    char path[SAVES_PATH];
    FILE *file = answer_path(path) ? fopen(path, "r") : NULL;
    int sign = file == NULL ? EOF : fgetc(file);
    if (file != NULL)
        fclose(file);
    return sign == '1' ? OURS : sign == '2' ? THEIRS : NOBODY_KNOWS;
}

static void keep_answer(enum owner owner)
{
    char path[SAVES_PATH];
    FILE *file = answer_path(path) ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fputc(owner == OURS ? '1' : '2', file);
    fclose(file);
}

static void print_shaped(const char *text)
{
    uint32_t points[VISUAL_MAX];
    int count = bidi_visual(tk_span_of(text), points);
    for (int i = 0; i < count; i++) {
        char bytes[4];
        fwrite(bytes, 1, (size_t)grid_encode(points[i], bytes), stdout);
    }
}

static enum owner ask(void)
{
    const char *sample = cli_words.table[CLI_WORD_BIDI_SAMPLE].text[TK_FA].one;
    char line[16];
    printf("%s\n  1. ", cli_words.table[CLI_WORD_BIDI_ASK].text[TK_EN].one);
    print_shaped(sample);
    printf("\n  2. %s\n[1] ", sample);
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL)
        return OURS;
    enum owner owner = line[0] == '2' ? THEIRS : OURS;
    keep_answer(owner);
    return owner;
}

bool direction_is_ours(const struct cli_args *args, bool whole_screen)
{
    if (args->bidi != CLI_BIDI_AUTO)
        return args->bidi == CLI_BIDI_ON;
    enum owner owner = by_variables(args, whole_screen);
    if (owner == NOBODY_KNOWS)
        owner = kept_answer();
    if (owner == NOBODY_KNOWS && args->lang == TK_FA && isatty(STDIN_FILENO))
        owner = ask();
    return owner != THEIRS;
}
