#ifdef DEBUG
#define _GNU_SOURCE
#include "Growing.h"
#include "PictureParts.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "ObjectMemory.h"

// MARK: - Looking through all pages

/// Gives pages in their order to somebody who looks at them.
typedef struct {
  ObjectPicture *picture;
  size_t pages[PIECE];
  unsigned char *copies[PIECE];
  size_t count;
  unsigned char *buffer;
  uint64_t until;
} Look;

static bool look_begin(Look *look, ObjectPicture *picture, uint64_t until) {
  *look = (Look){.picture = picture, .until = until, .buffer = picture_room(PIECE * PAGE)};
  return look->buffer != NULL;
}

/// Reads the pages that were collected; false if the time is up.
static bool look_read(Look *look) {
  ObjectPicture *picture = look->picture;
  if (ObjectMemoryTimeOfThread() > look->until) return false;
  size_t pages[PIECE], numbers[PIECE], count = 0;
  unsigned char *into[PIECE];
  for (size_t number = 0; number < look->count; number++) {
    size_t page = look->pages[number];
    uint8_t state = picture->states[page];
    look->copies[number] = state == PageIsKept ? picture->copies + page * PAGE : NULL;
    if (state != PageIsUnread) continue;
    pages[count] = page;
    into[count] = look->buffer + count * PAGE;
    numbers[count++] = number;
  }
  if (count) picture_read(picture, pages, into, count);
  for (size_t number = 0; number < count; number++) look->copies[numbers[number]] = into[number];
  return true;
}

static void look_end(Look *look) { munmap(look->buffer, PIECE * PAGE); }

size_t picture_page_from(const ObjectPicture *picture, uintptr_t address) {
  size_t low = 0, high = picture->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (picture->addresses[middle] + PAGE > address) high = middle;
    else low = middle + 1;
  }
  return low;
}

// MARK: - Pointers

/// What is looked for.
typedef struct {
  const ObjectRange *ranges;
  size_t count;
  uintptr_t *starts;
  /// For each part of the whole span, the first range that may be in it.
  uint32_t *guide;
  unsigned guide_shift;
  /// A bit for each sixteen bytes that are wanted, of which some share one. Few are set, so that most words are recognized
  /// as others by that.
  uint64_t *filter;
  unsigned shift;
  /// The pages that are wanted.
  Leads leads;
  uintptr_t lowest, span;
  ObjectPlace *found;
  size_t found_count;
} Hunt;

/// More places than that are more than anybody can judge.
#define MOST_PLACES ((size_t)4 << 20)

INLINE size_t filter_bit(const Hunt *hunt, uintptr_t line) {
  return (size_t)(((uint64_t)line * 0x9E3779B97F4A7C15u) >> hunt->shift);
}

UNCHECKED static bool hunt_begin(Hunt *hunt, const ObjectRange *ranges, size_t count) {
  uintptr_t lines = 0;
  for (size_t number = 0; number < count; number++) lines += (ranges[number].end - ranges[number].start) / 16 + 1;
  unsigned bits = 16;
  while (bits < 27 && (uintptr_t)1 << bits < lines * 16) bits++;
  *hunt = (Hunt){.ranges = ranges, .count = count, .shift = 64 - bits, .lowest = ranges[0].start,
                 .span = ranges[count - 1].end - ranges[0].start};
  hunt->filter = calloc((size_t)1 << (bits - 6), 8);
  hunt->starts = malloc(count * sizeof *hunt->starts);
  while (hunt->span >> hunt->guide_shift > 4 * count) hunt->guide_shift++;
  size_t parts = (hunt->span >> hunt->guide_shift) + 2;
  hunt->guide = malloc(parts * sizeof *hunt->guide);
  if (!hunt->filter || !hunt->starts || !hunt->guide) return false;
  for (size_t part = 0, number = 0; part < parts; part++) {
    while (number < count && ranges[number].start - hunt->lowest < (uintptr_t)part << hunt->guide_shift) number++;
    hunt->guide[part] = (uint32_t)number;
  }
  for (size_t number = 0; number < count; number++) {
    ObjectRange range = ranges[number];
    hunt->starts[number] = range.start;
    for (uintptr_t line = range.start >> 4; line <= (range.end - 1) >> 4; line++) {
      size_t bit = filter_bit(hunt, line);
      hunt->filter[bit >> 6] |= 1ull << (bit & 63);
    }
    for (uintptr_t page = range.start >> 12; page <= (range.end - 1) >> 12; page++) leads_add(&hunt->leads, page << 12);
  }
  return true;
}

static void hunt_end(Hunt *hunt) {
  free(hunt->filter);
  free(hunt->starts);
  free(hunt->guide);
}

UNCHECKED INLINE bool hunt_leads(const Hunt *hunt, const Leads *leads) {
  uint64_t common = 0;
  for (int number = 0; number < 8; number++) common |= hunt->leads.bits[number] & leads->bits[number];
  return common != 0;
}

static bool hunt_add(Hunt *hunt, uintptr_t place, uintptr_t address) {
  const uint32_t *guide = hunt->guide + ((address - hunt->lowest) >> hunt->guide_shift);
  size_t low = guide[0], high = guide[1];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (hunt->starts[middle] > address) high = middle;
    else low = middle + 1;
  }
  if (low == 0 || address >= hunt->ranges[low - 1].end) return true;
  if (hunt->found_count == MOST_PLACES) return false;
  hunt->found = with_one_more(hunt->found, hunt->found_count, sizeof *hunt->found);
  hunt->found[hunt->found_count++] = (ObjectPlace){place, hunt->ranges[low - 1].number};
  return true;
}

UNCHECKED static bool hunt_page(Hunt *hunt, uintptr_t page, const uint64_t *words) {
  const uint64_t *filter = hunt->filter;
  uintptr_t lowest = hunt->lowest, span = hunt->span;
  for (size_t number = 0; number < WORDS; number++) {
    uintptr_t address = words[number] & REFERENCE;
    if (address - lowest >= span) continue;
    size_t bit = filter_bit(hunt, address >> 4);
    if (!(filter[bit >> 6] >> (bit & 63) & 1)) continue;
    if (!hunt_add(hunt, page + number * 8, address)) return false;
  }
  return true;
}

/// Looks at the pages that were collected, and begins to collect again.
static bool hunt_look(Hunt *hunt, Look *look) {
  if (!look_read(look)) return false;
  bool has_any[PIECE];
  for (size_t number = 0; number < look->count; number++) {
    const uint64_t *words = (const uint64_t *)look->copies[number];
    size_t before = hunt->found_count;
    if (words && !hunt_page(hunt, look->picture->addresses[look->pages[number]], words)) return false;
    has_any[number] = hunt->found_count > before;
  }
  for (size_t number = 0; number < look->count; number++) {
    if (has_any[number]) picture_keep(look->picture, look->pages[number], look->copies[number]);
  }
  look->count = 0;
  return true;
}

static bool hunt_pages(Hunt *hunt, Look *look, uintptr_t start, uintptr_t end) {
  ObjectPicture *picture = look->picture;
  for (size_t page = picture_page_from(picture, start); page < picture->count && picture->addresses[page] < end; page++) {
    if (!hunt_leads(hunt, &picture->leads[page])) continue;
    look->pages[look->count++] = page;
    if (look->count == PIECE && !hunt_look(hunt, look)) return false;
  }
  return hunt_look(hunt, look);
}

ptrdiff_t ObjectPictureFind(ObjectPicture *picture, const ObjectRange *ranges, size_t count, const ObjectPart *only,
                            size_t only_count, uint64_t until, ObjectPlace **found) {
  *found = NULL;
  if (count == 0) return 0;
  Hunt hunt;
  Look look;
  bool is_read = look_begin(&look, picture, until);
  is_read = hunt_begin(&hunt, ranges, count) && is_read;
  if (is_read && !only) is_read = hunt_pages(&hunt, &look, 0, UINTPTR_MAX);
  for (size_t number = 0; is_read && only && number < only_count; number++) {
    is_read = hunt_pages(&hunt, &look, only[number].start, only[number].end);
  }
  hunt_end(&hunt);
  look_end(&look);
  if (is_read) {
    *found = hunt.found;
    return (ptrdiff_t)hunt.found_count;
  }
  free(hunt.found);
  return -1;
}

// MARK: - Kinds of objects

typedef struct {
  ObjectTable numbers;
  ObjectKind *kinds;
  size_t count;
} Kinds;

static void add_kind(Kinds *kinds, uintptr_t type, uintptr_t block) {
  int32_t number = ObjectTableNumber(&kinds->numbers, type);
  if (number < 0) {
    kinds->kinds = with_one_more(kinds->kinds, kinds->count, sizeof *kinds->kinds);
    number = (int32_t)kinds->count++;
    ObjectTableSet(&kinds->numbers, type, number);
    kinds->kinds[number] = (ObjectKind){type, block, 0};
  }
  kinds->kinds[number].count++;
}

UNCHECKED static bool add_kinds(Kinds *kinds, Look *look) {
  if (!look_read(look)) return false;
  for (size_t number = 0; number < look->count; number++) {
    const uint64_t *words = (const uint64_t *)look->copies[number];
    size_t page = look->pages[number];
    for (unsigned part = 0; words && part < 4; part++) {
      for (uint64_t begins = look->picture->begins[page][part]; begins; begins &= begins - 1) {
        unsigned line = part * 64 + (unsigned)__builtin_ctzll(begins);
        uint64_t type = words[line * 2], counts = words[line * 2 + 1];
        // Only objects have reference counts there.
        if (type < PAGE || type & 7 || type >> ADDRESS_BITS || !(counts & 1 || counts >> 62 == 3)) continue;
        add_kind(kinds, type, look->picture->addresses[page] + line * 16);
      }
    }
  }
  look->count = 0;
  return true;
}

ptrdiff_t ObjectPictureKinds(ObjectPicture *picture, uint64_t until, ObjectKind **found) {
  Kinds kinds = {.count = 0};
  ObjectTableBegin(&kinds.numbers, 1024);
  Look look;
  bool is_read = look_begin(&look, picture, until);
  for (size_t page = 0; is_read && page < picture->count; page++) {
    const uint64_t *begins = picture->begins[page];
    if (!(begins[0] | begins[1] | begins[2] | begins[3])) continue;
    look.pages[look.count++] = page;
    if (look.count == PIECE) is_read = add_kinds(&kinds, &look);
  }
  is_read = is_read && add_kinds(&kinds, &look);
  look_end(&look);
  ObjectTableEnd(&kinds.numbers);
  if (is_read) {
    *found = kinds.kinds;
    return (ptrdiff_t)kinds.count;
  }
  free(kinds.kinds);
  return -1;
}

#endif
