/* SPDX-License-Identifier: MIT */
/*
 * Turns the word lists of a folder into C: words/en.json and words/fa.json become NAME.h with an
 * enum of the keys and NAME.c with the table. A key that one language lacks, or a sentence whose
 * named parts differ between the languages, is an error.
 *
 *     words FOLDER NAME PREFIX TABLE        words games/splendor splendor_words SPLENDOR
 * splendor_words
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static const char *const languages[] = {"en", "fa"};
enum { LANGUAGES = 2, PATH_SIZE = 512, PARTS_SIZE = 512 };

static void die(const char *what, const char *which)
{
    fprintf(stderr, "words: %s: %s\n", which, what);
    exit(1);
}

static json_t *load(const char *folder, const char *language)
{
    char path[PATH_SIZE];
    json_error_t error;
    snprintf(path, sizeof path, "%s/words/%s.json", folder, language);
    json_t *words = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (words == NULL || !json_is_object(words)) {
        fprintf(stderr, "words: %s:%d: %s\n", path, error.line, error.text);
        exit(1);
    }
    return words;
}

/* A word is a string, or an object with "one" and "other". */
static const char *form(json_t *words, const char *key, const char *number)
{
    json_t *word = json_object_get(words, key);
    if (json_is_object(word))
        word = json_object_get(word, number);
    if (!json_is_string(word))
        die("is missing or no sentence", key);
    return json_string_value(word);
}

/* The named parts of a sentence in alphabetical order, each once. */
static void parts(const char *text, char *out)
{
    char names[16][32];
    int count = 0;
    for (const char *at = strchr(text, '{'); at != NULL && count < 16; at = strchr(at, '{')) {
        size_t length = strcspn(++at, "}");
        snprintf(names[count], sizeof names[0], "%.*s", (int)length, at);
        int known = 0;
        for (int i = 0; i < count; i++)
            known |= strcmp(names[i], names[count]) == 0;
        count += !known;
    }
    qsort(names, (size_t)count, sizeof names[0], (int (*)(const void *, const void *))strcmp);
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(out + used, PARTS_SIZE - used, "%s ", names[i]);
}

static void check(json_t *words[LANGUAGES])
{
    const char *key;
    json_t *value;
    for (int i = 0; i < LANGUAGES; i++) {
        json_object_foreach(words[i], key, value)
        {
            char one[PARTS_SIZE], other[PARTS_SIZE];
            parts(form(words[0], key, "other"), one);
            parts(form(words[1], key, "other"), other);
            if (strcmp(one, other) != 0)
                die("the languages name different parts", key);
        }
    }
}

static void print_constant(FILE *out, const char *prefix, const char *what, const char *key)
{
    fprintf(out, "%s_%s_", prefix, what);
    for (; *key != '\0'; key++)
        fputc(isalnum((unsigned char)*key) ? toupper((unsigned char)*key) : '_', out);
}

/* Signs of direction (U+202A to U+202E, U+2066 to U+2069) are escaped, so that they act on the page
 * only. */
static int is_direction(const unsigned char *at)
{
    return at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xaa && at[2] <= 0xae) ||
                             (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
}

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        const unsigned char *at = (const unsigned char *)text;
        if (is_direction(at)) {
            fprintf(out, "\\%o\\%o\\%o", at[0], at[1], at[2]);
            text += 2;
            continue;
        }
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static FILE *create(const char *folder, const char *name, const char *ending)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        die("cannot be written", path);
    fputs("/* SPDX-License-Identifier: MIT */\n"
          "/* Made by tools/words from words/en.json and words/fa.json; change these instead. */\n"
          "// clang-format off\n",
          out);
    return out;
}

/* What can be wrong with a position or a record is told by a constant text, which tk_problem_text translates. */
static void write_problems(FILE *out, const char *prefix, json_t *words)
{
    static const char before[] = "problem.";
    const char *key;
    json_t *value;
    int count = 0;
    json_object_foreach(words, key, value)
    {
        if (strncmp(key, before, strlen(before)) != 0)
            continue;
        fputs("#define ", out);
        print_constant(out, prefix, "PROBLEM", key + strlen(before));
        fputc(' ', out);
        print_string(out, form(words, key, "other"));
        fputc('\n', out);
        count++;
    }
    if (count > 0)
        fputc('\n', out);
}

static void write_header(const char *folder, const char *name, const char *prefix,
                         const char *table, json_t *words)
{
    const char *key;
    json_t *value;
    FILE *out = create(folder, name, ".h");
    fprintf(out, "#ifndef %s_WORDS_GENERATED_H\n#define %s_WORDS_GENERATED_H\n\n", prefix, prefix);
    fprintf(out, "#include \"%swords.h\"\n\nenum {\n", strcmp(prefix, "TK") == 0 ? "" : "core/");
    json_object_foreach(words, key, value)
    {
        fputs("    ", out);
        print_constant(out, prefix, "WORD", key);
        fputs(",\n", out);
    }
    fprintf(out, "};\n\n");
    write_problems(out, prefix, words);
    fprintf(out, "extern const struct tk_words %s;\n\n#endif\n", table);
    fclose(out);
}

static void write_table(const char *folder, const char *name, const char *table,
                        json_t *words[LANGUAGES])
{
    const char *key;
    json_t *value;
    FILE *out = create(folder, name, ".c");
    fprintf(out, "#include \"%s.h\"\n\nstatic const struct tk_word entries[] = {\n", name);
    json_object_foreach(words[0], key, value)
    {
        fprintf(out, "    {\"%s\", {", key);
        for (int i = 0; i < LANGUAGES; i++) {
            fputs(i > 0 ? ", {" : "{", out);
            print_string(out, form(words[i], key, "one"));
            fputs(", ", out);
            print_string(out, form(words[i], key, "other"));
            fputc('}', out);
        }
        fputs("}},\n", out);
    }
    fprintf(out,
            "};\n\nconst struct tk_words %s = {entries, sizeof entries / sizeof entries[0]};\n",
            table);
    fclose(out);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        die("usage: words FOLDER NAME PREFIX TABLE", "words");
    json_t *words[LANGUAGES];
    for (int i = 0; i < LANGUAGES; i++)
        words[i] = load(argv[1], languages[i]);
    check(words);
    write_header(argv[1], argv[2], argv[3], argv[4], words[0]);
    write_table(argv[1], argv[2], argv[4], words);
    for (int i = 0; i < LANGUAGES; i++)
        json_decref(words[i]);
    return 0;
}
