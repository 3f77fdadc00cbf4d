/* SPDX-License-Identifier: MIT */
/* Records from strangers. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tk_record record;
    tk_state state;
    tk_action action;
    if (!tk_record_open(&record, (struct tk_span){(const char *)data, size}, tk_game_find) ||
        !tk_record_start(&record, state)) {
        if (record.problem == NULL)
            abort();
        tk_record_problem_line(&record);
        return 0;
    }
    while (tk_record_next(&record, state, &action))
        record.game->rules.apply(state, action);
    if (record.problem == NULL)
        tk_record_finish(&record, state);
    if (record.problem == NULL)
        fuzz_play_on(record.game, state, data, size);
    return 0;
}
