/* SPDX-License-Identifier: MIT */
/* Game records as text: seeds, results, and whole games as they are written. */
#include "record.h"

/* --- seeds --- */

void tk_seed_write(const uint8_t seed[TK_SEED_BYTES], struct tk_writer *out)
{
    for (int i = 0; i < TK_SEED_BYTES; i++)
        tk_write_hex(out, seed[i], 2);
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void put_number(uint64_t number, uint8_t out_seed[TK_SEED_BYTES])
{
    tk_fill(out_seed, 0, TK_SEED_BYTES);
    for (int i = 0; i < 8; i++)
        out_seed[i] = (uint8_t)(number >> (8 * i));
}

/* 0x and up to 16 digits. */
static bool read_short_hex(struct tk_span text, uint8_t out_seed[TK_SEED_BYTES])
{
    uint64_t number = 0;
    if (text.length < 3 || text.length > 18)
        return false;
    for (size_t i = 2; i < text.length; i++) {
        int value = hex_value(text.data[i]);
        if (value < 0)
            return false;
        number = number << 4 | (uint64_t)value;
    }
    put_number(number, out_seed);
    return true;
}

static bool read_long_hex(struct tk_span text, uint8_t out_seed[TK_SEED_BYTES])
{
    uint8_t seed[TK_SEED_BYTES];
    for (int i = 0; i < TK_SEED_BYTES; i++) {
        int high = hex_value(text.data[2 * i]), low = hex_value(text.data[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        seed[i] = (uint8_t)(high << 4 | low);
    }
    tk_copy(out_seed, seed, TK_SEED_BYTES);
    return true;
}

/* Any number of 64 bits, as dice of other programs give them. */
static bool read_decimal(struct tk_span text, uint8_t out_seed[TK_SEED_BYTES])
{
    uint64_t number = 0;
    if (text.length == 0 || (text.length > 1 && text.data[0] == '0'))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    put_number(number, out_seed);
    return true;
}

bool tk_seed_read(struct tk_span text, uint8_t out_seed[TK_SEED_BYTES])
{
    if (text.length == 2 * TK_SEED_BYTES)
        return read_long_hex(text, out_seed);
    if (text.length > 2 && text.data[0] == '0' && (text.data[1] == 'x' || text.data[1] == 'X'))
        return read_short_hex(text, out_seed);
    return read_decimal(text, out_seed);
}

/* --- results --- */

void tk_result_write(const struct tk_game *game, const void *state, struct tk_writer *out)
{
    if (game->rules.actor(state) != TK_NOBODY) {
        tk_write_char(out, '*');
        return;
    }
    struct tk_config config;
    int32_t scores[TK_SEATS_MAX];
    uint8_t winners = tk_winners(game, state);
    game->rules.config(state, &config);
    game->rules.scores(state, scores);
    for (int seat = 0; seat < config.players; seat++) {
        if (seat > 0)
            tk_write_char(out, '-');
        tk_write_int(out, scores[seat]);
    }
    tk_write_text(out, (winners & (winners - 1)) == 0 ? ", winner" : ", winners");
    for (int seat = 0; seat < config.players; seat++) {
        if ((winners >> seat & 1) != 0) {
            tk_write_char(out, ' ');
            tk_write_int(out, seat + 1);
        }
    }
}

/* --- whole games --- */

static void write_tag(struct tk_writer *out, const char *name, const char *value)
{
    tk_write_char(out, '[');
    tk_write_text(out, name);
    tk_write_text(out, " \"");
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            tk_write_char(out, '\\');
        tk_write_char(out, *value == '\n' ? ' ' : *value);
    }
    tk_write_text(out, "\"]\n");
}

static void write_names(const struct tk_played *played, struct tk_writer *out)
{
    for (int seat = 0; seat < played->config->players; seat++) {
        char tag[] = "Seat1";
        tag[4] = (char)('1' + seat);
        if (played->names != NULL && played->names[seat] != NULL)
            write_tag(out, tag, played->names[seat]);
    }
}

static void write_options_tag(const struct tk_played *played, struct tk_writer *out)
{
    const struct tk_game *game = played->game;
    tk_write_text(out, "[Options \"");
    for (int i = 0; i < game->option_count; i++) {
        if (i > 0)
            tk_write_char(out, ' ');
        tk_write_text(out, game->options[i].name);
        tk_write_char(out, '=');
        tk_option_format(&game->options[i], played->config->option[i], out);
    }
    tk_write_text(out, "\"]\n");
}

static void write_head(const struct tk_played *played, struct tk_writer *out)
{
    char players[] = "0";
    players[0] = (char)('0' + played->config->players);
    write_tag(out, "Game", played->game->id);
    write_tag(out, "Players", players);
    write_names(played, out);
    write_options_tag(played, out);
    tk_write_text(out, "[Seed \"");
    tk_seed_write(played->seed, out);
    tk_write_text(out, "\"]\n");
}

static void write_result_tag(const struct tk_played *played, struct tk_writer *out)
{
    tk_state state;
    tk_start(played->game, played->config, played->seed, state);
    for (int i = 0; i < played->count; i++)
        tk_play(played->game, state, played->actions[i]);
    tk_write_text(out, "[Result \"");
    tk_result_write(played->game, state, out);
    tk_write_text(out, "\"]\n");
}

static void write_moves(const struct tk_played *played, struct tk_writer *out)
{
    tk_state state;
    int turn = 0;
    tk_start(played->game, played->config, played->seed, state);
    for (int i = 0; i < played->count; i++) {
        int now = played->game->rules.turn(state);
        if (now != turn) {
            tk_write_char(out, '\n');
            tk_write_int(out, now);
            tk_write_text(out, ". ");
        } else {
            tk_write_text(out, "; ");
        }
        turn = now;
        played->game->text.format(state, played->actions[i], out);
        tk_play(played->game, state, played->actions[i]);
    }
    tk_write_char(out, '\n');
}

void tk_record_write(const struct tk_played *played, struct tk_writer *out)
{
    write_head(played, out);
    write_result_tag(played, out);
    if (played->ended != NULL)
        tk_ended_write(played->ended, played->config->players, out);
    write_moves(played, out);
}
