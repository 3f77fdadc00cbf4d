/* SPDX-License-Identifier: MIT */
/* What must not be found any more in the JSON of an event or a summary. */
#ifndef SERVER_FORGET_H
#define SERVER_FORGET_H

/*
 * The text without the name of the user wherever an object has their id, and with what they said
 * blanked; user NULL: without anybody's name. To be freed; NULL if nothing of it is there. What is no
 * JSON stays as it is: it is damaged, and for a check to report.
 */
char *forget_in(const char *data, const char *user);

#endif
