/* SPDX-License-Identifier: MIT */
/* What a terminal at a server's table needs: sentences from JSON, addresses, names that stay apart. */
#include "unit.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/phrase.h"
#include "cli/remote.h"
#include "cli/remote_table.h"
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
        {"8080", "127.0.0.1", 8080, false},
        {"unix:/run/takht.sock", "localhost", 80, false},
    };
    static const char *const wrong[] = {"",           "localhost", "http://",    "host:0",
                                        "host:99999", ":8080",     "host:8080x", "[]:80",
                                        "0",          "123456",    "unix:"};
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
    cli_clean(kept);
    assert_string_equal(kept, "Ada سلام é");
}

/* A table that follows whatever comes out of a socket of ours. */
struct far {
    struct cli_args args;
    struct session session;
    struct remote remote;
    struct remote_table table;
    int there;
};

static struct far *far_begin(void)
{
    static struct far far;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    far = (struct far){.session.args = &far.args,
                       .remote = {.wire = {.fd = pair[0], .open = true, .link = {.fd = pair[0]}},
                                  .origin = "http://there",
                                  .user = "me",
                                  .greeted = true},
                       .there = pair[1]};
    remote_table_open(&far.table, &far.remote, &far.session, "T", "");
    return &far;
}

static void far_says(struct far *far, const char *message)
{
    uint8_t head[4] = {0x81, 126, (uint8_t)(strlen(message) >> 8), (uint8_t)strlen(message)};
    assert_int_equal(write(far->there, head, sizeof head), sizeof head);
    assert_int_equal(write(far->there, message, strlen(message)), strlen(message));
    remote_table_step(&far->table);
}

static void far_end(struct far *far)
{
    close(far->there);
    remote_close(&far->remote);
    session_end(&far->session);
}

/* Not only names and chat: the key of a link, a hint, the next table are printed as well. */
static void nothing_that_a_server_says_steers(void **state)
{
    struct far *far = far_begin();
    char text[4096];
    (void)state;
    far_says(
        far,
        "{\"t\":\"table\",\"table\":\"T\",\"game\":\"splendor\",\"players\":2,\"options\":{},"
        "\"seq\":3,\"status\":\"open\",\"you\":{\"owner\":true,\"key\":\"k\\u001b[2Jey\"},"
        "\"seats\":[{\"kind\":\"person\\u001b[1m\",\"user\":\"me\",\"name\":\"A\\u001b[2Jda\"},"
        "{\"kind\":\"open\"}],\"next\":\"n\\u001b[2J\",\"next_key\":\"\\u202ek\"}");
    far_says(far, "{\"t\":\"reply\",\"n\":4,\"ok\":true,\"moves\":[{\"win\":0.5,\"say\":{\"key\":"
                  "\"move.buy\","
                  "\"card\":[\"\\u001b]0;x\\u0007\"],\"who\":[\"\\u001b[2J\"]}}]}");
    far_says(far, "{\"t\":\"announce\",\"text\":\"\\u001b[2Jhi\"}");
    assert_string_equal(far->table.key, "k[2Jey");
    assert_string_equal(far->table.next, "n[2J");
    assert_string_equal(far->table.next_key, "k");
    assert_string_equal(far->table.news, "[2Jhi");
    struct tk_writer out = tk_writer_over(text, sizeof text);
    remote_table_link(&far->table, &out);
    remote_table_people(&far->table, &out);
    tk_write_text(&out, far->table.hint);
    assert_null(strchr(tk_writer_text(&out), '\033'));
    assert_null(strchr(text, '\007'));
    far_end(far);
}

/* In any order, before there is a game, about seats that are not there. */
static void a_server_that_lies_does_no_harm(void **state)
{
    static const char *const lies[] = {
        "{\"t\":\"reply\",\"n\":2,\"ok\":true,\"ply\":1,\"sample\":{\"players\":4}}",
        "{\"t\":\"reply\",\"n\":4,\"ok\":true,\"moves\":[{\"say\":{\"key\":\"move.take\"}},7,null]"
        "}",
        "{\"t\":\"event\",\"table\":\"T\",\"seq\":1,\"status\":\"playing\",\"line\":{\"what\":"
        "\"move\",\"seat\":7,"
        "\"say\":[{\"key\":\"move.take\",\"who\":[{\"seat\":7}]}]},\"view\":{},\"seats\":[1,2,3,4,"
        "5,6,7,8,9,10]}",
        "{\"t\":\"gap\",\"table\":\"T\",\"seq\":9223372036854775807,\"status\":\"over\",\"lines\":["
        "{\"what\":\"sat\","
        "\"seat\":-5},{\"what\":7},{\"what\":\"chat\",\"text\":[]}],\"result\":{\"scores\":7,"
        "\"ranks\":[-1,999]}}",
        "{\"t\":\"table\",\"table\":\"T\",\"game\":\"splendor\",\"players\":99,\"options\":{},"
        "\"seats\":[]}",
        "{\"t\":\"table\",\"table\":\"T\",\"game\":\"chess\",\"players\":2}",
        "{\"t\":\"people\",\"table\":\"T\",\"online\":[true,true,true,true,true,true,true,true,"
        "true],\"watchers\":-9}",
        "{\"t\":\"event\",\"table\":\"T\",\"seq\":-1,\"status\":\"playing\",\"clock\":{\"kind\":"
        "\"game\",\"running\":-77,"
        "\"left_ms\":[-9223372036854775808,9223372036854775807]}}",
        "{\"t\":\"event\",\"table\":\"T\",\"seq\":9223372036854775807,\"status\":\"playing\"}",
        "{\"t\":\"event\",\"table\":\"T\",\"seq\":9223372036854775807,\"status\":\"playing\"}",
        "{\"t\":\"reply\",\"n\":1,\"ok\":false,\"error\":{\"retry_ms\":-9223372036854775808}}",
        "[]",
        "7",
        "{\"t\":[]}",
        "{"};
    char text[8192];
    (void)state;
    for (int first = 0; first < TK_COUNT(lies); first++) {
        struct far *far = far_begin();
        for (int i = 0; i < TK_COUNT(lies); i++)
            far_says(far, lies[(first + i) % TK_COUNT(lies)]);
        far_says(
            far,
            "{\"t\":\"table\",\"table\":\"T\",\"game\":\"splendor\",\"players\":2,\"options\":{},"
            "\"seats\":[{\"kind\":\"person\",\"user\":\"me\"},{}],\"status\":\"playing\",\"view\":{"
            "},"
            "\"clock\":{\"kind\":\"game\",\"running\":1,\"left_ms\":[-9223372036854775808,"
            "-9223372036854775808]}}");
        far_says(far, lies[0]);
        struct tk_writer out = tk_writer_over(text, sizeof text);
        far->table.heard -= 1; /* a second ago */
        remote_table_clocks(&far->table, &out);
        remote_table_people(&far->table, &out);
        remote_table_link(&far->table, &out);
        remote_table_is_mine(&far->table);
        far_end(far);
    }
}

static void joined(const char *pieces, size_t length, const char *wanted)
{
    char *body = malloc(length + 1); /* no byte more, for the sanitizer */
    assert_non_null(body);
    memcpy(body, pieces, length);
    body[length] = '\0';
    wire_join_chunks(body);
    assert_string_equal(body, wanted);
    free(body);
}

#define JOINED(pieces, wanted) joined(pieces, sizeof(pieces) - 1, wanted)

/* The last piece may say that it ends where the answer does; what lies behind that is none of ours. */
static void pieces_of_a_body_end_with_it(void **state)
{
    (void)state;
    JOINED("5\r\nhello\r\n3\r\n,ab\r\n0\r\n\r\n", "hello,ab");
    JOINED("5\r\nhello\0X5\r\nOTHER\r\n", "");
    JOINED("5\r\nhello", "");
    JOINED("5\r\nhello\r", "");
    JOINED("5\r\nhello\r\n", "hello");
    JOINED("ffffffffffffffff\r\nx", "");
    JOINED("-1\r\nx\r\n", "");
    JOINED("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_a_server_says_steers),
        cmocka_unit_test(a_server_that_lies_does_no_harm),
        cmocka_unit_test(pieces_of_a_body_end_with_it),
        cmocka_unit_test(sentences_of_servers_are_ours),
        cmocka_unit_test(strange_sentences_do_no_harm),
        cmocka_unit_test(addresses_of_servers),
        cmocka_unit_test(no_two_cards_are_shortened_alike),
        cmocka_unit_test(words_of_servers_do_not_steer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
