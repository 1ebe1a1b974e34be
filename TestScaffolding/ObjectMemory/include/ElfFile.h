#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Files of the program, as the linker wrote them. They may be damaged. Texts that are returned are a part of the file.

/// A variable or a function of the file.
typedef struct {
  uintptr_t start;
  size_t size;
  const char *name;
  bool is_function;
} ElfSymbol;

/// A file with its symbols, sorted by address.
typedef struct {
  const void *start;
  size_t size;
  size_t count;
  ElfSymbol *symbols;
} ElfFile;

/// Reads a file, which stays in memory for as long as the process runs; NULL if there is none.
const ElfFile *ElfFileOpen(const char *path);

/// What is at the address; NULL if nobody knows.
const ElfSymbol *ElfFileSymbol(const ElfFile *file, uintptr_t address);

/// The source in which the function with the symbol begins, and the line; NULL without debug information.
const char *ElfSource(const void *file, size_t size, const char *symbol, unsigned *line);

typedef void (*ElfSymbolBody)(void *data, ElfSymbol symbol);

/// Tells of each symbol that the file defines, if its name has the prefix and the suffix. A file without a table of all its
/// symbols still has those that others use.
void ElfForEachSymbol(const void *file, size_t size, const char *prefix, const char *suffix, ElfSymbolBody body,
                      void *data);

/// Whether the file imports, or exports, something with this name; true if nobody can tell.
bool ElfMentions(const void *file, size_t size, const char *name);

#endif
