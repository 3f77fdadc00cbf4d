/* SPDX-License-Identifier: MIT */
/* What every unit test includes, in the order cmocka asks for. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"

#endif
