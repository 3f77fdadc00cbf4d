/* SPDX-License-Identifier: MIT */
/*
 * The last moves of a game, searched to the end. That is possible once no move turns up anything
 * hidden before the game is over. What the seat cannot know now may still differ (a card in
 * another's hand), so a few samples are solved, and a move is worth its mean over them.
 */
#include "bots_internal.h"
#include "exact.h"

enum { SAMPLES = 4, NODES_MOST = 40000, PROGRESS_LEAST = 750 };

struct solver {
    const struct tk_game *game;
    int players, root_seat;
    long nodes, most;
    bool failed;
};

/* What each seat gets: the win, and very little for points, so that they decide between equals. */
struct worth {
    double seat[TK_SEATS_MAX];
};

enum { POINT = 1000000 }; /* so many points are as good as a win */

static struct worth worth_at_end(const struct solver *s, const void *state)
{
    struct worth worth;
    float chances[TK_SEATS_MAX];
    int32_t scores[TK_SEATS_MAX];
    bot_chances(s->game, TK_WINS, state, s->players, chances);
    s->game->rules.scores(state, scores);
    for (int seat = 0; seat < s->players; seat++) {
        int32_t margin = bot_margin(s->game, state, s->players, scores, seat);
        worth.seat[seat] = (double)chances[seat] + (double)margin / POINT;
    }
    return worth;
}

static struct worth solve(struct solver *s, const void *state, struct worth sure);

/* The position after a move; fails where the move turns up something and the game goes on. */
static struct worth solve_move(struct solver *s, const void *state, tk_action action,
                               struct worth sure)
{
    tk_state after;
    tk_copy_state(after, state, s->game->state_size);
    s->game->rules.apply(after, action);
    int next = s->game->rules.actor(after);
    if (next == TK_NOBODY)
        return worth_at_end(s, after);
    if (next == TK_CHANCE || s->game->rules.reveals(state, action) || ++s->nodes > s->most) {
        s->failed = true;
        return (struct worth){{0}};
    }
    return solve(s, after, sure);
}

/*
 * Everybody takes what is best for himself; `sure` is what each can have elsewhere. Between two
 * players one's gain is the other's loss: as soon as a move leaves the other less than he is sure
 * of, he will not let it come to this, and the rest need not be looked at.
 */
static struct worth solve(struct solver *s, const void *state, struct worth sure)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = s->game->rules.legal(state, legal), seat = s->game->rules.actor(state);
    struct worth best = {{0}};
    best.seat[seat] = -POINT;
    for (int i = 0; i < count && !s->failed; i++) {
        struct worth worth = solve_move(s, state, legal[i], sure);
        if (worth.seat[seat] > best.seat[seat])
            best = worth;
        if (best.seat[seat] > sure.seat[seat])
            sure.seat[seat] = best.seat[seat];
        if (s->players == 2 && best.seat[seat] + sure.seat[1 - seat] >= 1)
            break;
    }
    return best;
}

/* A share of the win, of which the little for points is taken off: of up to eight winners. */
static double win_of(double worth)
{
    return (double)exact_round(worth * 420) / 420;
}

static bool solve_sample(struct solver *s, const void *state, const tk_action *legal, int count,
                         struct bot_line *lines)
{
    struct worth nothing;
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        nothing.seat[seat] = -POINT;
    for (int i = 0; i < count && !s->failed; i++) {
        struct worth worth = solve_move(s, state, legal[i], nothing);
        double own = worth.seat[s->root_seat], win = win_of(own);
        lines[i].win += win;
        lines[i].score += (own - win) * POINT;
        for (int seat = 0; seat < s->players; seat++)
            lines[i].seats[seat] += (float)(win_of(worth.seat[seat]) / SAMPLES);
        lines[i].visits++;
    }
    return !s->failed;
}

bool endgame_solve(const struct plan *plan, const struct bot_request *request,
                   const tk_action *legal, int count, struct bot_line *out_lines,
                   struct bot_answer *out_answer)
{
    tk_state sample;
    const struct tk_game *game = request->game;
    struct tk_config config;
    if (game->learning->progress(request->state) < PROGRESS_LEAST)
        return false;
    game->rules.config(request->state, &config);
    struct solver s = {
        .game = game, .players = config.players, .root_seat = game->rules.actor(request->state)};
    s.most = plan->budget.simulations > 0 && plan->budget.simulations < NODES_MOST
                 ? plan->budget.simulations
                 : NODES_MOST;
    for (int i = 0; i < count; i++)
        out_lines[i] = (struct bot_line){
            .action = legal[i], .line = {legal[i]}, .line_length = 1, .all = true};
    for (int i = 0; i < SAMPLES; i++) {
        tk_copy(sample, request->state, game->state_size);
        game->knowledge.determinise(sample, s.root_seat, request->rng);
        s.nodes = 0;
        if (!solve_sample(&s, sample, legal, count, out_lines))
            return false;
        out_answer->simulations += s.nodes;
    }
    for (int i = 0; i < count; i++) {
        out_lines[i].win /= SAMPLES;
        out_lines[i].score /= SAMPLES;
    }
    return true;
}
