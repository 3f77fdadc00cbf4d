/* SPDX-License-Identifier: MIT */
/*
 * Prints the view of a game as TypeScript, from the schema of its field table: a type for each named
 * table or kind, and a function that checks whether a value is one. The result is committed as
 * games/FOLDER/web/view-types.ts; the tests make it anew and expect no difference.
 *
 *     views GAME            types and checks
 *     views --schema GAME   the JSON schema itself
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "games/games.h"

enum { SCHEMA_MAX = 1 << 18 };

static const char *ref_name(const json_t *schema)
{
    const char *ref = json_string_value(json_object_get(schema, "$ref"));
    return ref != NULL ? strrchr(ref, '/') + 1 : NULL;
}

static bool is_type(const json_t *schema, const char *type)
{
    const char *is = json_string_value(json_object_get(schema, "type"));
    return is != NULL && strcmp(is, type) == 0;
}

static bool is_required(const json_t *schema, const char *key)
{
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(schema, "required"), i, name)
    {
        if (strcmp(json_string_value(name), key) == 0)
            return true;
    }
    return false;
}

/* An object whose keys are not known beforehand: what its values are. */
static json_t *values_of(const json_t *schema)
{
    json_t *more = json_object_get(schema, "additionalProperties");
    return json_is_object(more) ? more : NULL;
}

/* What may also be null, without the null. */
static json_t *nullable_of(const json_t *schema)
{
    return json_array_get(json_object_get(schema, "anyOf"), 0);
}

/* --- types --- */

static void print_type(json_t *schema, int depth);

static void print_members(json_t *schema, int depth)
{
    const char *key;
    json_t *member;
    printf("{\n");
    json_object_foreach(json_object_get(schema, "properties"), key, member)
    {
        printf("%*s%s%s: ", 2 * depth + 2, "", key, is_required(schema, key) ? "" : "?");
        print_type(member, depth + 1);
        printf(";\n");
    }
    printf("%*s}", 2 * depth, "");
}

static void print_words(const json_t *words, const char *between)
{
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        printf("%s'%s'", i > 0 ? between : "", json_string_value(word));
    }
}

static void print_list(json_t *items, int depth)
{
    bool several = json_object_get(items, "anyOf") || json_object_get(items, "enum");
    printf("%s", several ? "(" : "");
    print_type(items, depth);
    printf("%s", several ? ")[]" : "[]");
}

static void print_object(json_t *schema, int depth)
{
    if (values_of(schema) == NULL) {
        print_members(schema, depth);
        return;
    }
    printf("Record<string, ");
    print_type(values_of(schema), depth);
    printf(">");
}

static void print_type(json_t *schema, int depth)
{
    if (ref_name(schema) != NULL) {
        printf("%s", ref_name(schema));
    } else if (nullable_of(schema) != NULL) {
        print_type(nullable_of(schema), depth);
        printf(" | null");
    } else if (json_object_get(schema, "enum") != NULL) {
        print_words(json_object_get(schema, "enum"), " | ");
    } else if (is_type(schema, "array")) {
        print_list(json_object_get(schema, "items"), depth);
    } else if (is_type(schema, "object")) {
        print_object(schema, depth);
    } else {
        printf("%s", is_type(schema, "integer")
                         ? "number"
                         : json_string_value(json_object_get(schema, "type")));
    }
}

/* --- checks, with the functions of web/src/shape.ts --- */

static void print_check(json_t *schema);

static void print_wrapped(const char *function, json_t *schema)
{
    printf("%s(", function);
    print_check(schema);
    printf(")");
}

static int print_some(json_t *schema, bool required)
{
    const char *key;
    json_t *member;
    int count = 0;
    json_object_foreach(json_object_get(schema, "properties"), key, member)
    {
        if (is_required(schema, key) != required)
            continue;
        printf("%s%s: ", count++ > 0 ? ", " : " ", key);
        print_check(member);
    }
    return count;
}

static void print_object_check(json_t *schema)
{
    size_t members = json_object_size(json_object_get(schema, "properties"));
    printf("object({");
    size_t required = (size_t)print_some(schema, true);
    printf(" }");
    if (required < members) {
        printf(", {");
        print_some(schema, false);
        printf(" }");
    }
    printf(")");
}

static void print_check(json_t *schema)
{
    if (ref_name(schema) != NULL) {
        printf("is%s", ref_name(schema));
    } else if (nullable_of(schema) != NULL) {
        print_wrapped("nullable", nullable_of(schema));
    } else if (json_object_get(schema, "enum") != NULL) {
        printf("oneOf(");
        print_words(json_object_get(schema, "enum"), ", ");
        printf(")");
    } else if (is_type(schema, "array")) {
        print_wrapped("list", json_object_get(schema, "items"));
    } else if (values_of(schema) != NULL) {
        print_wrapped("values", values_of(schema));
    } else if (is_type(schema, "object")) {
        print_object_check(schema);
    } else {
        printf("%s", json_string_value(json_object_get(schema, "type")));
    }
}

/* --- a whole file --- */

struct printing {
    json_t *types; /* "$defs" */
    json_t *done;  /* names that are printed */
};

static void print_named(struct printing *p, const char *name);

/* Every type that this one names comes before it. */
static void print_needed(struct printing *p, json_t *schema)
{
    const char *key;
    json_t *part;
    size_t i;
    if (ref_name(schema) != NULL)
        print_named(p, ref_name(schema));
    json_object_foreach(schema, key, part)
    {
        print_needed(p, part);
    }
    json_array_foreach(schema, i, part)
    {
        print_needed(p, part);
    }
}

static void print_named(struct printing *p, const char *name)
{
    json_t *type = json_object_get(p->types, name);
    if (json_object_get(p->done, name) != NULL)
        return;
    json_object_set_new(p->done, name, json_true());
    print_needed(p, type);
    printf("\nexport type %s = ", name);
    print_type(type, 0);
    printf(";\nexport const is%s: Check<%s> = ", name, name);
    print_check(type);
    printf(";\n");
}

/* The functions that the checks use, and no others: an import that is not used is an error. */
static void find_used(json_t *schema, json_t *used)
{
    const char *key, *type = json_string_value(json_object_get(schema, "type"));
    json_t *part;
    size_t i;
    bool plain = type != NULL && strcmp(type, "array") != 0 && strcmp(type, "null") != 0;
    if (plain)
        json_object_set_new(used, values_of(schema) != NULL ? "values" : type, json_true());
    if (type != NULL && strcmp(type, "array") == 0)
        json_object_set_new(used, "list", json_true());
    if (json_object_get(schema, "anyOf") != NULL)
        json_object_set_new(used, "nullable", json_true());
    if (json_object_get(schema, "enum") != NULL)
        json_object_set_new(used, "oneOf", json_true());
    json_object_foreach(schema, key, part)
    {
        find_used(part, used);
    }
    json_array_foreach(schema, i, part)
    {
        find_used(part, used);
    }
}

static void print_imports(json_t *types)
{
    static const char *const names[] = {"boolean", "integer", "list",   "nullable",
                                        "object",  "oneOf",   "string", "values"};
    json_t *used = json_object();
    find_used(types, used);
    printf("import { ");
    for (int i = 0; i < TK_COUNT(names); i++)
        if (json_object_get(used, names[i]) != NULL)
            printf("%s, ", names[i]);
    printf("type Check } from '$web/shape';\n");
    json_decref(used);
}

static void print_file(const char *id, json_t *schema)
{
    struct printing p = {json_object_get(schema, "$defs"), json_object()};
    printf("// SPDX-License-Identifier: MIT\n"
           "// What a view of %s holds, made from its field table by tools/views: make tables.\n",
           id);
    print_imports(p.types);
    print_named(&p, ref_name(schema));
    json_decref(p.done);
}

static json_t *load_schema(const char *id)
{
    static char text[SCHEMA_MAX];
    const struct tk_game *game = tk_game_find(tk_span_of(id));
    if (game == NULL)
        return NULL;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_schema(game->knowledge.fields, &json);
    return tk_writer_fits(&out) ? json_loadb(text, out.length, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

int main(int argc, char **argv)
{
    bool raw = argc == 3 && strcmp(argv[1], "--schema") == 0;
    json_t *schema = argc == 2 || raw ? load_schema(argv[argc - 1]) : NULL;
    if (schema == NULL) {
        fprintf(stderr, "usage: views [--schema] GAME (a game that has a field table)\n");
        return 1;
    }
    if (raw)
        json_dumpf(schema, stdout, JSON_INDENT(2));
    else
        print_file(argv[1], schema);
    json_decref(schema);
    return 0;
}
