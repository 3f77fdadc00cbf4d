/* SPDX-License-Identifier: MIT */
/* How bots search Kingdom Builder, and how strong its levels are. */
#include "kingdom_internal.h"

const struct tk_search kingdom_search = {
    .strategy = TK_STRATEGY_OWN_TURNS, /* three settlements in any order, and tiles between them */
    .explore = 1000,
    .sharpness = 1200,
    .reduction = 100,
    .tempo = 670, /* a leaf is looked at when a turn is over, and the next one brings as much */
    .net = {.explore = 800, .sharpness = 1000, .reduction = 100, .instinct = 500},
    .trust = {.early = 200, .late = 1200},
    .level =
        {
            {.two = 16, .four = 64, .temperature = 60},
            {.two = 16, .four = 64, .temperature = 29},
            {.two = 16, .four = 64, .temperature = 10},
            {.two = 160, .four = 640},
            {.milliseconds = 1000},
        },
};
