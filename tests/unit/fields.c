/* SPDX-License-Identifier: MIT */
/* Field tables: what they write, read, hide, check and tell about themselves. */
#include "unit.h"

#include <string.h>

#include "core/takht.h"

/* --- a small game: a pile, a hand for each seat, and a few numbers --- */

enum { SEATS = 2, HAND = 3, PILE = 5 };

struct toy_seat {
    uint8_t hand[HAND], held;
    uint8_t face; /* bit i: hand[i] lies open */
    uint8_t badges;
    uint8_t coins;
};

struct toy {
    struct toy_seat seat[SEATS];
    uint8_t pile[PILE];
    int left;         /* a counter need not be a byte */
    uint8_t bag[3];   /* everybody knows what is in it, nobody in which order */
    uint8_t queue[4]; /* two are seen, the others stand in any order */
    int8_t weather;
    uint8_t phase, winner, secret;
    uint16_t grid[2][2];
    uint32_t packed;
    uint8_t visit[3], guess;
    struct tk_stream stream;
};

static const char *const phase_names[] = {"day", "night"};
static const char *const card_names[] = {"none", "ace", "king", "jack"};
static const char *const lane_names[] = {"red", "blue", "gold"};
static const struct tk_kind phase = {.form = TK_FORM_NAME, .names = phase_names, .count = 2};
static const struct tk_kind card = {
    .form = TK_FORM_NAME, .type = "Name", .names = card_names, .first = 1, .count = 4};
static const struct tk_kind lanes = {
    .form = TK_FORM_LANES, .names = lane_names, .count = 3, .bits = 4, .sparse = true};
static const struct tk_kind grid_row = {.form = TK_FORM_ROW, .of = &tk_number, .count = 2};

/* Badges as one string of letters. */
static void write_badges(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    for (int i = 0; i < 3; i++)
        if ((value >> i & 1) != 0)
            tk_write_char(out, (char)('a' + i));
}

static bool read_badges(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    (void)at;
    *out_value = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < 'a' || text.data[i] > 'c')
            return false;
        *out_value |= 1 << (text.data[i] - 'a');
    }
    return true;
}

static const struct tk_kind badges = {.form = TK_FORM_TEXT,
                                      .write = write_badges,
                                      .read = read_badges,
                                      .problem = "badges are a, b and c"};

/* The back of a card is that of an ace. */
static int64_t hand_known(const struct tk_at *at, int item, int64_t value)
{
    const struct toy_seat *seat = at->thing;
    return at->viewer == at->index || (seat->face >> item & 1) != 0 ? value : 1;
}

/* clang-format off */
static const struct tk_rows seat_rows = TK_ROWS(NULL,
    {TK_ARRAY("hand", card, struct toy_seat, hand),
     TK_COUNTED_BY(struct toy_seat, held), .see = TK_KNOWN, .known = hand_known},
    {TK_BITS("open", tk_number, struct toy_seat, face), .see = TK_OPEN, .high = 2},
    {TK_MEMBER("badges", badges, struct toy_seat, badges), .see = TK_OPEN},
    {TK_MEMBER("coins", tk_number, struct toy_seat, coins), .see = TK_OWNER, .high = 99},
    {TK_SEEN(struct toy_seat, held)});
/* clang-format on */
static const struct tk_kind seat = {.form = TK_FORM_THING, .rows = &seat_rows};

static int64_t queue_seen(const struct tk_at *at)
{
    (void)at;
    return 2;
}

/* clang-format off */
static const struct tk_rows hidden_rows = TK_ROWS(NULL,
    {TK_ARRAY("pile", card, struct toy, pile), .flags = TK_REVERSED,
     TK_COUNTED_BY(struct toy, left)},
    {TK_ARRAY("bag", tk_number, struct toy, bag), .see = TK_SET},
    {TK_ARRAY("queue", tk_number, struct toy, queue), .see = TK_SET, .unseen = queue_seen},
    {TK_MEMBER("secret", tk_number, struct toy, secret)}, /* nothing is said about who sees it */
    {TK_STREAM_KEY("key", struct toy, stream)});
/* clang-format on */

/* A letter for each seat, which `read` puts away by its place: is there a visitor? */
static void write_visit(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    tk_write_char(out, ((const struct toy *)at->state)->visit[value] != 0 ? 'y' : 'n');
}

static bool read_visit(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    ((struct toy *)at->into_state)->visit[*out_value] = tk_span_is(text, "y");
    *out_value = 0;
    return text.length == 1;
}

static const struct tk_kind visit = {
    .form = TK_FORM_TEXT, .write = write_visit, .read = read_visit};

static int64_t tripled(const struct tk_at *at)
{
    return 3 * ((const struct toy *)at->thing)->guess;
}

static int64_t packed_of(const struct tk_at *at)
{
    return ((const struct toy *)at->thing)->packed;
}

static const char *put_packed(const struct tk_at *at, const int64_t *values, int count)
{
    assert_int_equal(count, 1);
    if (values[0] == 13)
        return "thirteen brings bad luck";
    ((struct toy *)at->into)->packed = (uint32_t)values[0];
    return NULL;
}

static int64_t is_night(const struct tk_at *at)
{
    return ((const struct toy *)at->thing)->phase == 1;
}

/* clang-format off */
static const struct tk_rows state_rows = TK_ROWS(NULL,
    {TK_MEMBER("phase", phase, struct toy, phase), .see = TK_OPEN},
    {TK_MEMBER("weather", tk_number, struct toy, weather), .low = -3, .high = 3, .see = TK_OPEN},
    {TK_MEMBER("winner", tk_owner, struct toy, winner), .high = -1,
     .flags = TK_NULLABLE | TK_HIGH_PLAYERS, .see = TK_OPEN},
    {TK_ARRAY("grid", grid_row, struct toy, grid), .flags = TK_EXACT, .see = TK_OPEN},
    {TK_NUMBER("packed", tk_number, packed_of), .put = put_packed},
    {TK_LIST("visits", visit, NULL), .count = 3, .flags = TK_EXACT},
    {TK_NUMBER("guess", tk_number, tripled), TK_INTO(struct toy, guess)},
    {TK_ARRAY("seats", seat, struct toy, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {.name = "hidden", .source = TK_FROM_GROUP, .rows = &hidden_rows},
    {TK_SEEN(struct toy, left)},
    {TK_SEEN(struct toy, packed)});
/* clang-format on */

/* What is printed on the cards. */
struct print {
    const char *name, *note;
    uint8_t worth;
};
static const struct print prints[] = {
    {"none", "", 0}, {"ace", "high", 4}, {"king", "", 0}, {"jack", "", 1}};
/* clang-format off */
static const struct tk_rows print_rows = TK_ROWS("Card",
    {TK_MEMBER("name", tk_print, struct print, name)},
    {TK_MEMBER("note", tk_print, struct print, note), .flags = TK_IF_ANY},
    {TK_MEMBER("worth", tk_number, struct print, worth), .flags = TK_IF_ANY});
/* clang-format on */
static const struct tk_kind face = {.form = TK_FORM_FACE,
                                    .rows = &print_rows,
                                    .table = prints,
                                    .stride = sizeof(struct print),
                                    .count = 4};

struct offer {
    uint8_t card, price;
};

static bool fill_offer(const struct tk_at *at, int item, void *record)
{
    struct offer *offer = record;
    assert_int_equal(offer->price,
                     item == 0 ? 0 : 10 * (item - 1)); /* as the call before left it */
    *offer = (struct offer){(uint8_t)(item + 1), (uint8_t)(10 * item)};
    return item < ((const struct toy *)at->thing)->left;
}

/* clang-format off */
static const struct tk_rows offer_rows = TK_ROWS("Offer",
    {TK_MEMBER(NULL, face, struct offer, card)},
    {TK_MEMBER("price", tk_number, struct offer, price)});
/* clang-format on */

static int sum_list(const struct tk_at *at, int64_t *out)
{
    const struct toy *toy = at->state;
    for (int p = 0; p < at->players; p++)
        out[p] = toy->seat[p].coins;
    return at->players;
}

static bool fill_none(const struct tk_at *at, int item, void *record)
{
    (void)at, (void)item, (void)record;
    return false;
}

static void write_offer_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)item;
    tk_write_text(out, card_names[((const struct offer *)at->thing)->card]);
}

/* A list for each seat, with the seat's name before it; a list alone, not an object. */
struct row {
    uint8_t number[2];
};

static bool fill_row(const struct tk_at *at, int item, void *record)
{
    if (item < 2)
        *(struct row *)record = (struct row){{(uint8_t)at->players, (uint8_t)item}};
    return item < 2;
}

/* clang-format off */
static const struct tk_rows row_rows = TK_ROWS(NULL,
    {TK_ARRAY("", tk_number, struct row, number)});
/* clang-format on */

static int some_list(const struct tk_at *at, int64_t *out)
{
    (void)at;
    out[0] = 0;
    out[1] = 6;
    return 2;
}

/* A key chooses among names, of which there are more than values. */
static const char *const all_lanes[] = {"red", "blue", "gold", NULL};

static void write_lane(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)at;
    tk_write_text(out, all_lanes[2 - item]);
}

/* clang-format off */
static const struct tk_rows view_rows = TK_ROWS("Board",
    {TK_MEMBER("phase", phase, struct toy, phase)},
    {TK_MEMBER("dark", tk_truth, struct toy, phase), .when = is_night},
    {TK_NUMBER("stars", tk_number, NULL), .arg = 3, TK_IF(struct toy, phase)},
    {TK_MEMBER("mix", lanes, struct toy, packed)},
    {TK_ARRAY("bag", tk_number, struct toy, bag)},
    {TK_MEMBER("secret", tk_number, struct toy, secret)}, /* shown by mistake: it is zero */
    {TK_LIST("coins", tk_number, sum_list), .keys = lane_names, .count = SEATS},
    {TK_RECORDS("offers", struct offer, fill_offer, &offer_rows)},
    {TK_RECORDS("prices", struct offer, fill_offer, &offer_rows), .key = write_offer_key},
    {TK_RECORD("nothing", struct offer, fill_none, &offer_rows), .flags = TK_NULLABLE},
    {TK_ARRAY("hand", face, struct toy, seat[0].hand)},
    {TK_RECORDS("rows", struct row, fill_row, &row_rows), .keys = lane_names, .count = 2,
     .flags = TK_EXACT},
    {TK_LIST("some", tk_number, some_list), .keys = lane_names, .count = 2, .flags = TK_SKIP_NONE},
    {TK_LIST("chosen", tk_number, some_list), .keys = all_lanes, .key = write_lane, .count = 2});
/* clang-format on */

static int dealt_pile(const struct tk_at *at, int64_t *out)
{
    const struct toy *toy = at->thing;
    for (int i = 0; i < toy->left; i++)
        out[i] = toy->pile[i];
    return toy->left;
}

/* clang-format off */
static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {TK_LIST("pile", card, dealt_pile), TK_INTO_ARRAY(struct toy, pile),
     TK_COUNTED_BY(struct toy, left)},
    {TK_MEMBER("secret", tk_number, struct toy, secret)});
/* clang-format on */

static void begin(void *state, const struct tk_config *config)
{
    (void)config;
    ((struct toy *)state)->weather = 1;
}

static const char *loaded(void *state)
{
    return ((struct toy *)state)->weather == 3 ? "it never is so warm" : NULL;
}

static const struct tk_fields fields = {
    .state = &state_rows,
    .view = &view_rows,
    .deal = &deal_rows,
    .chance = &deal_rows,
    .chance_what = "shuffle",
    .begin = begin,
    .loaded = loaded,
};

static void get_config(const void *state, struct tk_config *out)
{
    (void)state;
    *out = (struct tk_config){.players = SEATS};
}

static const struct tk_game game = {
    .state_size = sizeof(struct toy), .rules.config = get_config, .knowledge.fields = &fields};

static const struct toy table = {
    .seat = {{{2, 3}, 2, 2, 5, 7}, {{1, 3, 2}, 3, 0, 2, 8}},
    .pile = {1, 2, 3},
    .left = 3,
    .bag = {9, 4, 6},
    .queue = {8, 5, 7, 3},
    .weather = -2,
    .phase = 1,
    .winner = 2,
    .secret = 42,
    .grid = {{1, 2}, {3, 400}},
    .packed = 0x502,
    .visit = {0, 1, 0},
    .guess = 4,
    .stream = {.key = {1, 2, 3, 4, 5, 6, 7, 0xabcdef01}},
};

static char room[4096];

typedef void writer(const struct tk_game *, const void *, struct tk_json *);

static const char *written(writer *write, const struct toy *toy)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    write(&game, toy, &json);
    tk_json_close(&json, '}');
    return tk_writer_text(&out);
}

static const char *view(const struct toy *toy, int viewer)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_board(&game, toy, viewer, &json);
    tk_json_close(&json, '}');
    return tk_writer_text(&out);
}

static const char dumped[] =
    "{\"phase\":\"night\",\"weather\":-2,\"winner\":1,\"grid\":[[1,2],[3,400]],\"packed\":1282,"
    "\"visits\":[\"n\",\"y\",\"n\"],\"guess\":12,\"seats\":[{\"hand\":[\"king\",\"jack\"],\"open\":"
    "[1],\"badges\":\"ac\",\"coins\":7},"
    "{\"hand\":[\"ace\",\"jack\",\"king\"],\"open\":[],\"badges\":\"b\",\"coins\":8}],"
    "\"hidden\":{\"pile\":[\"jack\",\"king\",\"ace\"],\"bag\":[9,4,6],\"queue\":[8,5,7,3],"
    "\"secret\":42,"
    "\"key\":\"00000001000000020000000300000004000000050000000600000007abcdef01\"}}";

static void test_dump_is_written_in_the_order_of_the_rows(void **unused)
{
    (void)unused;
    assert_string_equal(written(tk_fields_dump, &table), dumped);
}

static bool load(const char *text, struct toy *out, char *problem)
{
    struct tk_config config = {.players = SEATS};
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    struct tk_writer said = tk_writer_over(problem, 200);
    bool fine = tk_json_enter(&in, '{') && tk_fields_load(&game, out, &config, &in);
    tk_json_problem(&in, &said);
    tk_writer_text(&said);
    return fine;
}

static void test_load_reads_what_dump_wrote(void **unused)
{
    char problem[200];
    struct toy again = {0};
    (void)unused;
    assert_true(load(dumped, &again, problem));
    assert_int_equal(again.guess, 12); /* it is written in another way than it is kept */
    again.guess = table.guess;
    assert_memory_equal(&again, &table, sizeof table);
    assert_true(load("{}", &again, problem)); /* everything is as it began */
    assert_int_equal(again.weather, 1);
}

static void test_what_is_wrong_is_told_with_its_key(void **unused)
{
    static const struct {
        const char *text, *problem;
    } cases[] = {
        {"{\"phase\":\"dawn\"}", "phase: a name is unknown"},
        {"{\"weather\":4}", "weather: a whole number is missing or out of range"},
        {"{\"winner\":2}", "winner: a whole number is missing or out of range"},
        {"{\"colour\":4}", "colour: the key is unknown"},
        {"{\"weather\":0,\"weather\":0}", "weather: the key stands twice"},
        {"{\"weather\":3}", "it never is so warm"},
        {"{\"packed\":13}", "packed: thirteen brings bad luck"},
        {"{\"visits\":[\"n\",\"\",\"y\"]}", "visits[1]: the text is not understood"},
        {"{\"grid\":[[1,2]]}", "grid: the list is too short"},
        {"{\"grid\":[[1,2],[3,70000]]}", "grid[1][1]: a whole number is missing or out of range"},
        {"{\"seats\":[{}]}", "seats: the list is too short"},
        {"{\"seats\":[{},{\"hand\":[\"ace\",\"none\"]}]}", "seats[1].hand[1]: a name is unknown"},
        {"{\"seats\":[{},{\"badges\":\"x\"}]}", "seats[1].badges: badges are a, b and c"},
        {"{\"seats\":[{\"open\":[1,1]},{}]}",
         "seats[0].open: one stands twice, or does not belong here"},
        {"{\"seats\":[{\"open\":[3]},{}]}",
         "seats[0].open[0]: a whole number is missing or out of range"},
        {"{\"seats\":[{},{},{}]}", "seats[2]: the list is too long"},
        {"{\"hidden\":{\"pile\":[\"ace\",\"ace\",\"ace\",\"ace\",\"ace\",\"ace\"]}}",
         "hidden.pile[5]: the list is too long"},
        {"{\"hidden\":7}", "hidden: an object is missing"},
        {"{\"hidden\":{\"key\":\"12\"}}", "hidden.key: the key of the generator has 64 hex digits"},
    };
    (void)unused;
    for (int i = 0; i < TK_COUNT(cases); i++) {
        struct toy toy;
        char problem[200];
        memcpy(&toy, &table, sizeof toy);
        assert_false(load(cases[i].text, &toy, problem));
        assert_string_equal(problem, cases[i].problem);
        assert_memory_equal(&toy, &table, sizeof table); /* untouched */
    }
}

static void test_a_viewer_knows_what_the_rows_say_and_no_more(void **unused)
{
    struct toy known;
    (void)unused;
    tk_fields_known(&game, &table, 1, &known);
    assert_memory_equal(known.seat[1].hand, table.seat[1].hand, HAND);
    assert_int_equal(known.seat[0].hand[0], 1); /* a back */
    assert_int_equal(known.seat[0].hand[1], 3); /* open */
    assert_int_equal(known.seat[0].coins, 0);   /* the owner's */
    assert_int_equal(known.seat[1].coins, 8);
    assert_int_equal(known.secret, 0); /* nobody said who sees it */
    assert_int_equal(known.pile[0], 0);
    assert_int_equal(known.left, 3);
    assert_memory_equal(known.bag, ((uint8_t[]){4, 6, 9}), 3);
    assert_memory_equal(known.queue, ((uint8_t[]){8, 5, 3, 7}), 4);
    tk_fields_known(&game, &table, TK_SPECTATOR, &known);
    assert_int_equal(known.seat[1].coins, 0);
}

static void test_view_shows_only_what_is_known(void **unused)
{
    (void)unused;
    assert_string_equal(
        view(&table, 0),
        "{\"phase\":\"night\",\"dark\":true,\"stars\":3,\"mix\":{\"red\":2,\"gold\":5},"
        "\"bag\":[4,6,9],"
        "\"secret\":0,\"coins\":{\"red\":7,\"blue\":0},"
        "\"offers\":[{\"name\":\"ace\",\"note\":\"high\",\"worth\":4,\"price\":0},"
        "{\"name\":\"king\",\"price\":10},{\"name\":\"jack\",\"worth\":1,\"price\":20}],"
        "\"prices\":{\"ace\":{\"name\":\"ace\",\"note\":\"high\",\"worth\":4,\"price\":0},"
        "\"king\":{\"name\":\"king\",\"price\":10},"
        "\"jack\":{\"name\":\"jack\",\"worth\":1,\"price\":20}},\"nothing\":null,"
        "\"hand\":[{\"name\":\"king\"},{\"name\":\"jack\",\"worth\":1},{\"name\":\"none\"}],"
        "\"rows\":{\"red\":[2,0],\"blue\":[2,1]},\"some\":{\"blue\":6},"
        "\"chosen\":{\"gold\":0,\"blue\":6}}");
    struct toy day = table;
    day.phase = 0;
    day.secret = 7;
    assert_null(strstr(view(&day, TK_SPECTATOR), "dark"));
    assert_null(strstr(view(&day, TK_SPECTATOR), "stars"));
    assert_non_null(strstr(room, "\"secret\":0,\"coins\":{\"red\":0,\"blue\":0}"));
}

static void test_a_deal_is_read_in_full(void **unused)
{
    struct tk_config config = {.players = SEATS};
    struct toy toy = {0};
    (void)unused;
    assert_string_equal(written(tk_deal, &table),
                        "{\"pile\":[\"ace\",\"king\",\"jack\"],\"secret\":42}");
    struct tk_json_in in = tk_json_in_over(tk_span_of(room));
    assert_true(tk_json_enter(&in, '{') && tk_deal_read(&game, &toy, &config, &in));
    assert_true(toy.left == 3 && toy.pile[1] == 2 && toy.secret == 42 && toy.weather == 1);
    in = tk_json_in_over(tk_span_of("{\"pile\":[]}"));
    assert_false(tk_json_enter(&in, '{') && tk_deal_read(&game, &toy, &config, &in));
    assert_string_equal(in.where, "secret");
    assert_string_equal(in.problem, "the key is missing");
}

static void test_chance_tells_what_it_did(void **unused)
{
    struct toy toy = table;
    char line[200];
    struct tk_writer out = tk_writer_over(line, sizeof line);
    struct tk_json json = tk_json_over(&out);
    (void)unused;
    tk_json_open(&json, '{');
    tk_chance_write(&game, &table, &table, &json);
    tk_json_close(&json, '}');
    assert_string_equal(
        tk_writer_text(&out),
        "{\"what\":\"shuffle\",\"pile\":[\"ace\",\"king\",\"jack\"],\"secret\":42}");
    const char *text = "{\"t\":\"chance\",\"what\":\"shuffle\",\"pile\":[\"jack\"],\"secret\":3}";
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    assert_true(tk_json_enter(&in, '{') && tk_chance_read(&game, &toy, &in));
    assert_true(toy.left == 1 && toy.pile[0] == 3 && toy.secret == 3 && toy.weather == -2);
    in = tk_json_in_over(tk_span_of("{\"what\":\"rain\"}"));
    assert_false(tk_json_enter(&in, '{') && tk_chance_read(&game, &toy, &in));
}

static void test_ranges_are_checked(void **unused)
{
    struct toy toy = table;
    (void)unused;
    assert_null(tk_fields_check(&game, &toy));
    toy.seat[1].hand[2] = 9;
    assert_string_equal(tk_fields_check(&game, &toy), "hand");
    toy = table;
    toy.weather = -4;
    assert_string_equal(tk_fields_check(&game, &toy), "weather");
    toy = table;
    toy.winner = 3;
    assert_string_equal(tk_fields_check(&game, &toy), "winner");
    toy = table;
    toy.seat[0].face = 8;
    assert_string_equal(tk_fields_check(&game, &toy), "open");
}

static void test_schema_says_what_a_view_holds(void **unused)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    (void)unused;
    tk_schema(&fields, &json);
    const char *schema = tk_writer_text(&out);
    assert_true(tk_writer_fits(&out));
    assert_non_null(strstr(schema, "\"$ref\":\"#/$defs/Board\""));
    assert_non_null(strstr(schema, "\"phase\":{\"enum\":[\"day\",\"night\"]}"));
    assert_non_null(strstr(schema, "\"offers\":{\"type\":\"array\",\"items\":{\"$ref\":"
                                   "\"#/$defs/Offer\"}}"));
    assert_non_null(strstr(schema, "\"prices\":{\"type\":\"object\",\"additionalProperties\":{"
                                   "\"$ref\":\"#/$defs/Offer\"}}"));
    assert_non_null(strstr(schema, "\"nothing\":{\"anyOf\":[{\"$ref\":\"#/$defs/Offer\"},{\"type\":"
                                   "\"null\"}]}"));
    assert_non_null(strstr(schema, "\"Offer\":{\"type\":\"object\",\"properties\":{\"name\":{"
                                   "\"type\":\"string\"}"));
    assert_non_null(strstr(schema,
                           "\"rows\":{\"type\":\"object\",\"properties\":{\"red\":{\"type\":"
                           "\"array\",\"items\":{\"type\":\"integer\"}},"));
    assert_non_null(strstr(schema,
                           "\"chosen\":{\"type\":\"object\",\"properties\":{\"red\":{\"type\":"
                           "\"integer\"},\"blue\":{\"type\":\"integer\"},\"gold\":{"));
    assert_non_null(strstr(schema, "\"required\":[\"red\",\"blue\"]"));
    assert_non_null(strstr(schema, "\"required\":[\"name\",\"price\"]")); /* of an offer */
    assert_null(strstr(schema, "\"required\":[\"phase\",\"dark\""));      /* only at night */
    assert_non_null(strstr(schema, "\"required\":[\"phase\",\"mix\""));
}

static void test_a_form_says_what_a_state_can_be_made_of(void **unused)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    (void)unused;
    tk_form(&game, &table, &json);
    const char *form = tk_writer_text(&out);
    assert_true(tk_writer_fits(&out));
    assert_non_null(strstr(form, "{\"rows\":[{\"name\":\"phase\",\"kind\":0"));
    assert_non_null(strstr(form, "\"names\":[\"day\",\"night\"]"));
    assert_non_null(strstr(form, "\"name\":\"weather\",\"kind\":1,\"low\":-"));
    assert_non_null(strstr(form, "{\"name\":\"seats\",\"list\":"));
    assert_non_null(strstr(form, "{\"name\":\"hidden\",\"rows\":["));
    assert_non_null(strstr(form, "\"form\":\"row\""));
}

static void test_problems_are_told_in_every_language(void **unused)
{
    static const struct tk_words none = {NULL, 0};
    const struct tk_game silent = {.words = &none};
    (void)unused;
    assert_string_equal(tk_problem_text(&silent, TK_EN, "the list is too short"),
                        "the list is too short");
    assert_string_not_equal(tk_problem_text(&silent, TK_FA, "the list is too short"),
                            "the list is too short");
    assert_string_equal(tk_problem_text(&silent, TK_FA, "nobody knows this"), "nobody knows this");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dump_is_written_in_the_order_of_the_rows),
        cmocka_unit_test(test_load_reads_what_dump_wrote),
        cmocka_unit_test(test_what_is_wrong_is_told_with_its_key),
        cmocka_unit_test(test_a_viewer_knows_what_the_rows_say_and_no_more),
        cmocka_unit_test(test_view_shows_only_what_is_known),
        cmocka_unit_test(test_a_deal_is_read_in_full),
        cmocka_unit_test(test_chance_tells_what_it_did),
        cmocka_unit_test(test_ranges_are_checked),
        cmocka_unit_test(test_schema_says_what_a_view_holds),
        cmocka_unit_test(test_a_form_says_what_a_state_can_be_made_of),
        cmocka_unit_test(test_problems_are_told_in_every_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
