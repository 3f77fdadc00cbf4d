/* SPDX-License-Identifier: MIT */
/* takht verify: was the deal of this record fixed before anybody could know it? */
#include "cli.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 32 };

/* The 32 bytes of a tag; false if it is not there or no hex. */
static bool find_tag(const char *text, const char *name, uint8_t out[BYTES])
{
    char start[32];
    size_t length;
    snprintf(start, sizeof start, "[%s \"", name);
    const char *at = strstr(text, start);
    return at != NULL &&
           sodium_hex2bin(out, BYTES, at + strlen(start), 2 * (size_t)BYTES, NULL, &length, NULL) ==
               0 &&
           length == BYTES;
}

static bool verify(const char *text, const char **out_problem)
{
    uint8_t commit[BYTES], secret[BYTES], seed[BYTES], share[BYTES], made[BYTES];
    crypto_generichash_state hash;
    *out_problem = "the record has no [Commit], [Secret] and [Seed]";
    if (!find_tag(text, "Commit", commit) || !find_tag(text, "Secret", secret) ||
        !find_tag(text, "Seed", seed))
        return false;
    *out_problem = "the secret is not the one that was committed to";
    crypto_generichash(made, sizeof made, secret, sizeof secret, NULL, 0);
    if (memcmp(made, commit, BYTES) != 0)
        return false;
    crypto_generichash_init(&hash, NULL, 0, BYTES);
    crypto_generichash_update(&hash, (const unsigned char *)"takht seed", 10);
    crypto_generichash_update(&hash, secret, sizeof secret);
    for (int seat = 1; seat <= TK_SEATS_MAX; seat++) {
        char name[24];
        snprintf(name, sizeof name, "Random%d", seat);
        if (find_tag(text, name, share))
            crypto_generichash_update(&hash, share, sizeof share);
    }
    crypto_generichash_final(&hash, made, sizeof made);
    *out_problem = "the seed is not made of the secret and the players' shares";
    return memcmp(made, seed, BYTES) == 0;
}

/* The moves must fit the seed too, or the record tells of another game. */
static bool replays(struct tk_span text, const char **out_problem)
{
    struct tk_record *record = calloc(1, sizeof *record);
    tk_state state;
    tk_action action;
    bool fine = record != NULL && tk_record_open(record, text, tk_game_find) &&
                tk_record_start(record, state);
    while (fine && tk_record_next(record, state, &action))
        record->game->rules.apply(state, action);
    fine = fine && record->problem == NULL && tk_record_finish(record, state);
    *out_problem = record == NULL ? "out of memory" : record->problem;
    free(record);
    return fine;
}

static int run_verify(int argc, char **argv)
{
    struct cli_args args;
    struct cli_text text;
    const char *problem = NULL;
    int answer = cli_args_read(&cli_verify, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *path = args.positional[0];
    enum cli_file_status status = cli_file_read(path, TK_RECORD_MAX, &text);
    if (status != CLI_FILE_OK)
        return cli_fail(&cli_verify, CLI_FAILED, "%s: %s", path,
                        status == CLI_FILE_ERROR ? strerror(errno) : "too large for a record");
    struct tk_span span = {text.data, text.length};
    cli_text_add(&text, "", 1);
    span.data = text.data;
    bool fine = sodium_init() >= 0 && replays(span, &problem) && verify(text.data, &problem);
    if (!fine)
        answer = cli_fail(&cli_verify, CLI_FAILED, "%s: %s", path, problem);
    else
        puts("The shuffle was fair: the secret is the one committed to before the game, the seed "
             "is made of it\n"
             "and of every player's share, and the game follows from the seed.");
    cli_text_clear(&text);
    return fine ? cli_output_close(&cli_verify) : answer;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .usage = "FILE",
    .summary = "check that the shuffle of a record was fair",
    .about = "A server shows the hash of its secret before the players add theirs, and the secret "
             "after the game. This checks all of it, and that the moves follow from the seed.",
    .examples = "takht verify splendor-s_No44Ag.takht",
    .subject = CLI_FILE,
    .run = run_verify,
};
