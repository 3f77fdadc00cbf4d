/* SPDX-License-Identifier: MIT */
/* The settings of bots: one table says what can be written after a bot's name, and what it means. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots_internal.h"
#include "net.h"

#define SUITS "what suits the game"

/* clang-format off */
const struct bot_setting_about bot_settings[BOT_SETTINGS] = {
    [BOT_SIMS]    = {"sims", BOT_COUNT, 1, 1e9, "1000 of mcts, those of the level", "simulations of a decision"},
    [BOT_MS]      = {"ms", BOT_COUNT, 1, 1e6, "no bound, or that of the level", "milliseconds of a decision; a search ends with the first of both bounds"},
    [BOT_EXPLORE] = {"explore", BOT_NUMBER, 0, 100, SUITS, "weight of moves that were not tried much"},
    [BOT_SHARP]   = {"sharp", BOT_NUMBER, 0, 1000, SUITS, "how much more a move is tried that looks better at once"},
    [BOT_REDUCE]  = {"reduce", BOT_NUMBER, 0, 10, SUITS, "how much worse than the others a move is taken for before it was tried"},
    [BOT_TEMPO]   = {"tempo", BOT_NUMBER, 0, 10, SUITS, "what it is worth at a leaf to move next, in log-odds"},
    [BOT_PLAYOUT] = {"playout", BOT_COUNT, 0, 1000, SUITS, "moves played on from a leaf before it is evaluated"},
    [BOT_FINISH]  = {"finish", BOT_COUNT, 0, 1000, SUITS, "turns finished from a leaf before it is evaluated"},
    [BOT_SOFT]    = {"soft", BOT_NUMBER, 0, 1000, SUITS, "points that are an e-fold at an end that was played out; 0: the win alone counts"},
    [BOT_MIX]     = {"mix", BOT_NUMBER, 0, 1, SUITS, "with a net and playouts: share of what the net says of the leaf itself; the rest is how the playout ended"},
    [BOT_ALONE]   = {"alone", BOT_YES_NO, 0, 1, SUITS, "the turns of the others are played in a hurry, not searched"},
    [BOT_MERGE]   = {"merge", BOT_YES_NO, 0, 1, SUITS, "of orders of moves that come to the same one is searched"},
    [BOT_PAIR]    = {"pair", BOT_YES_NO, 0, 1, SUITS, "moves are compared on the same draws of what is hidden"},
    [BOT_MAX]     = {"max", BOT_YES_NO, 0, 1, SUITS, "within a turn a move is worth what the best way to go on is worth, not the mean of all that were tried"},
    [BOT_TEMP]    = {"temp", BOT_NUMBER, 0, 10, "0, or that of the level", "how far it strays among moves of similar worth"},
    [BOT_TRUST]   = {"trust", BOT_NUMBER, 0.01, 10, SUITS, "how far the chances that it tells are taken at their word, 1 fully; it changes no move"},
    [BOT_KEEP]    = {"keep", BOT_YES_NO, 0, 1, "yes", "a decision goes on with the tree of the last one"},
    [BOT_SAVE]    = {"save", BOT_YES_NO, 0, 1, "yes", "time that a decision leaves goes to the next ones, up to as much again"},
    [BOT_WINS]    = {"wins", BOT_YES_NO, 0, 1, "no", "greedy: takes the weights of the search"},
    [BOT_NET]     = {"net", BOT_WORD, 0, 0, "yes where the game has one", "the learned net that evaluates: yes, no, or its name"},
    [BOT_INSTINCT] = {"instinct", BOT_NUMBER, 0, 1, SUITS, "with a net: its share in how good moves look at once; the rest is how one stands after them"},
    [BOT_STYLE]   = {"style", BOT_WORD, 0, 0, "none", "a manner of play that the game knows"},
    [BOT_POINTS]  = {"points", BOT_YES_NO, 0, 1, "no", "greedy: looks at points alone"},
};
/* clang-format on */

/* --- names that are known --- */

/* A net, or whether any at all. */
static const char *net_word(int index)
{
    static const char *const words[] = {"yes", "no"};
    return index < TK_COUNT(words) ? words[index] : net_name(index - TK_COUNT(words));
}

/* The manners of all games, one game after the other. */
static const char *style_word(int index)
{
    const struct tk_game *game;
    for (int i = 0; (game = tk_game_at(i)) != NULL; i++) {
        const struct tk_styles *styles = game->learning->styles;
        if (styles == NULL)
            continue;
        if (index < styles->count)
            return styles->table[index].name;
        index -= styles->count;
    }
    return NULL;
}

/* What a setting of that kind can be, one by one; NULL after the last. */
static const char *word_at(enum bot_setting which, int index)
{
    return which == BOT_NET ? net_word(index) : which == BOT_STYLE ? style_word(index) : NULL;
}

/* Several games may have a manner of the same name. */
static bool was_said(enum bot_setting which, int index)
{
    const char *word = word_at(which, index);
    for (int i = 0; i < index; i++)
        if (strcmp(word_at(which, i), word) == 0)
            return true;
    return false;
}

static void write_words(enum bot_setting which, struct tk_writer *out)
{
    const char *word = word_at(which, 0);
    tk_write_text(out, word == NULL ? "nothing here: no game has any" : "one of ");
    for (int i = 0; (word = word_at(which, i)) != NULL; i++) {
        if (was_said(which, i))
            continue;
        tk_write_text(out, i > 0 ? ", " : "");
        tk_write_text(out, word);
    }
}

/* --- what a setting takes --- */

/* Without the full precision that nobody wrote: 0.01, 100, 1000000000. */
static void write_number(double number, struct tk_writer *out)
{
    char text[32];
    snprintf(text, sizeof text, "%.12g", number);
    tk_write_text(out, text);
}

void bot_setting_range(enum bot_setting which, struct tk_writer *out)
{
    static const char *const kinds[] = {"a whole number", "a number", "yes or no", ""};
    const struct bot_setting_about *about = &bot_settings[which];
    tk_write_text(out, kinds[about->kind]);
    if (about->kind == BOT_WORD)
        write_words(which, out);
    if (about->kind >= BOT_YES_NO)
        return;
    tk_write_text(out, " from ");
    write_number(about->low, out);
    tk_write_text(out, " to ");
    write_number(about->high, out);
}

/* --- reading --- */

static bool read_yes_no(const char *text, bool *out)
{
    *out = strcmp(text, "yes") == 0;
    return *out || strcmp(text, "no") == 0;
}

static bool read_number(const char *text, const struct bot_setting_about *about, double *out)
{
    char *end;
    double number = strtod(text, &end);
    *out = number;
    return end != text && *end == '\0' && number >= about->low && number <= about->high;
}

/* A name that is known; one that is not would be ignored. */
static bool read_word(const char *text, enum bot_setting which, char *out)
{
    const char *word;
    for (int i = 0; (word = word_at(which, i)) != NULL; i++)
        if (strcmp(word, text) == 0) {
            snprintf(out, BOT_WORD_MAX + 1, "%s", word);
            return true;
        }
    return false;
}

static bool read_value(const char *text, enum bot_setting which, struct bot_value *out)
{
    const struct bot_setting_about *about = &bot_settings[which];
    double number;
    out->given = true;
    if (about->kind == BOT_YES_NO)
        return read_yes_no(text, &out->yes);
    if (about->kind == BOT_WORD)
        return read_word(text, which, out->word);
    if (!read_number(text, about, &number))
        return false;
    if (about->kind == BOT_COUNT)
        out->count = (long)number;
    else
        out->number = number;
    return about->kind != BOT_COUNT || (double)out->count == number;
}

static int find_setting(const char *name)
{
    int which = 0;
    while (which < BOT_SETTINGS && strcmp(bot_settings[which].name, name) != 0)
        which++;
    return which;
}

static void tell_names(const char *name, struct tk_writer *why)
{
    tk_write_text(why, "'");
    tk_write_text(why, name);
    tk_write_text(why, "' is no setting of a bot; there are");
    for (int i = 0; i < BOT_SETTINGS; i++) {
        tk_write_text(why, i > 0 ? ", " : " ");
        tk_write_text(why, bot_settings[i].name);
    }
}

static void tell_range(enum bot_setting which, struct tk_writer *why)
{
    tk_write_text(why, bot_settings[which].name);
    tk_write_text(why, " takes ");
    bot_setting_range(which, why);
}

/* explore=1.5 */
static bool read_setting(char *text, struct bot *bot, struct tk_writer *why)
{
    struct bot_value value = {0};
    char *equals = strchr(text, '=');
    if (equals != NULL)
        *equals = '\0';
    int which = find_setting(text);
    if (which == BOT_SETTINGS) {
        tell_names(text, why);
        return false;
    }
    if (equals == NULL || !read_value(equals + 1, (enum bot_setting)which, &value)) {
        tell_range((enum bot_setting)which, why);
        return false;
    }
    bot->set[which] = value;
    return true;
}

bool settings_read(struct tk_span text, struct bot *bot, struct tk_writer *why)
{
    char copy[BOT_TEXT_MAX + 1], *save = NULL;
    snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.data);
    for (char *part = strtok_r(copy, "+", &save); part != NULL; part = strtok_r(NULL, "+", &save))
        if (!read_setting(part, bot, why))
            return false;
    const struct bot_value *sims = &bot->set[BOT_SIMS], *ms = &bot->set[BOT_MS];
    if (sims->given || ms->given)
        bot->budget = (struct bot_budget){.simulations = sims->given ? sims->count : 0,
                                          .seconds = ms->given ? (double)ms->count / 1000 : 0};
    return true;
}
