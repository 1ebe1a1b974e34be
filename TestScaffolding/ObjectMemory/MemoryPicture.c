#ifdef DEBUG
#define _GNU_SOURCE
#include "Growing.h"
#include "PictureParts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ObjectMemory.h"

// MARK: - Which pages there are

/// Pages in a row that hold something.
typedef struct {
  uintptr_t start, end;
} Run;

typedef struct {
  Run *runs;
  size_t count;
} Runs;

static void add_run(Runs *runs, uintptr_t start, uintptr_t end, uintptr_t part) {
  // Two parts of a page belong to one page; two parts that touch are read one after the other.
  if (runs->count && runs->runs[runs->count - 1].end == start && start > part) {
    runs->runs[runs->count - 1].end = end;
    return;
  }
  runs->runs = with_one_more(runs->runs, runs->count, sizeof *runs->runs);
  runs->runs[runs->count++] = (Run){start, end};
}

// As in the headers of newer systems.
typedef struct {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages, inverted, mask, any_of, returned;
} PageScan;
typedef struct {
  uint64_t start, end, categories;
} PageRegion;
#define PAGE_SCAN _IOWR('f', 16, PageScan)
#define PAGE_PRESENT (1u << 3)
#define PAGE_SWAPPED (1u << 4)
#define PAGE_ZERO (1u << 5)

/// Adds the pages that were ever written to; false if the system does not tell in this way.
static bool scan_pages(int pagemap, uintptr_t start, uintptr_t end, Runs *runs) {
  PageRegion regions[256];
  uintptr_t at = start;
  while (at < end) {
    PageScan scan = {.size = sizeof scan, .start = at, .end = end, .vec = (uint64_t)(uintptr_t)regions, .vec_len = 256,
                     .inverted = PAGE_ZERO, .mask = PAGE_ZERO, .any_of = PAGE_PRESENT | PAGE_SWAPPED,
                     .returned = PAGE_PRESENT | PAGE_SWAPPED};
    int found = ioctl(pagemap, PAGE_SCAN, &scan);
    if (found < 0 || scan.walk_end <= at) return false;
    for (int number = 0; number < found; number++) add_run(runs, regions[number].start, regions[number].end, start);
    at = scan.walk_end;
  }
  return true;
}

/// The same, as older systems tell it.
static bool list_pages(int pagemap, uintptr_t start, uintptr_t end, Runs *runs, uint64_t until) {
  uint64_t entries[4096];
  for (uintptr_t at = start; at < end;) {
    size_t wanted = (end - at) / PAGE < 4096 ? (end - at) / PAGE : 4096;
    ssize_t got = pread(pagemap, entries, wanted * 8, (off_t)(at / PAGE * 8));
    if (got < 8 || ObjectMemoryTimeOfThread() > until) return false;
    for (size_t number = 0; number < (size_t)got / 8; number++, at += PAGE) {
      // In memory, or swapped out.
      if (entries[number] >> 62) add_run(runs, at, at + PAGE, start);
    }
  }
  return true;
}

static int open_of(int child, const char *name) {
  char path[48];
  snprintf(path, sizeof path, "/proc/%d/%s", child, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static void find_pages(ObjectPicture *picture, int child, Runs *runs, uint64_t until) {
  int pagemap = open_of(child, "pagemap");
  bool scans = pagemap >= 0;
  for (size_t number = 0; number < picture->part_count; number++) {
    Part *part = &picture->parts[number];
    uintptr_t start = part->start & ~(uintptr_t)(PAGE - 1);
    size_t before = runs->count;
    // The part of a file that nobody has changed is in no process's pages, but can be read.
    if (part->kind != ObjectPartOther && pagemap >= 0) {
      if (scans && scan_pages(pagemap, start, part->end, runs)) continue;
      scans = false;
      runs->count = before;
      if (list_pages(pagemap, start, part->end, runs, until)) continue;
      runs->count = before;
    }
    // Where nobody says what is used of it, memory for a sanitizer's own notes is too much to be looked at.
    if (part->end - part->start > (uintptr_t)64 << 30) {
      picture->misses_something = true;
    } else {
      add_run(runs, start, part->end, start);
    }
  }
  if (pagemap >= 0) close(pagemap);
}

// MARK: - The table of pages

void *picture_room(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static size_t rounded(size_t size) { return (size + PAGE - 1) & ~(size_t)(PAGE - 1); }

static bool make_entries(ObjectPicture *picture, const Runs *runs) {
  size_t leaves = 1;
  uintptr_t last_leaf = UINTPTR_MAX;
  for (size_t number = 0; number < runs->count; number++) {
    Run run = runs->runs[number];
    if (run.end > (uintptr_t)1 << ADDRESS_BITS) return false;
    picture->count += (run.end - run.start) / PAGE;
    for (uintptr_t leaf = run.start >> TOP_SHIFT; leaf <= (run.end - 1) >> TOP_SHIFT; leaf++) {
      if (leaf != last_leaf) leaves++;
      last_leaf = leaf;
    }
  }
  size_t count = picture->count;
  if (count == 0 || count >= UINT32_MAX) return false;
  size_t sizes[] = {count * PAGE,
                    rounded(count * sizeof *picture->leads),
                    rounded(count * sizeof *picture->begins),
                    rounded(count * sizeof *picture->addresses),
                    rounded(count * sizeof *picture->goes_on),
                    rounded(count),
                    sizeof *picture->top << (ADDRESS_BITS - TOP_SHIFT),
                    leaves * sizeof *picture->leaves};
  for (int number = 0; number < 8; number++) picture->room_size += sizes[number];
  unsigned char *next = picture->room = picture_room(picture->room_size);
  if (!next) return false;
  picture->copies = next;
  picture->leads = (Leads *)(next += sizes[0]);
  picture->begins = (uint64_t(*)[4])(next += sizes[1]);
  picture->addresses = (uintptr_t *)(next += sizes[2]);
  picture->goes_on = (uintptr_t *)(next += sizes[3]);
  picture->states = next += sizes[4];
  picture->top = (uint32_t *)(next += sizes[5]);
  picture->leaves = (uint32_t(*)[LEAF])(next += sizes[6]);
  return true;
}

static void number_pages(ObjectPicture *picture, const Runs *runs) {
  uint32_t leaves = 0;
  size_t page = 0;
  for (size_t number = 0; number < runs->count; number++) {
    Run run = runs->runs[number];
    for (uintptr_t address = run.start; address < run.end; address += PAGE, page++) {
      uint32_t *leaf = &picture->top[address >> TOP_SHIFT];
      if (!*leaf) *leaf = ++leaves;
      picture->leaves[*leaf][(address >> 12) & (LEAF - 1)] = (uint32_t)page + 1;
      picture->addresses[page] = address;
    }
  }
  for (size_t number = 0; number < picture->part_count; number++) {
    Part *part = &picture->parts[number];
    part->first_page = picture_page_from(picture, part->start);
    part->end_page = picture_page_from(picture, part->end);
  }
  picture->lowest = picture->addresses[0];
  picture->span = picture->addresses[page - 1] + PAGE - picture->lowest;
}

// MARK: - Reading

void picture_read(ObjectPicture *picture, const size_t *pages, unsigned char **into, size_t count) {
  for (size_t first = 0; first < count;) {
    uintptr_t address = picture->addresses[pages[first]];
    size_t wanted = 1;
    while (first + wanted < count && picture->addresses[pages[first + wanted]] == address + wanted * PAGE &&
           into[first + wanted] == into[first] + wanted * PAGE)
      wanted++;
    ssize_t got = pread(picture->memory, into[first], wanted * PAGE, (off_t)address);
    size_t end = first + (got < 0 ? 0 : (size_t)got / PAGE);
    wanted -= end - first;
    first = end;
    // What cannot be read stands between pages that can.
    if (wanted) into[first++] = NULL;
  }
}

/// What was found is soon asked for again; but it is not worth doubling a large heap.
#define MOST_KEPT ((256u << 20) / PAGE)

static void make_room_to_keep(ObjectPicture *picture) {
  if (picture->kept++ < MOST_KEPT) return;
  madvise(picture->copies, picture->count * PAGE, MADV_DONTNEED);
  for (size_t page = 0; page < picture->count; page++) {
    if (picture->states[page] == PageIsKept) picture->states[page] = PageIsUnread;
  }
  picture->kept = 1;
}

INLINE const uint64_t *kept_page(ObjectPicture *picture, size_t page) {
  uint8_t state = picture->states[page];
  unsigned char *copy = picture->copies + page * PAGE;
  if (state == PageIsGone) return NULL;
  if (state == PageIsUnread) {
    make_room_to_keep(picture);
    picture_read(picture, &page, &copy, 1);
    picture->states[page] = copy ? PageIsKept : PageIsGone;
  }
  return (const uint64_t *)copy;
}

void picture_keep(ObjectPicture *picture, size_t page, const void *words) {
  unsigned char *copy = picture->copies + page * PAGE;
  // One that was kept may have been thrown away since it was looked at, to make room for others.
  if (words == copy) return;
  make_room_to_keep(picture);
  memcpy(copy, words, PAGE);
  picture->states[page] = PageIsKept;
}

UNCHECKED uintptr_t ObjectPictureWord(ObjectPicture *picture, uintptr_t address) {
  uint32_t page = address & 7 ? 0 : picture_page(picture, address);
  const uint64_t *words = page ? kept_page(picture, page - 1) : NULL;
  return words ? words[(address & (PAGE - 1)) / 8] : 0;
}

// MARK: - The first reading

// Debug builds are not optimised, and these loops are most of what a picture costs: each turn does as much as it can.
#define NOTE_LEAD(n) \
  if ((words[n] & REFERENCE) - lowest < span) leads[LEADS_BIT(words[n] & REFERENCE)] = 1;
// Gathers eight bytes, of which each is 0 or 1, in one.
#define GATHERED(n) ((eights[n] * 0x0102040810204080u >> 56) << 8 * n)

/// Notes where the words of each page may lead. Whether there is anything is not asked: that would take longer.
UNCHECKED static void note_leads(ObjectPicture *picture, Piece piece) {
  const uint64_t *words = piece.words, *end = words + (piece.to - piece.from) / 8;
  uintptr_t lowest = picture->lowest, span = picture->span;
  for (size_t page = piece.first_page; words < end; page++) {
    uint8_t leads[512] = {0};
    for (const uint64_t *end_of_page = words + WORDS; words < end_of_page; words += 8) {
      NOTE_LEAD(0) NOTE_LEAD(1) NOTE_LEAD(2) NOTE_LEAD(3) NOTE_LEAD(4) NOTE_LEAD(5) NOTE_LEAD(6) NOTE_LEAD(7)
    }
    uint64_t *bits = picture->leads[page].bits;
    for (size_t part = 0; part < 8; part++) {
      uint64_t eights[8];
      memcpy(eights, leads + part * 64, 64);
      bits[part] |= GATHERED(0) | GATHERED(1) | GATHERED(2) | GATHERED(3) | GATHERED(4) | GATHERED(5) | GATHERED(6) |
                    GATHERED(7);
    }
  }
}

/// Reads all that a part has; false if the time is up.
static bool read_part(ObjectPicture *picture, const Part *part, HeapWalk *walk, unsigned char *buffer, uint64_t until) {
  if (walk) heap_walk_begin(walk, part);
  for (size_t page = part->first_page; page < part->end_page;) {
    if (ObjectMemoryTimeOfThread() > until) return false;
    size_t pages[PIECE], count = 0;
    unsigned char *into[PIECE];
    uintptr_t address = picture->addresses[page];
    for (; count < PIECE && page + count < part->end_page; count++) {
      if (picture->addresses[page + count] != address + count * PAGE) break;
      pages[count] = page + count;
      into[count] = buffer + count * PAGE;
    }
    picture_read(picture, pages, into, count);
    for (size_t number = 0; number < count; number++) {
      if (into[number]) continue;
      picture->states[page + number] = PageIsGone;
      memset(buffer + number * PAGE, 0, PAGE);
      // Behind the end of a file is nothing that anybody could read.
      if (part->kind != ObjectPartOther) picture->misses_something = true;
    }
    Piece piece = {address, address + count * PAGE, page, (const uint64_t *)buffer};
    note_leads(picture, piece);
    if (walk) heap_walk_piece(walk, &piece);
    page += count;
  }
  if (walk) heap_walk_end(walk);
  return true;
}

static bool read_parts(ObjectPicture *picture, bool of_files, HeapWalk *walk, unsigned char *buffer, uint64_t until) {
  for (size_t number = 0; number < picture->part_count; number++) {
    Part *part = &picture->parts[number];
    if ((part->kind == ObjectPartOther) == of_files && !read_part(picture, part, walk, buffer, until)) return false;
  }
  return true;
}

ObjectPicture *ObjectPictureTake(int child, const ObjectPart *parts, size_t count, bool finds_blocks, uint64_t until) {
  ObjectPicture *picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  // Unlike a call that copies between processes, this does not make the child copy what it shares with the app.
  picture->memory = open_of(child, "mem");
  picture->parts = calloc(count + 1, sizeof *picture->parts);
  unsigned char *buffer = picture_room(PIECE * PAGE);
  Runs runs = {NULL, 0};
  bool is_taken = picture->parts && buffer && picture->memory >= 0;
  if (is_taken) {
    picture->part_count = count;
    for (size_t number = 0; number < count; number++) {
      picture->parts[number] = (Part){.start = parts[number].start, .end = parts[number].end, .kind = parts[number].kind};
    }
    find_pages(picture, child, &runs, until);
    is_taken = make_entries(picture, &runs);
  }
  if (is_taken) {
    number_pages(picture, &runs);
    HeapWalk walk = {.picture = picture, .mark = ObjectMemoryFreeMark()};
    // The program's variables come first: among them is what the library knows of its heaps.
    is_taken = read_parts(picture, true, NULL, buffer, until);
    if (is_taken && finds_blocks) heap_find_first_group(&walk);
    is_taken = is_taken && read_parts(picture, false, finds_blocks ? &walk : NULL, buffer, until);
    if (is_taken && finds_blocks) {
      heap_check(&walk);
      heap_forget_fast_blocks(&walk);
    }
  }
  free(runs.runs);
  if (buffer) munmap(buffer, PIECE * PAGE);
  // Where nobody may read the memory of another process, no page could be read.
  bool has_any = false;
  for (size_t page = 0; is_taken && page < picture->count && !has_any; page++) {
    has_any = picture->states[page] != PageIsGone;
  }
  if (has_any) return picture;
  ObjectPictureEnd(picture);
  return NULL;
}

void ObjectPictureEnd(ObjectPicture *picture) {
  if (picture->room) munmap(picture->room, picture->room_size);
  if (picture->memory >= 0) close(picture->memory);
  free(picture->parts);
  free(picture);
}

bool ObjectPictureIsWhole(const ObjectPicture *picture) { return !picture->misses_something; }
bool ObjectPictureHasHeaps(const ObjectPicture *picture) { return picture->heaps > 0; }
bool ObjectPictureHasWholeHeaps(const ObjectPicture *picture) { return picture->heaps > 0 && !picture->is_lost_in_heap; }

// MARK: - Blocks

UNCHECKED bool ObjectPictureBlock(ObjectPicture *picture, uintptr_t address, uintptr_t *start, uintptr_t *size) {
  uint32_t number = picture_page(picture, address);
  if (!number) return false;
  const uint64_t *begins = picture->begins[number - 1];
  unsigned bit = (address & (PAGE - 1)) >> 4;
  *start = picture->goes_on[number - 1];
  for (int word = (int)(bit >> 6); word >= 0; word--) {
    uint64_t before = begins[word];
    if (word == (int)(bit >> 6)) before &= ~0ull >> (63 - (bit & 63));
    if (before) {
      unsigned found = (unsigned)word * 64 + 63 - (unsigned)__builtin_clzll(before);
      *start = (address & ~(uintptr_t)(PAGE - 1)) + found * 16;
      break;
    }
  }
  if (!*start) return false;
  // A large block has memory of its own; any other one may use a word of the next one.
  uintptr_t header = ObjectPictureWord(picture, *start - 8);
  *size = (header & ~(uintptr_t)7) - (header & 2 ? 16 : 8);
  return address - *start < *size;
}

#endif
