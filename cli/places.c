/* SPDX-License-Identifier: MIT */
/* Where on the board a move has its place. */
#include "places.h"

#include <stdlib.h>
#include <string.h>

enum { SHARED_PART = 4 }; /* a cell that more than this part of a kind changes is no place */

struct places {
    bool looked[MOVES_KINDS];
    struct view_size size;
    struct place place[TK_ACTIONS_MAX];
    int cell_count[TK_ACTIONS_MAX];
    struct foresee_cell cell[TK_ACTIONS_MAX][FORESEE_CELLS];
    uint16_t shared[GRID_ROWS][GRID_COLUMNS]; /* of the kind that is looked at */
};

struct places *places_new(void)
{
    return calloc(1, sizeof(struct places));
}

void places_free(struct places *p)
{
    free(p);
}

void places_forget(struct places *p)
{
    memset(p->looked, 0, sizeof p->looked);
    memset(p->place, 0, sizeof p->place);
    memset(p->cell_count, 0, sizeof p->cell_count);
}

/* --- looking --- */

static int shared_by(const struct places *p, const struct foresee_cell *cell)
{
    return p->shared[cell->row][cell->column];
}

/*
 * The middle of the cells that the fewest moves share. What else such a move changes alone (a longer
 * text in a hand) is less than the thing itself, so the one in the middle of the list is of that.
 */
static struct place middle(const struct places *p, int move, int kind_count)
{
    const struct foresee_cell *cells = p->cell[move], *own[FORESEE_CELLS];
    int fewest = TK_ACTIONS_MAX, count = 0, near = 0, sum = 0;
    int most = kind_count / SHARED_PART > 1 ? kind_count / SHARED_PART : 1;
    for (int i = 0; i < p->cell_count[move]; i++)
        fewest = shared_by(p, &cells[i]) < fewest ? shared_by(p, &cells[i]) : fewest;
    for (int i = 0; i < p->cell_count[move]; i++)
        if (shared_by(p, &cells[i]) == fewest)
            own[count++] = &cells[i];
    if (count == 0 || fewest > most)
        return (struct place){false, 0, 0};
    int row = own[count / 2]->row;
    for (int i = 0; i < count; i++)
        if (own[i]->row == row) {
            sum += own[i]->column;
            near++;
        }
    return (struct place){true, row, sum / near};
}

static void look_at_kind(struct places *p, const struct session *s, const struct moves *m, int kind,
                         struct foresee_room *room)
{
    memset(p->shared, 0, sizeof p->shared);
    for (int i = 0; i < m->count; i++) {
        if (m->move[i].kind != kind)
            continue;
        p->cell_count[i] = foresee_cells(s, m->move[i].action, &p->size, room, p->cell[i]);
        for (int k = 0; k < p->cell_count[i]; k++)
            p->shared[p->cell[i][k].row][p->cell[i][k].column]++;
    }
    for (int i = 0; i < m->count; i++)
        if (m->move[i].kind == kind)
            p->place[i] = middle(p, i, m->kind[kind].count);
    p->looked[kind] = true;
}

void places_look(struct places *p, const struct session *s, const struct moves *m, int kind,
                 const struct view_size *size)
{
    if (p->size.rows != size->rows || p->size.columns != size->columns)
        places_forget(p);
    p->size = *size;
    struct foresee_room *room = NULL;
    for (int i = 0; i < m->kind_count; i++) {
        if (p->looked[i] || (kind >= 0 && i != kind))
            continue;
        if (room == NULL && (room = foresee_room_new(s, size)) == NULL)
            return;
        look_at_kind(p, s, m, i, room);
    }
    foresee_room_free(room);
}

/* --- going from one to another --- */

/* How far it is, where going on straight is nearer than going aside; -1: not in that direction. A
 * row is as high as two columns are wide. */
static int distance(const struct place *from, const struct place *to, int down, int right)
{
    int rows = 2 * (to->row - from->row), columns = to->column - from->column;
    int ahead = down * rows + right * columns;
    int aside = abs(right * rows) + abs(down * columns);
    return ahead <= 0 || aside > 3 * ahead ? -1 : ahead + 2 * aside;
}

int places_step(const struct places *p, const struct moves *m, int down, int right)
{
    const struct move *chosen = moves_chosen(m);
    if (chosen == NULL || !p->place[chosen - m->move].known)
        return -1;
    int best = -2, nearest = 0;
    for (int i = 0; i < m->shown_count; i++) {
        const struct place *to = &p->place[m->shown[i]];
        int far = to->known ? distance(&p->place[chosen - m->move], to, down, right) : -1;
        if (far < 0 || (best >= 0 && far >= nearest))
            continue;
        best = i;
        nearest = far;
    }
    return best;
}

int places_turn(const struct places *p, const struct moves *m)
{
    const struct move *chosen = moves_chosen(m);
    if (chosen == NULL || !p->place[chosen - m->move].known)
        return -1;
    const struct place *here = &p->place[chosen - m->move];
    for (int i = 1; i < m->shown_count; i++) {
        int next = (m->chosen + i) % m->shown_count;
        const struct place *to = &p->place[m->shown[next]];
        if (to->known && abs(to->row - here->row) <= 1 && abs(to->column - here->column) <= 3)
            return next;
    }
    return -1;
}

static bool changes(const struct places *p, int move, int row, int column)
{
    for (int i = 0; i < p->cell_count[move]; i++)
        if (p->cell[move][i].row == row && p->cell[move][i].column == column)
            return true;
    return false;
}

int places_at(const struct places *p, const struct moves *m, int row, int column)
{
    int best = -1, score = 0;
    for (int i = 0; i < m->count; i++) {
        if (!p->place[i].known)
            continue;
        int aside = abs(p->place[i].row - row) * 4 + abs(p->place[i].column - column);
        bool hit = changes(p, i, row, column);
        if (!hit && aside > 3)
            continue;
        int worth = (m->move[i].kind == m->chosen_kind ? 1000 : 0) + (hit ? 500 : 0) - aside;
        if (best < 0 || worth > score) {
            best = i;
            score = worth;
        }
    }
    return best;
}
