/* SPDX-License-Identifier: MIT */
/* All games of this build, in the order of their folders. */
#ifndef TAKHT_GAMES_H
#define TAKHT_GAMES_H

#include "core/takht.h"

/* The index-th game, or NULL after the last. */
const struct tk_game *tk_game_at(int index);
const struct tk_game *tk_game_find(struct tk_span id);

#endif
