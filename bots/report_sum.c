/* SPDX-License-Identifier: MIT */
/* What is to be told of a game before anything else: who played how well, and when it turned. */
#include "bots.h"
#include "exact.h"

/* 8 percentage points lost are half of what could be reached. */
enum { HALVES = 8 * REPORT_ONE / 100 };

const char *const report_grades[REPORT_GRADES] = {"good", "slip", "mistake", "blunder"};

enum report_grade report_grade(int32_t loss)
{
    static const int32_t from[REPORT_GRADES] = {0, REPORT_ONE / 100, 3 * REPORT_ONE / 100,
                                                8 * REPORT_ONE / 100};
    int grade = REPORT_GRADES - 1;
    while (grade > 0 && loss < from[grade])
        grade--;
    return (enum report_grade)grade;
}

/* The largest that was not told yet and cost at least a slip, or -1. */
static int worst_of(const struct report_ply *plies, int count, const int *told, int told_count)
{
    int worst = -1;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < told_count; k++)
            again |= told[k] == i;
        if (!again && report_grade(plies[i].loss) > REPORT_GOOD &&
            (worst < 0 || plies[i].loss > plies[worst].loss))
            worst = i;
    }
    return worst;
}

static void find_turning_points(const struct report_ply *plies, int count,
                                struct report_summary *out)
{
    int *turning = out->turning, *found = &out->turning_count;
    for (int worst; *found < REPORT_TURNING_POINTS; turning[(*found)++] = worst)
        if ((worst = worst_of(plies, count, turning, *found)) < 0)
            break;
    for (int i = 1; i < *found; i++) { /* in order of time */
        int ply = turning[i], at = i;
        for (; at > 0 && turning[at - 1] > ply; at--)
            turning[at] = turning[at - 1];
        turning[at] = ply;
    }
}

static void judge_choices(const struct report_ply *plies, int count, int seat,
                          struct report_seat *out)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (plies[i].seat != seat || !plies[i].thought)
            continue;
        out->choices++;
        out->grade[report_grade(plies[i].loss)]++;
        sum += exact_power(2, -(double)plies[i].loss / HALVES);
        if (out->opening_count < REPORT_OPENING)
            out->opening[out->opening_count++] = i;
    }
    out->accuracy = out->choices > 0 ? (int32_t)(REPORT_ONE * sum / out->choices + 0.5) : 0;
}

static void find_luck(const struct report_ply *plies, int count, int seat, struct report_seat *out)
{
    int32_t most = 0, least = 0;
    out->luckiest = out->unluckiest = -1;
    for (int i = 0; i < count; i++) {
        int32_t luck = plies[i].luck[seat];
        if (luck > most) {
            most = luck;
            out->luckiest = i;
        }
        if (luck < least) {
            least = luck;
            out->unluckiest = i;
        }
    }
}

void bot_report_sum_up(const struct report *r, const struct report_ply *plies, int count,
                       struct report_summary *out)
{
    *out = (struct report_summary){0};
    find_turning_points(plies, count, out);
    for (int seat = 0; seat < r->players; seat++) {
        judge_choices(plies, count, seat, &out->seat[seat]);
        find_luck(plies, count, seat, &out->seat[seat]);
    }
}
