#ifdef DEBUG
#ifndef ELF_PARTS_H
#define ELF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Parts of an ELF file, which may be damaged: each read stays within its part, and yields zero beyond it.

typedef struct {
  const uint8_t *start;
  size_t size;
} Part;

/// A place in a part from which one value after the other is read.
typedef struct {
  Part part;
  size_t at;
  /// Whether offsets have eight bytes.
  bool is_wide;
} Reader;

static inline Part within(Part part, uint64_t offset, uint64_t size) {
  if (offset > part.size || size > part.size - offset) return (Part){NULL, 0};
  return (Part){part.start + offset, size};
}

static inline Reader reader(Part part, uint64_t offset) {
  return (Reader){part, offset < part.size ? offset : part.size, false};
}

static inline void skip(Reader *reader, uint64_t count) {
  size_t left = reader->part.size - reader->at;
  reader->at += count < left ? count : left;
}

static inline uint64_t number(Reader *reader, size_t size) {
  uint64_t value = 0;
  if (size <= 8 && size <= reader->part.size - reader->at) memcpy(&value, reader->part.start + reader->at, size);
  skip(reader, size);
  return value;
}

/// A text with its end; NULL if it has none.
static inline const char *text(Reader *reader) {
  const char *start = (const char *)reader->part.start + reader->at;
  size_t left = reader->part.size - reader->at;
  const char *end = left ? memchr(start, 0, left) : NULL;
  skip(reader, end ? (uint64_t)(end - start) + 1 : left);
  return end ? start : NULL;
}

static inline const char *text_at(Part part, uint64_t offset) {
  Reader place = reader(part, offset);
  return text(&place);
}

/// What the head of a section says of it.
typedef struct {
  const char *name;
  uint32_t kind, link;
  bool is_compressed;
  Part part;
} Section;

/// The number of sections of a file; 0 if it is no file of a program.
size_t ElfSectionCount(Part file);

Section ElfSection(Part file, uint64_t number);

#endif
#endif
