/*
 * Players that are programs: the one header of this folder that others include.
 *
 * A bot is handed a determinised state for its seat: everything that the seat cannot know has been
 * drawn anew. The true state never reaches it; if it wants other samples it determinises again,
 * which is as good, because a redraw of a redraw is uniform too.
 *
 * In brief: bot_find or bot_parse gives a bot, bot_decide lets it move at a true state, bot_think
 * also tells what it thought. A host that has more to say (threads, a budget, a way to stop it)
 * fills a bot_request and calls bot->choose itself.
 */
#ifndef TAKHT_BOTS_H
#define TAKHT_BOTS_H

#include <stdatomic.h>

#include "games/games.h"

enum { BOT_BEST_MAX = 8, BOT_LINE_MAX = 8, BOT_NAME_MAX = 64, BOT_THREADS_MAX = 64 };
enum { BOT_WORD_MAX = 15 };  /* bytes of a name in a setting */
enum { BOT_TEXT_MAX = 255 }; /* bytes of a bot with its settings, or with a command */

/* --- what is asked --- */

/* How long a bot may think; 0 means no bound of that kind. A bot has its own budget if both are 0.
 */
struct bot_budget {
    long simulations;
    double seconds;
};

/*
 * What a bot keeps from one of its moves to the next; one for each seat and game. Hosts that can
 * spare the memory have one and tell it of every action of the game, before it is applied; NULL is
 * no mind at all.
 */
struct bot_mind;
struct bot_mind *bot_mind_new(void);
void bot_mind_free(struct bot_mind *mind);
void bot_mind_watch(struct bot_mind *mind, const struct tk_game *game, const void *true_state,
                    tk_action action);

struct bot_lines;
struct bot_request {
    const struct tk_game *game;
    const void *state; /* determinised for the seat that acts */
    struct tk_rng *rng;
    struct bot_mind *mind; /* may be NULL */
    struct bot_budget budget;
    int threads;             /* 0 or 1: the caller's alone */
    const atomic_bool *stop; /* set by somebody else to end the search; may be NULL */
    /* --- for those who let bots learn --- */
    double noise;            /* 0 … 1: share of chance in how good moves of the root look */
    struct bot_lines *lines; /* all moves that were compared, as the search has them; may be NULL */
};

/* --- what it answers --- */

/* A move as the bot sees it. */
struct bot_line {
    tk_action action;
    int line_length;
    double win;   /* chance to win, 0 … 1; shared victories count in part */
    double score; /* expected points relative to the best of the others, where the search ends */
    long visits;
    tk_action line[BOT_LINE_MAX]; /* how it thinks the game goes on, this move first */
};

/* All moves of a position, best first; nothing if it had not to be thought about. */
struct bot_lines {
    int count;
    struct bot_line line[TK_ACTIONS_MAX];
};

struct bot_answer {
    tk_action action;
    int count; /* moves in `best`, best first; 0: it has not thought */
    struct bot_line best[BOT_BEST_MAX];
    long simulations;
    double trust;  /* bot_trusted for its chances; 0: they are certain, or it has none */
    size_t memory; /* bytes the search took */
};

/* --- settings --- */

/* Everything that can be said of a bot in its text. What is not said, suits the game. */
enum bot_setting {
    BOT_SIMS,
    BOT_MS,
    BOT_EXPLORE,
    BOT_SHARP,
    BOT_REDUCE,
    BOT_TEMPO,
    BOT_PLAYOUT,
    BOT_FINISH,
    BOT_SOFT,
    BOT_ALONE,
    BOT_MERGE,
    BOT_TEMP,
    BOT_TRUST,
    BOT_KEEP,
    BOT_WINS,
    BOT_POINTS,
    BOT_NET,
    BOT_INSTINCT,
    BOT_STYLE,
    BOT_SETTINGS
};

enum bot_setting_kind { BOT_COUNT, BOT_NUMBER, BOT_YES_NO, BOT_WORD };

struct bot_setting_about {
    const char *name;
    enum bot_setting_kind kind;
    double low, high;     /* of a count or a number */
    const char *standard; /* in words, if it is not given */
    const char *help;
};

/* The one table of settings: what is read, refused, and told in help comes from it. */
extern const struct bot_setting_about bot_settings[BOT_SETTINGS];
/* What a setting takes, such as "a number from 0 to 100". */
void bot_setting_range(enum bot_setting which, struct tk_writer *out);

/* A setting of a bot, if it was given. */
struct bot_value {
    bool given;
    union {
        long count;
        double number;
        bool yes;
        char word[BOT_WORD_MAX + 1];
    };
};

/* --- bots --- */

struct bot;
/* Decides for the seat that acts. *out_answer is zeroed by the caller. */
typedef void bot_choose(const struct bot *bot, const struct bot_request *request,
                        struct bot_answer *out_answer);

/* A bot and its settings. Bots are values: copy one and change it. */
struct bot {
    char name[BOT_NAME_MAX];
    bot_choose *choose;
    int level;                /* 1 … BOT_LEVELS: budget and temperature are those of the level */
    struct bot_budget budget; /* its own, from settings or as it is known; none: its level's */
    struct bot_value set[BOT_SETTINGS];
    const char *about[TK_LANG_COUNT]; /* an honest line about its strength */
    char argument[BOT_TEXT_MAX + 1];  /* of a bot_kind: what follows the colon */
};

/* The named bots: random, greedy, mcts, and the levels from novice to master. NULL after the last.
 */
const struct bot *bot_at(int index);
const struct bot *bot_find(struct tk_span name);
/* The five levels, weakest first. */
enum { BOT_LEVELS = TK_LEVELS };
extern const char *const bot_levels[BOT_LEVELS];
const struct bot *bot_level(int level);

/*
 * A bot from a text: a name, or a name with settings, such as mcts:sims=2000+explore=1.5, or
 * WORD:ARGUMENT for a kind that was added. False leaves *out_bot alone.
 */
bool bot_parse(struct tk_span text, struct bot *out_bot);
/* Why bot_parse refuses a text, as a sentence without its full stop; nothing if it does not. */
void bot_explain(struct tk_span text, struct tk_writer *out);

/*
 * Does the game have what the settings name, a manner of play or a net for so many players? False
 * after a sentence without its full stop.
 */
bool bot_suits(const struct bot *bot, const struct tk_game *game, int players,
               struct tk_writer *why);

/* Bots that another folder brings; their texts are WORD:ARGUMENT. */
struct bot_kind {
    const char *word;
    bot_choose *choose;
};
/* To be called before the first bot_parse, and before there are threads. `kind` stays in use. */
void bot_kind_add(const struct bot_kind *kind);

/*
 * A net from a file, under a name for the setting `net`. To be called before there are threads.
 * False after a sentence that says why it does not fit.
 */
bool bot_net_add(const char *name, const char *path, struct tk_writer *why);

/* Lets a bot decide for the seat that acts: redraws what that seat cannot know, then asks it. */
void bot_think(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
               const void *true_state, struct tk_rng *rng, struct bot_answer *out_answer);
tk_action bot_decide(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
                     const void *true_state, struct tk_rng *rng);

/* --- evaluation --- */

/*
 * `standing` sums the features of a seat with the game's weights, in thousandths of a unit of
 * log-odds; the chances of the seats follow from their standings, or from the result if it is over.
 * Partners win together, so each has the chance of their side.
 */
int64_t bot_standing(const struct tk_game *game, enum tk_weighting by, const void *state, int seat);
void bot_chances(const struct tk_game *game, enum tk_weighting by, const void *state, int players,
                 float *out_chances);
/* How many sides play: as many as seats, or fewer if some are partners. */
int bot_sides(const struct tk_game *game, const void *state, int players);
/*
 * A chance to win as experience has it: a search is surer of itself than the games bear out, or
 * less sure. Trust 1 takes it at its word, less than that moves it towards an equal share.
 */
double bot_trusted(double chance, int sides, double trust);
/* The points a seat has, and those that what it took will bring at once. */
int64_t bot_points(const struct tk_game *game, const void *state, int seat);

/* --- learning --- */

enum { BOT_RIVALS_MAX = 32 };

/*
 * Games from which a net can learn. In most of them the learner plays itself; in the others it
 * meets a rival. All positions are written to `out` (docs/training.md has the format).
 */
struct bot_school {
    const struct tk_game *game;
    struct tk_config config;
    struct bot learner;
    struct {
        struct bot bot;
        int share; /* of the games with rivals, relative to the other rivals */
    } rival[BOT_RIVALS_MAX];
    int rivals;
    double rival_games; /* share of the games in which a rival sits at the table */
    double noise;       /* bot_request */
    int sampled;        /* decisions of a game that are drawn among the moves by their visits */
    double stray;       /* share of moves that are drawn among all */
    double openings;    /* share of games that begin with moves drawn among all */
    long games;
    double seconds; /* no game begins after so many; 0: no bound */
    uint64_t seed;
    int threads;
    void *out; /* a FILE */
};

struct bot_school_report {
    long games, positions, learner_games; /* the last: against rivals */
    double learner_wins;                  /* of those, shared victories in part */
    double seconds;
    bool failed; /* nothing more could be written, or there was no memory */
};

void bot_school_run(const struct bot_school *school, struct bot_school_report *out_report);

#endif
