#include "domino_internal.h"
void domino_prompt(const void *state, struct tk_phrase *out){(void)state;*out=tk_phrase_of(0);}
int domino_describe(const void *before, tk_action action, const void *after, struct tk_phrase *out){(void)before;(void)action;(void)after;out[0]=tk_phrase_of(0);return 1;}
void domino_sheet(const void *state, int seat, struct tk_sheet *out)
{ const struct domino_state *s=state; struct domino_score sc; 
if(s->flags&DOMINO_DYNASTY){int32_t t[8];domino_totals(s,t);tk_sheet_line(out,"game_1");tk_sheet_item(out,s->past[0][seat],0);tk_sheet_line(out,"game_2");tk_sheet_item(out,s->past[1][seat],0);tk_sheet_line(out,"game_3");tk_sheet_item(out,t[seat],0);return;}
domino_score(s,domino_kingdom_of(s,seat),&sc);
 for(int i=0;i<DOMINO_PARTS;i++) if(domino_part_counts(s,i)){tk_sheet_line(out,domino_part_ids[i]); tk_sheet_item(out,sc.part[i],0);} }
void domino_view(const void *state, int seat, struct tk_json *json){(void)state;(void)seat;(void)json;}
void domino_draw(const void *state, int seat, const struct tk_speaker *speaker, struct tk_canvas *canvas){(void)state;(void)seat;(void)speaker;tk_draw_text(canvas,0,0,TK_INK_PLAIN,0,"x");}
const struct tk_feature domino_feature_table[DOMINO_FEATURES]={{"score",1000}};
void domino_features(const void *state, int seat, int32_t *out){int32_t t[8];domino_scores(state,t);out[0]=t[seat];}
