/* SPDX-License-Identifier: MIT */
/* What one address can do to a server: each attack is a row and a function that goes on until its
 * time is over. */
#include "attack.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

enum { PAUSE_US = 1000, HEAD_MAX = 4096 };
static const double COMING_BACK = 0.05; /* seconds until one who was thrown out comes back */

/* --- attackers --- */

struct attacker {
    struct attack *attack;
    struct wire wire;
    char cookie[160], table[32], move[96];
    double back;  /* when one who was thrown out comes back */
    bool greeted; /* has said hello */
    double waits; /* for a reply, at most until then */
    int turn, ply;
};

static void say(struct attacker *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct attacker *a, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    wire_send(&a->wire, text, (size_t)length);
    a->attack->counts->tried++;
}

static void text_after(const char *text, const char *key, char *out, size_t size)
{
    const char *at = strstr(text, key);
    if (at != NULL)
        snprintf(out, size, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
}

static int ask(struct attacker *a, const char *method, const char *path, const char *body,
               char *out, size_t size)
{
    struct attack_counts *counts = a->attack->counts;
    bool stranger = a->cookie[0] == '\0';
    int status = wire_http(&a->attack->from, method, path, stranger ? NULL : a->cookie, body,
                           stranger ? a->cookie : NULL, stranger ? sizeof a->cookie : 0, out, size);
    counts->tried++;
    counts->connections++;
    counts->served += status / 100 == 2;
    counts->refused += status == 429 || status == 409;
    return status;
}

static bool arrive(struct attacker *a, struct attack *attack)
{
    *a = (struct attacker){.attack = attack, .wire = {.fd = -1}};
    return ask(a, "GET", "/api/v1/me", NULL, NULL, 0) == 200;
}

static bool create(struct attacker *a, const char *wish)
{
    char answer[512] = "";
    if (ask(a, "POST", "/api/v1/tables", wish, answer, sizeof answer) != 201)
        return false;
    text_after(answer, "\"table\":\"", a->table, sizeof a->table);
    return true;
}

static void hear(void *context, const char *text, size_t length)
{
    struct attacker *a = context;
    char head[HEAD_MAX];
    size_t copied = length < sizeof head - 1 ? length : sizeof head - 1;
    memcpy(head, text, copied);
    head[copied] = '\0';
    if (strncmp(head, "{\"t\":\"reply\"", 12) != 0)
        return;
    a->waits = 0;
    bool fine = strstr(head, "\"ok\":true") != NULL;
    a->attack->counts->served += fine;
    a->attack->counts->refused += !fine;
    text_after(head, "\"next\":\"", a->table, sizeof a->table); /* of a rematch */
}

/* True once the socket is open and has said hello; one that was dropped comes back. */
static bool is_open(struct attacker *a)
{
    if (a->wire.fd >= 0 && !wire_step(&a->wire, hear, a)) {
        wire_close(&a->wire);
        a->back = cli_seconds() + COMING_BACK;
    }
    if (a->wire.fd < 0) {
        a->greeted = false;
        a->waits = 0;
        if (cli_seconds() >= a->back && wire_connect(&a->wire, &a->attack->from, a->cookie, NULL))
            a->attack->counts->connections++;
        return false;
    }
    if (a->wire.open && !a->greeted) {
        a->greeted = true;
        say(a, "{\"t\":\"hello\",\"n\":0,\"v\":1}");
    }
    return a->wire.open;
}

/* A flood is not answered to its end, so nobody waits for long. */
static bool still_waits(struct attacker *a)
{
    double now = cli_seconds();
    if (now < a->waits)
        return true;
    a->waits = now + 0.2;
    return false;
}

/* All sockets of one user, each doing the same whenever it can, until the time is over. */
static void crowd(const struct attacker *one, double until, void (*act)(struct attacker *))
{
    long count = one->attack->sockets;
    struct attacker *all = calloc((size_t)count, sizeof *all);
    for (long i = 0; all != NULL && i < count; i++) {
        all[i] = *one;
        all[i].turn = (int)i;
    }
    while (all != NULL && cli_seconds() < until) {
        for (long i = 0; i < count; i++)
            if (is_open(&all[i]))
                act(&all[i]);
        usleep(PAUSE_US);
    }
    free(all);
}

/* --- the attacks --- */

#define BOT(level) "{\"kind\":\"bot\",\"level\":\"" level "\"}"

static void watch_again(struct attacker *a)
{
    say(a, "{\"t\":\"watch\",\"n\":1,\"table\":\"%s\"}", a->table);
}

/* A long game of quick bots, and then everybody looks at it, again and again. */
static void run_watch(struct attack *attack, double until)
{
    struct attacker a;
    if (arrive(&a, attack) &&
        create(&a, "{\"game\":\"kingdom-builder\",\"players\":4,\"quick\":true,\"seats\":[" BOT(
                       "random") "," BOT("random") "," BOT("random") "," BOT("random") "]}"))
        crowd(&a, until, watch_again);
}

/* Every socket moves, and takes back whatever any of them moved. */
static void move_and_undo(struct attacker *a)
{
    if (still_waits(a))
        return;
    if (a->turn++ % 2 == 0)
        say(a, "{\"t\":\"move\",\"n\":1,\"table\":\"%s\",\"ply\":0,\"move\":\"take wug\"}",
            a->table);
    else
        say(a, "{\"t\":\"undo\",\"n\":1,\"table\":\"%s\",\"ply\":1}", a->table);
}

static void run_undo(struct attack *attack, double until)
{
    struct attacker a;
    if (arrive(&a, attack) &&
        create(&a, "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},\"seats\":[{"
                   "\"kind\":\"me\"}," BOT("random") "]}"))
        crowd(&a, until, move_and_undo);
}

static void run_rest(struct attack *attack, double until)
{
    static const char *const paths[] = {
        "/api/v1/tables?list=open",
        "/api/v1/tables?list=live",
        "/api/v1/tables?list=mine",
        "/api/v1/me/export",
        "/api/v1/games",
        "",
    };
    struct attacker a;
    char table[64];
    if (!arrive(&a, attack))
        return;
    create(&a, "{\"game\":\"kingdom-builder\",\"players\":2,\"quick\":true,\"seats\":[" BOT(
                   "random") "," BOT("random") "]}");
    snprintf(table, sizeof table, "/api/v1/tables/%s", a.table);
    for (size_t i = 0; cli_seconds() < until; i = (i + 1) % TK_COUNT(paths))
        ask(&a, "GET", paths[i][0] == '\0' ? table : paths[i], NULL, NULL, 0);
}

/* Connections that say nothing; those that are closed come back. */
static void run_silent(struct attack *attack, double until)
{
    struct attacker *all = calloc((size_t)attack->sockets, sizeof *all);
    char byte;
    for (long i = 0; all != NULL && i < attack->sockets; i++)
        all[i].wire.fd = -1;
    while (all != NULL && cli_seconds() < until) {
        for (long i = 0; i < attack->sockets; i++) {
            struct wire *wire = &all[i].wire;
            ssize_t got = wire->fd < 0 ? 1 : recv(wire->fd, &byte, 1, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != ENOTCONN)) {
                wire_close(wire);
                attack->counts->refused++;
            }
            if (wire->fd >= 0 || !wire_connect(wire, &attack->from, "", NULL))
                continue;
            attack->counts->tried++;
            attack->counts->connections++;
        }
        usleep(20 * PAUSE_US);
    }
    free(all);
}

static void resign_and_play_again(struct attacker *a)
{
    if (still_waits(a))
        return;
    if (a->turn++ % 2 == 0)
        say(a, "{\"t\":\"resign\",\"n\":1,\"table\":\"%s\"}", a->table);
    else
        say(a,
            "{\"t\":\"rematch\",\"n\":1,\"table\":\"%s\",\"random\":\"00112233445566778899aabbccdd"
            "eeff00112233445566778899aabbccddeeff\"}",
            a->table);
}

static void run_rematch(struct attack *attack, double until)
{
    struct attacker a;
    if (arrive(&a, attack) &&
        create(&a, "{\"game\":\"splendor\",\"players\":2,\"quick\":true,\"seats\":[{\"kind\":"
                   "\"me\"}," BOT("random") "]}"))
        crowd(&a, until, resign_and_play_again);
}

/* As many tables full of masters as there may be; then it is tried again. */
static void run_masters(struct attack *attack, double until)
{
    struct attacker a;
    if (!arrive(&a, attack))
        return;
    while (cli_seconds() < until) {
        if (!create(&a,
                    "{\"game\":\"kingdom-builder\",\"players\":4,\"quick\":true,\"seats\":[" BOT(
                        "master") "," BOT("master") "," BOT("master") "," BOT("master") "]}"))
            usleep(100 * PAUSE_US);
    }
}

/* --- rubbish --- */

static void send_junk(struct attacker *a)
{
    for (int i = 0; i < 20; i++)
        say(a, "{\"t\":\"move\",\"n\":");
}

static void send_flood(struct attacker *a)
{
    for (int i = 0; i < 50; i++)
        say(a, "{\"t\":\"ping\",\"n\":1}");
}

static void send_giant(struct attacker *a)
{
    static const char head[] = "\x81\xff\0\0\0\0\x7f\xff\xff\xff\0\0\0\0 and then nothing";
    wire_send_raw(&a->wire, head, sizeof head);
}

static void send_bad_text(struct attacker *a)
{
    say(a, "{\"t\":\"chat\",\"n\":1,\"text\":\"\xff\xfe\xc0\x80\"}");
}

static void send_strange_table(struct attacker *a)
{
    say(a, "{\"t\":\"watch\",\"n\":1,\"table\":\"nowhere-at-all\"}");
    say(a, "{\"t\":\"move\",\"n\":2,\"table\":\"nowhere-at-all\",\"ply\":0,\"move\":\"take\"}");
}

static void send_silence(struct attacker *a)
{
    (void)a;
}

/* Its turn decides what a socket sends. */
static void be_rude(struct attacker *a)
{
    static void (*const manners[])(struct attacker *) = {
        send_junk, send_flood, send_giant, send_bad_text, send_strange_table, send_silence,
    };
    manners[a->turn++ % TK_COUNT(manners)](a);
}

static void run_rubbish(struct attack *attack, double until)
{
    struct attacker a;
    if (arrive(&a, attack))
        crowd(&a, until, be_rude);
}

/* --- all of them --- */

static const struct attack attacks[] = {
    {.name = "watch",
     .about = "60 sockets watch a long game again and again",
     .processes = 1,
     .sockets = 60,
     .run = run_watch},
    {.name = "undo",
     .about = "30 sockets move and take back",
     .processes = 1,
     .sockets = 30,
     .run = run_undo},
    {.name = "rest",
     .about = "eight processes ask for lists, tables and exports",
     .processes = 8,
     .run = run_rest},
    {.name = "silent",
     .about = "300 connections that say nothing",
     .processes = 1,
     .sockets = 300,
     .run = run_silent},
    {.name = "rematch",
     .about = "games that are given up and played again",
     .processes = 1,
     .sockets = 4,
     .run = run_rematch},
    {.name = "masters", .about = "tables full of masters", .processes = 1, .run = run_masters},
    {.name = "rubbish",
     .about = "sockets that send rubbish",
     .processes = 1,
     .sockets = 20,
     .run = run_rubbish},
};
const char attack_names[] = "watch|undo|rest|silent|rematch|masters|rubbish";

const struct attack *attack_find(const char *name)
{
    for (int i = 0; i < TK_COUNT(attacks); i++)
        if (strcmp(attacks[i].name, name) == 0)
            return &attacks[i];
    return NULL;
}

/* In processes of their own, so that those who measure are not held up. */
bool attack_begin(struct attack *attack, double seconds)
{
    pid_t parent = getpid();
    attack->counts = mmap(NULL, sizeof *attack->counts, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (attack->counts == MAP_FAILED)
        return false;
    for (int i = 0; i < attack->processes; i++) {
        attack->children[i] = fork();
        if (attack->children[i] != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            attack->run(attack, cli_seconds() + seconds);
        _exit(0);
    }
    return true;
}

void attack_end(struct attack *attack)
{
    for (int i = 0; i < attack->processes; i++)
        if (attack->children[i] > 0) {
            kill(attack->children[i], SIGKILL);
            waitpid(attack->children[i], NULL, 0);
        }
    munmap(attack->counts, sizeof *attack->counts);
}
