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

/* SP-5.6: tokens are open. */
static void view_seat(const struct splendor_seat *seat, bool own, struct tk_json *json)
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
    tk_json_close(json, '}');
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
        view_seat(&s->seat[p], p == seat, json);
    tk_json_close(json, ']');
}
