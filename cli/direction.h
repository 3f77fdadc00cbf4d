/* SPDX-License-Identifier: MIT */
/* Who orders and shapes right-to-left text: we, or the terminal. */
#ifndef CLI_DIRECTION_H
#define CLI_DIRECTION_H

#include "cli.h"

/* As --bidi says, or as the terminal is known, or as a person answers who is asked once. */
bool direction_is_ours(const struct cli_args *args, bool whole_screen);
/* The terminal orders text by itself, and leaves it while CSI 8 l holds. */
bool direction_can_be_told(void);

#endif
