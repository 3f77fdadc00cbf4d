/* SPDX-License-Identifier: MIT */
/* Figures for whoever runs the server, as Prometheus reads them; on an address of their own. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stddef.h>

#include "net.h"

struct app;

/* Answers a request that came to the address for figures: /metrics and /healthz. */
void metrics_request(struct app *app, const struct net_request *request);
/* Once a second: notices what the store has met, and says so. */
void health_tend(struct app *app);
/* How the server is, for those who look after it: 200 or 503. */
void health_request(struct app *app, const struct net_request *request);

enum { METRICS_MAX = 16 * 1024 };

#endif
