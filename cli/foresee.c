/* SPDX-License-Identifier: MIT */
/*
 * What a move would change. It is played in some tables whose hidden things are drawn anew: what is
 * alike in all of them is as good as certain, and what differs nobody can know.
 */
#include "foresee.h"

#include <stdlib.h>
#include <string.h>

/* More than this is another picture rather than a change of this one. */
enum { SAMPLES = 4, PLACES = 2, CHANGES_MAX = 90 };

static void play_sample(const struct session *s, struct tk_rng *rng, tk_action action, void *after)
{
    memcpy(after, session_state(s), s->game->state_size);
    s->game->knowledge.determinise(after, session_actor(s), rng);
    tk_play(s->game, after, action);
}

static void draw_board(const struct session *s, const void *state, int rows, int columns,
                       bool unicode, struct tk_canvas *canvas, struct grid *grid)
{
    struct tk_speaker speaker = session_speaker(s);
    tk_canvas_clear(canvas, rows, columns);
    canvas->unicode = unicode;
    canvas->frame = session_state(s);
    s->game->terminal->draw(state, s->viewer, &speaker, canvas);
    grid_clear(grid, rows, columns);
    grid_put_canvas(grid, 0, 0, canvas);
}

/* Signs that say what could be done, or whose turn it is, are no things on the board. */
static bool is_thing(const struct grid_cell *cell)
{
    static const char *const signs[] = {"", " ", "+", "·", ".", "✓", "✗", "!", "▶", ">"};
    for (int i = 0; i < TK_COUNT(signs); i++)
        if (strcmp(cell->text, signs[i]) == 0)
            return false;
    return true;
}

static bool differs(const struct grid_cell *a, const struct grid_cell *b)
{
    return strcmp(a->text, b->text) != 0 && (is_thing(a) || is_thing(b));
}

/* --- what is drawn --- */

/* A row of the board now, and as it would be in each of the tables. */
struct rows {
    struct grid_cell *now;
    const struct grid_cell *after[SAMPLES];
};

static bool changes(const struct rows *r, int column)
{
    bool found = false;
    for (int i = 0; i < SAMPLES; i++)
        found |= differs(&r->now[column], &r->after[i][column]);
    return found;
}

static bool is_certain(const struct rows *r, int column)
{
    for (int i = 1; i < SAMPLES; i++)
        if (strcmp(r->after[0][column].text, r->after[i][column].text) != 0)
            return false;
    return true;
}

/* ASCII digits and Persian ones. */
static bool is_digit(const char *text)
{
    bool persian = (unsigned char)text[0] == 0xdb && (unsigned char)text[1] >= 0xb0 &&
                   (unsigned char)text[1] <= 0xb9;
    return persian || (text[0] >= '0' && text[0] <= '9');
}

/* The next column that is neither a digit nor blank. */
static int next_word(const struct grid_cell *cells, int column, int end)
{
    while (column < end && (is_digit(cells[column].text) || cells[column].text[0] == '\0' ||
                            strcmp(cells[column].text, " ") == 0))
        column++;
    return column;
}

/* "11 coins" and "9 coins": nothing but numbers differs. */
static bool are_numbers(const struct rows *r, int column, int end)
{
    int a = column, b = column;
    for (int i = column; i < end; i++)
        if (!is_certain(r, i))
            return false;
    for (;; a++, b++) {
        a = next_word(r->now, a, end);
        b = next_word(r->after[0], b, end);
        if (a == end || b == end)
            return a == end && b == end;
        if (strcmp(r->now[a].text, r->after[0][b].text) != 0)
            return false;
    }
}

static bool is_empty(const struct rows *r, int column, int end)
{
    for (; column < end; column++)
        if (is_thing(&r->now[column]))
            return false;
    return true;
}

/* Is it only that a list closes up, or makes room? */
static bool has_moved(const struct grid *now, const struct grid *after, int row, int column,
                      int end)
{
    enum { NEAR = 3 };
    for (int to = row - NEAR; to <= row + NEAR; to++) {
        int i = column;
        while (to >= 0 && to < after->rows && to != row && i < end &&
               strcmp(now->cell[row][i].text, after->cell[to][i].text) == 0)
            i++;
        if (i == end)
            return true;
    }
    return false;
}

/*
 * Numbers change, and new things appear where nothing was. Words stay as they are and are marked:
 * who wants to take a card wants to read it, not what comes in its place.
 */
static void put_change(const struct rows *r, int column, int end, bool moved)
{
    bool put = is_empty(r, column, end) || are_numbers(r, column, end);
    for (; column < end; column++) {
        struct grid_cell *cell = &r->now[column];
        if (!changes(r, column) || (!put && (moved || !is_thing(cell))))
            continue;
        if (put)
            *cell = is_certain(r, column) ? r->after[0][column]
                                          : (struct grid_cell){.text = "?", .face = TK_FACE_DIM};
        cell->face |= GRID_MARKED;
    }
}

/* Changed columns with at most one between them that stays belong together. */
static int change_end(const struct rows *r, int column, int columns)
{
    int end = column + 1;
    while (end < columns && (changes(r, end) || (end + 1 < columns && changes(r, end + 1))))
        end++;
    return end;
}

static int count_changes(struct grid *grid, const struct grid *after, int rows)
{
    int count = 0;
    for (int row = 0; row < rows; row++) {
        struct rows r = {.now = grid->cell[row]};
        for (int i = 0; i < SAMPLES; i++)
            r.after[i] = after[i].cell[row];
        for (int column = 0; column < after->columns; column++)
            count += changes(&r, column) && is_certain(&r, column);
    }
    return count;
}

static void put_changes(struct grid *grid, const struct grid *after, int rows)
{
    static struct grid before; /* large: the board is changed row by row */
    before = *grid;
    for (int row = 0; row < rows; row++) {
        struct rows r = {.now = grid->cell[row]};
        for (int i = 0; i < SAMPLES; i++)
            r.after[i] = after[i].cell[row];
        for (int column = 0; column < after->columns; column++) {
            if (!changes(&r, column))
                continue;
            int end = change_end(&r, column, after->columns);
            put_change(&r, column, end, has_moved(&before, after, row, column, end));
            column = end;
        }
    }
}

void foresee(const struct session *s, tk_action action, const struct view_size *size, int used,
             struct grid *grid, struct foresight *out)
{
    struct tk_rng rng = s->rng; /* a copy: looking changes nobody's dice */
    tk_state after[SAMPLES];
    int32_t scores[SAMPLES + 1][TK_SEATS_MAX] = {{0}};
    int seat = session_actor(s);
    struct grid *boards = calloc(SAMPLES, sizeof *boards);
    struct tk_canvas *canvas = malloc(sizeof *canvas);
    s->game->rules.scores(session_state(s), scores[SAMPLES]);
    for (int i = 0; i < SAMPLES; i++) {
        play_sample(s, &rng, action, after[i]);
        s->game->rules.scores(after[i], scores[i]);
        if (boards != NULL && canvas != NULL) {
            boards[i].bidi = grid->bidi;
            draw_board(s, after[i], size->rows, size->columns, size->unicode, canvas, &boards[i]);
        }
    }
    *out = (struct foresight){true, scores[SAMPLES][seat], scores[0][seat]};
    for (int i = 1; i < SAMPLES; i++)
        out->points_known &= scores[i][seat] == scores[0][seat];
    if (boards != NULL && canvas != NULL && count_changes(grid, boards, used) <= CHANGES_MAX)
        put_changes(grid, boards, used);
    free(canvas);
    free(boards);
}

/* --- only which cells --- */

struct foresee_room {
    struct grid now, after[PLACES];
    struct tk_canvas canvas;
};

struct foresee_room *foresee_room_new(const struct session *s, const struct view_size *size)
{
    struct foresee_room *room = calloc(1, sizeof *room);
    if (room == NULL)
        return NULL;
    room->now.bidi = room->after[0].bidi = room->after[1].bidi = size->bidi;
    draw_board(s, session_state(s), size->rows, size->columns, size->unicode, &room->canvas,
               &room->now);
    return room;
}

void foresee_room_free(struct foresee_room *room)
{
    free(room);
}

int foresee_cells(const struct session *s, tk_action action, const struct view_size *size,
                  struct foresee_room *room, struct foresee_cell out[FORESEE_CELLS])
{
    struct tk_rng rng = s->rng;
    tk_state after;
    int count = 0;
    for (int i = 0; i < PLACES; i++) {
        play_sample(s, &rng, action, after);
        draw_board(s, after, size->rows, size->columns, size->unicode, &room->canvas,
                   &room->after[i]);
    }
    for (int row = 0; row < room->now.rows; row++)
        for (int column = 0; column < room->now.columns; column++) {
            const struct grid_cell *now = &room->now.cell[row][column];
            if (!differs(now, &room->after[0].cell[row][column]) &&
                !differs(now, &room->after[1].cell[row][column]))
                continue;
            if (count == FORESEE_CELLS)
                return 0;
            out[count++] = (struct foresee_cell){(uint8_t)row, (uint16_t)column};
        }
    return count;
}
