/* Whole tables as JSON: reading. What is not said is completed; then the audit must agree. */
#include "domino_internal.h"

/* --- the whole table --- */

/* What was read of a table before it is put together. */
struct table {
    struct domino_state *s;
    struct tk_json_in *in;
    struct listed_line {
        uint8_t number[DOMINO_LINE], king[DOMINO_LINE];
        int numbers, kings;
    } line, next;
    struct {
        uint8_t number[DOMINO_DOMINOES];
        int count;
    } deck[2];
    uint8_t tile[DOMINO_TILES];
    int tiles;
};

/* Seats, null where no king stands. */
static bool read_line_kings(struct table *t, struct listed_line *line)
{
    int64_t seat;
    line->kings = 0;
    tk_json_enter(t->in, '[');
    for (; tk_json_next(t->in); line->kings++) {
        if (line->kings == DOMINO_LINE)
            return tk_json_fail(t->in, "a line is too long");
        if (tk_json_read_null(t->in))
            line->king[line->kings] = 0;
        else if (tk_json_read_int(t->in, 0, t->s->players - 1, &seat))
            line->king[line->kings] = (uint8_t)(seat + 1);
        else
            return false;
    }
    return t->in->problem == NULL;
}

/* "q18" */
static bool read_domino_name(const struct domino_state *s, struct tk_reader *in, int *out_box,
                             int *out_number)
{
    int64_t number;
    for (int box = 0; box < domino_box_count(s); box++) {
        if (tk_read_char(in, domino_box_ids[domino_box_name(s, box)][0]) &&
            tk_read_int(in, 1, DOMINO_DOMINOES, &number)) {
            *out_box = box;
            *out_number = (int)number;
            return true;
        }
    }
    return false;
}

/* "q18:0,1:s" */
static bool read_placed(struct domino_state *s, int kingdom, struct tk_span text)
{
    struct domino_kingdom *k = &s->kingdom[kingdom];
    struct tk_reader in = tk_reader_over(text);
    struct domino_cell left;
    enum domino_direction direction;
    int box, number;
    if (!read_domino_name(s, &in, &box, &number) || !tk_read_char(&in, ':') ||
        !domino_read_cell(&in, &left) || !tk_read_char(&in, ':') ||
        !domino_read_direction(&in, &direction) || !tk_read_end(&in))
        return false;
    uint16_t *home = &domino_box(s, box)->home[number - 1];
    domino_cells taken = domino_occupied(k);
    int right = domino_index(domino_beside(left, direction));
    if (*home != 0 || (taken >> domino_index(left) & 1) != 0 || (taken >> right & 1) != 0)
        return false;
    *home = domino_home(kingdom, left, direction);
    domino_put(k, domino_face(s, box, number), left, direction);
    return true;
}

/* "0,1", a cell that the dominoes read before it reach */
static bool read_inside(const struct domino_kingdom *k, struct tk_reader *in, int *out_index)
{
    struct domino_cell cell;
    if (!domino_read_cell(in, &cell) || !tk_read_end(in) || !domino_is_inside(k, cell))
        return false;
    *out_index = domino_index(cell);
    return true;
}

static bool read_knight(struct domino_state *s, int kingdom, struct tk_span text)
{
    struct domino_kingdom *k = &s->kingdom[kingdom];
    struct tk_reader in = tk_reader_over(text);
    int index;
    if (!read_inside(k, &in, &index) || (k->knights >> index & 1) != 0)
        return false;
    k->knights |= UINT64_C(1) << index;
    return true;
}

/* "sawmill:-2,-2" */
static bool read_building(struct domino_state *s, int kingdom, struct tk_span text)
{
    struct domino_kingdom *k = &s->kingdom[kingdom];
    size_t length = 0;
    while (length < text.length && text.data[length] != ':')
        length++;
    int index, kind = domino_kind_find((struct tk_span){text.data, length});
    struct tk_reader in = {text.data + length, text.data + text.length};
    if (kind == 0 || !tk_read_char(&in, ':') || !read_inside(k, &in, &index) ||
        (domino_sites(k) >> index & 1) == 0)
        return false;
    domino_put_building(k, index, kind);
    return true;
}

/* A list of strings, each of which `read` puts into the kingdom. */
static bool read_things(struct table *t, int kingdom,
                        bool (*read)(struct domino_state *, int, struct tk_span),
                        const char *problem)
{
    struct tk_span text;
    tk_json_enter(t->in, '[');
    while (tk_json_next(t->in))
        if (tk_json_read_string(t->in, &text) && !read(t->s, kingdom, text))
            return tk_json_fail(t->in, problem);
    return t->in->problem == NULL;
}

static bool read_last(struct table *t, int kingdom)
{
    struct tk_span text;
    int box, number;
    if (!tk_json_read_string(t->in, &text))
        return false;
    if (text.length == 0)
        return true;
    struct tk_reader in = tk_reader_over(text);
    if (!read_domino_name(t->s, &in, &box, &number) || !tk_read_end(&in))
        return tk_json_fail(t->in, "the last domino of a kingdom is not one of this game");
    t->s->last[kingdom] = (uint8_t)(64 * box + number);
    return true;
}

static void read_small(struct tk_json_in *in, int low, int high, uint8_t *out)
{
    int64_t number;
    if (tk_json_read_int(in, low, high, &number))
        *out = (uint8_t)number;
}

/* A number, stored one higher; null is 0. */
static void read_small_or_null(struct tk_json_in *in, int high, uint8_t *out)
{
    int64_t number;
    *out = 0;
    if (!tk_json_read_null(in) && tk_json_read_int(in, 0, high, &number))
        *out = (uint8_t)(number + 1);
}

static bool read_kingdom(struct table *t, int kingdom)
{
    struct domino_kingdom *k = &t->s->kingdom[kingdom];
    struct tk_span key;
    int64_t coins = k->coins;
    tk_json_enter(t->in, '{');
    while (tk_json_next_key(t->in, &key)) {
        if (tk_span_is(key, "dominoes"))
            read_things(t, kingdom, read_placed, "a domino is no domino, twice or on a taken cell");
        else if (tk_span_is(key, "last"))
            read_last(t, kingdom);
        else if (tk_span_is(key, "coins"))
            tk_json_read_int(t->in, 0, UINT16_MAX, &coins);
        else if (tk_span_is(key, "knights"))
            read_small(t->in, 0, UINT8_MAX, &k->free_knights);
        else if (tk_span_is(key, "placed"))
            read_things(t, kingdom, read_knight,
                        "a knight is not in the kingdom, or on another one");
        else if (tk_span_is(key, "towers"))
            read_small(t->in, 0, UINT8_MAX, &k->towers);
        else if (tk_span_is(key, "buildings"))
            read_things(t, kingdom, read_building,
                        "a building is unknown or not on a site (QD-7.3)");
        else
            tk_json_fail(t->in, "a key of a kingdom is unknown");
    }
    k->coins = (uint16_t)coins;
    return t->in->problem == NULL;
}

static void read_kingdoms(struct table *t)
{
    int count = 0;
    tk_json_enter(t->in, '[');
    for (; tk_json_next(t->in); count++)
        if (count == t->s->kingdoms || !read_kingdom(t, count))
            tk_json_fail(t->in, "there are more kingdoms than players or teams");
    if (count != t->s->kingdoms)
        tk_json_fail(t->in, "there are fewer kingdoms than players or teams");
}

/* KD-10: a list of totals for each finished game. */
static void read_past(struct table *t)
{
    int64_t total;
    struct domino_state *s = t->s;
    tk_json_enter(t->in, '[');
    for (s->game = 0; tk_json_next(t->in); s->game++) {
        int seat = 0;
        if (s->game == DOMINO_GAMES - 1)
            tk_json_fail(t->in, "more games are over than a dynasty has");
        tk_json_enter(t->in, '[');
        for (; tk_json_next(t->in); seat++)
            if (seat == s->players)
                tk_json_fail(t->in, "there are more totals than players");
            else if (tk_json_read_int(t->in, 0, UINT16_MAX, &total))
                s->past[s->game][seat] = (uint16_t)total;
        if (seat != s->players)
            tk_json_fail(t->in, "there are fewer totals than players");
    }
}

static int hex_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void read_stream_key(struct table *t)
{
    struct tk_span text;
    struct tk_stream *stream = &t->s->stream;
    if (!tk_json_read_string(t->in, &text))
        return;
    if (text.length != 64) {
        tk_json_fail(t->in, "the key of the generator has 64 hex digits");
        return;
    }
    for (int i = 0; i < 64; i++) {
        int value = hex_value(text.data[i]);
        if (value < 0)
            tk_json_fail(t->in, "the key of the generator has 64 hex digits");
        stream->key[i / 8] = stream->key[i / 8] << 4 | (uint32_t)(value & 15);
    }
}

static void read_hidden(struct table *t)
{
    struct tk_span key;
    int64_t blocks;
    tk_json_enter(t->in, '{');
    while (tk_json_next_key(t->in, &key)) {
        int box = domino_box_find(t->s, key);
        if (box >= 0)
            domino_read_numbers(t->in, 1, DOMINO_DOMINOES, t->deck[box].number, DOMINO_DOMINOES,
                                &t->deck[box].count);
        else if (tk_span_is(key, "buildings"))
            domino_read_kinds(t->in, t->tile, DOMINO_TILES, &t->tiles);
        else if (tk_span_is(key, "stream"))
            read_stream_key(t);
        else if (tk_span_is(key, "blocks") && tk_json_read_int(t->in, 0, INT64_MAX, &blocks))
            t->s->stream.blocks = (uint64_t)blocks;
        else
            tk_json_fail(t->in, "a hidden key is unknown");
    }
}

static void read_display(struct table *t)
{
    int count = 0;
    domino_read_kinds(t->in, t->s->display, DOMINO_SLOTS, &count);
    if (count != DOMINO_SLOTS)
        tk_json_fail(t->in, "the display has six slots");
}

static void read_stack_size(struct table *t)
{
    int64_t left;
    if (tk_json_read_int(t->in, 0, DOMINO_TILES - DOMINO_SLOTS, &left))
        t->s->top = (uint8_t)(DOMINO_TILES - left);
}

static void read_phase(struct table *t)
{
    int phase;
    if (tk_json_read_name(t->in, domino_phase_ids, DOMINO_PHASES, &phase))
        t->s->phase = (uint8_t)phase;
}

static void read_key(struct table *t, struct tk_span key)
{
    struct domino_state *s = t->s;
    bool queen = s->variant != DOMINO_KING;
    if (tk_span_is(key, "round"))
        read_small(t->in, 0, s->rounds, &s->round);
    else if (tk_span_is(key, "king"))
        read_small(t->in, 0, s->king_count - 1, &s->king);
    else if (tk_span_is(key, "phase"))
        read_phase(t);
    else if (tk_span_is(key, "kings"))
        domino_read_kings(s, t->in);
    else if (tk_span_is(key, "line"))
        domino_read_numbers(t->in, 1, DOMINO_DOMINOES, t->line.number, DOMINO_LINE,
                            &t->line.numbers);
    else if (tk_span_is(key, "line_kings"))
        read_line_kings(t, &t->line);
    else if (tk_span_is(key, "next"))
        domino_read_numbers(t->in, 1, DOMINO_DOMINOES, t->next.number, DOMINO_LINE,
                            &t->next.numbers);
    else if (tk_span_is(key, "next_kings"))
        read_line_kings(t, &t->next);
    else if (tk_span_is(key, "kingdoms"))
        read_kingdoms(t);
    else if (tk_span_is(key, "hidden"))
        read_hidden(t);
    else if (queen && tk_span_is(key, "display"))
        read_display(t);
    else if (queen && tk_span_is(key, "stack"))
        read_stack_size(t);
    else if (queen && tk_span_is(key, "queen"))
        read_small_or_null(t->in, s->kingdoms - 1, &s->queen);
    else if (queen && tk_span_is(key, "dragon"))
        read_small_or_null(t->in, DOMINO_SLOTS - 1, &s->dragon);
    else if ((s->flags & DOMINO_DYNASTY) != 0 && tk_span_is(key, "past"))
        read_past(t);
    else
        tk_json_fail(t->in, "a key of the state is unknown");
}

/* --- putting it together --- */

/* A line is listed in any order; a king goes with its domino. */
static bool set_line(struct table *t, const struct listed_line *listed, struct domino_line *out)
{
    uint64_t numbers = 0;
    for (int i = 0; i < listed->numbers; i++)
        numbers |= UINT64_C(1) << listed->number[i];
    if (listed->kings != listed->numbers || __builtin_popcountll(numbers) != listed->numbers)
        return tk_json_fail(t->in, "a line has a domino twice, or not as many kings as dominoes");
    for (int i = 0; numbers != 0; i++, numbers &= numbers - 1)
        out->number[i] = (uint8_t)__builtin_ctzll(numbers);
    for (int i = 0; i < listed->numbers; i++)
        out->king[domino_line_find(out, listed->number[i])] = listed->king[i];
    return true;
}

/* The dominoes of a box that lie in a kingdom or in a line. */
static uint64_t dominoes_seen(const struct domino_state *s, int box)
{
    uint64_t seen = 0;
    const struct domino_line *lines[2] = {&s->line, &s->next};
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        seen |= (uint64_t)(domino_box_of(s, box)->home[number - 1] != 0) << number;
    for (int ahead = 0; ahead < 2; ahead++)
        for (int i = 0; i < DOMINO_LINE && lines[ahead]->number[i] != 0; i++)
            if (s->round + ahead > 0 && domino_line_box(s, s->round + ahead) == box)
                seen |= UINT64_C(1) << lines[ahead]->number[i];
    return seen;
}

/* The deck is what is listed, then the lowest numbers that lie nowhere; the others have left. */
static bool set_deck(struct table *t, int box)
{
    struct domino_state *s = t->s;
    uint8_t *deck = domino_box(s, box)->deck;
    int at = domino_drawn(s, box, domino_lines_drawn(s)), room = DOMINO_DOMINOES - at;
    uint64_t seen = dominoes_seen(s, box);
    if (t->deck[box].count > room)
        return tk_json_fail(t->in, "more dominoes are undrawn than this round leaves");
    tk_copy(deck + at, t->deck[box].number, (size_t)t->deck[box].count);
    for (int i = 0; i < t->deck[box].count; i++)
        seen |= UINT64_C(1) << deck[at++];
    for (int number = 1; number <= DOMINO_DOMINOES && at < DOMINO_DOMINOES; number++)
        if ((seen >> number & 1) == 0)
            deck[at++] = (uint8_t)number;
    return at == DOMINO_DOMINOES ||
           tk_json_fail(t->in, "more dominoes lie on the table than this round has drawn");
}

/* The stack is what is listed, then the tiles that are nowhere, by kind; the others have burnt. */
static bool set_stack(struct table *t)
{
    struct domino_state *s = t->s;
    int left[DOMINO_KINDS + 1], at = s->top;
    domino_count_tiles(s, left);
    if (t->tiles > DOMINO_TILES - at)
        return tk_json_fail(t->in, "more tiles are listed than the stack has");
    for (int i = 0; i < t->tiles; i++) {
        s->stack[at++] = t->tile[i];
        left[t->tile[i]]--;
    }
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        for (; left[kind] > 0 && at < DOMINO_TILES; left[kind]--)
            s->stack[at++] = (uint8_t)kind;
    return at == DOMINO_TILES || tk_json_fail(t->in, "more tiles lie on the table than there are");
}

static void set_actor(struct domino_state *s)
{
    if (s->phase == DOMINO_OVER)
        s->actor = TK_NOBODY;
    else if (s->phase == DOMINO_DEAL)
        s->actor = TK_CHANCE;
    else
        s->actor = (int8_t)(s->round == 0 ? s->kings[s->king] : s->line.king[s->king] - 1);
}

bool domino_load(struct domino_state *s, struct tk_json_in *in)
{
    struct table table = {.s = s, .in = in};
    struct tk_span key;
    while (tk_json_next_key(in, &key))
        read_key(&table, key);
    if (in->problem != NULL || !set_line(&table, &table.line, &s->line) ||
        !set_line(&table, &table.next, &s->next))
        return false;
    if (s->round == 0) /* the first line stays in its deck, in the order of drawing */
        tk_copy(s->first.deck, table.next.number, s->line_size);
    for (int box = 0; box < domino_box_count(s); box++)
        if (!set_deck(&table, box))
            return false;
    if (s->variant != DOMINO_KING && !set_stack(&table))
        return false;
    set_actor(s);
    return true;
}
