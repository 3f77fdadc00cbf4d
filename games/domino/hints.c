#include "domino_internal.h"
const struct tk_feature domino_feature_table[DOMINO_FEATURES]={{"score",1000}};
void domino_features(const void *state, int seat, int32_t *out){int32_t t[8];domino_scores(state,t);out[0]=t[seat];}
