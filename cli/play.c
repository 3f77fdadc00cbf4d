/* SPDX-License-Identifier: MIT */
/* takht play: a game in the terminal, against bots or with others at the same keyboard. */
#include "saves.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "direction.h"
#include "lobby.h"
#include "menu.h"
#include "remote_table.h"
#include "signals.h"
#include "terminal.h"

/* A terminal without UTF-8 gets ASCII. */
static bool knows_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static int open_record(struct session *session, const struct cli_args *args)
{
    struct cli_text text;
    int line;
    int answer = cli_record_read(args->command, args->load, &text);
    if (answer >= 0)
        return answer;
    const char *problem =
        session_resume(session, args, (struct tk_span){text.data, text.length}, &line);
    cli_text_clear(&text);
    if (problem != NULL) {
        int code = cli_fail(args->command, CLI_FAILED, "%s:%d: %s", args->load, line, problem);
        session_end(session);
        return code;
    }
    return -1;
}

static int check_bots(const struct cli_args *args)
{
    if (args->bot_count > args->config.players && args->game != NULL)
        return cli_fail(args->command, CLI_USAGE, "--bots names %d seats, but there are %d players",
                        args->bot_count, args->config.players);
    return -1;
}

/* --- where the game is kept --- */

/* A person at a terminal loses no game: it is kept in the folder of games. */
static void keep(struct session *s)
{
    s->kept = isatty(STDIN_FILENO) && saves_new(s->game, s->save_room);
    s->save = s->kept ? s->save_room : NULL;
}

static bool ask_to_replace(const struct session *s)
{
    char text[SAVES_PATH + 256], answer[16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_say(s, &out, CLI_WORD_SAVE_ASK, "file", s->save, NULL);
    printf("%s ", tk_writer_text(&out));
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) != NULL && (answer[0] == 'y' || answer[0] == 'Y');
}

static const char *why_not(enum saves_file what)
{
    return what == SAVES_STRANGE  ? "it is no game"
           : what == SAVES_RICHER ? "it has comments or tags that would be lost"
                                  : "go on with it by --load";
}

/* A game that is over is only looked at, and its record stays as it was written. */
static bool only_looks(struct session *s, enum saves_file what)
{
    bool over = s->args->load != NULL && session_actor(s) == TK_NOBODY;
    if (!over || (what != SAVES_SAME && what != SAVES_RICHER))
        return false;
    if (what == SAVES_RICHER && !s->args->force)
        s->save = NULL;
    return true;
}

/* -1, or the exit code: a file that holds something is only replaced by who says so. */
static int secure_save(struct session *s)
{
    const struct cli_args *args = s->args;
    if (s->save == NULL)
        keep(s);
    if (s->kept || s->save == NULL)
        return -1;
    enum saves_file what = saves_look(s->save, s);
    if (only_looks(s, what))
        return -1;
    bool fine = what == SAVES_NONE || args->force || (what == SAVES_SAME && args->load != NULL);
    if (!fine && !(isatty(STDIN_FILENO) && ask_to_replace(s)))
        return cli_fail(args->command, CLI_USAGE,
                        "%s exists already: %s, choose another file, or replace it with --force",
                        s->save, why_not(what));
    if (!session_save(s, s->save))
        return cli_fail(args->command, CLI_FAILED, "the game could not be saved in %s: %s", s->save,
                        strerror(errno));
    return -1;
}

/* --- from the command line, or from the menu --- */

static int run_play(int argc, char **argv);

/* What was chosen is a command line like any other; what else was given goes with it. */
static int play_menu(const struct cli_args *args, int argc, char **argv)
{
    static struct menu menu;
    static char words[MENU_WORDS][MENU_WORD];
    char *all[MENU_WORDS + 64];
    int count = 0;
    menu_open(&menu, args);
    int row = terminal_is_able(args) ? menu_on_screen(&menu) : menu_line_by_line(&menu);
    if (row < 0)
        return CLI_OK;
    int chosen = menu_words(&menu, row, words);
    all[count++] = words[0];
    for (int i = 1; i < argc && count < 63; i++)
        all[count++] = argv[i];
    for (int i = 1; i < chosen; i++)
        all[count++] = words[i];
    all[count] = NULL;
    return run_play(count, all);
}

/* Persian needs letters that a terminal without UTF-8 has not. */
static void choose_letters(struct cli_args *args)
{
    bool unicode = knows_unicode();
    args->ascii |= !unicode;
    if (unicode)
        args->bidi = direction_is_ours(args, terminal_is_able(args)) ? CLI_BIDI_ON : CLI_BIDI_OFF;
    if (unicode || args->lang == TK_EN)
        return;
    fprintf(stderr, "takht play: %s\n", cli_words.table[CLI_WORD_NO_UTF8].text[TK_EN].one);
    args->lang = TK_EN;
}

/* --- on a server --- */

/* "https://host/t/ID#key=KEY" names a table, and who may sit there. */
static void read_link(const char *address, char id[48], char key[96])
{
    const char *table = strstr(address, "/t/"), *secret = strstr(address, "#key=");
    id[0] = key[0] = '\0';
    if (table != NULL)
        snprintf(id, 48, "%.*s", (int)strcspn(table + 3, "/#?"), table + 3);
    if (secret != NULL)
        snprintf(key, 96, "%s", secret + 5);
}

static int play_table(const struct cli_args *args, struct remote *remote, const char *id,
                      const char *key)
{
    static struct remote_table table;
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return cli_fail(args->command, CLI_FAILED, "out of memory");
    *session = (struct session){.args = args, .save = args->save, .game = tk_game_at(0)};
    remote_table_open(&table, remote, session, id, key);
    int answer = terminal_is_able(args) ? play_on_screen(session) : play_line_by_line(session);
    session_end(session);
    free(session);
    return table.failed ? CLI_FAILED : answer;
}

/* -1: a table was chosen or made. -2: the menu is to make one. */
static int find_table(const struct cli_args *args, struct remote *remote, char id[48])
{
    if (id[0] != '\0')
        return -1;
    if (args->table != NULL) {
        snprintf(id, 48, "%s", args->table);
        return -1;
    }
    if (args->game != NULL)
        return lobby_create(remote, args, id)
                   ? -1
                   : cli_fail(args->command, CLI_FAILED, "%s", remote->error);
    if (!isatty(STDIN_FILENO) && !args->plain && !args->linear)
        return cli_fail(args->command, CLI_USAGE, "name a table or a game, or play in a terminal");
    enum lobby_answer answer = lobby_choose(remote, args, id);
    return answer == LOBBY_TABLE ? -1 : answer == LOBBY_NEW ? -2 : CLI_OK;
}

static int play_far(const struct cli_args *args, int argc, char **argv)
{
    static struct remote remote;
    char id[48], key[96];
    if (args->load != NULL)
        return cli_fail(args->command, CLI_USAGE,
                        "a server keeps its games itself; leave --load out");
    if (!remote_open(&remote, args->address, args->lang) ||
        (args->name != NULL && !lobby_sign_in(&remote, args->name)))
        return signals_interrupted() ? CLI_INTERRUPTED
                                     : cli_fail(args->command, CLI_FAILED, "%s", remote.error);
    read_link(args->address, id, key);
    int answer = find_table(args, &remote, id);
    if (answer == -2) {
        remote_close(&remote);
        return play_menu(args, argc, argv);
    }
    if (answer < 0)
        answer = play_table(args, &remote, id, key);
    remote_close(&remote);
    return answer;
}

static int run_play(int argc, char **argv)
{
    struct cli_args args;
    struct session session = {.args = &args};
    int answer = cli_args_read(&cli_play, argc, argv, &args);
    if (answer < 0)
        answer = check_bots(&args);
    if (answer >= 0)
        return answer;
    choose_letters(&args);
    if (args.address == NULL && (args.table != NULL || args.name != NULL))
        return cli_fail(&cli_play, CLI_USAGE, "--%s is for a server: name it with --server",
                        args.table != NULL ? "table" : "name");
    if (args.address != NULL)
        return play_far(&args, argc, argv);
    if (args.game == NULL && args.load == NULL && isatty(STDIN_FILENO))
        return play_menu(&args, argc, argv);
    if (args.game == NULL && args.load == NULL)
        return cli_fail(&cli_play, CLI_USAGE, "name a game, for example: takht play splendor");
    if (args.load != NULL) {
        if (args.game != NULL)
            return cli_fail(&cli_play, CLI_USAGE, "--load says which game it is; leave '%s' out",
                            args.game->id);
        if ((answer = open_record(&session, &args)) >= 0)
            return answer;
    } else if (!session_begin(&session, &args)) {
        return cli_fail(&cli_play, CLI_FAILED, "the system gives no random numbers: %s",
                        strerror(errno));
    }
    answer = secure_save(&session);
    if (answer < 0)
        answer = terminal_is_able(&args) ? play_on_screen(&session) : play_line_by_line(&session);
    session_end(&session);
    return answer;
}

const struct cli_command cli_play = {
    .name = "play",
    .usage =
        "[GAME] [--players N] [--bots me,greedy,…] [--save FILE] | --load FILE | --server ADDRESS",
    .summary = "in the terminal: against bots, hot-seat, or on a server",
    .about =
        "Sits you down at a table in this terminal. Without a game it opens a menu: go on with "
        "one, "
        "or choose a game, opponents and options. Without --bots you play the first seat and "
        "bots the others; 'me' may be named for several seats, and then you hand the keyboard "
        "over (what only one player may see is covered in between). Every "
        "game is kept as it goes, and the menu offers it again; with --save it is in that file, "
        "and "
        "--load goes on with it.\n\n"
        "Arrow keys and Enter choose a move, and the board shows what it would change; typing "
        "leaves the moves with those words, or is a move as the notation writes it. 'rules' opens "
        "the rules. 'undo' "
        "takes the last decision back as long as nothing hidden was revealed since, 'log' tells "
        "the game in words, 'sheet' the points so far, 'hint' the best moves and how often they "
        "win, 'save FILE' writes a record, 'quit' leaves. Without a terminal, or with --plain, "
        "the game asks line by line; --linear says everything in sentences, for screen readers.\n\n"
        "With --server it is a table of a server, with everybody who plays there by page or by "
        "terminal: without a game it lists the tables, with one it makes a new table. 'say TEXT' "
        "talks, 'who' tells who is there, 'resign', 'offer', 'accept', 'decline', 'away', 'back' "
        "and 'rematch' do what they say. Who one is there is kept for the next time.",
    .examples = "takht play\n"
                "takht play splendor --bots casual\n"
                "takht play splendor --players 3 --bots me,greedy,random --save evening.takht\n"
                "takht play splendor --bots me,me --lang fa\n"
                "takht play --load evening.takht\n"
                "takht play --server https://games.example.org\n"
                "takht play splendor --server localhost:8080 --bots me,open,casual\n"
                "printf 'take wug\\nquit\\n' | takht play splendor --seed 7",
    .subject = CLI_GAME_OR_NONE,
    .run = run_play,
};
