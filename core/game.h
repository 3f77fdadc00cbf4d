/* SPDX-License-Identifier: MIT */
/*
 * The one interface that every game implements. Everything above the rules knows games only through
 * struct tk_game: a table of facts and functions. A state is flat memory of `state_size` bytes
 * without pointers; copy it, compare it, hash it, throw it away.
 */
#ifndef TK_GAME_H
#define TK_GAME_H

#include "canvas.h"
#include "encoding.h"
#include "fields.h"
#include "json.h"
#include "option.h"
#include "rng.h"
#include "search.h"
#include "words.h"

/* Why something was refused. TK_OK is 0; a game's own refusals count from TK_STATUS_GAME. */
typedef uint16_t tk_status;

enum {
    TK_OK = 0,
    TK_BAD_TEXT,  /* not a move of this game at all */
    TK_NOT_LEGAL, /* well formed, but not possible now */
    TK_OVER,      /* the game has ended */
    TK_STATUS_GAME = 64,
};

struct tk_refusal {
    uint16_t word;      /* "no.…" in the game's catalogue */
    const char *clause; /* the rule it breaks, as the rules text numbers it */
};

/* Thousandths of a unit of log-odds, at the beginning of a game and at its end; in between they pass
 * over into each other. */
struct tk_weight {
    int32_t early, late;
};

/*
 * A number for evaluation and learning, with the weights that we ship. Those that foretell best who
 * will win are not those that win most: a plain look at a position takes the first, search the
 * second.
 */
enum tk_weighting { TK_FORETELLS, TK_WINS, TK_WEIGHTINGS };
struct tk_feature {
    const char *name;
    struct tk_weight weight[TK_WEIGHTINGS];
    int32_t points; /* what one of it is worth in points of the game */
};

enum { TK_FEATURES_MAX = 64 };

/*
 * A manner of play: numbers of a position that its player is fond of, and how much, in thousandths
 * of a unit of log-odds each. Players with manners keep those who learn from them honest.
 */
enum { TK_TERMS_MAX = 16 };

struct tk_style {
    const char *name; /* as in settings of bots */
    int16_t weight[TK_TERMS_MAX];
};

struct tk_styles {
    uint8_t count; /* of styles */
    const struct tk_style *table;
    void (*terms)(const void *state, int seat, int32_t *out); /* TK_TERMS_MAX, zeroed before */
};

/*
 * A kind of position in which it is looked at apart whether the chances come true that bots tell. It
 * knows no more than the seat does, or it would be no fair question.
 */
struct tk_situation {
    const char *name;
    bool (*holds)(const void *state, int seat);
};

struct tk_situations {
    uint8_t count;
    const struct tk_situation *table;
};

/*
 * Sentences for why a move is better than another: a feature, what it means that there is more of it
 * (sense 1) or less (-1) to whoever moves and to the others, and what one of it weighs against other
 * reasons, in thousandths of a unit of log-odds. The sentences have a part {who}, the seat that has
 * the feature, and {n}, the difference in units; without a unit they tell no number.
 */
enum { TK_NO_WORD = 0xffff };
struct tk_reason {
    uint8_t feature;
    int8_t sense;
    uint8_t unit;
    int32_t worth;
    uint16_t own, other; /* words, or TK_NO_WORD */
};

struct tk_reasons {
    uint8_t count;
    const struct tk_reason *table;
};

/*
 * A score sheet: lines as the notation names them, each the sum of its items, each item with a
 * reason and the places on the board that are behind it.
 */
enum { TK_LINES_MAX = 20, TK_ITEMS_MAX = 96, TK_PLACES_MAX = 768 };

/* How a line is drawn in a picture of the result that it decided. */
enum tk_sign { TK_SIGN_STAR, TK_SIGN_ARMS, TK_SIGN_SCIENCE, TK_SIGNS };

struct tk_sheet_line {
    const char *id; /* the catalogue has its name as "line." + id */
    int32_t points;
    uint16_t first_item, item_count;
    enum tk_sign sign;
};

struct tk_sheet_item {
    struct tk_phrase why;
    int32_t points;
    uint16_t first_place, place_count;
};

struct tk_sheet {
    uint8_t line_count;
    uint16_t item_count, place_count;
    struct tk_sheet_line line[TK_LINES_MAX];
    struct tk_sheet_item item[TK_ITEMS_MAX];
    uint16_t place[TK_PLACES_MAX];
};

/* Builders: a line, then its items, then the places of each item. An item adds to its line. */
struct tk_sheet_line *tk_sheet_line(struct tk_sheet *sheet, const char *id);
struct tk_phrase *tk_sheet_item(struct tk_sheet *sheet, int32_t points, uint16_t word);
void tk_sheet_place(struct tk_sheet *sheet, uint16_t place);
int32_t tk_sheet_total(const struct tk_sheet *sheet);

/* --- the parts of a game --- */

/* How it is set up, played and scored. Hot: search calls these through one table, without a detour. */
struct tk_rules {
    /* TK_OK, or why these options do not go together or with that many players. May be NULL. */
    tk_status (*config_check)(const struct tk_config *config);
    /* A pure function of configuration and seed. The configuration was checked. */
    void (*setup)(void *out_state, const struct tk_config *config,
                  const uint8_t seed[TK_SEED_BYTES]);
    void (*config)(const void *state, struct tk_config *out_config);
    int (*actor)(const void *state); /* a seat, TK_NOBODY or TK_CHANCE */
    int (*turn)(const void *state);  /* number of the turn under way, from 1; decisions share it */
    /* Number of the round under way, from 1; 0 before the first. NULL: the game has no rounds. */
    int (*round)(const void *state);
    /* All legal actions in a fixed order; `out` has room for actions_max. Returns how many. */
    int (*legal)(const void *state, tk_action *out);
    /* Trusted and fast: the action must be legal. */
    void (*apply)(void *state, tk_action action);
    /* Why an action that is not listed is refused; never TK_OK. */
    tk_status (*refuse)(const void *state, tk_action action);
    /* Does the action show anybody something hidden? Then it cannot be taken back. */
    bool (*reveals)(const void *state, tk_action action);
    void (*scores)(const void *state, int32_t *out); /* running score while the game goes on */
    void (*ranks)(const void *state, uint8_t *out); /* 1 for the winners; equal ones share a rank */
    int (*side)(const void *state, int seat); /* partners have the same; NULL: all play alone */
    uint16_t (*ending)(const void *state);    /* word that names how the game ended */
    void (*sheet)(const void *state, int seat, struct tk_sheet *out); /* zeroed by the caller */
};

/* What chance decides after the deal; all NULL in games that have no such chance. */
struct tk_chance {
    /* Only while actor is TK_CHANCE: draws from the state's generator. */
    void (*settle)(void *state);
};

/* What a seat may know. */
struct tk_knowledge {
    /*
     * The state as tables (fields.h): from them come views, dumps, deals and their reading, and a
     * member that no row opens to a viewer is seen by none.
     */
    const struct tk_fields *fields;
    /* Redraws everything that this seat cannot know, uniformly among what fits what it has seen. */
    void (*determinise)(void *state, int seat, struct tk_rng *rng);
};

/* Moves, sentences and whole states as text. */
struct tk_texts {
    void (*format)(const void *state, tk_action action, struct tk_writer *out);
    /* TK_OK, TK_BAD_TEXT or a refusal that says what is wrong with the text. */
    tk_status (*parse)(const void *state, struct tk_span text, tk_action *out_action);
    /* A place of sheets and phrases as text: card, hex, cell. */
    void (*place)(uint16_t place, struct tk_writer *out);
    /* What is to be decided now, for the line that always says so. */
    void (*prompt)(const void *state, struct tk_phrase *out);
    /*
     * A move and its consequences as sentences, as this viewer (a seat or TK_SPECTATOR) may know
     * them. Returns how many, at most TK_PHRASES_MAX.
     */
    int (*describe)(const void *before, tk_action action, const void *after, int viewer,
                    struct tk_phrase *out);
};

/* The table on a terminal. */
struct tk_terminal {
    /* As this seat sees it, in at least 17 rows of 80 columns. */
    void (*draw)(const void *state, int seat, const struct tk_speaker *speaker,
                 struct tk_canvas *canvas);
    /* Rows it would rather have on a small screen, where it needs more than those; or 0. */
    int rows;
};

/* What comes of a move, for the seat that makes it. */
struct tk_outlook {
    int64_t standing; /* its features after the move, weighed */
    bool ends;        /* the game is over then */
};

/* Numbers for evaluation and search. */
struct tk_learning {
    uint8_t count; /* of features */
    const struct tk_feature *table;
    void (*features)(const void *state, int seat, int32_t *out);
    /* How much of the game is over, roughly: 0 … 1000. It never reads what is hidden. */
    int (*progress)(const void *state);
    /*
     * What comes of each of these moves of the seat that acts: the same as if they were played and
     * the features weighed, but faster. NULL: they are played.
     */
    void (*outlook)(const void *state, enum tk_weighting by, const tk_action *moves, int count,
                    struct tk_outlook *out);
    /*
     * Plays on at most so many moves, or to the end, as quickly as it can be done sensibly; what
     * nobody at the table knows is not looked at. NULL: by what stands best after each move.
     */
    void (*rush)(void *state, int moves);
    /*
     * Between these two positions so much was turned up that searching on is guessing: a bot
     * evaluates there. May be NULL.
     */
    bool (*horizon)(const void *root, const void *state);
    /* How bots go about it, and their levels. NULL: what suits many games. */
    const struct tk_search *search;
    const struct tk_encoding *encoding;     /* for nets; NULL: none can be used */
    const struct tk_styles *styles;         /* NULL: it has none */
    const struct tk_situations *situations; /* NULL: it has none */
    const struct tk_index *index;           /* moves as numbers; NULL: they have none */
    const struct tk_reasons *reasons;       /* NULL: it has none */
};

/* Features times weights, as much of the game being over as `progress` says; thousandths. */
int64_t tk_weigh(const struct tk_learning *learning, enum tk_weighting by, int progress,
                 const int32_t *features);

/* The same for many positions of one moment: its weights, in millionths, and what features come to by them. */
void tk_weights_at(const struct tk_learning *learning, enum tk_weighting by, int progress,
                   int32_t *out);
static inline int64_t tk_weigh_by(const int32_t *weights, int count, const int32_t *features)
{
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += (int64_t)weights[i] * features[i];
    /* mostly it is small, and to divide that is much cheaper where 64 bits are divided one by one */
    return sum == (int32_t)sum ? (int32_t)sum / 1000 : sum / 1000;
}

/* What the tests of the laws ask. */
struct tk_checks {
    const char *(*audit)(
        const void *state); /* NULL, or what was made, lost or contradicts itself */
    uint32_t (*decisions_max)(const struct tk_config *config); /* bound of a game; 0: none */
};

struct tk_game {
    /* --- facts --- */
    const char *id;                 /* as in commands and traces */
    uint16_t name_word, about_word; /* what people call it, and a sentence about it */
    uint8_t seats_min, seats_max;
    uint8_t option_count, refusal_count;
    uint16_t state_size;  /* at most TK_STATE_MAX; a state lies in a tk_state */
    uint16_t actions_max; /* at most TK_ACTIONS_MAX */
    const struct tk_option *options;
    const struct tk_refusal *refusals;
    /* Has "option.NAME", "option.NAME.help" and "line.ID" for every option and score line. */
    const struct tk_words *words;
    /* --- parts that every program needs --- */
    struct tk_rules rules;
    struct tk_chance chance;
    struct tk_knowledge knowledge;
    struct tk_texts text;
    /* --- parts that a program may leave out (NULL): see TK_PART_… --- */
    const struct tk_terminal *terminal;
    const struct tk_learning *learning;
    const struct tk_checks *checks;
};

/* A build without a screen (WebAssembly, the library) defines TAKHT_NO_TERMINAL and needs no draw.c. */
#ifdef TAKHT_NO_TERMINAL
#define TK_PART_TERMINAL(part) NULL
#else
#define TK_PART_TERMINAL(part) (part)
#endif

/*
 * One that plays and shows but never thinks (the rules alone as WebAssembly) defines TAKHT_NO_THINKING: of
 * learning it has the names of the styles, and needs neither features nor encodings.
 */
#ifdef TAKHT_NO_THINKING
#define TK_PART_THINKING(part) NULL
#else
#define TK_PART_THINKING(part) (part)
#endif

/* The standard values of all options. */
void tk_config_init(const struct tk_game *game, int players, struct tk_config *out_config);
/* Players, options and characters with their words in all languages, as one object: what lists of games hold. */
void tk_catalogue(const struct tk_game *game, struct tk_json *json);
/*
 * The characters of a game: manners of play that have a name in its words, style.NAME and
 * style.NAME.about. Which of its styles is this one; -1 after the last.
 */
int tk_character(const struct tk_game *game, int index);
/* The index of an option by name, or -1. */
int tk_option_find(const struct tk_game *game, struct tk_span name);

/* For input that is not trusted: TK_OK exactly when the action is listed. Leaves the state alone. */
tk_status tk_check(const struct tk_game *game, const void *state, tk_action action);
/* Reads a move and checks it. */
tk_status tk_move_parse(const struct tk_game *game, const void *state, struct tk_span text,
                        tk_action *out_action);
/* How a game reads a move out of a text; what it wrote is of no use when it returns false. */
typedef bool tk_move_reader(const void *state, struct tk_reader *in, tk_action *out_action);
/* For a game's `parse`: the whole text is one move, or none. */
tk_status tk_move_read(const void *state, struct tk_span text, tk_move_reader *read,
                       tk_action *out_action);
/* Those of one side win and lose together. */
int tk_side(const struct tk_game *game, const void *state, int seat);
/* Lets the state's own generator decide whatever chance is to decide before a seat can. */
void tk_settle_chance(const struct tk_game *game, void *state);
/* Applies a legal action and lets the generator decide whatever chance decides then. */
void tk_play(const struct tk_game *game, void *state, tk_action action);
/* Set-up and whatever chance decides before the first decision. */
void tk_start(const struct tk_game *game, const struct tk_config *config,
              const uint8_t seed[TK_SEED_BYTES], void *out_state);

/* Bit p stands for seat p. */
uint8_t tk_winners(const struct tk_game *game, const void *state);

/* Options as an object, each value a string. */
void tk_options_json(const struct tk_game *game, const struct tk_config *config,
                     struct tk_json *json);
bool tk_options_read(const struct tk_game *game, struct tk_config *config, struct tk_json_in *in);

/* The whole view of a seat: game, players, options, who acts, prompt, board, and the end if over. */
void tk_view(const struct tk_game *game, const void *state, int seat, struct tk_json *json);
/* Members of the view's "board" alone. */
void tk_board(const struct tk_game *game, const void *state, int seat, struct tk_json *json);
/* The members of a deal, and a state set up from them; the object is the caller's. */
void tk_deal(const struct tk_game *game, const void *fresh_state, struct tk_json *json);
bool tk_deal_read(const struct tk_game *game, void *out_state, const struct tk_config *config,
                  struct tk_json_in *in);
/* Members of a line that tells what chance did, and the same done to a state. */
void tk_chance_write(const struct tk_game *game, const void *before, const void *after,
                     struct tk_json *json);
bool tk_chance_read(const struct tk_game *game, void *state, struct tk_json_in *in);
/* The whole state as one object, and back. */
void tk_dump(const struct tk_game *game, const void *state, struct tk_json *json);
bool tk_load(const struct tk_game *game, void *out_state, struct tk_json_in *in);
void tk_sheet_json(const struct tk_game *game, const struct tk_sheet *sheet, struct tk_json *json);

/* A refusal as a sentence with its clause. */
void tk_status_write(const struct tk_speaker *speaker, tk_status status, struct tk_writer *out);
const char *tk_status_clause(const struct tk_game *game, tk_status status); /* "" if none */
const char *tk_status_key(const struct tk_game *game, tk_status status); /* "no.…" without "no." */

#endif
