/* SPDX-License-Identifier: MIT */
/* takht verify: was the deal of this record fixed before anybody could know it? */
#include "cli.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 32 };

/* What a record says of its shuffle. */
struct proof {
    const struct tk_record *record;
    const char *text;
    uint8_t commit[BYTES], secret[BYTES], share[TK_SEATS_MAX][BYTES];
    bool shared[TK_SEATS_MAX];
    char problem[160];
};

static bool fail(struct proof *p, const char *problem)
{
    snprintf(p->problem, sizeof p->problem, "%s", problem);
    return false;
}

/* How often a tag is there, and the 32 bytes of the first one. Of two, whoever reads along might believe the other. */
static bool read_tag(struct proof *p, const char *name, uint8_t out[BYTES], bool *out_there)
{
    char start[32];
    size_t length;
    snprintf(start, sizeof start, "[%s \"", name);
    const char *at = strstr(p->text, start);
    *out_there = at != NULL;
    if (at == NULL)
        return true;
    at += strlen(start);
    bool fine = strstr(at, start) == NULL &&
                sodium_hex2bin(out, BYTES, at, 2 * (size_t)BYTES, NULL, &length, NULL) == 0 &&
                length == BYTES && at[2 * BYTES] == '"';
    if (!fine)
        snprintf(p->problem, sizeof p->problem,
                 "the tag [%s \"…\"] is there twice, or is not 64 hexadecimal digits", name);
    return fine;
}

/* A seat that is not at the table has no say: who may add shares after the others can choose the deal. */
static bool read_shares(struct proof *p)
{
    for (int seat = 0; seat < TK_SEATS_MAX; seat++) {
        char name[24];
        snprintf(name, sizeof name, "Random%d", seat + 1);
        if (!read_tag(p, name, p->share[seat], &p->shared[seat]))
            return false;
        if (p->shared[seat] && seat >= p->record->config.players)
            return fail(p, "it has a share of a seat that is not at the table");
    }
    return true;
}

static bool read_proof(struct proof *p)
{
    bool commit, secret;
    if (!read_tag(p, "Commit", p->commit, &commit) || !read_tag(p, "Secret", p->secret, &secret))
        return false;
    if (!commit || !secret || !p->record->has_seed)
        return fail(p, "the record has no [Commit], [Secret] and [Seed]");
    return read_shares(p);
}

/* The seed that the game was dealt from, whatever else stands in the record. */
static bool check(struct proof *p)
{
    uint8_t made[BYTES];
    crypto_generichash_state hash;
    crypto_generichash(made, sizeof made, p->secret, BYTES, NULL, 0);
    if (memcmp(made, p->commit, BYTES) != 0)
        return fail(p, "the secret is not the one that was committed to");
    crypto_generichash_init(&hash, NULL, 0, BYTES);
    crypto_generichash_update(&hash, (const unsigned char *)"takht seed", 10);
    crypto_generichash_update(&hash, p->secret, BYTES);
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        if (p->shared[seat])
            crypto_generichash_update(&hash, p->share[seat], BYTES);
    crypto_generichash_final(&hash, made, sizeof made);
    return memcmp(made, p->record->seed, BYTES) == 0 ||
           fail(p, "the seed is not made of the secret and the players' shares");
}

/* The moves must fit the seed too, or the record tells of another game. */
static bool replays(struct tk_record *record, struct tk_span text)
{
    tk_state state;
    tk_action action;
    bool fine = tk_record_open(record, text, tk_game_find) && tk_record_start(record, state);
    while (fine && tk_record_next(record, state, &action))
        record->game->rules.apply(state, action);
    return fine && record->problem == NULL && tk_record_finish(record, state);
}

/* A share is worth something to whoever knows it for their own. */
static void tell(struct proof *p, struct tk_record *record)
{
    const char *between = "Shares: ";
    cli_clean_names(record);
    puts("The shuffle was fair: the secret is the one committed to before the game, the seed "
         "is made of it\n"
         "and of every player's share, and the game follows from the seed.");
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        if (p->shared[seat]) {
            printf("%sseat %d (%s)", between, seat + 1, record->names[seat]);
            between = ", ";
        }
    puts(between[0] == ',' ? "." : "No player added a share, so the deal was the server's alone.");
}

static int judge(const char *path, struct cli_text *text, struct tk_record *record)
{
    struct tk_span span = {text->data, text->length};
    struct proof p = {.record = record, .text = text->data};
    if (!replays(record, span))
        return cli_record_wrong(&cli_verify, path, record);
    if (sodium_init() < 0 || !read_proof(&p) || !check(&p))
        return cli_fail(&cli_verify, CLI_FAILED, "%s: %s", path, p.problem);
    tell(&p, record);
    return cli_output_close(&cli_verify);
}

static int run_verify(int argc, char **argv)
{
    struct cli_args args;
    struct cli_text text;
    int answer = cli_args_read(&cli_verify, argc, argv, &args);
    if (answer < 0)
        answer = cli_record_read(&cli_verify, args.positional[0], &text);
    if (answer >= 0)
        return answer;
    struct tk_record *record = calloc(1, sizeof *record);
    cli_text_add(&text, "", 1);
    text.length--;
    answer = record == NULL ? cli_fail(&cli_verify, CLI_FAILED, "out of memory")
                            : judge(args.positional[0], &text, record);
    free(record);
    cli_text_clear(&text);
    return answer;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .usage = "FILE",
    .summary = "check that the shuffle of a record was fair",
    .about =
        "A server shows the hash of its secret before the players add theirs, and the secret "
        "after the game. This checks all of it, and that the moves follow from the seed, and says "
        "whose shares are in it: a share is proof to whoever knows it for their own.",
    .examples = "takht verify splendor-s_No44Ag.takht",
    .subject = CLI_FILE,
    .run = run_verify,
};
