/* SPDX-License-Identifier: MIT */
/* The moves that a person can choose from. */
#include "moves.h"

#include <stdlib.h>
#include <string.h>

#include "cli_words.h"

/* --- what they are called --- */

/* Hidden things are redrawn first: a sentence about a move must not tell them. */
static void say_move(struct session *s, struct tk_rng *rng, struct move *move)
{
    static const char *const nobody[TK_SEATS_MAX] = {"", "", "", "", "", "", "", ""};
    struct tk_speaker speaker = {s->args->lang, s->game, nobody};
    struct tk_phrase phrases[TK_PHRASES_MAX];
    struct tk_writer out = tk_writer_over(move->say, sizeof move->say);
    tk_state before, after;
    memcpy(before, session_state(s), s->game->state_size);
    s->game->knowledge.determinise(before, session_actor(s), rng);
    memcpy(after, before, s->game->state_size);
    tk_play(s->game, after, move->action);
    s->game->text.describe(before, move->action, after, TK_SPECTATOR, phrases);
    tk_phrase_write(&speaker, &phrases[0], &out);
    char *text = (char *)tk_writer_text(&out);
    size_t blank = strspn(text, " ");
    memmove(text, text + blank, strlen(text + blank) + 1);
}

/* --- kinds --- */

/* What is easily regretted is never under the cursor unasked. */
static bool is_last(const char *word)
{
    static const char *const last[] = {"discard", "pass", "end", "return"};
    for (int i = 0; i < TK_COUNT(last); i++)
        if (strcmp(word, last[i]) == 0)
            return true;
    return false;
}

static int find_kind(struct moves *m, const char *text)
{
    char word[24];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    for (int i = 0; i < m->kind_count; i++)
        if (strcmp(m->kind[i].word, word) == 0)
            return i;
    if (m->kind_count == MOVES_KINDS)
        return MOVES_KINDS - 1;
    m->kind[m->kind_count] = (struct move_kind){.count = 0};
    memcpy(m->kind[m->kind_count].word, word, sizeof word);
    return m->kind_count++;
}

static void put_last_kinds_last(struct moves *m)
{
    struct move_kind sorted[MOVES_KINDS];
    int place[MOVES_KINDS], count = 0;
    for (int last = 0; last < 2; last++)
        for (int i = 0; i < m->kind_count; i++)
            if (is_last(m->kind[i].word) == (last == 1)) {
                place[i] = count;
                sorted[count++] = m->kind[i];
            }
    memcpy(m->kind, sorted, (size_t)count * sizeof *sorted);
    for (int i = 0; i < m->count; i++)
        m->move[i].kind = place[m->move[i].kind];
}

const char *moves_kind_name(const struct session *s, const struct move_kind *kind)
{
    char key[40];
    snprintf(key, sizeof key, "kind.%s", kind->word);
    int word = tk_word_find(&cli_words, tk_span_of(key));
    bool own = word >= 0 && s->args->lang != TK_EN;
    return own ? cli_words.table[word].text[s->args->lang].one : kind->word;
}

void moves_list(struct moves *m, struct session *s)
{
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng = s->rng; /* a copy: looking at moves changes nobody's dice */
    m->count = s->game->rules.legal(session_state(s), legal);
    m->kind_count = 0;
    for (int i = 0; i < m->count; i++) {
        struct move *move = &m->move[i];
        struct tk_writer out = tk_writer_over(move->text, sizeof move->text);
        move->action = legal[i];
        move->number = i + 1;
        s->game->text.format(session_state(s), legal[i], &out);
        (void)tk_writer_text(&out);
        move->kind = find_kind(m, move->text);
        m->kind[move->kind].count++;
        say_move(s, &rng, move);
        char words[MOVES_SAY + 64];
        snprintf(words, sizeof words, "%s %s", moves_kind_name(s, &m->kind[move->kind]), move->say);
        cli_fold(words, move->folded, sizeof move->folded);
    }
    put_last_kinds_last(m);
    m->chosen_kind = 0;
    moves_filter(m, "");
}

/* --- what typing leaves --- */

/* Does every word of `typed` stand in the notation or in the sentence? A number means that move. */
static bool fits(const struct move *move, const char *typed)
{
    char word[64], text[sizeof move->text], *end;
    long number = strtol(typed, &end, 10);
    if (*end == '\0' && end > typed)
        return number == move->number;
    cli_fold(move->text, text, sizeof text);
    while (*(typed += strspn(typed, " ")) != '\0') {
        size_t length = strcspn(typed, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, typed);
        if (strstr(text, word) == NULL && strstr(move->folded, word) == NULL)
            return false;
        typed += length;
    }
    return true;
}

void moves_filter(struct moves *m, const char *words)
{
    char typed[256];
    cli_fold(words, typed, sizeof typed);
    bool all = typed[strspn(typed, " ")] != '\0';
    m->shown_count = 0;
    m->chosen = 0;
    for (int i = 0; i < m->count; i++)
        if (all ? fits(&m->move[i], typed) : m->move[i].kind == m->chosen_kind)
            m->shown[m->shown_count++] = i;
}

const struct move *moves_chosen(const struct moves *m)
{
    return m->shown_count == 0 ? NULL : &m->move[m->shown[m->chosen]];
}

void moves_step(struct moves *m, int by)
{
    int to = m->chosen + by;
    if (to >= 0 && to < m->shown_count)
        m->chosen = to;
}

void moves_step_kind(struct moves *m, int by)
{
    if (m->kind_count == 0)
        return;
    m->chosen_kind = (m->chosen_kind + by + m->kind_count) % m->kind_count;
    moves_filter(m, "");
}
