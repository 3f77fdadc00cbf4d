/* The log: one JSON object a line on stderr, without secrets. */
#include "app.h"

#include <stdarg.h>
#include <stdio.h>

void log_line(const struct app *app, const char *what, const char *format, ...)
{
    char words[512], line[1024];
    va_list values;
    if (app->config.quiet)
        return;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    struct tk_writer out = tk_writer_over(line, sizeof line);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "at", now_ms());
    tk_json_put_text(&json, "what", what);
    tk_json_put_text(&json, "words", words);
    tk_json_close(&json, '}');
    fprintf(stderr, "%s\n", tk_writer_text(&out));
}
