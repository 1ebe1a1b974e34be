#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectTable.h"

#include <stdlib.h>
#include <string.h>

#include "Unchecked.h"

// Tables stay at most half full.

INLINE size_t slot_of(const ObjectTable *table, uintptr_t key) {
  const uintptr_t *keys = table->keys;
  size_t mask = table->mask, slot = (size_t)((key * 0x9E3779B97F4A7C15u) >> 24) & mask;
  while (keys[slot] && keys[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

void ObjectTableBegin(ObjectTable *table, size_t capacity) {
  *table = (ObjectTable){calloc(capacity, sizeof *table->keys), calloc(capacity, sizeof *table->numbers), capacity - 1, 0};
  if (!table->keys || !table->numbers) abort();
}

void ObjectTableEnd(ObjectTable *table) {
  explicit_bzero(table->keys, (table->mask + 1) * sizeof *table->keys);
  free(table->keys);
  free(table->numbers);
}

int32_t ObjectTableNumber(const ObjectTable *table, uintptr_t key) {
  size_t slot = slot_of(table, key);
  return table->keys[slot] ? table->numbers[slot] : -1;
}

static void grow(ObjectTable *table) {
  ObjectTable grown;
  ObjectTableBegin(&grown, 2 * (table->mask + 1));
  for (size_t old = 0; old <= table->mask; old++) {
    if (!table->keys[old]) continue;
    size_t slot = slot_of(&grown, table->keys[old]);
    grown.keys[slot] = table->keys[old];
    grown.numbers[slot] = table->numbers[old];
  }
  grown.count = table->count;
  ObjectTableEnd(table);
  *table = grown;
}

void ObjectTableSet(ObjectTable *table, uintptr_t key, int32_t number) {
  size_t slot = slot_of(table, key);
  table->numbers[slot] = number;
  if (table->keys[slot]) return;
  table->keys[slot] = key;
  if (++table->count * 2 > table->mask) grow(table);
}

#endif
