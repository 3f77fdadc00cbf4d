/* SPDX-License-Identifier: MIT */
/* Counting in five lanes: arithmetic on a number for each colour, all five at once. */
#ifndef SPLENDOR_GEMS_H
#define SPLENDOR_GEMS_H

#include "splendor.h"

/* A one in every lane; the top bit of every lane. */
enum { SPLENDOR_EACH = 0x1041041, SPLENDOR_HIGH = SPLENDOR_EACH << 5 };

/* At most five small lanes: their sum comes together in the fifth. */
static inline int splendor_gems_sum(splendor_gems gems)
{
    return (int)(gems * SPLENDOR_EACH >> 24 & 63);
}

/* Lane by lane max(0, cost - wealth). */
static inline splendor_gems splendor_missing(splendor_gems cost, splendor_gems wealth)
{
    splendor_gems difference = (cost | SPLENDOR_HIGH) - wealth;
    splendor_gems lacking = difference & SPLENDOR_HIGH; /* the lanes with cost >= wealth */
    return difference & (lacking - (lacking >> 5));
}

/* Has every lane of `wealth` at least what `need` asks for? */
static inline bool splendor_covers(splendor_gems wealth, splendor_gems need)
{
    return (~((wealth | SPLENDOR_HIGH) - need) & SPLENDOR_HIGH) == 0;
}

/* One bit for each pile of at least this height (bit 0 white … bit 4 black). */
static inline uint32_t splendor_piles(splendor_gems bank, uint32_t height)
{
    uint64_t tops = (bank + (32 - height) * SPLENDOR_EACH) & SPLENDOR_HIGH;
    return (uint32_t)(tops * 0x1084210 >> 29 & 31); /* the top bits of the lanes, side by side */
}

/* The coloured tokens that an action names, three bits a colour there. */
static inline splendor_gems splendor_named(tk_action action)
{
    uint32_t tokens = splendor_action_tokens(action);
    return (tokens & 7) | (tokens & 7 << 3) << 3 | (tokens & 7 << 6) << 6 | (tokens & 7 << 9) << 9 |
           (tokens & 7 << 12) << 12;
}

/* Four numbers side by side: the compiler makes one vector of them where the machine has such. */
typedef uint32_t splendor_four __attribute__((vector_size(16)));
typedef int32_t splendor_ints __attribute__((vector_size(16)));

/* Of each of the four the one that the test is -1 for, else the other. */
static inline splendor_ints splendor_either(splendor_ints test, splendor_ints one,
                                            splendor_ints other)
{
    return (one & test) | (other & ~test);
}

static inline splendor_four splendor_four_costs(const uint8_t card[4])
{
    return (splendor_four){splendor_costs[card[0]], splendor_costs[card[1]],
                           splendor_costs[card[2]], splendor_costs[card[3]]};
}

/* splendor_gems_sum of each of the four. */
static inline splendor_four splendor_four_sums(splendor_four gems)
{
    splendor_four pairs = (gems & 0x3f03f03f) + (gems >> 6 & 0x3f03f);
    return (pairs + (pairs >> 12) + (pairs >> 24)) & 63;
}

/* splendor_missing of each of the four. */
static inline splendor_four splendor_four_missing(splendor_four cost, splendor_gems wealth)
{
    splendor_four difference = (cost | SPLENDOR_HIGH) - wealth;
    splendor_four lacking = difference & SPLENDOR_HIGH;
    return difference & (lacking - (lacking >> 5));
}

/* SP-7.2, SP-7.3: how many tokens each of four cards asks beyond what there is; gold would pay
 * them. */
static inline splendor_four splendor_lacking(const uint8_t card[4], splendor_gems wealth)
{
    return splendor_four_sums(splendor_four_missing(splendor_four_costs(card), wealth));
}

#endif
