/* SPDX-License-Identifier: MIT */
/* Packs: what goes in comes out, and nothing that is given to it makes it stumble. */
#include <stdlib.h>

#include "unit.h"

#include "bots/layout.h"
#include "bots/net.h"
#include "bots/pack.h"

enum { SIZE = 40000, ROOM = 200000, ROW = 96 };

static uint8_t net[SIZE], packed[ROOM], back[SIZE];

/* Weights of the sizes that nets have: every row and every column with one of its own. */
static void make_weights(struct tk_rng *rng)
{
    for (int i = 0; i < SIZE; i++) {
        int most = 1 + (i / ROW % 7) * (i % ROW % 5);
        net[i] = (uint8_t)((int)tk_rng_below(rng, (uint32_t)(2 * most + 1)) - most);
    }
    net[44] = ROW;
    net[45] = 0;
}

static size_t pack_all(void)
{
    size_t size, took = pack(net, SIZE, packed, ROOM);
    assert_in_range(took, 1, ROOM);
    assert_memory_equal(pack_header(packed, took, &size), net, NET_HEADER);
    assert_int_equal(size, SIZE);
    memset(back, 1, sizeof back);
    unpack(packed, took, back);
    assert_memory_equal(back, net, SIZE);
    return took;
}

static void what_was_packed_comes_out_again(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 5, 0);
    make_weights(&rng);
    assert_true(pack_all() < SIZE * 3 / 4);
    for (int i = 0; i < SIZE; i++)
        net[i] = (uint8_t)tk_rng_below(&rng, 256); /* no weights at all, and any length of a row */
    pack_all();
    memset(net, 0x80, SIZE); /* the largest there is */
    pack_all();
    memset(net, 0, SIZE);
    assert_true(pack_all() < 1000);
}

/* All its sections: bytes in multiples of something, empty rows, numbers of 16 and 32 bits of any size. */
static void a_net_comes_out_again(void **state)
{
    static const struct {
        int at, number;
    } header[] = {{AT_PLAYERS, 3}, {AT_ONES, 200}, {AT_AMOUNTS, 9},
                  {AT_PARTS, 33},  {AT_NEAR, ROW}, {AT_FAR, 32}};
    struct tk_rng rng;
    struct net_section sections[NET_SECTIONS];
    (void)state;
    tk_rng_init(&rng, 8, 0);
    memset(net, 0, SIZE);
    for (int i = 0; i < TK_COUNT(header); i++)
        net[header[i].at] = (uint8_t)header[i].number;
    size_t size = net_lay_out(net, sections), back_size;
    assert_in_range(size, SIZE / 2, SIZE);
    for (size_t i = NET_HEADER; i < size; i++)
        net[i] = (uint8_t)tk_rng_below(&rng, 256);
    for (size_t i = 0; i < 200 * (size_t)ROW; i++)
        net[NET_HEADER + i] = (uint8_t)(tk_rng_below(&rng, 16) << i / ROW % 9);
    size_t took = pack(net, size, packed, ROOM);
    assert_memory_equal(pack_header(packed, took, &back_size), net, NET_HEADER);
    assert_int_equal(back_size, size);
    unpack(packed, took, back);
    assert_memory_equal(back, net, size);
}

static void room_that_is_too_small_is_not_left(void **state)
{
    struct tk_rng rng;
    (void)state;
    tk_rng_init(&rng, 6, 0);
    make_weights(&rng);
    size_t took = pack(net, SIZE, packed, ROOM);
    for (size_t room = 0; room < took; room += 1 + room / 7) {
        uint8_t *tight = malloc(room + 1);
        assert_int_equal(pack(net, SIZE, tight, room), 0);
        free(tight);
    }
    assert_int_equal(pack(net, NET_HEADER - 1, packed, ROOM), 0);
}

static void a_damaged_pack_gives_something_else_and_no_more(void **state)
{
    struct tk_rng rng;
    size_t size;
    (void)state;
    tk_rng_init(&rng, 7, 0);
    make_weights(&rng);
    size_t took = pack(net, SIZE, packed, ROOM);
    assert_null(pack_header(packed, NET_HEADER, &size));
    for (int turn = 0; turn < 50; turn++) {
        uint8_t *torn = malloc(took);
        memcpy(torn, packed, took);
        for (int i = 0; i < 20; i++)
            torn[NET_HEADER + 20 + tk_rng_below(&rng, (uint32_t)took - NET_HEADER - 20)] ^= 0x55;
        unpack(torn, took - tk_rng_below(&rng, 1000), back);
        assert_memory_not_equal(back, net, SIZE);
        torn[3] ^= 1;
        assert_null(pack_header(torn, took, &size));
        free(torn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_packed_comes_out_again),
        cmocka_unit_test(a_net_comes_out_again),
        cmocka_unit_test(room_that_is_too_small_is_not_left),
        cmocka_unit_test(a_damaged_pack_gives_something_else_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
