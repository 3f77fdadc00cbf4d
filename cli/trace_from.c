/* SPDX-License-Identifier: MIT */
/* takht trace --from: games played elsewhere, checked and written out in full. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1024 * 1024, KEYS_MAX = 64 };

struct reading {
    const struct cli_args *args;
    const char *path;
    FILE *file;
    char *line; /* of getline */
    size_t line_size;
    long line_number;
    long game_number; /* from 1 */
    /* the game under way */
    const struct tk_game *game; /* NULL between games */
    int ply;
    bool lists; /* legal lists were given, so the end must be too */
    tk_state state;
    struct cli_text text; /* its trace so far; printed when the game is complete */
    int code;             /* exit code once something was wrong, else -1 */
};

static bool wrong(struct reading *r, const char *what, struct tk_span detail)
{
    const char *quote = detail.length > 0 ? "'" : "";
    int length = detail.length > 200 ? 200 : (int)detail.length;
    if (r->code < 0) {
        if (r->game_number == 0)
            r->code = cli_fail(r->args->command, CLI_FAILED, "%s:%ld: %s%.*s%s%s", r->path,
                               r->line_number, quote, length, detail.data, quote, what);
        else
            r->code = cli_fail(r->args->command, CLI_FAILED, "%s:%ld: game %ld, ply %d: %s%.*s%s%s",
                               r->path, r->line_number, r->game_number, r->ply, quote, length,
                               detail.data, quote, what);
    }
    return false;
}

static bool wrong_plain(struct reading *r, const char *what)
{
    return wrong(r, what, (struct tk_span){"", 0});
}

static bool print_game(struct reading *r)
{
    bool written = fwrite(r->text.data, 1, r->text.length, stdout) == r->text.length;
    r->text.length = 0;
    r->game = NULL;
    return written;
}

/* The next deal, or the end of the file, also ends a game whose lines were all there. */
static bool close_game(struct reading *r)
{
    if (r->game == NULL)
        return true;
    if (r->game->rules.actor(r->state) == TK_CHANCE)
        return wrong_plain(r, "a chance line is missing after this ply");
    if (r->game->rules.actor(r->state) != TK_NOBODY)
        return wrong_plain(r, "the game stops after this ply, before its end");
    if (r->lists)
        return wrong_plain(r, "the end line is missing after this ply");
    cli_trace_end(&r->text, r->game, r->state);
    return print_game(r);
}

/* --- deal --- */

/* The value of a key in an object, as it is written. */
static bool find_key(struct tk_span object, struct tk_span wanted, struct tk_span *out_value)
{
    struct tk_json_in in = tk_json_in_over(object);
    struct tk_span key, value;
    tk_json_enter(&in, '{');
    while (tk_json_next_key(&in, &key) && tk_json_read_raw(&in, &value)) {
        if (key.length == wanted.length && memcmp(key.data, wanted.data, key.length) == 0) {
            *out_value = value;
            return true;
        }
    }
    return false;
}

static bool knows_keys(struct reading *r, struct tk_span line)
{
    static const char *const keys[] = {"t", "game", "players", "options", "deal"};
    struct tk_json_in in = tk_json_in_over(line);
    struct tk_span key, value;
    tk_json_enter(&in, '{');
    while (tk_json_next_key(&in, &key) && tk_json_read_raw(&in, &value)) {
        bool known = false;
        for (int i = 0; i < TK_COUNT(keys); i++)
            known |= tk_span_is(key, keys[i]);
        if (!known)
            return wrong(r, " is no key of a deal line", key);
    }
    return true;
}

/* A reader over the value of a key of the line; one that is at its end if it is not there. */
static struct tk_json_in part_of(struct tk_span line, const char *key)
{
    struct tk_span value = {"", 0};
    find_key(line, tk_span_of(key), &value);
    return tk_json_in_over(value);
}

/* The keys stand in any order, and are read in the one in which they need each other. */
static bool read_deal_keys(struct reading *r, struct tk_span line, struct tk_config *config,
                           struct tk_json_in *out_deal)
{
    struct tk_json_in id = part_of(line, "game"), seats = part_of(line, "players"),
                      options = part_of(line, "options");
    struct tk_span name;
    int64_t players = 0;
    *out_deal = part_of(line, "deal");
    if (!knows_keys(r, line))
        return false;
    if (id.at == id.end || seats.at == seats.end || out_deal->at == out_deal->end)
        return wrong_plain(r, "a deal line needs game, players and deal");
    if (!tk_json_read_string(&id, &name))
        return wrong_plain(r, id.problem);
    if ((r->game = tk_game_find(name)) == NULL)
        return wrong(r, " is no game of this program", name);
    if (!tk_json_read_int(&seats, r->game->seats_min, r->game->seats_max, &players))
        return wrong_plain(r, "the game is not for this number of players");
    tk_config_init(r->game, (int)players, config);
    if (options.at != options.end && !tk_options_read(r->game, config, &options))
        return wrong_plain(r, options.problem);
    return true;
}

static bool wrong_deal(struct reading *r, const struct tk_json_in *deal)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_json_problem(deal, &out);
    return wrong_plain(r, deal->problem != NULL ? tk_writer_text(&out) : "the deal is wrong");
}

static bool read_deal(struct reading *r, struct tk_json_in *in)
{
    struct tk_config config;
    struct tk_json_in deal;
    struct tk_span line = {in->start, (size_t)(in->end - in->start)};
    if (!close_game(r))
        return false;
    r->game_number++;
    r->ply = 0;
    r->lists = false;
    if (!read_deal_keys(r, line, &config, &deal))
        return false;
    if (!tk_json_enter(&deal, '{') || !tk_deal_read(r->game, r->state, &config, &deal) ||
        !tk_json_finish(&deal))
        return wrong_deal(r, &deal);
    cli_trace_deal(&r->text, r->game, r->state);
    return true;
}

/* --- ply --- */

static bool check_list(struct reading *r, struct tk_span given)
{
    static char room[CLI_LEGAL_ROOM];
    static struct tk_span legal[TK_ACTIONS_MAX];
    int count = cli_legal_texts(r->game, r->state, room, legal), i = 0;
    struct tk_json_in in = tk_json_in_over(given);
    struct tk_span text;
    tk_json_enter(&in, '[');
    for (; tk_json_next(&in) && tk_json_read_string(&in, &text); i++) {
        bool same = i < count && text.length == legal[i].length &&
                    memcmp(text.data, legal[i].data, text.length) == 0;
        if (!same)
            return wrong(r, " stands in the legal list where it should not", text);
    }
    if (in.problem != NULL)
        return wrong_plain(r, in.problem);
    return i == count || wrong(r, " is missing in the legal list", legal[i]);
}

static bool check_seat(struct reading *r, struct tk_json_in *in)
{
    int64_t seat;
    if (!tk_json_read_int(in, 0, TK_SEATS_MAX - 1, &seat))
        return wrong_plain(r, in->problem);
    return seat == r->game->rules.actor(r->state) || wrong_plain(r, "another seat is to decide");
}

static bool check_number(struct reading *r, struct tk_json_in *in)
{
    int64_t number;
    if (!tk_json_read_int(in, 0, INT32_MAX, &number))
        return wrong_plain(r, in->problem);
    return number == r->ply ||
           wrong_plain(r, "the line of this ply is missing or has another number");
}

static bool refuse(struct reading *r, tk_status status, struct tk_span move)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_write_text(&out, " is refused: ");
    tk_status_write(&(struct tk_speaker){TK_EN, r->game, NULL}, status, &out);
    return wrong(r, tk_writer_text(&out), move);
}

static bool read_ply(struct reading *r, struct tk_json_in *in)
{
    struct tk_span key, move = {NULL, 0}, list = {NULL, 0};
    tk_action action;
    if (r->game == NULL)
        return wrong_plain(r, "a deal line is missing before this line");
    r->ply++;
    int actor = r->game->rules.actor(r->state);
    if (actor < 0)
        return wrong_plain(r, actor == TK_CHANCE ? "a chance line is missing before this ply"
                                                 : "the game was over before this ply");
    while (tk_json_next_key(in, &key)) {
        bool fine = true;
        if (tk_span_is(key, "n"))
            fine = check_number(r, in);
        else if (tk_span_is(key, "seat"))
            fine = check_seat(r, in);
        else if (tk_span_is(key, "legal"))
            fine = tk_json_read_raw(in, &list) && check_list(r, list);
        else if (tk_span_is(key, "move"))
            tk_json_read_string(in, &move);
        else
            tk_json_skip(in);
        if (!fine)
            return wrong_plain(r, in->problem != NULL ? in->problem : "the line is wrong");
    }
    if (in->problem != NULL || move.data == NULL)
        return wrong_plain(r, in->problem != NULL ? in->problem : "the move is missing");
    tk_status status = tk_move_parse(r->game, r->state, move, &action);
    if (status != TK_OK)
        return refuse(r, status, move);
    r->lists |= list.data != NULL;
    cli_trace_ply(&r->text, r->game, r->state, r->ply, action);
    r->game->rules.apply(r->state, action);
    return true;
}

/* --- chance and end --- */

static bool read_chance(struct reading *r, struct tk_json_in *in)
{
    tk_state before;
    if (r->game == NULL || r->game->rules.actor(r->state) != TK_CHANCE)
        return wrong_plain(r, "nothing is left to chance after this ply");
    memcpy(before, r->state, r->game->state_size);
    if (!tk_chance_read(r->game, r->state, in))
        return wrong_plain(r, in->problem != NULL ? in->problem : "this cannot have happened");
    cli_trace_chance(&r->text, r->game, before, r->state);
    return true;
}

/* The same JSON up to white space outside of strings. */
static bool same_json(struct tk_span a, struct tk_span b)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < a.length && strchr(" \t\r\n", a.data[i]) != NULL)
            i++;
        while (k < b.length && strchr(" \t\r\n", b.data[k]) != NULL)
            k++;
        if (i == a.length || k == b.length)
            return i == a.length && k == b.length;
        if (a.data[i++] != b.data[k++])
            return false;
    }
}

static bool read_end(struct reading *r, struct tk_json_in *in)
{
    struct tk_span key, given, right;
    if (r->game == NULL)
        return wrong_plain(r, "a deal line is missing before this line");
    if (r->game->rules.actor(r->state) != TK_NOBODY)
        return wrong_plain(r, "the game is not over after this ply");
    size_t start = r->text.length;
    cli_trace_end(&r->text, r->game, r->state);
    struct tk_span ours = {r->text.data + start, r->text.length - start};
    while (tk_json_next_key(in, &key) && tk_json_read_raw(in, &given)) {
        bool known = find_key(ours, key, &right);
        if (!known && !tk_span_is(key, "reason"))
            return wrong(r, " is no key of an end line", key);
        if (known && !same_json(given, right))
            return wrong(r, " of the end line is not what the game leads to", key);
    }
    if (in->problem != NULL)
        return wrong_plain(r, in->problem);
    return print_game(r);
}

/* --- lines --- */

static const struct {
    const char *kind;
    bool (*read)(struct reading *, struct tk_json_in *);
} kinds[] = {{"deal", read_deal}, {"ply", read_ply}, {"chance", read_chance}, {"end", read_end}};

/* Of two keys of one name whoever reads along might take the other one. */
static bool has_each_key_once(struct reading *r, struct tk_span line)
{
    struct tk_json_in in = tk_json_in_over(line);
    struct tk_span keys[KEYS_MAX], value;
    int count = 0;
    for (tk_json_enter(&in, '{'); tk_json_next_key(&in, &keys[count]); count++) {
        tk_json_read_raw(&in, &value);
        for (int i = 0; i < count; i++)
            if (keys[i].length == keys[count].length &&
                memcmp(keys[i].data, keys[count].data, keys[i].length) == 0)
                return wrong(r, " stands twice in the line", keys[count]);
        if (count + 1 == KEYS_MAX)
            return wrong_plain(r, "the line has too many keys");
    }
    return in.problem == NULL || wrong_plain(r, in.problem);
}

static bool read_line(struct reading *r, struct tk_span line)
{
    struct tk_json_in in = tk_json_in_over(line);
    struct tk_span value, kind;
    if (!tk_json_skip(&in) || !tk_json_finish(&in))
        return wrong_plain(r, in.problem != NULL ? in.problem : "this is no JSON");
    if (!has_each_key_once(r, line))
        return false;
    if (!find_key(line, tk_span_of("t"), &value))
        return wrong_plain(r, "the line has no \"t\"");
    kind = (struct tk_span){value.data + 1, value.length >= 2 ? value.length - 2 : 0};
    for (int i = 0; i < TK_COUNT(kinds); i++) {
        if (tk_span_is(kind, kinds[i].kind)) {
            in = tk_json_in_over(line);
            tk_json_enter(&in, '{');
            return kinds[i].read(r, &in);
        }
    }
    return wrong(r, " is no kind of line", kind);
}

/* A whole line into r->line; 0 at the end of the file, -1 after an error. */
static ssize_t next_line(struct reading *r)
{
    size_t length = 0;
    for (int c; (c = getc_unlocked(r->file)) != EOF && c != '\n';) {
        if (length == LINE_MAX_BYTES) {
            wrong_plain(r, "the line is longer than a megabyte");
            return -1;
        }
        if (length + 2 > r->line_size) {
            size_t size = r->line_size == 0 ? 65536 : 2 * r->line_size;
            char *grown = realloc(r->line, size);
            if (grown == NULL)
                return -1;
            r->line = grown;
            r->line_size = size;
        }
        r->line[length++] = (char)c;
    }
    if (ferror(r->file)) {
        r->code = cli_fail(r->args->command, CLI_FAILED, "%s: %s", r->path, strerror(errno));
        return -1;
    }
    return length == 0 && feof(r->file) ? 0 : (ssize_t)length + 1;
}

static bool is_blank(struct tk_span line)
{
    size_t i = 0;
    while (i < line.length && line.data[i] != '\0' && strchr(" \t\r", line.data[i]) != NULL)
        i++;
    return i == line.length;
}

static void read_all(struct reading *r)
{
    for (ssize_t got; (r->line_number++, got = next_line(r)) != 0;) {
        if (got < 0)
            return;
        struct tk_span line = {r->line, (size_t)got - 1};
        if (r->line_number == 1 && line.length >= 3 && memcmp(line.data, "\xef\xbb\xbf", 3) == 0)
            line = (struct tk_span){line.data + 3, line.length - 3}; /* as some editors write */
        if (is_blank(line))
            continue;
        if (!read_line(r, line) || r->code >= 0)
            return;
    }
    r->line_number--;
    if (r->game_number == 0)
        wrong_plain(r, "there is no game in this file");
    close_game(r);
}

int cli_trace_from(const struct cli_args *args)
{
    bool standard = strcmp(args->from, "-") == 0;
    struct reading *r = calloc(1, sizeof *r);
    if (r == NULL)
        return cli_fail(args->command, CLI_FAILED, "out of memory");
    *r = (struct reading){
        .args = args, .path = standard ? "standard input" : args->from, .code = -1};
    r->file = standard ? stdin : fopen(args->from, "rb");
    if (r->file == NULL) {
        r->code = cli_fail(args->command, CLI_FAILED, "%s: %s", args->from, strerror(errno));
    } else {
        read_all(r);
        if (!standard)
            fclose(r->file);
    }
    cli_text_clear(&r->text);
    free(r->line);
    int code = r->code, written = cli_output_close(args->command);
    free(r);
    return code >= 0 ? code : written;
}
