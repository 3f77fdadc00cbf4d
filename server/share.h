/* SPDX-License-Identifier: MIT */
/* The page as a shared link shows it: a title, a text and a picture for whoever has not opened it. */
#ifndef SERVER_SHARE_H
#define SERVER_SHARE_H

struct call;

/* Answers whatever is not under /api: a place in the page, with what it is about, or a file of it. */
void share_serve(struct call *call);

#endif
