#ifdef DEBUG
#ifndef PICTURE_PARTS_H
#define PICTURE_PARTS_H

#include "MemoryPicture.h"
#include "Unchecked.h"

#define PAGE 4096u
#define WORDS (PAGE / 8)
/// How many pages are read at once.
#define PIECE 64u

/// Each second level of the table of pages is for 64 MiB.
#define LEAF_BITS 14
#define LEAF (1u << LEAF_BITS)
#define TOP_SHIFT (12 + LEAF_BITS)
/// The bits of a reference that are an address; Swift uses the others for notes.
#define REFERENCE 0x00FFFFFFFFFFFFF8u

/// Where a page leads: one bit for each page, of which some share one.
typedef struct {
  uint64_t bits[8];
} Leads;

/// Without optimisation, a function costs more than what it does.
#define LEADS_BIT(address) ((unsigned)(((uint64_t)(address) >> 12) * 0x9E3779B97F4A7C15u >> 55))

INLINE void leads_add(Leads *leads, uintptr_t address) {
  unsigned bit = LEADS_BIT(address);
  leads->bits[bit >> 6] |= 1ull << (bit & 63);
}

typedef struct {
  uintptr_t start, end;
  size_t first_page, end_page;
  ObjectPartKind kind;
} Part;

struct ObjectPicture {
  /// The file of the memory of the copied process.
  int memory;
  bool misses_something;
  bool is_lost_in_heap;
  size_t heaps;
  Part *parts;
  size_t part_count;

  // Pages with something in them are numbered in the order of their addresses. These have an entry for each.
  size_t count;
  uintptr_t *addresses;
  Leads *leads;
  /// A bit for each sixteen bytes at which a block in use begins.
  uint64_t (*begins)[4];
  /// The block in use in which a page begins; 0 if there is none.
  uintptr_t *goes_on;
  uint8_t *states;
  unsigned char *copies;
  void *room;
  size_t room_size;
  size_t kept;

  /// The number of a page, plus one, in two levels.
  uint32_t *top;
  uint32_t (*leaves)[LEAF];
  uintptr_t lowest, span;
};

enum { PageIsUnread, PageIsKept, PageIsGone };

INLINE uint32_t picture_page(const ObjectPicture *picture, uintptr_t address) {
  if (address - picture->lowest >= picture->span) return 0;
  uint32_t leaf = picture->top[address >> TOP_SHIFT];
  return leaf ? picture->leaves[leaf][(address >> 12) & (LEAF - 1)] : 0;
}

/// The number of the first page that ends behind the address.
size_t picture_page_from(const ObjectPicture *picture, uintptr_t address);

/// Pages that were read, in order.
typedef struct {
  uintptr_t from, to;
  size_t first_page;
  const uint64_t *words;
} Piece;

#define MOST_GROUPS 1024

/// Where what is kept about a group of further heaps begins, and how much memory the heaps have that were found.
typedef struct {
  uintptr_t start, size;
} Group;

/// Follows the blocks of the C library through one part after the other.
typedef struct {
  ObjectPicture *picture;
  uintptr_t mark;
  const Part *part;
  /// What comes next: the header of a block, or a page that may begin anything.
  uintptr_t at;
  enum { NoHeap, MainHeap, FurtherHeap, LostHeap } kind;
  bool is_further;
  /// Whether only the walk itself tells where the heap ends.
  bool is_open;
  uintptr_t end;
  /// The block of which the next one says whether it is in use.
  uintptr_t chunk, size;
  bool may_be_used;
  unsigned fences;
  bool is_counted;
  /// What the library has left at the end of the first heap; 0 where nobody knows.
  uintptr_t top;
  /// The group of the first heap comes first.
  Group groups[MOST_GROUPS];
  size_t group_count;
} HeapWalk;

/// Looks up what is kept about the first heap, in parts that were read before.
void heap_find_first_group(HeapWalk *walk);
void heap_walk_begin(HeapWalk *walk, const Part *part);
void heap_walk_piece(HeapWalk *walk, const Piece *piece);
void heap_walk_end(HeapWalk *walk);
/// Takes away what looks as if it were in use, but waits to be used again.
void heap_forget_fast_blocks(HeapWalk *walk);
/// Notes that something was missed where the library has more heaps than were found.
void heap_check(HeapWalk *walk);

/// Reads pages of the child, to where the pointers lead; sets those to NULL that cannot be read.
void picture_read(ObjectPicture *picture, const size_t *pages, unsigned char **into, size_t count);

/// Keeps a page that was read: it will be asked for again.
void picture_keep(ObjectPicture *picture, size_t page, const void *words);

/// Memory that takes no space before it is used; NULL if there is none.
void *picture_room(size_t size);

#endif
#endif
