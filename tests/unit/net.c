/* SPDX-License-Identifier: MIT */
/* Nets: a file that does not fit is refused, and every kind of arithmetic gives the same integers. */
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

#include "bots/bots.h"
#include "bots/layout.h"
#include "bots/net.h"

enum { NEAR = 160, FAR = 32, POSITIONS = 3000 };

/* --- nets of random numbers, as files --- */

struct file {
    uint8_t *bytes;
    size_t size;
};

static void put16(uint8_t *to, int number)
{
    to[0] = (uint8_t)number;
    to[1] = (uint8_t)(number >> 8);
}

static void seal(struct file *file)
{
    uint64_t hash = 0xcbf29ce484222325, word;
    for (size_t i = NET_HEADER; i < file->size; i += 8) {
        memcpy(&word, file->bytes + i, 8);
        hash = (hash ^ word) * 0x100000001b3;
    }
    memcpy(file->bytes + 56, &hash, 8);
}

static size_t whole(size_t size)
{
    return (size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
}

/* Weights of the first layer are small, as those of trained nets; the others have the whole range. */
static struct file random_net_for(const struct tk_game *game, int players, struct tk_rng *rng)
{
    const struct tk_encoding *encoding = game->learning->encoding;
    int ones = tk_extent_of(encoding->ones, players);
    int amounts = tk_extent_of(encoding->amounts, players);
    const int numbers[] = {2,    players, encoding->version, ones, amounts, encoding->parts,
                           NEAR, FAR};
    size_t told = whole((size_t)ones * NEAR), both = NEAR + FAR;
    size_t first = told + whole((size_t)amounts * NEAR * 2);
    size_t parts = encoding->parts, seats = (size_t)players;
    struct file file = {.size = NET_HEADER + first + whole(NEAR * 2) + whole(FAR * NEAR) +
                                whole(FAR * 4) + whole(seats * both) + whole(seats * 4) +
                                whole(parts * both) + whole(parts * 4)};
    file.bytes = aligned_alloc(NET_ALIGN, file.size);
    assert_non_null(file.bytes);
    memset(file.bytes, 0, NET_HEADER);
    memcpy(file.bytes, "TAKHTNET", 8);
    memcpy(file.bytes + 8, game->id, strlen(game->id));
    for (int i = 0; i < TK_COUNT(numbers); i++)
        put16(file.bytes + 32 + 2 * i, numbers[i]);
    for (size_t i = NET_HEADER; i < file.size; i++)
        file.bytes[i] = (uint8_t)tk_rng_below(rng, 255);
    for (size_t i = NET_HEADER; i < NET_HEADER + told; i++)
        file.bytes[i] = (uint8_t)(int8_t)((int)tk_rng_below(rng, 160) - 78);
    for (size_t i = NET_HEADER + told; i < NET_HEADER + first; i += 2)
        put16(file.bytes + i, (int)tk_rng_below(rng, 160) - 78);
    for (size_t i = NET_HEADER + first + whole(NEAR * 2); i < file.size; i++)
        if (file.bytes[i] == 128)
            file.bytes[i] = 0; /* -128 is no weight */
    seal(&file);
    return file;
}

static struct file random_net(const struct tk_game *game, struct tk_rng *rng)
{
    return random_net_for(game, game->seats_min, rng);
}

/* The same net in the old format and in the new one, which has quotients of the weights of the ones. */
static void make_coarse(struct file *coarse, struct file *same)
{
    size_t ones = (size_t)(coarse->bytes[38] | coarse->bytes[39] << 8);
    for (size_t i = NET_HEADER; i < NET_HEADER + ones * NEAR; i++) {
        int quotient = (int8_t)coarse->bytes[i] % 32;
        coarse->bytes[i] = (uint8_t)quotient;
        if (same != NULL)
            same->bytes[i] = (uint8_t)(quotient * 4);
    }
    put16(coarse->bytes + 32, 3);
    put16(coarse->bytes + 52, NET_COARSE);
    seal(coarse);
    if (same != NULL)
        seal(same);
}

static bool is_left_out(size_t row)
{
    return row % 3 == 1;
}

/* Makes some rows of the first layer of `whole_net` 0, and returns its file without them. */
static struct file make_sparse(struct file *whole_net)
{
    size_t ones = (size_t)net_number_at(whole_net->bytes, AT_ONES), map = whole((ones + 7) / 8);
    struct file sparse = {.bytes = calloc(1, whole_net->size + map)};
    uint8_t *to = sparse.bytes + NET_HEADER + map;
    assert_non_null(sparse.bytes);
    put16(whole_net->bytes + AT_FORMAT, NET_WHOLE);
    for (size_t row = 0; row < ones; row++) {
        uint8_t *from = whole_net->bytes + NET_HEADER + row * NEAR;
        if (is_left_out(row)) {
            memset(from, 0, NEAR);
            continue;
        }
        sparse.bytes[NET_HEADER + row / 8] |= (uint8_t)(1 << row % 8);
        memcpy(to, from, NEAR);
        to += NEAR;
    }
    seal(whole_net);
    memcpy(sparse.bytes, whole_net->bytes, NET_HEADER);
    put16(sparse.bytes + AT_FORMAT, NET_SPARSE);
    size_t told = (size_t)(to - sparse.bytes) - NET_HEADER - map;
    to = sparse.bytes + NET_HEADER + map + whole(told);
    size_t rest = NET_HEADER + whole(ones * NEAR);
    memcpy(to, whole_net->bytes + rest, whole_net->size - rest);
    sparse.size = (size_t)(to - sparse.bytes) + whole_net->size - rest;
    return sparse;
}

static const struct tk_game *learned_game(int *index)
{
    const struct tk_game *game;
    while ((game = tk_game_at((*index)++)) != NULL)
        if (game->learning->encoding != NULL)
            return game;
    return NULL;
}

/* --- refusals --- */

static void expect_refusal(const struct file *file, size_t size, const char *words)
{
    char sentence[200];
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    struct net net;
    assert_false(net_read(file->bytes, size, &net, &why));
    sentence[why.length] = '\0';
    assert_string_equal(sentence, words);
}

static void a_file_that_is_no_net_is_refused_with_a_sentence(void **state)
{
    int index = 0;
    struct tk_rng rng;
    struct net net;
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    (void)state;
    tk_rng_init(&rng, 1, 1);
    struct file file = random_net(learned_game(&index), &rng);
    assert_true(net_read(file.bytes, file.size, &net, &why));
    make_coarse(&file, NULL);
    assert_true(net_read(file.bytes, file.size, &net, &why));
    file.bytes[NET_HEADER] = 32;
    seal(&file);
    expect_refusal(&file, file.size, "its coarse weights are too large");
    expect_refusal(&file, 10, "it is no net");
    expect_refusal(&file, file.size - NET_ALIGN, "it is not as long as it should be");
    file.bytes[file.size - 5] ^= 1;
    expect_refusal(&file, file.size, "it is damaged: its hash is another");
    put16(file.bytes + 44, NEAR + 1);
    expect_refusal(&file, file.size, "its sizes are not possible");
    put16(file.bytes + 32, 1);
    expect_refusal(&file, file.size, "its format is not the one this program reads");
    file.bytes[0] = 't';
    expect_refusal(&file, file.size, "it is no net");
    free(file.bytes);
}

static void expect_not_given(const struct file *file, size_t size, const char *words)
{
    char sentence[200];
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    assert_false(bot_net_give("sparse", file->bytes, size, &why));
    sentence[why.length] = '\0';
    assert_string_equal(sentence, words);
}

/* Files leave out rows that say nothing: what is read is the whole net, byte for byte. */
static void a_file_without_empty_rows_is_the_same_net(void **state)
{
    int index = 0;
    struct tk_rng rng;
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    (void)state;
    tk_rng_init(&rng, 1, 12);
    struct file file = random_net(learned_game(&index), &rng), sparse = make_sparse(&file);
    assert_true(net_is_sparse(sparse.bytes, sparse.size));
    assert_false(net_is_sparse(file.bytes, file.size));
    assert_true(sparse.size < file.size);
    assert_int_equal(net_whole_size(sparse.bytes, sparse.size), file.size);
    uint8_t *made = malloc(file.size);
    assert_non_null(made);
    net_make_whole(sparse.bytes, made);
    assert_memory_equal(made, file.bytes, file.size);
    expect_not_given(&sparse, sparse.size - NET_ALIGN, "it is not as long as it should be");
    expect_not_given(&sparse, NET_HEADER + 1, "it is not as long as it should be");
    expect_not_given(&sparse, 10, "it is no net");
    sparse.bytes[sparse.size - 5] ^= 1;
    expect_not_given(&sparse, sparse.size, "it is damaged: its hash is another");
    sparse.bytes[sparse.size - 5] ^= 1;
    sparse.bytes[NET_HEADER] ^= 2; /* one row more, which is not there */
    expect_not_given(&sparse, sparse.size, "it is not as long as it should be");
    sparse.bytes[NET_HEADER] ^= 2;
    assert_true(bot_net_give("sparse", sparse.bytes, sparse.size, &why));
    free(made);
    free(file.bytes);
    free(sparse.bytes);
}

static void expect_misfit(const struct net *net, const struct tk_game *game, int players,
                          const char *words)
{
    char sentence[200];
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    assert_false(net_fits(net, game, players, &why));
    sentence[why.length] = '\0';
    assert_string_equal(sentence, words);
}

static void a_net_of_something_else_is_refused_with_a_sentence(void **state)
{
    int index = 0;
    struct tk_rng rng;
    struct net net;
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    (void)state;
    tk_rng_init(&rng, 1, 2);
    const struct tk_game *game = learned_game(&index), *other = learned_game(&index);
    struct file file = random_net(game, &rng);
    assert_true(net_read(file.bytes, file.size, &net, &why));
    assert_true(net_fits(&net, game, game->seats_min, &why));
    expect_misfit(&net, other, other->seats_min, "it is a net of another game");
    expect_misfit(&net, game, game->seats_min + 1, "it is a net for another number of players");
    net.version++;
    expect_misfit(&net, game, game->seats_min, "it was made for another encoding of positions");
    free(file.bytes);
}

/* Positions of fewer players are told as if the other seats had nothing, where a game says so. */
static void a_net_for_many_serves_fewer_where_the_game_says_so(void **state)
{
    struct tk_rng rng;
    const struct tk_game *game;
    (void)state;
    tk_rng_init(&rng, 1, 6);
    for (int index = 0; (game = learned_game(&index)) != NULL;) {
        char nothing[1];
        struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
        struct net net;
        struct file file = random_net_for(game, game->seats_max, &rng);
        assert_true(net_read(file.bytes, file.size, &net, &why));
        assert_true(net_fits(&net, game, game->seats_max, &why));
        for (int players = game->seats_min; players < game->seats_max; players++)
            assert_int_equal(net_fits(&net, game, players, &why), game->learning->encoding->shared);
        free(file.bytes);
    }
}

/* --- the same integers --- */

/* All that a net says of a position, summed up. */
static uint64_t say_all(const struct net *net, const struct tk_sight *sight)
{
    struct net_thought thought;
    uint64_t hash = 0;
    net_think(net, sight, &thought);
    for (int seat = 0; seat < net->players; seat++)
        hash = hash * 31 + (uint64_t)(uint32_t)net_seat(net, &thought, seat);
    for (int part = 0; part < net->parts; part += 7)
        hash = hash * 31 + (uint64_t)(uint32_t)net_part(net, &thought, part);
    return hash;
}

static void compare_kernels(const struct tk_game *game, const struct net *net, struct tk_rng *rng)
{
    tk_state table;
    struct tk_config config;
    struct tk_sight sight;
    tk_config_init(game, game->seats_min, &config);
    for (int n = 0, ended = 0; n < POSITIONS; ended++) {
        uint8_t seed[TK_SEED_BYTES] = {(uint8_t)ended, (uint8_t)(ended >> 8), 7};
        tk_start(game, &config, seed, table);
        for (int seat; (seat = game->rules.actor(table)) >= 0 && n < POSITIONS; n++) {
            tk_action legal[TK_ACTIONS_MAX];
            game->learning->encoding->encode(table, seat, &sight);
            net_kernel_set(&net_kernel_plain);
            uint64_t plain = say_all(net, &sight);
            for (int k = 0; net_kernel_at(k) != &net_kernel_plain; k++) {
                net_kernel_set(net_kernel_at(k));
                assert_true(say_all(net, &sight) == plain);
            }
            int count = game->rules.legal(table, legal);
            tk_play(game, table, legal[tk_rng_below(rng, (uint32_t)count)]);
        }
    }
    net_kernel_set(NULL);
}

static void every_machine_counts_the_same(void **state)
{
    struct tk_rng rng;
    const struct tk_game *game;
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    (void)state;
    tk_rng_init(&rng, 1, 3);
    for (int index = 0; (game = learned_game(&index)) != NULL;) {
        struct file file = random_net(game, &rng);
        struct net net;
        assert_true(net_read(file.bytes, file.size, &net, &why));
        compare_kernels(game, &net, &rng);
        free(file.bytes);
    }
}

/* Also as a net whose weights are written out. Weights of amounts are too large here for products of 16 bits. */
static void coarse_weights_count_the_same(void **state)
{
    int index = 0;
    struct tk_rng rng, again;
    struct tk_sight sight;
    struct net net, net_same;
    char nothing[1];
    tk_state table;
    struct tk_config config;
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    const struct tk_game *game = learned_game(&index);
    const uint8_t seed[TK_SEED_BYTES] = {9};
    (void)state;
    tk_rng_init(&rng, 1, 8);
    tk_rng_init(&again, 1, 8);
    struct file file = random_net(game, &rng), same = random_net(game, &again);
    size_t amounts =
        NET_HEADER +
        whole((size_t)tk_extent_of(game->learning->encoding->ones, game->seats_min) * NEAR);
    put16(file.bytes + amounts, 9000);
    put16(same.bytes + amounts, 9000);
    make_coarse(&file, &same);
    assert_true(net_read(file.bytes, file.size, &net, &why));
    assert_true(net_read(same.bytes, same.size, &net_same, &why));
    assert_int_equal(net.short_up_to[0], 3);
    tk_config_init(game, game->seats_min, &config);
    tk_start(game, &config, seed, table);
    game->learning->encoding->encode(table, game->rules.actor(table), &sight);
    assert_true(say_all(&net, &sight) == say_all(&net_same, &sight));
    compare_kernels(game, &net, &rng);
    free(file.bytes);
    free(same.bytes);
}

/* --- a search with a net --- */

static void write_file(const char *path, const struct file *file)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(file->bytes, 1, file->size, out), file->size);
    assert_int_equal(fclose(out), 0);
}

static tk_action decide(const char *text, const struct tk_game *game, const void *table)
{
    struct bot bot;
    struct tk_rng rng;
    tk_rng_init(&rng, 5, 5);
    assert_true(bot_parse(tk_span_of(text), &bot));
    return bot_decide(&bot, NULL, game, table, &rng);
}

static void the_same_seed_gives_the_same_moves_on_every_machine(void **state)
{
    struct tk_rng rng;
    const struct tk_game *game;
    char nothing[1], path[] = "/tmp/takht-net-XXXXXX";
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    (void)state;
    tk_rng_init(&rng, 1, 4);
    close(mkstemp(path));
    for (int index = 0; (game = learned_game(&index)) != NULL;) {
        tk_state table;
        struct tk_config config;
        struct file file = random_net(game, &rng);
        char text[64], name[20];
        snprintf(name, sizeof name, "random-%d", index);
        snprintf(text, sizeof text, "mcts:sims=100+instinct=0.5+net=%s", name);
        write_file(path, &file);
        assert_true(bot_net_add(name, path, &why));
        tk_config_init(game, game->seats_min, &config);
        tk_start(game, &config, (const uint8_t[TK_SEED_BYTES]){9}, table);
        for (int n = 0; n < 30 && game->rules.actor(table) >= 0; n++) {
            net_kernel_set(&net_kernel_plain);
            tk_action action = decide(text, game, table);
            net_kernel_set(NULL);
            assert_int_equal(decide(text, game, table), action);
            tk_play(game, table, action);
        }
        free(file.bytes);
    }
    unlink(path);
}

static void chances_add_up_and_follow_the_numbers(void **state)
{
    float chances[3];
    (void)state;
    net_chances((const int32_t[]){0, 0}, 2, chances);
    assert_true(chances[0] == 0.5F && chances[1] == 0.5F);
    net_chances((const int32_t[]){NET_UNIT, 0}, 2, chances);
    assert_true(chances[0] > 0.7305F && chances[0] < 0.7316F); /* 1 / (1 + 1/e) */
    net_chances((const int32_t[]){NET_UNIT, -1000 * NET_UNIT, NET_UNIT}, 3, chances);
    assert_true(chances[0] == 0.5F && chances[1] == 0.0F && chances[2] == 0.5F);
    for (int32_t x = -9 * NET_UNIT; x < 9 * NET_UNIT; x += 777) {
        float last = chances[0];
        net_chances((const int32_t[]){x, 0}, 2, chances);
        assert_true(chances[0] + chances[1] > 0.999999F && chances[0] + chances[1] < 1.000001F);
        assert_true(x == -9 * NET_UNIT || chances[0] >= last);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_is_no_net_is_refused_with_a_sentence),
        cmocka_unit_test(a_file_without_empty_rows_is_the_same_net),
        cmocka_unit_test(a_net_of_something_else_is_refused_with_a_sentence),
        cmocka_unit_test(a_net_for_many_serves_fewer_where_the_game_says_so),
        cmocka_unit_test(every_machine_counts_the_same),
        cmocka_unit_test(coarse_weights_count_the_same),
        cmocka_unit_test(the_same_seed_gives_the_same_moves_on_every_machine),
        cmocka_unit_test(chances_add_up_and_follow_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
