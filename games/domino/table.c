/* Whole tables as JSON: writing. Reading is in load.c. */
#include "domino_internal.h"

static void write_number_or_null(const char *key, int number, struct tk_json *json)
{
    tk_json_key(json, key);
    if (number < 0)
        tk_json_null(json);
    else
        tk_json_int(json, number);
}

/* In the draft the first line is shown as it was drawn: its order is part of the deal. */
static void dump_line(const char *key, const char *kings_key, const struct domino_line *line,
                      const uint8_t *order, struct tk_json *json)
{
    int count = 0;
    while (count < DOMINO_LINE && line->number[count] != 0)
        count++;
    const uint8_t *numbers = order != NULL ? order : line->number;
    domino_write_numbers(key, numbers, count, json);
    tk_json_key(json, kings_key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        int king = line->king[domino_line_find(line, numbers[i])];
        if (king == 0)
            tk_json_null(json);
        else
            tk_json_int(json, king - 1);
    }
    tk_json_close(json, ']');
}

static void write_domino_name(const struct domino_state *s, int box, int number,
                              struct tk_json *json)
{
    tk_write_char(json->out, domino_box_ids[domino_box_name(s, box)][0]);
    tk_write_int(json->out, number);
}

/* "q18:0,1:s": domino 18 of the Queendomino box, its left square on 0,1, the right one south of it.
 */
static void dump_dominoes(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    tk_json_key(json, "dominoes");
    tk_json_open(json, '[');
    for (int box = 0; box < domino_box_count(s); box++) {
        for (int number = 1; number <= DOMINO_DOMINOES; number++) {
            uint16_t home = domino_box_of(s, box)->home[number - 1];
            if (home == 0 || domino_home_kingdom(home) != kingdom)
                continue;
            tk_json_quote(json);
            write_domino_name(s, box, number, json);
            tk_write_char(json->out, ':');
            domino_write_cell(domino_home_left(&s->kingdom[kingdom], home), json->out);
            tk_write_char(json->out, ':');
            tk_write_char(json->out, domino_direction_letters[domino_home_direction(home)]);
            tk_json_unquote(json);
        }
    }
    tk_json_close(json, ']');
}

static void dump_knights(const struct domino_kingdom *k, struct tk_json *json)
{
    tk_json_put_int(json, "knights", k->free_knights);
    tk_json_key(json, "placed");
    tk_json_open(json, '[');
    for (domino_cells rest = k->knights; rest != 0; rest &= rest - 1) {
        tk_json_quote(json);
        domino_write_cell(domino_cell_at(k, __builtin_ctzll(rest)), json->out);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
}

/* "sawmill:-2,-2" */
static void dump_buildings(const struct domino_kingdom *k, struct tk_json *json)
{
    tk_json_key(json, "buildings");
    tk_json_open(json, '[');
    for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest);
        tk_json_quote(json);
        tk_write_text(json->out, domino_buildings[domino_building_at(k, index)].id);
        tk_write_char(json->out, ':');
        domino_write_cell(domino_cell_at(k, index), json->out);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
}

static void dump_kingdom(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    tk_json_open(json, '{');
    dump_dominoes(s, kingdom, json);
    tk_json_key(json, "last");
    tk_json_quote(json);
    if (s->last[kingdom] != 0)
        write_domino_name(s, s->last[kingdom] / 64, s->last[kingdom] % 64, json);
    tk_json_unquote(json);
    if (s->variant != DOMINO_KING) {
        tk_json_put_int(json, "coins", k->coins);
        dump_knights(k, json);
        tk_json_put_int(json, "towers", k->towers);
        dump_buildings(k, json);
    }
    tk_json_close(json, '}');
}

static void dump_builders(const struct domino_state *s, struct tk_json *json)
{
    tk_json_key(json, "display"); /* slots 0 to 5 */
    tk_json_open(json, '[');
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        domino_write_kind(s->display[slot], json);
    tk_json_close(json, ']');
    tk_json_put_int(json, "stack", DOMINO_TILES - s->top);
    write_number_or_null("queen", s->queen - 1, json);
    write_number_or_null("dragon", s->dragon - 1, json);
}

/* KD-10: totals of the finished games. */
void domino_write_past(const struct domino_state *s, struct tk_json *json)
{
    tk_json_key(json, "past");
    tk_json_open(json, '[');
    for (int game = 0; game < s->game; game++) {
        tk_json_open(json, '[');
        for (int seat = 0; seat < s->players; seat++)
            tk_json_int(json, s->past[game][seat]);
        tk_json_close(json, ']');
    }
    tk_json_close(json, ']');
}

/* The generator of a dynasty: key and blocks used, in hex digits. */
static void dump_stream(const struct tk_stream *stream, struct tk_json *json)
{
    tk_json_key(json, "stream");
    tk_json_quote(json);
    for (int i = 0; i < TK_COUNT(stream->key); i++)
        tk_write_hex(json->out, stream->key[i], 8);
    tk_json_unquote(json);
    tk_json_put_int(json, "blocks", (int64_t)stream->blocks);
}

/* QD-14.2: the orders nobody knows. Dominoes left out of the game are at the end (KD-3). */
static void dump_hidden(const struct domino_state *s, struct tk_json *json)
{
    tk_json_key(json, "hidden");
    tk_json_open(json, '{');
    for (int box = 0; box < domino_box_count(s); box++) {
        int drawn = domino_drawn(s, box, domino_lines_drawn(s));
        domino_write_numbers(domino_box_ids[domino_box_name(s, box)],
                             domino_box_of(s, box)->deck + drawn, DOMINO_DOMINOES - drawn, json);
    }
    if (s->variant != DOMINO_KING) {
        tk_json_key(json, "buildings");
        tk_json_open(json, '[');
        for (int i = s->top; i < DOMINO_TILES; i++)
            domino_write_kind(s->stack[i], json);
        tk_json_close(json, ']');
    }
    if ((s->flags & DOMINO_DYNASTY) != 0)
        dump_stream(&s->stream, json);
    tk_json_close(json, '}');
}

void domino_dump(const void *state, struct tk_json *json)
{
    const struct domino_state *s = state;
    tk_json_put_int(json, "round", s->round);
    tk_json_put_int(json, "king", s->king);
    tk_json_put_text(json, "phase", domino_phase_ids[s->phase]);
    domino_write_numbers("kings", s->kings, s->king_count, json);
    dump_line("line", "line_kings", &s->line, NULL, json);
    dump_line("next", "next_kings", &s->next, s->round == 0 ? s->first.deck : NULL, json);
    if (s->variant != DOMINO_KING)
        dump_builders(s, json);
    if ((s->flags & DOMINO_DYNASTY) != 0)
        domino_write_past(s, json);
    tk_json_key(json, "kingdoms");
    tk_json_open(json, '[');
    for (int kingdom = 0; kingdom < s->kingdoms; kingdom++)
        dump_kingdom(s, kingdom, json);
    tk_json_close(json, ']');
    dump_hidden(s, json);
}
