/* SPDX-License-Identifier: MIT */
/* The lowest price (7D-7.7) against a search through everything a builder could do. */
#include "tests/unit/unit.h"

#include "games/duel/duel_internal.h"

/* What cancels units: choice sources for brown and for grey, and a token for any. */
enum source { BROWN_CHOICE, GREY_CHOICE, TOKEN, SOURCES };

struct hand {
    int missing[DUEL_RESOURCES];
    int left[SOURCES]; /* units each kind of source can still cancel */
};

static bool serves(enum source source, int resource)
{
    return source == TOKEN || (source == GREY_CHOICE) == (resource >= DUEL_GLASS);
}

/* Every use of every source, in every order. */
static int search(const struct hand *hand, const int price[DUEL_RESOURCES])
{
    int best = 0;
    for (int r = 0; r < DUEL_RESOURCES; r++)
        best += hand->missing[r] * price[r];
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        for (int source = 0; source < SOURCES; source++) {
            if (hand->missing[r] == 0 || hand->left[source] == 0 || !serves((enum source)source, r))
                continue;
            struct hand next = *hand;
            next.missing[r]--;
            next.left[source]--;
            int found = search(&next, price);
            best = found < best ? found : best;
        }
    }
    return best;
}

static int search_price(const struct duel_state *s, int seat, duel_lanes cost, bool token)
{
    const struct duel_seat *me = &s->seat[seat], *opponent = &s->seat[!seat];
    int price[DUEL_RESOURCES];
    struct hand hand = {.left = {duel_lane(me->economy, DUEL_CHOICE_BROWN),
                                 duel_lane(me->economy, DUEL_CHOICE_GREY), token ? 2 : 0}};
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        int missing = duel_lane(cost, r) - duel_lane(me->economy, r);
        bool trade = (duel_lane(me->economy, DUEL_TRADE) >> r & 1) != 0;
        hand.missing[r] = missing > 0 ? missing : 0;
        price[r] = trade ? 1 : 2 + duel_lane(opponent->economy, r);
    }
    return search(&hand, price);
}

/* Every building and every wonder for both seats of one position. */
static void check_position(const struct duel_state *s)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        const struct duel_seat *me = &s->seat[seat];
        struct duel_bill bill;
        for (int card = 1; card <= DUEL_CARDS; card++) {
            bool chain = duel_set_has(&me->city, duel_cards[card].chain_from);
            bool masonry =
                duel_cards[card].colour == DUEL_BLUE && duel_has_token(me, DUEL_TOKEN_MASONRY);
            int traded = chain ? 0 : search_price(s, seat, duel_cards[card].cost, masonry);
            duel_card_bill(s, seat, card, &bill);
            assert_int_equal(bill.price.traded, traded);
            assert_int_equal(duel_price(s, seat, card).traded, traded);
            assert_int_equal(duel_price(s, seat, card).coins,
                             chain ? 0 : traded + duel_cards[card].coins);
        }
        for (int wonder = 1; wonder <= DUEL_WONDERS; wonder++) {
            bool architecture = duel_has_token(me, DUEL_TOKEN_ARCHITECTURE);
            int traded = search_price(s, seat, duel_wonders[wonder].cost, architecture);
            duel_wonder_bill(s, seat, wonder, &bill);
            assert_int_equal(bill.price.coins, traded);
            assert_int_equal(duel_wonder_price(s, seat, wonder).coins, traded);
        }
    }
}

/* Cities as they never come together in play, so that every mixture of sources occurs. */
static void deal_cities(struct duel_state *s, struct tk_rng *rng)
{
    static const uint8_t sources[] = {DUEL_WONDER_GREAT_LIGHTHOUSE, DUEL_WONDER_PIRAEUS};
    *s = (struct duel_state){0};
    for (int card = 1; card <= DUEL_CARDS; card++) {
        uint32_t owner = tk_rng_below(rng, 3);
        if (owner < DUEL_SEATS)
            duel_set_add(&s->seat[owner].city, card);
    }
    for (int i = 0; i < TK_COUNT(sources); i++) {
        uint32_t owner = tk_rng_below(rng, 3);
        if (owner == DUEL_SEATS)
            continue;
        s->seat[owner].wonder[i] = sources[i];
        s->seat[owner].raised = (uint8_t)(s->seat[owner].raised | 1U << i);
    }
    for (int p = 0; p < DUEL_SEATS; p++) {
        s->seat[p].tokens = (uint16_t)(tk_rng_next(rng) & 0x7fe);
        s->seat[p].economy = duel_city_economy(&s->seat[p]);
    }
}

static void prices_are_the_lowest(void **state)
{
    (void)state;
    struct duel_state s;
    struct tk_rng rng;
    tk_rng_init(&rng, 7, 7);
    for (int i = 0; i < 2000; i++) {
        deal_cities(&s, &rng);
        check_position(&s);
    }
}

/* In play the list takes a shorter way where nothing cancels units; it must lead to the same
 * prices. */
static void lists_agree_with_prices(void **state)
{
    (void)state;
    const struct tk_game *game = duel_games[0];
    struct tk_config config;
    struct tk_rng rng;
    tk_rng_init(&rng, 8, 8);
    tk_config_init(game, DUEL_SEATS, &config);
    for (int i = 0; i < 1000; i++) {
        struct duel_state s;
        uint8_t seed[TK_SEED_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
        game->rules.setup(&s, &config, seed);
        while (s.phase != DUEL_PHASE_OVER) {
            tk_action list[TK_ACTIONS_MAX];
            int count = game->rules.legal(&s, list), wanted = 0;
            for (uint32_t open = s.phase == DUEL_PHASE_PLAY ? s.open : 0; open != 0;
                 open &= open - 1) {
                int card = s.layout[s.age - 1][__builtin_ctz(open)];
                wanted += 1 + (duel_price(&s, s.active, card).coins <= s.seat[s.active].coins);
                for (int place = 0; place < DUEL_HELD; place++)
                    wanted +=
                        duel_may_raise(&s, s.active, place) &&
                        duel_wonder_price(&s, s.active, s.seat[s.active].wonder[place]).coins <=
                            s.seat[s.active].coins;
            }
            if (s.phase == DUEL_PHASE_PLAY)
                assert_int_equal(count, wanted);
            game->rules.apply(&s, list[tk_rng_below(&rng, (uint32_t)count)]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_are_the_lowest),
        cmocka_unit_test(lists_agree_with_prices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
