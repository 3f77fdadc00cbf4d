/* SPDX-License-Identifier: MIT */
/* The store on PostgreSQL, as store.c knows it; see store.h for what each of these does. */
#ifndef SERVER_STORE_POSTGRES_H
#define SERVER_STORE_POSTGRES_H

#include "server.h"
#include "store.h"

struct store *postgres_store_open(const char *data, void (*wake)(void *context), void *context,
                                  char *why, size_t size);
bool postgres_store_ask(const char *data, enum server_question question, const char *argument,
                        void (*row)(void *context, int columns, const char *const *values),
                        void *context, char *why, size_t size);
bool postgres_store_command(const char *data, const char *what, const char *argument, char *why,
                            size_t size);
bool postgres_store_backup(const char *data, const char *into, char *why, size_t size);
bool postgres_store_check(const char *data, void (*report)(void *context, const char *sentence),
                          void *context, char *why, size_t size);

#endif
