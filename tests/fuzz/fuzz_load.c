/* SPDX-License-Identifier: MIT */
/* Dumps from strangers: refused, or playable. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        tk_state state;
        struct tk_json_in in = tk_json_in_over((struct tk_span){(const char *)data, size});
        if (tk_load(tk_game_at(i), state, &in) && tk_json_finish(&in))
            fuzz_play_on(tk_game_at(i), state, data, size);
    }
    return 0;
}
