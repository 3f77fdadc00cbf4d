/* SPDX-License-Identifier: MIT */
/* Records in files: how they are read, and what is said of one that is wrong. */
#include "cli.h"
#include "cli_words.h"

#include <errno.h>
#include <string.h>

/* How a file is called in messages. */
static const char *called(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

void cli_drop_mark(struct cli_text *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t length = sizeof mark - 1;
    if (text->length < length || memcmp(text->data, mark, length) != 0)
        return;
    text->length -= length;
    memmove(text->data, text->data + length, text->length);
}

int cli_record_read(const struct cli_command *command, const char *path, struct cli_text *out_text)
{
    enum cli_file_status status = cli_file_read(path, TK_RECORD_MAX, out_text);
    if (status == CLI_FILE_ERROR)
        return cli_fail(command, CLI_FAILED, "%s: %s", called(path), strerror(errno));
    if (status == CLI_FILE_TOO_LARGE)
        return cli_fail(command, CLI_FAILED, "%s: a record has at most %d MB", called(path),
                        TK_RECORD_MAX / 1024 / 1024);
    cli_drop_mark(out_text);
    return -1;
}

int cli_record_wrong(const struct cli_command *command, const char *path,
                     const struct tk_record *record)
{
    char why[512] = "";
    struct tk_writer out = tk_writer_over(why, sizeof why);
    int line = tk_record_problem_line(record);
    if (record->status == TK_OK)
        return cli_fail(command, CLI_FAILED, "%s:%d: %s", called(path), line, record->problem);
    tk_status_write(&(struct tk_speaker){TK_EN, record->game, NULL}, record->status, &out);
    return cli_fail(command, CLI_FAILED, "%s:%d: ply %d: '%.*s' is refused: %s", called(path), line,
                    record->ply + 1, (int)(record->move.length > 100 ? 100 : record->move.length),
                    record->move.data, tk_writer_text(&out));
}

int cli_over_word(struct tk_span how)
{
    static const struct {
        const char *how;
        int word;
    } ways[] = {
        {"agreed", CLI_WORD_FAR_OVER_AGREED},
        {"resigned", CLI_WORD_FAR_OVER_RESIGNED},
        {"time", CLI_WORD_FAR_OVER_TIME},
        {"closed", CLI_WORD_FAR_OVER_CLOSED},
    };
    for (int i = 0; i < TK_COUNT(ways); i++)
        if (tk_span_is(how, ways[i].how))
            return ways[i].word;
    return CLI_WORD_FAR_OVER_GAME;
}
