/* SPDX-License-Identifier: MIT */
/*
 * Game scripts: tests that read like play.
 *
 *     # SP-4.4  two alike need four in the bank
 *     game   splendor, 2 seats, target=15, seed 3
 *     deal   deck1 s1-08 s1-01            these come first, the rest as dealt
 *     deal   nobles ["sn-04","sn-01","sn-02"]       in brackets: exactly these
 *     given  bank wwwwuuuggggrrrrkkkkooooo
 *     given  seats.0.tokens u
 *     A      take uu      -> no: bank_too_low SP-4.4
 *     A      take gg      -> yes
 *     A      take z       -> no: bad_text          no move of this game at all
 *     then   seats.0.tokens ugg
 *     legal  count take 7                 or: has X; Y    not X    is X; Y    none
 *     say    en Player 1 takes 2 green
 *     hears  A en Player 1 ends the turn. Player 1 draws forest for the next turn
 *     view   B seats.0.points 0           view B without seats.0.reserved.0.card
 *     sheet  A cards 13, nobles 6
 *     why    A nobles en Noble n03: 3 (n03); Noble n07: 3 (n07)
 *     over   prestige
 *     scores 15 3                         ranks 1 2         winners A B
 *     chance {"what":"reshuffle","deck":[…]}
 *     reveals take gg -> no               shows the move anybody something hidden?
 *     redraw A hidden.hands.1 canyon forest*2
 *     given  bank w -> refused the tokens
 *     best   buy s2-13; buy s2-14         master finds one of these moves, whatever the seed
 *     game   royal-wedding, 7 seats, mode=teams -> refused teams_need_pairs RW-6
 *
 * `say` is what a spectator hears of the last move, `hears` what a seat does (`-`: a spectator).
 * `given` changes the state's dump; what the dump calls hidden is dealt anew from what is left. Names
 * lead into it: seats.0.tokens. A list is written as words, `-` is an empty place. `redraw` redraws
 * what a seat cannot know many times: at a place these values are found, as often as the numbers say.
 */
#ifndef TESTS_SCRIPT_H
#define TESTS_SCRIPT_H

#include <stdbool.h>

/* Runs every script of a file. False after having printed file, line and reason. */
bool script_run_file(const char *path);

#endif
