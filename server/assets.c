/* The page's files. Until there is a page: one that says how the server is. */
#include "assets.h"

#include <string.h>

static const char status_page[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Takht</title>"
    "<meta name=\"viewport\" content=\"width=device-width\"></head><body><h1>Takht · تخت</h1>"
    "<p>The server is running. <a href=\"/metrics\">Figures</a>, <a "
    "href=\"/api/v1/games\">games</a>.</p>"
    "</body></html>\n";

void assets_serve(struct net *net, const struct net_request *request)
{
    bool home = strcmp(request->path, "/") == 0;
    net_respond(net, request->id,
                &(struct net_response){.status = home ? 200 : 404,
                                       .type = "text/html; charset=utf-8",
                                       .body = status_page,
                                       .length = home ? sizeof status_page - 1 : 0,
                                       .keep = true});
}
