/* SPDX-License-Identifier: MIT */
/* How bots search Golestan, and how strong its levels are. */
#include "golestan_internal.h"

const struct tk_search golestan_search = {
    .strategy = TK_STRATEGY_STANDING,
    .explore = 500,
    .sharpness = 1000,
    .reduction = 100,
    .tempo = 0,
    .trust = {.early = 500, .late = 1000},
    .level =
        {
            {.two = 16, .four = 32, .temperature = 200},
            {.two = 50, .four = 100},
            {.two = 300, .four = 600},
            {.two = 2000, .four = 4000},
            {.milliseconds = 1000},
        },
};
