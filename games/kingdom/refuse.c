/* SPDX-License-Identifier: MIT */
/* Why an action that is not listed is refused: the first clause that it breaks. */
#include "kingdom_internal.h"

/* KB-2, KB-26, KB-31: a hex whose ground does not fit. */
static tk_status refuse_ground(const struct kingdom_state *s, const struct kingdom_rule *rule,
                               int hex)
{
    int ground = kingdom_ground_at(s, hex);
    if (rule->ground == KINGDOM_WATER)
        return KINGDOM_NO_NOT_WATER;
    if (ground >= KINGDOM_TERRAINS)
        return KINGDOM_NO_NEVER_BUILT_ON;
    if (rule->ground == KINGDOM_GRASS)
        return KINGDOM_NO_NOT_GRASS;
    return rule->ground == KINGDOM_DESERT ? KINGDOM_NO_NOT_DESERT : KINGDOM_NO_WRONG_TERRAIN;
}

static bool ground_fits(const struct kingdom_state *s, const struct kingdom_rule *rule, int hex)
{
    bool of_card = rule->ground == KINGDOM_OF_CARD;
    union kingdom_set ground = kingdom_ground(s, of_card ? s->seat[s->active].hand : rule->ground);
    return set_has(&ground, hex);
}

/* Why a hex is no target of a tile. The mandatory action asks for the same as the Oracle, so it shares
 * the Oracle's row. */
static tk_status refuse_target(const struct kingdom_state *s, const struct kingdom_rule *rule,
                               int hex)
{
    union kingdom_set occupied = kingdom_occupied(s);
    if (set_has(&occupied, hex))
        return KINGDOM_NO_OCCUPIED;
    if (!ground_fits(s, rule, hex))
        return refuse_ground(s, rule, hex);
    if (rule->where == KINGDOM_AT_EDGE && !set_has(&kingdom_edge, hex))
        return KINGDOM_NO_NOT_AT_EDGE;
    if (rule->where == KINGDOM_LINE_END)
        return KINGDOM_NO_NO_LINE;
    return rule->where == KINGDOM_TWO_STEPS ? KINGDOM_NO_NOT_TWO_STEPS : KINGDOM_NO_NOT_BESIDE_OWN;
}

static tk_status refuse_build(const struct kingdom_state *s, tk_action action)
{
    if (kingdom_complete(s))
        return s->seat[s->active].supply == 0 ? KINGDOM_NO_SUPPLY_EMPTY : KINGDOM_NO_ALL_BUILT;
    return refuse_target(s, &kingdom_rules[KINGDOM_ORACLE], (int)kingdom_action_hex(action));
}

/* KB-19, KB-20, KB-43, KB-65. */
static tk_status refuse_tile(const struct kingdom_state *s, int tile)
{
    const struct kingdom_seat *seat = &s->seat[s->active];
    int place = kingdom_tile_place(s, tile);
    if (place < 0 || (seat->kept >> (2 * place) & 3) == 0)
        return KINGDOM_NO_NO_SUCH_TILE;
    if (seat->ready[place] == 0)
        return seat->used[place] > 0 ? KINGDOM_NO_TILE_USED : KINGDOM_NO_TILE_NEW;
    if (s->built > 0 && !kingdom_complete(s))
        return KINGDOM_NO_BUILD_ON;
    return !kingdom_rules[tile].moves && seat->supply == 0 ? KINGDOM_NO_SUPPLY_EMPTY : TK_OK;
}

static tk_status refuse_use(const struct kingdom_state *s, tk_action action)
{
    int tile = (int)kingdom_action_tile(action), hex = (int)kingdom_action_hex(action);
    tk_status status = refuse_tile(s, tile);
    if (status != TK_OK)
        return status;
    if (!kingdom_rules[tile].moves)
        return refuse_target(s, &kingdom_rules[tile], hex);
    bool own = set_has(&s->seat[s->active].settlements, hex);
    return own ? KINGDOM_NO_NOWHERE_TO_GO : KINGDOM_NO_NOT_OWN;
}

static tk_status refuse_to(const struct kingdom_state *s, tk_action action)
{
    int hex = (int)kingdom_action_hex(action);
    if (hex == s->lifted)
        return KINGDOM_NO_NOT_BACK;
    return refuse_target(s, &kingdom_rules[s->moving], hex);
}

/* KB-22. */
static tk_status refuse_end(const struct kingdom_state *s, tk_action action)
{
    (void)action;
    return kingdom_complete(s) ? TK_BAD_TEXT : KINGDOM_NO_END_TOO_EARLY;
}

static const struct {
    enum kingdom_phase phase; /* in which the verb can be used at all */
    uint32_t parts;           /* bits of an action that the verb uses */
    tk_status (*refuse)(const struct kingdom_state *, tk_action);
} verbs[KINGDOM_VERBS] = {
    [KINGDOM_BUILD] = {KINGDOM_ACT, 0x31ff, refuse_build},
    [KINGDOM_USE] = {KINGDOM_ACT, 0x3fff, refuse_use},
    [KINGDOM_TO] = {KINGDOM_MOVE, 0x31ff, refuse_to},
    [KINGDOM_END] = {KINGDOM_ACT, 0x3000, refuse_end},
};

tk_status kingdom_refuse(const void *state, tk_action action)
{
    const struct kingdom_state *s = state;
    enum kingdom_verb verb = kingdom_action_verb(action);
    int hex = (int)kingdom_action_hex(action);
    if ((action & ~verbs[verb].parts) != 0)
        return TK_BAD_TEXT;
    if (verb != KINGDOM_END && !set_has(&kingdom_whole, hex))
        return TK_BAD_TEXT;
    if (s->phase == KINGDOM_OVER)
        return TK_OVER;
    if (verbs[verb].phase != s->phase)
        return s->phase == KINGDOM_MOVE ? KINGDOM_NO_MOVE_FIRST : KINGDOM_NO_NOTHING_LIFTED;
    return verbs[verb].refuse(s, action);
}
