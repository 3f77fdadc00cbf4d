/* SPDX-License-Identifier: MIT */
/* The three games as the rest of the program sees them. */
#include <stddef.h>

#include "domino_internal.h"

/* --- options: each is a flag that is off or on --- */

static const char *const mode_values[] = {"solo", "teams", NULL};

#define SWITCH(text)                                                  \
    {                                                                 \
        .name = (text), .kind = TK_OPTION_CHOICE, .values = tk_off_on \
    }
static const struct tk_option queen_options[] = {SWITCH("tax_bonus_per_knight")};
static const uint8_t queen_flags[] = {DOMINO_TAX_PER_KNIGHT};

static const struct tk_option wedding_options[] = {
    {.name = "mode", .kind = TK_OPTION_CHOICE, .values = mode_values},
    SWITCH("tax_bonus_per_knight"),
    SWITCH("harmony"),
    SWITCH("middle_kingdom"),
};
static const uint8_t wedding_flags[] = {DOMINO_TEAMS, DOMINO_TAX_PER_KNIGHT, DOMINO_HARMONY,
                                        DOMINO_MIDDLE_KINGDOM};

static const struct tk_option king_options[] = {
    SWITCH("harmony"),      SWITCH("middle_kingdom"), SWITCH("mighty_duel"),
    SWITCH("line_of_four"), SWITCH("dynasty"),
};
static const uint8_t king_flags[] = {DOMINO_HARMONY, DOMINO_MIDDLE_KINGDOM, DOMINO_MIGHTY_DUEL,
                                     DOMINO_LINE_OF_FOUR, DOMINO_DYNASTY};

static const struct {
    const uint8_t *flags; /* of the options, in their order */
    uint8_t count;
} options_of[DOMINO_VARIANTS] = {
    [DOMINO_QUEEN] = {queen_flags, TK_COUNT(queen_flags)},
    [DOMINO_WEDDING] = {wedding_flags, TK_COUNT(wedding_flags)},
    [DOMINO_KING] = {king_flags, TK_COUNT(king_flags)},
};

static unsigned flags_of(enum domino_variant variant, const struct tk_config *config)
{
    unsigned flags = 0;
    for (int i = 0; i < options_of[variant].count; i++)
        if (config->option[i] != 0)
            flags |= options_of[variant].flags[i];
    return flags;
}

static void get_config(const void *state, struct tk_config *out)
{
    const struct domino_state *s = state;
    *out = (struct tk_config){.players = s->players};
    for (int i = 0; i < options_of[s->variant].count; i++)
        out->option[i] = (s->flags & options_of[s->variant].flags[i]) != 0;
}

/* RW-6, KD-11: an option that does not fit the number of players is refused, not passed over. */
static tk_status check_config(enum domino_variant variant, const struct tk_config *config)
{
    unsigned flags = flags_of(variant, config);
    if (domino_mode_exists(variant, config->players, flags))
        return TK_OK;
    if ((flags & DOMINO_TEAMS) != 0)
        return DOMINO_NO_TEAMS_NEED_PAIRS;
    return (flags & DOMINO_MIGHTY_DUEL) != 0 && config->players != 2 ? DOMINO_NO_DUEL_FOR_TWO
                                                                     : DOMINO_NO_FOUR_FOR_THREE;
}

/* QD-4.4: five decisions a turn at most, two in Kingdomino (KD-5); the draft has the missing E. */
static uint32_t bound(enum domino_variant variant, const struct tk_config *config)
{
    struct domino_state s;
    unsigned flags = flags_of(variant, config);
    domino_state_init(&s, variant, config->players, flags);
    uint32_t turns = (uint32_t)s.king_count * s.rounds;
    uint32_t games = (flags & DOMINO_DYNASTY) != 0 ? DOMINO_GAMES : 1;
    return games * turns * (variant == DOMINO_KING ? 2 : 5);
}

/* --- what differs only by the game's name --- */

#define GAME_FUNCTIONS(name, variant)                                                          \
    static tk_status name##_config_check(const struct tk_config *config)                       \
    {                                                                                          \
        return check_config(variant, config);                                                  \
    }                                                                                          \
    void domino_##name##_begin(void *state, const struct tk_config *config)                    \
    {                                                                                          \
        domino_state_init(state, variant, config->players, flags_of(variant, config));         \
    }                                                                                          \
    static void name##_setup(void *state, const struct tk_config *config, const uint8_t *seed) \
    {                                                                                          \
        domino_##name##_begin(state, config);                                                  \
        domino_setup(state, seed);                                                             \
    }                                                                                          \
    static uint32_t name##_decisions_max(const struct tk_config *config)                       \
    {                                                                                          \
        return bound(variant, config);                                                         \
    }

GAME_FUNCTIONS(queen, DOMINO_QUEEN)
GAME_FUNCTIONS(wedding, DOMINO_WEDDING)
GAME_FUNCTIONS(king, DOMINO_KING)

/* --- facts about a state --- */

static int get_actor(const void *state)
{
    return ((const struct domino_state *)state)->actor;
}

/* Every king's turn is one, and so is its choice in the draft. */
static int get_turn(const void *state)
{
    const struct domino_state *s = state;
    return (s->game * (s->rounds + 1) + s->round) * s->king_count + s->king + 1;
}

/* The draft stands before the first one. */
static int get_round(const void *state)
{
    return ((const struct domino_state *)state)->round;
}

/* RW-15 */
static int get_side(const void *state, int seat)
{
    return domino_kingdom_of(state, seat);
}

static uint16_t get_ending(const void *state)
{
    const struct domino_state *s = state;
    if (s->phase != DOMINO_OVER)
        return DOMINO_WORD_END_PLAYING;
    return (s->flags & DOMINO_DYNASTY) != 0 ? DOMINO_WORD_END_DYNASTY : DOMINO_WORD_END_ROUNDS;
}

static const struct tk_refusal refusals[] = {
#define X(name, clause) {DOMINO_WORD_NO_##name, clause},
    DOMINO_REFUSALS(X)
#undef X
};

/* What the three games share, and what differs by their names. */
#define DOMINO_RULES(name)                                                                      \
    {                                                                                           \
        .config_check = name##_config_check, .setup = name##_setup, .config = get_config,       \
        .actor = get_actor, .turn = get_turn, .round = get_round, .legal = domino_legal,        \
        .apply = domino_apply, .refuse = domino_refuse, .reveals = domino_reveals,              \
        .scores = domino_scores, .ranks = domino_ranks, .side = get_side, .ending = get_ending, \
        .sheet = domino_sheet,                                                                  \
    }
#define DOMINO_TEXTS                                                           \
    {                                                                          \
        .format = domino_format, .parse = domino_parse, .place = domino_place, \
        .prompt = domino_prompt, .describe = domino_describe,                  \
    }
#define DOMINO_FACTS(name)                                                             \
    .option_count = TK_COUNT(name##_options), .options = name##_options,               \
    .refusal_count = TK_COUNT(refusals), .refusals = refusals, .words = &domino_words, \
    .actions_max = 256 /* 240 placements or 121 buildings, and room for an entry never counted */

#define DOMINO_LEARNING(features_of, search_of, styles_of, rush_of)                               \
    {                                                                                             \
        .count = DOMINO_FEATURES, .table = TK_PART_THINKING(features_of),                         \
        .features = TK_PART_THINKING(domino_features),                                            \
        .progress = TK_PART_THINKING(domino_progress), .search = TK_PART_THINKING(&(search_of)),  \
        .encoding = TK_PART_THINKING(&domino_encoding), .styles = &(styles_of),                   \
        .index = TK_PART_THINKING(&domino_numbers), .reasons = TK_PART_THINKING(&domino_reasons), \
        .rush = TK_PART_THINKING(rush_of),                                                        \
    }
#define DOMINO_CHECKS(name)                                          \
    {                                                                \
        .audit = domino_audit, .decisions_max = name##_decisions_max \
    }

#define DOMINO_KNOWLEDGE(name)                                                \
    {                                                                         \
        .fields = &domino_##name##_fields, .determinise = domino_determinise, \
    }

#ifndef TAKHT_NO_TERMINAL
static const struct tk_terminal terminal = {.draw = domino_draw};
#endif
static const struct tk_learning queen_learning =
    DOMINO_LEARNING(domino_queen_features, domino_queen_search, domino_queen_styles, NULL);
static const struct tk_learning wedding_learning =
    DOMINO_LEARNING(domino_queen_features, domino_wedding_search, domino_queen_styles, NULL);
static const struct tk_learning king_learning =
    DOMINO_LEARNING(domino_king_features, domino_king_search, domino_king_styles, domino_rush);
static const struct tk_checks queen_checks = DOMINO_CHECKS(queen),
                              wedding_checks = DOMINO_CHECKS(wedding),
                              king_checks = DOMINO_CHECKS(king);

static const struct tk_game queendomino = {
    .id = "queendomino",
    .name_word = DOMINO_WORD_NAME_QUEENDOMINO,
    .about_word = DOMINO_WORD_ABOUT_QUEENDOMINO,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = offsetof(struct domino_state, kingdom[4]),
    DOMINO_FACTS(queen),
    .rules = DOMINO_RULES(queen),
    .knowledge = DOMINO_KNOWLEDGE(queen),
    .text = DOMINO_TEXTS,
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &queen_learning,
    .checks = &queen_checks,
};

static const struct tk_game royal_wedding = {
    .id = "royal-wedding",
    .name_word = DOMINO_WORD_NAME_ROYAL_WEDDING,
    .about_word = DOMINO_WORD_ABOUT_ROYAL_WEDDING,
    .seats_min = 3,
    .seats_max = DOMINO_SEATS,
    .state_size = sizeof(struct domino_state),
    DOMINO_FACTS(wedding),
    .rules = DOMINO_RULES(wedding),
    .knowledge = DOMINO_KNOWLEDGE(wedding),
    .text = DOMINO_TEXTS,
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &wedding_learning,
    .checks = &wedding_checks,
};

static const struct tk_game kingdomino = {
    .id = "kingdomino",
    .name_word = DOMINO_WORD_NAME_KINGDOMINO,
    .about_word = DOMINO_WORD_ABOUT_KINGDOMINO,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = offsetof(struct domino_state, kingdom[4]),
    DOMINO_FACTS(king),
    .rules = DOMINO_RULES(king),
    .chance = {.settle = domino_settle},
    .knowledge = DOMINO_KNOWLEDGE(king),
    .text = DOMINO_TEXTS,
    .terminal = TK_PART_TERMINAL(&terminal),
    .learning = &king_learning,
    .checks = &king_checks,
};

const struct tk_game *const domino_games[] = {&queendomino, &royal_wedding, &kingdomino, NULL};
