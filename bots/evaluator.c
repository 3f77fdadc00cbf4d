/* SPDX-License-Identifier: MIT */
/* Puts together the evaluator that a plan asks for: a net or the weights, and around it playouts, turns, a style. */
#include "evaluator.h"

static void add(struct evaluators *evaluators, const struct evaluator *by)
{
    evaluators->link[evaluators->count++].by = by;
}

static void choose(struct evaluators *evaluators, const struct plan *plan)
{
    if (plan->style != NULL)
        add(evaluators, &style_evaluator);
    if (plan->finish > 0)
        add(evaluators, &turns_evaluator);
    if (plan->playout > 0)
        add(evaluators, &playout_evaluator);
    add(evaluators, plan->net != NULL ? &neural_evaluator : &linear_evaluator);
}

bool evaluators_init(struct evaluators *out, const struct question *about)
{
    bool ready = true;
    *out = (struct evaluators){0};
    choose(out, about->plan);
    for (int i = 0; i < out->count; i++) {
        struct evaluation *e = &out->link[i];
        e->about = about;
        e->inner = i + 1 < out->count ? e + 1 : NULL;
        ready = (e->by->prepare == NULL || e->by->prepare(e)) && ready;
    }
    return ready;
}

void evaluators_clear(struct evaluators *evaluators)
{
    for (int i = 0; i < evaluators->count; i++)
        if (evaluators->link[i].by->clear != NULL)
            evaluators->link[i].by->clear(&evaluators->link[i]);
}

struct evaluation *evaluation_with_priors(struct evaluation *e)
{
    while (e->by->priors == NULL)
        e = e->inner;
    return e;
}

void evaluate_leaf(struct evaluators *evaluators, void *state, float *out_chances)
{
    struct evaluation *e = &evaluators->link[0];
    e->by->values(e, state, out_chances);
}

void evaluate_moves(struct evaluators *evaluators, const void *state, int seat,
                    const tk_action *moves, int count, float *out_logits)
{
    struct evaluation *e = evaluation_with_priors(&evaluators->link[0]);
    e->by->priors(e, state, seat, moves, count, out_logits);
}
