/* SPDX-License-Identifier: MIT */
/* Random numbers against published vectors, and against their own promises. */
#include "unit.h"

/* RFC 8439, 2.3.2: its 96-bit nonce fills the upper half of our counter and our nonce. */
static void chacha_block_of_the_rfc(void **state)
{
    (void)state;
    static const uint32_t expected[16] = {
        0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
        0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
        0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2,
    };
    uint8_t seed[TK_SEED_BYTES];
    struct tk_stream stream;
    uint32_t out[TK_CHACHA_WORDS];
    for (int i = 0; i < TK_SEED_BYTES; i++)
        seed[i] = (uint8_t)i;
    tk_stream_init(&stream, seed);
    tk_chacha(stream.key, 1 | (uint64_t)0x09000000 << 32, 0x4a000000, out);
    assert_memory_equal(out, expected, sizeof expected);
}

/* The stream of the all-zero key, blocks 0 and 1 (RFC 8439, A.1, vectors 1 and 2). */
static void chacha_blocks_in_a_row(void **state)
{
    (void)state;
    static const uint32_t first[4] = {0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653};
    static const uint32_t second[4] = {0xbee7079f, 0x7a385155, 0x7c97ba98, 0x0d082d73};
    uint32_t key[8] = {0}, out[TK_CHACHA_WORDS], later[TK_CHACHA_WORDS];
    tk_chacha(key, 0, 0, out);
    assert_memory_equal(out, first, sizeof first);
    assert_memory_equal(out + 16, second, sizeof second);
    tk_chacha(key, 3, 0, later);
    assert_memory_equal(out + 48, later, 64);
}

/* The counter has 64 bits: block 2^32 is not block 0. */
static void chacha_counter_carries(void **state)
{
    (void)state;
    uint32_t key[8] = {1}, low[TK_CHACHA_WORDS], high[TK_CHACHA_WORDS];
    tk_chacha(key, 0xfffffffeULL, 0, low);
    tk_chacha(key, 0x100000000ULL, 0, high);
    assert_memory_equal(low + 32, high, 64);
}

/* First words of xoroshiro128++ from the state 1, 2, computed by hand from its definition. */
static void fast_generator_is_xoroshiro(void **state)
{
    (void)state;
    static const uint64_t expected[4] = {0x60001, 0x260c000660007, 0x180acc04718606d3,
                                         0x9e226d35036fc4c7};
    struct tk_rng rng = {1, 2};
    for (int i = 0; i < 4; i++)
        assert_true(tk_rng_next(&rng) == expected[i]);
}

static void dice_are_uniform(void **state)
{
    (void)state;
    enum { SIDES = 37, THROWS = 370000 };
    uint8_t seed[TK_SEED_BYTES] = {9};
    struct tk_stream stream;
    struct tk_dice dice;
    long count[SIDES] = {0};
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    for (int i = 0; i < THROWS; i++)
        count[tk_dice_below(&dice, SIDES)]++;
    for (int side = 0; side < SIDES; side++) /* 10000 expected, standard deviation 99 */
        assert_in_range(count[side], 9500, 10500);
}

/* Bounds that are not powers of two redraw some words; the largest bound redraws most. */
static void dice_keep_their_bounds(void **state)
{
    (void)state;
    uint8_t seed[TK_SEED_BYTES] = {3};
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    for (uint32_t bound = 1; bound <= 0xffff; bound += 257)
        assert_true(tk_dice_below(&dice, bound) < bound);
    assert_int_equal(tk_dice_below(&dice, 1), 0);
    assert_true(tk_dice_below(&dice, 0xffff) < 0xffff);
}

/* Every order of four items comes up equally often. */
static void shuffles_are_uniform(void **state)
{
    (void)state;
    enum { ROUNDS = 24000 };
    long count[256] = {0};
    struct tk_rng rng;
    tk_rng_init(&rng, 5, 5);
    for (int i = 0; i < ROUNDS; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        tk_rng_shuffle(&rng, items, 4);
        count[items[0] << 6 | items[1] << 4 | items[2] << 2 | items[3]]++;
    }
    int orders = 0;
    for (int i = 0; i < 256; i++) {
        if (count[i] == 0)
            continue;
        orders++;
        assert_in_range(count[i], 800, 1200); /* 1000 expected, standard deviation 31 */
    }
    assert_int_equal(orders, 24);
}

static void hashes_tell_apart(void **state)
{
    (void)state;
    assert_true(tk_hash("", 0) != tk_hash("\0", 1));
    assert_true(tk_hash("abcdefgh", 8) != tk_hash("abcdefgi", 8));
    assert_true(tk_hash("abcdefghi", 9) == tk_hash("abcdefghi", 9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha_block_of_the_rfc), cmocka_unit_test(chacha_blocks_in_a_row),
        cmocka_unit_test(chacha_counter_carries),  cmocka_unit_test(fast_generator_is_xoroshiro),
        cmocka_unit_test(dice_are_uniform),        cmocka_unit_test(dice_keep_their_bounds),
        cmocka_unit_test(shuffles_are_uniform),    cmocka_unit_test(hashes_tell_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
