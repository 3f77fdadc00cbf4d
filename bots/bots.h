/* SPDX-License-Identifier: MIT */
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
enum { BOT_WHY_MAX = 255 };  /* bytes of a sentence that says why a bot did not decide */

/* --- what is asked --- */

/* How long a bot may think; 0 means no bound of that kind. A bot has its own budget if both are 0. */
struct bot_budget {
    long simulations;
    double seconds;
};

/*
 * What a bot keeps from one of its moves to the next: its tree, and the time that it did not need;
 * one for each seat and game. Hosts that can spare the memory have one and tell it of every action
 * of the game, before it is applied; NULL is no mind at all.
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
    bool untimed; /* a level is its simulations, without its clock: games can be repeated */
    int threads;  /* 1: the caller's alone; 0: what suits the bot, mostly that too */
    const atomic_bool *stop; /* set by somebody else to end the search; may be NULL */
    /* --- for those who let bots learn --- */
    double noise;            /* 0 … 1: share of chance in how good moves of the root look */
    const tk_action *only;   /* the one move that is looked at; NULL: all */
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
    bool all;                     /* the chances of all seats are known */
    float seats[TK_SEATS_MAX];    /* those; not bent by trust, as `win` of the best is */
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
    bool failed;   /* it did not decide: `action` is none, and `why` says what was wrong */
    char why[BOT_WHY_MAX + 1];
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
    BOT_MIX,
    BOT_ALONE,
    BOT_MERGE,
    BOT_PAIR,
    BOT_MAX,
    BOT_TEMP,
    BOT_TRUST,
    BOT_KEEP,
    BOT_SAVE,
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
    int level; /* of enum bot_level and 1, or 0: budget and temperature are those of the level */
    struct bot_budget budget; /* its own, from settings or as it is known; none: its level's */
    struct bot_value set[BOT_SETTINGS];
    char argument[BOT_TEXT_MAX + 1]; /* of a bot_kind: what follows the colon */
};

/* The named bots: random, greedy, mcts, and the levels from novice to grandmaster. NULL after the
 * last. */
const struct bot *bot_at(int index);
const struct bot *bot_find(struct tk_span name);
/*
 * The levels, weakest first. Games say what those up to master do (core/search.h); grandmaster is
 * master with more time and, where the host does not say how many threads, all cores.
 */
enum bot_level {
    BOT_NOVICE,
    BOT_CASUAL,
    BOT_SKILLED,
    BOT_EXPERT,
    BOT_MASTER,
    BOT_GRANDMASTER,
    BOT_LEVELS
};
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

/* Gives a bot of any level the character of this name, if the game has it; else it stays as it is. */
bool bot_give_character(struct bot *bot, const struct tk_game *game, const char *name);

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
/* The same from memory, which stays in use and is aligned to 64 bytes. It may be packed (pack.h). */
bool bot_net_give(const char *name, const uint8_t *bytes, size_t size, struct tk_writer *why);

/* How many nets this program has, and which arithmetic they use on this machine. */
int bot_net_count(const char **out_kernel);

/* Lets a bot decide for the seat that acts: redraws what that seat cannot know, then asks it. */
void bot_think(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
               const void *true_state, struct tk_rng *rng, struct bot_answer *out_answer);
tk_action bot_decide(const struct bot *bot, struct bot_mind *mind, const struct tk_game *game,
                     const void *true_state, struct tk_rng *rng);

/*
 * Everything that can be set of a bot as it would play this request, what it was not told as well:
 * members of an object that the caller opened.
 */
void bot_describe(const struct bot *bot, const struct bot_request *request, struct tk_json *json);

/* --- evaluation --- */

/*
 * `standing` sums the features of a seat with the game's weights, in thousandths of a unit of
 * log-odds; the chances of the seats follow from their standings, or from the result if it is over.
 * Partners win together, so each has the chance of their side.
 */
int64_t bot_standing(const struct tk_game *game, enum tk_weighting by, const void *state, int seat);
/* What comes of each of these moves for the seat that acts. */
void bot_outlook(const struct tk_game *game, enum tk_weighting by, const void *state,
                 const tk_action *moves, int count, struct tk_outlook *out);
/* The legal moves, those first after which the seat that acts stands best; how many they are. */
int bot_best_first(const struct tk_game *game, const void *state, tk_action *out);
void bot_chances(const struct tk_game *game, enum tk_weighting by, const void *state, int players,
                 float *out_chances);
/* How many sides play: as many as seats, or fewer if some are partners. */
int bot_sides(const struct tk_game *game, const void *state, int players);
/*
 * A chance to win as experience has it: a search is surer of itself than the games bear out, or
 * less sure. Trust 1 takes it at its word, less than that moves it towards an equal share.
 */
double bot_trusted(double chance, int sides, double trust);
/*
 * Everybody's chances after a move of `seat`, which is told `win` for it: the others share the rest as
 * the search has it, or equally. Partners each have the chance of their side.
 */
void bot_line_chances(const struct tk_game *game, const void *state, int players, int seat,
                      const struct bot_line *line, double win, double *out_chances);
/* By how many of these scores a seat is ahead of the best of the other sides. */
int32_t bot_margin(const struct tk_game *game, const void *state, int players,
                   const int32_t *scores, int seat);
/* The points a seat has, and those that what it took will bring at once. */
int64_t bot_points(const struct tk_game *game, const void *state, int seat);

/* --- learning --- */

/*
 * For those who learn from pairs of moves: two moves of a list with the best ones first, mostly two of
 * those, since that is what a player has to choose among; and the rest of a turn, which strays a little
 * among the best ones, so that turns differ by more than one move.
 */
void bot_two_moves(const tk_action *best_first, int count, struct tk_rng *rng, tk_action out[2]);
void bot_finish_turn(const struct tk_game *game, void *state, int turn, struct tk_rng *rng);

enum { BOT_RIVALS_MAX = 32, BOT_TABLES_MAX = 16, BOT_TO_THE_END = 1000000 /* moves */ };

/*
 * Games from which a net can learn. In most of them the learner plays itself; in the others it
 * meets a rival. All positions are written to `out` (docs/training.md has the format).
 */
struct bot_school {
    const struct tk_game *game;
    struct tk_config table[BOT_TABLES_MAX]; /* they are played in turn */
    int tables;
    int seats; /* of the net that is to learn: at least as many as any table has players */
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
    double hurried;     /* share of decisions that have `hurry` simulations and are not written */
    long hurry;
    int ends;   /* not 0: the quick player plays, and pairs of moves are written that */
    int seldom; /* are played to so many ends each, at one of so many decisions */
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

/* --- reports: what became of a game and why --- */

enum { REPORT_ONE = 10000 }; /* what certainty is: chances are told in ten thousandths */

/* Chances of every seat. */
struct report_outlook {
    int32_t seat[TK_SEATS_MAX];
};

/* What the search said at one decision; all zero: nobody asked it yet. */
struct report_judged {
    bool thought;  /* there was something to think about */
    bool foreseen; /* what the move was worth before it turned up anything is known */
    tk_action best_move;
    int line_length;
    tk_action line[BOT_LINE_MAX]; /* how it thinks the game goes on after its best move */
    double points;                /* expected points that the best move has more; 0 if unknown */
    struct report_outlook best, made;
};

/* A decision. `luck` is what the move turned up beyond what was expected, for every seat. */
struct report_ply {
    int seat;
    bool thought; /* there was a choice */
    tk_action made, best;
    int32_t chance_best, chance_made, loss; /* of the seat that decided; loss is never negative */
    int32_t luck[TK_SEATS_MAX];
    int32_t change[TK_SEATS_MAX]; /* what the loss meant to each seat */
    int line_length;              /* where another move was better: how it would have gone on */
    tk_action line[BOT_LINE_MAX];
    double points; /* as in report_judged */
};

/* start + luck - own_losses + others_losses = result */
struct report_account {
    int32_t start, luck, own_losses, others_losses, result;
};

struct report {
    const struct tk_game *game;
    const struct bot *bot;
    long simulations; /* for each decision */
    int threads;      /* the report is the same for any number */
    uint64_t seed;
    const atomic_bool *stop;                            /* may be NULL */
    void (*progress)(void *context, int done, int all); /* may be NULL */
    void *context;
    /* --- its own --- */
    int players, sides;
    struct tk_rng rng;
    bool failed; /* the bot did; `why` says how */
    char why[BOT_WHY_MAX + 1];
    struct bot_lines lines;
};

/*
 * `states` are the true positions, one more than actions, each at a multiple of `stride`; the last
 * one is the end, or where the record stops (then its standing is the result). False without
 * memory, or if the bot has failed.
 */
bool bot_report(struct report *report, const unsigned char *states, size_t stride,
                const tk_action *actions, int count, struct report_ply *out_plies,
                struct report_account *out_accounts);
/*
 * The same in steps. bot_report_judge looks at one decision; bot_report_deepen at all of them, and
 * leaves those as they were that it had no time for when it was stopped; bot_report_conclude makes
 * plies and accounts of what was judged so far.
 */
bool bot_report_judge(struct report *report, const unsigned char *states, size_t stride,
                      const tk_action *actions, int index, struct report_judged *out);
bool bot_report_deepen(struct report *report, const unsigned char *states, size_t stride,
                       const tk_action *actions, int count, struct report_judged *judged);
void bot_report_conclude(struct report *report, const unsigned char *states, size_t stride,
                         const tk_action *actions, int count, const struct report_judged *judged,
                         struct report_ply *out_plies, struct report_account *out_accounts);

/* How good a decision was, by its loss: below 1, 3 and 8 percentage points, or more. */
enum report_grade { REPORT_GOOD, REPORT_SLIP, REPORT_MISTAKE, REPORT_BLUNDER, REPORT_GRADES };
extern const char *const report_grades[REPORT_GRADES];
enum report_grade report_grade(int32_t loss);

enum { REPORT_TURNING_POINTS = 3, REPORT_OPENING = 4 };

/* What is to be told about a seat beside its account. Plies count from 0; -1 is none. */
struct report_seat {
    int32_t accuracy; /* each choice counts 2^(-loss / 8 points); the mean */
    int choices, grade[REPORT_GRADES];
    int luckiest, unluckiest;                   /* what turned up, for anybody's move */
    int opening[REPORT_OPENING], opening_count; /* its first choices */
};

struct report_summary {
    int turning[REPORT_TURNING_POINTS], turning_count; /* the largest losses, in order of time */
    struct report_seat seat[TK_SEATS_MAX];
};

void bot_report_sum_up(const struct report *report, const struct report_ply *plies, int count,
                       struct report_summary *out);

/*
 * Why another move was better: what it wins, prevents or leaves, best reason first. Returns how many
 * reasons there are; none where nothing was lost.
 */
enum { REPORT_REASONS = 2 };
struct report_reason {
    bool plain; /* in the words of the core, not in those of the game */
    struct tk_phrase phrase;
};
int bot_report_why(const struct report *report, const void *state, const struct report_ply *ply,
                   struct report_reason out[REPORT_REASONS]);
void bot_reason_write(const struct tk_speaker *speaker, const struct report_reason *reason,
                      struct tk_writer *out);
/* As tk_phrase_json writes a phrase. */
void bot_reason_json(const struct tk_game *game, const struct report_reason *reason,
                     struct tk_json *json);

/*
 * All of it as members of a JSON object: start, plies, account, seats, turning_points. `speaker` says
 * the sentences.
 */
void bot_report_write(const struct report *report, const unsigned char *states, size_t stride,
                      const struct report_ply *plies, int count,
                      const struct report_account *accounts, const struct tk_speaker *speaker,
                      struct tk_json *json);

#endif
