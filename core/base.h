/* SPDX-License-Identifier: MIT */
/* What every file of the rules may rely on: fixed-width types, the four memory functions, limits. */
#ifndef TK_BASE_H
#define TK_BASE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits that callers may use to size their buffers; tests check every game against them. */
enum {
    TK_SEATS_MAX = 8,      /* players at one table */
    TK_STATE_MAX = 2048,   /* bytes of the largest state */
    TK_ACTIONS_MAX = 512,  /* entries of the longest legal list */
    TK_MOVE_TEXT_MAX = 96, /* bytes of the longest move as text, without a terminator */
    TK_SEED_BYTES = 32,    /* a game is seeded with 256 bits */
};

/* Seats count from 0, clockwise. Two more answers to "who decides?", and one to "who looks?". */
enum {
    TK_NOBODY = -1,    /* decides when the game is over */
    TK_CHANCE = -2,    /* the generator must speak before anybody decides */
    TK_SPECTATOR = -3, /* looks on without a seat: sees what is public and nothing else */
};

/* A viewer as JSON writes it: the seat, or -1 for a spectator. */
static inline int tk_viewer_written(int viewer)
{
    return viewer < 0 ? -1 : viewer;
}

/* Room for any game's state, aligned as states must be. An array, so that it is handed on as it is. */
typedef unsigned char tk_state[TK_STATE_MAX] __attribute__((aligned(16)));

/* One decision as a number; which bits mean what is documented in the game's header. */
typedef uint32_t tk_action;

/*
 * The rules run without a C library. A freestanding compiler still may call these four, and inlines
 * them where the size is known.
 */
#define tk_copy(to, from, size)        __builtin_memcpy((to), (from), (size))
#define tk_copy_within(to, from, size) __builtin_memmove((to), (from), (size))
#define tk_fill(to, byte, size)        __builtin_memset((to), (byte), (size))
#define tk_same(a, b, size)            (__builtin_memcmp((a), (b), (size)) == 0)

/*
 * A state whose size is known only then, as searches copy them all the time. WebAssembly has an instruction for memory of any size,
 * for which engines leave the code they made: vectors are quicker for little. The empty instruction keeps the compiler from
 * seeing the same in it.
 */
#ifdef __wasm_simd128__
typedef int tk_sixteen __attribute__((vector_size(16), aligned(1), may_alias)); /* bytes */
#endif
static inline void tk_copy_state(void *to, const void *from, size_t size)
{
    size_t at = 0;
#ifdef __wasm_simd128__
    enum { LITTLE = 512 };
    for (; at + 16 <= size && size <= LITTLE; at += 16) {
        *(tk_sixteen *)((char *)to + at) = *(const tk_sixteen *)((const char *)from + at);
        __asm__ volatile("");
    }
    for (; at + 4 <= size && size <= LITTLE; at += 4) {
        tk_copy((char *)to + at, (const char *)from + at, 4);
        __asm__ volatile("");
    }
#endif
    if (at < size)
        tk_copy((char *)to + at, (const char *)from + at, size - at);
}

/* Our own mistakes, never a user's: stops a debug or sanitizer build, costs nothing in a release. */
#ifdef TK_CHECKED
#define TK_INVARIANT(truth) ((truth) ? (void)0 : __builtin_trap())
#else
#define TK_INVARIANT(truth) ((void)0)
#endif

#define TK_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
