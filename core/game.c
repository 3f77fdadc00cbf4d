/* SPDX-License-Identifier: MIT */
/* What every game shares, on top of the interface. */
#include "game.h"

#include "core_words.h"

struct tk_sheet_line *tk_sheet_line(struct tk_sheet *sheet, const char *id)
{
    TK_INVARIANT(sheet->line_count < TK_LINES_MAX);
    struct tk_sheet_line *line = &sheet->line[sheet->line_count++];
    *line = (struct tk_sheet_line){.id = id, .first_item = sheet->item_count};
    return line;
}

struct tk_phrase *tk_sheet_item(struct tk_sheet *sheet, int32_t points, uint16_t word)
{
    TK_INVARIANT(sheet->line_count > 0 && sheet->item_count < TK_ITEMS_MAX);
    struct tk_sheet_line *line = &sheet->line[sheet->line_count - 1];
    struct tk_sheet_item *item = &sheet->item[sheet->item_count++];
    *item = (struct tk_sheet_item){
        .why = tk_phrase_of(word), .points = points, .first_place = sheet->place_count};
    line->points += points;
    line->item_count++;
    return &item->why;
}

void tk_sheet_place(struct tk_sheet *sheet, uint16_t place)
{
    TK_INVARIANT(sheet->item_count > 0 && sheet->place_count < TK_PLACES_MAX);
    sheet->place[sheet->place_count++] = place;
    sheet->item[sheet->item_count - 1].place_count++;
}

int32_t tk_sheet_total(const struct tk_sheet *sheet)
{
    int32_t total = 0;
    for (int i = 0; i < sheet->line_count; i++)
        total += sheet->line[i].points;
    return total;
}

void tk_config_init(const struct tk_game *game, int players, struct tk_config *out_config)
{
    *out_config = (struct tk_config){.players = (uint8_t)players};
    for (int i = 0; i < game->option_count; i++)
        out_config->option[i] = game->options[i].standard;
}

int tk_option_find(const struct tk_game *game, struct tk_span name)
{
    for (int i = 0; i < game->option_count; i++)
        if (tk_span_is(name, game->options[i].name))
            return i;
    return -1;
}

tk_status tk_check(const struct tk_game *game, const void *state, tk_action action)
{
    if (game->rules.actor(state) < 0)
        return TK_OVER;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, legal);
    for (int i = 0; i < count; i++)
        if (legal[i] == action)
            return TK_OK;
    return game->rules.refuse(state, action);
}

tk_status tk_move_parse(const struct tk_game *game, const void *state, struct tk_span text,
                        tk_action *out_action)
{
    tk_action action;
    if (text.length > TK_MOVE_TEXT_MAX)
        return TK_BAD_TEXT;
    tk_status status = game->text.parse(state, text, &action);
    if (status == TK_OK)
        status = tk_check(game, state, action);
    if (status == TK_OK)
        *out_action = action;
    return status;
}

tk_status tk_move_read(const void *state, struct tk_span text, tk_move_reader *read,
                       tk_action *out_action)
{
    struct tk_reader in = tk_reader_over(text);
    tk_action action;
    if (!read(state, &in, &action) || !tk_read_end(&in))
        return TK_BAD_TEXT;
    *out_action = action;
    return TK_OK;
}

void tk_settle_chance(const struct tk_game *game, void *state)
{
    while (game->rules.actor(state) == TK_CHANCE)
        game->chance.settle(state);
}

int tk_side(const struct tk_game *game, const void *state, int seat)
{
    return game->rules.side != NULL ? game->rules.side(state, seat) : seat;
}

void tk_play(const struct tk_game *game, void *state, tk_action action)
{
    game->rules.apply(state, action);
    tk_settle_chance(game, state);
}

void tk_start(const struct tk_game *game, const struct tk_config *config,
              const uint8_t seed[TK_SEED_BYTES], void *out_state)
{
    game->rules.setup(out_state, config, seed);
    tk_settle_chance(game, out_state);
}

uint8_t tk_winners(const struct tk_game *game, const void *state)
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    uint8_t winners = 0;
    game->rules.ranks(state, ranks);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        if (ranks[seat] == 1)
            winners = (uint8_t)(winners | 1U << seat);
    return winners;
}

void tk_options_json(const struct tk_game *game, const struct tk_config *config,
                     struct tk_json *json)
{
    tk_json_open(json, '{');
    for (int i = 0; i < game->option_count; i++) {
        tk_json_key(json, game->options[i].name);
        tk_json_quote(json);
        tk_option_format(&game->options[i], config->option[i], json->out);
        tk_json_unquote(json);
    }
    tk_json_close(json, '}');
}

bool tk_options_read(const struct tk_game *game, struct tk_config *config, struct tk_json_in *in)
{
    struct tk_span key, value;
    uint32_t seen = 0;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        int option = tk_option_find(game, key);
        if (option < 0)
            return tk_json_fail(in, TK_PROBLEM_OPTION);
        if ((seen >> option & 1) != 0)
            return tk_json_fail(in, TK_PROBLEM_AGAIN);
        seen |= UINT32_C(1) << option;
        if (!tk_json_read_string(in, &value))
            return false;
        if (!tk_option_parse(&game->options[option], config->players, value,
                             &config->option[option]))
            return tk_json_fail(in, TK_PROBLEM_OPTION_VALUE);
    }
    if (in->problem != NULL)
        return false;
    if (game->rules.config_check != NULL && game->rules.config_check(config) != TK_OK)
        return tk_json_fail(in, TK_PROBLEM_OPTIONS);
    return true;
}

/* {"game":…,"players":…,"options":{…}: the head of views and dumps. */
static void write_head(const struct tk_game *game, const void *state, struct tk_config *config,
                       struct tk_json *json)
{
    game->rules.config(state, config);
    tk_json_open(json, '{');
    tk_json_put_text(json, "game", game->id);
    tk_json_put_int(json, "players", config->players);
    tk_json_key(json, "options");
    tk_options_json(game, config, json);
}

static void write_result(const struct tk_game *game, const void *state, int players,
                         struct tk_json *json)
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    game->rules.ranks(state, ranks);
    tk_json_key(json, "ranks");
    tk_json_open(json, '[');
    for (int seat = 0; seat < players; seat++)
        tk_json_int(json, ranks[seat]);
    tk_json_close(json, ']');
    tk_json_put_text(json, "ending", game->words->table[game->rules.ending(state)].key);
}

void tk_view(const struct tk_game *game, const void *state, int seat, struct tk_json *json)
{
    struct tk_config config;
    struct tk_phrase prompt;
    int32_t scores[TK_SEATS_MAX] = {0};
    int actor = game->rules.actor(state);
    write_head(game, state, &config, json);
    tk_json_put_int(json, "seat", tk_viewer_written(seat));
    tk_json_put_int(json, "actor", actor);
    tk_json_put_int(json, "turn", game->rules.turn(state));
    game->text.prompt(state, &prompt);
    tk_json_key(json, "prompt");
    tk_phrase_json(game, &prompt, json);
    game->rules.scores(state, scores);
    tk_json_key(json, "scores");
    tk_json_open(json, '[');
    for (int p = 0; p < config.players; p++)
        tk_json_int(json, scores[p]);
    tk_json_close(json, ']');
    if (actor == TK_NOBODY)
        write_result(game, state, config.players, json);
    tk_json_key(json, "board");
    tk_json_open(json, '{');
    tk_board(game, state, seat, json);
    tk_json_close(json, '}');
    tk_json_close(json, '}');
}

void tk_dump(const struct tk_game *game, const void *state, struct tk_json *json)
{
    struct tk_config config;
    write_head(game, state, &config, json);
    tk_json_key(json, "state");
    tk_json_open(json, '{');
    tk_fields_dump(game, state, json);
    tk_json_close(json, '}');
    tk_json_close(json, '}');
}

/* In the order in which they need each other. */
enum { IN_GAME, IN_PLAYERS, IN_OPTIONS, IN_STATE, IN_DUMP };

static int place_in_dump(struct tk_span key)
{
    static const char *const keys[IN_DUMP] = {"game", "players", "options", "state"};
    for (int i = 0; i < IN_DUMP; i++)
        if (tk_span_is(key, keys[i]))
            return i;
    return -1;
}

/* The parts of a dump as they are written, wherever they stand in it, each once. */
static bool find_parts(struct tk_json_in *in, struct tk_span out_part[IN_DUMP])
{
    struct tk_span key;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        int place = place_in_dump(key);
        if (place < 0 || out_part[place].data != NULL)
            return tk_json_fail(in, TK_PROBLEM_PLACE);
        tk_json_read_raw(in, &out_part[place]);
    }
    return in->problem == NULL;
}

static bool load_part(const struct tk_game *game, int place, struct tk_config *config, void *state,
                      struct tk_json_in *in)
{
    struct tk_span id;
    int64_t players;
    switch (place) {
    case IN_GAME:
        return tk_json_read_string(in, &id) &&
               (tk_span_is(id, game->id) || tk_json_fail(in, TK_PROBLEM_GAME));
    case IN_PLAYERS:
        if (!tk_json_read_int(in, game->seats_min, game->seats_max, &players))
            return false;
        tk_config_init(game, (int)players, config);
        return true;
    case IN_OPTIONS:
        return tk_options_read(game, config, in);
    default:
        return tk_json_enter(in, '{') && tk_fields_load(game, state, config, in);
    }
}

bool tk_load(const struct tk_game *game, void *out_state, struct tk_json_in *in)
{
    tk_state state;
    struct tk_config config = {0};
    struct tk_span part[IN_DUMP] = {{0}};
    if (!find_parts(in, part))
        return false;
    if (part[IN_STATE].data == NULL || part[IN_PLAYERS].data == NULL)
        return tk_json_fail(in, TK_PROBLEM_STATE);
    const char *after = in->at, *end = in->end;
    for (int place = 0; place < IN_DUMP && in->problem == NULL; place++) {
        if (part[place].data == NULL)
            continue;
        in->at = part[place].data;
        in->end = part[place].data + part[place].length;
        load_part(game, place, &config, state, in);
    }
    in->at = in->problem == NULL ? after : end;
    in->end = end;
    const char *wrong = in->problem == NULL ? game->checks->audit(state) : NULL;
    if (wrong != NULL)
        return tk_json_fail(in, wrong);
    if (in->problem != NULL)
        return false;
    tk_copy(out_state, state, game->state_size);
    return true;
}

static void item_json(const struct tk_game *game, const struct tk_sheet *sheet,
                      const struct tk_sheet_item *item, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_int(json, "points", item->points);
    tk_json_key(json, "why");
    tk_phrase_json(game, &item->why, json);
    tk_json_key(json, "places");
    tk_json_open(json, '[');
    for (int i = 0; i < item->place_count; i++) {
        tk_json_quote(json);
        game->text.place(sheet->place[item->first_place + i], json->out);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
    tk_json_close(json, '}');
}

void tk_sheet_json(const struct tk_game *game, const struct tk_sheet *sheet, struct tk_json *json)
{
    tk_json_open(json, '[');
    for (int i = 0; i < sheet->line_count; i++) {
        const struct tk_sheet_line *line = &sheet->line[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "line", line->id);
        tk_json_put_int(json, "points", line->points);
        tk_json_key(json, "items");
        tk_json_open(json, '[');
        for (int k = 0; k < line->item_count; k++)
            item_json(game, sheet, &sheet->item[line->first_item + k], json);
        tk_json_close(json, ']');
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static const struct tk_word *status_word(const struct tk_game *game, tk_status status)
{
    if (status >= TK_STATUS_GAME && status < TK_STATUS_GAME + game->refusal_count)
        return &game->words->table[game->refusals[status - TK_STATUS_GAME].word];
    static const uint16_t core_words[] = {
        [TK_OK] = TK_WORD_NO_NOT_LEGAL,
        [TK_BAD_TEXT] = TK_WORD_NO_BAD_TEXT,
        [TK_NOT_LEGAL] = TK_WORD_NO_NOT_LEGAL,
        [TK_OVER] = TK_WORD_NO_OVER,
    };
    return &tk_core_words.table[core_words[status < TK_COUNT(core_words) ? status : TK_NOT_LEGAL]];
}

const char *tk_status_clause(const struct tk_game *game, tk_status status)
{
    if (status >= TK_STATUS_GAME && status < TK_STATUS_GAME + game->refusal_count)
        return game->refusals[status - TK_STATUS_GAME].clause;
    return "";
}

const char *tk_status_key(const struct tk_game *game, tk_status status)
{
    return status_word(game, status)->key + 3; /* after "no." */
}

void tk_status_write(const struct tk_speaker *speaker, tk_status status, struct tk_writer *out)
{
    const char *clause = tk_status_clause(speaker->game, status);
    tk_write_text(out, status_word(speaker->game, status)->text[speaker->lang].one);
    if (clause[0] != '\0') {
        tk_write_text(out, " (");
        tk_write_text(out, clause);
        tk_write_char(out, ')');
    }
}

/* --- evaluation --- */

int64_t tk_weigh(const struct tk_learning *learning, enum tk_weighting by, int progress,
                 const int32_t *features)
{
    const struct tk_feature *feature = learning->table;
    int64_t early = 0, late = 0;
#pragma GCC unroll 8
    for (int i = 0; i < learning->count; i++) {
        early += (int64_t)features[i] * feature[i].weight[by].early;
        late += (int64_t)features[i] * feature[i].weight[by].late;
    }
    return (early * (1000 - progress) + late * progress) / 1000;
}

void tk_weights_at(const struct tk_learning *learning, enum tk_weighting by, int progress,
                   int32_t *out)
{
    for (int i = 0; i < learning->count; i++) {
        struct tk_weight weight = learning->table[i].weight[by];
        out[i] = weight.early * (1000 - progress) + weight.late * progress;
    }
}
