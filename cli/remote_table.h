/* SPDX-License-Identifier: MIT */
/* A table of a server, as a session of this terminal: it follows what the server tells, and asks. */
#ifndef CLI_REMOTE_TABLE_H
#define CLI_REMOTE_TABLE_H

#include "remote.h"
#include "session.h"

enum remote_status { REMOTE_UNKNOWN, REMOTE_OPEN, REMOTE_PLAYING, REMOTE_OVER };

struct remote_seat {
    char kind[16]; /* as in the protocol: open, friend, person, bot */
    char name[TK_NAME_MAX + 1], user[48];
    bool online, away, resigned;
};

struct remote_table {
    struct remote *remote;
    struct session *s;
    char id[48], key[96];
    bool joins; /* sits down on the first free seat it may have */
    enum remote_status status;
    long long seq;
    int ply, shown_ply; /* of the table, and of the position that is shown */
    int seat;           /* ours, or TK_SPECTATOR */
    bool owner, hints, undo, has_state, connected;
    int watchers, offer;
    struct remote_seat seats[TK_SEATS_MAX];
    char clock[16];
    long long left_ms[TK_SEATS_MAX];
    int running;
    double heard; /* when the clocks were told, in seconds */
    char reason[16];
    int32_t scores[TK_SEATS_MAX];
    uint8_t ranks[TK_SEATS_MAX];
    char next[48], next_key[96];
    bool sampling, sample_again;
    double retry_at;      /* when to ask again, if the server said "too many"; or 0 */
    double pace, sampled; /* seconds between two samples, once it has said so; the last one */
    char pending[TK_MOVE_TEXT_MAX + 1]; /* a move that was sent and not answered; "" */
    int pending_ply;
    char news[512];  /* a refusal or the like, for whoever shows it; "" */
    char hint[1024]; /* lines: the best moves, when they were asked for and told */
    bool brief;      /* hints are short */
    long changes;    /* grows with everything that may be seen */
    long positions;  /* grows with every position that came */
    bool sure;       /* has said once to give up, and nothing else since */
    bool failed;     /* there is no such table: `news` says so */
};

/* Begins to watch; what is known of it comes with remote_table_step. */
void remote_table_open(struct remote_table *table, struct remote *remote, struct session *session,
                       const char *id, const char *key);
void remote_table_step(struct remote_table *table);
/* Waits for something to come, or for the file (-1: none) to be readable. True: the file is. */
bool remote_table_wait(struct remote_table *table, int file, int ms);

/* --- what a person does; refusals come as news --- */
void remote_table_move(struct remote_table *table, tk_action action);
void remote_table_do(struct remote_table *table, const char *what); /* resign, offer, away … */
void remote_table_hint(struct remote_table *table);
/* What was typed, as far as it is for the server; false: it is something else. */
bool remote_table_obey(struct remote_table *table, const struct typed *typed);
/* The table of the rematch, when somebody has asked for it. */
bool remote_table_follow(struct remote_table *table);
/* The record of a finished game goes into the file; a sentence about it. */
void remote_table_save(struct remote_table *table, const char *path, struct tk_writer *out);

/* --- what can be told --- */
bool remote_table_is_mine(const struct remote_table *table); /* it is our turn */
void remote_table_clocks(const struct remote_table *table, struct tk_writer *out); /* a line */
void remote_table_people(const struct remote_table *table, struct tk_writer *out); /* lines */
/* How it ended, or how to come back to it. */
void remote_table_farewell(const struct remote_table *table, struct tk_writer *out);
void remote_table_ending(const struct remote_table *table, struct tk_writer *out);
void remote_table_link(const struct remote_table *table, struct tk_writer *out);

#endif
