/* SPDX-License-Identifier: MIT */
/* Every function of libtakht without what it works on: refused, never a crash. Each name of the library is here. */
#include "unit.h"

#include <stdio.h>

#include "bind/takht.h"

static struct tk_table *table; /* a game is under way there */
static struct tk_batch *batch;
static char room[64];
static int8_t seen[4096];
static int32_t moves[4];
static uint8_t mask[4];

/* --- what each does with nothing; true: as its header says --- */

static bool version(void)
{
    return tk_version()[0] != '\0';
}

static bool new_table(void)
{
    struct tk_table *made = tk_table_new();
    bool good = made != NULL && tk_table_view(made, 0) == NULL;
    tk_table_free(made);
    return good;
}

static bool free_table(void)
{
    tk_table_free(NULL);
    return true;
}

static bool problem(void)
{
    return tk_table_problem(NULL)[0] != '\0';
}

static bool where(void)
{
    return tk_table_where(NULL)[0] == '\0';
}

static bool speak(void)
{
    return !tk_table_speak(NULL, "en") && !tk_table_speak(table, NULL);
}

static bool games(void)
{
    return tk_table_games(NULL) == NULL;
}

static bool start(void)
{
    return !tk_table_start(NULL, "splendor", 2, "", "1") &&
           !tk_table_start(table, NULL, 2, NULL, NULL) &&
           !tk_table_start(table, "splendor", 2, NULL, NULL);
}

static bool read_record(void)
{
    return !tk_table_read(NULL, "[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]") &&
           !tk_table_read(table, NULL);
}

static bool load(void)
{
    return !tk_table_load(NULL, "splendor", "{}") && !tk_table_load(table, NULL, NULL) &&
           !tk_table_load(table, "splendor", NULL);
}

static bool players(void)
{
    return tk_table_players(NULL) == 0;
}

static bool actor(void)
{
    return tk_table_actor(NULL) == -1;
}

static bool length(void)
{
    return tk_table_length(NULL) == 0;
}

static bool view(void)
{
    return tk_table_view(NULL, 0) == NULL;
}

static bool legal(void)
{
    return tk_table_legal(NULL) == NULL;
}

static bool scores(void)
{
    return tk_table_scores(NULL) == NULL;
}

static bool said(void)
{
    return tk_table_said(NULL, 0) == NULL;
}

static bool record(void)
{
    return tk_table_record(NULL) == NULL;
}

static bool dump(void)
{
    return tk_table_dump(NULL) == NULL;
}

static bool form(void)
{
    return tk_table_form(NULL) == NULL;
}

static bool name(void)
{
    return !tk_table_name(NULL, 0, "Ada") && tk_table_name(table, 0, NULL);
}

static bool catalogue(void)
{
    return tk_table_catalogue(NULL) == NULL;
}

static bool all_moves(void)
{
    return tk_table_moves(NULL) == NULL;
}

static bool preview(void)
{
    return tk_table_preview(NULL, "take wug") == NULL && tk_table_preview(table, NULL) != NULL;
}

static bool view_at(void)
{
    return tk_table_view_at(NULL, 0, 0) == NULL;
}

static bool lines(void)
{
    return tk_table_lines(NULL, 0, 0) == NULL;
}

static bool revealed(void)
{
    return tk_table_revealed(NULL, 1) == -1;
}

static bool secret(void)
{
    return tk_table_secret(NULL, 0) == -1;
}

static bool result(void)
{
    return tk_table_result(NULL) == NULL;
}

static bool play(void)
{
    return !tk_table_play(NULL, "take wug") && !tk_table_play(table, NULL);
}

static bool back(void)
{
    return !tk_table_back(NULL, 0);
}

static bool sample(void)
{
    return !tk_table_sample(NULL, 0, 1);
}

static bool think(void)
{
    return tk_table_think(NULL, "random", 1) == NULL && tk_table_think(table, NULL, 1) == NULL;
}

static bool report(void)
{
    return tk_table_report(NULL, "random", 1, 1, 1) == NULL &&
           tk_table_report(table, NULL, 1, 1, 1) == NULL;
}

static bool memory(void)
{
    tk_memory_free(tk_memory(0));
    return tk_memory(UINT32_MAX) == NULL;
}

static bool free_memory(void)
{
    tk_memory_free(NULL);
    return true;
}

static bool net(void)
{
    return !tk_table_net(NULL, "a", mask, sizeof mask) && !tk_table_net(table, NULL, NULL, 9);
}

static bool new_batch(void)
{
    return tk_batch_new(NULL, 2, NULL, 1, 1, 1, NULL, 9) == NULL &&
           tk_batch_new(NULL, 2, NULL, 1, 1, 1, room, sizeof room) == NULL && room[0] != '\0';
}

static bool free_batch(void)
{
    tk_batch_free(NULL);
    return true;
}

static bool batch_numbers(void)
{
    return tk_batch_moves(NULL) == 0 && tk_batch_seen(NULL) == 0 && tk_batch_players(NULL) == 0;
}

static bool reset(void)
{
    tk_batch_reset(NULL, 1, NULL);
    tk_batch_reset(batch, 1, NULL);
    return true;
}

static bool step(void)
{
    bool refused = tk_batch_step(NULL, moves, NULL) == 0 && tk_batch_step(batch, NULL, NULL) == 0;
    tk_batch_sample(batch, moves);
    return refused && tk_batch_step(batch, moves, NULL) == -1;
}

static bool sample_moves(void)
{
    tk_batch_sample(NULL, moves);
    tk_batch_sample(batch, NULL);
    return true;
}

static bool wander(void)
{
    tk_batch_wander(NULL, 1, moves, NULL);
    tk_batch_wander(batch, 1, NULL, NULL);
    tk_batch_wander(batch, 1, moves, NULL);
    return true;
}

static bool see(void)
{
    return !tk_batch_see(NULL, 0, 0, seen) && !tk_batch_see(batch, 0, 0, NULL);
}

static bool say(void)
{
    tk_batch_say(NULL, 0, 0, room, sizeof room);
    tk_batch_say(batch, 0, 0, NULL, 9);
    return room[0] == '\0';
}

static bool look(void)
{
    return !tk_batch_look(NULL, 0, table) && !tk_batch_look(batch, 0, NULL);
}

static bool new_trees(void)
{
    return tk_trees_new(NULL, 9, 1, 1, NULL, 9) == NULL &&
           tk_trees_new(NULL, 9, 1, 1, room, sizeof room) == NULL && room[0] != '\0';
}

static bool free_trees(void)
{
    tk_trees_free(NULL);
    return true;
}

static bool leaves(void)
{
    struct tk_trees *trees = tk_trees_new(batch, 2, 1, 1, NULL, 0);
    bool good = tk_trees_leaves(NULL, NULL) == -1 && tk_trees_leaves(trees, NULL) == 2;
    tk_trees_tell(trees, NULL, NULL);
    good &= tk_trees_leaves(trees, NULL) == 2;
    tk_trees_result(trees, NULL, NULL);
    tk_trees_free(trees);
    return good;
}

static bool tell(void)
{
    tk_trees_tell(NULL, NULL, NULL);
    return true;
}

static bool tree_result(void)
{
    tk_trees_result(NULL, NULL, NULL);
    return true;
}

static const struct {
    const char *name;
    bool (*refuses)(void);
} functions[] = {
    {"tk_batch_free", free_batch},
    {"tk_batch_look", look},
    {"tk_batch_moves", batch_numbers},
    {"tk_batch_new", new_batch},
    {"tk_batch_players", batch_numbers},
    {"tk_batch_reset", reset},
    {"tk_batch_sample", sample_moves},
    {"tk_batch_say", say},
    {"tk_batch_see", see},
    {"tk_batch_seen", batch_numbers},
    {"tk_batch_step", step},
    {"tk_batch_wander", wander},
    {"tk_memory", memory},
    {"tk_memory_free", free_memory},
    {"tk_table_actor", actor},
    {"tk_table_back", back},
    {"tk_table_catalogue", catalogue},
    {"tk_table_dump", dump},
    {"tk_table_form", form},
    {"tk_table_free", free_table},
    {"tk_table_games", games},
    {"tk_table_legal", legal},
    {"tk_table_length", length},
    {"tk_table_lines", lines},
    {"tk_table_load", load},
    {"tk_table_moves", all_moves},
    {"tk_table_name", name},
    {"tk_table_net", net},
    {"tk_table_new", new_table},
    {"tk_table_play", play},
    {"tk_table_players", players},
    {"tk_table_preview", preview},
    {"tk_table_problem", problem},
    {"tk_table_read", read_record},
    {"tk_table_record", record},
    {"tk_table_report", report},
    {"tk_table_result", result},
    {"tk_table_revealed", revealed},
    {"tk_table_said", said},
    {"tk_table_sample", sample},
    {"tk_table_scores", scores},
    {"tk_table_secret", secret},
    {"tk_table_speak", speak},
    {"tk_table_start", start},
    {"tk_table_think", think},
    {"tk_table_view", view},
    {"tk_table_view_at", view_at},
    {"tk_table_where", where},
    {"tk_trees_free", free_trees},
    {"tk_trees_leaves", leaves},
    {"tk_trees_new", new_trees},
    {"tk_trees_result", tree_result},
    {"tk_trees_tell", tell},
    {"tk_version", version},
};

static void nothing_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < TK_COUNT(functions); i++) {
        assert_true(tk_table_start(table, "splendor", 2, "", "1"));
        if (!functions[i].refuses())
            fail_msg("%s", functions[i].name);
    }
}

static bool is_tried(const char *symbol)
{
    for (int i = 0; i < TK_COUNT(functions); i++)
        if (strcmp(functions[i].name, symbol) == 0)
            return true;
    return false;
}

/* The names that a release promises are those that are tried here. */
static void every_function_is_tried(void **state)
{
    (void)state;
    char line[256], symbol[128];
    FILE *file = fopen(TAKHT_FIXTURES "/../../debian/libtakht0.symbols", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, " %127[a-z_]@", symbol) == 1 && strncmp(symbol, "tk_", 3) == 0 &&
            !is_tried(symbol))
            fail_msg("%s is not tried without what it works on", symbol);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(every_function_is_tried),
    };
    table = tk_table_new();
    batch = tk_batch_new("splendor", 2, "", 2, 1, 1, NULL, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tk_batch_free(batch);
    tk_table_free(table);
    return failed;
}
