/* SPDX-License-Identifier: MIT */
/* 7 Wonders Duel as the rest of the program sees it. */
#include "duel_internal.h"

static const char *const wonder_options[] = {"draft", "first-game", NULL};

/* In this order the values stand in a configuration. */
static const struct tk_option options[] = {
    {.name = "wonders", .kind = TK_OPTION_CHOICE, .values = wonder_options},
    {.name = "start", .kind = TK_OPTION_SEAT, .standard = TK_RANDOM},
};

static const struct tk_refusal refusals[] = {
#define X(name, clause) {DUEL_WORD_NO_##name, clause},
    DUEL_REFUSALS(X)
#undef X
};

static void get_config(const void *state, struct tk_config *out)
{
    const struct duel_state *s = state;
    *out = (struct tk_config){
        .players = DUEL_SEATS,
        .option = {s->preset, s->first_option - 1},
    };
}

static int get_actor(const void *state)
{
    const struct duel_state *s = state;
    return s->phase == DUEL_PHASE_OVER ? TK_NOBODY : s->active;
}

static int get_turn(const void *state)
{
    return ((const struct duel_state *)state)->turn;
}

/* 7D-17.5. */
static uint32_t decisions_max(const struct tk_config *config)
{
    (void)config;
    return 79;
}

#ifndef TAKHT_NO_TERMINAL
static const struct tk_terminal terminal = {
    .draw = duel_draw,
};
#endif

const struct tk_learning duel_learning = {
    .count = DUEL_FEATURES,
    .table = TK_PART_THINKING(duel_feature_table),
    .features = TK_PART_THINKING(duel_features),
    .progress = TK_PART_THINKING(duel_progress),
    .index = TK_PART_THINKING(&duel_index),
    .horizon = TK_PART_THINKING(duel_horizon),
    .search = TK_PART_THINKING(&duel_search),
    .reasons = TK_PART_THINKING(&duel_reasons),
    .encoding = TK_PART_THINKING(&duel_encoding),
    .styles = &duel_styles,
    .situations = TK_PART_THINKING(&duel_situations),
};

static const struct tk_checks checks = {
    .audit = duel_audit,
    .decisions_max = decisions_max,
};

static const struct tk_game duel = {
    .id = "seven-wonders-duel",
    .name_word = DUEL_WORD_NAME,
    .about_word = DUEL_WORD_ABOUT,
    .seats_min = DUEL_SEATS,
    .seats_max = DUEL_SEATS,
    .option_count = TK_COUNT(options),
    .refusal_count = TK_COUNT(refusals),
    .state_size = sizeof(struct duel_state),
    .actions_max = 64, /* 7D-17.3: 36 plays, or 59 cards to revive */
    .options = options,
    .refusals = refusals,
    .words = &duel_words,
    .rules =
        {
            .setup = duel_setup,
            .config = get_config,
            .actor = get_actor,
            .turn = get_turn,
            .legal = duel_legal,
            .apply = duel_apply,
            .refuse = duel_refuse,
            .reveals = duel_reveals,
            .scores = duel_scores,
            .ranks = duel_ranks,
            .ending = duel_ending,
            .sheet = duel_sheet,
        },
    .knowledge =
        {
            .fields = &duel_fields,
            .determinise = duel_determinise,
        },
    .text =
        {
            .format = duel_format,
            .parse = duel_parse,
            .place = duel_place,
            .prompt = duel_prompt,
            .describe = duel_describe,
        },
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &duel_learning,
    .checks = &checks,
};

const struct tk_game *const duel_games[] = {&duel, NULL};
