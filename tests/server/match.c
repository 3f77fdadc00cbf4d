/* SPDX-License-Identifier: MIT */
/* Games of two while servers are disturbed: what was acknowledged, and whether it is still there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/games.h"
#include "match.h"

const struct tk_game *match_game(int index)
{
    for (int i = 0;; i++) {
        const struct tk_game *game = tk_game_at(i);
        if (game == NULL)
            i = -1;
        else if (game->seats_min <= 2 && index-- == 0)
            return game;
    }
}

const char *match_move(const json_t *view, int ply)
{
    const json_t *log = json_object_get(view, "log");
    for (size_t i = 0; i < json_array_size(log); i++) {
        const char *move = json_string_value(json_object_get(json_array_get(log, i), "move"));
        if (move != NULL && ply-- == 0)
            return move;
    }
    return NULL;
}

const char *match_problem(const struct match *m, const json_t *view)
{
    if (json_integer_value(json_object_get(view, "ply")) < m->acknowledged)
        return "an acknowledged move is gone";
    for (int i = 0; i < m->acknowledged; i++) {
        const char *move = match_move(view, i);
        if (move == NULL)
            return NULL;
        if (strcmp(m->moves[i], move) != 0)
            return "an acknowledged move is another one now";
    }
    return NULL;
}

bool match_note(struct match *m, const json_t *view, int ply, const char *move)
{
    for (int i = m->acknowledged; i <= ply; i++) {
        const char *text = i < ply ? match_move(view, i) : move;
        if (text == NULL)
            return false;
        m->moves[i] = strdup(text);
        m->acknowledged = i + 1;
    }
    return true;
}

bool match_replays(const char *record, const char *folder)
{
    char file[128], command[600];
    snprintf(file, sizeof file, "%s/record", folder);
    FILE *out = fopen(file, "w");
    if (out == NULL)
        return false;
    fputs(record, out);
    fclose(out);
    snprintf(command, sizeof command, "%s replay %s >/dev/null && %s verify %s >/dev/null", TAKHT,
             file, TAKHT, file);
    bool well = system(command) == 0;
    unlink(file);
    return well;
}

void match_clear(struct match *m)
{
    for (int i = 0; i < m->acknowledged; i++)
        free(m->moves[i]);
    *m = (struct match){0};
}
