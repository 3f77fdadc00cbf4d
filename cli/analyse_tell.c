/* SPDX-License-Identifier: MIT */
/* What takht analyse says: move by move, turning points, accuracy, luck, chart and accounts. */
#include <string.h>

#include "analyse.h"
#include "cli_words.h"

enum {
    CHART_WIDTH = 60,
    NAME_WIDTH = 12,
    NUMBER_MAX = 24,
    PARTS = 6,
    SENTENCE_MAX = 1024,
    SMALL = REPORT_ONE / 50
};

/* --- words and numbers of the language --- */

struct number {
    char text[NUMBER_MAX * 2];
};

/* A figure with the digits and signs of the language; as many columns as it has letters. */
static struct number written(const struct analysis *a, const char *plain)
{
    struct number out;
    struct tk_writer writer = tk_writer_over(out.text, sizeof out.text);
    for (const char *at = plain; *at != '\0'; at++) {
        if (a->args->lang == TK_FA && *at >= '0' && *at <= '9')
            tk_write_number(&writer, TK_FA, *at - '0');
        else if (a->args->lang == TK_FA && *at == '.')
            tk_write_text(&writer, "\xd9\xab"); /* U+066B, the decimal separator */
        else if (a->args->lang == TK_FA && *at == '%')
            tk_write_text(&writer, "\xd9\xaa"); /* U+066A, the percent sign */
        else
            tk_write_char(&writer, *at);
    }
    tk_writer_text(&writer);
    return out;
}

/* Ten thousandths as percentage points: two decimals. */
static struct number points(const struct analysis *a, const char *format, int32_t chance)
{
    char plain[NUMBER_MAX];
    snprintf(plain, sizeof plain, format, 100.0 * chance / REPORT_ONE);
    return written(a, plain);
}

/* A turn before a line of its own. */
static void put_turn(const struct analysis *a, int turn)
{
    char plain[NUMBER_MAX];
    snprintf(plain, sizeof plain, "%3d", turn);
    printf("%s. ", written(a, plain).text);
}

/* A name in a column of its own, as wide as it is seen. */
static void put_name(const struct analysis *a, int seat)
{
    int wide = tk_text_columns(tk_span_of(a->name[seat]));
    printf("%s%*s ", a->name[seat], wide < NAME_WIDTH ? NAME_WIDTH - wide : 0, "");
}

static struct number whole(const struct analysis *a, int number)
{
    struct number out;
    struct tk_writer writer = tk_writer_over(out.text, sizeof out.text);
    tk_write_number(&writer, a->args->lang, number);
    tk_writer_text(&writer);
    return out;
}

struct filled {
    const char *name, *text;
};

static const char *text_of(const struct filled *parts, const char *name, size_t length)
{
    for (int i = 0; i < PARTS && parts[i].name != NULL; i++)
        if (strlen(parts[i].name) == length && memcmp(parts[i].name, name, length) == 0)
            return parts[i].text;
    return "";
}

/* A sentence with its named parts, and the end of the line. */
static void say(const struct analysis *a, int word, const struct filled parts[PARTS])
{
    const char *at = cli_words.table[word].text[a->args->lang].one;
    while (*at != '\0') {
        size_t plain = strcspn(at, "{"), name = strcspn(at + plain, "}");
        printf("%.*s", (int)plain, at);
        at += plain;
        if (*at == '{' && at[name] == '}') {
            fputs(text_of(parts, at + 1, name - 1), stdout);
            at += name + 1;
        }
    }
    putchar('\n');
}

static void title(const struct analysis *a, int word)
{
    putchar('\n');
    say(a, word, (struct filled[PARTS]){{0}});
}

static const char *move_text(const struct analysis *a, int ply, tk_action action, char *out)
{
    struct tk_writer text = tk_writer_over(out, TK_MOVE_TEXT_MAX + 1);
    a->record.game->text.format(a->state[ply], action, &text);
    return tk_writer_text(&text);
}

static int turn_of(const struct analysis *a, int ply)
{
    return a->record.game->rules.turn(a->state[ply]);
}

/* --- move by move --- */

static void tell_ply(const struct analysis *a, int i)
{
    const struct report_ply *ply = &a->ply[i];
    char made[TK_MOVE_TEXT_MAX + 1], best[TK_MOVE_TEXT_MAX + 1];
    int32_t luck = ply->luck[ply->seat];
    put_turn(a, turn_of(a, i));
    put_name(a, ply->seat);
    printf("%s  %s", points(a, "%6.2f %%", ply->chance_made).text,
           move_text(a, i, ply->made, made));
    if (ply->loss >= SMALL)
        printf("   (%s: %s)", move_text(a, i, ply->best, best),
               points(a, "%.2f %%", ply->chance_best).text);
    if (luck >= SMALL || luck <= -SMALL)
        printf("   [%s %s]", cli_words.table[CLI_WORD_ANALYSE_LUCK].text[a->args->lang].one,
               points(a, "%+.2f", luck).text);
    putchar('\n');
}

/* --- what mattered --- */

static void tell_reasons(const struct analysis *a, int i)
{
    struct tk_speaker speaker = {a->args->lang, a->record.game, a->names};
    struct report_reason reasons[REPORT_REASONS];
    int count = bot_report_why(&a->report, a->state[i], &a->ply[i], reasons);
    for (int k = 0; k < count; k++) {
        char text[SENTENCE_MAX];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        bot_reason_write(&speaker, &reasons[k], &out);
        printf("%s%s", k == 0 ? "     " : " ", tk_writer_text(&out));
    }
    putchar('\n');
}

static void tell_turning_point(const struct analysis *a, int i)
{
    const struct report_ply *ply = &a->ply[i];
    char made[TK_MOVE_TEXT_MAX + 1], best[TK_MOVE_TEXT_MAX + 1];
    struct number turn = whole(a, turn_of(a, i)), loss = points(a, "%.2f", ply->loss);
    say(a, CLI_WORD_ANALYSE_TURNING_POINT,
        (struct filled[PARTS]){{"turn", turn.text},
                               {"who", a->name[ply->seat]},
                               {"made", move_text(a, i, ply->made, made)},
                               {"best", move_text(a, i, ply->best, best)},
                               {"loss", loss.text}});
    tell_reasons(a, i);
}

static void tell_turning_points(const struct analysis *a)
{
    title(a, CLI_WORD_ANALYSE_TURNING);
    for (int i = 0; i < a->summary.turning_count; i++)
        tell_turning_point(a, a->summary.turning[i]);
    if (a->summary.turning_count == 0)
        say(a, CLI_WORD_ANALYSE_TURNING_NONE, (struct filled[PARTS]){{0}});
}

static void tell_accuracy(const struct analysis *a)
{
    title(a, CLI_WORD_ANALYSE_ACCURACY);
    for (int seat = 0; seat < a->players; seat++) {
        const struct report_seat *told = &a->summary.seat[seat];
        struct number accuracy = points(a, "%.1f", told->accuracy), grade[REPORT_GRADES];
        for (int g = 0; g < REPORT_GRADES; g++)
            grade[g] = whole(a, told->grade[g]);
        say(a, CLI_WORD_ANALYSE_ACCURACY_OF,
            (struct filled[PARTS]){{"who", a->name[seat]},
                                   {"accuracy", accuracy.text},
                                   {"good", grade[REPORT_GOOD].text},
                                   {"slips", grade[REPORT_SLIP].text},
                                   {"mistakes", grade[REPORT_MISTAKE].text},
                                   {"blunders", grade[REPORT_BLUNDER].text}});
    }
}

static bool tell_reveal(const struct analysis *a, int word, int seat, int i)
{
    char move[TK_MOVE_TEXT_MAX + 1];
    if (i < 0)
        return false;
    struct number turn = whole(a, turn_of(a, i)), luck = points(a, "%+.2f", a->ply[i].luck[seat]);
    say(a, word,
        (struct filled[PARTS]){{"who", a->name[seat]},
                               {"turn", turn.text},
                               {"move", move_text(a, i, a->ply[i].made, move)},
                               {"luck", luck.text}});
    return true;
}

static void tell_reveals(const struct analysis *a)
{
    bool any = false;
    title(a, CLI_WORD_ANALYSE_REVEALS);
    for (int seat = 0; seat < a->players; seat++) {
        any |= tell_reveal(a, CLI_WORD_ANALYSE_LUCKIEST, seat, a->summary.seat[seat].luckiest);
        any |= tell_reveal(a, CLI_WORD_ANALYSE_UNLUCKIEST, seat, a->summary.seat[seat].unluckiest);
    }
    if (!any)
        say(a, CLI_WORD_ANALYSE_REVEALS_NONE, (struct filled[PARTS]){{0}});
}

/* The first choices of everybody beside those that the engine likes. */
static void tell_openings(const struct analysis *a)
{
    title(a, CLI_WORD_ANALYSE_OPENINGS);
    for (int seat = 0; seat < a->players; seat++) {
        const struct report_seat *told = &a->summary.seat[seat];
        printf("%s:", a->name[seat]);
        for (int k = 0; k < told->opening_count; k++) {
            char made[TK_MOVE_TEXT_MAX + 1], best[TK_MOVE_TEXT_MAX + 1];
            int i = told->opening[k];
            printf("%s %s", k > 0 ? "," : "", move_text(a, i, a->ply[i].made, made));
            if (report_grade(a->ply[i].loss) > REPORT_GOOD)
                printf(" (%s)", move_text(a, i, a->ply[i].best, best));
        }
        putchar('\n');
    }
}

/* --- figures --- */

static void tell_accounts(const struct analysis *a)
{
    bool over = a->record.game->rules.actor(a->state[a->count]) == TK_NOBODY;
    title(a, over ? CLI_WORD_ANALYSE_ACCOUNTS : CLI_WORD_ANALYSE_ACCOUNTS_OPEN);
    for (int seat = 0; seat < a->players; seat++) {
        const struct report_account *account = &a->account[seat];
        put_name(a, seat);
        printf("%s %s - %s %s = %s\n", points(a, "%6.2f", account->start).text,
               points(a, "%+7.2f", account->luck).text,
               points(a, "%6.2f", account->own_losses).text,
               points(a, "%+7.2f", account->others_losses).text,
               points(a, "%6.2f", account->result).text);
    }
}

/* One line of the chart: the sign of each seat where its chance stands, the last of those at one place. */
static void tell_row(const struct analysis *a, int turn, const int32_t *chance)
{
    char row[CHART_WIDTH + 2];
    memset(row, ' ', CHART_WIDTH + 1);
    row[CHART_WIDTH + 1] = '\0';
    row[CHART_WIDTH / 2] = ':';
    for (int seat = a->players - 1; seat >= 0; seat--) {
        int64_t at = (int64_t)chance[seat] * CHART_WIDTH / REPORT_ONE;
        row[at < 0 ? 0 : at > CHART_WIDTH ? CHART_WIDTH : at] = (char)('A' + seat);
    }
    put_turn(a, turn);
    printf("|%s|", row);
    for (int seat = 0; seat < a->players; seat++)
        printf(" %s", points(a, "%6.2f", chance[seat]).text);
    putchar('\n');
}

/* A line for each turn, after its last decision; each seat is a letter between 0 and 100 %. */
static void tell_chart(const struct analysis *a)
{
    int32_t chance[TK_SEATS_MAX] = {0};
    title(a, CLI_WORD_ANALYSE_CHART);
    for (int seat = 0; seat < a->players; seat++) {
        chance[seat] = a->account[seat].start;
        printf("     %c %s\n", 'A' + seat, a->name[seat]);
    }
    for (int i = 0; i < a->count; i++) {
        for (int seat = 0; seat < a->players; seat++)
            chance[seat] += a->ply[i].luck[seat] + a->ply[i].change[seat];
        if (i + 1 == a->count || turn_of(a, i + 1) != turn_of(a, i))
            tell_row(a, turn_of(a, i), chance);
    }
}

/* What people made of the end, which no move shows. */
static void tell_ended(const struct analysis *a)
{
    const struct tk_ended *ended = &a->record.ended;
    if (tk_ended_early(ended))
        title(a, cli_over_word(ended->how));
    for (int seat = 0; seat < a->players; seat++)
        if ((ended->resigned >> seat & 1) != 0)
            printf("%s %s\n", a->name[seat],
                   cli_words.table[CLI_WORD_FAR_SEAT_RESIGNED].text[a->args->lang].one);
}

void analyse_tell(const struct analysis *a)
{
    for (int i = 0; i < a->count; i++)
        tell_ply(a, i);
    tell_turning_points(a);
    tell_accuracy(a);
    tell_reveals(a);
    tell_openings(a);
    if (a->args->chart)
        tell_chart(a);
    tell_accounts(a);
    tell_ended(a);
    if (a->stopped)
        title(a, CLI_WORD_ANALYSE_STOPPED);
}
