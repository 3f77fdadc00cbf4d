/* The bots themselves; one file each. */
#ifndef BOTS_INTERNAL_H
#define BOTS_INTERNAL_H

#include "bots.h"

bot_choose choose_random, choose_greedy, choose_mcts, choose_exec;

#endif
