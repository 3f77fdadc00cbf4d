/* SPDX-License-Identifier: MIT */
/* Judging what people ask of a table. */
#include "deeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <utf8proc.h>

#include "app.h"
#include "clocks.h"
#include "journal.h"
#include "limits.h"
#include "message.h"
#include "reply.h"
#include "residency.h"
#include "thinking.h"
#include "users.h"

/* --- answers --- */

void deed_free(struct request *r)
{
    free(r);
}

void deed_answer(struct table *t, struct request *r, json_t *extra)
{
    if (r->socket != 0)
        reply_fine(t->app, r->socket, r->number, extra);
    else
        json_decref(extra);
    if (r->done != NULL)
        r->done(r->context, true);
    deed_free(r);
}

void deed_refuse(struct table *t, struct request *r, json_t *error)
{
    if (r->socket != 0)
        reply_no(t->app, r->socket, r->number, error);
    else
        json_decref(error);
    if (r->done != NULL)
        r->done(r->context, false);
    deed_free(r);
}

json_t *deed_rule_error(const struct table *t, tk_status status)
{
    json_t *error = refusal_json(REFUSED), *words = json_object();
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        char text[512];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        tk_status_write(&(struct tk_speaker){(enum tk_lang)lang, t->game, NULL}, status, &out);
        json_object_set_new(words, tk_lang_codes[lang], json_string(tk_writer_text(&out)));
    }
    json_object_set_new(error, "words", words);
    json_object_set_new(error, "clause", json_string(tk_status_clause(t->game, status)));
    json_object_set_new(error, "key", json_string(tk_status_key(t->game, status)));
    return error;
}

/* --- moves --- */

static enum refusal stale(struct deed *d)
{
    d->error = refusal_json(STALE);
    json_object_set_new(d->error, "ply", json_integer(table_ply(d->table)));
    return STALE;
}

/* The same move sent again is accepted again. */
static bool was_played(const struct table *t, int seat, int64_t ply, const char *move)
{
    tk_state before;
    char text[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (ply < 0 || ply >= table_ply(t))
        return false;
    history_state(&t->history, (int)ply, before);
    t->game->text.format(before, history_action(&t->history, (int)ply), &out);
    return t->game->rules.actor(before) == seat && strcmp(tk_writer_text(&out), move) == 0;
}

/* What was played elsewhere is brought here by one person, for all seats. */
static void act_for_all(struct deed *d, int64_t ply)
{
    const struct table *t = d->table;
    tk_state then;
    if (!t->offline || t->state == NULL || ply < 0 || ply > table_ply(t) ||
        strcmp(t->owner, d->request->user) != 0)
        return;
    history_state(&t->history, (int)ply, then);
    int actor = t->game->rules.actor(then);
    d->seat = actor >= 0 ? actor : d->seat;
}

enum refusal judge_move(struct deed *d)
{
    struct table *t = d->table;
    int64_t ply = d->facts->ply;
    act_for_all(d, ply);
    if (ply != table_ply(t)) {
        d->no_event = was_played(t, d->seat, ply, d->facts->move);
        if (!d->no_event)
            return stale(d);
        d->extra = json_pack("{s:I,s:b}", "ply", (json_int_t)ply + 1, "again", 1);
        return FINE;
    }
    if (t->status != TABLE_PLAYING || t->frozen)
        return NOT_NOW;
    if (table_actor(t) != d->seat || t->seat[d->seat].resigned)
        return FORBIDDEN;
    tk_status status =
        tk_move_parse(t->game, t->state, tk_span_of(d->facts->move), &d->event.action);
    if (status != TK_OK) {
        d->error = deed_rule_error(t, status);
        return REFUSED;
    }
    d->event.facts.seat = d->seat;
    struct tk_writer out = tk_writer_over(d->event.facts.move, sizeof d->event.facts.move);
    t->game->text.format(t->state, d->event.action, &out);
    tk_writer_text(&out);
    d->extra = json_pack("{s:i}", "ply", table_ply(t) + 1);
    return FINE;
}

enum refusal judge_undo(struct deed *d)
{
    if (d->facts->ply != table_ply(d->table))
        return stale(d);
    int to = table_undo_to(d->table, d->seat);
    if (to < 0 ||
        d->table->seat[d->seat].away) /* whoever left, or gave up, has left it to the bot */
        return NOT_NOW;
    d->event.facts.seat = d->seat;
    d->event.facts.to = to;
    return FINE;
}

/* --- seats --- */

static bool same_secret(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && sodium_memcmp(a, b, strlen(a)) == 0;
}

/*
 * How often a table takes people in has an end, which nobody is to reach for the others by sitting down and
 * standing up: standing up is what is counted, so that whoever fills many tables is kept from none.
 */
static bool may_sit_again(struct deed *d, struct user *user)
{
    struct app *app = d->table->app;
    struct address *address = address_get(app, d->request->address);
    int64_t wait = 0;
    if (app->config.open_limits ||
        (allowance_spend(&allow_stands, &user->stands, &user->stands_at, 0, &wait) &&
         (address == NULL ||
          allowance_spend(&allow_address_stands, &address->stands, &address->stands_at, 0, &wait))))
        return true;
    d->error = refusal_wait(wait);
    return false;
}

static void count_standing_up(struct deed *d)
{
    struct app *app = d->table->app;
    struct user *user = user_get(app, d->request->user);
    struct address *address = address_get(app, d->request->address);
    if (user != NULL)
        allowance_charge(&allow_stands, &user->stands, &user->stands_at, 1);
    if (address != NULL)
        allowance_charge(&allow_address_stands, &address->stands, &address->stands_at, 1);
}

enum refusal judge_sit(struct deed *d)
{
    struct table *t = d->table;
    int index = d->facts->seat;
    if (index < 0 || index >= t->config.players)
        return BAD_REQUEST;
    if (d->seat >= 0)
        return NOT_NOW;
    const struct seat *wanted = &t->seat[index];
    if (wanted->kind != SEAT_OPEN && wanted->kind != SEAT_FRIEND)
        return TAKEN;
    if (wanted->kind == SEAT_FRIEND && !same_secret(d->facts->key, t->key) &&
        strcmp(d->request->user, t->owner) != 0)
        return FORBIDDEN;
    struct user *user = user_get(t->app, d->request->user);
    if (user == NULL)
        return BUSY;
    if (user_is_leaving(user))
        return FORBIDDEN;
    if (!may_sit_again(d, user))
        return TOO_MANY;
    user_keep(t->app, user);
    d->event.facts.seat = index;
    snprintf(d->event.facts.user, sizeof d->event.facts.user, "%s", d->request->user);
    d->event.facts.has_random = d->facts->has_random;
    memcpy(d->event.facts.random, d->facts->random, RANDOM_BYTES);
    return FINE;
}

enum refusal judge_stand(struct deed *d)
{
    if (d->table->status == TABLE_OPEN)
        count_standing_up(d);
    d->event.facts.seat = d->seat;
    return FINE;
}

enum refusal judge_bot(struct deed *d)
{
    int index = d->facts->seat;
    if (index < 0 || index >= d->table->config.players ||
        !thinking_offers(d->table->app, bot_find(tk_span_of(d->facts->level))))
        return BAD_REQUEST;
    struct bot bot = {0};
    if (d->facts->style[0] != '\0' && !bot_give_character(&bot, d->table->game, d->facts->style))
        return BAD_REQUEST;
    if (d->table->seat[index].kind == SEAT_PERSON)
        return NOT_NOW;
    const struct user *user = user_get(d->table->app, d->request->user);
    if (user == NULL)
        return BUSY;
    if (!table_has_bots(d->table) &&
        !table_may_get_bots(d->table->app, user, d->request->unfinished))
        return FULL;
    d->event.facts.seat = index;
    snprintf(d->event.facts.level, sizeof d->event.facts.level, "%s", d->facts->level);
    snprintf(d->event.facts.style, sizeof d->event.facts.style, "%s", d->facts->style);
    return FINE;
}

/* Only what was announced: nobody may add to the shuffle twice. */
enum refusal judge_share(struct deed *d)
{
    if (!d->table->seat[d->seat].owes_random)
        return NOT_NOW;
    d->event.facts.seat = d->seat;
    d->event.facts.has_random = true;
    memcpy(d->event.facts.random, d->facts->random, RANDOM_BYTES);
    return FINE;
}

/*
 * The secret and everybody's share, in the order of the seats. The words in front keep the seed
 * apart from the commitment, which is the hash of the secret alone and known to all.
 */
static void make_seed(const struct table *t, uint8_t out_seed[TK_SEED_BYTES])
{
    static const unsigned char words[] = "takht seed";
    crypto_generichash_state hash;
    if (t->offline) {
        memcpy(out_seed, t->secret, TK_SEED_BYTES); /* it was dealt long ago */
        return;
    }
    crypto_generichash_init(&hash, NULL, 0, TK_SEED_BYTES);
    crypto_generichash_update(&hash, words, sizeof words - 1);
    crypto_generichash_update(&hash, t->secret, sizeof t->secret);
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].has_random)
            crypto_generichash_update(&hash, t->seat[seat].random, sizeof t->seat[seat].random);
    crypto_generichash_final(&hash, out_seed, TK_SEED_BYTES);
}

enum refusal judge_start(struct deed *d)
{
    if (!table_is_full(d->table) || table_waits_for_shares(d->table))
        return NOT_NOW;
    make_seed(d->table, d->event.facts.seed);
    return FINE;
}

void deed_start(struct table *t, struct request *r)
{
    struct event event = {.kind = EVENT_STARTED};
    make_seed(t, event.facts.seed);
    journal_append(t, &event, r, NULL);
}

/* --- leaving and ending --- */

static enum refusal judge_own(struct deed *d, bool allowed)
{
    d->event.facts.seat = d->seat;
    return allowed ? FINE : NOT_NOW;
}

enum refusal judge_resign(struct deed *d)
{
    return judge_own(d, !d->table->seat[d->seat].resigned);
}

enum refusal judge_away(struct deed *d)
{
    return judge_own(d, !d->table->seat[d->seat].away);
}

enum refusal judge_back(struct deed *d)
{
    const struct seat *seat = &d->table->seat[d->seat];
    return judge_own(d, seat->away && !seat->resigned);
}

enum refusal judge_offer(struct deed *d)
{
    return judge_own(d, !d->table->seat[d->seat].resigned && (d->table->offer >> d->seat & 1) == 0);
}

enum refusal judge_answer(struct deed *d)
{
    d->event.facts.yes = d->facts->yes;
    return judge_own(d, !d->table->seat[d->seat].resigned && d->table->offer != 0 &&
                            (d->table->offer >> d->seat & 1) == 0);
}

enum {
    BLANK_BRAILLE = 0x2800
}; /* a sign with a width and without a dot, as fillers of Korean are */

/*
 * Something one can see, and nothing that a terminal would obey or that turns the line around it:
 * control characters (U+0000 to U+001F, U+007F to U+009F) and overrides of direction (U+202D, U+202E).
 */
static bool is_sayable(const char *text)
{
    bool visible = false;
    int32_t point;
    for (const uint8_t *at = (const uint8_t *)text; *at != '\0';) {
        utf8proc_ssize_t bytes = utf8proc_iterate(at, -1, &point);
        if (bytes <= 0 || (point != '\n' && utf8proc_category(point) == UTF8PROC_CATEGORY_CC) ||
            point == 0x202d || point == 0x202e)
            return false;
        visible |= utf8proc_charwidth(point) > 0 &&
                   utf8proc_category(point) != UTF8PROC_CATEGORY_ZS &&
                   !utf8proc_get_property(point)->ignorable && point != BLANK_BRAILLE;
        at += bytes;
    }
    return visible;
}

enum refusal judge_chat(struct deed *d)
{
    struct app *app = d->table->app;
    struct user *user = user_get(app, d->request->user);
    int64_t wait = 0;
    if (!is_sayable(d->facts->text))
        return BAD_REQUEST;
    if (d->facts->partners && !table_has_partners(d->table, d->seat))
        return NOT_NOW;
    if (user == NULL || user_is_leaving(user) || user->row.muted_until > now_ms())
        return FORBIDDEN;
    if (!app->config.open_limits &&
        !allowance_take(&allow_chat, &user->chat, &user->chat_at, &wait)) {
        d->error = refusal_wait(wait);
        return TOO_MANY;
    }
    d->event.facts.seat = d->seat >= 0 ? d->seat : -1;
    d->event.facts.partners = d->facts->partners;
    snprintf(d->event.facts.user, sizeof d->event.facts.user, "%s", d->request->user);
    snprintf(d->event.facts.text, sizeof d->event.facts.text, "%s", d->facts->text);
    user_keep(app, user); /* whoever is heard can be named and deleted */
    return FINE;
}

/* Partners have one kingdom: they stand or fall together. */
static bool is_beaten(const struct table *t, int seat, int loser)
{
    return table_gave_up(t, seat) || table_are_partners(t, loser, seat);
}

void deed_over(struct table *t, const char *reason, int loser)
{
    struct event event = {.kind = EVENT_OVER, .facts.players = t->config.players};
    uint8_t ranks[TK_SEATS_MAX] = {0};
    if (t->state != NULL) { /* a table may be closed before it began */
        t->game->rules.scores(t->state, event.facts.scores);
        t->game->rules.ranks(t->state, ranks);
    }
    for (int seat = 0; seat < t->config.players; seat++) {
        int rank = 1;
        bool last = is_beaten(t, seat, loser);
        for (int other = 0; other < t->config.players; other++) {
            bool other_last = is_beaten(t, other, loser);
            rank += last != other_last ? last : !last && ranks[other] < ranks[seat];
        }
        event.facts.ranks[seat] = rank;
    }
    snprintf(event.facts.reason, sizeof event.facts.reason, "%s", reason);
    journal_append(t, &event, NULL, NULL);
}

/* --- requests in line --- */

static bool fits_now(const struct table *t, enum message_when when)
{
    return when == AT_ANY_TIME || (when == BEFORE_THE_START && t->status == TABLE_OPEN) ||
           (when == DURING_THE_GAME && t->status == TABLE_PLAYING) ||
           (when == AFTER_THE_END && t->status == TABLE_OVER);
}

/* Who may, when it may be, and then what this kind of deed asks for. */
static enum refusal judge(struct deed *d)
{
    const struct message_row *row = d->request->row;
    enum event_by by = event_row(row->causes)->by;
    int most = event_row(row->causes)->most;
    if (by == BY_OWNER && strcmp(d->table->owner, d->request->user) != 0)
        return FORBIDDEN;
    if (by == BY_PLAYER && d->seat < 0)
        return row->when == BEFORE_THE_START ? NOT_NOW : FORBIDDEN;
    if (!fits_now(d->table, row->when))
        return NOT_NOW;
    if (d->table->frozen && row->causes != EVENT_CHAT)
        return d->table->unread != 0 ? BUSY : FROZEN;
    if (most > 0 && *table_count_of(d->table, row->causes, d->seat) >= most)
        return FULL;
    return row->judge(d);
}

void deed_again(struct table *t, struct request *r)
{
    struct deed d = {.table = t,
                     .request = r,
                     .facts = &r->facts,
                     .seat = table_seat_of(t, r->user),
                     .event = {.kind = r->row->causes}};
    r->judged++;
    enum refusal refusal = t->app->draining ? BUSY : judge(&d);
    if (d.postponed)
        return;
    if (refusal != FINE)
        deed_refuse(t, r, d.error != NULL ? d.error : refusal_json(refusal));
    else if (d.no_event)
        deed_answer(t, r, d.extra);
    else
        journal_append(t, &d.event, r, d.extra);
}

void deed_next(struct table *t)
{
    while (!t->writing && t->first_request != NULL) {
        struct request *r = t->first_request;
        t->first_request = r->next;
        if (t->first_request == NULL)
            t->last_request = &t->first_request;
        t->request_count--;
        deed_again(t, r);
    }
}

/* Neither a crowd that talks nor one player who asks for much keeps another from moving. */
static bool may_wait(const struct table *t, const struct request *r)
{
    int own = 0, watchers = 0;
    for (const struct request *other = t->first_request; other != NULL; other = other->next) {
        own += strcmp(other->user, r->user) == 0;
        watchers += table_seat_of(t, other->user) < 0;
    }
    return t->request_count < PENDING_MAX && own < PENDING_OF_ONE &&
           (watchers < PENDING_WATCHED || t->status != TABLE_PLAYING ||
            table_seat_of(t, r->user) >= 0);
}

void deed_request(struct table *t, struct request *r)
{
    r->at_us = monotonic_us();
    t->used = now_ms();
    if (t->app->draining || !may_wait(t, r))
        return deed_refuse(t, r, refusal_json(BUSY));
    r->next = NULL;
    *t->last_request = r;
    t->last_request = &r->next;
    t->request_count++;
    deed_next(t);
}
