#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// What happens here is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

/// Variables of the thread that are zero from the start, of a library that has no symbols.
typedef struct {
  const int *first;
  size_t count;
} Words;

enum { MostPlaces = 1024, MostLibraries = 256 };
/// Each module with a mutex has a variable of its own.
static int *places[MostPlaces];
static int place_count;
static Words unnamed[MostLibraries];
static int unnamed_count;

/// Whether Swift's runtime, its mutexes or Dispatch call a variable so that begins with the number of the thread.
static bool is_number(const char *name) {
  return strncmp(name, "_swift_stdlib_gettid.tid", 24) == 0 || strstr(name, "13ulock_get_tidEvE3tid") ||
         strcmp(name, "__dispatch_tsd") == 0;
}

/// Notes the places that the symbols of an executable or library name; returns false if it has no symbols.
static bool read_symbols(const char *file, size_t size, char *variables, size_t length) {
  const ElfW(Ehdr) *head = (const void *)file;
  if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (head->e_shoff > size || head->e_shnum * sizeof(ElfW(Shdr)) > size - head->e_shoff) return false;
  const ElfW(Shdr) *sections = (const void *)(file + head->e_shoff);
  for (int one = 0; one < head->e_shnum; one++) {
    if (sections[one].sh_type != SHT_SYMTAB || sections[one].sh_link >= head->e_shnum) continue;
    const ElfW(Shdr) *list = &sections[one], *names = &sections[list->sh_link];
    if (list->sh_offset > size || list->sh_size > size - list->sh_offset) return false;
    if (names->sh_offset > size || names->sh_size > size - names->sh_offset || names->sh_size == 0) return false;
    if (file[names->sh_offset + names->sh_size - 1] != 0) return false;
    const ElfW(Sym) *symbols = (const void *)(file + list->sh_offset);
    for (size_t place = 0; place < list->sh_size / sizeof *symbols; place++) {
      const ElfW(Sym) *symbol = &symbols[place];
      if (ELF64_ST_TYPE(symbol->st_info) != STT_TLS || symbol->st_name >= names->sh_size) continue;
      if (length < sizeof(int) || symbol->st_value > length - sizeof(int)) continue;
      if (!is_number(file + names->sh_offset + symbol->st_name)) continue;
      if (place_count < MostPlaces) places[place_count] = (int *)(variables + symbol->st_value);
      place_count++;
    }
    return true;
  }
  return false;
}

static int look_into(struct dl_phdr_info *info, size_t size, void *data) {
  const char *name = strrchr(info->dlpi_name, '/');
  // The C library corrects what it remembers itself.
  if (!info->dlpi_tls_data || (name && (strncmp(name, "/libc.", 6) == 0 || strncmp(name, "/ld-", 4) == 0))) return 0;
  for (int part = 0; part < info->dlpi_phnum; part++) {
    const ElfW(Phdr) *variables = &info->dlpi_phdr[part];
    if (variables->p_type != PT_TLS) continue;
    int file = open(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *bytes = file >= 0 && fstat(file, &status) == 0
                      ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0)
                      : MAP_FAILED;
    if (file >= 0) close(file);
    bool has_names = false;
    if (bytes != MAP_FAILED) {
      has_names = read_symbols(bytes, (size_t)status.st_size, info->dlpi_tls_data, variables->p_memsz);
      munmap(bytes, (size_t)status.st_size);
    }
    if (has_names) continue;
    // What has a value from the start is no number of a thread.
    size_t first = (variables->p_filesz + sizeof(int) - 1) / sizeof(int), end = variables->p_memsz / sizeof(int);
    if (first >= end) continue;
    if (unnamed_count < MostLibraries) unnamed[unnamed_count] = (Words){(int *)info->dlpi_tls_data + first, end - first};
    unnamed_count++;
  }
  return 0;
}

bool ThreadNumberFind(void) {
  dl_iterate_phdr(look_into, NULL);
  return place_count <= MostPlaces && unnamed_count <= MostLibraries;
}

bool ThreadNumberIsKnown(int number) {
  for (int one = 0; one < unnamed_count; one++) {
    for (size_t place = 0; place < unnamed[one].count; place++) {
      if (unnamed[one].first[place] == number) return false;
    }
  }
  return true;
}

void ThreadNumberRenew(int before) {
  int now = getpid();
  for (int one = 0; one < place_count; one++) {
    if (*places[one] == before) *places[one] = now;
  }
}

#pragma clang attribute pop
#endif
