/* SPDX-License-Identifier: MIT */
/* Golestan as the rest of the program sees it. */
#include "golestan_internal.h"

static const struct tk_option options[] = {
    {.name = "start", .kind = TK_OPTION_SEAT, .standard = TK_RANDOM}, /* GL-2.3 */
};

static const struct tk_refusal refusals[] = {
#define X(name, clause) {GOLESTAN_WORD_NO_##name, clause},
    GOLESTAN_REFUSALS(X)
#undef X
};

static void get_config(const void *state, struct tk_config *out)
{
    const struct golestan_state *s = state;
    *out = (struct tk_config){.players = s->players, .option = {s->start_option - 1}};
}

static int get_turn(const void *state)
{
    return ((const struct golestan_state *)state)->turn;
}

static uint16_t get_ending(const void *state)
{
    return golestan_is_over(state) ? GOLESTAN_WORD_END_BLOOM : GOLESTAN_WORD_END_PLAYING;
}

static uint32_t decisions_max(const struct tk_config *config)
{
    return 2U * GOLESTAN_ROUNDS * config->players;
}

#ifndef TAKHT_NO_TERMINAL
static const struct tk_terminal terminal = {
    .draw = golestan_draw,
};
#endif

static const struct tk_learning learning = {
    .count = GOLESTAN_FEATURES,
    .table = TK_PART_THINKING(golestan_feature_table),
    .features = TK_PART_THINKING(golestan_features),
    .progress = TK_PART_THINKING(golestan_progress),
    .search = TK_PART_THINKING(&golestan_search),
};

static const struct tk_checks checks = {
    .audit = golestan_audit,
    .decisions_max = decisions_max,
};

static const struct tk_game golestan = {
    .id = "golestan",
    .name_word = GOLESTAN_WORD_NAME,
    .about_word = GOLESTAN_WORD_ABOUT,
    .seats_min = 2, /* GL-1.2 */
    .seats_max = GOLESTAN_SEATS,
    .option_count = TK_COUNT(options),
    .refusal_count = TK_COUNT(refusals),
    .state_size = sizeof(struct golestan_state),
    .actions_max = GOLESTAN_ROW + 1,
    .options = options,
    .refusals = refusals,
    .words = &golestan_words,
    .rules =
        {
            .setup = golestan_setup,
            .config = get_config,
            .actor = golestan_actor,
            .turn = get_turn,
            .round = golestan_round,
            .legal = golestan_legal,
            .apply = golestan_apply,
            .refuse = golestan_refuse,
            .reveals = golestan_reveals,
            .scores = golestan_scores,
            .ranks = golestan_ranks,
            .ending = get_ending,
            .sheet = golestan_sheet,
        },
    .knowledge =
        {
            .fields = &golestan_fields,
            .determinise = golestan_determinise,
        },
    .text =
        {
            .format = golestan_format,
            .parse = golestan_parse,
            .place = golestan_place,
            .prompt = golestan_prompt,
            .describe = golestan_describe,
        },
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &learning,
    .checks = &checks,
};

const struct tk_game *const golestan_games[] = {&golestan, NULL};
