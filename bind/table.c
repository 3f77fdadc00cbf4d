/* SPDX-License-Identifier: MIT */
/* A game under way, for programs in other languages. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "table_internal.h"

/* --- refusals --- */

struct tk_writer table_complain(struct tk_table *t)
{
    t->where[0] = '\0';
    return tk_writer_over(t->problem, sizeof t->problem);
}

bool table_refused(struct tk_table *t, const char *why, const char *detail)
{
    struct tk_writer out = table_complain(t);
    struct tk_span about = table_span(detail);
    tk_write_text(&out, tk_problem_text(t->game, t->lang, why));
    tk_write_text(&out, about.length > 0 ? " " : "");
    tk_write(&out, about.data, about.length);
    tk_writer_text(&out);
    return false;
}

bool table_accepted(struct tk_table *t)
{
    t->problem[0] = '\0';
    return true;
}

bool table_has_game(struct tk_table *t)
{
    if (t == NULL)
        return false;
    return t->game != NULL ? table_accepted(t)
                           : table_refused(t, "no game was begun at this table", "");
}

bool table_has_seat(struct tk_table *t, int seat)
{
    if (!table_has_game(t))
        return false;
    bool there = seat == TK_TABLE_WATCHER || (seat >= 0 && seat < t->config.players);
    return there || table_refused(t, "there is no such seat at this table", "");
}

const char *tk_table_problem(const struct tk_table *table)
{
    return table == NULL ? "there is no table" : table->problem;
}

const char *tk_table_where(const struct tk_table *table)
{
    return table != NULL && table->problem[0] != '\0' ? table->where : "";
}

/* --- memory --- */

struct tk_table *tk_table_new(void)
{
    return calloc(1, sizeof(struct tk_table));
}

void tk_table_free(struct tk_table *t)
{
    if (t == NULL)
        return;
    free(t->actions);
    free(t->states);
    free(t->answer.data);
    free(t);
}

void *tk_memory(uint32_t bytes)
{
    enum { LINE = 64 };
    return bytes > UINT32_MAX - LINE ? NULL : aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
}

void tk_memory_free(void *memory)
{
    free(memory);
}

void *table_state(const struct tk_table *t, int index)
{
    return t->states + (size_t)index * TK_STATE_MAX;
}

void *table_now(const struct tk_table *t)
{
    return table_state(t, t->length);
}

/* Room for one decision more. */
static bool make_room(struct tk_table *t)
{
    if (t->length < t->room)
        return true;
    int room = t->room == 0 ? 256 : 2 * t->room;
    tk_action *actions = realloc(t->actions, (size_t)room * sizeof *actions);
    if (actions != NULL)
        t->actions = actions;
    unsigned char *states = realloc(t->states, (size_t)(room + 1) * TK_STATE_MAX);
    if (states != NULL)
        t->states = states;
    if (actions == NULL || states == NULL)
        return table_refused(t, TK_PROBLEM_MEMORY, "");
    t->room = room;
    return true;
}

/* --- answers --- */

/* Written again where it did not fit the first time. */
const char *table_answer(struct tk_table *t, table_writes *write, const void *about)
{
    for (;;) {
        struct tk_writer out = tk_writer_over(t->answer.data, t->answer.size);
        write(t, about, &out);
        if (out.length < out.size)
            return tk_writer_text(&out);
        size_t size = out.length + 4096;
        char *data = realloc(t->answer.data, size);
        if (data == NULL) {
            table_refused(t, TK_PROBLEM_MEMORY, "");
            return NULL;
        }
        t->answer = (struct answer){data, size};
    }
}

static struct tk_speaker speaker_of(const struct tk_table *t)
{
    return (struct tk_speaker){t->lang, t->game, NULL};
}

bool tk_table_speak(struct tk_table *t, const char *language)
{
    if (t == NULL)
        return false;
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        if (tk_span_is(table_span(language), tk_lang_codes[lang])) {
            t->lang = (enum tk_lang)lang;
            return table_accepted(t);
        }
    }
    return table_refused(t, "a language is en or fa, not", language);
}

/* --- the games --- */

static void write_options(const struct tk_game *game, struct tk_json *json)
{
    tk_json_key(json, "options");
    tk_json_open(json, '[');
    for (int i = 0; i < game->option_count; i++) {
        const struct tk_option *option = &game->options[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "name", option->name);
        tk_json_key(json, "default");
        tk_json_quote(json);
        tk_option_format(option, option->standard, json->out);
        tk_json_unquote(json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static void write_games(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    (void)about;
    tk_json_open(&json, '[');
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        struct tk_speaker speaker = {t->lang, game, NULL};
        tk_json_open(&json, '{');
        tk_json_put_text(&json, "game", game->id);
        tk_json_put_text(&json, "title", tk_word_text(&speaker, game->name_word));
        tk_json_put_int(&json, "players_min", game->seats_min);
        tk_json_put_int(&json, "players_max", game->seats_max);
        write_options(game, &json);
        tk_json_close(&json, '}');
    }
    tk_json_close(&json, ']');
}

const char *tk_table_games(struct tk_table *t)
{
    if (t == NULL)
        return NULL;
    table_accepted(t);
    return table_answer(t, write_games, NULL);
}

/* --- the beginning --- */

static bool find_game(struct tk_table *t, const char *id, const struct tk_game **out)
{
    *out = tk_game_find(table_span(id));
    return *out != NULL || table_refused(t, TK_PROBLEM_GAME_NONE, id);
}

static bool read_options(struct tk_table *t, const struct tk_game *game, const char *text,
                         struct tk_config *config)
{
    struct tk_json_in in = tk_json_in_over(table_span(text));
    if (in.at == in.end)
        return true;
    if (tk_options_read(game, config, &in) && tk_json_finish(&in))
        return true;
    struct tk_writer out = table_complain(t);
    tk_write_text(&out, "options: ");
    in.problem = tk_problem_text(game, t->lang, in.problem);
    tk_json_problem(&in, &out);
    tk_writer_text(&out);
    return false;
}

/* From here on nothing can be refused. */
static void begin(struct tk_table *t, const struct tk_game *game, const struct tk_config *config)
{
    t->game = game;
    t->config = *config;
    t->length = 0;
    t->seeded = false;
    memset(t->names, 0, sizeof t->names);
}

bool tk_table_start(struct tk_table *t, const char *game_id, int players, const char *options,
                    const char *seed)
{
    const struct tk_game *game;
    struct tk_config config;
    uint8_t bytes[TK_SEED_BYTES];
    if (t == NULL || !find_game(t, game_id, &game))
        return false;
    if (players < game->seats_min || players > game->seats_max)
        return table_refused(t, TK_PROBLEM_PLAYERS, "");
    tk_config_init(game, players, &config);
    if (!read_options(t, game, options, &config))
        return false;
    if (!tk_seed_read(table_span(seed), bytes))
        return table_refused(t, "a seed is a number or 64 hex digits, not", seed);
    if (!make_room(t))
        return false;
    begin(t, game, &config);
    memcpy(t->seed, bytes, sizeof bytes);
    t->seeded = true;
    tk_start(game, &config, bytes, table_now(t));
    return table_accepted(t);
}

static bool wrong_record(struct tk_table *t, const struct tk_record *record)
{
    struct tk_writer out = table_complain(t);
    tk_record_problem_write(record, t->lang, &out);
    tk_writer_text(&out);
    return false;
}

static bool push(struct tk_table *t, tk_action action)
{
    if (!make_room(t))
        return false;
    memcpy(table_state(t, t->length + 1), table_now(t), t->game->state_size);
    t->actions[t->length++] = action;
    tk_play(t->game, table_now(t), action);
    return true;
}

static bool follow(struct tk_table *t, struct tk_record *record)
{
    tk_action action;
    begin(t, record->game, &record->config);
    if (!make_room(t))
        return false;
    if (!tk_record_start(record, table_now(t)))
        return wrong_record(t, record);
    memcpy(t->seed, record->seed, sizeof t->seed);
    memcpy(t->names, record->names, sizeof t->names);
    t->seeded = record->has_seed;
    while (tk_record_next(record, table_now(t), &action))
        if (!push(t, action))
            return false;
    return (record->problem == NULL && tk_record_finish(record, table_now(t))) ||
           wrong_record(t, record);
}

/* Read at a table of its own, so that this one stays as it is when something is wrong. */
bool tk_table_read(struct tk_table *t, const char *text)
{
    if (t == NULL)
        return false;
    struct tk_record *record = calloc(1, sizeof *record);
    struct tk_table *fresh = tk_table_new();
    bool good = false;
    if (record == NULL || fresh == NULL) {
        table_refused(t, TK_PROBLEM_MEMORY, "");
    } else {
        fresh->lang = t->lang;
        good = (tk_record_open(record, table_span(text), tk_game_find) ||
                wrong_record(fresh, record)) &&
               follow(fresh, record);
        memcpy(t->problem, fresh->problem, sizeof t->problem);
    }
    if (good) {
        struct tk_table old = *t;
        *t = *fresh;
        *fresh = old;
        table_accepted(t);
    }
    free(record);
    tk_table_free(fresh);
    return good;
}

void table_about(const struct tk_table *t, const struct tk_game **out_game,
                 struct tk_config *out_config)
{
    *out_game = t->game;
    *out_config = t->config;
}

bool table_put(struct tk_table *t, const struct tk_game *game, const struct tk_config *config,
               const void *state)
{
    if (!make_room(t))
        return false;
    begin(t, game, config);
    memcpy(table_now(t), state, game->state_size);
    tk_settle_chance(game, table_now(t));
    return table_accepted(t);
}

/* In the table's language, with the member that it is about before it. */
static void complain_position(struct tk_table *t, const struct tk_game *game, struct tk_json_in *in)
{
    struct tk_writer out = table_complain(t);
    in->problem = tk_problem_text(game, t->lang, in->problem);
    tk_json_problem(in, &out);
    tk_writer_text(&out);
    memcpy(t->where, in->where, sizeof t->where);
}

bool tk_table_load(struct tk_table *t, const char *game_id, const char *position)
{
    const struct tk_game *game;
    struct tk_config config;
    tk_state state;
    struct tk_json_in in = tk_json_in_over(table_span(position));
    if (t == NULL || !find_game(t, game_id, &game))
        return false;
    if (!tk_load(game, state, &in) || !tk_json_finish(&in)) {
        complain_position(t, game, &in);
        return false;
    }
    game->rules.config(state, &config);
    return table_put(t, game, &config, state);
}

/* --- what is there --- */

int tk_table_players(const struct tk_table *t)
{
    return t != NULL && t->game != NULL ? t->config.players : 0;
}

int tk_table_actor(const struct tk_table *t)
{
    return t != NULL && t->game != NULL ? t->game->rules.actor(table_now(t)) : TK_NOBODY;
}

int tk_table_length(const struct tk_table *t)
{
    return t != NULL ? t->length : 0;
}

static void write_view(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    int seat = *(const int *)about;
    struct tk_json json = tk_json_over(out);
    tk_view(t->game, table_now(t), seat, &json);
}

const char *tk_table_view(struct tk_table *t, int seat)
{
    return table_has_seat(t, seat) ? table_answer(t, write_view, &seat) : NULL;
}

void table_move(const struct tk_table *t, const void *state, tk_action action, struct tk_json *json)
{
    tk_json_quote(json);
    t->game->text.format(state, action, json->out);
    tk_json_unquote(json);
}

static void write_legal(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    tk_action legal[TK_ACTIONS_MAX];
    int count = tk_table_actor(t) >= 0 ? t->game->rules.legal(table_now(t), legal) : 0;
    (void)about;
    tk_json_open(&json, '[');
    for (int i = 0; i < count; i++)
        table_move(t, table_now(t), legal[i], &json);
    tk_json_close(&json, ']');
}

const char *tk_table_legal(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_legal, NULL) : NULL;
}

static void write_scores(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    int32_t scores[TK_SEATS_MAX];
    bool over = tk_table_actor(t) == TK_NOBODY;
    uint8_t winners = over ? tk_winners(t->game, table_now(t)) : 0;
    (void)about;
    t->game->rules.scores(table_now(t), scores);
    tk_json_open(&json, '{');
    tk_json_key(&json, "scores");
    tk_json_open(&json, '[');
    for (int p = 0; p < t->config.players; p++)
        tk_json_int(&json, scores[p]);
    tk_json_close(&json, ']');
    tk_json_key(&json, "winners");
    tk_json_open(&json, '[');
    for (int p = 0; p < t->config.players; p++)
        if ((winners >> p & 1) != 0)
            tk_json_int(&json, p);
    tk_json_close(&json, ']');
    tk_json_put_bool(&json, "over", over);
    tk_json_close(&json, '}');
}

const char *tk_table_scores(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_scores, NULL) : NULL;
}

static void write_said(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    int seat = *(const int *)about;
    struct tk_json json = tk_json_over(out);
    struct tk_speaker speaker = speaker_of(t);
    struct tk_phrase phrases[TK_PHRASES_MAX];
    int last = t->length - 1, count = 0;
    if (last >= 0)
        count = t->game->text.describe(table_state(t, last), t->actions[last], table_now(t), seat,
                                       phrases);
    tk_json_open(&json, '[');
    for (int i = 0; i < count; i++) {
        char said[1024];
        struct tk_writer sentence = tk_writer_over(said, sizeof said);
        tk_phrase_write(&speaker, &phrases[i], &sentence);
        tk_json_text(&json, tk_writer_text(&sentence));
    }
    tk_json_close(&json, ']');
}

const char *tk_table_said(struct tk_table *t, int seat)
{
    return table_has_seat(t, seat) ? table_answer(t, write_said, &seat) : NULL;
}

static void write_record(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const char *names[TK_SEATS_MAX];
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        names[seat] = t->names[seat][0] != '\0' ? t->names[seat] : NULL;
    (void)about;
    tk_record_write(&(struct tk_played){.game = t->game,
                                        .config = &t->config,
                                        .seed = t->seed,
                                        .names = names,
                                        .actions = t->actions,
                                        .count = t->length},
                    out);
}

const char *tk_table_record(struct tk_table *t)
{
    if (!table_has_game(t))
        return NULL;
    if (t->seeded)
        return table_answer(t, write_record, NULL);
    table_refused(t, "a game that was not begun by seed has no record", "");
    return NULL;
}

bool tk_table_name(struct tk_table *t, int seat, const char *name)
{
    if (!table_has_seat(t, seat))
        return false;
    if (seat < 0)
        return table_refused(t, "only a seat has a name", "");
    struct tk_writer out = tk_writer_over(t->names[seat], sizeof t->names[seat]);
    struct tk_span text = table_span(name);
    tk_write(&out, text.data, text.length);
    if (out.length >= out.size) {
        t->names[seat][0] = '\0';
        return table_refused(t, "a name has at most 64 bytes, unlike", name);
    }
    tk_writer_text(&out);
    return table_accepted(t);
}

static void write_dump(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    (void)about;
    tk_dump(t->game, table_now(t), &json);
}

const char *tk_table_dump(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_dump, NULL) : NULL;
}

static void write_form(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    (void)about;
    tk_form(t->game, table_now(t), &json);
}

const char *tk_table_form(struct tk_table *t)
{
    return table_has_game(t) ? table_answer(t, write_form, NULL) : NULL;
}

/* --- what can be done --- */

bool tk_table_play(struct tk_table *t, const char *move)
{
    tk_action action;
    if (!table_has_game(t))
        return false;
    if (tk_table_actor(t) < 0)
        return table_refused(t, "the game is over", "");
    tk_status status = tk_move_parse(t->game, table_now(t), table_span(move), &action);
    if (status == TK_OK)
        return push(t, action);
    struct tk_speaker speaker = speaker_of(t);
    struct tk_writer out = table_complain(t);
    tk_status_write(&speaker, status, &out);
    tk_writer_text(&out);
    return false;
}

bool tk_table_back(struct tk_table *t, int decisions)
{
    if (!table_has_game(t))
        return false;
    if (decisions < 0 || decisions > t->length)
        return table_refused(t, "so many decisions were not made", "");
    t->length -= decisions;
    return true;
}

bool tk_table_sample(struct tk_table *t, int seat, uint32_t seed)
{
    struct tk_rng rng;
    if (!table_has_seat(t, seat))
        return false;
    if (seat < 0)
        return table_refused(t, "only a seat has something hidden from it", "");
    tk_rng_init(&rng, seed, 1);
    t->game->knowledge.determinise(table_now(t), seat, &rng);
    t->seeded = false; /* what was drawn is not what the seed would deal */
    return true;
}

const char *tk_version(void)
{
    return TAKHT_VERSION;
}
