/* SPDX-License-Identifier: MIT */
/* A game at this terminal: who sits where, what was played, undo, saving. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli_words.h"
#include "exec.h"
#include "remote_table.h"
#include "saves.h"

/* --- seats --- */

static void name_seat(struct session *s, int seat, const char *name)
{
    snprintf(s->name_room[seat], sizeof s->name_room[seat], "%s", name);
    s->names[seat] = s->name_room[seat];
    /* a mark of direction keeps a Latin name from pulling the numbers after it to its side */
    struct tk_writer shown = tk_writer_over(s->shown_room[seat], sizeof s->shown_room[seat]);
    tk_write_text(&shown, s->name_room[seat]);
    tk_write_text(&shown, s->args->lang == TK_FA ? "\u200f" : "");
    tk_writer_text(&shown);
    s->shown[seat] = s->shown_room[seat];
}

static int people(const struct session *s)
{
    int count = 0;
    for (int seat = 0; seat < s->config.players; seat++)
        count += s->bots[seat] == NULL;
    return count;
}

/* "greedy 2": bots of one name are told apart by number. */
static void number_bot(const struct session *s, int seat, struct tk_writer *out)
{
    int alike = 0, number = 0;
    for (int other = 0; other < s->config.players; other++) {
        if (s->bots[other] == NULL || strcmp(s->bots[other]->name, s->bots[seat]->name) != 0)
            continue;
        number += other <= seat;
        alike++;
    }
    tk_write_text(out, s->bots[seat]->name);
    if (alike < 2)
        return;
    tk_write_char(out, ' ');
    tk_write_number(out, TK_EN, number);
}

/* One person goes by the name of the account; several are told apart by number. */
static void name_seats(struct session *s)
{
    const char *account = people(s) == 1 ? getenv("USER") : NULL;
    for (int seat = 0; seat < s->config.players; seat++) {
        char name[TK_NAME_MAX + 1];
        struct tk_writer out = tk_writer_over(name, sizeof name);
        if (s->bots[seat] != NULL)
            number_bot(s, seat, &out);
        else if (account != NULL && account[0] != '\0' && bot_find(tk_span_of(account)) == NULL)
            tk_write_text(&out, account);
        else
            tk_seat_name(&(struct tk_speaker){s->args->lang, s->game, NULL}, seat, &out);
        name_seat(s, seat, tk_writer_text(&out));
    }
}

void session_name_seats(struct session *s, const char *const names[TK_SEATS_MAX])
{
    for (int seat = 0; seat < s->config.players; seat++) {
        char name[TK_NAME_MAX + 1];
        struct tk_writer out = tk_writer_over(name, sizeof name);
        int alike = 0, number = 0;
        for (int other = 0; other < s->config.players && names[seat] != NULL; other++) {
            bool same = names[other] != NULL && strcmp(names[other], names[seat]) == 0;
            number += same && other <= seat;
            alike += same;
        }
        if (names[seat] == NULL || names[seat][0] == '\0')
            tk_seat_name(&(struct tk_speaker){s->args->lang, s->game, NULL}, seat, &out);
        else
            tk_write_text(&out, names[seat]);
        if (names[seat] != NULL && names[seat][0] != '\0' && alike > 1) {
            tk_write_char(&out, ' ');
            tk_write_number(&out, TK_EN, number);
        }
        name_seat(s, seat, tk_writer_text(&out));
    }
}

/* Without --bots: me against greedy bots. */
static void take_seats(struct session *s)
{
    const struct cli_args *args = s->args;
    for (int seat = 0; seat < s->config.players; seat++)
        s->bots[seat] = seat < args->bot_count ? args->bots[seat] : bot_find(tk_span_of("greedy"));
    if (args->bot_count == 0)
        s->bots[0] = NULL;
    name_seats(s);
}

/* --- states --- */

static unsigned char *state_at(const struct session *s, int index)
{
    return s->states + (size_t)index * s->game->state_size;
}

const void *session_state(const struct session *s)
{
    return s->far != NULL ? s->present : state_at(s, s->length);
}

int session_actor(const struct session *s)
{
    bool waits = s->far != NULL && (s->far->status != REMOTE_PLAYING || !s->far->has_state);
    return waits ? TK_NOBODY : s->game->rules.actor(session_state(s));
}

bool session_is_person(const struct session *s, int seat)
{
    return s->far != NULL ? seat >= 0 && seat == s->viewer : seat >= 0 && s->bots[seat] == NULL;
}

struct tk_speaker session_speaker(const struct session *s)
{
    return (struct tk_speaker){s->args->lang, s->game, s->shown};
}

static void *need(void *memory)
{
    if (memory == NULL) {
        fputs("takht: out of memory\n", stderr);
        exit(CLI_FAILED);
    }
    return memory;
}

static void make_room(struct session *s)
{
    if (s->length < s->room)
        return;
    s->room = s->room == 0 ? 256 : 2 * s->room;
    s->actions = need(realloc(s->actions, (size_t)s->room * sizeof *s->actions));
    s->states = need(realloc(s->states, (size_t)(s->room + 1) * s->game->state_size));
}

static void keep_line(struct session *s, char *line)
{
    if (s->log_count == s->log_room) {
        s->log_room = s->log_room == 0 ? 256 : 2 * s->log_room;
        s->log = need(realloc(s->log, (size_t)s->log_room * sizeof *s->log));
    }
    s->log[s->log_count++] = line;
}

void session_log_add(struct session *s, const char *line)
{
    keep_line(s, need(strdup(line)));
}

/* Back to so many decisions. */
static void shorten(struct session *s, int length)
{
    while (s->log_count > length)
        free(s->log[--s->log_count]);
    s->length = length;
}

static void open_table(struct session *s)
{
    uint8_t noise[TK_SEED_BYTES];
    make_room(s);
    if (s->args->has_seed || !cli_random_seed(noise))
        memcpy(noise, s->seed, sizeof noise); /* who repeats a deal repeats the bots' dice, too */
    cli_game_rng(noise, &s->rng);
    tk_start(s->game, &s->config, s->seed, state_at(s, 0));
    s->viewer = TK_SPECTATOR;
    for (int seat = 0; seat < s->config.players && people(s) == 1; seat++)
        s->viewer = session_is_person(s, seat) ? seat : s->viewer;
}

/* What bots thought about moves that were taken back, or about a game that is left. */
static void forget(struct session *s)
{
    for (int seat = 0; seat < TK_SEATS_MAX; seat++) {
        if (s->players[seat].bot != NULL)
            player_close(&s->players[seat], NULL);
        s->players[seat] = (struct player){0};
    }
}

bool session_again(struct session *s)
{
    if (!cli_random_seed(s->seed))
        return false;
    forget(s);
    shorten(s, 0);
    open_table(s);
    s->kept = s->save != NULL && saves_new(s->game, s->save_room);
    s->save = s->kept ? s->save_room : NULL;
    return true;
}

bool session_begin(struct session *s, const struct cli_args *args)
{
    *s = (struct session){
        .args = args, .game = args->game, .config = args->config, .save = args->save};
    memcpy(s->seed, args->seed, sizeof s->seed);
    if (!args->has_seed && !cli_random_seed(s->seed))
        return false;
    take_seats(s);
    open_table(s);
    return true;
}

void session_sit_far(struct session *s, const struct tk_game *game, const struct tk_config *config)
{
    uint8_t noise[TK_SEED_BYTES] = {0};
    shorten(s, 0);
    s->game = game;
    s->config = *config;
    s->viewer = TK_SPECTATOR;
    cli_random_seed(noise);
    cli_game_rng(noise, &s->rng);
}

/* "greedy 2" as "greedy". */
static struct tk_span without_number(const char *name)
{
    struct tk_span text = tk_span_of(name);
    while (text.length > 0 && text.data[text.length - 1] >= '0' &&
           text.data[text.length - 1] <= '9')
        text.length--;
    bool numbered = text.length > 1 && text.data[text.length - 1] == ' ';
    return numbered ? (struct tk_span){text.data, text.length - 1} : tk_span_of(name);
}

/*
 * Bots are known by their names, unless --bots says who sits where; everybody else is a person.
 * False: the seat is a program's, and no file decides what is started here.
 */
static bool seat_by_names(struct session *s, const struct tk_record *record)
{
    const struct cli_args *args = s->args;
    for (int seat = 0; seat < s->config.players; seat++) {
        struct tk_span name = without_number(record->names[seat]);
        if (seat < args->bot_count)
            s->bots[seat] = args->bots[seat];
        else if (strncmp(record->names[seat], "exec:", 5) == 0)
            return false;
        else
            s->bots[seat] = bot_parse(name, &s->bot_room[seat]) ? &s->bot_room[seat] : NULL;
    }
    name_seats(s);
    for (int seat = 0; seat < s->config.players; seat++)
        if (record->names[seat][0] != '\0' && seat >= args->bot_count)
            name_seat(s, seat, record->names[seat]);
    return true;
}

const char *session_resume(struct session *s, const struct cli_args *args, struct tk_span text,
                           int *out_line)
{
    struct tk_record *record = need(calloc(1, sizeof *record));
    tk_state state;
    tk_action action;
    const char *problem = NULL;
    *s = (struct session){.args = args, .save = args->save != NULL ? args->save : args->load};
    *out_line = 1;
    if (!tk_record_open(record, text, tk_game_find) || !tk_record_start(record, state)) {
        problem = record->problem;
    } else if (!record->has_seed) {
        problem = "only a game with a [Seed] can go on";
    } else if (tk_ended_early(&record->ended)) {
        problem = "this game was ended before its end, so it does not go on; takht replay tells it";
    } else {
        s->game = record->game;
        s->config = record->config;
        memcpy(s->seed, record->seed, sizeof s->seed);
        cli_clean_names(record);
        bool seated = seat_by_names(s, record);
        open_table(s);
        while (seated && tk_record_next(record, state, &action)) {
            session_play(s, action);
            memcpy(state, session_state(s), s->game->state_size);
        }
        problem = seated ? record->problem : "a program plays here; say with --bots which";
    }
    if (problem != NULL && record->problem != NULL)
        *out_line = tk_record_problem_line(record);
    free(record);
    return problem;
}

void session_end(struct session *s)
{
    bool over = s->states != NULL && session_actor(s) == TK_NOBODY;
    for (int seat = 0; seat < TK_SEATS_MAX && over; seat++)
        if (s->players[seat].bot != NULL)
            player_close(&s->players[seat], session_state(s));
    forget(s);
    program_end_all();
    shorten(s, 0);
    free(s->log);
    free(s->actions);
    free(s->states);
    *s = (struct session){0};
}

/* --- playing --- */

/* Who reads the log: the one person here; several on one screen may not read each other's secrets. */
static int reader(const struct session *s)
{
    return people(s) == 1 ? s->viewer : TK_SPECTATOR;
}

static char *describe(const struct session *s, const void *before, tk_action action,
                      const void *after)
{
    struct tk_speaker speaker = session_speaker(s);
    struct tk_phrase phrases[TK_PHRASES_MAX];
    char said[2048];
    struct tk_writer out = tk_writer_over(said, sizeof said);
    int count = s->game->text.describe(before, action, after, reader(s), phrases);
    for (int i = 0; i < count; i++) {
        tk_write_text(&out, i > 0 ? ". " : "");
        tk_phrase_write(&speaker, &phrases[i], &out);
    }
    return need(strdup(tk_writer_text(&out)));
}

/* Has a person decided anything? Before that a game is not worth keeping. */
static bool is_begun(const struct session *s)
{
    for (int i = 0; i < s->length; i++)
        if (session_is_person(s, s->game->rules.actor(state_at(s, i))))
            return true;
    return false;
}

bool session_is_kept(const struct session *s)
{
    return s->kept && is_begun(s);
}

void session_play(struct session *s, tk_action action)
{
    if (s->far != NULL) {
        remote_table_move(s->far, action);
        return;
    }
    make_room(s);
    unsigned char *before = state_at(s, s->length), *after = state_at(s, s->length + 1);
    memcpy(after, before, s->game->state_size);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        if (s->players[seat].bot != NULL)
            player_watch(&s->players[seat], before, action);
    tk_play(s->game, after, action);
    s->actions[s->length] = action;
    keep_line(s, describe(s, before, action, after));
    s->length++;
}

/* It is told the moves so far, because it may sit down in the middle of a game. */
static bool seat_bot(struct session *s, int seat, char why[BOT_WHY_MAX + 1])
{
    struct player *player = &s->players[seat];
    if (player->bot != NULL)
        return true;
    *player = (struct player){
        .bot = s->bots[seat], .game = s->game, .seat = seat, .mind = bot_mind_new()};
    if (!player_open(player, &s->config, why))
        return false;
    for (int i = 0; i < s->length; i++)
        player_watch(player, state_at(s, i), s->actions[i]);
    return true;
}

bool session_bot(struct session *s)
{
    struct bot_answer answer = {.failed = true};
    int seat = session_actor(s);
    if (s->args->patience > 0)
        program_patience_set(s->args->patience);
    if (seat_bot(s, seat, answer.why))
        player_decide(&s->players[seat], session_state(s), &s->rng, &answer);
    if (answer.failed)
        snprintf(s->failed, sizeof s->failed, "%s: %s", s->bots[seat]->name, answer.why);
    else
        session_play(s, answer.action);
    return !answer.failed;
}

int session_code(const struct session *s, int code)
{
    return s->failed[0] == '\0'
               ? code
               : cli_fail(s->args->command, CLI_BOT_FAILED, "%s; the game stops here", s->failed);
}

int session_undo(struct session *s)
{
    int seat = session_actor(s), target = s->length - 1;
    while (target >= 0 && s->game->rules.actor(state_at(s, target)) != s->viewer)
        target--;
    if (target < 0 || s->viewer < 0 || (seat >= 0 && !session_is_person(s, seat)))
        return CLI_WORD_UNDO_NONE;
    for (int i = target; i < s->length; i++) {
        int actor = s->game->rules.actor(state_at(s, i));
        if (actor != s->viewer && session_is_person(s, actor))
            return CLI_WORD_UNDO_NONE; /* another person has decided since */
        if (s->game->rules.reveals(state_at(s, i), s->actions[i]))
            return CLI_WORD_UNDO_REVEALED;
    }
    forget(s);
    shorten(s, target);
    return CLI_WORD_UNDO_DONE;
}

/* Does this seat know more than everybody may see? */
static bool has_secrets(const struct session *s, int seat)
{
    tk_state own, open;
    tk_fields_known(s->game, session_state(s), seat, own);
    tk_fields_known(s->game, session_state(s), TK_SPECTATOR, open);
    return memcmp(own, open, s->game->state_size) != 0;
}

bool session_needs_cover(const struct session *s)
{
    int seat = session_actor(s);
    return session_is_person(s, seat) && seat != s->viewer && has_secrets(s, seat);
}

void session_hand_over(struct session *s)
{
    int seat = session_actor(s);
    if (session_is_person(s, seat))
        s->viewer = seat;
    else if (seat == TK_NOBODY && people(s) > 1)
        s->viewer = TK_SPECTATOR;
}

/* --- saving --- */

static void write_record(struct tk_writer *out, const void *context)
{
    const struct session *s = context;
    tk_record_write(
        &(struct tk_played){s->game, &s->config, s->seed, s->names, s->actions, s->length, NULL},
        out);
}

bool session_save(const struct session *s, const char *path)
{
    struct cli_text text = {0};
    cli_text_write(&text, write_record, s);
    bool saved = cli_file_replace(path, &text);
    int why = errno;
    cli_text_clear(&text);
    errno = why;
    return saved;
}

bool session_autosave(const struct session *s)
{
    bool nothing = s->far != NULL || s->save == NULL || (s->kept && !is_begun(s));
    return nothing || session_save(s, s->save);
}

/* --- what a person typed --- */

static const struct {
    const char *word;
    enum typed_kind kind;
} commands[] = {
    {"undo", TYPED_UNDO},
    {"log", TYPED_LOG},
    {"sheet", TYPED_SHEET},
    {"moves", TYPED_MOVES},
    {"hint", TYPED_HINT},
    {"save", TYPED_SAVE},
    {"rules", TYPED_RULES},
    {"help", TYPED_HELP},
    {"?", TYPED_HELP},
    {"quit", TYPED_QUIT},
    {"exit", TYPED_QUIT},
    {"table", TYPED_TABLE},
    {"say", TYPED_SAY},
    {"resign", TYPED_RESIGN},
    {"offer", TYPED_OFFER},
    {"accept", TYPED_ACCEPT},
    {"decline", TYPED_DECLINE},
    {"away", TYPED_AWAY},
    {"back", TYPED_BACK},
    {"who", TYPED_WHO},
    {"sit", TYPED_SIT},
    {"stand", TYPED_STAND},
    {"bot", TYPED_BOT},
    {"rematch", TYPED_REMATCH},
    /* the same in Persian */
    {"برگشت", TYPED_UNDO},
    {"رویدادها", TYPED_LOG},
    {"امتیازها", TYPED_SHEET},
    {"حرکت‌ها", TYPED_MOVES},
    {"راهنمایی", TYPED_HINT},
    {"ذخیره", TYPED_SAVE},
    {"قوانین", TYPED_RULES},
    {"قواعد", TYPED_RULES},
    {"کمک", TYPED_HELP},
    {"پایان", TYPED_QUIT},
    {"میز", TYPED_TABLE},
    {"بگو", TYPED_SAY},
    {"تسلیم", TYPED_RESIGN},
    {"پیشنهاد", TYPED_OFFER},
    {"قبول", TYPED_ACCEPT},
    {"رد", TYPED_DECLINE},
    {"می‌روم", TYPED_AWAY},
    {"برگشتم", TYPED_BACK},
    {"کیست", TYPED_WHO},
    {"بنشین", TYPED_SIT},
    {"برخیز", TYPED_STAND},
    {"ربات", TYPED_BOT},
    {"دوباره", TYPED_REMATCH},
};

/* The value of ۰ to ۹ and of ٠ to ٩, each of two bytes; -1: it is none of them. */
static int foreign_digit(const char *text)
{
    unsigned char lead = (unsigned char)text[0], low = (unsigned char)text[1];
    int digit = lead == 0xdb ? low - 0xb0 : lead == 0xd9 ? low - 0xa0 : -1;
    return digit <= 9 ? digit : -1;
}

/* "  take  wug " as "take wug", and Persian digits as the notation has them. */
static void tidy(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++) {
        int digit = foreign_digit(text);
        if (digit >= 0) {
            out[length++] = (char)('0' + digit);
            text++;
            continue;
        }
        bool space = strchr(" \t\r\n", *text) != NULL;
        if (space && (length == 0 || out[length - 1] == ' '))
            continue;
        out[length++] = space ? ' ' : *text;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

static bool read_number(const struct session *s, const char *text, struct typed *out)
{
    tk_action legal[TK_ACTIONS_MAX];
    char *end;
    long number = strtol(text, &end, 10);
    if (*end != '\0' || number < 0)
        return false;
    int count = s->game->rules.legal(session_state(s), legal);
    struct tk_writer words = tk_writer_over(out->words, sizeof out->words);
    out->kind = number >= 1 && number <= count ? TYPED_MOVE : TYPED_WRONG;
    if (out->kind == TYPED_MOVE)
        out->action = legal[number - 1];
    else
        session_say(s, &words, CLI_WORD_NUMBER, NULL);
    tk_writer_text(&words);
    return true;
}

/* The words as keyboards write them: with the one or the other ی and ک, joined or not. */
static bool read_command(bool far, const char *text, struct typed *out)
{
    size_t length = strcspn(text, " ");
    char first[256], given[256], word[64];
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    cli_fold(first, given, sizeof given);
    for (int i = 0; i < TK_COUNT(commands); i++) {
        bool there = commands[i].kind < TYPED_SAY || far;
        cli_fold(commands[i].word, word, sizeof word);
        if (!there || strcmp(word, given) != 0)
            continue;
        out->kind = commands[i].kind;
        snprintf(out->words, sizeof out->words, "%s", text[length] == ' ' ? text + length + 1 : "");
        return true;
    }
    return false;
}

void session_read(const struct session *session, const char *line, struct typed *out)
{
    const struct session *s = session;
    char text[256];
    tidy(line, text, sizeof text);
    *out = (struct typed){.kind = TYPED_NOTHING};
    if (text[0] == '\0' || read_command(s->far != NULL, text, out))
        return;
    bool moves = s->far == NULL || remote_table_is_mine(s->far);
    if (moves && read_number(s, text, out))
        return;
    if (!moves) {
        struct tk_writer words = tk_writer_over(out->words, sizeof out->words);
        out->kind = TYPED_WRONG;
        session_say(s, &words, CLI_WORD_FAR_NOT_NOW, NULL);
        (void)tk_writer_text(&words);
        return;
    }
    tk_status status = tk_move_parse(s->game, session_state(s), tk_span_of(text), &out->action);
    out->kind = status == TK_OK ? TYPED_MOVE : TYPED_WRONG;
    struct tk_writer words = tk_writer_over(out->words, sizeof out->words);
    char why[400];
    struct tk_writer reason = tk_writer_over(why, sizeof why);
    struct tk_speaker speaker = session_speaker(s);
    if (status == TK_BAD_TEXT) {
        session_say(s, &words, CLI_WORD_UNKNOWN, "text", text, NULL);
    } else if (status != TK_OK) {
        tk_status_write(&speaker, status, &reason);
        session_say(s, &words, CLI_WORD_REFUSED, "why", tk_writer_text(&reason), NULL);
    }
    tk_writer_text(&words);
}
