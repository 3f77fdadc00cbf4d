/* SPDX-License-Identifier: MIT */
/*
 * A match in a file, so that it can be interrupted: two lines that say what is played, then a line
 * of numbers for each round. Whatever would make other games stands in the head, and a file with
 * another head is refused.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "arena.h"

enum { LINE_MAX_BYTES = 64 * 1024 };
static const char title[] = "takht arena match 2";

/* --- the head --- */

static void write_bots(const struct arena *a, struct tk_json *json)
{
    tk_json_key(json, "bots");
    tk_json_open(json, '[');
    for (int i = 0; i < a->bots; i++)
        tk_json_string(json, a->args->bot_text[i]);
    tk_json_close(json, ']');
}

static void write_head(struct tk_writer *out, const void *context)
{
    const struct arena *a = context;
    const struct cli_args *args = a->args;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "version", TAKHT_VERSION);
    tk_json_put_text(&json, "game", args->game->id);
    tk_json_put_int(&json, "players", a->players);
    tk_json_key(&json, "options");
    tk_options_json(args->game, &args->config, &json);
    tk_json_key(&json, "seed");
    tk_json_quote(&json);
    tk_seed_write(args->seed, out);
    tk_json_unquote(&json);
    write_bots(a, &json);
    tk_json_put_text(&json, "meeting",
                     !a->versus       ? "table"
                     : args->gauntlet ? "gauntlet"
                                      : "round robin");
    tk_json_put_int(&json, "sims", args->budget.simulations);
    tk_json_put_int(&json, "ms", (int64_t)(1000 * args->budget.seconds + 0.5));
    tk_json_put_bool(&json, "forfeit", args->forfeit);
    tk_json_close(&json, '}');
}

/* The first thing in which two heads differ, or NULL. */
static const char *difference(const char *own, const char *other)
{
    static char name[64];
    const char *key, *found = NULL;
    json_t *mine = json_loads(own, 0, NULL), *theirs = json_loads(other, 0, NULL), *value;
    if (theirs == NULL)
        found = "a head that cannot be read";
    json_object_foreach(mine, key, value)
    {
        if (found == NULL && !json_equal(value, json_object_get(theirs, key))) {
            snprintf(name, sizeof name, "another '%s'", key);
            found = name;
        }
    }
    json_decref(mine);
    json_decref(theirs);
    return found;
}

/* --- rounds --- */

bool arena_file_add(struct arena *a, long index, const struct arena_round *round)
{
    if (a->file == NULL)
        return true;
    fprintf(a->file, "%ld", index);
    for (int r = 0; r < a->players; r++) {
        const struct arena_game *game = &round->game[r];
        fprintf(a->file, " %d %d %d", game->winners, game->failed, game->plies);
        for (int seat = 0; seat < a->players; seat++)
            fprintf(a->file, " %d %d %.6f", game->score[seat], game->decisions[seat],
                    game->seconds[seat]);
    }
    fputs(" .\n", a->file); /* a line without its point was cut off */
    return fflush(a->file) == 0;
}

static bool read_long(char **at, long low, long high, long *out)
{
    char *end;
    *out = strtol(*at, &end, 10);
    bool fine = end != *at && *out >= low && *out <= high;
    *at = end;
    return fine;
}

static bool read_seat(char **at, struct arena_game *game, int seat)
{
    long score, decisions;
    char *end;
    if (!read_long(at, INT32_MIN, INT32_MAX, &score) || !read_long(at, 0, INT32_MAX, &decisions))
        return false;
    game->score[seat] = (int32_t)score;
    game->decisions[seat] = (int)decisions;
    game->seconds[seat] = strtod(*at, &end);
    bool fine = end != *at && game->seconds[seat] >= 0 && game->seconds[seat] < 1e9;
    *at = end;
    return fine;
}

static bool read_game(const struct arena *a, char **at, struct arena_game *game)
{
    long winners, failed, plies;
    if (!read_long(at, 0, (1L << a->players) - 1, &winners) ||
        !read_long(at, 0, a->players, &failed) || !read_long(at, 0, INT32_MAX, &plies))
        return false;
    *game = (struct arena_game){
        .winners = (uint8_t)winners, .failed = (uint8_t)failed, .plies = (int)plies};
    for (int seat = 0; seat < a->players; seat++)
        if (!read_seat(at, game, seat))
            return false;
    return true;
}

/* Room for one more round of the file. */
static struct arena_game *more_room(struct arena *a)
{
    size_t size = (size_t)a->players * sizeof *a->kept;
    if ((a->kept_count & (a->kept_count - 1)) == 0) { /* full at every power of two */
        size_t room = a->kept_count == 0 ? 1 : 2 * (size_t)a->kept_count;
        struct arena_game *more = realloc(a->kept, room * size);
        if (more == NULL)
            return NULL;
        a->kept = more;
    }
    return a->kept + a->kept_count * a->players;
}

/* Rounds stand in order. What is cut off or makes no sense is played again. */
static void read_round(struct arena *a, char *line)
{
    long index;
    if (!read_long(&line, a->kept_count, a->kept_count, &index) || index >= a->rounds)
        return;
    struct arena_game *room = more_room(a);
    for (int r = 0; room != NULL && r < a->players; r++)
        if (!read_game(a, &line, &room[r]))
            return;
    if (room != NULL && strcmp(line, " .\n") == 0)
        a->kept_count++;
}

/* --- the file --- */

static int refuse(const struct arena *a, const char *why)
{
    return cli_fail(&cli_arena, CLI_FAILED, "%s holds another match (%s); name another file",
                    a->args->save, why);
}

static int check_head(const struct arena *a, FILE *old, char *line, const char *head)
{
    if (fgets(line, LINE_MAX_BYTES, old) == NULL || strncmp(line, title, strlen(title)) != 0)
        return refuse(a, "it is no file of takht arena");
    if (fgets(line, LINE_MAX_BYTES, old) == NULL)
        return refuse(a, "its head is cut off");
    const char *other = difference(head, line);
    return other != NULL ? refuse(a, other) : -1;
}

static int read_old(struct arena *a, FILE *old, const char *head, bool *out_whole)
{
    char *line = malloc(LINE_MAX_BYTES);
    if (line == NULL)
        return cli_fail(&cli_arena, CLI_FAILED, "out of memory");
    int answer = check_head(a, old, line, head);
    while (answer < 0 && fgets(line, LINE_MAX_BYTES, old) != NULL) {
        *out_whole = strchr(line, '\n') != NULL;
        read_round(a, line);
    }
    free(line);
    return answer;
}

int arena_file_open(struct arena *a)
{
    const char *path = a->args->save;
    struct cli_text head = {0};
    bool whole = true;
    int answer = -1;
    if (path == NULL)
        return -1;
    cli_text_write(&head, write_head, a);
    cli_text_add(&head, "\n", 2);
    FILE *old = fopen(path, "r");
    int first = old != NULL ? fgetc(old) : EOF; /* an empty file is as good as none */
    if (first != EOF) {
        ungetc(first, old);
        answer = read_old(a, old, head.data, &whole);
    }
    if (old != NULL)
        fclose(old);
    if (answer < 0 && (a->file = fopen(path, "a")) == NULL)
        answer = cli_fail(&cli_arena, CLI_FAILED, "%s: %s", path, strerror(errno));
    if (answer < 0 && first == EOF)
        fprintf(a->file, "%s\n%s", title, head.data);
    if (answer < 0 && !whole)
        fputc('\n', a->file);
    cli_text_clear(&head);
    return answer;
}
