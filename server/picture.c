/* SPDX-License-Identifier: MIT */
/* How the picture of a table is laid out: the game at the left, the result or the seats at the right. */
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digits.h"
#include "paint.h"
#include "signs.h"

/* The page's own colours (web/src/style/tokens.css). */
enum {
    PAPER = 0xf6f0e2,
    SURFACE = 0xfffdf7,
    SUNKEN = 0xe6dbc2,
    LINE = 0xd8ccb2,
    INK = 0x1c2233,
    INK_SOFT = 0x525b70,
    LAPIS = 0x24408e,
    GOLD = 0xe7c46f,
    ON_STRONG = 0xffffff,
};

/* Pixels. */
enum {
    FRIEZE = 26,
    LEFT = PICTURE_PANEL + FRIEZE + 40,
    RIGHT = PICTURE_WIDTH - 48,
    MIDDLE = (LEFT + RIGHT) / 2,
    HEADING = 148, /* the height of the ornament above a few rows … */
    HEADED = 4,    /* … which are so many at most */
    MARGIN = 34,   /* above and below the rows */
    PITCH_MAX = 156,
    INSIDE = 16, /* from the rim of a winner's card to what is on it */
    GAP = 24,    /* around bars */
};

static const char star[] =
    "M12 .3L15.4 3.7 20.3 3.7 20.3 8.6 23.7 12 20.3 15.4 20.3 20.3 15.4 20.3 12 "
    "23.7 8.6 20.3 3.7 20.3 3.7 15.4 .3 12 3.7 8.6 3.7 3.7 8.6 3.7Z";

/* --- pieces --- */

/* A sign of so many units into a square of so many pixels, which has its middle there. */
static struct paint_place centred(float x, float y, float size, float units)
{
    return (struct paint_place){x - size / 2, y - size / 2, size / units};
}

static void draw_sign(struct paint *p, const struct sign *sign, struct paint_place at)
{
    for (; sign->path != NULL; sign++)
        paint_path(p, sign->path, at, sign->colour);
}

/* The sign of a seat, cut out of a seal in its colour. */
static void draw_seal(struct paint *p, int seat, float x, float y, float size)
{
    const struct sign *sign = &sign_seats[seat % TK_SEATS_MAX];
    paint_box(p, (struct paint_box){x - size / 2, y - size / 2, size, size, size * 0.28F},
              sign->colour);
    paint_path(p, sign->path, centred(x, y, size * 0.74F, SIGN_SIZE), ON_STRONG);
}

/* A seat that waits for somebody: the seal is only a rim. */
static void draw_empty_seal(struct paint *p, int seat, float x, float y, float size)
{
    const struct sign *sign = &sign_seats[seat % TK_SEATS_MAX];
    float rim = size * 0.05F;
    paint_box(p, (struct paint_box){x - size / 2, y - size / 2, size, size, size * 0.28F},
              sign->colour);
    paint_box(p,
              (struct paint_box){x - size / 2 + rim, y - size / 2 + rim, size - 2 * rim,
                                 size - 2 * rim, size * 0.28F - rim},
              PAPER);
    paint_path(p, sign->path, centred(x, y, size * 0.62F, SIGN_SIZE), sign->colour);
}

/* A crown sits on the seal, over its upper rim. */
static void draw_crown(struct paint *p, float x, float y, float seal)
{
    float size = seal * 0.56F;
    draw_sign(p, sign_crown, centred(x, y - seal * 0.5F - size * 0.14F, size, SIGN_SIZE));
}

static void draw_frieze(struct paint *p)
{
    enum { STARS = 21, STAR = 16 };
    float middle = PICTURE_PANEL + FRIEZE / 2.0F, pitch = PICTURE_HEIGHT / (float)STARS;
    paint_box(p, (struct paint_box){PICTURE_PANEL, 0, FRIEZE, PICTURE_HEIGHT, 0}, LAPIS);
    paint_box(p, (struct paint_box){PICTURE_PANEL, 0, 2, PICTURE_HEIGHT, 0}, GOLD);
    paint_box(p, (struct paint_box){PICTURE_PANEL + FRIEZE - 2, 0, 2, PICTURE_HEIGHT, 0}, GOLD);
    for (int i = 0; i < STARS; i++)
        paint_path(p, star, centred(middle, pitch * ((float)i + 0.5F), STAR, SIGN_SIZE), GOLD);
}

/* Where a game has no panel of its own. */
static void draw_bare_panel(struct paint *p)
{
    enum { SIZE = 300 };
    paint_box(p, (struct paint_box){0, 0, PICTURE_PANEL, PICTURE_HEIGHT, 0}, LAPIS);
    draw_sign(p, sign_shamseh,
              centred(PICTURE_PANEL / 2.0F, PICTURE_HEIGHT / 2.0F, SIZE, SHAMSEH_SIZE));
}

/* The shamseh between two lines that end in small stars. */
static void draw_ornament(struct paint *p, float y, float size)
{
    enum { STAR = 12 };
    const struct {
        float from, to, end;
    } lines[] = {{LEFT + 40, MIDDLE - size * 0.62F, LEFT + 40},
                 {MIDDLE + size * 0.62F, RIGHT - 40, RIGHT - 40}};
    for (int i = 0; i < TK_COUNT(lines); i++) {
        paint_box(p, (struct paint_box){lines[i].from, y - 1, lines[i].to - lines[i].from, 2, 0},
                  LINE);
        paint_path(p, star, centred(lines[i].end, y, STAR, SIGN_SIZE), GOLD);
    }
    draw_sign(p, sign_shamseh, centred(MIDDLE, y, size, SHAMSEH_SIZE));
}

/* --- figures --- */

enum { FIGURES_MAX = 12 };

static float figures_width(int32_t number, float size)
{
    char text[FIGURES_MAX];
    return (float)snprintf(text, sizeof text, "%d", (int)number) * size * DIGIT_WIDTH / 1000;
}

/* Its right end and its middle lie there. */
static void draw_figures(struct paint *p, int32_t number, float right, float y, float size,
                         paint_colour colour)
{
    static const char minus[] = "M110-415h355v120h-355Z";
    char text[FIGURES_MAX];
    float unit = size / 1000, x = right - figures_width(number, size);
    snprintf(text, sizeof text, "%d", (int)number);
    for (const char *at = text; *at != '\0'; at++, x += DIGIT_WIDTH * unit)
        paint_path(p, *at == '-' ? minus : digit_paths[*at - '0'],
                   (struct paint_place){x, y + DIGIT_HEIGHT * unit / 2, unit}, colour);
}

/* --- points --- */

/* Where the parts of all rows lie. */
struct rows {
    float top, pitch, seal, figures; /* figures: size of the font */
    float bars, bars_end;            /* from left to right */
    int32_t most;                    /* points: the longest bar */
};

/* The seals of partners stand side by side. */
static float seals_width(const struct picture_row *row)
{
    return 1 + 1.12F * (float)(row->seats - 1);
}

/* So wide is what is `units` long at this size; the size is smaller where that would be too wide. */
static float fit(float units, float *size, float most)
{
    if (units * *size > most)
        *size = most / units;
    return units * *size;
}

static struct rows lay_out(const struct picture *picture)
{
    struct rows r = {.most = 1};
    float head = picture->rows <= HEADED ? HEADING : MARGIN, seals = 0, figures = 0;
    float high = PICTURE_HEIGHT - MARGIN - head, wide = RIGHT - LEFT - 2 * INSIDE;
    r.pitch = high / (float)picture->rows;
    if (r.pitch > PITCH_MAX)
        r.pitch = PITCH_MAX;
    r.top = head + (high - r.pitch * (float)picture->rows) / 2;
    r.seal = r.pitch * 0.58F;
    r.figures = r.pitch * 0.68F;
    for (int i = 0; i < picture->rows; i++) {
        const struct picture_row *row = &picture->row[i];
        float row_seals = seals_width(row), row_figures = figures_width(row->points, 1);
        seals = row_seals > seals ? row_seals : seals;
        figures = row_figures > figures ? row_figures : figures;
        r.most = row->points > r.most ? row->points : r.most;
    }
    r.bars = LEFT + INSIDE + fit(seals, &r.seal, wide * 0.28F) + GAP;
    r.bars_end = RIGHT - INSIDE - fit(figures, &r.figures, wide * 0.31F) - GAP;
    return r;
}

/* One bar, or a thinner one for each of the partners. */
static void draw_bars(struct paint *p, const struct rows *r, const struct picture_row *row, float y)
{
    float high = r->pitch * 0.3F, gap = row->seats > 1 ? r->pitch * 0.04F : 0;
    float one = (high - gap * (float)(row->seats - 1)) / (float)row->seats;
    float wide = r->bars_end - r->bars, part = (float)row->points / (float)r->most;
    for (int i = 0; i < row->seats; i++) {
        float top = y - high / 2 + (one + gap) * (float)i;
        struct paint_box bar = {r->bars, top, wide, one, one / 2};
        paint_box(p, bar, SUNKEN);
        if (row->points <= 0)
            continue;
        bar.width = wide * part > one ? wide * part : one; /* the shortest is a dot */
        paint_box(p, bar, sign_seats[row->seat[i] % TK_SEATS_MAX].colour);
    }
    if (row->gave_up)
        draw_sign(p, sign_flag,
                  centred(r->bars_end - high, y - high * 0.1F, high * 1.5F, SIGN_SIZE));
}

/* The winner's row is a card with a golden rim. */
static void draw_card(struct paint *p, float y, float high)
{
    enum { RIM = 4, RADIUS = 22 };
    struct paint_box box = {LEFT, y - high / 2, RIGHT - LEFT, high, RADIUS};
    paint_box(p, box, GOLD);
    paint_box(p,
              (struct paint_box){box.x + RIM, box.y + RIM, box.width - 2 * RIM, high - 2 * RIM,
                                 RADIUS - RIM},
              SURFACE);
}

static void draw_row(struct paint *p, const struct rows *r, const struct picture_row *row, float y)
{
    if (row->won)
        draw_card(p, y, r->pitch * 0.92F);
    for (int i = 0; i < row->seats; i++) {
        float x = LEFT + INSIDE + r->seal * (0.5F + 1.12F * (float)i);
        float down = row->won ? r->pitch * 0.09F : 0; /* room for the crown */
        draw_seal(p, row->seat[i], x, y + down, r->seal);
        if (row->won)
            draw_crown(p, x, y + down, r->seal);
    }
    draw_bars(p, r, row, y);
    draw_figures(p, row->points, RIGHT - INSIDE, y, r->figures, row->won ? INK : INK_SOFT);
}

static void draw_points(struct paint *p, const struct picture *picture)
{
    struct rows r = lay_out(picture);
    if (picture->rows <= HEADED)
        draw_ornament(p, HEADING / 2.0F + 10, 104);
    for (int i = 0; i < picture->rows; i++)
        draw_row(p, &r, &picture->row[i], r.top + r.pitch * ((float)i + 0.5F));
}

/* --- won by something else than points --- */

static const struct sign *const feat_signs[TK_SIGNS] = {
    [TK_SIGN_STAR] = sign_star, [TK_SIGN_ARMS] = sign_arms, [TK_SIGN_SCIENCE] = sign_science};

/* Seals below each other around a place, winners with their crowns. */
static void draw_column(struct paint *p, const struct picture *picture, bool won, float x, float y)
{
    int count = 0, at = 0;
    for (int i = 0; i < picture->rows; i++)
        count += picture->row[i].won == won ? picture->row[i].seats : 0;
    float size = won ? 140 : 104, pitch = 330 / (float)(count > 0 ? count : 1);
    size = size < pitch * 0.7F ? size : pitch * 0.7F;
    pitch = pitch < size * 1.4F ? pitch : size * 1.4F;
    for (int i = 0; i < picture->rows; i++)
        for (int k = 0; k < picture->row[i].seats && picture->row[i].won == won; k++, at++) {
            float here = y + pitch * ((float)at - (float)(count - 1) / 2);
            draw_seal(p, picture->row[i].seat[k], x, here, size);
            if (won)
                draw_crown(p, x, here, size);
        }
}

/* The winner, what it was won by in the middle, the others. */
static void draw_feat(struct paint *p, const struct picture *picture)
{
    enum { SIZE = 250, ASIDE = 208 };
    float y = HEADING + (PICTURE_HEIGHT - MARGIN - HEADING) / 2.0F;
    draw_ornament(p, HEADING / 2.0F + 10, 104);
    draw_card(p, y, 350);
    paint_path(p, star, centred(MIDDLE, y, SIZE, SIGN_SIZE), GOLD);
    paint_path(p, star, centred(MIDDLE, y, SIZE - 22, SIGN_SIZE), LAPIS);
    paint_path(p, star, centred(MIDDLE, y, SIZE - 38, SIGN_SIZE), SURFACE);
    draw_sign(p, feat_signs[picture->sign], centred(MIDDLE, y, SIZE * 0.48F, SIGN_SIZE));
    draw_column(p, picture, true, MIDDLE - ASIDE, y);
    draw_column(p, picture, false, MIDDLE + ASIDE, y);
}

/* --- seats alone --- */

static void draw_seats(struct paint *p, const struct picture *picture)
{
    int across = picture->rows <= 4 ? picture->rows : (picture->rows + 1) / 2;
    int down = (picture->rows + across - 1) / across;
    float size = across <= 2 ? 150 : across == 3 ? 130 : 112, pitch = size * 1.32F;
    float middle = 210 + (PICTURE_HEIGHT - MARGIN - 210) / 2.0F;
    draw_ornament(p, 118, 136);
    for (int i = 0; i < picture->rows; i++) {
        const struct picture_row *row = &picture->row[i];
        int line = i / across, place = i % across;
        int here = line == down - 1 ? picture->rows - line * across : across;
        float x = MIDDLE + pitch * ((float)place - (float)(here - 1) / 2);
        float y = middle + pitch * ((float)line - (float)(down - 1) / 2);
        (row->empty ? draw_empty_seal : draw_seal)(p, row->seat[0], x, y, size);
    }
}

/* --- the whole --- */

static void draw_all(struct paint *p, const struct picture *picture, const struct png *panel)
{
    static void (*const draw[])(struct paint *, const struct picture *) = {
        [PICTURE_SEATS] = draw_seats,
        [PICTURE_POINTS] = draw_points,
        [PICTURE_FEAT] = draw_feat,
    };
    if (panel != NULL)
        paint_image(p, panel);
    else
        draw_bare_panel(p);
    draw_frieze(p);
    draw[picture->kind](p, picture);
}

size_t picture_draw(const struct picture *picture, const struct png *panel, uint8_t *out,
                    size_t room)
{
    struct paint paint;
    struct png png;
    size_t length = 0;
    if (picture->rows == 0 || !paint_init(&paint, PICTURE_WIDTH, PICTURE_HEIGHT, PAPER))
        return 0;
    draw_all(&paint, picture, panel);
    if (paint_finish(&paint, &png)) {
        length = png_write(&png, out, room);
        free(png.pixel);
    }
    paint_clear(&paint);
    return length;
}
