/*
 * Players that are programs. A bot is handed a determinised state for its seat: everything that the
 * seat cannot know has been drawn anew. The true state never reaches it; if it wants other samples
 * it determinises again, which is as good, because a redraw of a redraw is uniform too.
 */
#ifndef TAKHT_BOTS_H
#define TAKHT_BOTS_H

#include "games/games.h"

struct bot_request {
    const struct tk_game *game;
    const void *state; /* determinised for the seat that acts */
    struct tk_rng *rng;
};

struct bot_answer {
    tk_action action;
};

struct bot {
    const char *name;
    const char *about; /* one line for help texts */
    void (*choose)(const struct bot_request *request, struct bot_answer *out_answer);
};

/* The index-th bot, or NULL after the last. */
const struct bot *bot_at(int index);
const struct bot *bot_find(struct tk_span name);

/* Lets a bot decide for the seat that acts: redraws what that seat cannot know, then asks it. */
tk_action bot_decide(const struct bot *bot, const struct tk_game *game, const void *true_state,
                     struct tk_rng *rng);

/* How a seat stands by the game's own features and weights, against the best of the others. */
int64_t bot_evaluate(const struct tk_game *game, const void *state, int seat);

#endif
