/* SPDX-License-Identifier: MIT */
/* The runner of game scripts. */
#include "script.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bots/bots.h"

enum { LINE_SIZE = 4096, TEXT_SIZE = 256 * 1024 };

struct run {
    const char *path;
    int line;
    bool failed;
    const struct tk_game *game;
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    bool started;   /* the state exists */
    json_t *deal;   /* patches of the deal, before the start */
    json_t *givens; /* patches of the dump: list of [path, text] */
    tk_state state;
    tk_state before;
    tk_action last;
    bool moved;
};

static char text_room[TEXT_SIZE];

static bool fail(struct run *r, const char *what, const char *detail)
{
    if (!r->failed)
        fprintf(stderr, "%s:%d: %s%s%s\n", r->path, r->line, what, detail[0] != '\0' ? ": " : "",
                detail);
    r->failed = true;
    return false;
}

/* Marks that keep the signs of a place in order in a Persian sentence are not seen: scripts do without. */
static bool reads(const char *said, const char *text)
{
    static const char mark[] = "\u200e";
    const size_t length = sizeof mark - 1;
    for (; *said != '\0'; said++, text++) {
        for (; strncmp(said, mark, length) == 0; said += length)
            ;
        if (*said != *text || *said == '\0')
            break;
    }
    return *said == '\0' && *text == '\0';
}

/* --- words of a line --- */

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

/* Cuts the first word off. */
static char *take_word(char **text)
{
    char *word = trim(*text);
    char *end = word;
    while (*end != '\0' && !isspace((unsigned char)*end))
        end++;
    *text = *end == '\0' ? end : end + 1;
    *end = '\0';
    *text = trim(*text);
    return word;
}

/* Splits at "->"; the right side, or NULL. */
static char *take_arrow(char *text)
{
    char *arrow = strstr(text, "->");
    if (arrow == NULL)
        return NULL;
    *arrow = '\0';
    trim(text);
    return trim(arrow + 2);
}

static int seat_of(const char *word)
{
    return word[1] == '\0' && word[0] >= 'A' && word[0] <= 'H' ? word[0] - 'A' : -1;
}

/* A seat's letter, or - for a spectator. */
static int viewer_of(const char *word)
{
    return strcmp(word, "-") == 0 ? TK_SPECTATOR : seat_of(word);
}

/* --- JSON values as scripts write them --- */

static json_t *scalar(const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);
    if (strcmp(word, "-") == 0 || strcmp(word, "null") == 0)
        return json_null();
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
        return json_boolean(word[0] == 't');
    return *word != '\0' && *end == '\0' ? json_integer(number) : json_string(word);
}

static json_t *word_list(const char *text)
{
    char copy[LINE_SIZE];
    json_t *list = json_array();
    snprintf(copy, sizeof copy, "%s", text);
    for (char *rest = trim(copy); *rest != '\0';)
        json_array_append_new(list, scalar(take_word(&rest)));
    return list;
}

/* A text in the type of the value that stands there now; JSON is taken as it is. */
static json_t *value_like(const json_t *now, const char *text)
{
    if (text[0] == '[' || text[0] == '{')
        return json_loads(text, JSON_DECODE_ANY, NULL);
    if (json_is_array(now))
        return word_list(text);
    if (json_is_string(now))
        return json_string(strcmp(text, "-") == 0 ? "" : text);
    return scalar(text);
}

static json_t *step(json_t *value, const char *name)
{
    if (json_is_array(value))
        return json_array_get(value, (size_t)strtoul(name, NULL, 10));
    return json_object_get(value, name);
}

/* Follows a.b.c; the place it names goes to *out_parent and the last name. */
static json_t *follow(json_t *value, const char *path, json_t **out_parent, char *out_name)
{
    char copy[256];
    snprintf(copy, sizeof copy, "%s", path);
    *out_parent = NULL;
    for (char *name = strtok(copy, "."); name != NULL && value != NULL; name = strtok(NULL, ".")) {
        *out_parent = value;
        snprintf(out_name, 64, "%s", name);
        value = step(value, name);
    }
    return value;
}

static bool put(json_t *root, const char *path, const char *text)
{
    json_t *parent;
    char name[64];
    json_t *now = follow(root, path, &parent, name);
    json_t *value = value_like(now, text);
    if (parent == NULL || value == NULL)
        return false;
    if (json_is_array(parent))
        return json_array_set_new(parent, (size_t)strtoul(name, NULL, 10), value) == 0;
    return json_object_set_new(parent, name, value) == 0;
}

/* --- state and JSON --- */

static json_t *dump_state(struct run *r)
{
    struct tk_writer out = tk_writer_over(text_room, sizeof text_room);
    struct tk_json json = tk_json_over(&out);
    tk_dump(r->game, r->state, &json);
    return json_loadb(out.data, out.length, JSON_REJECT_DUPLICATES, NULL);
}

static json_t *view_state(struct run *r, int seat)
{
    struct tk_writer out = tk_writer_over(text_room, sizeof text_room);
    struct tk_json json = tk_json_over(&out);
    tk_view(r->game, r->state, seat, &json);
    return json_loadb(out.data, out.length, JSON_REJECT_DUPLICATES, NULL);
}

static const char *load_state(struct run *r, const json_t *dump)
{
    static char problem[256];
    struct tk_writer out = tk_writer_over(problem, sizeof problem);
    char *text = json_dumps(dump, JSON_COMPACT);
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    bool loaded = tk_load(r->game, r->state, &in) && tk_json_finish(&in);
    free(text);
    tk_json_problem(&in, &out);
    return loaded ? NULL : tk_writer_text(&out);
}

/* `deal` lines: named items first, the others as they were dealt, as far as the list goes. */
static void patch_deal_list(json_t *list, const json_t *first)
{
    size_t index, length = json_array_size(list);
    json_t *item;
    json_t *rest = json_copy(list);
    json_array_clear(list);
    json_array_foreach(first, index, item)
    {
        for (size_t i = 0; i < json_array_size(rest); i++)
            if (json_equal(json_array_get(rest, i), item)) {
                json_array_remove(rest, i);
                break;
            }
        json_array_append(list, item);
    }
    json_array_extend(list, rest);
    while (json_array_size(list) > length)
        json_array_remove(list, json_array_size(list) - 1);
    json_decref(rest);
}

static bool deal_state(struct run *r)
{
    const char *key;
    json_t *patch;
    struct tk_writer out = tk_writer_over(text_room, sizeof text_room);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_deal(r->game, r->state, &json);
    tk_json_close(&json, '}');
    json_t *deal = json_loadb(out.data, out.length, 0, NULL);
    json_object_foreach(r->deal, key, patch)
    {
        json_t *now = json_object_get(deal, key);
        if (json_is_array(now) && json_is_array(patch))
            patch_deal_list(now, patch);
        else
            json_object_set(deal, key,
                            json_is_object(patch) ? json_object_get(patch, "whole") : patch);
    }
    char *text = json_dumps(deal, JSON_COMPACT);
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    bool read = tk_json_enter(&in, '{') && tk_deal_read(r->game, r->state, &r->config, &in) &&
                tk_json_finish(&in);
    free(text);
    json_decref(deal);
    return read || fail(r, "the deal is refused", in.problem != NULL ? in.problem : "");
}

static bool start_game(struct run *r)
{
    r->game->rules.setup(r->state, &r->config, r->seed);
    r->started = true;
    return json_object_size(r->deal) == 0 || deal_state(r);
}

/* Applies the pending `given` lines. NULL, or why the position was refused. */
static const char *apply_givens(struct run *r)
{
    size_t index;
    json_t *given;
    bool hidden = false;
    if (!r->started && !start_game(r))
        return NULL;
    if (json_array_size(r->givens) == 0)
        return NULL;
    json_t *dump = dump_state(r);
    json_t *state = json_object_get(dump, "state");
    json_array_foreach(r->givens, index, given)
    {
        const char *path = json_string_value(json_array_get(given, 0));
        hidden |= strncmp(path, "hidden.", 7) == 0;
        if (!put(state, path, json_string_value(json_array_get(given, 1))))
            fail(r, "there is no such place in the state", path);
    }
    if (!hidden)
        json_object_del(state, "hidden");
    json_array_clear(r->givens);
    const char *problem = load_state(r, dump);
    json_decref(dump);
    return problem;
}

static bool ready(struct run *r)
{
    if (r->game == NULL)
        return fail(r, "a script begins with a game line", "");
    const char *problem = apply_givens(r);
    if (problem != NULL)
        return fail(r, "the position is refused", problem);
    if (!r->failed)
        tk_settle_chance(r->game, r->state);
    return !r->failed;
}

/* --- lines --- */

static bool expect_refusal(struct run *r, tk_status status, char *expected)
{
    char found[128];
    char *key = take_word(&expected);
    const char *clause = tk_status_clause(r->game, status);
    snprintf(found, sizeof found, "%s %s", tk_status_key(r->game, status), clause);
    if (status == TK_OK)
        return fail(r, "it should have been refused", key);
    if (strcmp(key, tk_status_key(r->game, status)) != 0 || strcmp(trim(expected), clause) != 0)
        return fail(r, "it is refused for another reason", found);
    return true;
}

static bool check_config(struct run *r, char *refused)
{
    tk_status status =
        r->game->rules.config_check == NULL ? TK_OK : r->game->rules.config_check(&r->config);
    if (refused == NULL)
        return status == TK_OK ||
               fail(r, "these options are refused", tk_status_key(r->game, status));
    take_word(&refused); /* "refused" */
    return expect_refusal(r, status, refused);
}

/* game NAME, …: options that do not fit are refused: -> refused teams_need_pairs RW-6 */
static bool line_game(struct run *r, char *text)
{
    char *refused = take_arrow(text);
    char *id = strtok(text, ",");
    r->game = tk_game_find(tk_span_of(trim(id)));
    r->started = r->moved = false;
    memset(r->seed, 0, sizeof r->seed);
    json_object_clear(r->deal);
    json_array_clear(r->givens);
    if (r->game == NULL)
        return fail(r, "there is no such game", id);
    tk_config_init(r->game, r->game->seats_min, &r->config);
    for (char *part; (part = strtok(NULL, ",")) != NULL;) {
        int number;
        char *equals, *word = trim(part);
        if (sscanf(word, "%d seats", &number) == 1 && strstr(word, "seats") != NULL) {
            tk_config_init(r->game, number, &r->config);
        } else if (sscanf(word, "seed %d", &number) == 1) {
            r->seed[0] = (uint8_t)number;
        } else if ((equals = strchr(word, '=')) != NULL) {
            int option = tk_option_find(r->game, (struct tk_span){word, (size_t)(equals - word)});
            for (char *c = equals; *c != '\0'; c++)
                *c = *c == '+' ? ',' : *c; /* commas part the line, so lists use + */
            if (option < 0 || !tk_option_parse(&r->game->options[option], r->config.players,
                                               tk_span_of(equals + 1), &r->config.option[option]))
                return fail(r, "there is no such option or value", word);
        } else {
            return fail(r, "a game line does not know", word);
        }
    }
    return check_config(r, refused);
}

static bool line_deal(struct run *r, char *text)
{
    char *key = take_word(&text);
    json_t *value;
    if (text[0] == '[') {
        value = json_pack("{s:o}", "whole", json_loads(text, 0, NULL));
    } else {
        value = word_list(text);
        if (json_array_size(value) == 1 && json_is_integer(json_array_get(value, 0))) {
            json_t *number = json_incref(json_array_get(value, 0));
            json_decref(value);
            value = number;
        }
    }
    if (value == NULL)
        return fail(r, "this is no list", text);
    json_object_set_new(r->deal, key, value);
    return true;
}

static bool line_given(struct run *r, char *text)
{
    char *refused = take_arrow(text);
    char *path = take_word(&text);
    json_t *given = json_array();
    json_array_append_new(given, json_string(path));
    json_array_append_new(given, json_string(trim(text)));
    json_array_append_new(r->givens, given);
    if (refused == NULL)
        return true;
    const char *problem = apply_givens(r);
    if (problem == NULL)
        return fail(r, "the position should have been refused", "");
    if (strncmp(refused, "refused", 7) != 0 || strstr(problem, trim(refused + 7)) == NULL)
        return fail(r, "the position is refused for another reason", problem);
    return true;
}

static bool compare(struct run *r, json_t *root, char *text)
{
    json_t *parent;
    char name[64], *path = take_word(&text);
    json_t *now = follow(root, path, &parent, name);
    if (now == NULL)
        return fail(r, "there is no such place", path);
    json_t *wanted = value_like(now, text);
    bool same = json_equal(now, wanted);
    if (!same) {
        char *found = json_dumps(now, JSON_COMPACT | JSON_ENCODE_ANY);
        fail(r, path, found);
        free(found);
    }
    json_decref(wanted);
    return same;
}

static bool line_then(struct run *r, char *text)
{
    if (!ready(r))
        return false;
    json_t *dump = dump_state(r);
    bool same = compare(r, json_object_get(dump, "state"), text);
    json_decref(dump);
    return same;
}

static bool line_view(struct run *r, char *text)
{
    if (!ready(r))
        return false;
    char *who = take_word(&text);
    json_t *view = view_state(r, viewer_of(who));
    json_t *board = json_object_get(view, "board"), *parent;
    char name[64];
    bool fine;
    if (strncmp(text, "without ", 8) == 0) {
        fine = follow(board, trim(text + 8), &parent, name) == NULL;
        if (!fine)
            fail(r, "the view shows", text + 8);
    } else {
        fine = compare(r, board, text);
    }
    json_decref(view);
    return fine;
}

/* Nothing expected: the move is made as well. */
static bool is_expectation(const char *expected)
{
    return expected == NULL || strcmp(expected, "yes") == 0 || strncmp(expected, "no:", 3) == 0;
}

static bool line_move(struct run *r, int seat, char *text)
{
    tk_state untouched;
    tk_action action = 0;
    char *expected = take_arrow(text);
    if (!is_expectation(expected))
        return fail(r, "after the arrow of a move stands yes, or no: REASON CLAUSE", expected);
    if (!ready(r))
        return false;
    if (r->game->rules.actor(r->state) != seat)
        return fail(r, "another seat is to decide", text);
    memcpy(untouched, r->state, r->game->state_size);
    tk_status status = tk_move_parse(r->game, r->state, tk_span_of(trim(text)), &action);
    if (memcmp(untouched, r->state, r->game->state_size) != 0)
        return fail(r, "checking a move changed the state", text);
    if (expected != NULL && strcmp(expected, "yes") != 0)
        return expect_refusal(r, status, trim(expected + 3));
    if (status != TK_OK)
        return fail(r, "the move is refused", tk_status_key(r->game, status));
    memcpy(r->before, r->state, r->game->state_size);
    r->last = action;
    r->moved = true;
    r->game->rules.apply(r->state, action);
    const char *broken = r->game->checks->audit(r->state);
    return broken == NULL || fail(r, "after the move", broken);
}

static bool line_chance(struct run *r, char *text)
{
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    if (!r->started || r->game->rules.actor(r->state) != TK_CHANCE)
        return fail(r, "nothing is left to chance here", "");
    if (!tk_json_enter(&in, '{') || !tk_chance_read(r->game, r->state, &in))
        return fail(r, "this cannot have happened", in.problem != NULL ? in.problem : "");
    return true;
}

static bool is_listed(struct run *r, const char *move)
{
    tk_action action;
    return tk_move_parse(r->game, r->state, tk_span_of(move), &action) == TK_OK;
}

static int count_listed(struct run *r, const char *prefix)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = r->game->rules.legal(r->state, legal), found = 0;
    for (int i = 0; i < count; i++) {
        char move[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(move, sizeof move);
        r->game->text.format(r->state, legal[i], &out);
        found += strncmp(tk_writer_text(&out), prefix, strlen(prefix)) == 0;
    }
    return found;
}

static bool check_list(struct run *r, const char *how, char *text)
{
    int named = 0;
    char copy[LINE_SIZE];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *move = strtok(copy, ";"); move != NULL; move = strtok(NULL, ";"), named++) {
        bool wanted = strcmp(how, "not") != 0;
        if (is_listed(r, trim(move)) != wanted)
            return fail(r, wanted ? "not listed" : "listed", trim(move));
    }
    if (strcmp(how, "is") == 0 && count_listed(r, "") != named)
        return fail(r, "more moves are listed than named", text);
    return true;
}

static bool line_legal(struct run *r, char *text)
{
    if (!ready(r))
        return false;
    char *how = take_word(&text);
    if (strcmp(how, "none") == 0)
        return r->game->rules.actor(r->state) == TK_NOBODY || fail(r, "the game is not over", "");
    if (strcmp(how, "count") != 0)
        return check_list(r, how, text);
    char *number = strrchr(text, ' ');
    char prefix[64] = "", found[32];
    if (number != NULL)
        snprintf(prefix, sizeof prefix, "%.*s", (int)(number - text), text);
    int wanted = atoi(number != NULL ? number : text), count = count_listed(r, prefix);
    snprintf(found, sizeof found, "%d", count);
    return count == wanted || fail(r, "number of legal moves", found);
}

static bool tell(struct run *r, int viewer, char *text)
{
    char *code = take_word(&text);
    int lang = tk_name_find(tk_lang_codes, TK_LANG_COUNT, tk_span_of(code));
    if (!r->moved || lang < 0)
        return fail(r, "there is no move to tell, or no such language", code);
    struct tk_speaker speaker = {(enum tk_lang)lang, r->game, NULL};
    struct tk_phrase phrases[TK_PHRASES_MAX];
    char said[LINE_SIZE];
    struct tk_writer out = tk_writer_over(said, sizeof said);
    int count = r->game->text.describe(r->before, r->last, r->state, viewer, phrases);
    for (int i = 0; i < count; i++) {
        tk_write_text(&out, i > 0 ? ". " : "");
        tk_phrase_write(&speaker, &phrases[i], &out);
    }
    return reads(tk_writer_text(&out), text) || fail(r, "it says", said);
}

static bool line_say(struct run *r, char *text)
{
    return tell(r, TK_SPECTATOR, text);
}

static bool line_hears(struct run *r, char *text)
{
    char *who = take_word(&text);
    if (viewer_of(who) == -1)
        return fail(r, "nobody hears who is no seat", who);
    return tell(r, viewer_of(who), text);
}

static bool line_prompt(struct run *r, char *text)
{
    char *code = take_word(&text);
    int lang = tk_name_find(tk_lang_codes, TK_LANG_COUNT, tk_span_of(code));
    if (!ready(r) || lang < 0)
        return fail(r, "there is no such language", code);
    struct tk_speaker speaker = {(enum tk_lang)lang, r->game, NULL};
    struct tk_phrase phrase;
    char said[LINE_SIZE];
    struct tk_writer out = tk_writer_over(said, sizeof said);
    r->game->text.prompt(r->state, &phrase);
    tk_phrase_write(&speaker, &phrase, &out);
    return reads(tk_writer_text(&out), text) || fail(r, "it asks", said);
}

static bool line_over(struct run *r, char *text)
{
    if (!ready(r))
        return false;
    const char *ending = r->game->words->table[r->game->rules.ending(r->state)].key;
    if (r->game->rules.actor(r->state) != TK_NOBODY)
        return fail(r, "the game is not over", "");
    const char *name = strncmp(ending, "end.", 4) == 0 ? ending + 4 : ending;
    return *text == '\0' || strcmp(name, text) == 0 || fail(r, "the game ended by", name);
}

static bool check_numbers(struct run *r, const int32_t *found, char *text)
{
    for (int seat = 0; seat < r->config.players; seat++) {
        char shown[32];
        snprintf(shown, sizeof shown, "%d", (int)found[seat]);
        if (strcmp(take_word(&text), shown) != 0)
            return fail(r, "it is", shown);
    }
    return true;
}

static bool line_scores(struct run *r, char *text)
{
    int32_t scores[TK_SEATS_MAX] = {0};
    if (!ready(r))
        return false;
    r->game->rules.scores(r->state, scores);
    return check_numbers(r, scores, text);
}

static bool line_ranks(struct run *r, char *text)
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    int32_t numbers[TK_SEATS_MAX];
    if (!ready(r))
        return false;
    r->game->rules.ranks(r->state, ranks);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        numbers[seat] = ranks[seat];
    return check_numbers(r, numbers, text);
}

static bool line_winners(struct run *r, char *text)
{
    uint8_t wanted = 0;
    if (!ready(r))
        return false;
    while (*text != '\0') {
        int seat = seat_of(take_word(&text));
        if (seat < 0)
            return fail(r, "winners are seats", text);
        wanted = (uint8_t)(wanted | 1U << seat);
    }
    return tk_winners(r->game, r->state) == wanted || fail(r, "others have won", "");
}

/* sheet A cards 13, nobles 6 */
static bool line_sheet(struct run *r, char *text)
{
    static struct tk_sheet sheet;
    if (!ready(r))
        return false;
    int seat = seat_of(take_word(&text));
    sheet = (struct tk_sheet){0};
    r->game->rules.sheet(r->state, seat, &sheet);
    for (char *part = strtok(text, ","); part != NULL; part = strtok(NULL, ",")) {
        char *rest = part, *id = take_word(&rest), shown[64];
        int found = -1;
        for (int i = 0; i < sheet.line_count; i++)
            if (strcmp(sheet.line[i].id, id) == 0)
                found = i;
        if (found < 0)
            return fail(r, "the sheet has no line", id);
        snprintf(shown, sizeof shown, "%s %d", id, (int)sheet.line[found].points);
        if (atoi(rest) != sheet.line[found].points)
            return fail(r, "the sheet says", shown);
    }
    return true;
}

/* "Noble n03: 3 (n03)" for each item of a line of the sheet */
static void write_items(struct run *r, const struct tk_sheet *sheet,
                        const struct tk_sheet_line *line, enum tk_lang lang, struct tk_writer *out)
{
    struct tk_speaker speaker = {lang, r->game, NULL};
    for (int i = 0; i < line->item_count; i++) {
        const struct tk_sheet_item *item = &sheet->item[line->first_item + i];
        tk_write_text(out, i > 0 ? "; " : "");
        tk_phrase_write(&speaker, &item->why, out);
        tk_write_text(out, ": ");
        tk_write_int(out, item->points);
        for (int k = 0; k < item->place_count; k++) {
            tk_write_text(out, k > 0 ? " " : " (");
            r->game->text.place(sheet->place[item->first_place + k], out);
        }
        tk_write_text(out, item->place_count > 0 ? ")" : "");
    }
}

static bool line_why(struct run *r, char *text)
{
    static struct tk_sheet sheet;
    char said[LINE_SIZE];
    struct tk_writer out = tk_writer_over(said, sizeof said);
    if (!ready(r))
        return false;
    int seat = seat_of(take_word(&text));
    char *id = take_word(&text), *code = take_word(&text);
    int lang = tk_name_find(tk_lang_codes, TK_LANG_COUNT, tk_span_of(code));
    sheet = (struct tk_sheet){0};
    r->game->rules.sheet(r->state, seat, &sheet);
    for (int i = 0; lang >= 0 && i < sheet.line_count; i++)
        if (strcmp(sheet.line[i].id, id) == 0)
            write_items(r, &sheet, &sheet.line[i], (enum tk_lang)lang, &out);
    return reads(tk_writer_text(&out), text) || fail(r, "the sheet says", said);
}

/* reveals MOVE -> yes or no */
static bool line_reveals(struct run *r, char *text)
{
    tk_action action;
    char *expected = take_arrow(text);
    if (!ready(r))
        return false;
    tk_status status = tk_move_parse(r->game, r->state, tk_span_of(trim(text)), &action);
    if (expected == NULL || status != TK_OK)
        return fail(r, "not listed, or nothing expected", text);
    bool reveals = r->game->rules.reveals(r->state, action);
    return reveals == (strcmp(expected, "yes") == 0) || fail(r, "it is the other way round", text);
}

enum { REDRAWS = 4000, VALUES_MAX = 16 };

/* The values that may be found at a place, with their shares and how often they were found. */
struct redrawn {
    int count, shares;
    json_t *value[VALUES_MAX];
    int share[VALUES_MAX], found[VALUES_MAX];
};

static void read_shares(char *text, struct redrawn *out)
{
    while (*text != '\0' && out->count < VALUES_MAX) {
        char *word = take_word(&text), *star = strchr(word, '*');
        int share = star == NULL ? 1 : atoi(star + 1);
        if (star != NULL)
            *star = '\0';
        out->value[out->count] = scalar(word);
        out->share[out->count++] = share;
        out->shares += share;
    }
}

static bool count_value(struct redrawn *values, const json_t *now)
{
    for (int i = 0; i < values->count; i++)
        if (json_equal(values->value[i], now)) {
            values->found[i]++;
            return true;
        }
    return false;
}

/* Five standard deviations away from its share is too far for chance. */
static bool is_fair(const struct redrawn *values, int i)
{
    double part = (double)values->share[i] / values->shares, expected = REDRAWS * part;
    double off = values->found[i] - expected;
    return off * off <= 25 * expected * (1 - part);
}

/* redraw A hidden.hands.1 canyon forest*2 */
static bool line_redraw(struct run *r, char *text)
{
    tk_state kept;
    struct redrawn values = {0};
    struct tk_rng rng;
    if (!ready(r))
        return false;
    char *who = take_word(&text), *path = take_word(&text), name[64];
    int seat = viewer_of(who);
    bool fine = true;
    read_shares(text, &values);
    tk_rng_init(&rng, 1, 1);
    memcpy(kept, r->state, sizeof kept);
    for (int i = 0; fine && i < REDRAWS; i++) {
        memcpy(r->state, kept, sizeof kept);
        r->game->knowledge.determinise(r->state, seat, &rng);
        json_t *dump = dump_state(r), *parent;
        fine = count_value(&values, follow(json_object_get(dump, "state"), path, &parent, name));
        json_decref(dump);
    }
    memcpy(r->state, kept, sizeof kept);
    for (int i = 0; i < values.count; i++) {
        fine = fine && is_fair(&values, i);
        json_decref(values.value[i]);
    }
    return fine || fail(r, "a redraw finds other values, or others too often", path);
}

enum { PUZZLE_SEEDS = 3, PUZZLE_SIMULATIONS = 3000 };

static bool is_named(struct run *r, tk_action action, const char *text)
{
    char copy[LINE_SIZE];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *move = strtok(copy, ";"); move != NULL; move = strtok(NULL, ";")) {
        tk_action named;
        if (tk_move_parse(r->game, r->state, tk_span_of(trim(move)), &named) != TK_OK)
            return fail(r, "the move is refused", trim(move));
        if (named == action)
            return true;
    }
    return false;
}

/* best MOVE; MOVE: a budget in simulations, so that the answer does not hang on the machine. */
static bool line_best(struct run *r, char *text)
{
    if (!ready(r))
        return false;
    struct bot master = *bot_level(BOT_MASTER);
    for (uint64_t seed = 1; seed <= PUZZLE_SEEDS; seed++) {
        tk_state sample;
        struct bot_answer answer = {0};
        struct tk_rng rng;
        tk_rng_init(&rng, seed, 0);
        memcpy(sample, r->state, sizeof sample);
        r->game->knowledge.determinise(sample, r->game->rules.actor(r->state), &rng);
        master.choose(&master,
                      &(struct bot_request){.game = r->game,
                                            .state = sample,
                                            .rng = &rng,
                                            .budget = {.simulations = PUZZLE_SIMULATIONS}},
                      &answer);
        if (!is_named(r, answer.action, text)) {
            char move[TK_MOVE_TEXT_MAX + 1];
            struct tk_writer out = tk_writer_over(move, sizeof move);
            r->game->text.format(r->state, answer.action, &out);
            return fail(r, "master would play", tk_writer_text(&out));
        }
    }
    return true;
}

static const struct {
    const char *word;
    bool (*run)(struct run *, char *);
} lines[] = {
    {"game", line_game},       {"deal", line_deal},     {"given", line_given},
    {"then", line_then},       {"view", line_view},     {"legal", line_legal},
    {"say", line_say},         {"hears", line_hears},   {"prompt", line_prompt},
    {"over", line_over},       {"scores", line_scores}, {"ranks", line_ranks},
    {"winners", line_winners}, {"sheet", line_sheet},   {"chance", line_chance},
    {"reveals", line_reveals}, {"redraw", line_redraw}, {"why", line_why},
    {"best", line_best},
};

static bool run_line(struct run *r, char *line)
{
    char *text = line;
    char *word = take_word(&text);
    if (*word == '\0' || *word == '#')
        return true;
    if (seat_of(word) >= 0)
        return line_move(r, seat_of(word), text);
    for (int i = 0; i < TK_COUNT(lines); i++)
        if (strcmp(lines[i].word, word) == 0)
            return lines[i].run(r, text);
    return fail(r, "a script does not know", word);
}

bool script_run_file(const char *path)
{
    struct run *r = calloc(1, sizeof *r);
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (file == NULL || r == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        free(r);
        return false;
    }
    r->path = path;
    r->deal = json_object();
    r->givens = json_array();
    while (!r->failed && fgets(line, sizeof line, file) != NULL) {
        r->line++;
        run_line(r, line);
    }
    bool passed = !r->failed;
    json_decref(r->deal);
    json_decref(r->givens);
    fclose(file);
    free(r);
    return passed;
}
