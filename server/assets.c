/* SPDX-License-Identifier: MIT */
/* The page's files. A build without them has one page that says how the server is. */
#include "assets.h"

#include <stdio.h>
#include <string.h>

#include "server.h"

enum variant { PLAIN, GZIP, BROTLI, VARIANTS };

static const char *const encodings[VARIANTS] = {[GZIP] = "gzip", [BROTLI] = "br"};

struct asset {
    const char *path, *type, *hash;
    bool forever; /* its name has a hash of its content, so it may be kept for good */
    struct {
        const char *data;
        size_t length;
    } variant[VARIANTS]; /* data is NULL where a variant is not worth having */
};

#ifdef TAKHT_PAGE
#include "page.inc"
enum { HAVE_PAGE = 1 };
#else
enum { HAVE_PAGE = 0 };
#define STATUS_PAGE                                                                                \
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Takht</title>"          \
    "<meta name=\"viewport\" content=\"width=device-width\"></head><body><h1>Takht · تخت</h1>" \
    "<p>The server is running, but this build has no page in it (<code>make build</code> makes "   \
    "one). <a href=\"/api/v1/games\">Games</a>.</p>"                                               \
    "</body></html>\n"
static const struct asset assets[] = {
    {"/index.html",
     "text/html; charset=utf-8",
     "status",
     false,
     {{STATUS_PAGE, sizeof STATUS_PAGE - 1}, {NULL, 0}, {NULL, 0}}},
};
#endif

static const struct asset *find(const char *path)
{
    for (size_t i = 0; i < sizeof assets / sizeof assets[0]; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}

bool assets_has(const char *path)
{
    return find(path) != NULL;
}

const char *assets_data(const char *path, size_t *out_length, const char **out_hash)
{
    const struct asset *asset = find(path);
    if (asset == NULL)
        return NULL;
    *out_length = asset->variant[PLAIN].length;
    *out_hash = asset->hash;
    return asset->variant[PLAIN].data;
}

bool server_has_page(void)
{
    return HAVE_PAGE != 0;
}

const char *assets_page(size_t *out_length)
{
    const struct asset *page = find("/index.html");
    *out_length = page == NULL ? 0 : page->variant[PLAIN].length;
    return page == NULL ? NULL : page->variant[PLAIN].data;
}

/* Whatever is no file is a place in the page, which finds its way by itself. */
bool assets_is_place(const char *path)
{
    const char *name = strrchr(path, '/');
    return find(path) == NULL && name != NULL && strchr(name, '.') == NULL &&
           strncmp(path, "/assets/", 8) != 0;
}

/* Does the client take this encoding? "br;q=0" says no. */
static bool accepts(const char *header, const char *encoding)
{
    size_t length = strlen(encoding);
    for (const char *at = header; *at != '\0'; at += *at == ',') {
        at += strspn(at, " \t");
        size_t token = strcspn(at, ",; \t"), item = strcspn(at, ",");
        if (token == length && strncmp(at, encoding, length) == 0) {
            const char *quality = strstr(at, "q=0");
            bool refused = quality != NULL && quality < at + item &&
                           strspn(quality + 3, ".0") == strcspn(quality + 3, ", \t");
            return !refused;
        }
        at += item;
    }
    return false;
}

static enum variant choose(const struct asset *asset, const char *header)
{
    for (int variant = BROTLI; variant > PLAIN; variant--)
        if (asset->variant[variant].data != NULL && accepts(header, encodings[variant]))
            return (enum variant)variant;
    return PLAIN;
}

bool assets_serve(struct net *net, const struct net_request *request)
{
    const struct asset *asset = find(request->path);
    if (asset == NULL && assets_is_place(request->path))
        asset = find("/index.html");
    if (asset == NULL)
        return false;
    enum variant variant = choose(asset, request->encodings);
    char etag[64];
    snprintf(etag, sizeof etag, "\"%s%s%s\"", asset->hash, variant == PLAIN ? "" : "-",
             variant == PLAIN ? "" : encodings[variant]);
    bool known = strstr(request->if_none_match, etag) != NULL;
    net_respond(net, request->id,
                &(struct net_response){
                    .status = known ? 304 : 200,
                    .type = asset->type,
                    .cache = asset->forever ? "public, max-age=31536000, immutable" : "no-cache",
                    .encoding = known ? NULL : encodings[variant],
                    .vary = "accept-encoding",
                    .etag = etag,
                    .body = known ? NULL : asset->variant[variant].data,
                    .length = known ? 0 : asset->variant[variant].length,
                    .keep = true});
    return true;
}
