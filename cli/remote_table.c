/* SPDX-License-Identifier: MIT */
/* A table of a server, as a session of this terminal: what the server tells. */
#include "remote_internal.h"

#include <stdlib.h>
#include <string.h>

#include "cli_words.h"
#include "phrase.h"
#include "signals.h"

/* --- small things --- */

/* What a server says must not steer the terminal, whatever it is meant for. */
static void copy_text(char *out, size_t size, const json_t *text)
{
    const char *value = json_string_value(text);
    snprintf(out, size, "%s", value == NULL ? "" : value);
    cli_clean(out);
}

void remote_table_say(struct remote_table *t, const char *what, int number, json_t *more)
{
    json_t *message = json_pack("{s:s,s:i,s:s}", "t", what, "n", number, "table", t->id);
    if (more != NULL)
        json_object_update(message, more);
    json_decref(more);
    remote_say(t->remote, message);
}

json_t *remote_share(void)
{
    uint8_t bytes[TK_SEED_BYTES];
    char hex[2 * TK_SEED_BYTES + 1];
    if (!cli_random_seed(bytes))
        return json_object();
    for (int i = 0; i < TK_SEED_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return json_pack("{s:s}", "random", hex);
}

void remote_table_tell(struct remote_table *t, int word)
{
    struct tk_writer out = tk_writer_over(t->news, sizeof t->news);
    session_say(t->s, &out, word, NULL);
    (void)tk_writer_text(&out);
    t->changes++;
}

/* --- lines of the log --- */

static const struct {
    const char *what;
    int word;
} happenings[] = {
    {"sat", CLI_WORD_FAR_SAT},         {"stood", CLI_WORD_FAR_STOOD},
    {"bot", CLI_WORD_FAR_BOT},         {"started", CLI_WORD_FAR_STARTED},
    {"undone", CLI_WORD_FAR_UNDONE},   {"resigned", CLI_WORD_FAR_RESIGNED},
    {"offered", CLI_WORD_FAR_OFFERED}, {"away", CLI_WORD_FAR_AWAY},
    {"back", CLI_WORD_FAR_BACK},       {"late", CLI_WORD_FAR_LATE},
    {"rematch", CLI_WORD_FAR_REMATCH}, {"resumed", CLI_WORD_FAR_RESUMED},
    {"chat", CLI_WORD_FAR_CHAT},
};

void remote_table_ending(const struct remote_table *t, struct tk_writer *out)
{
    session_say(t->s, out, cli_over_word(tk_span_of(t->reason)), NULL);
}

static int word_of(const json_t *line, const char *what)
{
    if (strcmp(what, "answered") == 0)
        return json_is_true(json_object_get(line, "yes")) ? CLI_WORD_FAR_AGREES
                                                          : CLI_WORD_FAR_DISAGREES;
    for (int i = 0; i < TK_COUNT(happenings); i++)
        if (strcmp(happenings[i].what, what) == 0)
            return happenings[i].word;
    return -1;
}

static void write_moves(const struct remote_table *t, const json_t *say_list, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(t->s);
    for (size_t i = 0; i < json_array_size(say_list); i++) {
        tk_write_text(out, i > 0 ? ". " : "");
        phrase_write(&speaker, json_array_get(say_list, i), out);
    }
}

static void write_who(const struct remote_table *t, const json_t *line, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(t->s);
    const json_t *seat = json_object_get(line, "seat");
    const char *name = json_string_value(json_object_get(line, "name"));
    long long index = json_is_integer(seat) ? json_integer_value(seat) : -1;
    if (index >= 0 && index < TK_SEATS_MAX)
        tk_seat_name(&speaker, (int)index, out);
    else if (name != NULL && name[0] != '\0')
        tk_write_text(out, name);
    else
        session_say(t->s, out, CLI_WORD_FAR_WATCHER, NULL);
}

static void hear_line(struct remote_table *t, const json_t *line)
{
    char text[2048], name[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_writer who = tk_writer_over(name, sizeof name);
    const char *what = json_string_value(json_object_get(line, "what"));
    const char *spoken = json_string_value(json_object_get(line, "text"));
    if (what == NULL)
        return;
    write_who(t, line, &who);
    int word = word_of(line, what);
    if (strcmp(what, "move") == 0)
        write_moves(t, json_object_get(line, "say"), &out);
    else if (strcmp(what, "over") == 0)
        session_say(t->s, &out, cli_over_word(tk_span_of(t->reason)), NULL);
    else if (word >= 0)
        session_say(t->s, &out, word, "who", tk_writer_text(&who), "text",
                    spoken == NULL ? "" : spoken, NULL);
    (void)tk_writer_text(&out);
    cli_clean(text);
    if (text[0] != '\0')
        session_log_add(t->s, text);
}

static void hear_lines(struct remote_table *t, const json_t *lines)
{
    for (size_t i = 0; i < json_array_size(lines); i++)
        hear_line(t, json_array_get(lines, i));
}

/* --- the present --- */

static enum remote_status status_of(const json_t *text)
{
    static const char *const names[] = {"", "open", "playing", "over"};
    const char *name = json_string_value(text);
    for (int i = REMOTE_OPEN; name != NULL && i <= REMOTE_OVER; i++)
        if (strcmp(names[i], name) == 0)
            return (enum remote_status)i;
    return REMOTE_UNKNOWN;
}

static void hear_seats(struct remote_table *t, const json_t *seats)
{
    const char *names[TK_SEATS_MAX] = {NULL};
    t->seat = TK_SPECTATOR;
    for (size_t i = 0; i < json_array_size(seats) && i < TK_SEATS_MAX; i++) {
        struct remote_seat *seat = &t->seats[i];
        const json_t *told = json_array_get(seats, i);
        copy_text(seat->kind, sizeof seat->kind, json_object_get(told, "kind"));
        copy_text(seat->name, sizeof seat->name, json_object_get(told, "name"));
        copy_text(seat->user, sizeof seat->user, json_object_get(told, "user"));
        seat->away = json_is_true(json_object_get(told, "away"));
        seat->resigned = json_is_true(json_object_get(told, "resigned"));
        names[i] = seat->name;
        if (seat->user[0] != '\0' && strcmp(seat->user, t->remote->user) == 0)
            t->seat = (int)i;
    }
    session_name_seats(t->s, names);
    t->s->viewer = t->seat;
}

/* A number that can be reckoned with, whatever a server says. */
static long long bounded(const json_t *number)
{
    const long long most = 1000000000000000;
    long long value = json_integer_value(number);
    return value > most ? most : value < -most ? -most : value;
}

static void hear_clock(struct remote_table *t, const json_t *clock)
{
    const json_t *left = json_object_get(clock, "left_ms");
    copy_text(t->clock, sizeof t->clock, json_object_get(clock, "kind"));
    t->running = (int)json_integer_value(json_object_get(clock, "running"));
    t->heard = cli_seconds();
    for (size_t i = 0; i < TK_SEATS_MAX; i++)
        t->left_ms[i] = bounded(json_array_get(left, i));
}

static void hear_result(struct remote_table *t, const json_t *result)
{
    copy_text(t->reason, sizeof t->reason, json_object_get(result, "reason"));
    for (size_t i = 0; i < TK_SEATS_MAX; i++) {
        t->scores[i] =
            (int32_t)json_integer_value(json_array_get(json_object_get(result, "scores"), i));
        t->ranks[i] =
            (uint8_t)json_integer_value(json_array_get(json_object_get(result, "ranks"), i));
    }
}

static void hear_people(struct remote_table *t, const json_t *message)
{
    const json_t *online = json_object_get(message, "online");
    for (size_t i = 0; i < json_array_size(online) && i < TK_SEATS_MAX; i++)
        t->seats[i].online = json_is_true(json_array_get(online, i));
    t->watchers = (int)json_integer_value(json_object_get(message, "watchers"));
}

static void ask_sample(struct remote_table *t)
{
    double now = cli_seconds();
    t->sample_again = t->sampling;
    if (t->sampling)
        return;
    if (now < t->sampled + t->pace) { /* not now: bots may play faster than anybody looks */
        t->retry_at = t->sampled + t->pace;
        return;
    }
    remote_table_say(t, "sample", N_SAMPLE, NULL);
    t->sampled = now;
    t->sampling = true;
}

/* A move that was on its way when the connection broke: sent twice it counts once. */
void remote_table_check_pending(struct remote_table *t, bool again)
{
    if (t->pending[0] == '\0')
        return;
    if (t->ply != t->pending_ply || t->status != REMOTE_PLAYING)
        t->pending[0] = '\0';
    else if (again)
        remote_table_say(t, "move", N_MOVE,
                         json_pack("{s:i,s:s}", "ply", t->pending_ply, "move", t->pending));
}

/* What snapshots, gaps and events have in common. */
static void hear_present(struct remote_table *t, const json_t *message)
{
    const json_t *status = json_object_get(message, "status");
    if (status == NULL)
        return; /* a line of chat changes nothing */
    t->status = status_of(status);
    t->ply = (int)json_integer_value(json_object_get(message, "ply"));
    t->offer = (int)json_integer_value(json_object_get(message, "offer"));
    t->undo = json_is_true(json_object_get(message, "undo"));
    hear_seats(t, json_object_get(message, "seats"));
    hear_clock(t, json_object_get(message, "clock"));
    copy_text(t->next, sizeof t->next, json_object_get(message, "next"));
    copy_text(t->next_key, sizeof t->next_key, json_object_get(message, "next_key"));
    if (json_object_get(message, "result") != NULL)
        hear_result(t, json_object_get(message, "result"));
    if (json_object_get(message, "view") != NULL)
        ask_sample(t);
    else if (t->status == REMOTE_OVER) { /* it was closed before it began */
        t->failed = true;
        remote_table_tell(t, CLI_WORD_FAR_OVER_CLOSED);
    }
}

/* --- sitting down --- */

void remote_table_sit(struct remote_table *t, int seat)
{
    json_t *more = remote_share();
    json_object_set_new(more, "seat", json_integer(seat));
    if (t->key[0] != '\0')
        json_object_set_new(more, "key", json_string(t->key));
    remote_table_say(t, "sit", N_DEED, more);
}

static bool may_have(const struct remote_table *t, int seat)
{
    const char *kind = t->seats[seat].kind;
    return strcmp(kind, "open") == 0 || (strcmp(kind, "friend") == 0 && t->key[0] != '\0');
}

static void join(struct remote_table *t)
{
    if (!t->joins || t->seat >= 0 || t->status != REMOTE_OPEN)
        return;
    t->joins = false;
    for (int seat = 0; seat < t->s->config.players; seat++)
        if (may_have(t, seat)) {
            remote_table_sit(t, seat);
            return;
        }
}

/* --- messages --- */

static bool read_config(const struct tk_game *game, const json_t *message, struct tk_config *out)
{
    long long players = json_integer_value(json_object_get(message, "players"));
    char *text = json_dumps(json_object_get(message, "options"), JSON_COMPACT);
    bool fine = text != NULL && players >= game->seats_min && players <= game->seats_max;
    if (fine) {
        struct tk_json_in in = tk_json_in_over(tk_span_of(text));
        tk_config_init(game, (int)players, out);
        fine = tk_options_read(game, out, &in);
    }
    free(text);
    return fine;
}

static void hear_snapshot(struct remote_table *t, const json_t *message)
{
    const json_t *you = json_object_get(message, "you");
    const char *id = json_string_value(json_object_get(message, "game"));
    const struct tk_game *game = id == NULL ? NULL : tk_game_find(tk_span_of(id));
    struct tk_config config;
    if (game == NULL || !read_config(game, message, &config)) {
        t->failed = true;
        remote_table_tell(t, CLI_WORD_FAR_STRANGE_GAME);
        return;
    }
    session_sit_far(t->s, game, &config);
    t->owner = json_is_true(json_object_get(you, "owner"));
    if (t->owner)
        copy_text(t->key, sizeof t->key, json_object_get(you, "key"));
    t->hints = json_is_true(json_object_get(message, "hints"));
    t->seq = bounded(json_object_get(message, "seq"));
    hear_present(t, message);
    hear_people(t, message);
    hear_lines(t, json_object_get(message, "log"));
    if (json_is_true(json_object_get(you, "share")))
        remote_table_say(t, "share", N_DEED, remote_share());
    remote_table_check_pending(t, true);
    join(t);
}

static void hear_event(struct remote_table *t, const json_t *message)
{
    long long seq = bounded(json_object_get(message, "seq"));
    if (seq != t->seq + 1) { /* something is missing: ask for it */
        remote_table_say(t, "watch", N_WATCH, json_pack("{s:I}", "since", (json_int_t)t->seq));
        return;
    }
    t->seq = seq;
    hear_present(t, message);
    hear_line(t, json_object_get(message, "line"));
    remote_table_check_pending(t, false);
    join(t);
}

static void hear_gap(struct remote_table *t, const json_t *message)
{
    t->seq = bounded(json_object_get(message, "seq"));
    hear_present(t, message);
    hear_people(t, message);
    hear_lines(t, json_object_get(message, "lines"));
    remote_table_check_pending(t, true);
}

static void hear_announcement(struct remote_table *t, const json_t *message)
{
    copy_text(t->news, sizeof t->news, json_object_get(message, "text"));
}

static const struct {
    const char *kind;
    void (*hear)(struct remote_table *, const json_t *);
} kinds[] = {
    {"table", hear_snapshot}, {"event", hear_event},           {"gap", hear_gap},
    {"people", hear_people},  {"announce", hear_announcement},
};

/* --- replies --- */

static void hear_sample(struct remote_table *t, const json_t *reply)
{
    char *text = json_dumps(json_object_get(reply, "sample"), JSON_COMPACT);
    struct tk_json_in in = tk_json_in_over(tk_span_of(text == NULL ? "" : text));
    t->sampling = false;
    if (t->sample_again)
        ask_sample(t);
    if (tk_load(t->s->game, t->s->present, &in) && tk_json_finish(&in)) {
        t->has_state = true;
        t->positions++;
        t->shown_ply = (int)json_integer_value(json_object_get(reply, "ply"));
    } else {
        remote_table_tell(t, CLI_WORD_FAR_STRANGE_GAME);
    }
    free(text);
}

static void write_hint(struct remote_table *t, const json_t *hint, int number,
                       struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(t->s);
    char said[512], place[16], wins[16];
    struct tk_writer what = tk_writer_over(said, sizeof said);
    struct tk_writer first = tk_writer_over(place, sizeof place);
    struct tk_writer second = tk_writer_over(wins, sizeof wins);
    const json_t *win = json_object_get(hint, "win");
    phrase_write(&speaker, json_object_get(hint, "say"), &what);
    char move[TK_MOVE_TEXT_MAX + 1];
    copy_text(move, sizeof move, json_object_get(hint, "move"));
    tk_write_number(&first, t->s->args->lang, number);
    tk_write_number(&second, t->s->args->lang, (int64_t)(100 * json_number_value(win) + 0.5));
    (void)tk_writer_text(&what);
    cli_clean(said);
    int word = t->brief ? CLI_WORD_HINT_SHORT : CLI_WORD_HINT_LINE;
    session_say(t->s, out, win == NULL ? CLI_WORD_HINT_FORCED : word, "n", tk_writer_text(&first),
                "move", move[0] == '\0' ? said : move, "win", tk_writer_text(&second), NULL);
    tk_write_char(out, '\n');
}

static void hear_hint(struct remote_table *t, const json_t *reply)
{
    const json_t *moves = json_object_get(reply, "moves");
    struct tk_writer out = tk_writer_over(t->hint, sizeof t->hint);
    session_say(t->s, &out, CLI_WORD_HINT_TITLE, NULL);
    tk_write_char(&out, '\n');
    for (size_t i = 0; i < json_array_size(moves); i++)
        write_hint(t, json_array_get(moves, i), (int)i + 1, &out);
    (void)tk_writer_text(&out);
}

static void hear_refusal(struct remote_table *t, long long number, const json_t *error)
{
    const char *code = json_string_value(json_object_get(error, "code"));
    const json_t *wait = json_object_get(error, "retry_ms");
    bool stale = code != NULL && strcmp(code, "stale") == 0;
    if (number == N_SAMPLE)
        t->sampling = false;
    if (json_is_integer(wait) && (number <= N_MOVE || t->pending[0] != '\0')) {
        t->pace = 0.1;
        t->sampling = false;
        t->retry_at = cli_seconds() + (double)json_integer_value(wait) / 1000 + 0.05;
        return;
    }
    t->pending[0] = number == N_MOVE ? '\0' : t->pending[0];
    if (stale || number == N_SAMPLE)
        return;
    remote_error(t->remote, error);
    snprintf(t->news, sizeof t->news, "%s", t->remote->error);
    cli_clean(t->news);
    t->failed |= number == N_WATCH && t->status == REMOTE_UNKNOWN;
    if (number == N_HINT)
        t->hint[0] = '\0';
}

static void hear_reply(struct remote_table *t, const json_t *reply)
{
    long long number = json_integer_value(json_object_get(reply, "n"));
    if (!json_is_true(json_object_get(reply, "ok")))
        hear_refusal(t, number, json_object_get(reply, "error"));
    else if (number == N_SAMPLE)
        hear_sample(t, reply);
    else if (number == N_HINT)
        hear_hint(t, reply);
}

static void hear(void *context, json_t *message)
{
    struct remote_table *t = context;
    const char *kind = json_string_value(json_object_get(message, "t"));
    const char *id = json_string_value(json_object_get(message, "table"));
    bool is_ours = id == NULL || strcmp(id, t->id) == 0;
    bool is_early = t->s->game == NULL && kind != NULL && strcmp(kind, "table") != 0 &&
                    json_object_get(message, "error") == NULL;
    if (kind == NULL || !is_ours || is_early) /* before there is a game nothing can be told of it */
        return;
    t->changes++;
    if (strcmp(kind, "reply") == 0)
        hear_reply(t, message);
    for (int i = 0; i < TK_COUNT(kinds); i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            kinds[i].hear(t, message);
}

static void watch(struct remote_table *t)
{
    bool known = t->status != REMOTE_UNKNOWN;
    remote_table_say(t, "watch", N_WATCH,
                     known ? json_pack("{s:I}", "since", (json_int_t)t->seq) : NULL);
}

static void on_ready(void *context)
{
    struct remote_table *t = context;
    t->sampling = t->sample_again = false;
    if (t->status != REMOTE_UNKNOWN)
        remote_table_tell(t, CLI_WORD_FAR_HERE);
    t->connected = true;
    t->changes++;
    watch(t);
}

static void on_lost(void *context)
{
    struct remote_table *t = context;
    if (t->connected || t->remote->tries == 1)
        remote_table_tell(t, CLI_WORD_FAR_LOST);
    t->connected = false;
    t->changes++;
}

void remote_table_step(struct remote_table *t)
{
    const struct remote_ears ears = {t, hear, on_lost, on_ready};
    remote_step(t->remote, &ears);
    if (t->retry_at > 0 && cli_seconds() > t->retry_at && t->connected) {
        t->retry_at = 0;
        if (t->status == REMOTE_UNKNOWN)
            watch(t);
        else
            ask_sample(t);
        remote_table_check_pending(t, true);
    }
}

void remote_table_open(struct remote_table *t, struct remote *remote, struct session *s,
                       const char *id, const char *key)
{
    bool brief = s->far == t && t->brief;
    *t = (struct remote_table){
        .remote = remote, .s = s, .seat = TK_SPECTATOR, .joins = true, .brief = brief};
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->key, sizeof t->key, "%s", key);
    t->offer = -1;
    s->far = t;
    if (remote->greeted) { /* from another table of the same server */
        t->connected = true;
        watch(t);
    }
}

bool remote_table_wait(struct remote_table *t, int file, int ms)
{
    int patience = remote_patience(t->remote);
    struct pollfd files[2] = {{.fd = file, .events = POLLIN},
                              {.fd = remote_file(t->remote), .events = POLLIN}};
    if (t->retry_at > 0) {
        double left = 1000 * (t->retry_at - cli_seconds());
        patience = left < 1 ? 1 : left < patience ? (int)left + 1 : patience;
    }
    signals_poll(files, 2, patience < ms ? patience : ms);
    return (files[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
}
