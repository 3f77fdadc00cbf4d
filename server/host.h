/* SPDX-License-Identifier: MIT */
/* What the host asks for with takht admin while the server runs. */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

struct app;

void host_obey(struct app *app);

#endif
