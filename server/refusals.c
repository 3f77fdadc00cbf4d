/* SPDX-License-Identifier: MIT */
/* Refusals of the service (not of the rules), with their words. */
#include "refusals.h"

static const struct {
    const char *code;
    int status;
    const char *en, *fa;
    const char *when; /* for the document */
} refusals[REFUSALS] = {
    [FINE] = {"fine", 200, "", "", ""},
    [BAD_REQUEST] =
        {"bad_request", 400, "This request cannot be understood.", "این درخواست فهمیده نشد.",
         "not JSON, wrong types, unknown keys or values; `field` or `detail` says which"},
    [NOT_SIGNED_IN] =
        {"not_signed_in", 401, "Please open the page again: the server does not know you.",
         "صفحه را دوباره باز کنید: سرور شما را نمی‌شناسد.",
         "the cookie is missing, forged or no longer valid"},
    [WRONG_PASSWORD] = {"wrong_password", 403, "Name and password do not go together.",
                        "نام یا گذرواژه درست نیست.",
                        "name and password do not go together (also when there is no such name)"},
    [FORBIDDEN] = {"forbidden", 403, "This is not yours to do.", "این کار در اختیار شما نیست.",
                   "not your seat, not your table, a foreign Origin, a banned or muted user"},
    [NOT_FOUND] = {"not_found", 404, "There is nothing here.", "اینجا چیزی نیست.",
                   "no such table, page or ply"},
    [TAKEN] = {"taken", 409, "Somebody else has it already.", "پیش از شما گرفته شده است.",
               "the name or the seat is taken"},
    [NOT_NOW] =
        {"not_now", 409, "This is not possible now.", "الان ممکن نیست.",
         "the table has not started, is over, or the request does not fit what is going on"},
    [STALE] = {"stale", 409, "The table has moved on.", "میز جلوتر رفته است.",
               "the ply is not the present one; the reply has `ply`"},
    [REFUSED] = {"refused", 409, "The rules forbid it.",
                 "قوانین بازی اجازه نمی‌دهد.",
                 "the rules forbid the move; the reply has `clause` and `key`"},
    [TOO_LARGE] = {"too_large", 413, "This is too long.", "بیش از حد طولانی است.",
                   "the body or message is too long"},
    [TOO_MANY] = {"too_many", 429, "Too often; please wait a moment.",
                  "خیلی پشت سر هم؛ کمی صبر کنید.",
                  "too often, or too much was asked for; `retry_ms` says how long to wait"},
    [FULL] = {"full", 409, "There are too many of these already; finish some first.",
              "تعدادشان زیاد شده است؛ اول چندتا را تمام کنید.",
              "a bound is reached: unfinished tables with bots, public ones that wait, decisions "
              "taken back, lines of chat, "
              "watchers of a table, tables that one socket watches (eight)"},
    [BUSY] = {"busy", 503, "The server is busy; please try again.",
              "سرور شلوغ است؛ دوباره امتحان کنید.",
              "the server is shutting down or overloaded, or the disk does not take it"},
    [FROZEN] =
        {"frozen", 500,
         "This table cannot go on: what is stored of it is damaged, or does not fit the "
         "present rules. It is kept as it is.",
         "داده‌ی این میز آسیب دیده است و بازی ادامه ندارد.",
         "what is stored of the table is damaged, or does not fit the present rules"},
};

int refusal_status(enum refusal refusal)
{
    return refusals[refusal].status;
}

json_t *refusal_json(enum refusal refusal)
{
    return json_pack("{s:s,s:{s:s,s:s}}", "code", refusals[refusal].code, "words", "en",
                     refusals[refusal].en, "fa", refusals[refusal].fa);
}

const char *refusal_code(enum refusal refusal)
{
    return refusals[refusal].code;
}

json_t *refusal_wait(int64_t wait_ms)
{
    json_t *error = refusal_json(TOO_MANY);
    json_object_set_new(error, "retry_ms", json_integer(wait_ms));
    return error;
}

const char *refusal_when(enum refusal refusal)
{
    return refusals[refusal].when;
}
