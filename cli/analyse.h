/* SPDX-License-Identifier: MIT */
/* What takht analyse keeps of a game, for those who judge it and those who tell of it. */
#ifndef TAKHT_ANALYSE_H
#define TAKHT_ANALYSE_H

#include "cli.h"

enum { PLIES_MAX = 4096 };

struct analysis {
    const struct cli_args *args;
    struct tk_record record;
    struct report report;
    struct report_summary summary;
    struct cli_progress *progress;
    int count, players;
    bool stopped; /* by Ctrl-C: some decisions were looked at in a hurry only */
    char name[TK_SEATS_MAX][TK_NAME_MAX + 1];
    const char *names[TK_SEATS_MAX];
    tk_action action[PLIES_MAX];
    struct report_judged judged[PLIES_MAX];
    struct report_ply ply[PLIES_MAX];
    struct report_account account[TK_SEATS_MAX];
    tk_state state[PLIES_MAX + 1];
};

/* All of it in words, in the language that was asked for. */
void analyse_tell(const struct analysis *analysis);

#endif
