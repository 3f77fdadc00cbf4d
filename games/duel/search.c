/* SPDX-License-Identifier: MIT */
/* How bots search Duel, and how strong its levels are. Two play, always. */
#include "duel_internal.h"

const struct tk_search duel_search = {
    .strategy = TK_STRATEGY_STANDING,
    .explore = 400,
    .sharpness = 1000,
    .reduction = 100,
    .net = {.explore = 800, .sharpness = 1000, .reduction = 100, .instinct = 1000},
    .level =
        {
            {.two = 60, .temperature = 80, .net = {.simulations = 4, .temperature = 1000}},
            {.two = 110, .net = {.simulations = 12, .temperature = 100}},
            {.two = 600, .net = {.simulations = 120}},
            {.two = 3000, .net = {.simulations = 3000}},
            {.milliseconds = 1000},
        },
};
