/* SPDX-License-Identifier: MIT */
/* Light or dark? The terminal is asked for its background (OSC 11), and believed if it answers. */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "signals.h"

enum { PATIENCE_MS = 150, ANSWER_MAX = THEME_TYPED };

/*
 * Nearly every terminal answers what it is (CSI c); so the answer to that, which comes second, says
 * that none to the first will come, and nobody waits.
 */
static void ask(char answer[ANSWER_MAX])
{
    static const char question[] = "\033]11;?\033\\\033[c";
    size_t length = 0;
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (write(STDOUT_FILENO, question, sizeof question - 1) < 0)
        return;
    while (length + 1 < ANSWER_MAX && !signals_interrupted()) {
        int ready = signals_poll(&in, 1, PATIENCE_MS);
        if (ready < 0)
            continue; /* a window that changed is no answer */
        if (ready == 0 || read(STDIN_FILENO, answer + length, 1) != 1)
            break;
        answer[++length] = '\0';
        if (answer[length - 1] == 'c' && strstr(answer, "\033[?") != NULL)
            break;
    }
}

/* "rgb:ffff/fafa/e0e0": the first two digits of each count. */
static bool is_light(const char *answer)
{
    static const int weights[] = {3, 6, 1};
    const char *at = strstr(answer, "rgb:");
    long light = 0;
    if (at == NULL)
        return false;
    at += 4;
    for (int i = 0; i < 3; i++) {
        char pair[3] = {at[0], at[0] == '\0' ? '\0' : at[1], '\0'};
        light += weights[i] * strtol(pair, NULL, 16);
        at += strcspn(at, "/");
        at += *at == '/';
    }
    return light > 10 * 128;
}

/* Takes what stands between `begin` and one of the two ends out of the text. */
static void take_out(char *text, const char *begin, const char *end, const char *other_end)
{
    char *from = strstr(text, begin);
    if (from == NULL)
        return;
    char *to = strstr(from + strlen(begin), end), *other = strstr(from + strlen(begin), other_end);
    size_t skip = strlen(end);
    if (to == NULL || (other != NULL && other < to)) {
        to = other;
        skip = strlen(other_end);
    }
    if (to != NULL)
        memmove(from, to + skip, strlen(to + skip) + 1);
}

static bool ask_terminal(char answer[ANSWER_MAX])
{
    struct termios before, quiet;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
    ask(answer);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    bool light = is_light(answer);
    take_out(answer, "\033]11;", "\033\\", "\a");
    take_out(answer, "\033[?", "c", "c");
    return light;
}

bool theme_is_light(const struct cli_args *args, char typed[THEME_TYPED])
{
    const char *known = getenv("COLORFGBG"); /* "0;15": the last number is the background */
    typed[0] = '\0';
    if (args->theme != CLI_THEME_AUTO)
        return args->theme == CLI_THEME_LIGHT;
    if (known != NULL && strrchr(known, ';') != NULL) {
        long ground = strtol(strrchr(known, ';') + 1, NULL, 10);
        return ground == 7 || ground > 8;
    }
    return ask_terminal(typed);
}
