/* SPDX-License-Identifier: MIT */
/* The store on SQLite, as store.c knows it; see store.h for what each of these does. */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include "server.h"
#include "store.h"

struct store *sqlite_store_open(const char *path, void (*wake)(void *context), void *context,
                                char *why, size_t size);
bool sqlite_store_ask(const char *path, enum server_question question, const char *argument,
                      void (*row)(void *context, int columns, const char *const *values),
                      void *context, char *why, size_t size);
bool sqlite_store_command(const char *path, const char *what, const char *argument, char *why,
                          size_t size);
bool sqlite_store_backup(const char *path, const char *into, char *why, size_t size);
bool sqlite_store_check(const char *path, void (*report)(void *context, const char *sentence),
                        void *context, char *why, size_t size);

#endif
