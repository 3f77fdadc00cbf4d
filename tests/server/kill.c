/* SPDX-License-Identifier: MIT */
/*
 * Two people play while the server is killed again and again. Every move that was acknowledged must
 * be there afterwards, every game must go on to its end, and every end must be what its record
 * replays to.
 *
 *     server_kill [KILLS [TABLES]]
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/games.h"
#include "match.h"

enum { MATCHES_MAX = 64 };

static struct service service;
static struct guest players[2];
static struct match matches[MATCHES_MAX];
static int match_count, opened, kills, replayed;
static long acknowledged;

static void fail(const struct match *m, const char *what)
{
    fprintf(stderr, "table %s: %s\n", m->id, what);
    service_clean(&service);
    exit(1);
}

static void open_match(struct match *m, int index)
{
    char wish[512];
    snprintf(wish, sizeof wish,
             "{\"game\":\"%s\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
             match_game(index)->id);
    if (!guest_table(&players[0], wish, m->id, m->key))
        fail(m, "cannot be created");
    json_decref(guest_ask(&players[1], "sit",
                          json_pack("{s:s,s:i,s:s}", "table", m->id, "seat", 1, "key", m->key)));
}

/* The snapshot of the seat that is to act; NULL when nobody is. */
static json_t *actors_view(struct match *m, struct guest **out_who)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", m->id);
    for (int i = 0; i < 2; i++) {
        json_t *view = guest_rest(&players[i], "GET", path, NULL, NULL);
        const char *status = json_string_value(json_object_get(view, "status"));
        m->over = status != NULL && strcmp(status, "over") == 0;
        if (json_array_size(json_object_get(view, "legal")) > 0 || m->over) {
            *out_who = m->over ? NULL : &players[i];
            guest_whole_log(&players[i], m->id, view);
            return view;
        }
        json_decref(view);
    }
    return NULL;
}

/* What was acknowledged is there, and the log has every move. */
static void check(struct match *m, json_t *view)
{
    int ply = (int)json_integer_value(json_object_get(view, "ply"));
    const char *problem = match_problem(m, view);
    if (problem != NULL)
        fail(m, problem);
    if ((ply > 0 && match_move(view, ply - 1) == NULL) || match_move(view, ply) != NULL)
        fail(m, "the log and the number of plies differ");
}

/* One move at this table, if its turn can be found out; true if it was acknowledged. */
static bool play_one(struct match *m, struct tk_rng *rng)
{
    struct guest *who = NULL;
    json_t *view = m->over ? NULL : actors_view(m, &who);
    bool told = false;
    if (view == NULL)
        return false;
    check(m, view);
    json_t *legal = json_object_get(view, "legal");
    if (who != NULL && json_array_size(legal) > 0) {
        size_t pick = tk_rng_below(rng, (uint32_t)json_array_size(legal));
        const char *move = json_string_value(json_object_get(json_array_get(legal, pick), "move"));
        int ply = (int)json_integer_value(json_object_get(view, "ply"));
        json_t *reply = guest_ask(
            who, "move", json_pack("{s:s,s:i,s:s}", "table", m->id, "ply", ply, "move", move));
        told = json_is_true(json_object_get(reply, "ok"));
        json_decref(reply);
        if (told && ply < MATCH_MOVES) {
            if (!match_note(m, view, ply, move))
                fail(m, "the log lacks a move");
            acknowledged++;
        }
    }
    json_decref(view);
    return told;
}

static bool reconnect(void)
{
    return guest_connect(&players[0]) && guest_connect(&players[1]);
}

/* The record of a finished game must replay, and its shuffle must check. */
static void check_record(struct match *m)
{
    char path[128];
    enum { ROOM = 1024 * 1024 };
    char *text = calloc(1, ROOM);
    snprintf(path, sizeof path, "/api/v1/tables/%s/record", m->id);
    if (wire_http(&service.address, "GET", path, players[0].cookie, NULL, NULL, 0, text, ROOM) !=
        200)
        fail(m, "has no record");
    if (!match_replays(text, service.folder))
        fail(m, "its record does not replay");
    free(text);
    replayed++;
}

/* A game that has ended is looked at, and makes room for another: a server that is killed while nobody
 * plays can lose nothing. */
static void finish(struct match *m)
{
    check_record(m);
    match_clear(m);
}

static void play_some(int moves, struct tk_rng *rng)
{
    for (int i = 0; i < moves; i++)
        play_one(&matches[tk_rng_below(rng, (uint32_t)match_count)], rng);
}

static void renew(void)
{
    for (int i = 0; i < match_count; i++)
        if (matches[i].over) {
            finish(&matches[i]);
            open_match(&matches[i], opened++);
        }
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 30;
    struct tk_rng rng;
    match_count = argc > 2 ? atoi(argv[2]) : 6;
    service_chance(&rng);
    service_start(&service, "--open-limits");
    guest_arrive(&players[0], &service);
    guest_arrive(&players[1], &service);
    if (!reconnect())
        return 1;
    for (; opened < match_count; opened++)
        open_match(&matches[opened], opened);
    while (kills < wanted) {
        /* some moves, then death at a moment that nobody chose: while a move is under way */
        renew();
        play_some(5 + (int)tk_rng_below(&rng, 20), &rng);
        pid_t killer = fork();
        if (killer == 0) {
            usleep(tk_rng_below(&rng, 6000));
            kill(service.pid, 9);
            _exit(0);
        }
        play_some(12, &rng);
        waitpid(killer, NULL, 0);
        service_kill(&service);
        kills++;
        service_again(&service);
        if (!reconnect())
            return 1;
    }
    for (int i = 0; i < match_count; i++) {
        while (!matches[i].over)
            if (!play_one(&matches[i], &rng) && !matches[i].over)
                usleep(1000);
        finish(&matches[i]);
    }
    printf("%d kills, %ld acknowledged moves, all there; %d games ended and replay\n", kills,
           acknowledged, replayed);
    guest_leave(&players[0]);
    guest_leave(&players[1]);
    service_clean(&service);
    return 0;
}
