/* SPDX-License-Identifier: MIT */
/* Sentences that a server sends, written out: the same as tk_phrase_write, from JSON. */
#ifndef CLI_PHRASE_H
#define CLI_PHRASE_H

#include <jansson.h>

#include "core/takht.h"

void phrase_write(const struct tk_speaker *speaker, const json_t *phrase, struct tk_writer *out);

#endif
