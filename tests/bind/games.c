/* SPDX-License-Identifier: MIT */
/* Games of bots through the door for other languages, as records: games.mjs plays the same elsewhere. */
#include <stdio.h>
#include <string.h>

#include "bind/table.h"
#include "bots/bots.h"

/* The move of an answer, which is the first text in it: {"move":"…". */
static bool play_answer(struct tk_table *table, const char *answer)
{
    char move[TK_MOVE_TEXT_MAX + 1];
    return answer != NULL && sscanf(answer, "{\"move\":\"%[^\"]\"", move) == 1 &&
           tk_table_play(table, move);
}

/* As a page shows it: the log, the result, and in the middle what can be done and who has a secret. */
static int show(struct tk_table *table)
{
    int middle = tk_table_length(table) / 2;
    puts(tk_table_lines(table, 0, 0));
    puts(tk_table_result(table));
    puts(tk_table_view_at(table, middle, 1));
    printf("%d\n", tk_table_revealed(table, middle));
    if (!tk_table_back(table, tk_table_length(table) - middle))
        return 1;
    puts(tk_table_moves(table));
    puts(tk_table_preview(table, "nonsense"));
    for (int seat = 0; seat < tk_table_players(table); seat++)
        printf("%d\n", tk_table_secret(table, seat));
    return 0;
}

static int play(struct tk_table *table, const struct tk_game *game, int players)
{
    static const char *const bots[] = {"greedy", "mcts:sims=24+net=no", "random"};
    if (!tk_table_start(table, game->id, players, "", "77"))
        return 1;
    while (tk_table_actor(table) >= 0) {
        int decision = tk_table_length(table);
        if (!play_answer(table, tk_table_think(table, bots[decision % 3], (uint32_t)decision)))
            return 1;
    }
    puts(tk_table_record(table));
    puts(tk_table_view(table, TK_TABLE_WATCHER));
    return show(table);
}

int main(void)
{
    struct tk_table *table = tk_table_new();
    int failures = 0;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        failures += play(table, game, game->seats_min) + play(table, game, game->seats_max);
    }
    if (failures > 0)
        fprintf(stderr, "%s\n", tk_table_problem(table));
    tk_table_free(table);
    return failures == 0 ? 0 : 1;
}
