/* takht play: a game in the terminal, against bots or with others at the same keyboard. */
#include "session.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool wants_screen(const struct cli_args *args)
{
    const char *term = getenv("TERM");
    return !args->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
           strcmp(term, "dumb") != 0;
}

/* A terminal without UTF-8 gets ASCII. */
static bool knows_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static int open_record(struct session *session, const struct cli_args *args)
{
    struct cli_text text;
    int line;
    enum cli_file_status status = cli_file_read(args->load, TK_RECORD_MAX, &text);
    if (status == CLI_FILE_ERROR)
        return cli_fail(args->command, CLI_FAILED, "%s: %s", args->load, strerror(errno));
    if (status == CLI_FILE_TOO_LARGE)
        return cli_fail(args->command, CLI_FAILED, "%s: a record has at most %d MB", args->load,
                        TK_RECORD_MAX / 1024 / 1024);
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

static int run_play(int argc, char **argv)
{
    struct cli_args args;
    struct session session;
    int answer = cli_args_read(&cli_play, argc, argv, &args);
    if (answer < 0)
        answer = check_bots(&args);
    if (answer >= 0)
        return answer;
    args.ascii |= !knows_unicode();
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
    answer = wants_screen(&args) ? play_on_screen(&session) : play_line_by_line(&session);
    session_end(&session);
    return answer;
}

const struct cli_command cli_play = {
    .name = "play",
    .usage = "GAME [--players N] [--bots me,greedy,…] [--save FILE] | --load FILE",
    .summary = "in the terminal, against bots or hot-seat",
    .about =
        "Sits you down at a table in this terminal. Without --bots you play the first seat and "
        "bots the others; 'me' may be named for several seats, and then you hand the keyboard "
        "over (what only one player may see is covered in between). With --save the game is in "
        "the file after every move, so that nothing is lost; --load goes on with it.\n\n"
        "Arrow keys and Enter choose a move, or it is typed as the notation writes it. 'undo' "
        "takes the last decision back as long as nothing hidden was revealed since, 'log' tells "
        "the game in words, 'sheet' the points so far, 'hint' the best moves and how often they "
        "win, 'save FILE' writes a record, 'quit' leaves. Without a terminal, or with --plain, "
        "the game asks line by line.",
    .examples = "takht play splendor\n"
                "takht play splendor --players 3 --bots me,greedy,random --save evening.takht\n"
                "takht play splendor --bots me,me --lang fa\n"
                "takht play --load evening.takht\n"
                "printf 'take wug\\nquit\\n' | takht play splendor --seed 7",
    .subject = CLI_GAME,
    .run = run_play,
};
