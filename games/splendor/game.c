/* SPDX-License-Identifier: MIT */
/* Splendor as the rest of the program sees it. */
#include "splendor_internal.h"

/* In this order the values stand in a configuration: SP-15.3, SP-15.5, SP-15.1, SP-15.2 twice,
 * SP-15.4. */
static const struct tk_option options[] = {
    {.name = "target", .kind = TK_OPTION_RANGE, .standard = 15, .low = 5, .high = 30},
    {.name = "start", .kind = TK_OPTION_SEAT, .standard = TK_RANDOM},
    {.name = "free_take", .kind = TK_OPTION_CHOICE, .values = tk_off_on},
    {.name = "auto_noble", .kind = TK_OPTION_CHOICE, .values = tk_off_on},
    {.name = "auto_pay", .kind = TK_OPTION_CHOICE, .values = tk_off_on},
    {.name = "no_progress", .kind = TK_OPTION_RANGE, .standard = 25, .low = 0, .high = 100},
};

static const struct tk_refusal refusals[] = {
#define X(name, clause) {SPLENDOR_WORD_NO_##name, clause},
    SPLENDOR_REFUSALS(X)
#undef X
};

static void get_config(const void *state, struct tk_config *out)
{
    const struct splendor_state *s = state;
    *out = (struct tk_config){
        .players = s->players,
        .option = {s->target, s->start_option - 1, s->free_take, s->auto_noble, s->auto_pay,
                   s->no_progress},
    };
}

static int get_actor(const void *state)
{
    const struct splendor_state *s = state;
    return s->phase == SPLENDOR_OVER ? TK_NOBODY : s->active;
}

static int get_turn(const void *state)
{
    return (int)((const struct splendor_state *)state)->turn;
}

int splendor_round(const void *state)
{
    const struct splendor_state *s = state;
    return (get_turn(s) - 1) / s->players + 1;
}

/* SP-13.6: the reasons of the end are kept apart. */
static uint16_t get_ending(const void *state)
{
    static const uint16_t words[] = {
        [SPLENDOR_PLAYING] = SPLENDOR_WORD_END_PLAYING,
        [SPLENDOR_PRESTIGE] = SPLENDOR_WORD_END_PRESTIGE,
        [SPLENDOR_STALEMATE] = SPLENDOR_WORD_END_STALEMATE,
        [SPLENDOR_NO_PROGRESS] = SPLENDOR_WORD_END_NO_PROGRESS,
    };
    return words[((const struct splendor_state *)state)->ending];
}

/* SP-13.5: fewer than no_progress × players turns around each of 180 purchases and reservations. */
static uint32_t decisions_max(const struct tk_config *config)
{
    return 3 * 182 * (uint32_t)config->option[5] * config->players;
}

#ifndef TAKHT_NO_TERMINAL
static const struct tk_terminal terminal = {
    .draw = splendor_draw,
};
#endif

const struct tk_learning splendor_learning = {
    .count = SPLENDOR_FEATURES,
    .table = TK_PART_THINKING(splendor_feature_table),
    .features = TK_PART_THINKING(splendor_features),
    .progress = TK_PART_THINKING(splendor_progress),
    .outlook = TK_PART_THINKING(splendor_outlook),
    .index = TK_PART_THINKING(&splendor_index),
    .search = TK_PART_THINKING(&splendor_search),
    .reasons = TK_PART_THINKING(&splendor_reasons),
    .encoding = TK_PART_THINKING(&splendor_encoding),
    .styles = &splendor_styles,
    .situations = TK_PART_THINKING(&splendor_situations),
};

static const struct tk_checks checks = {
    .audit = splendor_audit,
    .decisions_max = decisions_max,
};

static const struct tk_game splendor = {
    .id = "splendor",
    .name_word = SPLENDOR_WORD_NAME,
    .about_word = SPLENDOR_WORD_ABOUT,
    .seats_min = 2, /* SP-1.4 */
    .seats_max = SPLENDOR_SEATS,
    .option_count = TK_COUNT(options),
    .refusal_count = TK_COUNT(refusals),
    .state_size = sizeof(struct splendor_state),
    .actions_max = 496, /* SP-14.2: 495, and room for the row copied last */
    .options = options,
    .refusals = refusals,
    .words = &splendor_words,
    .rules =
        {
            .setup = splendor_setup,
            .config = get_config,
            .actor = get_actor,
            .turn = get_turn,
            .round = splendor_round,
            .legal = splendor_legal,
            .apply = splendor_apply,
            .refuse = splendor_refuse,
            .reveals = splendor_reveals,
            .scores = splendor_scores,
            .ranks = splendor_ranks,
            .ending = get_ending,
            .sheet = splendor_sheet,
        },
    .knowledge =
        {
            .fields = &splendor_fields,
            .determinise = splendor_determinise,
        },
    .text =
        {
            .format = splendor_format,
            .parse = splendor_parse,
            .place = splendor_place,
            .prompt = splendor_prompt,
            .describe = splendor_describe,
        },
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &splendor_learning,
    .checks = &checks,
};

const struct tk_game *const splendor_games[] = {&splendor, NULL};
