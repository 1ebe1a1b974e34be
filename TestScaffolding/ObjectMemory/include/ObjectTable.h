#ifndef OBJECT_TABLE_H
#define OBJECT_TABLE_H

#include <stddef.h>
#include <stdint.h>

/// A hash table from addresses, or other words but 0, to numbers.
typedef struct {
  uintptr_t *keys;
  int32_t *numbers;
  size_t mask;
  size_t count;
} ObjectTable;

/// Makes an empty table; the capacity is a power of two.
void ObjectTableBegin(ObjectTable *table, size_t capacity);

/// Frees the memory of a table, and leaves no addresses in it that a search of the memory would find.
void ObjectTableEnd(ObjectTable *table);

/// The number for the key, or -1.
int32_t ObjectTableNumber(const ObjectTable *table, uintptr_t key);

/// Gives a key a number; -1 makes it unknown again.
void ObjectTableSet(ObjectTable *table, uintptr_t key, int32_t number);

#endif
