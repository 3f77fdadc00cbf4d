/* SPDX-License-Identifier: MIT */
/* How bots search the domino games, and how strong their levels are. */
#include "domino_internal.h"

/* Playouts go to the end of the game. */
const struct tk_search domino_king_search = {
    .strategy = TK_STRATEGY_PLAYOUTS,
    .playout = {.moves = 100, .soft = 8, .win = 0},
    .explore = 1000,
    .sharpness = 1000,
    .reduction = 100,
    /* a net knows good moves; how it will end, playing on tells better, most of all late */
    .net = {.explore = 300,
            .sharpness = 1000,
            .reduction = 100,
            .instinct = 1000,
            .mix = {.early = 450, .late = 150},
            .moves = 100},
    .pair = true,
    .trust = {.early = 1200, .late = 4600},
    .level =
        {
            {.two = 16, .four = 64, .temperature = 100},
            {.two = 16, .four = 64, .temperature = 20},
            {.two = 40, .four = 160},
            {.two = 160, .four = 640},
            {.milliseconds = 1000},
        },
};

/* clang-format off */
/* The games with a builders' board. */
#define BUILDERS .strategy = TK_STRATEGY_PLAYOUTS, \
    .playout = {.moves = 60, .soft = 20, .win = 500}, \
    .explore = 1200, .sharpness = 1500, .reduction = 100, \
    .net = {.explore = 400, .sharpness = 1000, .reduction = 100, .instinct = 1000, .moves = 60}
/* clang-format on */

const struct tk_search domino_queen_search = {
    BUILDERS,
    .trust = {.early = 200, .late = 2000},
    .level =
        {
            {.two = 6, .four = 24, .temperature = 300},
            {.two = 8, .four = 32},
            {.two = 36, .four = 80},
            {.two = 250, .four = 400},
            {.milliseconds = 1000},
        },
};

const struct tk_search domino_wedding_search = {
    BUILDERS,
    .trust = {.early = 100, .late = 1500},
    .level =
        {
            {.two = 6, .four = 24, .temperature = 300},
            {.two = 8, .four = 32},
            {.two = 36, .four = 144},
            {.two = 250, .four = 1000},
            {.milliseconds = 1000},
        },
};
