/* SPDX-License-Identifier: MIT */
/* Words of others: what would steer a terminal is left out of them. */
#include "cli.h"

#include <string.h>

void cli_clean(char *text)
{
    struct tk_reader in = tk_reader_over(tk_span_of(text));
    char *to = text;
    const char *before = in.at;
    while (!tk_read_end(&in)) {
        uint32_t point = tk_read_codepoint(&in);
        size_t length = (size_t)(in.at - before);
        bool steers = point < ' ' || (point >= 0x7f && point < 0xa0) ||
                      (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
        if (point == 0xfffd && length == 1) { /* no UTF-8 */
            *to++ = '?';
        } else if (!steers) {
            memmove(to, before, length);
            to += length;
        }
        before = in.at;
    }
    *to = '\0';
}

void cli_clean_names(struct tk_record *record)
{
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        cli_clean(record->names[seat]);
}
