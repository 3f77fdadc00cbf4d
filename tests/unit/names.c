/* SPDX-License-Identifier: MIT */
/* Names of people: which are fine, which are refused and why, and which pass for the same. */
#include "unit.h"

#include "server/names.h"

static enum name_problem check(const char *raw, char *name, char *key)
{
    return name_check(raw, strlen(raw), name, key);
}

static void expect(const char *raw, enum name_problem wanted)
{
    char name[STORE_NAME_MAX + 1] = "untouched", key[STORE_NAME_MAX + 1] = "untouched";
    enum name_problem got = check(raw, name, key);
    if (got != wanted)
        fail_msg("\"%s\": %s instead of %s", raw, name_problem_words(got)->code,
                 name_problem_words(wanted)->code);
    if (got != NAME_FINE)
        assert_true(strcmp(name, "untouched") == 0 && strcmp(key, "untouched") == 0);
}

static void people_have_many_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Ada",      "آدا",        "علی‌رضا",
        "سارا ۲",   "مُحَمَّد",       "José María",
        "O'Brien",  "O’Brien",    "Jean-Luc",
        "J. R.",    "Ali & Sara", "user_7",
        "Нина",     "Νίκος",      "Արամ",
        "דוד",      "प्रिया",      "สมชาย",
        "山田太郎", "김민준",     "ゆうがた",
        "ნინო",     "Søren",      "Łukasz",
        "İpek",     "Nguyễn Văn", "ʻOkina",
        "42",       "Ёлка",       "كريم",
        "McIntyre", "T子",        "አበበ",
        "Weiß",     "ﷴ",          "محمد حسین نژاد",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect(names[i], NAME_FINE);
}

static void what_cannot_be_seen_is_no_name(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Ada\u200b", /* zero width space */
        "A\u200dda", /* joiner */
        "Ada\u200c", /* ZWNJ outside of Persian */
        "A\u200cda",
        "\u200cآدا", /* ZWNJ with nothing before it */
        "آدا\u200c",
        "آ\u200c\u200cدا", /* two of them */
        "آدا\u200c ب",
        "\u202eevil", /* right to left override */
        "Ada\u202c",
        "Ada\u2066x\u2069",
        "Ada\u200e",
        "\u061cآدا", /* Arabic letter mark */
        "Ada\u2060", /* word joiner */
        "Ada\ufeff", /* byte order mark */
        "A\u00adda", /* soft hyphen */
        "Ada\n",
        "A\tb",
        "A\xc2\x85z",
        "Ada\x7f",
        "Ada\ufffd",
        "\u3164\u3164", /* Hangul filler */
        "A\u115f\u1160",
        "\uffa0\uffa0",
        "\u2800\u2800", /* braille blank */
        "Ada\u2800",
        "Ada\u034f",     /* grapheme joiner */
        "ក\u17b4ក",      /* Khmer vowel that nobody sees */
        "Ada\ufe0f",     /* variation selector */
        "Ada\U000e0041", /* tag letter */
        "Ada\ue000",     /* private use */
        "Ada\U000f0000",
        "Ada\u0378", /* not assigned */
        "Ada\U0010ffff",
        "\u0301\u0301", /* marks and nothing below */
        "\u0301Ada",
        "Ada \u0301",
        "7\u20e37",                            /* enclosing keycap */
        "Z\u0335\u0321\u0334\u0322\u0337algo", /* a heap of marks */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect(names[i], NAME_CHARACTER);
}

static void signs_are_no_letters(void **state)
{
    (void)state;
    static const char *const names[] = {
        "a<b>",     "\"Ada\"", "Ada;", "Ada\\", "Ada/Bob",    "Ada|Bob",
        "{Ada}",    "[Ada]",   "$Ada", "Ada ✔", "Ada ✅",      "👑 Ada",
        "Ada™x™ ★", "ᴀᴅᴀ",     "ꓮꓓꓮ",  "ᎪᎠᎪ",   "Ada\u2028x", "%41da",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect(names[i], NAME_CHARACTER);
}

static void length_is_bounded(void **state)
{
    (void)state;
    char many[400];
    memset(many, 'a', sizeof many);
    many[sizeof many - 1] = '\0';
    expect("", NAME_SHORT);
    expect(" ", NAME_SHORT);
    expect("a", NAME_SHORT);
    expect("a.", NAME_SHORT);
    expect("...", NAME_SHORT);
    expect("ـــ", NAME_SHORT); /* strokes that only stretch */
    expect("\u00a0\u3000", NAME_SHORT);
    expect("abcdefghijklmnopqrstuvwx", NAME_FINE);
    expect("abcdefghijklmnopqrstuvwxy", NAME_LONG);
    expect("ﷺﷺ", NAME_LONG);
    expect("山田太郎山田太郎山田太郎山田太郎山田太郎山田太郎", NAME_LONG); /* bytes */
    expect(many, NAME_LONG);
    expect("\xff\xfe", NAME_NOT_TEXT);
    expect("Ada\xc3", NAME_NOT_TEXT);
    expect("\xed\xa0\x80\xed\xb0\x80", NAME_NOT_TEXT); /* surrogates */
    expect("\xc0\xaf\xc0\xaf", NAME_NOT_TEXT);         /* overlong */
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    assert_int_equal(name_check("Ada\0Bob", 7, name, key), NAME_CHARACTER);
}

static void alphabets_that_look_alike_do_not_mix(void **state)
{
    (void)state;
    expect("Аda", NAME_MIXED); /* a Cyrillic А */
    expect("Bοb", NAME_MIXED); /* a Greek ο */
    expect("pаypаl", NAME_MIXED);
    expect("Αда", NAME_MIXED);  /* Greek and Cyrillic */
    expect("Saհa", NAME_MIXED); /* an Armenian letter */
    expect("Ada-Нина", NAME_MIXED);
    expect("Ada Нина", NAME_FINE); /* two words, each in its own */
    expect("Ada سارا", NAME_FINE);
}

/* Found by trying to pass for "Ali", "Bob" and "Leo": every script has an o or an l. */
static void one_letter_or_digit_of_another_script_is_no_disguise(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Aاi",  "Aاا", /* an alef for the l */
        "B٥b",  "Le۵", /* an Arabic and a Persian five */
        "A۱i",  "A١i", /* and ones */
        "Bסb",  "Aןi", /* Hebrew samekh and nun */
        "B๐b",  "B໐b", /* zeros of Thai and Lao, */
        "B၀b",  "Bဝb", /* Myanmar, */
        "B০b",  "B౦b", /* Bengali and Telugu */
        "Bഠb",  "ბob", /* letters of Malayalam and Georgian */
        "कাमल",        /* a Bengali sign among Devanagari */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect(names[i], NAME_MIXED);
    expect("سار2ا٢", NAME_FINE); /* its own digits, and everybody's */
    expect("DJ太郎", NAME_FINE);
    expect("太郎T", NAME_FINE);
    expect("太T郎З", NAME_MIXED);
    expect("ひらカナ漢字", NAME_FINE);
    expect("سارا ۲", NAME_FINE);
    expect("Ada ۲", NAME_FINE); /* a word of its own */
}

static void the_house_and_its_bots_have_names_of_their_own(void **state)
{
    (void)state;
    static const char *const names[] = {
        "admin",      "Admin",      "ADMIN",       "A.d.m.i.n",  "ad min",     "_admin_",
        "Ádmïn",      "ａｄｍｉｎ", "аdміп",       "admin1",     "2admin",     "admin۲",
        "Moderator",  "System",     "takht",       "Takht",      "تخت",        "تـخـت",
        "مدیر",       "مدير",       "ناظر",        "server",     "Host",       "bot",
        "Greedy",     "novice",     "Master",      "master bot", "Bot Novice", "ربات",
        "ربات استاد", "نوآموز",     "Grandmaster", "استاد بزرگ", "نوآموز ۳",   "شتاب‌زده",
        "شتاب زده",   "guest",      "مهمان",       "mcts",       "𝓪𝓭𝓶𝓲𝓷",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
        enum name_problem got = check(names[i], name, key);
        if (got != NAME_RESERVED && got != NAME_MIXED)
            fail_msg("\"%s\" was let through", names[i]);
    }
    static const char *const offices[] = {"admin",   "administrator", "moderator", "takht",
                                          "support", "ادمین",         "پشتیبانی"};
    for (size_t i = 0; i < sizeof offices / sizeof offices[0]; i++) {
        char beside[STORE_NAME_MAX];
        snprintf(beside, sizeof beside, "%s Ada", offices[i]);
        expect(beside, NAME_RESERVED);
        snprintf(beside, sizeof beside, "سارا %s", offices[i]);
        expect(beside, NAME_RESERVED);
    }
    expect("adm1n", NAME_FINE); /* digits stay digits */
    expect("Adminah", NAME_FINE);
    expect("Botan", NAME_FINE);
}

static void same(const char *one, const char *other)
{
    char a[STORE_NAME_MAX + 1], b[STORE_NAME_MAX + 1];
    assert_true(name_key(one, strlen(one), a) && name_key(other, strlen(other), b));
    if (strcmp(a, b) != 0)
        fail_msg("\"%s\" and \"%s\" have different keys: %s %s", one, other, a, b);
}

static void differ(const char *one, const char *other)
{
    char a[STORE_NAME_MAX + 1], b[STORE_NAME_MAX + 1];
    assert_true(name_key(one, strlen(one), a) && name_key(other, strlen(other), b));
    assert_string_not_equal(a, b);
}

static void names_that_look_alike_are_the_same(void **state)
{
    (void)state;
    same("Ada", "ADA");
    same("Ada", "a d.a_");
    same("Ada", "Аdа");
    same("Ada", "Àda");
    same("Ada", "Ａｄａ");
    same("soso", "ѕоѕо");
    same("علی", "علي");
    same("کریم", "كريم");
    same("علی‌رضا", "علیرضا");
    same("علی‌رضا", "علی رضا");
    same("مُحَمَّد", "محمد");
    same("محــمد", "محمد");
    same("آدا", "ادا");
    same("فاطمه", "فاطمة");
    same("سارا۲", "سارا٢");
    same("سارا۲", "سارا2");
    same("Weiß", "WEISS");
    same("Νίκος", "νικοσ");
    same("cafe\u0301", "café");
    differ("Ada", "Adam");
    differ("Ada1", "Ada2");
    differ("Kari", "Karl");
    differ("سارا", "ساره");
    differ("कि", "का");
}

static void misread(const char *name, const char *wanted)
{
    char key[STORE_NAME_MAX + 1] = "";
    bool found = name_misread_key(name, key);
    assert_string_equal(found ? key : "", wanted);
}

static void a_capital_i_among_small_letters_is_read_as_an_l(void **state)
{
    (void)state;
    misread("AIice", "alice");
    misread("KarI", "karl");
    misread("PauI WeIIs", "paulwells");
    misread("McIntyre", "mclntyre");
    misread("Ian", ""); /* a word may begin with it, */
    misread("Ali Ira", "");
    misread("KARI", ""); /* or be of capitals alone */
    misread("Karl", "");
    misread("", "");
}

/* Keys are made of small letters: there a Greek nu looks like a v, and its capital like an N. */
static void greek_capitals_are_read_as_latin_ones(void **state)
{
    (void)state;
    misread("ΝΙΝΑ", "nina");
    misread("ΤΟΜ", "tom");
    misread("ΑΜΥ", "amy");
    misread("ΗΖ Bob", "hzbob");
    misread("Α", "");
    misread("νικος", "");
}

static void names_are_kept_as_they_look(void **state)
{
    (void)state;
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1], again[STORE_NAME_MAX + 1];
    assert_int_equal(check("  Ada \u00a0\u3000 Lovelace ", name, key), NAME_FINE);
    assert_string_equal(name, "Ada Lovelace");
    assert_string_equal(key, "adalovelace");
    assert_int_equal(check("Ａｄａ", name, key), NAME_FINE);
    assert_string_equal(name, "Ada");
    assert_int_equal(check(name, again, key), NAME_FINE);
    assert_string_equal(name, again);
    assert_int_equal(check("علی‌رضا", name, key), NAME_FINE);
    assert_string_equal(name, "علی‌رضا");
}

static void every_problem_has_words(void **state)
{
    (void)state;
    for (int i = NAME_FINE + 1; i < NAME_PROBLEMS; i++) {
        const struct name_words *words = name_problem_words((enum name_problem)i);
        assert_true(words->code[0] != '\0' && words->en[0] != '\0' && words->fa[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_have_many_names),
        cmocka_unit_test(what_cannot_be_seen_is_no_name),
        cmocka_unit_test(signs_are_no_letters),
        cmocka_unit_test(length_is_bounded),
        cmocka_unit_test(alphabets_that_look_alike_do_not_mix),
        cmocka_unit_test(one_letter_or_digit_of_another_script_is_no_disguise),
        cmocka_unit_test(the_house_and_its_bots_have_names_of_their_own),
        cmocka_unit_test(names_that_look_alike_are_the_same),
        cmocka_unit_test(a_capital_i_among_small_letters_is_read_as_an_l),
        cmocka_unit_test(greek_capitals_are_read_as_latin_ones),
        cmocka_unit_test(names_are_kept_as_they_look),
        cmocka_unit_test(every_problem_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
