/* SPDX-License-Identifier: MIT */
/* Games that are kept between two starts of the command. */
#include "saves.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli_words.h"
#include "remote_table.h"

static bool make_folder(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* All folders on the way, the last part apart. */
static bool make_way(char *path)
{
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool made = make_folder(path);
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

bool saves_place(const char *name, char path[SAVES_PATH])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state != NULL && state[0] == '/')
        length = snprintf(path, SAVES_PATH, "%s/takht/%s", state, name);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, SAVES_PATH, "%s/.local/state/takht/%s", home, name);
    return length > 0 && length < SAVES_PATH && make_way(path);
}

bool saves_new(const struct tk_game *game, char path[SAVES_PATH])
{
    enum { TRIES = 100 };
    char name[128], stamp[32], again[16] = "";
    time_t now = time(NULL);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    for (int i = 1; i < TRIES; i++) { /* two games of one program may begin in the same second */
        snprintf(name, sizeof name, "games/%s-%s-%d%s.takht", stamp, game->id, (int)getpid(),
                 again);
        if (!saves_place(name, path))
            return false;
        if (access(path, F_OK) != 0)
            return true;
        snprintf(again, sizeof again, "-%d", i);
    }
    return false;
}

/* The tags of a record; NULL if it is none. To be freed, the text too. */
static struct tk_record *open_record(const char *path, struct cli_text *text)
{
    struct tk_record *record = NULL;
    if (cli_file_read(path, TK_RECORD_MAX, text) != CLI_FILE_OK)
        return NULL;
    cli_drop_mark(text);
    record = calloc(1, sizeof *record);
    if (record != NULL &&
        tk_record_open(record, (struct tk_span){text->data, text->length}, tk_game_find))
        return record;
    free(record);
    cli_text_clear(text);
    return NULL;
}

static bool read_saved(const char *path, struct saved *out)
{
    struct stat facts;
    struct cli_text text;
    size_t length = strlen(path);
    if (length >= sizeof out->path || stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    struct tk_record *record = open_record(path, &text);
    if (record == NULL)
        return false;
    bool goes_on = record->has_seed && !tk_ended_early(&record->ended) &&
                   (!record->has_result || tk_span_is(record->result, "*"));
    *out = (struct saved){
        .when = facts.st_mtime, .game = record->game, .players = record->config.players};
    memcpy(out->path, path, length + 1);
    cli_clean_names(record);
    memcpy(out->names, record->names, sizeof out->names);
    free(record);
    cli_text_clear(&text);
    return goes_on;
}

/* Into a list that stays sorted; what does not fit is the oldest. */
static int insert(struct saved *list, int count, const struct saved *one)
{
    int at = count;
    while (at > 0 && list[at - 1].when < one->when)
        at--;
    if (at == SAVES_MAX)
        return count;
    int after = count < SAVES_MAX ? count : SAVES_MAX - 1;
    memmove(&list[at + 1], &list[at], (size_t)(after - at) * sizeof *list);
    list[at] = *one;
    return after + 1;
}

int saves_list(struct saved out[SAVES_MAX])
{
    char folder[SAVES_PATH], path[SAVES_PATH + 300];
    struct dirent *entry;
    struct saved one;
    int count = 0;
    DIR *games = saves_place("games/", folder) ? opendir(folder) : NULL;
    while (games != NULL && (entry = readdir(games)) != NULL) {
        snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        const char *end = strrchr(entry->d_name, '.');
        if (end != NULL && strcmp(end, ".takht") == 0 && read_saved(path, &one))
            count = insert(out, count, &one);
    }
    if (games != NULL)
        closedir(games);
    return count;
}

/* The same game has the same deal: game, seats, options and seed. */
static bool is_same(const struct tk_record *record, const struct session *s)
{
    return record->game == s->game && record->has_seed &&
           record->config.players == s->config.players &&
           memcmp(record->config.option, s->config.option, sizeof s->config.option) == 0 &&
           memcmp(record->seed, s->seed, sizeof s->seed) == 0;
}

/* Comments stand behind the tags, where a game with a seed has no other brackets. */
static bool is_richer(const struct tk_record *record)
{
    size_t left = (size_t)(record->in.end - record->in.at);
    return record->more || (left > 0 && memchr(record->in.at, '{', left) != NULL);
}

enum saves_file saves_look(const char *path, const struct session *s)
{
    struct stat facts;
    struct cli_text text;
    if (stat(path, &facts) != 0 || (S_ISREG(facts.st_mode) && facts.st_size == 0))
        return SAVES_NONE; /* or it cannot be read: writing says why */
    if (!S_ISREG(facts.st_mode))
        return SAVES_STRANGE;
    struct tk_record *record = open_record(path, &text);
    if (record == NULL)
        return SAVES_STRANGE;
    enum saves_file what = !is_same(record, s) ? SAVES_OTHER
                           : is_richer(record) ? SAVES_RICHER
                                               : SAVES_SAME;
    free(record);
    cli_text_clear(&text);
    return what;
}

/* The server has the record, and gives it when the game is over. */
static void save_far(const struct session *s, const char *path, struct tk_writer *out)
{
    char own[128];
    snprintf(own, sizeof own, "%s.takht", s->far->id);
    const char *file = path[0] != '\0' ? path : s->save != NULL ? s->save : own;
    if (access(file, F_OK) == 0)
        session_say(s, out, CLI_WORD_SAVE_OTHER, "file", file, NULL);
    else
        remote_table_save(s->far, file, out);
}

void saves_save(const struct session *s, const char *path, struct tk_writer *out)
{
    const char *file = path[0] != '\0' ? path : s->save;
    if (s->far != NULL) {
        save_far(s, path, out);
        return;
    }
    if (file == NULL)
        session_say(s, out, CLI_WORD_SAVE_NAME, NULL);
    else if (saves_look(file, s) >= SAVES_RICHER)
        session_say(s, out, CLI_WORD_SAVE_OTHER, "file", file, NULL);
    else if (session_save(s, file))
        session_say(s, out, CLI_WORD_SAVED, "file", file, NULL);
    else
        session_say(s, out, CLI_WORD_SAVE_FAILED, "file", file, "why", strerror(errno), NULL);
}

void saves_say_resume(const struct session *s, struct tk_writer *out)
{
    if (s->save == NULL || (s->kept && !session_is_kept(s)) || !session_autosave(s))
        session_say(s, out, CLI_WORD_RESUME_LOST, NULL);
    else if (s->kept)
        session_say(s, out, CLI_WORD_RESUME_KEPT, NULL);
    else
        session_say(s, out, CLI_WORD_RESUME, "file", s->save, NULL);
}
