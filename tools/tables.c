/* SPDX-License-Identifier: MIT */
/*
 * Turns the CSV files of a game into C: every row becomes a call of a macro, and the game's code
 * says by that macro what a row means. Run in the game's folder; reads tables.txt, of which each
 * line says
 *
 *     INPUT.csv OUTPUT.inc MACRO column:type …
 *
 * or, for comparisons of all rows at once,
 *
 *     INPUT.csv OUTPUT.inc @atmost LIMIT column …
 *
 * which writes for each column the sets of rows whose number is at most 0, 1 … LIMIT, or
 *
 *     INPUT.csv OUTPUT.inc @sets MACRO column
 *
 * which calls the macro for each value of the column with its name and the set of its rows. A set
 * is two 64-bit words; bit n stands for the n-th row, counted from 1. A line
 *
 *     @map OUTPUT.inc MACRO PLACE,PLACE,… ROW,ROW,… LETTERS,LETTERS,… MAP.txt …
 *
 * reads maps drawn with letters, all of one size, and writes for each map and each group of letters
 *
 *     MACRO(MAP, LETTERS, (set, set, …), (set, set, …))
 *
 * with one set {word, word, …} of 64-bit words for each place. A bit is set where the cell holds
 * one of the letters; it is the bit at which the place begins, and the row from there, and the cell
 * from the left from there. The second list is the same map turned by half a circle. Lines
 *
 *     @picks OUTPUT.inc ROW PICK PILES MOST EACH
 *     @bunches OUTPUT.inc MACRO KINDS MOST
 *
 * need no input. The first writes for every set of so many piles (bit 0 is the first) one row with
 * all ways to choose MOST of them, or all if there are fewer, and to take EACH from every one chosen:
 *
 *     ROW(how many ways, PICK(of the first pile, of the second, …) PICK(…) …)
 *
 * The second writes MACRO(of the first kind, of the second, …) for every bunch of one thing, then of
 * two, up to MOST, of so many kinds.
 *
 * Types: int, name (an identifier in capitals), text (a string), lower (a string in lower case),
 * set (a|b becomes IN(A) | IN(B), nothing becomes 0), pair (a:3 becomes A, 3, nothing becomes NONE,
 * 0).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 8192, COLUMNS_MAX = 64, CELL_SIZE = 512, SETS_MAX = 64, MAP_SIZE = 32 };

struct column {
    char name[64];
    char type[16];
    int index; /* in the CSV file */
};

static void die(const char *what, const char *which)
{
    fprintf(stderr, "tables: %s: %s\n", which, what);
    exit(1);
}

/* Takes the next cell off the line; cells may be quoted. */
static int next_cell(char **at, char *cell)
{
    char *in = *at;
    size_t length = 0;
    int quoted = *in == '"';
    if (in == NULL || *in == '\0')
        return 0;
    if (quoted)
        in++;
    while (*in != '\0' && (quoted ? *in != '"' || in[1] == '"' : *in != ',')) {
        if (quoted && *in == '"')
            in++;
        if (length + 1 < CELL_SIZE)
            cell[length++] = *in;
        in++;
    }
    cell[length] = '\0';
    if (quoted && *in == '"')
        in++;
    *at = *in == ',' ? in + 1 : in;
    return 1;
}

static int split(char *line, char cells[COLUMNS_MAX][CELL_SIZE])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    size_t length = strlen(line);
    int open_end = length > 0 && line[length - 1] == ',';
    while (count < COLUMNS_MAX && next_cell(&line, cells[count]))
        count++;
    if (open_end && count < COLUMNS_MAX)
        cells[count++][0] = '\0';
    return count;
}

static void print_name(FILE *out, const char *text, size_t length)
{
    if (length == 0)
        fputs("NONE", out);
    for (size_t i = 0; i < length; i++)
        fputc(isalnum((unsigned char)text[i]) ? toupper((unsigned char)text[i]) : '_', out);
}

static void print_text(FILE *out, const char *text, int lower)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(lower ? tolower((unsigned char)*text) : *text, out);
    }
    fputc('"', out);
}

static void print_set(FILE *out, const char *text)
{
    if (*text == '\0')
        fputc('0', out);
    while (*text != '\0') {
        size_t length = strcspn(text, "|");
        fputs("IN(", out);
        print_name(out, text, length);
        fputc(')', out);
        text += length;
        if (*text == '|') {
            fputs(" | ", out);
            text++;
        }
    }
}

static void print_pair(FILE *out, const char *text)
{
    size_t length = strcspn(text, ":");
    print_name(out, text, length);
    fprintf(out, ", %s", text[length] == ':' ? text + length + 1 : "0");
}

static void print_cell(FILE *out, const char *type, const char *text)
{
    if (strcmp(type, "int") == 0)
        fputs(*text == '\0' ? "0" : text, out);
    else if (strcmp(type, "name") == 0)
        print_name(out, text, strlen(text));
    else if (strcmp(type, "text") == 0)
        print_text(out, text, 0);
    else if (strcmp(type, "lower") == 0)
        print_text(out, text, 1);
    else if (strcmp(type, "set") == 0)
        print_set(out, text);
    else if (strcmp(type, "pair") == 0)
        print_pair(out, text);
    else
        die("unknown type", type);
}

/* A CSV file being read and the C file made of it. */
struct job {
    const char *input, *output;
    FILE *in, *out;
    int width; /* cells in a row */
    char cells[COLUMNS_MAX][CELL_SIZE];
};

static void job_open(struct job *job, const char *input, const char *output, struct column *columns,
                     int count)
{
    char line[LINE_SIZE];
    job->input = input;
    job->output = output;
    job->in = fopen(input, "r");
    job->out = fopen(output, "w");
    if (job->in == NULL || fgets(line, sizeof line, job->in) == NULL)
        die("cannot be read", input);
    if (job->out == NULL)
        die("cannot be written", output);
    job->width = split(line, job->cells);
    for (int i = 0; i < count; i++) {
        columns[i].index = -1;
        for (int k = 0; k < job->width; k++)
            if (strcmp(job->cells[k], columns[i].name) == 0)
                columns[i].index = k;
        if (columns[i].index < 0)
            die("no such column", columns[i].name);
    }
    fprintf(job->out, "/* Made by tools/tables from %s; change that file instead. */\n", input);
}

static int job_next(struct job *job)
{
    char line[LINE_SIZE];
    if (fgets(line, sizeof line, job->in) == NULL)
        return 0;
    if (split(line, job->cells) != job->width)
        die("a row has another number of cells", job->input);
    return 1;
}

static void job_close(struct job *job)
{
    fclose(job->in);
    if (fclose(job->out) != 0)
        die("cannot be written", job->output);
}

static void convert_rows(struct job *job, const char *macro, const struct column *columns,
                         int count)
{
    while (job_next(job)) {
        fprintf(job->out, "%s(", macro);
        for (int i = 0; i < count; i++) {
            fputs(i > 0 ? ", " : "", job->out);
            print_cell(job->out, columns[i].type, job->cells[columns[i].index]);
        }
        fputs(")\n", job->out);
    }
}

static void convert_sets(struct job *job, int limit, const struct column *columns, int count)
{
    static unsigned long long sets[COLUMNS_MAX][SETS_MAX][2];
    memset(sets, 0, sizeof sets);
    for (int row = 1; job_next(job); row++)
        for (int i = 0; i < count; i++)
            for (int most = atoi(job->cells[columns[i].index]); most <= limit; most++)
                sets[i][most][row / 64] |= 1ULL << row % 64;
    for (int i = 0; i < count; i++) {
        fprintf(job->out, "{ /* %s */\n", columns[i].name);
        for (int most = 0; most <= limit; most++)
            fprintf(job->out, "    {{0x%llx, 0x%llx}},\n", sets[i][most][0], sets[i][most][1]);
        fputs("},\n", job->out);
    }
}

/* The values come in the order in which the file names them first. */
static void convert_values(struct job *job, const char *macro, const struct column *column)
{
    static char values[SETS_MAX][CELL_SIZE];
    unsigned long long sets[SETS_MAX][2] = {{0}};
    int count = 0;
    for (int row = 1; job_next(job); row++) {
        const char *cell = job->cells[column->index];
        int value = 0;
        while (value < count && strcmp(values[value], cell) != 0)
            value++;
        if (value == SETS_MAX || row >= 128)
            die("too many rows or values", job->input);
        if (value == count)
            snprintf(values[count++], CELL_SIZE, "%s", cell);
        sets[value][row / 64] |= 1ULL << row % 64;
    }
    for (int i = 0; i < count; i++) {
        fprintf(job->out, "%s(", macro);
        print_name(job->out, values[i], strlen(values[i]));
        fprintf(job->out, ", 0x%llx, 0x%llx)\n", sets[i][0], sets[i][1]);
    }
}

/* A map of letters, or the same map turned by half a circle. */
struct map {
    int height, width;
    char cell[MAP_SIZE][MAP_SIZE];
};

static void map_read(struct map *map, const char *path)
{
    char line[LINE_SIZE];
    FILE *in = fopen(path, "r");
    if (in == NULL)
        die("cannot be read", path);
    for (map->height = 0; fgets(line, sizeof line, in) != NULL; map->height++) {
        int width = (int)strcspn(line, "\r\n");
        if (map->height == MAP_SIZE || width > MAP_SIZE || (map->height > 0 && width != map->width))
            die("a map must be a rectangle of at most 32 by 32", path);
        map->width = width;
        memcpy(map->cell[map->height], line, (size_t)width);
    }
    fclose(in);
}

static void map_turn(const struct map *map, struct map *out_turned)
{
    *out_turned = (struct map){.height = map->height, .width = map->width};
    for (int row = 0; row < map->height; row++)
        for (int column = 0; column < map->width; column++)
            out_turned->cell[row][column] =
                map->cell[map->height - 1 - row][map->width - 1 - column];
}

/* Where the bits of maps go. */
struct layout {
    int places, rows;
    int place[MAP_SIZE], row[MAP_SIZE];
};

static int read_numbers(const char *list, int *out)
{
    int count = 0;
    for (const char *at = list; at != NULL && count < MAP_SIZE; at = strchr(at, ',')) {
        at += *at == ',';
        out[count] = atoi(at);
        if (out[count] < 0 || out[count] >= 32 * MAP_SIZE - MAP_SIZE)
            die("is no place for bits", list);
        count++;
    }
    return count;
}

static int largest(const int *list, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++)
        most = list[i] > most ? list[i] : most;
    return most;
}

static void print_laid(FILE *out, const struct map *map, const struct layout *layout, int place,
                       const char *letters)
{
    unsigned long long word[MAP_SIZE] = {0};
    int bits = largest(layout->place, layout->places) + largest(layout->row, layout->rows);
    for (int row = 0; row < map->height; row++)
        for (int column = 0; column < map->width; column++) {
            int bit = layout->place[place] + layout->row[row] + column;
            if (strchr(letters, map->cell[row][column]) != NULL)
                word[bit / 64] |= 1ULL << (bit % 64);
        }
    for (int i = 0; i < (bits + map->width + 63) / 64; i++)
        fprintf(out, "%s0x%llx", i > 0 ? ", " : "{{", word[i]);
    fputs("}}", out);
}

static void print_map(FILE *out, const struct map *map, const struct layout *layout,
                      const char *letters)
{
    for (int place = 0; place < layout->places; place++) {
        fputs(place > 0 ? ", " : "(", out);
        print_laid(out, map, layout, place, letters);
    }
    fputc(')', out);
}

/* The name of a file without folder and ending. */
static void print_stem(FILE *out, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    print_name(out, name, strcspn(name, "."));
}

static void convert_maps(void)
{
    static struct map map, turned;
    struct layout layout;
    char *output = strtok(NULL, " \n"), *macro = strtok(NULL, " \n");
    char *places = strtok(NULL, " \n"), *rows = strtok(NULL, " \n"), *groups = strtok(NULL, " \n");
    FILE *out = output == NULL ? NULL : fopen(output, "w");
    if (groups == NULL || out == NULL)
        die("needs output, macro, places, rows, letters and maps", "@map");
    layout.places = read_numbers(places, layout.place);
    layout.rows = read_numbers(rows, layout.row);
    fputs("/* Made by tools/tables from text maps; change those instead. */\n", out);
    for (char *path; (path = strtok(NULL, " \n")) != NULL;) {
        char letters[64];
        map_read(&map, path);
        if (map.height != layout.rows)
            die("has not as many rows as the line in tables.txt", path);
        map_turn(&map, &turned);
        for (const char *at = groups; sscanf(at, "%63[^,]", letters) == 1;) {
            fprintf(out, "%s(", macro);
            print_stem(out, path);
            fprintf(out, ", %s, ", letters);
            print_map(out, &map, &layout, letters);
            fputs(", ", out);
            print_map(out, &turned, &layout, letters);
            fputs(")\n", out);
            at += strlen(letters);
            at += *at == ',';
        }
    }
    if (fclose(out) != 0)
        die("cannot be written", output);
}

/* Opens the output named next on the line; `what` is the directive, for complaints. */
static FILE *open_next(const char *what)
{
    char *output = strtok(NULL, " \n");
    FILE *out = output == NULL ? NULL : fopen(output, "w");
    if (out == NULL)
        die("has no output that can be written", what);
    fprintf(out, "/* Made by tools/tables (%s in tables.txt). */\n", what);
    return out;
}

static int next_number(const char *what)
{
    char *word = strtok(NULL, " \n");
    int number = word == NULL ? 0 : atoi(word);
    if (number < 1 || number > 16)
        die("needs a number from 1 to 16 here", what);
    return number;
}

static void print_counts(FILE *out, const char *macro, const int *counts, int kinds)
{
    fprintf(out, "%s(", macro);
    for (int kind = 0; kind < kinds; kind++)
        fprintf(out, "%s%d", kind > 0 ? ", " : "", counts[kind]);
    fputc(')', out);
}

/* The ways to pick from a set of piles. */
struct picks {
    FILE *out; /* NULL: only count */
    const char *macro;
    int piles, each;
};

/* All ways to choose `left` more piles of the set, from the pile `from` on. Returns how many. */
static int print_picks(const struct picks *picks, unsigned set, int from, int left, int *counts)
{
    int ways = 0;
    if (left == 0) {
        if (picks->out != NULL) {
            fputc(' ', picks->out);
            print_counts(picks->out, picks->macro, counts, picks->piles);
        }
        return 1;
    }
    for (int pile = from; pile < picks->piles; pile++) {
        if ((set >> pile & 1) == 0)
            continue;
        counts[pile] = picks->each;
        ways += print_picks(picks, set, pile + 1, left - 1, counts);
        counts[pile] = 0;
    }
    return ways;
}

static void convert_picks(void)
{
    FILE *out = open_next("@picks");
    const char *row = strtok(NULL, " \n");
    struct picks picks = {.macro = strtok(NULL, " \n")};
    if (picks.macro == NULL)
        die("needs the names of two macros", "@picks");
    picks.piles = next_number("@picks");
    int most = next_number("@picks"), counts[16] = {0};
    picks.each = next_number("@picks");
    for (unsigned set = 0; set < 1U << picks.piles; set++) {
        int there = __builtin_popcount(set), left = there < most ? there : most;
        picks.out = NULL;
        int ways = there == 0 ? 0 : print_picks(&picks, set, 0, left, counts);
        fprintf(out, "%s(%d,%s", row, ways, ways == 0 ? " 0" : "");
        picks.out = out;
        if (ways > 0)
            print_picks(&picks, set, 0, left, counts);
        fputs(")\n", out);
    }
    fclose(out);
}

/* Bunches of `left` more things, none of a kind before `from`. */
static void print_bunches(FILE *out, const char *macro, int kinds, int from, int left, int *counts)
{
    if (left == 0) {
        print_counts(out, macro, counts, kinds);
        fputc('\n', out);
        return;
    }
    for (int kind = from; kind < kinds; kind++) {
        counts[kind]++;
        print_bunches(out, macro, kinds, kind, left - 1, counts);
        counts[kind]--;
    }
}

static void convert_bunches(void)
{
    FILE *out = open_next("@bunches");
    const char *macro = strtok(NULL, " \n");
    if (macro == NULL)
        die("needs the name of a macro", "@bunches");
    int kinds = next_number("@bunches"), most = next_number("@bunches"), counts[16] = {0};
    for (int size = 1; size <= most; size++)
        print_bunches(out, macro, kinds, 0, size, counts);
    fclose(out);
}

/* The lines of tables.txt that have no CSV file; true if this was one. */
static int convert_special(const char *word)
{
    static const struct {
        const char *word;
        void (*convert)(void);
    } special[] = {
        {"@map", convert_maps}, {"@picks", convert_picks}, {"@bunches", convert_bunches}};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (strcmp(word, special[i].word) == 0) {
            special[i].convert();
            return 1;
        }
    return 0;
}

static void convert_line(char *line)
{
    static struct job job;
    struct column columns[COLUMNS_MAX];
    int count = 0, limit = 0;
    char *input = strtok(line, " \n");
    if (input == NULL || input[0] == '#' || convert_special(input))
        return;
    char *output = strtok(NULL, " \n"), *macro = strtok(NULL, " \n");
    if (output == NULL || macro == NULL)
        die("a line needs input, output and macro", "tables.txt");
    int sets = strcmp(macro, "@atmost") == 0, values = strcmp(macro, "@sets") == 0;
    if (sets) {
        char *number = strtok(NULL, " \n");
        limit = number == NULL ? 0 : atoi(number);
        if (limit < 1 || limit >= SETS_MAX)
            die("the limit is missing or too large", input);
    }
    if (values && (macro = strtok(NULL, " \n")) == NULL)
        die("the macro is missing", input);
    for (char *word; (word = strtok(NULL, " \n")) != NULL && count < COLUMNS_MAX; count++)
        if (sscanf(word, "%63[^:]:%15s", columns[count].name, columns[count].type) !=
            (sets || values ? 1 : 2))
            die("a column must be written name:type", word);
    if (values && count != 1)
        die("sets are of one column", input);
    job_open(&job, input, output, columns, count);
    if (sets)
        convert_sets(&job, limit, columns, count);
    else if (values)
        convert_values(&job, macro, &columns[0]);
    else
        convert_rows(&job, macro, columns, count);
    job_close(&job);
}

int main(void)
{
    char line[LINE_SIZE];
    FILE *spec = fopen("tables.txt", "r");
    if (spec == NULL)
        die("cannot be read", "tables.txt");
    while (fgets(line, sizeof line, spec) != NULL)
        convert_line(line);
    fclose(spec);
    return 0;
}
