/* SPDX-License-Identifier: MIT */
/* A game as a list of games tells it: players, options, characters, with their words in all languages. */
#include "game.h"

/* A word of the game, whose key has three parts, in all languages; nothing where it has none. */
static int find_word(const struct tk_game *game, const char *before, const char *middle,
                     const char *after)
{
    char key[96];
    struct tk_writer out = tk_writer_over(key, sizeof key);
    tk_write_text(&out, before);
    tk_write_text(&out, middle);
    tk_write_text(&out, after);
    return tk_word_find(game->words, tk_span_of(tk_writer_text(&out)));
}

static void put_word(const struct tk_game *game, const char *name, int word, struct tk_json *json)
{
    tk_json_key(json, name);
    tk_json_open(json, '{');
    for (int lang = 0; word >= 0 && lang < TK_LANG_COUNT; lang++)
        tk_json_put_text(json, tk_lang_codes[lang], game->words->table[word].text[lang].other);
    tk_json_close(json, '}');
}

static void put_option(const struct tk_game *game, const struct tk_option *option,
                       struct tk_json *json)
{
    static const char *const kinds[] = {"choice", "range", "seat", "custom"};
    tk_json_open(json, '{');
    tk_json_put_text(json, "name", option->name);
    tk_json_put_text(json, "kind", kinds[option->kind]);
    tk_json_key(json, "default");
    tk_json_quote(json);
    tk_option_format(option, option->standard, json->out);
    tk_json_unquote(json);
    tk_json_key(json, "values");
    tk_json_open(json, '[');
    for (int i = 0; option->values != NULL && option->values[i] != NULL; i++)
        tk_json_text(json, option->values[i]);
    tk_json_close(json, ']');
    tk_json_put_int(json, "low", option->low);
    tk_json_put_int(json, "high", option->high);
    put_word(game, "title", find_word(game, "option.", option->name, ""), json);
    put_word(game, "help", find_word(game, "option.", option->name, ".help"), json);
    tk_json_close(json, '}');
}

int tk_character(const struct tk_game *game, int index)
{
    const struct tk_styles *styles = game->learning->styles;
    for (int i = 0; styles != NULL && i < styles->count; i++)
        if (find_word(game, "style.", styles->table[i].name, "") >= 0 && index-- == 0)
            return i;
    return -1;
}

static void put_character(const struct tk_game *game, const char *name, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "name", name);
    put_word(game, "title", find_word(game, "style.", name, ""), json);
    put_word(game, "about", find_word(game, "style.", name, ".about"), json);
    tk_json_close(json, '}');
}

void tk_catalogue(const struct tk_game *game, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "game", game->id);
    tk_json_put_int(json, "players_min", game->seats_min);
    tk_json_put_int(json, "players_max", game->seats_max);
    put_word(game, "title", game->name_word, json);
    put_word(game, "about", game->about_word, json);
    tk_json_key(json, "options");
    tk_json_open(json, '[');
    for (int i = 0; i < game->option_count; i++)
        put_option(game, &game->options[i], json);
    tk_json_close(json, ']');
    tk_json_key(json, "styles");
    tk_json_open(json, '[');
    for (int k = 0, i; (i = tk_character(game, k)) >= 0; k++)
        put_character(game, game->learning->styles->table[i].name, json);
    tk_json_close(json, ']');
    tk_json_close(json, '}');
}
