/* SPDX-License-Identifier: MIT */
/* Names of people: normalised (NFKC), made of letters one can see, and compared by how they look. */
#include "names.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "bots/bots.h"

enum { ZWNJ = 0x200c, TATWEEL = 0x640, POINTS_MAX = 4 * STORE_NAME_MAX };

static const struct name_words words[NAME_PROBLEMS] = {
    [NAME_FINE] = {"fine", "", ""},
    [NAME_NOT_TEXT] = {"not_text", "This is not text. Please write the name anew.",
                       "این متن خوانا نیست. نام را دوباره بنویسید."},
    [NAME_SHORT] = {"short", "A name has at least two letters.",
                    "نام باید دست‌کم دو حرف داشته باشد."},
    [NAME_LONG] = {"long", "This name is too long: at most 24 letters.",
                   "این نام طولانی است: حداکثر ۲۴ حرف."},
    [NAME_CHARACTER] =
        {"character",
         "A name is made of letters, digits and spaces; . - _ ' and & may stand between them.",
         "نام از حرف، رقم و فاصله است؛ . - _ ' و & هم مجازند."},
    [NAME_MIXED] =
        {"mixed", "A word of a name is written in one alphabet; please do not mix several.",
         "هر کلمه‌ی نام فقط با یک الفبا نوشته می‌شود."},
    [NAME_RESERVED] = {"reserved",
                       "This name belongs to the house or to a bot. Please choose another.",
                       "این نام برای میزبان یا ربات‌هاست."},
};

const struct name_words *name_problem_words(enum name_problem problem)
{
    return &words[problem];
}

/* --- letters --- */

/* EAST: what Chinese, Japanese and Korean are written in, side by side. OTHER: the row is a script of its own;
 * BLOCKS: each block of 128 is. */
enum script { NO_SCRIPT, LATIN, GREEK, CYRILLIC, ARMENIAN, ARABIC, HEBREW, EAST, OTHER, BLOCKS };

/*
 * The alphabets that people write their names in today. Letters outside of these rows (phonetic
 * signs, small capitals, scripts of old) are no letters of names: most of them are used to imitate.
 */
static const struct alphabet {
    int32_t first, last;
    enum script script;
} alphabets[] = {
    {0x41, 0x24f, LATIN},    {0x253, 0x257, LATIN},    {0x25b, 0x25b, LATIN},
    {0x263, 0x263, LATIN},   {0x268, 0x269, LATIN},    {0x272, 0x272, LATIN},
    {0x292, 0x292, LATIN},   {0x1e00, 0x1eff, LATIN},  {0x370, 0x3ff, GREEK},
    {0x1f00, 0x1fff, GREEK}, {0x400, 0x52f, CYRILLIC}, {0x531, 0x587, ARMENIAN},
    {0x5d0, 0x5f2, HEBREW},  {0x620, 0x6ff, ARABIC},   {0x750, 0x77f, ARABIC},
    {0x8a0, 0x8b4, ARABIC},  {0x780, 0x7b1, OTHER},    {0x900, 0xdff, BLOCKS},
    {0xe01, 0xeff, BLOCKS},  {0xf00, 0xfff, OTHER},    {0x1000, 0x109f, OTHER},
    {0x10d0, 0x10ff, OTHER}, {0x1200, 0x135a, OTHER},  {0x1780, 0x17dc, OTHER},
    {0x3041, 0x3096, EAST},  {0x3099, 0x309a, EAST},   {0x30a1, 0x30fe, EAST},
    {0x3105, 0x312f, EAST},  {0x3005, 0x3007, EAST},   {0x3400, 0x4dbf, EAST},
    {0x4e00, 0x9fff, EAST},  {0xac00, 0xd7a3, EAST},   {0x20000, 0x2fa1f, EAST},
};

static const struct alphabet *alphabet_of(int32_t point)
{
    for (size_t i = 0; i < sizeof alphabets / sizeof alphabets[0]; i++)
        if (point >= alphabets[i].first && point <= alphabets[i].last)
            return &alphabets[i];
    return NULL;
}

static enum script script_of(int32_t point)
{
    const struct alphabet *alphabet = alphabet_of(point);
    return alphabet == NULL ? NO_SCRIPT : alphabet->script;
}

enum kind { LETTER, MARK, DIGIT, BETWEEN, SPACE, JOINER, FORBIDDEN };

static bool one_of(int32_t point, const int32_t *list)
{
    while (*list != 0 && *list != point)
        list++;
    return *list != 0;
}

/* What a character is in a name. Invisible ones of all kinds are ignorable or of category C. */
static enum kind kind_of(int32_t point)
{
    static const int32_t between[] = {'.', '-', '_', '\'', '&', 0xb7, 0x2019, 0x2bb, 0x2bc, 0};
    utf8proc_category_t category = utf8proc_category(point);
    if (point == ' ' || category == UTF8PROC_CATEGORY_ZS)
        return SPACE;
    if (point == ZWNJ)
        return JOINER;
    if (one_of(point, between))
        return BETWEEN;
    if (utf8proc_get_property(point)->ignorable)
        return FORBIDDEN;
    if (category == UTF8PROC_CATEGORY_ND)
        return DIGIT;
    if (category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC)
        return MARK;
    bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    return letter && script_of(point) != NO_SCRIPT ? LETTER : FORBIDDEN;
}

/* --- texts as code points --- */

struct points {
    int32_t at[POINTS_MAX];
    int count;
};

/* Normalised: how letters are put together and which of their forms was typed makes no difference. */
static enum name_problem read_points(const char *raw, size_t length, struct points *out)
{
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
    if (length > POINTS_MAX)
        return NAME_LONG;
    utf8proc_ssize_t count = utf8proc_decompose(
        (const utf8proc_uint8_t *)raw, (utf8proc_ssize_t)length, out->at, POINTS_MAX, options);
    if (count < 0 || count > POINTS_MAX)
        return count < 0 ? NAME_NOT_TEXT : NAME_LONG;
    out->count = (int)utf8proc_normalize_utf32(out->at, count, options);
    return NAME_FINE;
}

static bool write_points(const struct points *points, char out[STORE_NAME_MAX + 1])
{
    size_t used = 0;
    for (int i = 0; i < points->count; i++) {
        utf8proc_uint8_t bytes[4];
        size_t size = (size_t)utf8proc_encode_char(points->at[i], bytes);
        if (used + size > STORE_NAME_MAX)
            return false;
        memcpy(out + used, bytes, size);
        used += size;
    }
    out[used] = '\0';
    return true;
}

/* Spaces of all kinds become one; none at the ends. */
static void fold_spaces(struct points *p)
{
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        bool space = kind_of(p->at[i]) == SPACE;
        if (!space)
            p->at[count++] = p->at[i];
        else if (count > 0 && p->at[count - 1] != ' ')
            p->at[count++] = ' ';
    }
    p->count = count > 0 && p->at[count - 1] == ' ' ? count - 1 : count;
}

/* --- what a name may be --- */

/* A joiner parts two Persian or Arabic letters; elsewhere one cannot see it. */
static bool joins(const struct points *p, int i)
{
    int before = i - 1;
    while (before >= 0 && kind_of(p->at[before]) == MARK)
        before--;
    return before >= 0 && i + 1 < p->count && kind_of(p->at[before]) == LETTER &&
           kind_of(p->at[i + 1]) == LETTER && script_of(p->at[before]) == ARABIC &&
           script_of(p->at[i + 1]) == ARABIC;
}

/* A mark sits on a letter, and not on a heap of other marks. */
static bool sits(const struct points *p, int i)
{
    int below = 0;
    while (i > 0 && kind_of(p->at[i - 1]) == MARK) {
        below++;
        i--;
    }
    return i > 0 && kind_of(p->at[i - 1]) == LETTER && below < NAME_MARKS_MAX;
}

static bool characters_fit(const struct points *p)
{
    for (int i = 0; i < p->count; i++) {
        enum kind kind = kind_of(p->at[i]);
        if (kind == FORBIDDEN || (kind == JOINER && !joins(p, i)) || (kind == MARK && !sits(p, i)))
            return false;
    }
    return true;
}

static enum name_problem length_problem(const struct points *p)
{
    int seen = 0, letters = 0;
    for (int i = 0; i < p->count; i++) {
        enum kind kind = kind_of(p->at[i]);
        seen += kind != MARK && kind != JOINER;
        letters += (kind == LETTER && p->at[i] != TATWEEL) || kind == DIGIT;
    }
    return letters < NAME_LETTERS_MIN ? NAME_SHORT
           : seen > NAME_LETTERS_MAX  ? NAME_LONG
                                      : NAME_FINE;
}

/* What a letter, mark or digit is written in, as a number for each script; 0 for what all have in common. */
static int32_t writing_of(int32_t point)
{
    enum kind kind = kind_of(point);
    const struct alphabet *alphabet = alphabet_of(point);
    if ((kind != LETTER && kind != MARK && kind != DIGIT) || alphabet == NULL)
        return 0;
    return alphabet->script == BLOCKS  ? point & ~127
           : alphabet->script == OTHER ? alphabet->first
                                       : (int32_t)alphabet->script;
}

/*
 * Every alphabet has letters or digits that look like some of another, an alef like an l and a five like an
 * o: so a word is written in one, its digits too. In the east Latin letters stand in the midst of a word.
 */
static bool mixes(const struct points *p)
{
    int32_t seen = 0;
    for (int i = 0; i < p->count; i++) {
        int32_t writing = writing_of(p->at[i]);
        bool beside = (seen == LATIN && writing == EAST) || (seen == EAST && writing == LATIN);
        if (p->at[i] == ' ')
            seen = 0;
        if (seen != 0 && writing != 0 && writing != seen && !beside)
            return true;
        seen = writing == 0 || seen == EAST ? seen : writing;
    }
    return false;
}

/* --- keys --- */

/* After the case was folded and marks were taken off: what looks like what. */
static const struct {
    int32_t from;
    const char *to;
} looks[] = {
    /* Latin */
    {0x131, "i"},
    {0x142, "l"},
    {0xf8, "o"},
    {0x111, "d"},
    {0xf0, "d"},
    {0x127, "h"},
    {0x167, "t"},
    {0x180, "b"},
    {0xe6, "ae"},
    {0x153, "oe"},
    {0x268, "i"},
    {0x269, "i"},
    {0x256, "d"},
    {0x257, "d"},
    {0x253, "b"},
    {0x254, "c"},
    {0x25b, "e"},
    {0x263, "y"},
    {0x272, "n"},
    {0x292, "z"},
    {0x19a, "l"},
    {0x1b6, "z"},
    {0x188, "c"},
    {0x192, "f"},
    {0x199, "k"},
    {0x19e, "n"},
    {0x1a5, "p"},
    {0x1ad, "t"},
    {0x1b4, "y"},
    {0x237, "j"},
    {0x23c, "c"},
    {0x247, "e"},
    {0x249, "j"},
    {0x24d, "r"},
    {0x24f, "y"},
    {0x1c0, "l"},
    {0x1c3, "l"},
    /* Cyrillic */
    {0x430, "a"},
    {0x432, "b"},
    {0x433, "r"},
    {0x435, "e"},
    {0x43a, "k"},
    {0x43c, "m"},
    {0x43d, "h"},
    {0x43e, "o"},
    {0x43f, "n"},
    {0x440, "p"},
    {0x441, "c"},
    {0x442, "t"},
    {0x443, "y"},
    {0x445, "x"},
    {0x44c, "b"},
    {0x454, "e"},
    {0x455, "s"},
    {0x456, "i"},
    {0x458, "j"},
    {0x45b, "h"},
    {0x475, "v"},
    {0x491, "r"},
    {0x493, "r"},
    {0x49b, "k"},
    {0x4a3, "h"},
    {0x4af, "y"},
    {0x4b1, "y"},
    {0x4b3, "x"},
    {0x4bb, "h"},
    {0x4cf, "l"},
    {0x4d5, "ae"},
    {0x4e9, "o"},
    {0x501, "d"},
    {0x51b, "q"},
    {0x51d, "w"},
    /* Greek */
    {0x3b1, "a"},
    {0x3b2, "b"},
    {0x3b3, "y"},
    {0x3b5, "e"},
    {0x3b7, "n"},
    {0x3b9, "i"},
    {0x3ba, "k"},
    {0x3bc, "u"},
    {0x3bd, "v"},
    {0x3bf, "o"},
    {0x3c1, "p"},
    {0x3c4, "t"},
    {0x3c5, "u"},
    {0x3c7, "x"},
    {0x3c9, "w"},
    {0x3f3, "j"},
    {0x3f2, "c"},
    {0x3c2, "\xcf\x83"},
    /* Armenian */
    {0x566, "q"},
    {0x570, "h"},
    {0x578, "n"},
    {0x57d, "u"},
    {0x581, "g"},
    {0x585, "o"},
    /* Persian and Arabic: ی ي ى ې ے, ک ك ڪ, ه ة ہ ھ ە, ا ٱ */
    {0x64a, "\xdb\x8c"},
    {0x649, "\xdb\x8c"},
    {0x6d0, "\xdb\x8c"},
    {0x6d2, "\xdb\x8c"},
    {0x643, "\xda\xa9"},
    {0x6aa, "\xda\xa9"},
    {0x629, "\xd9\x87"},
    {0x6c1, "\xd9\x87"},
    {0x6be, "\xd9\x87"},
    {0x6d5, "\xd9\x87"},
    {0x6c3, "\xd9\x87"},
    {0x671, "\xd8\xa7"},
};

/* Vowel signs and accents, which many leave out; marks of other scripts are letters of theirs. */
static bool falls_off(int32_t point)
{
    static const struct {
        int32_t first, last;
    } marks[] = {{0x300, 0x36f}, {0x591, 0x5c7}, {0x610, 0x61a},
                 {0x64b, 0x65f}, {0x670, 0x670}, {0x6d6, 0x6ed}};
    enum kind kind = kind_of(point);
    if (kind == SPACE || kind == BETWEEN || kind == JOINER || point == TATWEEL)
        return true;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0] && kind == MARK; i++)
        if (point >= marks[i].first && point <= marks[i].last)
            return true;
    return false;
}

static void add_look(struct points *out, int32_t point)
{
    static const struct {
        int32_t first;
    } zeros[] = {{0x660}, {0x6f0}, {0x966}, {0x9e6}};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
        if (point >= zeros[i].first && point <= zeros[i].first + 9)
            point = '0' + point - zeros[i].first;
    const char *look = NULL;
    for (size_t i = 0; i < sizeof looks / sizeof looks[0] && look == NULL; i++)
        look = looks[i].from == point ? looks[i].to : NULL;
    if (look == NULL)
        out->at[out->count++] = point;
    for (size_t left = look == NULL ? 0 : strlen(look); left > 0 && out->count < POINTS_MAX;) {
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)look,
                                                 (utf8proc_ssize_t)left, &out->at[out->count++]);
        look += size;
        left -= (size_t)size;
    }
}

/* Taken apart only where marks fall off: Korean and Japanese would grow for nothing. */
static int take_apart(int32_t point, int32_t out[16])
{
    enum script script = script_of(point);
    int boundary = 0, options = UTF8PROC_STABLE | UTF8PROC_CASEFOLD;
    if (script != EAST && script != OTHER && script != BLOCKS)
        options |= UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT;
    utf8proc_ssize_t count =
        utf8proc_decompose_char(point, out, 16, (utf8proc_option_t)options, &boundary);
    return count < 0 || count > 16 ? 0 : (int)count;
}

static bool key_of(const struct points *name, char out_key[STORE_NAME_MAX + 1])
{
    struct points key = {.count = 0};
    for (int i = 0; i < name->count; i++) {
        int32_t parts[16];
        int count = take_apart(name->at[i], parts);
        for (int k = 0; k < count && key.count < POINTS_MAX; k++)
            if (!falls_off(parts[k]))
                add_look(&key, parts[k]);
    }
    return key.count > 0 && write_points(&key, out_key);
}

bool name_key(const char *raw, size_t length, char out_key[STORE_NAME_MAX + 1])
{
    struct points p;
    char key[STORE_NAME_MAX + 1];
    if (read_points(raw, length, &p) != NAME_FINE || !key_of(&p, key))
        return false;
    memcpy(out_key, key, sizeof key);
    return true;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* A word may begin with a capital I, and consist of capitals: then nobody reads it otherwise. */
static bool is_read_as_l(const char *name, size_t i)
{
    if (i == 0 || name[i] != 'I')
        return false;
    bool inside = is_small(name[i - 1]) || (name[i - 1] >= 'A' && name[i - 1] <= 'Z');
    return inside && (is_small(name[i - 1]) || is_small(name[i + 1]));
}

/* Greek capitals that look like Latin ones although the small letters, which keys are made of, do not. */
static char latin_look(const char *at)
{
    static const struct {
        const char *greek;
        char latin;
    } capitals[] = {{"Ζ", 'z'}, {"Η", 'h'}, {"Μ", 'm'}, {"Ν", 'n'}, {"Υ", 'y'}};
    for (int i = 0; i < TK_COUNT(capitals); i++)
        if (strncmp(at, capitals[i].greek, 2) == 0)
            return capitals[i].latin;
    return '\0';
}

bool name_misread_key(const char *name, char out_key[STORE_NAME_MAX + 1])
{
    char text[STORE_NAME_MAX + 1];
    bool misread = false;
    size_t length = strlen(name), used = 0;
    if (length > STORE_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char latin = latin_look(name + i), l = is_read_as_l(name, i) ? 'l' : '\0';
        misread |= latin != '\0' || l != '\0';
        text[used++] = latin != '\0' ? latin : l != '\0' ? l : name[i];
        i += latin != '\0'; /* it has two bytes */
    }
    return misread && name_key(text, used, out_key);
}

/* --- names that are nobody's --- */

static const char *const reserved[] = {
    /* the house */
    "takht",
    "تخت",
    "admin",
    "administrator",
    "ادمین",
    "moderator",
    "mod",
    "مدیر",
    "مدیر سایت",
    "ناظر",
    "گرداننده",
    "system",
    "سیستم",
    "سامانه",
    "server",
    "سرور",
    "host",
    "میزبان",
    "root",
    "support",
    "پشتیبانی",
    "پشتیبان",
    "official",
    "رسمی",
    "staff",
    "owner",
    "صاحب خانه",
    "the house",
    "خانه",
    "security",
    "help",
    "راهنما",
    "null",
    "undefined",
    "nobody",
    "هیچ کس",
    "everybody",
    "somebody",
    "deleted",
    "گمشده",
    /* those who have no name, and those who watch */
    "guest",
    "مهمان",
    "میهمان",
    "spectator",
    "watcher",
    "تماشاگر",
    "player",
    "بازیکن",
    "you",
    "شما",
    /* bots: their names in English come from their table */
    "bot",
    "robot",
    "computer",
    "ربات",
    "روبات",
    "کامپیوتر",
    "رایانه",
    "بی‌هدف",
    "شتاب‌زده",
    "نوآموز",
    "تفریحی",
    "کاردان",
    "خبره",
    "استاد",
    "استاد بزرگ",
};

/* admin2 and ۲ربات claim as much as without the number. */
static void strip_digits(const char *key, char out[STORE_NAME_MAX + 1])
{
    size_t end = strlen(key);
    while (*key >= '0' && *key <= '9')
        key++, end--;
    while (end > 0 && key[end - 1] >= '0' && key[end - 1] <= '9')
        end--;
    memcpy(out, key, end);
    out[end] = '\0';
}

/*
 * The keys of all of these, made once: to make one takes longer than everything else that is asked of a
 * name. A bot's name is nobody's as it is, and with "bot" before or after it.
 */
enum { BOTS_MOST = 32, BOT_FORMS = 3, KEYS_MOST = TK_COUNT(reserved) + BOTS_MOST * BOT_FORMS };

static char reserved_keys[KEYS_MOST][STORE_NAME_MAX + 1];
static int reserved_count;

static void reserve(const char *word)
{
    TK_INVARIANT(reserved_count < KEYS_MOST);
    if (reserved_count < KEYS_MOST && name_key(word, strlen(word), reserved_keys[reserved_count]))
        reserved_count++;
}

static void reserve_all(void)
{
    static const char *const forms[BOT_FORMS] = {"%s", "%sbot", "bot%s"};
    for (int i = 0; i < TK_COUNT(reserved); i++)
        reserve(reserved[i]);
    for (int i = 0; bot_at(i) != NULL; i++) {
        for (int form = 0; form < BOT_FORMS; form++) {
            char text[2 * STORE_NAME_MAX];
            snprintf(text, sizeof text, forms[form], bot_at(i)->name);
            reserve(text);
        }
    }
}

static bool is_reserved(const char *full_key)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char key[STORE_NAME_MAX + 1];
    pthread_once(&once, reserve_all);
    strip_digits(full_key, key);
    for (int i = 0; i < reserved_count; i++)
        if (strcmp(key, reserved_keys[i]) == 0)
            return true;
    /* "ربات استاد" is how a page in Persian calls a bot. */
    const char *robot = "ربات";
    return strncmp(key, robot, strlen(robot)) == 0;
}

/* "The Admin" and "takht-support" claim an office, whatever stands beside it. */
static bool claims_office(const char *name)
{
    /* as they stand in a key */
    static const char *const offices[] = {"admin",   "administrator", "moderator", "takht",
                                          "support", "ادمین",         "پشتیبانی"};
    static const char between[] = " .-_'&";
    char word[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    for (const char *at = name; *at != '\0'; at += strspn(at, between)) {
        size_t length = strcspn(at, between);
        memcpy(word, at, length);
        word[length] = '\0';
        at += length;
        if (!name_key(word, length, key))
            continue;
        for (int i = 0; i < TK_COUNT(offices); i++)
            if (strcmp(key, offices[i]) == 0)
                return true;
    }
    return false;
}

/* --- the whole check --- */

enum name_problem name_check(const char *raw, size_t length, char out_name[STORE_NAME_MAX + 1],
                             char out_key[STORE_NAME_MAX + 1])
{
    struct points p;
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    enum name_problem problem = read_points(raw, length, &p);
    if (problem != NAME_FINE)
        return problem;
    fold_spaces(&p);
    if (!characters_fit(&p))
        return NAME_CHARACTER;
    problem = length_problem(&p);
    if (problem != NAME_FINE)
        return problem;
    if (!write_points(&p, name))
        return NAME_LONG;
    if (!key_of(&p, key))
        return NAME_SHORT;
    if (mixes(&p))
        return NAME_MIXED;
    if (is_reserved(key) || claims_office(name))
        return NAME_RESERVED;
    memcpy(out_name, name, sizeof name);
    memcpy(out_key, key, sizeof key);
    return NAME_FINE;
}
