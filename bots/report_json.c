/* SPDX-License-Identifier: MIT */
/* A report as JSON: numbers with four decimals, which add up to the last one. */
#include "bots.h"

static void write_chance(struct tk_json *json, const char *key, int32_t chance)
{
    int32_t size = chance < 0 ? -chance : chance;
    if (key != NULL)
        tk_json_key(json, key);
    if (json->comma)
        tk_write_char(json->out, ',');
    if (chance < 0)
        tk_write_char(json->out, '-');
    tk_write_int(json->out, size / REPORT_ONE);
    tk_write_char(json->out, '.');
    for (int32_t digit = REPORT_ONE / 10; digit > 0; digit /= 10)
        tk_write_char(json->out, (char)('0' + size / digit % 10));
    json->comma = true;
}

static void write_chances(struct tk_json *json, const char *key, const int32_t *chances, int count)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        write_chance(json, NULL, chances[i]);
    tk_json_close(json, ']');
}

static void write_move(struct tk_json *json, const char *key, const struct tk_game *game,
                       const void *state, tk_action move)
{
    tk_json_key(json, key);
    tk_json_quote(json);
    game->text.format(state, move, json->out);
    tk_json_unquote(json);
}

/* How it would have gone on, as far as the moves can be written without knowing what turns up. */
static void write_line(const struct report *r, const void *state, const struct report_ply *ply,
                       struct tk_json *json)
{
    tk_state after;
    tk_copy(after, state, r->game->state_size);
    tk_json_key(json, "line");
    tk_json_open(json, '[');
    for (int i = 0; i < ply->line_length; i++) {
        if (tk_check(r->game, after, ply->line[i]) != TK_OK)
            break;
        tk_json_quote(json);
        r->game->text.format(after, ply->line[i], json->out);
        tk_json_unquote(json);
        if (r->game->rules.reveals(after, ply->line[i]))
            break;
        tk_play(r->game, after, ply->line[i]);
    }
    tk_json_close(json, ']');
}

static void write_reasons(const struct report *r, const void *state, const struct report_ply *ply,
                          const struct tk_speaker *speaker, struct tk_json *json)
{
    struct report_reason reasons[REPORT_REASONS];
    int count = bot_report_why(r, state, ply, reasons);
    tk_json_key(json, "why");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        bot_reason_json(r->game, &reasons[i], json);
    tk_json_close(json, ']');
    tk_json_key(json, "said");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        char text[1024];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        bot_reason_write(speaker, &reasons[i], &out);
        tk_json_text(json, tk_writer_text(&out));
    }
    tk_json_close(json, ']');
}

static void write_ply(const struct report *r, const void *state, const struct report_ply *ply,
                      int number, const struct tk_speaker *speaker, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_int(json, "n", number);
    tk_json_put_int(json, "seat", ply->seat);
    write_move(json, "move", r->game, state, ply->made);
    write_move(json, "best", r->game, state, ply->best);
    write_chance(json, "chance_best", ply->chance_best);
    write_chance(json, "chance_made", ply->chance_made);
    write_chance(json, "loss", ply->loss);
    write_chances(json, "luck", ply->luck, r->players);
    write_chances(json, "change", ply->change, r->players);
    tk_json_put_int(json, "turn", r->game->rules.turn(state));
    tk_json_put_bool(json, "choice", ply->thought);
    tk_json_put_text(json, "grade", report_grades[report_grade(ply->loss)]);
    if (report_grade(ply->loss) > REPORT_GOOD) {
        write_line(r, state, ply, json);
        write_reasons(r, state, ply, speaker, json);
    }
    tk_json_close(json, '}');
}

static void write_account(const struct report_account *account, struct tk_json *json)
{
    tk_json_open(json, '{');
    write_chance(json, "start", account->start);
    write_chance(json, "luck", account->luck);
    write_chance(json, "own_losses", account->own_losses);
    write_chance(json, "others_losses", account->others_losses);
    write_chance(json, "result", account->result);
    tk_json_close(json, '}');
}

/* Numbers of plies, from 1 as everywhere in the answer. */
static void write_numbers(struct tk_json *json, const char *key, const int *plies, int count)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_json_int(json, plies[i] + 1);
    tk_json_close(json, ']');
}

/* A reveal is its ply and what it brought; without one there is no such member. */
static void write_reveal(struct tk_json *json, const char *key, const struct report_ply *plies,
                         int ply, int seat)
{
    if (ply < 0)
        return;
    tk_json_key(json, key);
    tk_json_open(json, '{');
    tk_json_put_int(json, "n", ply + 1);
    write_chance(json, "luck", plies[ply].luck[seat]);
    tk_json_close(json, '}');
}

static void write_seat(const struct report_seat *told, const struct report_ply *plies, int seat,
                       struct tk_json *json)
{
    tk_json_open(json, '{');
    write_chance(json, "accuracy", told->accuracy);
    tk_json_put_int(json, "choices", told->choices);
    for (int grade = 0; grade < REPORT_GRADES; grade++)
        tk_json_put_int(json, report_grades[grade], told->grade[grade]);
    write_reveal(json, "luckiest", plies, told->luckiest, seat);
    write_reveal(json, "unluckiest", plies, told->unluckiest, seat);
    write_numbers(json, "opening", told->opening, told->opening_count);
    tk_json_close(json, '}');
}

static void write_summary(const struct report *r, const struct report_ply *plies, int count,
                          struct tk_json *json)
{
    struct report_summary summary;
    bot_report_sum_up(r, plies, count, &summary);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int seat = 0; seat < r->players; seat++)
        write_seat(&summary.seat[seat], plies, seat, json);
    tk_json_close(json, ']');
    write_numbers(json, "turning_points", summary.turning, summary.turning_count);
}

void bot_report_write(const struct report *r, const unsigned char *states, size_t stride,
                      const struct report_ply *plies, int count,
                      const struct report_account *accounts, const struct tk_speaker *speaker,
                      struct tk_json *json)
{
    int32_t start[TK_SEATS_MAX];
    for (int seat = 0; seat < r->players; seat++)
        start[seat] = accounts[seat].start;
    write_chances(json, "start", start, r->players);
    tk_json_key(json, "plies");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        write_ply(r, states + (size_t)i * stride, &plies[i], i + 1, speaker, json);
    tk_json_close(json, ']');
    tk_json_key(json, "account");
    tk_json_open(json, '[');
    for (int seat = 0; seat < r->players; seat++)
        write_account(&accounts[seat], json);
    tk_json_close(json, ']');
    write_summary(r, plies, count, json);
}
