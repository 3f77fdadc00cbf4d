/* SPDX-License-Identifier: MIT */
/*
 * Two hashes for each game: what nets say of positions, and how bots play and how they see their
 * chances, from fixed seeds. They are the same on every machine, with every compiler and C library, and move only
 * when nets or bots do. Every kind of arithmetic that this machine has is asked; they must agree.
 *
 *     thoughts [NAME:NET…]       nets beside those that lie in the program
 */
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/net.h"

enum { POSITIONS = 2000, DECISIONS = 30, ROUNDS = 1 };

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    uint64_t both[2] = {hash, tk_hash(data, size)};
    return tk_hash(both, sizeof both);
}

static void begin(const struct tk_game *game, int players, int index, void *out_state)
{
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)index, (uint8_t)(index >> 8), (uint8_t)players, 3};
    struct tk_config config;
    tk_config_init(game, players, &config);
    tk_start(game, &config, seed, out_state);
}

/* --- what nets say --- */

static uint64_t say_all(const struct net *net, const struct tk_sight *sight)
{
    struct net_thought thought;
    int32_t numbers[TK_SEATS_MAX] = {0};
    float chances[TK_SEATS_MAX] = {0};
    uint64_t hash = 0;
    net_think(net, sight, &thought);
    for (int seat = 0; seat < net->players; seat++)
        numbers[seat] = net_seat(net, &thought, seat);
    net_chances(numbers, net->players, chances);
    hash = mix(hash, numbers, sizeof numbers);
    hash = mix(hash, chances, sizeof chances);
    for (int part = 0; part < net->parts; part++) {
        int32_t number = net_part(net, &thought, part);
        hash = hash * 31 + (uint32_t)number;
    }
    return hash;
}

/* Positions of random games. */
static uint64_t listen(const struct tk_game *game, const struct net *net)
{
    tk_state state;
    struct tk_rng rng;
    struct tk_sight sight;
    uint64_t hash = 0;
    tk_rng_init(&rng, 1, 1);
    for (int n = 0, index = 0; n < POSITIONS; index++) {
        begin(game, net->players, index, state);
        for (int seat; (seat = game->rules.actor(state)) >= 0 && n < POSITIONS; n++) {
            tk_action legal[TK_ACTIONS_MAX];
            game->learning->encoding->encode(state, seat, &sight);
            hash = hash * 31 + say_all(net, &sight);
            uint32_t count = (uint32_t)game->rules.legal(state, legal);
            tk_play(game, state, legal[tk_rng_below(&rng, count)]);
        }
    }
    return hash;
}

static bool print_numbers(const struct tk_game *game)
{
    bool agree = true;
    for (int players = game->seats_min; players <= game->seats_max; players++) {
        const struct net *net =
            game->learning->encoding == NULL ? NULL : net_named(game, players, "yes");
        uint64_t first = 0;
        for (int k = 0; net != NULL && net_kernel_at(k) != NULL; k++) {
            net_kernel_set(net_kernel_at(k));
            uint64_t hash = listen(game, net);
            if (k > 0 && hash != first) {
                fprintf(stderr, "%s: the arithmetic '%s' differs from '%s'\n", game->id,
                        net_kernel_at(k)->name, net_kernel_at(0)->name);
                agree = false;
            }
            first = k == 0 ? hash : first;
        }
        if (net != NULL)
            printf("%s %d numbers %016llx\n", game->id, players, (unsigned long long)first);
    }
    net_kernel_set(NULL);
    return agree;
}

/* --- how bots play --- */

/* One decision after the other is another bot's; the last takes a manner of the game. */
static struct bot bot_for(const struct tk_game *game, int number)
{
    static const char *const texts[] = {"novice", "greedy", "mcts:sims=40", "mcts:sims=24+net=no",
                                        "mcts:sims=24+temp=0.1"};
    const struct tk_styles *styles = game->learning->styles;
    char text[64];
    struct bot bot = {0};
    int which = number % (TK_COUNT(texts) + 1);
    if (which < TK_COUNT(texts))
        snprintf(text, sizeof text, "%s", texts[which]);
    else if (styles != NULL)
        snprintf(text, sizeof text, "mcts:sims=24+style=%s",
                 styles->table[number % styles->count].name);
    else
        snprintf(text, sizeof text, "mcts:sims=16");
    if (!bot_parse(tk_span_of(text), &bot))
        fprintf(stderr, "%s is no bot\n", text);
    return bot;
}

static uint64_t play(const struct tk_game *game, int players, int index)
{
    tk_state state;
    struct tk_rng rng;
    uint64_t hash = 0;
    begin(game, players, index, state);
    tk_rng_init(&rng, (uint64_t)index, (uint64_t)players);
    for (int n = 0; game->rules.actor(state) != TK_NOBODY; n++) {
        struct bot_answer answer;
        struct bot bot = n % 3 == 0 && n < 3 * DECISIONS ? bot_for(game, n / 3) : *bot_at(0);
        bot_think(&bot, NULL, game, state, &rng, &answer);
        hash = mix(hash, &answer.action, sizeof answer.action);
        for (int i = 0; i < answer.count; i++)
            hash = mix(hash, &answer.best[i].win, sizeof answer.best[i].win);
        tk_play(game, state, answer.action);
    }
    return hash;
}

static void print_moves(const struct tk_game *game)
{
    uint64_t hash = 0;
    for (int players = game->seats_min; players <= game->seats_max; players++)
        for (int i = 0; i < ROUNDS; i++) {
            uint64_t one = play(game, players, i);
            hash = mix(hash, &one, sizeof one);
        }
    printf("%s moves %016llx\n", game->id, (unsigned long long)hash);
}

static bool add_net(const char *text)
{
    char name[NET_NAME_MAX], sentence[200];
    struct tk_writer why = tk_writer_over(sentence, sizeof sentence - 1);
    const char *colon = strchr(text, ':');
    if (colon == NULL)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
    return bot_net_add(name, colon + 1, &why);
}

int main(int argc, char **argv)
{
    bool good = true;
    for (int i = 1; i < argc; i++)
        if (!add_net(argv[i])) {
            fprintf(stderr, "%s: no NAME:NET\n", argv[i]);
            return 2;
        }
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        good &= print_numbers(tk_game_at(i));
        print_moves(tk_game_at(i));
    }
    return good ? 0 : 1;
}
