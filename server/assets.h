/* The page's files, inside the program. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include "net.h"

void assets_serve(struct net *net, const struct net_request *request);

#endif
