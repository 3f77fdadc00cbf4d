/* SPDX-License-Identifier: MIT */
/* The core's one public header. Games, bots, server and commands include this and nothing else. */
#ifndef TAKHT_H
#define TAKHT_H

#include "base.h"
#include "canvas.h"
#include "core_words.h"
#include "game.h"
#include "json.h"
#include "option.h"
#include "record.h"
#include "rng.h"
#include "search.h"
#include "text.h"
#include "words.h"

#endif
