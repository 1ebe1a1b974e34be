#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectMemory.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef struct {
  uintptr_t start;
  size_t size;
} Section;

/// What the runtime keeps of each file, as far as it is needed here.
typedef struct {
  uintptr_t version;
  const void *base;
  uintptr_t reserved[2];
  Section protocols, conformances, types;
} Sections;

extern void swift_enumerateAllMetadataSections(bool (*body)(const Sections *sections, void *data), void *data)
    __attribute__((weak));

typedef struct {
  TypeRecordsBody body;
  void *data;
} Records;

/// Follows an offset from its own place.
static uintptr_t relative(uintptr_t place) {
  int32_t offset = *(const int32_t *)place;
  return offset ? place + (uintptr_t)(intptr_t)offset : 0;
}

/// Writes the path of a descriptor from its end to its beginning; returns where it begins, or NULL if it is too long.
static char *write_path(uintptr_t descriptor, char *start, char *end) {
  enum { MODULE = 0, EXTENSION = 1, FIRST_TYPE = 16, LAST_TYPE = 18 };
  *--end = 0;
  for (uintptr_t context = descriptor; context;) {
    uint32_t kind = *(const uint32_t *)context & 0x1F;
    bool has_name = kind == MODULE || (kind >= FIRST_TYPE && kind <= LAST_TYPE);
    if (has_name || kind == EXTENSION) {
      const char *name = has_name ? (const char *)relative(context + 8) : "";
      size_t length = strlen(name);
      if ((size_t)(end - start) < length + 1) return NULL;
      if (context != descriptor) *--end = '.';
      end -= length;
      memcpy(end, name, length);
    }
    // The low bit says that the address of the context is there, and not itself.
    context = relative(context + 4);
    if (context & 1) context = *(const uintptr_t *)(context & ~(uintptr_t)1);
  }
  return end;
}

static bool tell(const Sections *sections, void *data) {
  const Records *records = data;
  uintptr_t moved_by = 0;
  if (sections->version < 5 || !ObjectMemoryFile(sections->types.start, &moved_by)) return true;
  const int32_t *offsets = (const int32_t *)sections->types.start;
  for (size_t i = 0; i < sections->types.size / sizeof *offsets; i++) {
    // The low bits say what the offset from its own place leads to: a descriptor, or where the address of one is.
    int32_t offset = offsets[i];
    uintptr_t place = (uintptr_t)&offsets[i] + (uintptr_t)(intptr_t)(offset & ~3);
    if ((offset & 3) == 1) place = *(const uintptr_t *)place;
    if ((offset & 3) > 1 || !place) continue;
    char space[512];
    const char *path = write_path(place, space, space + sizeof space);
    if (path) records->body(records->data, moved_by, place, path);
  }
  return true;
}

void TypeRecordsForEach(TypeRecordsBody body, void *data) {
  Records records = {body, data};
  if (swift_enumerateAllMetadataSections) swift_enumerateAllMetadataSections(tell, &records);
}

bool TypeRecordsIsPublic(uintptr_t address) {
  Dl_info info;
  return dladdr((const void *)address, &info) && (uintptr_t)info.dli_saddr == address;
}

#endif
