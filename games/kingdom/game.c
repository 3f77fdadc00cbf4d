/* SPDX-License-Identifier: MIT */
/* Kingdom Builder as the rest of the program sees it. */
#include "kingdom_internal.h"

/* In this order the values stand in a configuration (KB-85). */
static const struct tk_option options[] = {
    {.name = "board",
     .kind = TK_OPTION_CUSTOM,
     .standard = KINGDOM_OPTION_RANDOM,
     .values = kingdom_board_values,
     .parse = kingdom_board_parse,
     .format = kingdom_board_format,
     .hint = "random, first, or four different quadrants from top left to bottom right, turned "
             "ones with :180, such as oracle:180,harbor,barn:180,tower"},
    {.name = "cards",
     .kind = TK_OPTION_CUSTOM,
     .standard = KINGDOM_OPTION_RANDOM,
     .values = kingdom_cards_values,
     .parse = kingdom_cards_parse,
     .format = kingdom_cards_format,
     .hint = "random, nolords, first, or three different cards such as miners,lords,hermits"},
    {.name = "start", .kind = TK_OPTION_SEAT, .standard = TK_RANDOM},
};

static const struct tk_refusal refusals[] = {
#define X(name, clause) {KINGDOM_WORD_NO_##name, clause},
    KINGDOM_REFUSALS(X)
#undef X
};

static void get_config(const void *state, struct tk_config *out)
{
    const struct kingdom_state *s = state;
    *out = (struct tk_config){
        .players = s->players,
        .option = {s->board_option, s->cards_option, s->start_option},
    };
}

static int get_actor(const void *state)
{
    const struct kingdom_state *s = state;
    if (s->phase == KINGDOM_ACT || s->phase == KINGDOM_MOVE)
        return s->active;
    return s->phase == KINGDOM_OVER ? TK_NOBODY : TK_CHANCE;
}

static int get_turn(const void *state)
{
    return ((const struct kingdom_state *)state)->turn;
}

int kingdom_round(const void *state)
{
    const struct kingdom_state *s = state;
    return (get_turn(s) - 1) / s->players + 1;
}

static uint16_t get_ending(const void *state)
{
    const struct kingdom_state *s = state;
    return s->phase == KINGDOM_OVER ? KINGDOM_WORD_END_SUPPLY : KINGDOM_WORD_END_PLAYING;
}

/* KB-69: rounds of at most 16 decisions: three settlements, seven tiles of which five move, end. */
static uint32_t decisions_max(const struct tk_config *config)
{
    return KINGDOM_ROUNDS * 16U * config->players;
}

#ifndef TAKHT_NO_TERMINAL
static const struct tk_terminal terminal = {
    .draw = kingdom_draw,
    .rows = KINGDOM_SIZE + 1, /* a line for every row of hexes, and one for the columns */
};
#endif

const struct tk_learning kingdom_learning = {
    .count = KINGDOM_FEATURES,
    .table = TK_PART_THINKING(kingdom_feature_table),
    .features = TK_PART_THINKING(kingdom_features),
    .progress = TK_PART_THINKING(kingdom_progress),
    .index = TK_PART_THINKING(&kingdom_index),
    .outlook = TK_PART_THINKING(kingdom_outlook),
    .search = TK_PART_THINKING(&kingdom_search),
    .reasons = TK_PART_THINKING(&kingdom_reasons),
    .encoding = TK_PART_THINKING(&kingdom_encoding),
    .styles = &kingdom_styles,
};

static const struct tk_checks checks = {
    .audit = kingdom_audit,
    .decisions_max = decisions_max,
};

static const struct tk_game kingdom = {
    .id = "kingdom-builder",
    .name_word = KINGDOM_WORD_NAME,
    .about_word = KINGDOM_WORD_ABOUT,
    .seats_min = 2,
    .seats_max = KINGDOM_SEATS, /* KB-1 */
    .option_count = TK_COUNT(options),
    .refusal_count = TK_COUNT(refusals),
    .state_size = sizeof(struct kingdom_state),
    .actions_max = 408, /* below 400 are listed, and some room is written over */
    .options = options,
    .refusals = refusals,
    .words = &kingdom_words,
    .rules =
        {
            .setup = kingdom_setup,
            .config = get_config,
            .actor = get_actor,
            .turn = get_turn,
            .round = kingdom_round,
            .legal = kingdom_legal,
            .apply = kingdom_apply,
            .refuse = kingdom_refuse,
            .reveals = kingdom_reveals,
            .scores = kingdom_scores,
            .ranks = kingdom_ranks,
            .ending = get_ending,
            .sheet = kingdom_sheet,
        },
    .chance =
        {
            .settle = kingdom_settle,
        },
    .knowledge =
        {
            .fields = &kingdom_fields,
            .determinise = kingdom_determinise,
        },
    .text =
        {
            .format = kingdom_format,
            .parse = kingdom_parse,
            .place = kingdom_hex_write,
            .prompt = kingdom_prompt,
            .describe = kingdom_describe,
        },
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &kingdom_learning,
    .checks = &checks,
};

const struct tk_game *const kingdom_games[] = {&kingdom, NULL};
