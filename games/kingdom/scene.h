/* SPDX-License-Identifier: MIT */
/*
 * What a seat has on the board, counted so that one settlement more is cheap: bots compare many moves
 * of one position, most of which add one. All is counted once without it (struct kingdom_base), and
 * then for a hex only what a settlement there changes. Hex 0 stands for none.
 */
#ifndef KINGDOM_SCENE_H
#define KINGDOM_SCENE_H

#include "kingdom_internal.h"

/* Cards that pay a settlement for what it stands beside. */
enum { KINGDOM_PAYING = 3 };

/* What is the same for all moves of a seat that are compared. */
struct kingdom_scene {
    const struct kingdom_state *s;
    int seat;
    int least_of_others; /* supply */
    int turns_of_others; /* until the first of them runs out, with the tiles that it has */
    uint8_t most_of_others[KINGDOM_PLACES]; /* settlements of one of them in a quadrant */
    bool areas, rows;                       /* a card in play pays for them */
    bool merchants, knights, lords, farmers;
    bool pays[KINGDOM_PAYING];
    union kingdom_set terrain[KINGDOM_TERRAINS], buildable, castles, landmarks;
    union kingdom_set near[KINGDOM_PAYING]; /* hexes beside the ground that pays */
    union kingdom_set others;               /* hexes that other seats hold */
    union kingdom_set open;                 /* locations with a tile for the seat */
    struct kingdom_landmarks beside;        /* for the Merchants alone */
};

/* The settlements of the seat, without the one that is added. */
struct kingdom_base {
    const struct kingdom_scene *scene;
    union kingdom_set own, beside;
    union kingdom_set unreached; /* castles that no own settlement is beside */
    int castles;                 /* the others */
    int paid[KINGDOM_PAYING];
    uint8_t in_quadrant[KINGDOM_PLACES], in_row[KINGDOM_SIZE];
    int rows, most_in_row;            /* rows with a settlement, settlements of the fullest row */
    uint8_t lords[KINGDOM_PLACES][2]; /* gold as it is, and with one settlement more */
    struct kingdom_areas areas;
};

/* Settlements that somebody who holds these tiles can build in a turn. */
int kingdom_speed(const struct kingdom_state *s, unsigned kept);
bool kingdom_in_play(const struct kingdom_state *s, int card);
void kingdom_scene_set(const struct kingdom_state *s, int seat, struct kingdom_scene *out);
void kingdom_base_count(const struct kingdom_scene *scene, union kingdom_set own,
                        struct kingdom_base *out);
/* With one settlement more: the gold of a card, of all cards and castles; castles reached. */
int kingdom_card_gold_with(const struct kingdom_base *base, int card, int hex);
int kingdom_gold_with(const struct kingdom_base *base, int hex);
int kingdom_castles_with(const struct kingdom_base *base, int hex);

#endif
