/* SPDX-License-Identifier: MIT */
/* How bots search Splendor, and how strong its levels are. */
#include "splendor_internal.h"

const struct tk_search splendor_search = {
    .strategy = TK_STRATEGY_STANDING,
    .explore = 300,
    .sharpness = 1500,
    .reduction = 100,
    .tempo = 1000, /* a standing does not tell what the next move will bring */
    .net = {.explore = 500, .sharpness = 1000, .reduction = 100, .instinct = 1000},
    .trust = {.early = 100, .late = 1000},
    .level =
        {
            {.two = 32,
             .four = 128,
             .temperature = 100,
             .net = {.simulations = 4, .temperature = 1000}},
            {.two = 90, .four = 360, .net = {.simulations = 16}},
            {.two = 600, .four = 2400, .net = {.simulations = 100}},
            {.two = 9000, .four = 15000, .net = {.simulations = 900}},
            {.milliseconds = 1000},
        },
};
