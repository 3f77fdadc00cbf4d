/* SPDX-License-Identifier: MIT */
/* Options: text to value and back. */
#include "option.h"

const char *const tk_off_on[3] = {"off", "on", NULL};

static bool parse_choice(const struct tk_option *option, struct tk_span text, int32_t *out_value)
{
    for (int i = 0; option->values[i] != NULL; i++) {
        if (tk_span_is(text, option->values[i])) {
            *out_value = i;
            return true;
        }
    }
    return false;
}

static bool parse_number(struct tk_span text, int32_t low, int32_t high, int32_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    int64_t number;
    if (!tk_read_int(&in, low, high, &number) || !tk_read_end(&in))
        return false;
    *out_value = (int32_t)number;
    return true;
}

bool tk_option_parse(const struct tk_option *option, int players, struct tk_span text,
                     int32_t *out_value)
{
    switch (option->kind) {
    case TK_OPTION_CHOICE:
        return parse_choice(option, text, out_value);
    case TK_OPTION_RANGE:
        return parse_number(text, option->low, option->high, out_value);
    case TK_OPTION_SEAT:
        if (tk_span_is(text, "random")) {
            *out_value = TK_RANDOM;
            return true;
        }
        return parse_number(text, 0, players - 1, out_value);
    case TK_OPTION_CUSTOM:
        return text.length <= TK_OPTION_TEXT_MAX && option->parse(text, out_value);
    }
    return false;
}

void tk_option_format(const struct tk_option *option, int32_t value, struct tk_writer *out)
{
    if (option->kind == TK_OPTION_CHOICE)
        tk_write_text(out, option->values[value]);
    else if (option->kind == TK_OPTION_CUSTOM)
        option->format(value, out);
    else if (option->kind == TK_OPTION_SEAT && value == TK_RANDOM)
        tk_write_text(out, "random");
    else
        tk_write_int(out, value);
}

static void write_range(int32_t low, int32_t high, struct tk_writer *out)
{
    tk_write_int(out, low);
    tk_write_text(out, " to ");
    tk_write_int(out, high);
}

void tk_option_allowed(const struct tk_option *option, int players, struct tk_writer *out)
{
    switch (option->kind) {
    case TK_OPTION_CHOICE:
        for (int i = 0; option->values[i] != NULL; i++) {
            if (i > 0)
                tk_write_text(out, ", ");
            tk_write_text(out, option->values[i]);
        }
        break;
    case TK_OPTION_RANGE:
        write_range(option->low, option->high, out);
        break;
    case TK_OPTION_SEAT:
        tk_write_text(out, "random or a seat, ");
        write_range(0, players - 1, out);
        break;
    case TK_OPTION_CUSTOM:
        tk_write_text(out, option->hint);
        break;
    }
}
