#ifdef DEBUG
#define _GNU_SOURCE
#include "ElfFile.h"

#include "ElfParts.h"
#include "Growing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: - Sections

size_t ElfSectionCount(Part file) {
  static const uint8_t magic[] = {0x7F, 'E', 'L', 'F', 2, 1};
  if (file.size < 64 || memcmp(file.start, magic, sizeof magic) != 0) return 0;
  Reader count = reader(file, 60);
  return number(&count, 2);
}

/// Where the head of a section is. Those of a damaged file may be anywhere.
static uint64_t section_head(Part file, uint64_t section) {
  Reader table = reader(file, 40);
  return number(&table, 8) + section * 64;
}

static Part section_part(Part file, uint64_t section) {
  Reader head = reader(file, section_head(file, section) + 24);
  uint64_t offset = number(&head, 8), size = number(&head, 8);
  return within(file, offset, size);
}

Section ElfSection(Part file, uint64_t section) {
  Reader names = reader(file, 62), head = reader(file, section_head(file, section));
  Section found = {.name = text_at(section_part(file, number(&names, 2)), number(&head, 4))};
  found.kind = (uint32_t)number(&head, 4);
  found.is_compressed = number(&head, 8) & 0x800;
  skip(&head, 24);
  found.link = (uint32_t)number(&head, 4);
  found.part = section_part(file, section);
  return found;
}

// MARK: - Symbols

enum { SYMBOL_TABLE = 2, DYNAMIC_SYMBOLS = 11, FUNCTION = 2 };

void ElfForEachSymbol(const void *start, size_t size, const char *prefix, const char *suffix,
                      ElfSymbolBody body, void *data) {
  Part file = {start, size};
  size_t count = ElfSectionCount(file), length = strlen(prefix), end = strlen(suffix);
  uint32_t wanted = DYNAMIC_SYMBOLS;
  for (size_t i = 0; i < count; i++)
    if (ElfSection(file, i).kind == SYMBOL_TABLE) wanted = SYMBOL_TABLE;
  for (size_t i = 0; i < count; i++) {
    Section section = ElfSection(file, i);
    if (section.kind != wanted || section.link >= count) continue;
    Part names = section_part(file, section.link);
    // Without a terminating zero, a name could run past the end of the file.
    if (!names.size || names.start[names.size - 1]) continue;
    for (Reader symbols = reader(section.part, 0); symbols.part.size - symbols.at >= 24;) {
      uint64_t name = number(&symbols, 4);
      bool is_function = (number(&symbols, 1) & 0xF) == FUNCTION;
      skip(&symbols, 1);
      // A symbol without a section is defined in another file.
      bool is_defined = number(&symbols, 2) != 0;
      uint64_t value = number(&symbols, 8), symbol_size = number(&symbols, 8);
      if (!is_defined || name >= names.size) continue;
      const char *text = (const char *)names.start + name;
      if (strncmp(text, prefix, length) != 0) continue;
      size_t text_length = strlen(text);
      if (text_length >= end && strcmp(text + text_length - end, suffix) == 0)
        body(data, (ElfSymbol){value, symbol_size, text, is_function});
    }
  }
}

bool ElfMentions(const void *start, size_t size, const char *name) {
  Part file = {start, size};
  size_t count = ElfSectionCount(file);
  for (size_t i = 0; i < count; i++) {
    Section section = ElfSection(file, i);
    if (section.kind != DYNAMIC_SYMBOLS) continue;
    Part names = section_part(file, section.link);
    return !names.size || memmem(names.start, names.size, name, strlen(name) + 1);
  }
  return true;
}

// MARK: - Files

static void add(void *data, ElfSymbol symbol) {
  ElfFile *file = data;
  file->symbols = with_one_more(file->symbols, file->count, sizeof symbol);
  file->symbols[file->count++] = symbol;
}

static int order(const void *one, const void *other) {
  const ElfSymbol *a = one, *b = other;
  if (a->start != b->start) return a->start < b->start ? -1 : 1;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return a->name < b->name ? -1 : a->name > b->name;
}

const ElfFile *ElfFileOpen(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return NULL;
  struct stat status;
  void *start = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 64)
    start = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  ElfFile *file = start == MAP_FAILED ? NULL : calloc(1, sizeof *file);
  if (!file) return NULL;
  *file = (ElfFile){.start = start, .size = (size_t)status.st_size};
  ElfForEachSymbol(start, file->size, "", "", add, file);
  if (file->count) qsort(file->symbols, file->count, sizeof *file->symbols, order);
  return file;
}

const ElfSymbol *ElfFileSymbol(const ElfFile *file, uintptr_t address) {
  size_t low = 0, high = file->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (file->symbols[middle].start > address) high = middle;
    else low = middle + 1;
  }
  if (!low) return NULL;
  const ElfSymbol *symbol = &file->symbols[low - 1];
  return address == symbol->start || address - symbol->start < symbol->size ? symbol : NULL;
}

#endif
