/* Users: guests from the first visit, names, cookies that cannot be forged. */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct user *remember(struct app *app, const struct store_user *row, bool stored)
{
    struct user *user = calloc(1, sizeof *user);
    if (user == NULL)
        return NULL;
    user->row = *row;
    user->stored = stored;
    user->chat = allow_chat.most;
    user->work = allow_work.most;
    if (!map_put(&app->users, row->id, user)) {
        free(user);
        return NULL;
    }
    return user;
}

struct user *user_get(struct app *app, const char *id)
{
    struct user *user = map_get(&app->users, id);
    struct store_user row;
    if (user == NULL && store_user_load(app->store, id, &row))
        user = remember(app, &row, true);
    return user;
}

static void encode(const uint8_t *bytes, size_t length, char *out, size_t size)
{
    sodium_bin2base64(out, size, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

struct user *user_guest(struct app *app)
{
    uint8_t bytes[USER_BYTES];
    struct store_user row = {.created = now_ms()};
    randombytes_buf(bytes, sizeof bytes);
    encode(bytes, sizeof bytes, row.id, sizeof row.id);
    return remember(app, &row, false);
}

/* --- cookies: ID.GENERATION.SIGNATURE --- */

enum { SIGNATURE_CHARS = 44 };

static void sign(const struct app *app, const char *text, char out[SIGNATURE_CHARS])
{
    uint8_t mac[crypto_auth_BYTES];
    crypto_auth(mac, (const unsigned char *)text, strlen(text), app->cookie_key);
    encode(mac, sizeof mac, out, SIGNATURE_CHARS);
}

void user_cookie(const struct app *app, const struct user *user, bool secure, char *out,
                 size_t size)
{
    char text[64], signature[SIGNATURE_CHARS];
    snprintf(text, sizeof text, "%s.%lld", user->row.id, (long long)user->row.generation);
    sign(app, text, signature);
    snprintf(out, size, "takht=%s.%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", text,
             signature, secure ? "; Secure" : "");
}

/* The value of our cookie in a header with several. */
static bool find_cookie(const char *header, char *out, size_t size)
{
    for (const char *at = header; at != NULL && *at != '\0'; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, "takht=", 6) != 0)
            continue;
        size_t length = strcspn(at + 6, "; ");
        if (length >= size)
            return false;
        memcpy(out, at + 6, length);
        out[length] = '\0';
        return true;
    }
    return false;
}

/* A guest has no row in the store before doing something that needs one; the cookie is enough. */
static struct user *returning_guest(struct app *app, const char *id, int64_t generation)
{
    struct store_user row = {.created = now_ms(), .generation = generation};
    snprintf(row.id, sizeof row.id, "%s", id);
    return generation == 0 ? remember(app, &row, false) : NULL;
}

struct user *user_of_cookie(struct app *app, const char *cookie)
{
    char value[160], right[SIGNATURE_CHARS];
    if (!find_cookie(cookie, value, sizeof value))
        return NULL;
    char *signature = strrchr(value, '.');
    if (signature == NULL)
        return NULL;
    *signature++ = '\0';
    sign(app, value, right);
    if (strlen(signature) != strlen(right) || sodium_memcmp(signature, right, strlen(right)) != 0)
        return NULL;
    char *generation = strchr(value, '.');
    if (generation == NULL || generation - value > STORE_ID_MAX)
        return NULL;
    *generation++ = '\0';
    int64_t number = strtoll(generation, NULL, 10);
    struct user *user = user_get(app, value);
    if (user == NULL)
        user = returning_guest(app, value, number);
    bool valid = user != NULL && user->row.generation == number && !user->row.banned;
    return valid ? user : NULL;
}

/* --- rows --- */

static void ignore(void *context, bool durable)
{
    (void)context, (void)durable;
}

void user_store(struct app *app, struct user *user, store_done *done, void *context)
{
    user->stored = true;
    store_write(app->store, &(struct store_change){.user = &user->row},
                done != NULL ? done : ignore, context);
}

json_t *user_json(const struct user *user)
{
    return json_pack("{s:s,s:s,s:b,s:b}", "id", user->row.id, "name", user->row.name, "guest",
                     user->row.password[0] == '\0', "has_password", user->row.password[0] != '\0');
}

/* Letters of any script, but nothing that could pretend to be something else on a page or terminal.
 */
bool name_is_fine(const char *name)
{
    struct tk_reader in = tk_reader_over(tk_span_of(name));
    int letters = 0;
    if (name[0] == ' ' || name[0] == '\0' || strlen(name) > STORE_NAME_MAX)
        return false;
    while (!tk_read_end(&in)) {
        uint32_t point = tk_read_codepoint(&in);
        bool joiner = point == 0x200c || point == 0x200d;
        bool sign = point < ' ' || point == 0x7f || (point >= 0x80 && point < 0xa0) ||
                    (point >= 0x200b && point <= 0x200f && !joiner) ||
                    (point >= 0x2028 && point <= 0x202f) || (point >= 0x2060 && point <= 0x206f) ||
                    point == 0xfeff || point == 0xfffd || point == '<' || point == '>' ||
                    point == '"';
        if (sign)
            return false;
        letters += point != ' ' && !joiner;
    }
    return letters >= 2 && name[strlen(name) - 1] != ' ';
}
