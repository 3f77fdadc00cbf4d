/* SPDX-License-Identifier: MIT */
/*
 * A game under way, for programs in other languages: moves are text as records have them, and
 * tk_table_legal tells; positions and answers are JSON. WebAssembly speaks to Takht through this
 * header alone, Python through the three of takht.h.
 *
 * Whatever returns a text returns it in memory of the table, good until the next call with that
 * table; NULL, or false, means that it was refused, nothing has changed, and tk_table_problem says
 * why in a sentence. A table belongs to one thread at a time. A text that goes in may be NULL, which is as good as
 * "". So may a table be where there was no memory for one: every call with it is refused, nobody plays there, and
 * tk_table_problem says that there is no table.
 */
#ifndef TAKHT_TABLE_H
#define TAKHT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__wasm__)
#define TK_EXPORT(name) __attribute__((export_name(#name), visibility("default")))
#else
#define TK_EXPORT(name) __attribute__((visibility("default")))
#endif

struct tk_table;

enum { TK_TABLE_WATCHER = -3 }; /* a seat for those who see only what all see */

/* The version of this library, such as "0.2.0". */
TK_EXPORT(tk_version) const char *tk_version(void);

/* A table without a game; NULL without memory. */
TK_EXPORT(tk_table_new) struct tk_table *tk_table_new(void);
TK_EXPORT(tk_table_free) void tk_table_free(struct tk_table *table);
/* Why the last call was refused: a sentence without its full stop; "" if it was not. */
TK_EXPORT(tk_table_problem) const char *tk_table_problem(const struct tk_table *table);
/* "en" or "fa": the language of sentences. */
TK_EXPORT(tk_table_speak) bool tk_table_speak(struct tk_table *table, const char *language);

/* All games: a list of {game, title, players_min, players_max, options: [{name, default}]}. */
TK_EXPORT(tk_table_games) const char *tk_table_games(struct tk_table *table);

/*
 * A new game. `options` is an object of texts such as {"target":"21"}, or "" for the standard;
 * `seed` is a number or 64 hex digits.
 */
TK_EXPORT(tk_table_start)
bool tk_table_start(struct tk_table *table, const char *game, int players, const char *options,
                    const char *seed);
/* A game as its record tells it, to the last move. */
TK_EXPORT(tk_table_read) bool tk_table_read(struct tk_table *table, const char *record);
/* A position as tk_table_dump wrote it; what led there is unknown. */
TK_EXPORT(tk_table_load)
bool tk_table_load(struct tk_table *table, const char *game, const char *position);

/* --- what is there --- */

TK_EXPORT(tk_table_players) int tk_table_players(const struct tk_table *table);
TK_EXPORT(tk_table_actor) int tk_table_actor(const struct tk_table *table);   /* -1: it is over */
TK_EXPORT(tk_table_length) int tk_table_length(const struct tk_table *table); /* decisions so far */
/* The position as a seat sees it, or TK_TABLE_WATCHER: `takht schema GAME` tells its form. */
TK_EXPORT(tk_table_view) const char *tk_table_view(struct tk_table *table, int seat);
/* All legal moves: a list of texts. */
TK_EXPORT(tk_table_legal) const char *tk_table_legal(struct tk_table *table);
/* {"scores":[…],"winners":[…],"over":true} */
TK_EXPORT(tk_table_scores) const char *tk_table_scores(struct tk_table *table);
/* The last move in sentences, as a seat may hear it: a list of texts. */
TK_EXPORT(tk_table_said) const char *tk_table_said(struct tk_table *table, int seat);
/* The game as a record, if it was begun by seed; the whole position, hidden things too. */
TK_EXPORT(tk_table_record) const char *tk_table_record(struct tk_table *table);
TK_EXPORT(tk_table_dump) const char *tk_table_dump(struct tk_table *table);

/*
 * What a position of this game is made of, for a form in which one is set up: {"rows":[…],"kinds":[…]},
 * told in core/form.c.
 */
TK_EXPORT(tk_table_form) const char *tk_table_form(struct tk_table *table);
/* Which member of a position the last refusal is about, such as "seats[1].tokens"; "" if none. */
TK_EXPORT(tk_table_where) const char *tk_table_where(const struct tk_table *table);

/* What the players are called, for the record; "" for nobody. */
TK_EXPORT(tk_table_name) bool tk_table_name(struct tk_table *table, int seat, const char *name);

/* --- the same as a server's table tells it, for a page that draws both (docs/protocol.md) --- */

/* All games with titles, options and characters in all languages, as GET /api/v1/games has them. */
TK_EXPORT(tk_table_catalogue) const char *tk_table_catalogue(struct tk_table *table);
/* All legal moves with what each does: [{"move":…,"say":PHRASE}]; many come without their words. */
TK_EXPORT(tk_table_moves) const char *tk_table_moves(struct tk_table *table);
/* What a move would do, {"say":PHRASE}, or why it cannot be made, {"refused":{…}}. */
TK_EXPORT(tk_table_preview)
const char *tk_table_preview(struct tk_table *table, const char *move);
/* The position after so many decisions, as a seat saw it. */
TK_EXPORT(tk_table_view_at)
const char *tk_table_view_at(struct tk_table *table, int ply, int seat);
/* The decisions since then, as lines of a log that a seat may read. */
TK_EXPORT(tk_table_lines) const char *tk_table_lines(struct tk_table *table, int since, int seat);
/* Did the decision with this number, from 1, show something hidden? Then it is not taken back. */
TK_EXPORT(tk_table_revealed) int tk_table_revealed(struct tk_table *table, int ply);
/* Does this seat know something that another does not? Then nobody else may see its view. */
TK_EXPORT(tk_table_secret) int tk_table_secret(struct tk_table *table, int seat);
/* {"ending":KEY,"scores":[…],"ranks":[…],"sheets":[…]}, also while the game goes on. */
TK_EXPORT(tk_table_result) const char *tk_table_result(struct tk_table *table);

/* --- what can be done --- */

TK_EXPORT(tk_table_play) bool tk_table_play(struct tk_table *table, const char *move);
/* Takes so many decisions back. */
TK_EXPORT(tk_table_back) bool tk_table_back(struct tk_table *table, int decisions);
/* Draws everything anew that a seat cannot know. */
TK_EXPORT(tk_table_sample) bool tk_table_sample(struct tk_table *table, int seat, uint32_t seed);
/*
 * What a bot ("master", "mcts:sims=2000", …) would do for the seat that acts, which it plays fair:
 * {"move":…,"simulations":…,"best":[{"move":…,"chance":…,"score":…,"visits":…,"line":[…]}]}.
 * Chances are in ten thousandths. It is not played.
 */
TK_EXPORT(tk_table_think)
const char *tk_table_think(struct tk_table *table, const char *bot, uint32_t seed);

/*
 * What became of the game and why, as a bot sees it with so many simulations a decision: an object
 * with start, plies and account, as `takht analyse --json` has it. The same for any number of
 * threads.
 */
TK_EXPORT(tk_table_report)
const char *tk_table_report(struct tk_table *table, const char *bot, int simulations, int threads,
                            uint32_t seed);

/* --- memory for texts that go in, where the caller has no other --- */

TK_EXPORT(tk_memory) void *tk_memory(uint32_t bytes);
TK_EXPORT(tk_memory_free) void tk_memory_free(void *memory);
/*
 * A net for bots, under a name (setting `net`); before anybody thinks, as a file of a
 * game or packed as in the program. The bytes stay in use. */
TK_EXPORT(tk_table_net)
bool tk_table_net(struct tk_table *table, const char *name, const uint8_t *bytes, uint32_t size);

#endif
