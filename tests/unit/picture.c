/* SPDX-License-Identifier: MIT */
/* Pictures that the server draws: written and read, shapes, and results that stay inside their frame. */
#include "unit.h"

#include <stdlib.h>

#include "server/paint.h"
#include "server/picture.h"

static uint8_t packed[1 << 20];

/* --- PNG --- */

/* Bytes of so many kinds, in runs of so many at most. */
static void make_bytes(uint8_t *out, size_t length, uint32_t kinds, uint32_t runs)
{
    struct tk_rng rng;
    tk_rng_init(&rng, kinds, runs);
    for (size_t i = 0; i < length;) {
        uint8_t byte = (uint8_t)tk_rng_below(&rng, kinds);
        for (uint32_t n = 1 + tk_rng_below(&rng, runs); n > 0 && i < length; n--)
            out[i++] = byte;
    }
}

static void a_picture_is_read_as_it_was_written(void **state)
{
    (void)state;
    uint8_t pixel[70 * 9];
    struct png png = {.width = 70, .height = 9, .colours = 200, .pixel = pixel}, back;
    make_bytes(pixel, sizeof pixel, 200, 3);
    for (int i = 0; i < png.colours; i++)
        png.colour[i] = (uint32_t)i * 70001 % 0x1000000;
    size_t size = png_write(&png, packed, sizeof packed);
    assert_true(png_read(packed, size, &back));
    assert_int_equal(back.width, 70);
    assert_int_equal(back.height, 9);
    assert_int_equal(back.colours, 200);
    assert_memory_equal(back.colour, png.colour, sizeof png.colour);
    assert_memory_equal(back.pixel, pixel, sizeof pixel);
    free(back.pixel);
    for (size_t cut = 0; cut < size - 12; cut++)
        assert_false(png_read(packed, cut, &back));
    assert_int_equal(png_write(&png, packed, 200), 0);
    pixel[5] = 200; /* a colour that it has not */
    size = png_write(&png, packed, sizeof packed);
    assert_false(png_read(packed, size, &back));
}

/* --- shapes --- */

static struct paint paint;

static paint_colour at(int x, int y)
{
    return paint.pixel[y * paint.width + x];
}

/* How much of the sheet is covered with white, in pixels. */
static double covered(void)
{
    double sum = 0;
    for (int i = 0; i < paint.width * paint.height; i++)
        sum += (paint.pixel[i] & 255) / 255.0;
    return sum;
}

static double area_of(const char *path, struct paint_place place)
{
    assert_true(paint_init(&paint, 60, 40, 0));
    paint_path(&paint, path, place, 0xffffff);
    double area = covered();
    paint_clear(&paint);
    return area;
}

#define NEAR(is, should, by) assert_true((is) > (should) - (by) && (is) < (should) + (by))

static void shapes_cover_what_they_should(void **state)
{
    (void)state;
    const struct paint_place plain = {0, 0, 1};
    NEAR(area_of("M10 10h20v10h-20z", plain), 200, 0.01);
    NEAR(area_of("M10 10H30V20H10", plain), 200, 0.01);    /* closed by itself */
    NEAR(area_of("M10.5 10.5h20v10h-20z", plain), 200, 3); /* between the pixels */
    NEAR(area_of("M10,10 L30,10 30,30Z", plain), 200, 3);  /* half a square */
    NEAR(area_of("M1 1h2v2h-2z", (struct paint_place){5, 5, 5}), 100, 0.01);
    NEAR(area_of("M5 5h20v20h-20zM10 10v10h10v-10z", plain), 300, 0.01); /* a hole */
    NEAR(area_of("M5 5h20v20h-20zM10 10h10v10h-10z", plain), 400, 0.01); /* twice the same */
    NEAR(area_of("M-20 -20h40v40h-40z", plain), 400, 0.01);              /* a corner is seen */
    NEAR(area_of("M-50 10h300v10h-300z", plain), 600, 0.01);             /* across all of it */
    NEAR(area_of("M100 100h30v30h-30zM-90-90h9v9z", plain), 0, 0.01);    /* beside it */
    NEAR(area_of("M10 10C10 10 30 10 30 10C30 10 30 30 30 30z", plain), 200, 3);
    NEAR(area_of("", plain), 0, 0.01);
    NEAR(area_of("M5 5x20 20", plain), 0, 0.01); /* nothing known */
}

static void boxes_have_round_corners(void **state)
{
    (void)state;
    assert_true(paint_init(&paint, 60, 40, 0x102030));
    paint_box(&paint, (struct paint_box){10, 10, 30, 20, 10}, 0xffffff);
    assert_int_equal(at(10, 10), 0x102030);
    assert_int_equal(at(39, 29), 0x102030);
    assert_int_equal(at(25, 10), 0xffffff);
    assert_int_equal(at(10, 20), 0xffffff);
    assert_int_equal(at(40, 20), 0x102030);
    paint_clear(&paint);
    assert_true(paint_init(&paint, 60, 40, 0));
    paint_box(&paint, (struct paint_box){10, 10, 20, 20, 90}, 0xffffff); /* a disc */
    NEAR(covered(), 314.2, 3);
    paint_clear(&paint);
}

static void colours_beyond_256_become_their_neighbours(void **state)
{
    (void)state;
    struct png png;
    static const int counts[] = {300, 3000, 9000}; /* the last are more than are counted */
    for (int k = 0; k < TK_COUNT(counts); k++) {
        assert_true(paint_init(&paint, 100, 100, 0xf6f0e2));
        for (int i = 0; i < counts[k]; i++)
            paint.pixel[9999 - i] = (paint_colour)i * 131;
        assert_true(paint_finish(&paint, &png));
        assert_int_equal(png.colours, PNG_COLOURS);
        assert_int_equal(png.colour[0], 0xf6f0e2); /* the most frequent one */
        assert_int_equal(png.pixel[0], 0);
        free(png.pixel);
        paint_clear(&paint);
    }
}

/* --- results --- */

static struct png drawn;

static void draw(const struct picture *picture)
{
    free(drawn.pixel);
    size_t size = picture_draw(picture, NULL, packed, sizeof packed);
    assert_true(size > 0 && size < 60000);
    assert_true(png_read(packed, size, &drawn));
    assert_int_equal(drawn.width, PICTURE_WIDTH);
    assert_int_equal(drawn.height, PICTURE_HEIGHT);
}

static uint32_t colour_at(int x, int y)
{
    return drawn.colour[drawn.pixel[y * drawn.width + x]];
}

/* The longest bar of this colour right of the panel. */
static int longest_run(uint32_t colour)
{
    int best = 0;
    for (int y = 0; y < drawn.height; y++)
        for (int x = PICTURE_PANEL, run = 0; x < drawn.width; x++) {
            run = colour_at(x, y) == colour ? run + 1 : 0;
            best = run > best ? run : best;
        }
    return best;
}

enum { FRAME = 20, FRIEZE_END = 486, PAPER = 0xf6f0e2 };

static bool rim_is_empty(void)
{
    for (int y = 0; y < drawn.height; y++)
        for (int x = FRIEZE_END; x < drawn.width; x++) {
            bool rim = x < FRIEZE_END + FRAME || x >= drawn.width - FRAME || y < FRAME ||
                       y >= drawn.height - FRAME;
            if (rim && colour_at(x, y) != PAPER)
                return false;
        }
    return true;
}

static struct picture result(enum picture_kind kind, int rows, int32_t first, int32_t step)
{
    struct picture picture = {.kind = kind, .rows = (uint8_t)rows};
    for (int i = 0; i < rows; i++)
        picture.row[i] = (struct picture_row){
            .seats = 1, .seat = {(uint8_t)i}, .won = i == 0, .points = first - step * i};
    return picture;
}

static void bars_are_as_long_as_points_are_many(void **state)
{
    (void)state;
    struct picture picture = result(PICTURE_POINTS, 2, 80, 40);
    draw(&picture);
    int first = longest_run(0x24408e), second = longest_run(0xa8243c);
    assert_true(first > 250);
    assert_in_range(2 * second, (unsigned)first - 4, (unsigned)first + 4);
    picture.row[1].points = 80; /* a tie */
    picture.row[1].won = true;
    draw(&picture);
    assert_in_range(longest_run(0xa8243c), (unsigned)first - 1, (unsigned)first + 1);
}

static void without_points_there_is_no_bar(void **state)
{
    (void)state;
    struct picture picture = result(PICTURE_POINTS, 2, 0, 12); /* 0 and -12 */
    draw(&picture);
    assert_true(longest_run(0x24408e) < 120 && longest_run(0xa8243c) < 120); /* the seals alone */
    assert_true(longest_run(0xe6dbc2) > 250);                                /* empty tracks */
}

static void whatever_the_points_all_stays_inside(void **state)
{
    (void)state;
    static const int32_t firsts[] = {0, 7, 148, -9999, INT32_MAX, INT32_MIN};
    for (int kind = 0; kind <= PICTURE_FEAT; kind++)
        for (int rows = 1; rows <= TK_SEATS_MAX; rows++)
            for (int i = 0; i < TK_COUNT(firsts); i++) {
                if (kind != PICTURE_POINTS && i > 0)
                    break;
                struct picture picture = result((enum picture_kind)kind, rows, firsts[i], 0);
                picture.row[rows - 1].gave_up = true;
                draw(&picture);
                if (!rim_is_empty())
                    fail_msg("kind %d, %d rows, %d points", kind, rows, (int)firsts[i]);
            }
}

static void partners_share_a_row(void **state)
{
    (void)state;
    struct picture picture = {.kind = PICTURE_POINTS, .rows = 1};
    picture.row[0] = (struct picture_row){.seats = 2, .seat = {4, 7}, .won = true, .points = 97};
    draw(&picture);
    assert_in_range(longest_run(0xa86b00) - longest_run(0xb0437f) + 1, 0, 2);
    assert_true(longest_run(0xb0437f) > 200);
    picture.row[0].seats = TK_SEATS_MAX; /* all together */
    for (int i = 0; i < TK_SEATS_MAX; i++)
        picture.row[0].seat[i] = (uint8_t)i;
    draw(&picture);
    assert_true(rim_is_empty());
}

static void seats_alone_tell_no_points(void **state)
{
    (void)state;
    struct picture with = result(PICTURE_SEATS, 4, 80, 10),
                   without = result(PICTURE_SEATS, 4, 0, 0);
    draw(&with);
    size_t count = (size_t)drawn.width * (size_t)drawn.height;
    uint8_t *first = malloc(count);
    memcpy(first, drawn.pixel, count);
    draw(&without);
    assert_memory_equal(first, drawn.pixel, count);
    free(first);
}

static void a_feat_has_its_sign(void **state)
{
    (void)state;
    struct picture picture = result(PICTURE_FEAT, 2, 3, -20);
    picture.sign = TK_SIGN_ARMS;
    draw(&picture);
    assert_true(longest_run(0xb8322f) > 20 && longest_run(0x17693a) == 0);
    picture.sign = TK_SIGN_SCIENCE;
    draw(&picture);
    assert_true(longest_run(0x17693a) > 20 && longest_run(0xb8322f) == 0);
    picture.sign = TK_SIGN_STAR;
    draw(&picture);
    assert_true(longest_run(0x17693a) == 0 && longest_run(0xb8322f) == 0);
}

static int let_go(void **state)
{
    (void)state;
    free(drawn.pixel);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_read_as_it_was_written),
        cmocka_unit_test(shapes_cover_what_they_should),
        cmocka_unit_test(boxes_have_round_corners),
        cmocka_unit_test(colours_beyond_256_become_their_neighbours),
        cmocka_unit_test(bars_are_as_long_as_points_are_many),
        cmocka_unit_test(without_points_there_is_no_bar),
        cmocka_unit_test(whatever_the_points_all_stays_inside),
        cmocka_unit_test(partners_share_a_row),
        cmocka_unit_test(seats_alone_tell_no_points),
        cmocka_unit_test(a_feat_has_its_sign),
    };
    return cmocka_run_group_tests(tests, NULL, let_go);
}
