#ifdef DEBUG
#ifndef GROWING_H
#define GROWING_H

#include <stddef.h>
#include <stdlib.h>

/// Makes room for one more of the items that were added in this way: there is room for at least the next power of two. An app
/// without memory ends anyway.
static inline __attribute__((always_inline)) void *with_one_more(void *items, size_t count, size_t size) {
  if (count & (count - 1)) return items;
  items = realloc(items, (count ? 2 * count : 1) * size);
  if (!items) abort();
  return items;
}

#endif
#endif
