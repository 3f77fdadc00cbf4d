/* Numbers that tell how well a seat stands, for bots. */
#include "kingdom_internal.h"

const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES] = {
    {"gold", 1000},
};

void kingdom_features(const void *state, int seat, int32_t *out)
{
    const struct kingdom_state *s = state;
    int32_t gold[KINGDOM_SEATS];
    kingdom_scores(s, gold);
    out[0] = gold[seat];
}
