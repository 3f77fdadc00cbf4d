/* SPDX-License-Identifier: MIT */
/* A table of a server, as a session of this terminal: what a person does there. */
#include "remote_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli_words.h"

void remote_table_move(struct remote_table *t, tk_action action)
{
    struct tk_writer out = tk_writer_over(t->pending, sizeof t->pending);
    if (t->pending[0] != '\0')
        return; /* one is on its way */
    t->s->game->text.format(t->s->present, action, &out);
    (void)tk_writer_text(&out);
    t->pending_ply = t->shown_ply;
    remote_table_check_pending(t, true);
}

void remote_table_do(struct remote_table *t, const char *what)
{
    if (strcmp(what, "undo") == 0)
        remote_table_say(t, what, N_DEED, json_pack("{s:i}", "ply", t->ply));
    else
        remote_table_say(t, what, N_DEED, strcmp(what, "rematch") == 0 ? remote_share() : NULL);
}

void remote_table_hint(struct remote_table *t)
{
    remote_table_say(t, "hint", N_HINT, json_pack("{s:i}", "ply", t->ply));
}

/* Giving up is asked for twice. */
static void resign(struct remote_table *t)
{
    if (t->sure)
        remote_table_say(t, "resign", N_DEED, NULL);
    else
        remote_table_tell(t, CLI_WORD_FAR_SURE);
    t->sure = !t->sure;
}

static void put_bot(struct remote_table *t, const char *words)
{
    char *end;
    long seat = strtol(words, &end, 10);
    end += strspn(end, " ");
    remote_table_say(
        t, "bot", N_DEED,
        json_pack("{s:i,s:s}", "seat", (int)seat - 1, "level", *end == '\0' ? "casual" : end));
}

static void talk(struct remote_table *t, const char *words)
{
    if (words[0] != '\0')
        remote_table_say(t, "chat", N_DEED, json_pack("{s:s}", "text", words));
}

static const struct {
    enum typed_kind kind;
    const char *what;
} plain_deeds[] = {
    {TYPED_OFFER, "offer"}, {TYPED_AWAY, "away"},       {TYPED_BACK, "back"},
    {TYPED_STAND, "stand"}, {TYPED_REMATCH, "rematch"}, {TYPED_UNDO, "undo"},
};

bool remote_table_obey(struct remote_table *t, const struct typed *typed)
{
    enum typed_kind kind = typed->kind;
    t->sure &= kind == TYPED_RESIGN;
    for (int i = 0; i < TK_COUNT(plain_deeds); i++)
        if (plain_deeds[i].kind == kind)
            remote_table_do(t, plain_deeds[i].what);
    if (kind == TYPED_SAY)
        talk(t, typed->words);
    else if (kind == TYPED_RESIGN)
        resign(t);
    else if (kind == TYPED_ACCEPT || kind == TYPED_DECLINE)
        remote_table_say(t, "answer", N_DEED, json_pack("{s:b}", "yes", kind == TYPED_ACCEPT));
    else if (kind == TYPED_SIT)
        remote_table_sit(t, atoi(typed->words) > 0 ? atoi(typed->words) - 1 : 0);
    else if (kind == TYPED_BOT)
        put_bot(t, typed->words);
    else if (kind == TYPED_HINT)
        remote_table_hint(t);
    else if (kind == TYPED_MOVE)
        remote_table_move(t, typed->action);
    return kind == TYPED_UNDO || kind == TYPED_HINT || kind == TYPED_MOVE ||
           (kind >= TYPED_SAY && kind < TYPED_NOTHING);
}

bool remote_table_follow(struct remote_table *t)
{
    char id[sizeof t->next], key[sizeof t->next_key];
    if (t->next[0] == '\0')
        return false;
    memcpy(id, t->next, sizeof id);
    memcpy(key, t->next_key, sizeof key);
    remote_table_say(t, "unwatch", N_DEED, NULL);
    remote_table_open(t, t->remote, t->s, id, key);
    return true;
}

void remote_table_save(struct remote_table *t, const char *path, struct tk_writer *out)
{
    char where[160];
    struct cli_text text = {0};
    snprintf(where, sizeof where, "/api/v1/tables/%s/record", t->id);
    char *record = remote_text(t->remote, where);
    if (record == NULL) {
        tk_write_text(out, t->remote->error);
        return;
    }
    cli_text_add(&text, record, strlen(record));
    free(record);
    bool saved = cli_file_replace(path, &text);
    session_say(t->s, out, saved ? CLI_WORD_SAVED : CLI_WORD_SAVE_FAILED, "file", path, "why",
                strerror(errno), NULL);
    cli_text_clear(&text);
}
