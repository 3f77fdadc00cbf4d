/* A game at this terminal. */
#include "session.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli_words.h"

/* --- seats --- */

static void name_seat(struct session *s, int seat, const char *name)
{
    snprintf(s->name_room[seat], sizeof s->name_room[seat], "%s", name);
    s->names[seat] = s->name_room[seat];
}

static int people(const struct session *s)
{
    int count = 0;
    for (int seat = 0; seat < s->config.players; seat++)
        count += s->bots[seat] == NULL;
    return count;
}

/* One person goes by the name of the account; several are told apart by number. */
static void name_seats(struct session *s)
{
    const char *account = people(s) == 1 ? getenv("USER") : NULL;
    for (int seat = 0; seat < s->config.players; seat++) {
        char name[TK_NAME_MAX + 1];
        struct tk_writer out = tk_writer_over(name, sizeof name);
        if (s->bots[seat] != NULL)
            tk_write_text(&out, s->bots[seat]->name);
        else if (account != NULL && account[0] != '\0' && bot_find(tk_span_of(account)) == NULL)
            tk_write_text(&out, account);
        else
            tk_seat_name(&(struct tk_speaker){s->args->lang, s->game, NULL}, seat, &out);
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
    return state_at(s, s->length);
}

int session_actor(const struct session *s)
{
    return s->game->rules.actor(session_state(s));
}

bool session_is_person(const struct session *s, int seat)
{
    return seat >= 0 && s->bots[seat] == NULL;
}

struct tk_speaker session_speaker(const struct session *s)
{
    return (struct tk_speaker){s->args->lang, s->game, s->names};
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
    s->log = need(realloc(s->log, (size_t)s->room * sizeof *s->log));
    s->states = need(realloc(s->states, (size_t)(s->room + 1) * s->game->state_size));
}

static void open_table(struct session *s)
{
    uint8_t noise[TK_SEED_BYTES];
    make_room(s);
    if (!cli_random_seed(noise))
        memcpy(noise, s->seed, sizeof noise);
    tk_rng_init(&s->rng, tk_hash(noise, sizeof noise), 0);
    tk_start(s->game, &s->config, s->seed, state_at(s, 0));
    s->viewer = TK_SPECTATOR;
    for (int seat = s->config.players - 1; seat >= 0; seat--)
        s->viewer = session_is_person(s, seat) ? seat : s->viewer;
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

/* Bots are known by their names; everybody else is a person. */
static void seat_by_names(struct session *s, const struct tk_record *record)
{
    for (int seat = 0; seat < s->config.players; seat++)
        s->bots[seat] = bot_find(tk_span_of(record->names[seat]));
    name_seats(s);
    for (int seat = 0; seat < s->config.players; seat++)
        if (record->names[seat][0] != '\0')
            name_seat(s, seat, record->names[seat]);
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
    } else {
        s->game = record->game;
        s->config = record->config;
        memcpy(s->seed, record->seed, sizeof s->seed);
        seat_by_names(s, record);
        open_table(s);
        while (tk_record_next(record, state, &action)) {
            session_play(s, action);
            memcpy(state, session_state(s), s->game->state_size);
        }
        problem = record->problem;
    }
    if (problem != NULL && record->problem != NULL)
        *out_line = tk_record_problem_line(record);
    free(record);
    return problem;
}

/* What bots thought about moves that were taken back, or about a game that is left. */
static void forget(struct session *s)
{
    for (int seat = 0; seat < TK_SEATS_MAX; seat++) {
        bot_mind_free(s->minds[seat]);
        s->minds[seat] = NULL;
    }
}

void session_end(struct session *s)
{
    forget(s);
    for (int i = 0; i < s->length; i++)
        free(s->log[i]);
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

void session_play(struct session *s, tk_action action)
{
    make_room(s);
    unsigned char *before = state_at(s, s->length), *after = state_at(s, s->length + 1);
    memcpy(after, before, s->game->state_size);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        bot_mind_watch(s->minds[seat], s->game, before, action);
    tk_play(s->game, after, action);
    s->actions[s->length] = action;
    s->log[s->length] = describe(s, before, action, after);
    s->length++;
    int actor = session_actor(s);
    if (session_is_person(s, actor))
        s->viewer = actor;
}

void session_bot(struct session *s)
{
    int seat = session_actor(s);
    if (s->minds[seat] == NULL)
        s->minds[seat] = bot_mind_new();
    session_play(s, bot_decide(s->bots[seat], s->minds[seat], s->game, session_state(s), &s->rng));
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
    while (s->length > target)
        free(s->log[--s->length]);
    return CLI_WORD_UNDO_DONE;
}

/* Does the one to act know more than everybody may see? */
bool session_has_secrets(const struct session *s)
{
    tk_state own, open;
    int seat = session_actor(s);
    if (seat < 0 || people(s) < 2)
        return false;
    tk_fields_known(s->game, session_state(s), seat, own);
    tk_fields_known(s->game, session_state(s), TK_SPECTATOR, open);
    return memcmp(own, open, s->game->state_size) != 0;
}

/* --- saving --- */

static void write_record(struct tk_writer *out, const void *context)
{
    const struct session *s = context;
    tk_record_write(
        &(struct tk_played){s->game, &s->config, s->seed, s->names, s->actions, s->length}, out);
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
    return s->save == NULL || session_save(s, s->save);
}

/* --- words --- */

void session_say(const struct session *s, struct tk_writer *out, int word, ...)
{
    const char *at = cli_words.table[word].text[s->args->lang].one;
    while (*at != '\0') {
        if (*at != '{') {
            tk_write_char(out, *at++);
            continue;
        }
        size_t length = strcspn(++at, "}");
        va_list pairs;
        va_start(pairs, word);
        for (const char *name; (name = va_arg(pairs, const char *)) != NULL;) {
            const char *value = va_arg(pairs, const char *);
            if (strlen(name) == length && strncmp(name, at, length) == 0)
                tk_write_text(out, value);
        }
        va_end(pairs);
        at += length + (at[length] == '}');
    }
}

void session_result(const struct session *s, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    uint8_t winners = tk_winners(s->game, session_state(s));
    char who[TK_SEATS_MAX * (TK_NAME_MAX + 4)];
    struct tk_writer names = tk_writer_over(who, sizeof who);
    bool several = (winners & (winners - 1)) != 0;
    for (int seat = 0; seat < s->config.players; seat++) {
        if ((winners >> seat & 1) == 0)
            continue;
        tk_write_text(&names, names.length > 0 ? (s->args->lang == TK_FA ? "، " : ", ") : "");
        tk_write_text(&names, s->names[seat]);
    }
    tk_write_text(out, tk_word_text(&speaker, s->game->rules.ending(session_state(s))));
    tk_write_text(out, ". ");
    session_say(s, out, several ? CLI_WORD_SHARED : CLI_WORD_WON, "who", tk_writer_text(&names),
                NULL);
    tk_write_char(out, '\n');
    session_sheet(s, out);
}

static void write_line_name(const struct session *s, const char *id, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    char key[64];
    snprintf(key, sizeof key, "line.%s", id);
    int word = tk_word_find(s->game->words, tk_span_of(key));
    tk_write_text(out, word < 0 ? id : tk_word_text(&speaker, (uint16_t)word));
}

static void write_seat_sheet(const struct session *s, const struct tk_sheet *sheet, int seat,
                             struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    tk_write_text(out, s->names[seat]);
    tk_write_text(out, ": ");
    tk_write_number(out, s->args->lang, tk_sheet_total(sheet));
    tk_write_char(out, '\n');
    for (int i = 0; i < sheet->line_count; i++) {
        const struct tk_sheet_line *line = &sheet->line[i];
        tk_write_text(out, "  ");
        write_line_name(s, line->id, out);
        tk_write_text(out, ": ");
        tk_write_number(out, s->args->lang, line->points);
        for (int k = 0; k < line->item_count; k++) {
            const struct tk_sheet_item *item = &sheet->item[line->first_item + k];
            tk_write_text(out, k == 0 ? " (" : s->args->lang == TK_FA ? "، " : ", ");
            tk_phrase_write(&speaker, &item->why, out);
            tk_write_char(out, ' ');
            tk_write_number(out, s->args->lang, item->points);
        }
        tk_write_text(out, line->item_count > 0 ? ")\n" : "\n");
    }
}

void session_sheet(const struct session *s, struct tk_writer *out)
{
    static struct tk_sheet sheet;
    for (int seat = 0; seat < s->config.players; seat++) {
        sheet = (struct tk_sheet){0};
        s->game->rules.sheet(session_state(s), seat, &sheet);
        write_seat_sheet(s, &sheet, seat, out);
    }
}

/* --- advice --- */

enum { HINTS = 5 };

static void write_hint(const struct session *s, const struct bot_line *line, int number,
                       struct tk_writer *out)
{
    char move[TK_MOVE_TEXT_MAX + 1], place[32], wins[32];
    struct tk_writer text = tk_writer_over(move, sizeof move);
    struct tk_writer first = tk_writer_over(place, sizeof place);
    struct tk_writer second = tk_writer_over(wins, sizeof wins);
    s->game->text.format(session_state(s), line->action, &text);
    tk_write_number(&first, s->args->lang, number);
    tk_write_number(&second, s->args->lang, lround(100 * line->win));
    session_say(s, out, CLI_WORD_HINT_LINE, "n", tk_writer_text(&first), "move",
                tk_writer_text(&text), "win", tk_writer_text(&second), NULL);
    tk_write_char(out, '\n');
}

void session_hint(struct session *s, struct tk_writer *out)
{
    struct bot_answer answer;
    bot_think(bot_level(BOT_LEVELS - 1), NULL, s->game, session_state(s), &s->rng, &answer);
    session_say(s, out, answer.count == 0 ? CLI_WORD_HINT_FORCED : CLI_WORD_HINT_TITLE, NULL);
    tk_write_char(out, '\n');
    for (int i = 0; i < answer.count && i < HINTS; i++)
        if (answer.best[i].visits > 0)
            write_hint(s, &answer.best[i], i + 1, out);
}

/* --- what a person typed --- */

static const struct {
    const char *word;
    enum typed_kind kind;
} commands[] = {
    {"undo", TYPED_UNDO}, {"log", TYPED_LOG},   {"sheet", TYPED_SHEET}, {"moves", TYPED_MOVES},
    {"hint", TYPED_HINT}, {"save", TYPED_SAVE}, {"help", TYPED_HELP},   {"?", TYPED_HELP},
    {"quit", TYPED_QUIT}, {"exit", TYPED_QUIT},
};

/* "  take  wug " as "take wug". */
static void tidy(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++) {
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

static bool read_command(const char *text, struct typed *out)
{
    size_t length = strcspn(text, " ");
    for (int i = 0; i < TK_COUNT(commands); i++) {
        if (strlen(commands[i].word) != length || strncmp(commands[i].word, text, length) != 0)
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
    if (text[0] == '\0' || read_command(text, out) || read_number(s, text, out))
        return;
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
