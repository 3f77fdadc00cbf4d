/* SPDX-License-Identifier: MIT */
/* Answers of a store, and finding them by its functions that read and wait. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "store.h"

/* For a store that is read in no time, as a file is. */
struct store_answer *answer_find(struct store *store, const struct store_question *question);

#endif
