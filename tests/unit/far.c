/* SPDX-License-Identifier: MIT */
/* What a terminal at a server's table needs: sentences from JSON, addresses, names that stay apart. */
#include "unit.h"

#include <jansson.h>

#include "cli/phrase.h"
#include "cli/remote.h"
#include "cli/wire.h"

static const char *const names[TK_SEATS_MAX] = {"ada", "eve", "bob", "zoe",
                                                "max", "kim", "leo", "ana"};

/* As the server sends it and as it is written here: the same sentence. */
static void compare(const struct tk_game *game, enum tk_lang lang, const struct tk_phrase *phrase)
{
    struct tk_speaker speaker = {lang, game, names};
    char json_text[4096], here[2048], there[2048];
    struct tk_writer out = tk_writer_over(json_text, sizeof json_text);
    struct tk_writer one = tk_writer_over(here, sizeof here);
    struct tk_writer other = tk_writer_over(there, sizeof there);
    struct tk_json json = tk_json_over(&out);
    tk_phrase_json(game, phrase, &json);
    json_t *message = json_loads(tk_writer_text(&out), 0, NULL);
    assert_non_null(message);
    tk_phrase_write(&speaker, phrase, &one);
    phrase_write(&speaker, message, &other);
    json_decref(message);
    assert_string_equal(tk_writer_text(&one), tk_writer_text(&other));
}

static void sentences_of_servers_are_ours(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        const uint8_t seed[TK_SEED_BYTES] = {7};
        struct tk_phrase phrases[TK_PHRASES_MAX];
        struct tk_config config;
        struct tk_rng rng;
        tk_state now, after;
        tk_action legal[TK_ACTIONS_MAX];
        tk_config_init(game, game->seats_min, &config);
        tk_rng_init(&rng, 7, (uint64_t)i);
        tk_start(game, &config, seed, now);
        while (game->rules.actor(now) >= 0) {
            uint32_t count = (uint32_t)game->rules.legal(now, legal);
            tk_action action = legal[tk_rng_below(&rng, count)];
            memcpy(after, now, game->state_size);
            tk_play(game, after, action);
            int told = game->text.describe(now, action, after, TK_SPECTATOR, phrases);
            for (int k = 0; k < told; k++) {
                compare(game, TK_EN, &phrases[k]);
                compare(game, TK_FA, &phrases[k]);
            }
            memcpy(now, after, game->state_size);
        }
    }
}

/* A server that says anything at all is answered with less, never with a crash. */
static void strange_sentences_do_no_harm(void **state)
{
    static const char *const strange[] = {
        "null",
        "[]",
        "{}",
        "{\"key\":7}",
        "{\"key\":\"nothing\"}",
        "{\"key\":\"move.take\",\"who\":3,\"gems\":[{\"word\":\"x\"},{\"seat\":99}]}",
        "{\"key\":\"move.take\",\"gems\":[{\"seat\":-1},null,{\"n\":1}]}",
    };
    (void)state;
    for (int i = 0; i < TK_COUNT(strange); i++) {
        struct tk_speaker speaker = {TK_EN, tk_game_find(tk_span_of("splendor")), names};
        char text[256];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        json_t *message = json_loads(strange[i], JSON_DECODE_ANY, NULL);
        phrase_write(&speaker, message, &out);
        json_decref(message);
    }
}

static void addresses_of_servers(void **state)
{
    static const struct {
        const char *text, *host;
        int port;
        bool tls;
    } right[] = {
        {"localhost:8080", "localhost", 8080, false},
        {"http://games.example.org", "games.example.org", 80, false},
        {"https://games.example.org/t/abc#key=d", "games.example.org", 443, true},
        {"wss://games.example.org:8443/", "games.example.org", 8443, true},
        {"ws://[::1]:8080", "::1", 8080, false},
    };
    static const char *const wrong[] = {"",           "localhost", "http://",    "host:0",
                                        "host:99999", ":8080",     "host:8080x", "[]:80"};
    struct wire_address address;
    (void)state;
    for (int i = 0; i < TK_COUNT(right); i++) {
        assert_true(wire_address_read(right[i].text, &address));
        assert_string_equal(address.host, right[i].host);
        assert_int_equal(address.port, right[i].port);
        assert_int_equal(address.tls, right[i].tls);
    }
    for (int i = 0; i < TK_COUNT(wrong); i++)
        assert_false(wire_address_read(wrong[i], &address));
}

static void shortened(const char *name, int width, char out[128])
{
    static struct tk_canvas canvas;
    tk_canvas_clear(&canvas, 17, 80);
    canvas.unicode = true;
    int end = tk_draw_short(&canvas, 0, 0, width, TK_INK_PLAIN, 0, tk_span_of(name));
    assert_true(end <= width);
    snprintf(out, 128, "%.*s", canvas.run[0].length, canvas.text + canvas.run[0].offset);
}

/* In the narrowest pyramid of 7 Wonders Duel, six columns, no two cards look alike. */
static void no_two_cards_are_shortened_alike(void **state)
{
    const struct tk_words *words = tk_game_find(tk_span_of("seven-wonders-duel"))->words;
    int cards = 0;
    (void)state;
    for (int lang = 0; lang < TK_LANG_COUNT; lang++)
        for (int i = 0; i < words->count; i++)
            for (int k = 0; k < i; k++) {
                const char *a = words->table[i].key, *b = words->table[k].key;
                char one[128], other[128];
                if (strncmp(a, "card.", 5) != 0 || strncmp(b, "card.", 5) != 0)
                    continue;
                shortened(words->table[i].text[lang].one, 6, one);
                shortened(words->table[k].text[lang].one, 6, other);
                assert_string_not_equal(one, other);
                cards++;
            }
    assert_true(cards > 1000);
}

/* A server may be anybody's: what it says is printed, and must not steer the terminal. */
static void words_of_servers_do_not_steer(void **state)
{
    static struct remote remote = {.lang = TK_EN};
    (void)state;
    json_t *error = json_pack("{s:{s:s}}", "words", "en",
                              "no\033[2J \xc2\x9b"
                              "1mway\xe2\x80\xae\n");
    remote_error(&remote, error);
    json_decref(error);
    assert_string_equal(remote.error, "no[2J 1mway");
    char kept[] = "Ada سلام é";
    remote_clean(kept);
    assert_string_equal(kept, "Ada سلام é");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_of_servers_are_ours),
        cmocka_unit_test(strange_sentences_do_no_harm),
        cmocka_unit_test(addresses_of_servers),
        cmocka_unit_test(no_two_cards_are_shortened_alike),
        cmocka_unit_test(words_of_servers_do_not_steer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
