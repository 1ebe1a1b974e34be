#ifdef DEBUG
#include "PictureParts.h"

// The blocks of the C library of Linux. Each has a header of two words: the size of the block in front, if that is free, and
// its own size with three bits. The next block begins where it ends.
//
// The first heap is memory at the end of the program. When that cannot grow any more, it goes on in other places. Further
// heaps are for some threads each; they begin with a few words about themselves. A large block has memory of its own.

#define IN_FRONT_IS_USED 1u
#define IS_LARGE 2u
#define IS_OF_FURTHER_HEAP 4u
#define SMALLEST 32u
/// Each further heap begins at a multiple of this, at least.
#define HEAP_ALIGNMENT ((uintptr_t)1 << 20)
/// So many blocks in a row are no accident.
#define ENOUGH_BLOCKS 24

INLINE uintptr_t size_in(uintptr_t header) { return header & ~(uintptr_t)7; }

UNCHECKED INLINE uintptr_t word_at(HeapWalk *walk, const Piece *piece, uintptr_t address) {
  if (address - piece->from < piece->to - piece->from) return piece->words[(address - piece->from) / 8];
  return ObjectPictureWord(walk->picture, address);
}

// MARK: - What was found

static size_t first_page_behind(const ObjectPicture *picture, uintptr_t address) {
  uint32_t page = picture_page(picture, address);
  return page ? page : picture_page_from(picture, address + PAGE);
}

UNCHECKED INLINE void note_block(ObjectPicture *picture, const Piece *piece, uintptr_t start, uintptr_t size) {
  unsigned line = (start & (PAGE - 1)) >> 4;
  if (start - piece->from < piece->to - piece->from) {
    picture->begins[piece->first_page + ((start - piece->from) >> 12)][line >> 6] |= 1ull << (line & 63);
    if ((start & (PAGE - 1)) + size <= PAGE) return;
  } else {
    uint32_t page = picture_page(picture, start);
    if (page) picture->begins[page - 1][line >> 6] |= 1ull << (line & 63);
  }
  for (size_t next = first_page_behind(picture, start); next < picture->count; next++) {
    if (picture->addresses[next] - start >= size) break;
    picture->goes_on[next] = start;
  }
}

static void forget_block(ObjectPicture *picture, uintptr_t start) {
  uint32_t page = picture_page(picture, start);
  unsigned line = (start & (PAGE - 1)) >> 4;
  if (page) picture->begins[page - 1][line >> 6] &= ~(1ull << (line & 63));
  size_t next = first_page_behind(picture, start);
  if (next < picture->count && picture->goes_on[next] == start) picture->goes_on[next] = 0;
}

// MARK: - From block to block

/// Whether a block may have this header, so far from the end of its heap.
INLINE bool is_plausible(uintptr_t header, uintptr_t left, bool is_further) {
  uintptr_t size = size_in(header);
  return size >= 16 && size <= left && !(size & 8) && !(header & IS_LARGE) &&
         (is_further || !(header & IS_OF_FURTHER_HEAP));
}

/// Whether blocks follow one another from here on for so long that it is no accident.
static bool leads_on(HeapWalk *walk, const Piece *piece, uintptr_t at, uintptr_t end, bool is_further) {
  uintptr_t before = 0;
  unsigned fences = 0;
  for (int number = 0; number < ENOUGH_BLOCKS; number++) {
    uintptr_t header = word_at(walk, piece, at + 8);
    if (is_further && number && size_in(header) == 0 && at + 16 == end) return true;
    if (!is_plausible(header, end - at, is_further)) return fences >= 2 && !(at & (PAGE - 1));
    if (number && !(header & IN_FRONT_IS_USED) && word_at(walk, piece, at) != before) return false;
    before = size_in(header);
    fences = before == 16 ? fences + 1 : 0;
    if (at == walk->top || at + before == end) return true;
    at += before;
  }
  return true;
}

static void leave_heap(HeapWalk *walk, uintptr_t at) {
  if (walk->is_counted) walk->picture->heaps++;
  walk->kind = NoHeap;
  walk->at = (at + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
}

static void enter_heap(HeapWalk *walk, int kind, uintptr_t first, uintptr_t end) {
  walk->kind = kind;
  walk->is_further = kind == FurtherHeap;
  walk->is_open = false;
  walk->at = first;
  walk->end = end;
  walk->chunk = 0;
  walk->fences = 0;
  walk->is_counted = false;
}

/// Goes one block on. The block in front is in use if this one says so.
UNCHECKED INLINE void step(HeapWalk *walk, const Piece *piece) {
  uintptr_t at = walk->at, header = word_at(walk, piece, at + 8), size = size_in(header);
  bool is_last = walk->is_further && size == 0 && at + 16 == walk->end;
  if (!is_last && !is_plausible(header, walk->end - at, walk->is_further)) {
    // Where the first heap goes on elsewhere, nobody but its last block says where it ends.
    if (walk->is_open && !(at & (PAGE - 1))) {
      leave_heap(walk, at);
      return;
    }
    // Two empty blocks stand where the first heap goes on behind memory that somebody else asked for.
    if (walk->fences < 2) walk->picture->is_lost_in_heap = true;
    walk->kind = LostHeap;
    walk->at = at + 16;
    return;
  }
  if (walk->chunk && walk->may_be_used && header & IN_FRONT_IS_USED) {
    note_block(walk->picture, piece, walk->chunk + 16, walk->size - 8);
    walk->is_counted = true;
  }
  if (is_last) {
    leave_heap(walk, walk->end);
    return;
  }
  walk->fences = size == 16 ? walk->fences + 1 : 0;
  walk->chunk = at;
  walk->size = size;
  walk->may_be_used = size >= SMALLEST && !(header & IS_OF_FURTHER_HEAP) == !walk->is_further &&
                      !(walk->mark && word_at(walk, piece, at + 24) == walk->mark);
  walk->at = at + size;
  // The last block is what the library has left.
  if (walk->at == walk->end || at == walk->top) leave_heap(walk, walk->at);
}

/// Goes on where blocks follow one another again.
static void find_way(HeapWalk *walk, const Piece *piece) {
  for (; walk->at < piece->to; walk->at += 16) {
    if (walk->at + SMALLEST > walk->end) {
      leave_heap(walk, walk->end);
      return;
    }
    if (!leads_on(walk, piece, walk->at, walk->end, walk->is_further)) continue;
    walk->kind = walk->is_further ? FurtherHeap : MainHeap;
    walk->chunk = 0;
    walk->fences = 0;
    return;
  }
}

// MARK: - Where something begins

/// The first block behind what the library keeps at the start of a group of heaps, which ends with how much memory they
/// have, and had at most; 0 if that is not there.
static uintptr_t first_block(HeapWalk *walk, const Piece *piece, uintptr_t heap, uintptr_t size) {
  for (uintptr_t at = heap + 0x100; at < heap + 0xA00; at += 8) {
    uintptr_t now = word_at(walk, piece, at), most = word_at(walk, piece, at + 8);
    if (now & (PAGE - 1) || most & (PAGE - 1) || now < size || most < now) continue;
    uintptr_t first = (at + 16 + 15) & ~(uintptr_t)15, header = word_at(walk, piece, first + 8);
    if (header & IN_FRONT_IS_USED && is_plausible(header, heap + size - first, true)) return first;
  }
  return 0;
}

static void note_heap(HeapWalk *walk, uintptr_t group, uintptr_t size) {
  size_t number = 0;
  while (number < walk->group_count && walk->groups[number].start != group) number++;
  if (number == MOST_GROUPS) return;
  if (number == walk->group_count) walk->groups[walk->group_count++] = (Group){group, 0};
  walk->groups[number].size += size;
}

static bool begin_further_heap(HeapWalk *walk, const Piece *piece, uintptr_t at) {
  uintptr_t group = word_at(walk, piece, at), before = word_at(walk, piece, at + 8);
  uintptr_t size = word_at(walk, piece, at + 16), ready = word_at(walk, piece, at + 24);
  // The group's own memory follows these words in the first of its heaps.
  uintptr_t front = group & (HEAP_ALIGNMENT - 1);
  if (at & (HEAP_ALIGNMENT - 1) || front < 0x20 || front > 0x40 || group < HEAP_ALIGNMENT) return false;
  if (size == 0 || (size | ready) & (PAGE - 1) || ready < size || size > walk->part->end - at) return false;
  if (before & (HEAP_ALIGNMENT - 1) || (before == 0) != (group == at + front)) return false;
  uintptr_t first = before ? at + ((front + 15) & ~(uintptr_t)15) : first_block(walk, piece, at, size);
  enter_heap(walk, FurtherHeap, first, at + size);
  note_heap(walk, group, size);
  if (first == 0) {
    walk->picture->is_lost_in_heap = true;
    walk->kind = LostHeap;
    walk->at = at + front;
  }
  return true;
}

/// A large block; where it was to begin at a multiple of something, that is behind its first header.
static bool begin_large_block(HeapWalk *walk, const Piece *piece, uintptr_t at) {
  uintptr_t header = word_at(walk, piece, at + 8), size = size_in(header);
  if (word_at(walk, piece, at) != 0 || (header & (PAGE - 1)) != IS_LARGE) return false;
  if (size == 0 || size > walk->part->end - at) return false;
  uintptr_t start = at + 16;
  for (uintptr_t multiple = 32; multiple <= PAGE; multiple *= 2) {
    uintptr_t other = (at + SMALLEST + 15 + multiple) & ~(multiple - 1), skipped = other - 16 - at;
    if (word_at(walk, piece, other - 16) != skipped) continue;
    if (word_at(walk, piece, other - 8) == ((size - skipped) | IS_LARGE)) start = other;
  }
  note_block(walk->picture, piece, start, at + size - start);
  walk->at = at + size;
  return true;
}

/// Where the first heap goes on in other memory.
static bool begin_other_memory(HeapWalk *walk, const Piece *piece, uintptr_t at) {
  uintptr_t header = word_at(walk, piece, at + 8), end = walk->part->end;
  if (word_at(walk, piece, at) != 0 || (header & 7) != IN_FRONT_IS_USED || size_in(header) < SMALLEST) return false;
  if (!leads_on(walk, piece, at, end, false)) return false;
  enter_heap(walk, MainHeap, at, end);
  walk->is_open = true;
  return true;
}

void heap_walk_begin(HeapWalk *walk, const Part *part) {
  walk->part = part;
  walk->kind = NoHeap;
  walk->at = part->start;
  if (part->kind == ObjectPartHeap) enter_heap(walk, MainHeap, part->start, part->end);
}

UNCHECKED void heap_walk_piece(HeapWalk *walk, const Piece *piece) {
  if (walk->part->kind == ObjectPartOther) return;
  while (walk->at < piece->to) {
    if (walk->kind == NoHeap) {
      if (walk->at < piece->from) walk->at = piece->from;
      uintptr_t at = walk->at;
      if (!begin_further_heap(walk, piece, at) && !begin_large_block(walk, piece, at) &&
          !begin_other_memory(walk, piece, at))
        walk->at = at + PAGE;
    } else if (walk->kind == LostHeap) {
      if (walk->at < piece->from) walk->at = piece->from;
      find_way(walk, piece);
    } else {
      step(walk, piece);
    }
  }
}

void heap_walk_end(HeapWalk *walk) {
  // Behind the last page that holds something is nothing that could be followed.
  bool is_at_end = walk->is_open && !(walk->at & (PAGE - 1));
  if ((walk->kind == MainHeap || walk->kind == FurtherHeap) && !is_at_end) walk->picture->is_lost_in_heap = true;
  if (walk->kind != NoHeap) leave_heap(walk, walk->part->end);
}

// MARK: - Blocks that wait to be used again

// Small blocks that were freed lie in lists, and still look as if they were in use. A group of heaps begins with three
// numbers, ten such lists, for one size each, and its last block.
#define LISTS 10
#define LISTS_OFFSET 16
#define TOP_OFFSET (LISTS_OFFSET + LISTS * 8)

/// The next block in a list. Newer libraries mix the place of the reference into it.
static uintptr_t next_in_list(ObjectPicture *picture, uintptr_t chunk) {
  uintptr_t place = chunk + 16, link = ObjectPictureWord(picture, place);
  uintptr_t next = link ^ (place >> 12);
  return next & 15 ? link : next;
}

static void forget_list(ObjectPicture *picture, uintptr_t group, unsigned number) {
  uintptr_t chunk = ObjectPictureWord(picture, group + LISTS_OFFSET + number * 8);
  uintptr_t size = SMALLEST + number * 16;
  while (chunk && !(chunk & 15) && size_in(ObjectPictureWord(picture, chunk + 8)) == size) {
    uintptr_t start, length;
    // A list that leads back to where it was has been changed just now.
    if (!ObjectPictureBlock(picture, chunk + 16, &start, &length) || start != chunk + 16) return;
    forget_block(picture, start);
    chunk = next_in_list(picture, chunk);
  }
}

// Behind that are the lists of all other free blocks. Each leads from its place in the group through its blocks and back.
#define BINS_OFFSET (TOP_OFFSET + 2 * 8)
#define BINS 127

static bool is_bin(ObjectPicture *picture, uintptr_t place) {
  uintptr_t next = ObjectPictureWord(picture, place);
  return next && ObjectPictureWord(picture, next + 24) == place - 16;
}

static bool is_group(ObjectPicture *picture, uintptr_t group) {
  // Of the lists for one size each, the first and the last are the ones that others in their place are not like.
  if (!is_bin(picture, group + BINS_OFFSET) || !is_bin(picture, group + BINS_OFFSET + (BINS - 1) * 16)) return false;
  for (unsigned number = 1; number < BINS - 1; number++) {
    if (!is_bin(picture, group + BINS_OFFSET + number * 16)) return false;
  }
  return !is_bin(picture, group + BINS_OFFSET - 16) && !is_bin(picture, group + BINS_OFFSET + BINS * 16);
}

/// Where the library keeps the first group of heaps, among its variables. Some of the lists are empty.
static uintptr_t first_group(ObjectPicture *picture) {
  for (size_t number = 0; number < picture->part_count; number++) {
    Part part = picture->parts[number];
    if (part.kind != ObjectPartOther) continue;
    for (size_t page = part.first_page; page < part.end_page; page++) {
      uintptr_t start = picture->addresses[page];
      unsigned bit = LEADS_BIT(start);
      if (!(picture->leads[page].bits[bit >> 6] >> (bit & 63) & 1)) continue;
      for (uintptr_t place = start; place < start + PAGE; place += 8) {
        if (ObjectPictureWord(picture, place) != place - 16 || ObjectPictureWord(picture, place + 8) != place - 16) continue;
        for (unsigned bin = 0; bin < BINS; bin++) {
          uintptr_t group = place - BINS_OFFSET - bin * 16;
          if (is_group(picture, group)) return group;
        }
      }
    }
  }
  return 0;
}

void heap_find_first_group(HeapWalk *walk) {
  uintptr_t group = first_group(walk->picture);
  if (!group) return;
  walk->groups[walk->group_count++] = (Group){group, 0};
  walk->top = ObjectPictureWord(walk->picture, group + TOP_OFFSET);
}

void heap_forget_fast_blocks(HeapWalk *walk) {
  for (unsigned number = 0; number < LISTS; number++) {
    for (size_t group = 0; group < walk->group_count; group++) {
      forget_list(walk->picture, walk->groups[group].start, number);
    }
  }
}

// Behind the lists are a note of which are empty, and then the next group in a ring of all, the next one that no thread uses,
// the number of threads, and how much memory the group has.
#define RING_OFFSET (BINS_OFFSET + BINS * 16 + 16)
#define SIZE_OFFSET (RING_OFFSET + 3 * 8)

/// Whether the heaps that were found are all that the group has. Those of the first group need not begin with a note.
static bool has_all_heaps(const HeapWalk *walk, uintptr_t group) {
  for (size_t number = 1; number < walk->group_count; number++) {
    if (walk->groups[number].start != group) continue;
    return walk->groups[number].size == ObjectPictureWord(walk->picture, group + SIZE_OFFSET);
  }
  return false;
}

void heap_check(HeapWalk *walk) {
  // Where the first group is not found, it is being changed just now.
  uintptr_t first = walk->top ? walk->groups[0].start : 0, group = first;
  bool is_whole = first != 0;
  for (size_t number = 0; is_whole && number < MOST_GROUPS; number++) {
    group = ObjectPictureWord(walk->picture, group + RING_OFFSET);
    if (group == first) return;
    is_whole = has_all_heaps(walk, group);
  }
  walk->picture->is_lost_in_heap = true;
}

#endif
