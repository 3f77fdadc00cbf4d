/* SPDX-License-Identifier: MIT */
/* What stands behind a data string, for those who copy stores. */
#ifndef SERVER_STORE_KIND_H
#define SERVER_STORE_KIND_H

#include "copy.h"

/* How a store is copied, and what that needs of the data string; NULL after having said why. */
const struct copy_kind *store_copy_kind(const char **data, char *why, size_t size);

#endif
