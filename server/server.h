/* SPDX-License-Identifier: MIT */
/* takht serve: one program that hosts tables. */
#ifndef TAKHT_SERVER_H
#define TAKHT_SERVER_H

#include <stdbool.h>
#include <stddef.h>

struct server_config {
    const char *listen;  /* ADDRESS:PORT, unix:PATH or systemd */
    const char *metrics; /* ADDRESS:PORT for figures, or PORT of this machine alone; NULL: none */
    const char *data;    /* the file of the store */
    const char *tls_cert, *tls_key;
    bool trust_proxy;
    const char *proxies; /* addresses and networks of proxies that are not near, or NULL */
    int workers;         /* threads for bots and passwords */
    int think;           /* 0: bots are left to other nodes (takht worker) */
    int sockets_per_address;
    int connections,
        connections_per_address; /* of any kind; 0: all that the system has, no limit */
    int idle_seconds, request_seconds, unread_seconds;
    bool quiet;       /* no log lines */
    bool open_limits; /* no rates, for measuring */
    bool same_deals;  /* the same shares give the same game, for tests */
    bool worker;      /* thinks for other nodes, and listens to nobody */
};

/*
 * What can be set, a row each, ended by one without a name. A row is all there is to say: the name
 * is the key in the file, TAKHT_ and capitals in the environment, and with hyphens the option of
 * the command.
 */
enum server_kind { SERVER_TEXT, SERVER_NUMBER, SERVER_FLAG }; /* const char *, int, bool */
struct server_setting {
    const char *name;
    enum server_kind kind;
    size_t offset; /* in struct server_config */
    int low, high; /* of a number */
    const char *metavar, *help;
    const char *standard; /* the default in words, where the value itself would not tell */
};
extern const struct server_setting server_settings[];
/* The name of a setting in the environment. */
void server_setting_variable(const struct server_setting *setting, char *out, size_t size);
/* Its default as people read it. */
void server_setting_standard(const struct server_setting *setting, char *out, size_t size);

void server_config_init(struct server_config *config);
/* Adds what the file (or TAKHT_CONFIG) and the environment say. False after having written why. */
bool server_config_read(struct server_config *config, const char *file, char *why, size_t size);
/* Runs until SIGINT or SIGTERM; an exit code. `announce` gets the address once it is listened on. */
int server_run(const struct server_config *config, void (*announce)(const char *address));

/* Can several servers have this data open at the same time? */
bool server_data_is_shared(const char *data);

/* --- for hosts, on data that a server may have open; false after having written why --- */

enum server_question {
    SERVER_ASK_COUNTS,
    SERVER_ASK_TABLES,
    SERVER_ASK_TABLE, /* with an id */
    SERVER_ASK_USERS,
    SERVER_ASK_USER, /* the id of whoever has this id, or this name and a password */
};
bool server_ask(const char *data, enum server_question question, const char *argument,
                void (*row)(void *context, int columns, const char *const *values), void *context,
                char *why, size_t size);
bool server_command(const char *data, const char *what, const char *argument, char *why,
                    size_t size);
/* Was the page there when this was built? */
bool server_has_page(void);
/* A copy as of one moment; finishes also while a server writes. Refuses to overwrite a file. */
bool server_backup(const char *data, const char *into, char *why, size_t size);
/* May a copy take the place of what is there? Not of the data itself, of what a server has open, or of no file. */
bool server_may_replace(const char *data, const char *into, char *why, size_t size);
/*
 * Copies all data into a store that is empty, and compares them; `report` gets every table with the
 * number of its rows. No server may have either open.
 */
bool server_copy(const char *from, const char *to,
                 void (*report)(void *context, const char *table, long rows), void *context,
                 char *why, size_t size);
/* Looks at everything. `report` gets a sentence for each thing found wrong. */
bool server_check(const char *data, void (*report)(void *context, const char *sentence),
                  void *context, char *why, size_t size);

#endif
