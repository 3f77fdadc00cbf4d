/*
 * What a seat may see, built up from nothing: SP-11.1 to everybody, spectators too (SP-11.7), and
 * no more after the end (SP-11.8). Neither orders nor seeds nor hashes are here (SP-11.6), nor the
 * legal list, which belongs to the seat that acts (SP-11.10); bots get no more than their seat
 * (SP-11.9).
 */
#include "splendor_internal.h"

static const char *const letters[SPLENDOR_TOKENS] = {"w", "u", "g", "r", "k", "o"};

static void view_gems(const char *key, splendor_gems gems, int gold, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '{');
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        tk_json_put_int(json, letters[colour], splendor_count(gems, colour));
    if (gold >= 0)
        tk_json_put_int(json, letters[SPLENDOR_GOLD], gold);
    tk_json_close(json, '}');
}

/* What is printed on a card is sent along, so that a client needs no table of its own. */
static void view_card(int card, struct tk_json *json)
{
    const struct splendor_card *face = &splendor_cards[card];
    tk_json_open(json, '{');
    tk_json_put_text(json, "id", face->id);
    tk_json_put_int(json, "level", face->level + 1);
    tk_json_put_text(json, "bonus", letters[face->bonus]);
    tk_json_put_int(json, "points", face->points);
    view_gems("cost", face->cost, -1, json);
    tk_json_close(json, '}');
}

/* The market, open as soon as a card is turned up (SP-8.3), and how many cards the decks have left.
 */
static void view_market(const struct splendor_state *s, struct tk_json *json)
{
    tk_json_key(json, "market");
    tk_json_open(json, '[');
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        tk_json_open(json, '[');
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++) {
            if (s->market[level][slot] == 0)
                tk_json_null(json);
            else
                view_card(s->market[level][slot], json);
        }
        tk_json_close(json, ']');
    }
    tk_json_close(json, ']');
    tk_json_key(json, "decks");
    tk_json_open(json, '[');
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        tk_json_int(json, s->deck_left[level]);
    tk_json_close(json, ']');
}

/* SP-11.5: the nobles put aside are all that are not here. */
static void view_nobles(const struct splendor_state *s, struct tk_json *json)
{
    tk_json_key(json, "nobles");
    tk_json_open(json, '[');
    for (int i = 0; i <= s->players; i++) {
        const struct splendor_noble *noble = &splendor_nobles[s->noble[i]];
        tk_json_open(json, '{');
        tk_json_put_text(json, "id", noble->id);
        tk_json_put_int(json, "points", noble->points);
        view_gems("need", noble->need, -1, json);
        tk_json_key(json, "owner");
        if (s->noble_owner[i] == 0)
            tk_json_null(json);
        else
            tk_json_int(json, s->noble_owner[i] - 1);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* SP-11.2, SP-11.3: a card reserved from the market is known to all, a blind one to its owner. */
static void view_reserved(const struct splendor_seat *seat, bool own, struct tk_json *json)
{
    tk_json_key(json, "reserved");
    tk_json_open(json, '[');
    for (int i = 0; i < seat->reserved_count; i++) {
        bool blind = (seat->blind >> i & 1) != 0;
        tk_json_open(json, '{');
        tk_json_put_int(json, "level", splendor_cards[seat->reserved[i]].level + 1);
        tk_json_put_bool(json, "blind", blind);
        if (own || !blind) {
            tk_json_key(json, "card");
            view_card(seat->reserved[i], json);
        }
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* SP-7.2, SP-7.3: what a card would take out of the purse, the colours that do not reach and how many
 * tokens are still missing; and what the seat would have with it. */
static void view_price(const struct splendor_seat *seat, int card, struct tk_json *json)
{
    const struct splendor_card *face = &splendor_cards[card];
    struct splendor_price price = splendor_price(seat, card, 0);
    splendor_gems lacking = splendor_missing(face->cost, seat->bonus) - price.tokens;
    int gold = price.gold < seat->gold ? price.gold : seat->gold;
    tk_json_key(json, face->id);
    tk_json_open(json, '{');
    view_gems("pay", price.tokens, gold, json);
    tk_json_key(json, "lack");
    tk_json_open(json, '[');
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        if (splendor_count(lacking, colour) > 0)
            tk_json_text(json, letters[colour]);
    tk_json_close(json, ']');
    tk_json_put_int(json, "missing", price.gold - gold);
    tk_json_put_int(json, "points", seat->points + face->points);
    tk_json_put_int(json, "bonus", splendor_count(seat->bonus, face->bonus) + 1);
    tk_json_close(json, '}');
}

/* The prices of everything that this seat could ever buy now: the market and its own hand. */
static void view_prices(const struct splendor_state *s, const struct splendor_seat *seat,
                        struct tk_json *json)
{
    tk_json_key(json, "prices");
    tk_json_open(json, '{');
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
            if (s->market[level][slot] != 0)
                view_price(seat, s->market[level][slot], json);
    for (int i = 0; i < seat->reserved_count; i++)
        view_price(seat, seat->reserved[i], json);
    tk_json_close(json, '}');
}

/* SP-9.2: the bonuses that each noble still asks of this seat, in the order of the nobles. */
static void view_to_nobles(const struct splendor_state *s, const struct splendor_seat *seat,
                           struct tk_json *json)
{
    tk_json_key(json, "to_nobles");
    tk_json_open(json, '[');
    for (int i = 0; i <= s->players; i++) {
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        tk_json_int(json, splendor_gems_sum(splendor_missing(need, seat->bonus)));
    }
    tk_json_close(json, ']');
}

/* SP-5.6: tokens are open. */
static void view_seat(const struct splendor_state *s, const struct splendor_seat *seat, bool own,
                      struct tk_json *json)
{
    tk_json_open(json, '{');
    view_gems("tokens", seat->tokens, seat->gold, json);
    view_gems("bonus", seat->bonus, -1, json);
    tk_json_put_int(json, "points", seat->points);
    tk_json_key(json, "cards");
    tk_json_open(json, '[');
    for (int card = 1; card <= SPLENDOR_CARDS; card++)
        if (splendor_owns(seat, card))
            view_card(card, json);
    tk_json_close(json, ']');
    view_reserved(seat, own, json);
    view_to_nobles(s, seat, json);
    if (own)
        view_prices(s, seat, json);
    tk_json_close(json, '}');
}

/* What a client would otherwise have to know of the rules. */
static void view_limits(const struct splendor_state *s, struct tk_json *json)
{
    tk_json_put_int(json, "round", (int)(s->turn - 1) / s->players + 1);
    tk_json_put_int(json, "target", s->target);
    tk_json_put_int(json, "token_limit", SPLENDOR_LIMIT);      /* SP-5.1 */
    tk_json_put_int(json, "reserve_limit", SPLENDOR_RESERVED); /* SP-6.2 */
    tk_json_put_bool(json, "reserve_gold", s->bank_gold > 0);  /* SP-6.3 */
}

void splendor_view(const void *state, int seat, struct tk_json *json)
{
    static const char *const phases[] = {"act", "return", "noble", "over"};
    const struct splendor_state *s = state;
    tk_json_put_text(json, "phase", phases[s->phase]);
    tk_json_put_int(json, "start", s->start);
    tk_json_put_bool(json, "last_round", s->closing != 0);
    tk_json_put_int(json, "idle", s->idle);
    view_gems("bank", s->bank, s->bank_gold, json);
    view_market(s, json);
    view_nobles(s, json);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < s->players; p++)
        view_seat(s, &s->seat[p], p == seat, json);
    tk_json_close(json, ']');
    view_limits(s, json);
}
