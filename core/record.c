/* SPDX-License-Identifier: MIT */
/* Game records as text, read and replayed; record_write.c writes them. */
#include "record.h"

#include "core_words.h"

static bool fail(struct tk_record *record, const char *at, const char *problem)
{
    if (record->problem == NULL) {
        record->problem = record->reason = problem;
        record->problem_at = (size_t)(at - record->text);
    }
    return false;
}

/* A problem of JSON, with the key that leads to it. */
static bool fail_json(struct tk_record *record, const char *at, const struct tk_json_in *in,
                      const char *otherwise)
{
    struct tk_writer out = tk_writer_over(record->problem_room, sizeof record->problem_room);
    if (in->problem == NULL)
        return fail(record, at, otherwise);
    tk_json_problem(in, &out);
    fail(record, at, tk_writer_text(&out));
    record->reason = in->problem;
    return false;
}

int tk_record_problem_line(const struct tk_record *record)
{
    int line = 1;
    for (size_t i = 0; i < record->problem_at; i++)
        line += record->text[i] == '\n';
    return line;
}

/* A move with its refusal; otherwise the key that leads to what is wrong, and what it is. */
static void write_reason(const struct tk_record *record, enum tk_lang lang, struct tk_writer *out)
{
    size_t key = tk_span_of(record->problem).length - tk_span_of(record->reason).length;
    if (record->status == TK_OK) {
        tk_write(out, record->problem, key);
        tk_write_text(out, tk_problem_text(record->game, lang, record->reason));
        return;
    }
    tk_write(out, record->move.data, record->move.length < 60 ? record->move.length : 60);
    tk_write_text(out, ": ");
    tk_status_write(&(struct tk_speaker){lang, record->game, NULL}, record->status, out);
}

void tk_record_problem_write(const struct tk_record *record, enum tk_lang lang,
                             struct tk_writer *out)
{
    tk_counted_write(lang, &tk_core_words.table[TK_WORD_RECORD_LINE],
                     tk_record_problem_line(record), out);
    tk_write_text(out, ": ");
    write_reason(record, lang, out);
}

/* --- tags --- */

static void skip_space(struct tk_reader *in)
{
    while (in->at != in->end &&
           (*in->at == ' ' || *in->at == '\t' || *in->at == '\r' || *in->at == '\n'))
        in->at++;
}

/* [Name "value"]: the value still holds its backslashes. */
static bool read_tag(struct tk_record *record, struct tk_span *out_name, struct tk_span *out_value)
{
    struct tk_reader *in = &record->in;
    const char *start = in->at;
    if (!tk_read_char(in, '[') || !tk_read_word(in, out_name) || !tk_read_char(in, ' ') ||
        !tk_read_char(in, '"'))
        return fail(record, start, TK_PROBLEM_RECORD_TAG);
    const char *value = in->at;
    while (in->at != in->end && *in->at != '"' && *in->at != '\n')
        in->at += *in->at == '\\' && in->end - in->at > 1 ? 2 : 1;
    *out_value = (struct tk_span){value, (size_t)(in->at - value)};
    if (!tk_read_char(in, '"') || !tk_read_char(in, ']'))
        return fail(record, start, TK_PROBLEM_RECORD_TAG_END);
    return true;
}

/* Takes the backslashes out; false when it does not fit. */
static bool unescape(struct tk_span value, char *out, size_t size, size_t *out_length)
{
    size_t length = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (value.data[i] == '\\' && i + 1 < value.length)
            i++;
        if (length == size)
            return false;
        out[length++] = value.data[i];
    }
    *out_length = length;
    return true;
}

static bool read_players(struct tk_record *record, struct tk_span value)
{
    struct tk_reader in = tk_reader_over(value);
    int64_t players;
    const struct tk_game *game = record->game;
    if (!tk_read_int(&in, game->seats_min, game->seats_max, &players) || !tk_read_end(&in))
        return fail(record, value.data, TK_PROBLEM_PLAYERS);
    tk_config_init(game, (int)players, &record->config);
    return true;
}

/* name=value, parted by spaces */
static bool read_options(struct tk_record *record, struct tk_span value)
{
    struct tk_reader in = tk_reader_over(value);
    struct tk_span word;
    for (;;) {
        while (tk_read_char(&in, ' '))
            ;
        if (!tk_read_word(&in, &word))
            return true;
        size_t name = 0;
        while (name < word.length && word.data[name] != '=')
            name++;
        int option = tk_option_find(record->game, (struct tk_span){word.data, name});
        if (option < 0 || name == word.length)
            return fail(record, word.data, TK_PROBLEM_OPTION);
        struct tk_span text = {word.data + name + 1, word.length - name - 1};
        if (!tk_option_parse(&record->game->options[option], record->config.players, text,
                             &record->config.option[option]))
            return fail(record, word.data, TK_PROBLEM_OPTION_VALUE);
    }
}

static bool read_name(struct tk_record *record, struct tk_span tag, struct tk_span value)
{
    int seat = tag.length == 5 ? tag.data[4] - '1' : -1;
    size_t length;
    if (seat < 0 || seat >= record->config.players)
        return fail(record, tag.data, TK_PROBLEM_RECORD_SEAT);
    if (!unescape(value, record->names[seat], TK_NAME_MAX, &length))
        return fail(record, value.data, TK_PROBLEM_RECORD_NAME);
    record->names[seat][length] = '\0';
    return true;
}

static bool read_deal(struct tk_record *record, struct tk_span value)
{
    if (!unescape(value, record->deal, sizeof record->deal, &record->deal_length))
        return fail(record, value.data, TK_PROBLEM_RECORD_DEAL_LONG);
    return true;
}

static bool read_ended(struct tk_record *record, struct tk_span name, struct tk_span value)
{
    const char *problem = tk_ended_read(&record->ended, record->config.players, name, value);
    return problem == NULL || fail(record, value.data, problem);
}

static bool is_seat_tag(struct tk_span name)
{
    return name.length >= 4 && tk_same(name.data, "Seat", 4);
}

/* Whoever reads along might believe the other one. Tags that we do not know may stand as often as they like. */
static bool is_first(struct tk_record *record, struct tk_span name)
{
    static const char *const once[] = {"Game",  "Players",  "Options", "Seed",  "Deal",  "Result",
                                       "Ended", "Resigned", "Ranks",   "Seat1", "Seat2", "Seat3",
                                       "Seat4", "Seat5",    "Seat6",   "Seat7", "Seat8"};
    uint32_t tag = 0;
    for (int i = 0; i < TK_COUNT(once); i++)
        if (tk_span_is(name, once[i]))
            tag = UINT32_C(1) << i;
    record->more |= tag == 0;
    if ((record->tags & tag) != 0)
        return fail(record, name.data, TK_PROBLEM_RECORD_TAG_TWICE);
    record->tags |= tag;
    return true;
}

/* Tags in three passes: the game, then the players, then what depends on both. */
static bool use_tag(struct tk_record *record, int pass, struct tk_span name, struct tk_span value,
                    tk_game_finder *find)
{
    if (pass == 0 && tk_span_is(name, "Game")) {
        record->game = find(value);
        return record->game != NULL || fail(record, value.data, TK_PROBLEM_RECORD_GAME);
    }
    if (pass == 1 && tk_span_is(name, "Players"))
        return read_players(record, value);
    if (pass < 2)
        return true;
    if (!is_first(record, name))
        return false;
    if (tk_span_is(name, "Options"))
        return read_options(record, value);
    if (is_seat_tag(name))
        return read_name(record, name, value);
    if (tk_span_is(name, "Seed")) {
        record->has_seed = tk_seed_read(value, record->seed);
        return record->has_seed || fail(record, value.data, TK_PROBLEM_RECORD_SEED);
    }
    if (tk_span_is(name, "Deal"))
        return read_deal(record, value);
    if (tk_span_is(name, "Result")) {
        record->has_result = true;
        record->result = value;
    }
    return read_ended(record, name, value);
}

static bool read_tags(struct tk_record *record, int pass, tk_game_finder *find)
{
    struct tk_span name = {NULL, 0}, value = name;
    for (skip_space(&record->in); record->in.at != record->in.end && *record->in.at == '[';
         skip_space(&record->in))
        if (!read_tag(record, &name, &value) || !use_tag(record, pass, name, value, find))
            return false;
    return true;
}

bool tk_record_open(struct tk_record *record, struct tk_span text, tk_game_finder *find)
{
    *record = (struct tk_record){.text = text.data};
    record->in = tk_reader_over(text);
    const char *start = text.data;
    if (text.length > TK_RECORD_MAX)
        return fail(record, start, TK_PROBLEM_RECORD_LONG);
    for (int pass = 0; pass < 3; pass++) {
        record->in = tk_reader_over(text);
        if (!read_tags(record, pass, find))
            return false;
        if (record->game == NULL)
            return fail(record, start, TK_PROBLEM_RECORD_NO_GAME);
        if (pass > 0 && record->config.players == 0)
            return fail(record, start, TK_PROBLEM_RECORD_NO_PLAYERS);
    }
    if (record->has_seed == (record->deal_length > 0))
        return fail(record, start, TK_PROBLEM_RECORD_NO_DEAL);
    const struct tk_game *game = record->game;
    if (game->rules.config_check != NULL && game->rules.config_check(&record->config) != TK_OK)
        return fail(record, start, TK_PROBLEM_OPTIONS);
    return true;
}

/* --- moves --- */

bool tk_record_start(struct tk_record *record, void *out_state)
{
    if (record->has_seed) {
        record->game->rules.setup(out_state, &record->config, record->seed);
        return true;
    }
    struct tk_json_in in = tk_json_in_over((struct tk_span){record->deal, record->deal_length});
    if (!tk_json_enter(&in, '{') || !tk_deal_read(record->game, out_state, &record->config, &in) ||
        !tk_json_finish(&in))
        return fail_json(record, record->text, &in, TK_PROBLEM_RECORD_DEAL);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "12." if it stands here. */
static bool skip_number(struct tk_reader *in)
{
    const char *at = in->at;
    while (at != in->end && is_digit(*at))
        at++;
    if (at == in->at || at == in->end || *at != '.')
        return false;
    in->at = at + 1;
    return true;
}

/* {comment}, turn number, semicolon, white space; false when something else stands next. */
static bool skip_filling(struct tk_record *record)
{
    struct tk_reader *in = &record->in;
    for (;;) {
        skip_space(in);
        if (in->at == in->end)
            return true;
        if (*in->at == '{') {
            const char *start = ++in->at;
            while (in->at != in->end && *in->at != '}')
                in->at++;
            if (in->at == in->end)
                return fail(record, start, TK_PROBLEM_RECORD_COMMENT);
            record->comment = (struct tk_span){start, (size_t)(in->at - start)};
            in->at++;
        } else if (!tk_read_char(in, ';') && !skip_number(in)) {
            return true;
        }
    }
}

/* The text up to something that cannot belong to a move. */
static struct tk_span read_move_text(struct tk_reader *in)
{
    const char *start = in->at;
    for (; in->at != in->end; in->at++) {
        char c = *in->at;
        struct tk_reader look = {in->at + 1, in->end};
        if (c == ';' || c == '{' || c == '<' || c == '\n' || (c == ' ' && skip_number(&look)))
            break;
    }
    const char *stop = in->at;
    while (stop != start && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
        stop--;
    return (struct tk_span){start, (size_t)(stop - start)};
}

/* <{…}> */
static bool read_chance(struct tk_record *record, void *state)
{
    struct tk_reader *in = &record->in;
    if (!skip_filling(record))
        return false;
    const char *start = in->at;
    if (!tk_read_char(in, '<'))
        return fail(record, start, TK_PROBLEM_RECORD_CHANCE);
    while (in->at != in->end && *in->at != '>')
        in->at++;
    struct tk_json_in json =
        tk_json_in_over((struct tk_span){start + 1, (size_t)(in->at - start - 1)});
    if (!tk_read_char(in, '>'))
        return fail(record, start, TK_PROBLEM_RECORD_CHANCE_END);
    if (!tk_json_enter(&json, '{') || !tk_chance_read(record->game, state, &json) ||
        !tk_json_finish(&json))
        return fail_json(record, start, &json, TK_PROBLEM_RECORD_HAPPENED);
    return true;
}

/* From the record, or from the seed where the record begins with one. */
static bool replay_chance(struct tk_record *record, void *state)
{
    while (record->game->rules.actor(state) == TK_CHANCE) {
        if (record->has_seed)
            record->game->chance.settle(state);
        else if (!read_chance(record, state))
            return false;
    }
    return true;
}

bool tk_record_next(struct tk_record *record, void *state, tk_action *out_action)
{
    record->comment = (struct tk_span){NULL, 0};
    if (record->problem != NULL || !replay_chance(record, state) || !skip_filling(record))
        return false;
    if (tk_read_end(&record->in))
        return false;
    if (*record->in.at == '<')
        return fail(record, record->in.at, TK_PROBLEM_RECORD_NOTHING);
    const char *start = record->in.at;
    record->move = read_move_text(&record->in);
    record->status = tk_move_parse(record->game, state, record->move, out_action);
    if (record->status != TK_OK)
        return fail(record, start, TK_PROBLEM_RECORD_MOVE);
    record->ply++;
    return skip_filling(record);
}

bool tk_record_finish(struct tk_record *record, const void *state)
{
    char text[160];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (record->problem != NULL)
        return false;
    if (tk_ended_early(&record->ended) && record->game->rules.actor(state) == TK_NOBODY)
        return fail(record, record->ended.how.data, TK_PROBLEM_RECORD_ENDED);
    if (!record->has_result)
        return true;
    tk_result_write(record->game, state, &out);
    if (!tk_span_is(record->result, tk_writer_text(&out)))
        return fail(record, record->result.data, TK_PROBLEM_RECORD_RESULT);
    return true;
}
