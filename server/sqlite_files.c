/* SPDX-License-Identifier: MIT */
/* The files of a database, and whether they are still where they were. */
#include "sqlite_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char *const endings[SQLITE_FILES] = {"", "-wal", "-shm"};

static struct sqlite_file_id look(const char *path, const char *ending)
{
    char name[PATH_MAX + 8];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, ending);
    if (stat(name, &about) != 0)
        return (struct sqlite_file_id){0};
    return (struct sqlite_file_id){true, about.st_dev, about.st_ino};
}

void sqlite_files_note(struct sqlite_files *files, const char *path)
{
    files->path = realpath(path, NULL);
    for (int i = 0; files->path != NULL && i < SQLITE_FILES; i++)
        files->id[i] = look(files->path, endings[i]);
}

bool sqlite_files_are_there(const struct sqlite_files *files)
{
    bool same = true;
    for (int i = 0; i < SQLITE_FILES; i++) {
        const struct sqlite_file_id *noted = &files->id[i];
        struct sqlite_file_id now = noted->known ? look(files->path, endings[i]) : *noted;
        same &=
            now.known == noted->known && now.device == noted->device && now.number == noted->number;
    }
    return same;
}

void sqlite_files_forget(struct sqlite_files *files)
{
    free(files->path);
    files->path = NULL;
}
