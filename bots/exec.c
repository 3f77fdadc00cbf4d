/* A bot that is another program; see docs/bot-protocol.md. */
#include "bots_internal.h"

void choose_exec(const struct bot *bot, const struct bot_request *request,
                 struct bot_answer *out_answer)
{
    choose_random(bot, request, out_answer);
}
