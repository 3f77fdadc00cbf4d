/* SPDX-License-Identifier: MIT */
/* libtakht: rules, bots and batches of games. Only names that begin with tk_ are part of it. */
#ifndef TAKHT_LIBRARY_H
#define TAKHT_LIBRARY_H

#ifdef __cplusplus
extern "C" {
#endif

#include "batch.h" /* thousands of games at once, with numbers for moves and arrays of what is seen */
#include "table.h" /* one game, with texts for moves and JSON for positions */
#include "trees.h" /* a tree search whose judge is yours, a batch of leaves at a time */

#ifdef __cplusplus
}
#endif

#endif
