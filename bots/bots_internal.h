/* The bots themselves; one file each. */
#ifndef BOTS_INTERNAL_H
#define BOTS_INTERNAL_H

#include "bots.h"

extern const struct bot bot_random, bot_greedy;

#endif
