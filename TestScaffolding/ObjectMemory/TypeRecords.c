#ifdef DEBUG
#define _GNU_SOURCE
#include "TypeRecords.h"

#include "ObjectMemory.h"

#include <dlfcn.h>
#include <stddef.h>

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
    if ((offset & 3) < 2 && place) records->body(records->data, moved_by, place);
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
