/* SPDX-License-Identifier: MIT */
/*
 * The protocol as the server's own rows tell it:
 *
 *     protocol types                  types for the page and their checks, on stdout
 *     protocol document < OLD > NEW   docs/protocol.md with its tables made anew
 *
 * A table of the document stands between <!-- rows: NAME --> and <!-- end -->.
 */
#include <stdio.h>
#include <string.h>

#include "server/event.h"
#include "server/message.h"
#include "server/refusals.h"

/* --- tables of the document --- */

static void print_fields(const struct field *fields, unsigned use, const char *skip)
{
    const char *between = "";
    for (const struct field *f = fields; f->name != NULL; f++) {
        bool shown = use == 0 || (f->use & use) != 0;
        if (!shown || f->kind == FIELD_WISH || (skip != NULL && strcmp(f->name, skip) == 0))
            continue;
        const char *name = use != 0 && (f->use & FIELD_NAMED) != 0 ? "name" : f->name;
        printf("%s`%s`%s (%s)", between, name, (f->use & FIELD_OPTIONAL) != 0 ? "?" : "", f->about);
        between = ", ";
    }
}

static void print_messages(void)
{
    printf("| `t` | keys besides `table` | what it does |\n| --- | --- | --- |\n");
    for (int i = 0; message_at(i) != NULL; i++) {
        const struct message_row *row = message_at(i);
        printf("| `%s` | ", row->name);
        print_fields(row->fields, 0, "table");
        printf(" | %s%s |\n", row->about, row->needs == NEEDS_NOTHING ? " (no `table`)" : "");
    }
}

static void print_events(void)
{
    printf("| `what` | keys | caused by | what happened |\n| --- | --- | --- | --- |\n");
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        const struct event_row *row = event_row((enum event_kind)kind);
        printf("| `%s` | ", row->name);
        print_fields(row->fields, FIELD_SHOWN | FIELD_NAMED, NULL);
        printf(" | %s | %s |\n", event_by_words(row->by), row->about);
    }
}

static void print_refusals(void)
{
    printf("| code | status | when |\n| --- | --- | --- |\n");
    for (int i = FINE + 1; i < REFUSALS; i++)
        printf("| `%s` | %d | %s |\n", refusal_code((enum refusal)i),
               refusal_status((enum refusal)i), refusal_when((enum refusal)i));
}

static const struct {
    const char *name;
    void (*print)(void);
} tables[] = {{"messages", print_messages}, {"events", print_events}, {"refusals", print_refusals}};

static int document(void)
{
    char line[8192], mark[64];
    bool skipping = false;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strcmp(line, "<!-- end -->\n") == 0)
            skipping = false;
        if (!skipping)
            fputs(line, stdout);
        for (int i = 0; i < TK_COUNT(tables); i++) {
            snprintf(mark, sizeof mark, "<!-- rows: %s -->\n", tables[i].name);
            if (strcmp(line, mark) != 0)
                continue;
            tables[i].print();
            skipping = true;
        }
    }
    return skipping ? 1 : 0;
}

/* --- types of the page, and their checks --- */

enum { KEYS_MAX = 64 };

/* The keys that a line of the log can have: those of all kinds of events, each once. */
struct keys {
    const char *name[KEYS_MAX], *type[KEYS_MAX];
    int count;
};

static bool has_key(const struct keys *keys, const char *name)
{
    int at = 0;
    while (at < keys->count && strcmp(keys->name[at], name) != 0)
        at++;
    return at < keys->count;
}

static void add_key(struct keys *keys, const char *name, const char *type)
{
    if (has_key(keys, name) || keys->count == KEYS_MAX)
        return;
    keys->name[keys->count] = name;
    keys->type[keys->count++] = type;
}

static struct keys keys_of_lines(void)
{
    struct keys keys = {.count = 0};
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        for (const struct field *f = event_row((enum event_kind)kind)->fields; f->name != NULL; f++)
            if ((f->use & (FIELD_SHOWN | FIELD_NAMED)) != 0)
                add_key(&keys, (f->use & FIELD_NAMED) != 0 ? "name" : f->name,
                        field_kind_type(f->kind));
    add_key(&keys, "ply", "number"); /* of a move: plies after it */
    add_key(&keys, "turn", "number");
    add_key(&keys, "round", "number");
    return keys;
}

static void print_line(void)
{
    struct keys keys = keys_of_lines();
    printf("export const LINE_KINDS = [\n");
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        printf("  '%s',\n", event_row((enum event_kind)kind)->name);
    printf("  'quiet',\n] as const;\nexport type LineKind = (typeof LINE_KINDS)[number];\n\n"
           "/* A line of the log. Which keys it has depends on what happened. */\n"
           "export type Line = {\n  seq: number;\n  at: number;\n  what: LineKind;\n");
    for (int i = 0; i < keys.count; i++)
        printf("  %s?: %s;\n", keys.name[i], keys.type[i]);
    printf("  say?: Phrase[];\n};\n\nexport const isLine: Check<Line> = shape<Line>({\n"
           "  seq: number,\n  at: number,\n  what: oneOf(...LINE_KINDS),\n");
    for (int i = 0; i < keys.count; i++) /* the checks of shape.ts have the names of the types */
        printf("  %s: maybe(%s),\n", keys.name[i], keys.type[i]);
    printf("  say: maybe(list(isPhrase)),\n});\n");
}

static void print_requests(void)
{
    printf("\n/* What is asked of a table; whoever follows the table adds `table`. */\n"
           "export type TableRequest =");
    for (int i = 0; message_at(i) != NULL; i++) {
        const struct message_row *row = message_at(i);
        if (row->needs == NEEDS_NOTHING)
            continue;
        printf("\n  | { t: '%s'", row->name);
        for (const struct field *f = row->fields; f->name != NULL; f++)
            if (strcmp(f->name, "table") != 0)
                printf("; %s%s: %s", f->name, (f->use & FIELD_OPTIONAL) != 0 ? "?" : "",
                       field_kind_type(f->kind));
        printf(" }");
    }
    printf(";\n");
}

static int types(void)
{
    printf("// SPDX-License-Identifier: MIT\n"
           "// Made by tools/protocol.c from the server's rows (make tables). Do not edit.\n"
           "import type { Phrase } from './protocol';\n"
           "import { boolean, list, maybe, number, oneOf, shape, string, type Check } from "
           "'./shape';\n"
           "import { isPhrase } from './shapes';\n\n");
    print_line();
    print_requests();
    printf("\nexport type RefusalCode =");
    for (int i = FINE + 1; i < REFUSALS; i++)
        printf("\n  | '%s'", refusal_code((enum refusal)i));
    printf(";\n");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "types") == 0)
        return types();
    if (argc == 2 && strcmp(argv[1], "document") == 0)
        return document();
    fputs("usage: protocol types | protocol document < docs/protocol.md\n", stderr);
    return 2;
}
