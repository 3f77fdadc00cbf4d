/* SPDX-License-Identifier: MIT */
/* The plants, from plants.csv (GL-1.1). */
#include "golestan_internal.h"

#define PLANT(text, kind, points) {text, GOLESTAN_##kind, points},
const struct golestan_plant golestan_plants[GOLESTAN_PLANTS + 1] = {
    {"none", GOLESTAN_ROSE, 0},
#include "plants.inc"
};
