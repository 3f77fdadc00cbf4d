/* SPDX-License-Identifier: MIT */
/* Text that grows, files, and output that notices when it cannot be written. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- text that grows --- */

static void *need(void *memory)
{
    if (memory == NULL) {
        fputs("takht: out of memory\n", stderr);
        exit(CLI_FAILED);
    }
    return memory;
}

static void reserve(struct cli_text *text, size_t more)
{
    if (text->size - text->length >= more)
        return;
    size_t size = text->size < 4096 ? 4096 : text->size;
    while (size - text->length < more)
        size *= 2;
    text->data = need(realloc(text->data, size));
    text->size = size;
}

void cli_text_add(struct cli_text *text, const char *data, size_t length)
{
    reserve(text, length);
    memcpy(text->data + text->length, data, length);
    text->length += length;
}

void cli_text_clear(struct cli_text *text)
{
    free(text->data);
    *text = (struct cli_text){0};
}

void cli_fold(const char *text, char *out, size_t size)
{
    struct tk_reader in = tk_reader_over(tk_span_of(text));
    struct tk_writer to = tk_writer_over(out, size);
    while (!tk_read_end(&in)) {
        const char *from = in.at;
        uint32_t point = tk_read_codepoint(&in);
        bool digit = (point >= 0x6f0 && point <= 0x6f9) || (point >= 0x660 && point <= 0x669);
        if (point < 0x80)
            tk_write_char(&to, (char)tolower((int)point));
        else if (digit)
            tk_write_char(&to, (char)('0' + (point & 15)));
        else if (point == 0x64a || point == 0x649)
            tk_write_text(&to, "ی");
        else if (point == 0x643)
            tk_write_text(&to, "ک");
        else if (point != 0x200c && point != 0x640 && (point < 0x64b || point > 0x652))
            tk_write(&to, from, (size_t)(in.at - from));
    }
    (void)tk_writer_text(&to);
}

void cli_text_write(struct cli_text *text,
                    void (*write)(struct tk_writer *out, const void *context), const void *context)
{
    reserve(text, 1024);
    for (;;) {
        struct tk_writer out = tk_writer_over(text->data + text->length, text->size - text->length);
        write(&out, context);
        if (tk_writer_fits(&out)) {
            text->length += out.length;
            return;
        }
        reserve(text, out.length);
    }
}

enum cli_file_status cli_file_read(const char *path, size_t most, struct cli_text *out_text)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    enum cli_file_status status = CLI_FILE_OK;
    struct stat facts;
    *out_text = (struct cli_text){0};
    if (file == NULL)
        return CLI_FILE_ERROR;
    if (fstat(fileno(file), &facts) == 0 && S_ISDIR(facts.st_mode)) {
        errno = EISDIR;
        status = CLI_FILE_ERROR;
    }
    for (size_t got = 1; status == CLI_FILE_OK && got > 0;) {
        reserve(out_text, 65536);
        got = fread(out_text->data + out_text->length, 1, 65536, file);
        out_text->length += got;
        if (out_text->length > most)
            status = CLI_FILE_TOO_LARGE;
        else if (ferror(file))
            status = CLI_FILE_ERROR;
    }
    int saved = errno;
    if (!standard)
        fclose(file);
    if (status != CLI_FILE_OK)
        cli_text_clear(out_text);
    errno = saved;
    return status;
}

bool cli_file_replace(const char *path, const struct cli_text *text)
{
    char beside[4096];
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        errno = EEXIST; /* a device, a pipe or a folder stays what it is */
        return false;
    }
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *file = fopen(beside, "wb");
    if (file == NULL)
        return false;
    bool written = fwrite(text->data, 1, text->length, file) == text->length && fflush(file) == 0 &&
                   fsync(fileno(file)) == 0;
    int saved = errno;
    if (fclose(file) != 0 || !written || rename(beside, path) != 0) {
        saved = written ? errno : saved;
        unlink(beside);
        errno = saved;
        return false;
    }
    return true;
}

int cli_output_close(const struct cli_command *command)
{
    bool broken = ferror(stdout) != 0;
    if (!broken)
        errno = 0;
    if (fflush(stdout) != 0 || broken)
        return cli_fail(command, CLI_FAILED, "cannot write the output: %s",
                        errno == EPIPE ? "its reader went away" : strerror(errno));
    return CLI_OK;
}

void cli_game_seed(const uint8_t run_seed[TK_SEED_BYTES], long index,
                   uint8_t out_seed[TK_SEED_BYTES])
{
    memcpy(out_seed, run_seed, TK_SEED_BYTES);
    for (int i = 0; i < 8; i++)
        out_seed[24 + i] = (uint8_t)(out_seed[24 + i] ^ (uint64_t)index >> (8 * i));
}

void cli_game_rng(const uint8_t game_seed[TK_SEED_BYTES], struct tk_rng *out_rng)
{
    tk_rng_init(out_rng, tk_hash(game_seed, TK_SEED_BYTES), 0);
}

void cli_game_begin(const struct cli_args *args, long index, void *out_state,
                    struct tk_rng *out_rng)
{
    uint8_t seed[TK_SEED_BYTES];
    cli_game_seed(args->seed, index, seed);
    cli_game_rng(seed, out_rng);
    tk_start(args->game, &args->config, seed, out_state);
}

bool cli_random_seed(uint8_t out_seed[TK_SEED_BYTES])
{
    return getrandom(out_seed, TK_SEED_BYTES, 0) == TK_SEED_BYTES;
}

enum cli_line cli_line_read(FILE *in, char room[CLI_LINE_MAX])
{
    size_t length = 0;
    int c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n')
        if (c != '\0' && ++length < CLI_LINE_MAX)
            room[length - 1] = (char)c;
    if (c == EOF && length == 0)
        return CLI_LINE_NONE;
    bool fits = length < CLI_LINE_MAX;
    length = fits ? length : 0;
    room[length > 0 && room[length - 1] == '\r' ? length - 1 : length] = '\0';
    return fits ? CLI_LINE_READ : CLI_LINE_TOO_LONG;
}
