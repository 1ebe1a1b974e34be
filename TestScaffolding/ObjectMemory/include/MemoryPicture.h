#ifndef MEMORY_PICTURE_H
#define MEMORY_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The memory of a copied process, which is read in pieces, and kept only where something was found.
typedef struct ObjectPicture ObjectPicture;

/// What may be in a part of the memory.
typedef enum {
  /// No blocks of the allocator.
  ObjectPartOther,
  /// The blocks of the first heap, from beginning to end.
  ObjectPartHeap,
  /// Memory of no file: further heaps, large blocks, or anything else.
  ObjectPartAnonymous,
} ObjectPartKind;

/// A part of the memory. Its end, but not its start, is where a page ends.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  ObjectPartKind kind;
} ObjectPart;

/// Reads all parts once, in the order of their addresses, and takes notes: which pages lead where, and where the blocks
/// of the C library begin. NULL if the memory may not be read, or if the calling thread has worked until a time.
ObjectPicture *ObjectPictureTake(int child, const ObjectPart *parts, size_t count, bool findsBlocks, uint64_t until);

/// Gives back what the picture needs, but not the copied process.
void ObjectPictureEnd(ObjectPicture *picture);

/// Whether nothing was left out.
bool ObjectPictureIsWhole(const ObjectPicture *picture);

/// The word at an address, which must be a multiple of 8; 0 where nothing is.
uintptr_t ObjectPictureWord(ObjectPicture *picture, uintptr_t address);

/// Whether any heap of the C library was found.
bool ObjectPictureHasHeaps(const ObjectPicture *picture);

/// Whether each heap that was found could be followed from its beginning to its end.
bool ObjectPictureHasWholeHeaps(const ObjectPicture *picture);

/// The block in use around an address; false if there is none.
bool ObjectPictureBlock(ObjectPicture *picture, uintptr_t address, uintptr_t *start, uintptr_t *size);

/// A range of addresses, and what the caller calls it.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  size_t number;
} ObjectRange;

/// A word that is an address, and the number of the range in which that is.
typedef struct {
  uintptr_t place;
  size_t number;
} ObjectPlace;

/// Finds all words that are addresses within one of the ranges, which must be sorted and not overlap; with `only`, no
/// others than those in these parts. Returns how many there are, for `found` to be freed; -1 if the calling thread has worked
/// until a time, or if there are too many.
ptrdiff_t ObjectPictureFind(ObjectPicture *picture, const ObjectRange *ranges, size_t count, const ObjectPart *only,
                            size_t only_count, uint64_t until, ObjectPlace **found);

/// Blocks that may be objects of one type.
typedef struct {
  uintptr_t type;
  uintptr_t first;
  size_t count;
} ObjectKind;

/// Counts the blocks that look like objects by their first word. Returns how many different ones there are, for `kinds` to
/// be freed; -1 as above.
ptrdiff_t ObjectPictureKinds(ObjectPicture *picture, uint64_t until, ObjectKind **kinds);

#endif
