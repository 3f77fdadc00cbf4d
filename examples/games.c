/* SPDX-License-Identifier: MIT */
/* Random games of Splendor, 64 at once: cc games.c $(pkg-config --cflags --libs takht) -o games */
#include <stdio.h>
#include <takht.h>

int main(void)
{
    char why[256];
    int32_t moves[64];
    uint8_t ended[64];
    int games = 0;
    struct tk_batch *batch = tk_batch_new("splendor", 2, "", 64, 1, 7, why, sizeof why);
    for (int step = 0; batch != NULL && step < 1000; step++) {
        tk_batch_sample(batch, moves);
        tk_batch_step(batch, moves, &(struct tk_batch_out){.ended = ended});
        for (int i = 0; i < 64; i++)
            games += ended[i];
    }
    printf("%d games\n", games);
    tk_batch_free(batch);
}
