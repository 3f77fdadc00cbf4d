/* SPDX-License-Identifier: MIT */
/* One bot in one seat of one game: ours, or another program. */
#include "exec.h"
#include "match.h"

struct bot_budget player_budget(const struct bot *bot, struct bot_budget of_host)
{
    bool own = bot->set[BOT_SIMS].given || bot->set[BOT_MS].given;
    return own ? (struct bot_budget){0} : of_host;
}

bool player_open(struct player *p, const struct tk_config *config, char why[BOT_WHY_MAX + 1])
{
    if (!program_is(p->bot))
        return true;
    p->program = program_open(p->bot, p->game, why);
    if (p->program != NULL)
        program_begin(p->program, p->game, config, p->seat, p->budget);
    return p->program != NULL;
}

static bool goes_on(const struct player *p)
{
    const struct bot_value *keep = &p->bot->set[BOT_KEEP];
    return !keep->given || keep->yes;
}

void player_decide(struct player *p, const void *true_state, struct tk_rng *rng,
                   struct bot_answer *out_answer)
{
    tk_state sample;
    tk_copy(sample, true_state, p->game->state_size);
    p->game->knowledge.determinise(sample, p->seat, rng);
    struct bot_request request = {.game = p->game,
                                  .state = sample,
                                  .rng = rng,
                                  .mind = goes_on(p) ? p->mind : NULL,
                                  .budget = p->budget,
                                  .untimed = p->untimed,
                                  .stop = p->stop};
    *out_answer = (struct bot_answer){0};
    if (p->program != NULL)
        program_decide(p->program, &request, out_answer);
    else
        p->bot->choose(p->bot, &request, out_answer);
    if (!out_answer->failed && tk_check(p->game, sample, out_answer->action) != TK_OK) {
        out_answer->failed = true;
        snprintf(out_answer->why, sizeof out_answer->why, "it has chosen a move that is not legal");
    }
}

void player_watch(struct player *p, const void *before, tk_action action)
{
    bot_mind_watch(p->mind, p->game, before, action);
    if (p->program != NULL)
        program_watch(p->program, p->game, before, action);
}

void player_close(struct player *p, const void *state)
{
    program_close(p->program, p->game, state);
    bot_mind_free(p->mind);
    p->program = NULL;
    p->mind = NULL;
}
