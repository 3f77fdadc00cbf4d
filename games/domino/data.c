/* SPDX-License-Identifier: MIT */
/* Dominoes and building tiles, from queendomino.csv, kingdomino.csv and buildings.csv. */
#include "domino_internal.h"

/* QD-1.1, KD-1: row 0 is no domino. */
#define DOMINO(number, left, left_crowns, right, right_crowns) \
    [number] = {{DOMINO_##left, DOMINO_##right}, {left_crowns, right_crowns}},

const struct domino_face domino_faces[DOMINO_BOXES][DOMINO_DOMINOES + 1] = {
    [DOMINO_BOX_QUEEN] =
        {
#include "queendomino.inc"
        },
    [DOMINO_BOX_KING] =
        {
#include "kingdomino.inc"
        },
};

/* The same, eight bits a terrain: squares and crowns of many dominoes are sums of these. */
#undef DOMINO
#define DOMINO(number, left, left_crowns, right, right_crowns)                            \
    [number] = {(UINT64_C(1) << 8 * DOMINO_##left) + (UINT64_C(1) << 8 * DOMINO_##right), \
                (UINT64_C(left_crowns) << 8 * DOMINO_##left) +                            \
                    (UINT64_C(right_crowns) << 8 * DOMINO_##right)},

const struct domino_sums domino_sums[DOMINO_BOXES][DOMINO_DOMINOES + 1] = {
    [DOMINO_BOX_QUEEN] =
        {
#include "queendomino.inc"
        },
    [DOMINO_BOX_KING] =
        {
#include "kingdomino.inc"
        },
};

/* QD-2.3: row 0 is no building. Some gifts are not certain; README.md says which. */
#define BUILDING(name, text, copies, crowns, knights, towers, points, per, per_points, tax) \
    {text, copies, crowns, knights, towers, points, DOMINO_PER_##per, per_points, DOMINO_TAX_##tax},

const struct domino_building domino_buildings[DOMINO_KINDS + 1] = {
    {"none", 0, 0, 0, 0, 0, DOMINO_PER_NONE, 0, DOMINO_TAX_NONE},
#include "buildings.inc"
};
