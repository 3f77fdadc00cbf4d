/* SPDX-License-Identifier: MIT */
/*
 * The laws that every game keeps, over random games of every game, player count and option. A new
 * game gets all of it for free. A failure prints a record that reproduces it.
 *
 *     properties [GAME [GAMES [SEED]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"

enum { TEXT_SIZE = 512 * 1024, HISTORY_MAX = 1 << 20, PROBES = 8 };

union state {
    tk_state bytes;
};

struct trial {
    const struct tk_game *game;
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    struct tk_rng rng;
    union state state;
    tk_action *history;
    int length;
    long decisions;
};

static char text_a[TEXT_SIZE], text_b[TEXT_SIZE];

static void report(struct trial *t, const char *law, const char *detail)
{
    struct tk_writer out = tk_writer_over(text_a, sizeof text_a - 1);
    struct tk_played played = {t->game, &t->config, t->seed, NULL, t->history, t->length, NULL};
    fprintf(stderr, "%s: %s%s%s\nafter this game:\n\n", t->game->id, law,
            detail[0] != '\0' ? ": " : "", detail);
    tk_record_write(&played, &out);
    fputs(tk_writer_text(&out), stderr);
    exit(1);
}

static void check(struct trial *t, bool truth, const char *law)
{
    if (!truth)
        report(t, law, "");
}

static bool same(const struct trial *t, const union state *a, const union state *b)
{
    return memcmp(a->bytes, b->bytes, t->game->state_size) == 0;
}

/* --- law 4: text round trip --- */

static void check_moves(struct trial *t, const tk_action *legal, int count)
{
    char seen[TK_MOVE_TEXT_MAX + 1];
    for (int i = 0; i < count; i++) {
        tk_action again = ~legal[i];
        struct tk_writer out = tk_writer_over(seen, sizeof seen);
        t->game->text.format(t->state.bytes, legal[i], &out);
        tk_writer_text(&out);
        check(t, out.length <= TK_MOVE_TEXT_MAX, "a move is too long as text");
        for (size_t k = 0; k < out.length; k++)
            check(t, seen[k] >= ' ' && seen[k] < 127 && !(seen[k] >= 'A' && seen[k] <= 'Z'),
                  "a move is not lower case ASCII");
        tk_status status = t->game->text.parse(t->state.bytes, tk_writer_span(&out), &again);
        if (status != TK_OK || again != legal[i])
            report(t, "parse(format(a)) is not a", seen);
        for (int k = 0; k < i; k++)
            check(t, legal[k] != legal[i], "an action is listed twice");
    }
}

static void check_dump(struct trial *t)
{
    union state loaded;
    struct tk_writer out = tk_writer_over(text_a, sizeof text_a);
    struct tk_json json = tk_json_over(&out);
    tk_dump(t->game, t->state.bytes, &json);
    check(t, tk_writer_fits(&out), "a dump is too long");
    struct tk_json_in in = tk_json_in_over(tk_writer_span(&out));
    if (!tk_load(t->game, loaded.bytes, &in) || !tk_json_finish(&in))
        report(t, "load(dump(s)) fails", in.problem != NULL ? in.problem : "");
    check(t, same(t, &loaded, &t->state), "load(dump(s)) is not s");
}

/* --- law 2: closure --- */

static void check_listed(struct trial *t, const tk_action *legal, int count)
{
    check(t, count > 0, "no action is legal, but a seat must act");
    check(t, count <= t->game->actions_max, "more actions than the game declares");
    for (int i = 0; i < PROBES; i++) {
        tk_action action = legal[tk_rng_below(&t->rng, (uint32_t)count)];
        check(t, tk_check(t->game, t->state.bytes, action) == TK_OK, "a listed action is refused");
    }
}

static bool is_listed(const tk_action *legal, int count, tk_action action)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == action)
            return true;
    return false;
}

static void check_refused(struct trial *t, const tk_action *legal, int count, tk_action action)
{
    union state untouched = t->state;
    char words[512];
    struct tk_writer out = tk_writer_over(words, sizeof words);
    if (is_listed(legal, count, action))
        return;
    tk_status status = tk_check(t->game, t->state.bytes, action);
    check(t, status != TK_OK, "an unlisted action is accepted");
    check(t, same(t, &untouched, &t->state), "a refusal changed the state");
    tk_status_write(&(struct tk_speaker){TK_FA, t->game, NULL}, status, &out);
    check(t, out.length > 0, "a refusal says nothing");
}

/* Any code, and codes near to legal ones. */
static void check_unlisted(struct trial *t, const tk_action *legal, int count)
{
    for (int i = 0; i < PROBES; i++) {
        tk_action near = legal[tk_rng_below(&t->rng, (uint32_t)count)];
        check_refused(t, legal, count, (tk_action)tk_rng_next(&t->rng));
        check_refused(t, legal, count, near ^ 1U << tk_rng_below(&t->rng, 32));
        check_refused(t, legal, count, near + 1 + tk_rng_below(&t->rng, 64));
    }
}

/* --- law 3: no leak --- */

static size_t write_view(struct trial *t, const union state *state, int seat, char *text)
{
    struct tk_writer out = tk_writer_over(text, TEXT_SIZE);
    struct tk_json json = tk_json_over(&out);
    tk_view(t->game, state->bytes, seat, &json);
    check(t, tk_writer_fits(&out), "a view is too long");
    return out.length;
}

/* What the terminal draws is a view too. */
static struct tk_canvas canvas_a, canvas_b;

static void draw(struct trial *t, const union state *state, int seat, struct tk_canvas *canvas)
{
    memset(canvas, 0, sizeof *canvas);
    tk_canvas_clear(canvas, 17, 80);
    canvas->unicode = true;
    t->game->terminal->draw(state->bytes, seat, &(struct tk_speaker){TK_EN, t->game, NULL}, canvas);
    check(t, canvas->run_count > 0, "nothing is drawn");
}

static bool same_drawing(void)
{
    bool same = canvas_a.run_count == canvas_b.run_count &&
                canvas_a.text_used == canvas_b.text_used &&
                memcmp(canvas_a.text, canvas_b.text, canvas_a.text_used) == 0;
    for (int i = 0; same && i < canvas_a.run_count; i++) {
        const struct tk_run *a = &canvas_a.run[i], *b = &canvas_b.run[i];
        same = a->row == b->row && a->column == b->column && a->length == b->length &&
               a->ink == b->ink && a->face == b->face;
    }
    return same;
}

static void check_leaks(struct trial *t)
{
    tk_action ours[TK_ACTIONS_MAX], theirs[TK_ACTIONS_MAX];
    int actor = t->game->rules.actor(t->state.bytes);
    for (int i = -1; i < t->config.players; i++) {
        int seat = i < 0 ? TK_SPECTATOR : i;
        union state other = t->state;
        t->game->knowledge.determinise(other.bytes, seat, &t->rng);
        size_t length = write_view(t, &t->state, seat, text_a);
        check(t,
              length == write_view(t, &other, seat, text_b) && memcmp(text_a, text_b, length) == 0,
              "view(determinise(s, p), p) is not view(s, p)");
        draw(t, &t->state, seat, &canvas_a);
        draw(t, &other, seat, &canvas_b);
        check(t, same_drawing(), "the drawing shows what is hidden");
        const char *broken = t->game->checks->audit(other.bytes);
        if (broken != NULL)
            report(t, "a redrawn state is broken", broken);
        check(t, t->game->rules.actor(other.bytes) == actor, "a redraw changed who acts");
        if (seat == actor) {
            int count = t->game->rules.legal(t->state.bytes, ours);
            check(t,
                  t->game->rules.legal(other.bytes, theirs) == count &&
                      memcmp(ours, theirs, (size_t)count * sizeof ours[0]) == 0,
                  "a redraw changed the legal actions of the seat that acts");
        }
    }
}

/* --- what nets are told --- */

static int most_ones; /* that were true at once, over all trials of a game */

static void check_sight(struct trial *t, const struct tk_encoding *encoding,
                        const struct tk_sight *sight)
{
    int ones = tk_extent_of(encoding->ones, t->config.players);
    static uint8_t told[UINT16_MAX];
    check(t, sight->amount_count == tk_extent_of(encoding->amounts, t->config.players),
          "an encoding has not the amounts it says");
    check(t, sight->one_count < TK_ONES_MAX, "an encoding has no room for its ones");
    for (int i = 0; i < sight->one_count; i++) {
        check(t, sight->one[i] < ones, "an encoding goes beyond its size");
        check(t, told[sight->one[i]]++ == 0, "an encoding tells a thing twice");
    }
    for (int i = 0; i < sight->one_count; i++)
        told[sight->one[i]] = 0;
    most_ones = sight->one_count > most_ones ? sight->one_count : most_ones;
}

/* Law 3 for learners: a redraw of what a seat cannot know changes nothing of what its net is told. */
static void check_encoding(struct trial *t, const tk_action *legal, int count)
{
    const struct tk_encoding *encoding = t->game->learning->encoding;
    struct tk_sight ours, theirs;
    uint16_t parts[TK_MOVE_PARTS];
    for (int seat = 0; seat < t->config.players && encoding != NULL; seat++) {
        union state other = t->state;
        t->game->knowledge.determinise(other.bytes, seat, &t->rng);
        encoding->encode(t->state.bytes, seat, &ours);
        encoding->encode(other.bytes, seat, &theirs);
        check_sight(t, encoding, &ours);
        check(t,
              ours.one_count == theirs.one_count &&
                  memcmp(ours.one, theirs.one, (size_t)ours.one_count * sizeof ours.one[0]) == 0 &&
                  memcmp(ours.amount, theirs.amount, (size_t)ours.amount_count) == 0,
              "encode(determinise(s, p), p) is not encode(s, p)");
    }
    for (int i = 0; i < count && encoding != NULL; i++) {
        int made_of = encoding->parts_of(t->state.bytes, legal[i], parts);
        check(t, made_of >= 1 && made_of <= TK_MOVE_PARTS, "a move has no parts, or too many");
        for (int k = 0; k < made_of; k++)
            check(t, parts[k] < encoding->parts, "a part of a move is beyond the encoding");
    }
}

/* What a game foresees of moves in a hurry is what comes of them when they are played. */
static void check_outlook(struct trial *t, const tk_action *legal, int count)
{
    static struct tk_outlook foreseen[TK_ACTIONS_MAX];
    const struct tk_learning *learning = t->game->learning;
    int seat = t->game->rules.actor(t->state.bytes);
    int32_t features[TK_FEATURES_MAX];
    if (learning->outlook == NULL)
        return;
    learning->outlook(t->state.bytes, TK_WINS, legal, count, foreseen);
    for (int i = 0; i < count; i++) {
        union state after = t->state;
        tk_play(t->game, after.bytes, legal[i]);
        learning->features(after.bytes, seat, features);
        check(t,
              foreseen[i].standing ==
                  tk_weigh(learning, TK_WINS, learning->progress(after.bytes), features),
              "a move is foreseen to come to something else than it does");
        check(t, foreseen[i].ends == (t->game->rules.actor(after.bytes) == TK_NOBODY),
              "the end of a game is not foreseen");
    }
}

/* Moves as numbers: within the range, all different, and at least one in every position. */
static void check_index(struct trial *t, const tk_action *legal, int count)
{
    static uint8_t taken[UINT16_MAX];
    const struct tk_index *index = t->game->learning->index;
    int numbered = 0;
    for (int i = 0; i < count && index != NULL; i++) {
        int number = index->of(legal[i]);
        check(t, number >= -1 && number < index->count, "a move's number is beyond the range");
        check(t, number < 0 || taken[number]++ == 0, "two moves have the same number");
        numbered += number >= 0;
    }
    for (int i = 0; i < count && index != NULL; i++)
        if (index->of(legal[i]) >= 0)
            taken[index->of(legal[i])] = 0;
    check(t, index == NULL || numbered > 0, "no move of a position has a number");
}

/* --- words --- */

static void check_words(struct trial *t, const union state *before, tk_action action)
{
    struct tk_phrase phrases[TK_PHRASES_MAX], prompt;
    int actor = t->game->rules.actor(before->bytes); /* nobody hears more */
    int count = t->game->text.describe(before->bytes, action, t->state.bytes, actor, phrases);
    check(t, count >= 1 && count <= TK_PHRASES_MAX, "a move has no words, or too many");
    t->game->text.prompt(t->state.bytes, &prompt);
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        struct tk_speaker speaker = {(enum tk_lang)lang, t->game, NULL};
        struct tk_writer out = tk_writer_over(text_a, sizeof text_a);
        for (int i = 0; i < count; i++)
            tk_phrase_write(&speaker, &phrases[i], &out);
        tk_phrase_write(&speaker, &prompt, &out);
        check(t, out.length > 0 && tk_writer_fits(&out), "a move says nothing");
        check(t, memchr(text_a, '{', out.length) == NULL,
              "a sentence has a part that is not filled");
    }
}

/* What a viewer hears of a move, in both languages, into `text`. Returns its length. */
static size_t hear(const struct trial *t, const union state *before, tk_action action,
                   const union state *after, int viewer, char *text)
{
    struct tk_phrase phrases[TK_PHRASES_MAX];
    struct tk_writer out = tk_writer_over(text, TEXT_SIZE);
    int count = t->game->text.describe(before->bytes, action, after->bytes, viewer, phrases);
    for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
        struct tk_speaker speaker = {(enum tk_lang)lang, t->game, NULL};
        for (int i = 0; i < count; i++)
            tk_phrase_write(&speaker, &phrases[i], &out);
    }
    return out.length;
}

static bool hears_the_same(size_t length_a, size_t length_b)
{
    return length_a == length_b && memcmp(text_a, text_b, length_a) == 0;
}

/*
 * Law 3 in words: nobody but the seat that acted hears more than a spectator, and what is hidden
 * from a viewer, before the move or after it, can be redrawn without a word changing.
 */
static void check_hearing(struct trial *t, const union state *before, tk_action action)
{
    int actor = t->game->rules.actor(before->bytes);
    size_t public = hear(t, before, action, &t->state, TK_SPECTATOR, text_a);
    for (int seat = 0; seat < t->config.players; seat++)
        check(t,
              seat == actor ||
                  hears_the_same(public, hear(t, before, action, &t->state, seat, text_b)),
              "a seat that did not act hears more than a spectator");
    for (int i = -1; i < t->config.players; i++) {
        int viewer = i < 0 ? TK_SPECTATOR : i;
        union state earlier = *before, later = t->state;
        t->game->knowledge.determinise(earlier.bytes, viewer, &t->rng);
        t->game->knowledge.determinise(later.bytes, viewer, &t->rng);
        size_t heard = hear(t, before, action, &t->state, viewer, text_a);
        check(t, hears_the_same(heard, hear(t, &earlier, action, &t->state, viewer, text_b)),
              "words tell what was hidden before the move");
        check(t, hears_the_same(heard, hear(t, before, action, &later, viewer, text_b)),
              "words tell what is hidden after the move");
    }
}

/* --- one decision --- */

/* Law 5: nothing is made or lost, and no field leaves its range. */
static void check_kept(struct trial *t)
{
    const char *broken = t->game->checks->audit(t->state.bytes);
    if (broken != NULL)
        report(t, "conservation", broken);
    broken = tk_fields_check(t->game, t->state.bytes);
    if (broken != NULL)
        report(t, "a field is out of its range", broken);
}

static void check_position(struct trial *t, const tk_action *legal, int count, bool closely)
{
    check_kept(t);
    check_listed(t, legal, count);
    if (!closely)
        return;
    check_moves(t, legal, count);
    check_unlisted(t, legal, count);
    check_dump(t);
    check_leaks(t);
    check_encoding(t, legal, count);
    check_outlook(t, legal, count);
    check_index(t, legal, count);
}

static void check_over(struct trial *t)
{
    static struct tk_sheet sheet;
    int32_t scores[TK_SEATS_MAX];
    tk_action legal[TK_ACTIONS_MAX];
    t->game->rules.scores(t->state.bytes, scores);
    check(t, tk_winners(t->game, t->state.bytes) != 0, "nobody has won");
    check(t, t->game->rules.legal(t->state.bytes, legal) == 0, "actions are legal after the end");
    check(t, tk_check(t->game, t->state.bytes, 0) == TK_OVER,
          "an action is accepted after the end");
    for (int seat = 0; seat < t->config.players; seat++) {
        sheet = (struct tk_sheet){0};
        t->game->rules.sheet(t->state.bytes, seat, &sheet);
        check(t, tk_sheet_total(&sheet) == scores[seat], "a sheet does not add up to the score");
        for (int i = 0; i < sheet.line_count; i++) {
            char key[64];
            snprintf(key, sizeof key, "line.%s", sheet.line[i].id);
            if (tk_word_find(t->game->words, tk_span_of(key)) < 0)
                report(t, "a line of the sheet has no name", key);
        }
    }
    check_dump(t);
    check_leaks(t);
}

/* Law 1 and the rest of law 4: the same seed and moves, and the record, lead to the same bytes. */
static void check_again(struct trial *t)
{
    static struct tk_record record;
    union state again;
    tk_action action;
    tk_start(t->game, &t->config, t->seed, again.bytes);
    for (int i = 0; i < t->length; i++)
        tk_play(t->game, again.bytes, t->history[i]);
    check(t, same(t, &again, &t->state), "the same game again ends in another state");
    struct tk_writer out = tk_writer_over(text_b, sizeof text_b);
    struct tk_played played = {t->game, &t->config, t->seed, NULL, t->history, t->length, NULL};
    tk_record_write(&played, &out);
    if (!tk_writer_fits(&out))
        return; /* longer than this test can hold */
    if (!tk_record_open(&record, tk_writer_span(&out), tk_game_find) ||
        !tk_record_start(&record, again.bytes))
        report(t, "a record cannot be read", record.problem);
    while (tk_record_next(&record, again.bytes, &action))
        t->game->rules.apply(again.bytes, action);
    if (record.problem != NULL || !tk_record_finish(&record, again.bytes))
        report(t, "a record cannot be replayed", record.problem);
    check(t, same(t, &again, &t->state), "a record replays to another state");
}

/* The deal, written and read, sets up the same table. */
static void check_deal(struct trial *t)
{
    union state dealt;
    struct tk_writer out = tk_writer_over(text_a, sizeof text_a);
    struct tk_writer again = tk_writer_over(text_b, sizeof text_b);
    struct tk_json json = tk_json_over(&out), json_again = tk_json_over(&again);
    tk_json_open(&json, '{');
    tk_deal(t->game, t->state.bytes, &json);
    tk_json_close(&json, '}');
    struct tk_json_in in = tk_json_in_over(tk_writer_span(&out));
    if (!tk_json_enter(&in, '{') || !tk_deal_read(t->game, dealt.bytes, &t->config, &in) ||
        !tk_json_finish(&in))
        report(t, "a deal cannot be read", in.problem != NULL ? in.problem : "");
    tk_json_open(&json_again, '{');
    tk_deal(t->game, dealt.bytes, &json_again);
    tk_json_close(&json_again, '}');
    check(t, out.length == again.length && memcmp(text_a, text_b, out.length) == 0,
          "a deal is read as another deal");
}

/* Most positions are checked quickly and some closely, so that many games can be played. */
static void play(struct trial *t)
{
    tk_action legal[TK_ACTIONS_MAX];
    uint32_t bound = t->game->checks->decisions_max(&t->config);
    t->length = 0;
    t->game->rules.setup(t->state.bytes, &t->config, t->seed);
    check_deal(t);
    tk_start(t->game, &t->config, t->seed, t->state.bytes);
    while (t->game->rules.actor(t->state.bytes) != TK_NOBODY) {
        int count = t->game->rules.legal(t->state.bytes, legal);
        union state before = t->state;
        bool closely = tk_rng_below(&t->rng, 16) == 0 || count > 100;
        check_position(t, legal, count, closely);
        tk_action action = legal[tk_rng_below(&t->rng, (uint32_t)count)];
        t->history[t->length++] = action;
        tk_play(t->game, t->state.bytes, action);
        if (closely) {
            check_words(t, &before, action);
            check_hearing(t, &before, action);
        }
        check(t, bound == 0 || (uint32_t)t->length <= bound,
              "a game is longer than its bound"); /* law 6 */
        if (t->length == HISTORY_MAX)
            return; /* a game without a bound; enough of it */
    }
    check_over(t);
    check_again(t);
    t->decisions += t->length;
}

/* Standard options in every second game; otherwise each option drawn among what it allows. */
static void draw_options(struct trial *t, int players)
{
    const struct tk_game *game = t->game;
    do {
        tk_config_init(game, players, &t->config);
        for (int i = 0; i < game->option_count; i++) {
            const struct tk_option *option = &game->options[i];
            uint32_t names = 0;
            if (tk_rng_below(&t->rng, 2) == 0)
                continue;
            while (option->values != NULL && option->values[names] != NULL)
                names++;
            if (option->kind == TK_OPTION_RANGE)
                t->config.option[i] =
                    option->low +
                    (int32_t)tk_rng_below(&t->rng, (uint32_t)(option->high - option->low + 1));
            else if (option->kind == TK_OPTION_SEAT)
                t->config.option[i] = (int32_t)tk_rng_below(&t->rng, (uint32_t)players + 1) - 1;
            else if (names > 0)
                tk_option_parse(option, players,
                                tk_span_of(option->values[tk_rng_below(&t->rng, names)]),
                                &t->config.option[i]);
        }
    } while (game->rules.config_check != NULL && game->rules.config_check(&t->config) != TK_OK);
}

/* Facts of the game's table that callers rely on. */
static void check_facts(struct trial *t)
{
    const struct tk_game *game = t->game;
    char key[96];
    check(t, game->state_size <= TK_STATE_MAX && game->actions_max <= TK_ACTIONS_MAX,
          "a limit is exceeded");
    check(t, game->seats_max <= TK_SEATS_MAX && game->option_count <= TK_OPTIONS_MAX,
          "a limit is exceeded");
    check(t, game->learning->count <= TK_FEATURES_MAX, "a limit is exceeded");
    for (int i = 0; i < game->option_count; i++) {
        snprintf(key, sizeof key, "option.%s", game->options[i].name);
        check(t, tk_word_find(game->words, tk_span_of(key)) >= 0, "an option has no name");
        snprintf(key, sizeof key, "option.%s.help", game->options[i].name);
        check(t, tk_word_find(game->words, tk_span_of(key)) >= 0, "an option has no help");
    }
}

static void run(const struct tk_game *game, int players, long games, uint64_t seed)
{
    struct trial *t = calloc(1, sizeof *t);
    tk_action *history = malloc(HISTORY_MAX * sizeof *history);
    if (t == NULL || history == NULL)
        exit(1);
    t->game = game;
    t->history = history;
    tk_rng_init(&t->rng, seed, (uint64_t)players);
    tk_config_init(game, players, &t->config);
    check_facts(t);
    for (long i = 0; i < games; i++) {
        if (i % 2 == 0)
            tk_config_init(game, players, &t->config);
        else
            draw_options(t, players);
        for (int k = 0; k < TK_SEED_BYTES; k++)
            t->seed[k] = (uint8_t)tk_rng_next(&t->rng);
        play(t);
    }
    printf("%s, %d players: %ld games, %ld decisions", game->id, players, games, t->decisions);
    printf(game->learning->encoding != NULL ? ", at most %d ones\n" : "\n", most_ones);
    most_ones = 0;
    fflush(stdout);
    free(history);
    free(t);
}

int main(int argc, char **argv)
{
    const struct tk_game *game;
    long games = argc > 2 ? atol(argv[2]) : 100;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    bool found = false;
    for (int i = 0; (game = tk_game_at(i)) != NULL; i++) {
        if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], game->id) != 0)
            continue;
        found = true;
        for (int players = game->seats_min; players <= game->seats_max; players++)
            run(game, players, games, seed);
    }
    return found ? 0 : 1;
}
