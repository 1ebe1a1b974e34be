#ifdef DEBUG
#ifndef UNCHECKED_H
#define UNCHECKED_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// How to read memory that others change, or that may be gone.

/// A sanitizer is right to complain of such reads elsewhere; here they are the purpose.
#define UNCHECKED __attribute__((no_sanitize("address", "thread", "undefined")))
/// For what is called for each word, object or block: debug builds call other functions.
#define INLINE static inline __attribute__((always_inline))

/// How many bits the addresses of a process have.
#ifdef __aarch64__
#define ADDRESS_BITS 48
#else
#define ADDRESS_BITS 47
#endif

/// Where this thread goes on when a read of it faults.
extern _Thread_local jmp_buf *volatile unchecked_landing;

/// Runs what follows, or the second statement if that faults. No function with this may be a part of another one.
#define GUARDED(otherwise)       \
  jmp_buf here;                  \
  if (_setjmp(here)) otherwise;  \
  unchecked_landing = &here;     \
  atomic_signal_fence(memory_order_seq_cst)
#define UNGUARDED                                \
  atomic_signal_fence(memory_order_seq_cst);     \
  unchecked_landing = NULL
#define UNCHECKED_ALONE UNCHECKED __attribute__((noinline))

// The counts of an object: a bit that all have, the unowned references, of which all strong ones together are one, a bit for
// its end, the strong references, and a bit that says that the counts are kept elsewhere, in a table whose address stands
// here instead.
#define IS_OBJECT 1ull
#define ONE_UNOWNED (1ull << 1)
#define ALL_UNOWNED (0x7FFFFFFFull << 1)
#define MANY_UNOWNED (1ull << 30)
#define IS_DEINITING (1ull << 32)
#define IS_ELSEWHERE (3ull << 62)
#define IS_SLOW (1ull << 63)
/// The counts of an object that is never freed, and that holds nothing that could leak.
#define IMMORTAL 0x80000000FFFFFFFFu

typedef struct {
  volatile uintptr_t object;
  uintptr_t reserved;
  _Atomic volatile uint64_t counts;
} CountsElsewhere;

INLINE CountsElsewhere *counts_elsewhere(uint64_t counts) { return (CountsElsewhere *)((counts & ~IS_ELSEWHERE) << 3); }

#endif
#endif
