/* SPDX-License-Identifier: MIT */
/* The menu: what can be chosen, and the command line that comes of it. */
#include "menu.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli_words.h"
#include "options.h"

/* --- words --- */

static const char *say(const struct menu *m, int word)
{
    return cli_words.table[word].text[m->lang].one;
}

static const char *game_word(const struct menu *m, const char *key)
{
    struct tk_speaker speaker = {m->lang, m->game, NULL};
    int word = tk_word_find(m->game->words, tk_span_of(key));
    return word < 0 ? "" : tk_word_text(&speaker, (uint16_t)word);
}

static const char *game_name(const struct menu *m, const struct tk_game *game)
{
    return tk_word_text(&(struct tk_speaker){m->lang, game, NULL}, game->name_word);
}

static void write_number(const struct menu *m, long number, char out[32])
{
    struct tk_writer text = tk_writer_over(out, 32);
    tk_write_number(&text, m->lang, number);
    (void)tk_writer_text(&text);
}

/* Puts values for {n} and {m} into a word. */
static void fill(const struct menu *m, int word, long n, long most, char *out, size_t size)
{
    char first[32], second[32];
    struct tk_writer text = tk_writer_over(out, size);
    write_number(m, n, first);
    write_number(m, most, second);
    for (const char *at = say(m, word); *at != '\0'; at++) {
        bool part = at[0] == '{' && (at[1] == 'n' || at[1] == 'm') && at[2] == '}';
        if (!part) {
            tk_write_char(&text, *at);
            continue;
        }
        tk_write_text(&text, at[1] == 'n' ? first : second);
        at += 2;
    }
    (void)tk_writer_text(&text);
}

/* --- rows --- */

static void add_row(struct menu *m, enum menu_kind kind, int index)
{
    if (m->row_count < MENU_ROWS)
        m->row[m->row_count++] = (struct menu_row){kind, index};
}

static void list_rows(struct menu *m)
{
    m->row_count = 0;
    for (int i = 0; i < m->saved_count && i < 5; i++)
        add_row(m, MENU_CONTINUE, i);
    add_row(m, MENU_BEGIN, 0);
    add_row(m, MENU_GAME, 0);
    if (m->game->seats_max > m->game->seats_min)
        add_row(m, MENU_PLAYERS, 0);
    for (int seat = 0; seat < m->config.players; seat++)
        add_row(m, MENU_SEAT, seat);
    for (int i = 0; i < m->game->option_count; i++)
        add_row(m, MENU_OPTION, i);
    add_row(m, MENU_LANGUAGE, 0);
    add_row(m, MENU_QUIT, 0);
}

/* --- what was chosen last: a line each, "splendor.bots=me,casual" --- */

static int bot_index(struct tk_span name)
{
    for (int i = 0; bot_at(i) != NULL; i++)
        if (tk_span_is(name, bot_at(i)->name))
            return i;
    return -1;
}

static void read_bots(struct menu *m, const char *list)
{
    struct tk_span one;
    for (int i = 0; i < TK_SEATS_MAX && (one = cli_word_of(list, ',', i)).length > 0; i++)
        m->bot[i] = bot_index(one);
}

/* A line of the file; one that means nothing here is passed over. */
static void remember(struct menu *m, const char *line)
{
    size_t id = strlen(m->game->id);
    const char *equals = strchr(line, '=');
    if (equals == NULL || strncmp(line, m->game->id, id) != 0 || line[id] != '.')
        return;
    struct tk_span name = {line + id + 1, (size_t)(equals - line) - id - 1};
    int option = tk_option_find(m->game, name);
    if (tk_span_is(name, "players")) {
        int players = atoi(equals + 1);
        if (players >= m->game->seats_min && players <= m->game->seats_max)
            m->config.players = (uint8_t)players;
    } else if (tk_span_is(name, "bots")) {
        read_bots(m, equals + 1);
    } else if (option >= 0) {
        tk_option_parse(&m->game->options[option], m->config.players, tk_span_of(equals + 1),
                        &m->config.option[option]);
    }
}

static void read_choices(struct menu *m, void (*line)(struct menu *, const char *))
{
    char path[SAVES_PATH], text[512];
    FILE *file = saves_place("choices", path) ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        text[strcspn(text, "\n")] = '\0';
        line(m, text);
    }
    if (file != NULL)
        fclose(file);
}

static void remember_game(struct menu *m, const char *line)
{
    if (strncmp(line, "game=", 5) == 0 && tk_game_find(tk_span_of(line + 5)) != NULL)
        m->game = tk_game_find(tk_span_of(line + 5));
    if (strncmp(line, "lang=", 5) == 0 && m->args->lang == TK_EN)
        m->lang = strcmp(line + 5, tk_lang_codes[TK_FA]) == 0 ? TK_FA : TK_EN;
}

/* The game's own standard, then what was chosen for it last. */
static void take_game(struct menu *m, const struct tk_game *game)
{
    m->game = game;
    tk_config_init(game, game->seats_min, &m->config);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        m->bot[seat] = seat == 0 ? MENU_ME : bot_index(tk_span_of("casual"));
    read_choices(m, remember);
    for (int seat = 0; seat < TK_SEATS_MAX && m->args->address != NULL; seat++)
        if (seat == 0 || m->bot[seat] < 0)
            m->bot[seat] = seat == 0 ? MENU_ME : MENU_FREE;
    list_rows(m);
}

void menu_open(struct menu *m, const struct cli_args *args)
{
    *m = (struct menu){.args = args, .lang = args->lang, .game = tk_game_at(0)};
    for (int i = 0; tk_game_at(i) != NULL; i++)
        if (strcmp(tk_game_at(i)->id, "splendor") == 0)
            m->game = tk_game_at(i); /* the simplest */
    m->saved_count = args->address == NULL ? saves_list(m->saved) : 0;
    read_choices(m, remember_game);
    if (args->ascii)
        m->lang = TK_EN; /* no letters for another */
    take_game(m, m->game);
}

/* --- what rows say --- */

static void continue_text(const struct menu *m, int index, char *value, char *about)
{
    const struct saved *saved = &m->saved[index];
    struct tk_writer out = tk_writer_over(about, 512);
    time_t when = (time_t)saved->when;
    snprintf(value, 256, "%s", game_name(m, saved->game));
    for (int seat = 0; seat < saved->players; seat++) {
        tk_write_text(&out, seat > 0 ? ", " : "");
        tk_write_text(&out, saved->names[seat]);
    }
    char stamp[64];
    strftime(stamp, sizeof stamp, "  %Y-%m-%d %H:%M", localtime(&when));
    tk_write_text(&out, stamp);
    (void)tk_writer_text(&out);
}

static void game_text(const struct menu *m, char *value, char *about)
{
    struct tk_speaker speaker = {m->lang, m->game, NULL};
    bool several = m->game->seats_max > m->game->seats_min;
    char players[128];
    fill(m, several ? CLI_WORD_MENU_FROM : CLI_WORD_MENU_ONLY, m->game->seats_min,
         m->game->seats_max, players, sizeof players);
    snprintf(value, 256, "%s", game_name(m, m->game));
    snprintf(about, 512, "%s. %s", players, tk_word_text(&speaker, m->game->about_word));
}

static void seat_text(const struct menu *m, int seat, char *name, char *value, char *about)
{
    static const int words[][2] = {{CLI_WORD_MENU_ME, CLI_WORD_MENU_ME_ABOUT},
                                   {CLI_WORD_MENU_FREE, CLI_WORD_FAR_SEAT_OPEN},
                                   {CLI_WORD_MENU_FRIEND, CLI_WORD_FAR_SEAT_FRIEND}};
    const struct bot *bot = m->bot[seat] < 0 ? NULL : bot_at(m->bot[seat]);
    const int *person = words[bot == NULL ? MENU_ME - m->bot[seat] : 0];
    fill(m, CLI_WORD_MENU_SEAT, seat + 1, 0, name, 256);
    snprintf(value, 256, "%s", bot == NULL ? say(m, person[0]) : bot->name);
    snprintf(about, 512, "%s", bot == NULL ? say(m, person[1]) : cli_bot_about(bot, m->lang));
}

/* Values that many options have. */
static const char *value_name(const struct menu *m, const char *value)
{
    char key[160];
    snprintf(key, sizeof key, "value.%s", value);
    int word = tk_word_find(&cli_words, tk_span_of(key));
    return word < 0 ? value : say(m, word);
}

static void option_text(const struct menu *m, int index, char *name, char *value, char *about)
{
    const struct tk_option *option = &m->game->options[index];
    char key[160], written[TK_OPTION_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(written, sizeof written);
    tk_option_format(option, m->config.option[index], &out);
    snprintf(key, sizeof key, "option.%s", option->name);
    snprintf(name, 256, "%s", game_word(m, key));
    snprintf(key, sizeof key, "option.%s.%s", option->name, tk_writer_text(&out));
    const char *own = game_word(m, key);
    bool number =
        written[0] >= '0' && written[0] <= '9' && written[strspn(written, "0123456789")] == '\0';
    if (own[0] != '\0' || !number)
        snprintf(value, 256, "%s", own[0] != '\0' ? own : value_name(m, written));
    else if (option->kind == TK_OPTION_SEAT) /* people count seats from 1, as the rows above do */
        fill(m, CLI_WORD_MENU_SEAT, atol(written) + 1, 0, value, 256);
    else
        write_number(m, atol(written), value);
    snprintf(key, sizeof key, "option.%s.help", option->name);
    snprintf(about, 512, "%s", game_word(m, key));
}

void menu_row_text(const struct menu *m, int row, char name[256], char value[256], char about[512])
{
    static const int words[] = {
        [MENU_CONTINUE] = CLI_WORD_MENU_CONTINUE, [MENU_GAME] = CLI_WORD_MENU_GAME,
        [MENU_PLAYERS] = CLI_WORD_MENU_PLAYERS,   [MENU_SEAT] = CLI_WORD_MENU_SEAT,
        [MENU_OPTION] = CLI_WORD_MENU_GAME,       [MENU_LANGUAGE] = CLI_WORD_MENU_LANGUAGE,
        [MENU_BEGIN] = CLI_WORD_MENU_BEGIN,       [MENU_QUIT] = CLI_WORD_MENU_QUIT,
    };
    const struct menu_row *r = &m->row[row];
    snprintf(name, 256, "%s", say(m, words[r->kind]));
    value[0] = about[0] = '\0';
    if (r->kind == MENU_CONTINUE)
        continue_text(m, r->index, value, about);
    else if (r->kind == MENU_GAME)
        game_text(m, value, about);
    else if (r->kind == MENU_PLAYERS)
        write_number(m, m->config.players, value);
    else if (r->kind == MENU_SEAT)
        seat_text(m, r->index, name, value, about);
    else if (r->kind == MENU_OPTION)
        option_text(m, r->index, name, value, about);
    else if (r->kind == MENU_LANGUAGE)
        snprintf(value, 256, "%s", say(m, CLI_WORD_LANGUAGE));
}

/* --- other values --- */

static void step_game(struct menu *m, int by)
{
    int count = 0, now = 0;
    for (; tk_game_at(count) != NULL; count++)
        now = tk_game_at(count) == m->game ? count : now;
    if (count > 0)
        take_game(m, tk_game_at((now + by + count) % count));
}

static void step_players(struct menu *m, int by)
{
    int players = m->config.players + by;
    if (players < m->game->seats_min || players > m->game->seats_max)
        return;
    m->config.players = (uint8_t)players;
    list_rows(m);
}

static void step_seat(struct menu *m, int seat, int by)
{
    bool far = m->args->address != NULL;
    int count = 0, low = far ? MENU_FRIEND : MENU_ME, high = far ? MENU_FREE : MENU_ME;
    while (bot_at(count) != NULL)
        count++;
    if (far && seat == 0)
        return;
    int all = count + 1 + high - low,
        place = m->bot[seat] - low - (m->bot[seat] >= 0 ? -1 - high : 0);
    place = (place + by + all) % all;
    m->bot[seat] = place <= high - low ? low + place : place - (1 + high - low);
}

/* Named values in turn; a number goes up and down. */
static void step_option(struct menu *m, int index, int by)
{
    const struct tk_option *option = &m->game->options[index];
    int32_t *value = &m->config.option[index];
    char written[TK_OPTION_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(written, sizeof written);
    struct cli_names names;
    int now = 0;
    if (option->kind == TK_OPTION_RANGE) {
        int32_t to = *value + by;
        *value = to < option->low ? option->high : to > option->high ? option->low : to;
        return;
    }
    tk_option_format(option, *value, &out);
    cli_names_of_values(m->game, option, &names);
    if (option->kind == TK_OPTION_SEAT && names.count > m->config.players + 1)
        names.count = m->config.players + 1;
    for (int i = 0; i < names.count; i++)
        now = strcmp(names.name[i], tk_writer_text(&out)) == 0 ? i : now;
    if (names.count > 0)
        tk_option_parse(option, m->config.players,
                        tk_span_of(names.name[(now + by + names.count) % names.count]), value);
}

void menu_step(struct menu *m, int row, int by)
{
    const struct menu_row r = m->row[row];
    if (r.kind == MENU_GAME)
        step_game(m, by);
    else if (r.kind == MENU_PLAYERS)
        step_players(m, by);
    else if (r.kind == MENU_SEAT)
        step_seat(m, r.index, by);
    else if (r.kind == MENU_OPTION)
        step_option(m, r.index, by);
    else if (r.kind == MENU_LANGUAGE && !m->args->ascii)
        m->lang = m->lang == TK_EN ? TK_FA : TK_EN;
}

/* --- the command line --- */

static const char *bot_word(const struct menu *m, int seat)
{
    static const char *const people[] = {"me", "open", "friend"};
    return m->bot[seat] < 0 ? people[MENU_ME - m->bot[seat]] : bot_at(m->bot[seat])->name;
}

static void bot_words(const struct menu *m, char *out, size_t size)
{
    struct tk_writer text = tk_writer_over(out, size);
    for (int seat = 0; seat < m->config.players; seat++) {
        tk_write_text(&text, seat > 0 ? "," : "");
        tk_write_text(&text, bot_word(m, seat));
    }
    (void)tk_writer_text(&text);
}

static void option_word(const struct menu *m, int index, char *out, size_t size)
{
    struct tk_writer text = tk_writer_over(out, size);
    tk_write_text(&text, m->game->options[index].name);
    tk_write_char(&text, '=');
    tk_option_format(&m->game->options[index], m->config.option[index], &text);
    (void)tk_writer_text(&text);
}

static void keep_others(const char *line, const char *id, struct cli_text *text)
{
    size_t length = strlen(id);
    bool replaced = strncmp(line, "game=", 5) == 0 || strncmp(line, "lang=", 5) == 0 ||
                    (strncmp(line, id, length) == 0 && line[length] == '.');
    if (!replaced)
        cli_text_add(text, line, strlen(line));
}

static void add_line(struct cli_text *text, const char *id, const char *dot, const char *value)
{
    char line[256];
    int length = snprintf(line, sizeof line, "%s%s%s\n", id, dot, value);
    if (length > 0 && length < (int)sizeof line)
        cli_text_add(text, line, (size_t)length);
}

static void write_choices(const struct menu *m)
{
    char path[SAVES_PATH], line[512], value[256];
    struct cli_text text = {0};
    if (!saves_place("choices", path))
        return;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        keep_others(line, m->game->id, &text);
    if (file != NULL)
        fclose(file);
    add_line(&text, "game=", "", m->game->id);
    add_line(&text, "lang=", "", tk_lang_codes[m->lang]);
    snprintf(value, sizeof value, "players=%d", m->config.players);
    add_line(&text, m->game->id, ".", value);
    bot_words(m, value, sizeof value);
    add_line(&text, m->game->id, ".bots=", value);
    for (int i = 0; i < m->game->option_count; i++) {
        option_word(m, i, value, sizeof value);
        add_line(&text, m->game->id, ".", value);
    }
    cli_file_replace(path, &text);
    cli_text_clear(&text);
}

static void add_word(char words[MENU_WORDS][MENU_WORD], int *count, const char *word)
{
    if (*count < MENU_WORDS)
        snprintf(words[(*count)++], MENU_WORD, "%s", word);
}

int menu_words(const struct menu *m, int row, char words[MENU_WORDS][MENU_WORD])
{
    int count = 0;
    char value[256];
    add_word(words, &count, "play");
    if (m->row[row].kind == MENU_CONTINUE) {
        add_word(words, &count, "--load");
        add_word(words, &count, m->saved[m->row[row].index].path);
    } else {
        write_choices(m);
        add_word(words, &count, m->game->id);
        add_word(words, &count, "--bots");
        bot_words(m, value, sizeof value);
        add_word(words, &count, value);
        for (int i = 0; i < m->game->option_count; i++) {
            if (m->config.option[i] == m->game->options[i].standard)
                continue;
            option_word(m, i, value, sizeof value);
            add_word(words, &count, "--set");
            add_word(words, &count, value);
        }
    }
    if (m->args->address != NULL) {
        add_word(words, &count, "--server");
        add_word(words, &count, m->args->address);
    }
    add_word(words, &count, "--lang"); /* what was given before it may be another one */
    add_word(words, &count, tk_lang_codes[m->lang]);
    return count;
}
