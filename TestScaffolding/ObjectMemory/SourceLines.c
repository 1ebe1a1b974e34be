#ifdef DEBUG
#include "ElfFile.h"

#include "ElfParts.h"

// DWARF, versions 4 and 5. The index of names leads to a function's entry, that to a number of a file and a line, and the
// head of the unit's line table to the name of the file.

static uint64_t offset(Reader *reader) { return number(reader, reader->is_wide ? 8 : 4); }

static uint64_t variable(Reader *reader) {
  uint64_t value = 0;
  for (unsigned shift = 0; reader->at < reader->part.size; shift += 7) {
    uint8_t byte = reader->part.start[reader->at++];
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    if (!(byte & 0x80)) break;
  }
  return value;
}

/// The next unit of a part, behind its length; it ends where the unit ends.
static Reader next_unit(Reader *units) {
  size_t start = units->at;
  uint64_t length = number(units, 4);
  bool is_wide = length == 0xFFFFFFFF;
  if (is_wide) length = number(units, 8);
  size_t head = units->at - start, left = units->part.size - units->at;
  if (length > left) length = left;
  skip(units, length);
  return (Reader){{units->part.start + start, head + length}, head, is_wide};
}

// MARK: - The file

typedef struct {
  Part names, info, abbreviations, lines, texts, line_texts;
} Sections;

static Sections sections(Part file) {
  Sections found = {0};
  struct {
    const char *name;
    Part *part;
  } wanted[] = {
      {".debug_names", &found.names}, {".debug_info", &found.info}, {".debug_abbrev", &found.abbreviations},
      {".debug_line", &found.lines},  {".debug_str", &found.texts}, {".debug_line_str", &found.line_texts},
  };
  for (size_t i = 0, count = ElfSectionCount(file); i < count; i++) {
    Section section = ElfSection(file, i);
    for (size_t j = 0; section.name && !section.is_compressed && j < sizeof wanted / sizeof *wanted; j++)
      if (strcmp(section.name, wanted[j].name) == 0) *wanted[j].part = section.part;
  }
  return found;
}

// MARK: - Entries

enum { STATEMENTS = 0x10, ABSTRACT_ORIGIN = 0x31, FILE_NUMBER = 0x3A, LINE = 0x3B, SPECIFICATION = 0x47 };
enum { IMPLICIT = 0x21, INDIRECT = 0x16 };

/// What is said of a function.
typedef struct {
  /// Where the line table of its unit is.
  uint64_t statements;
  uint64_t file, line;
  /// Where in the unit more is said; 0 if nowhere.
  uint64_t origin;
} Entry;

/// Reads a value of the form; what is no number counts as 0.
static uint64_t value(Reader *reader, uint64_t form, uint64_t address_size, uint64_t implicit) {
  if (form == INDIRECT) form = variable(reader);
  switch (form) {
  case 0x01: return number(reader, address_size);                                // addr
  case 0x03: skip(reader, number(reader, 2)); return 0;                          // block2
  case 0x04: skip(reader, number(reader, 4)); return 0;                          // block4
  case 0x08: text(reader); return 0;                                             // string
  case 0x09: case 0x18: skip(reader, variable(reader)); return 0;                // block, exprloc
  case 0x0A: skip(reader, number(reader, 1)); return 0;                          // block1
  case 0x0B: case 0x0C: case 0x11: case 0x25: case 0x29: return number(reader, 1); // data1, flag, ref1, strx1, addrx1
  case 0x05: case 0x12: case 0x26: case 0x2A: return number(reader, 2);          // data2, ref2, strx2, addrx2
  case 0x27: case 0x2B: return number(reader, 3);                                // strx3, addrx3
  case 0x06: case 0x13: case 0x1C: case 0x28: case 0x2C: return number(reader, 4); // data4, ref4, ref_sup4, strx4, addrx4
  case 0x07: case 0x14: case 0x20: case 0x24: return number(reader, 8);          // data8, ref8, ref_sig8, ref_sup8
  case 0x1E: skip(reader, 16); return 0;                                         // data16
  case 0x0E: case 0x10: case 0x17: case 0x1D: case 0x1F: return offset(reader);  // strp, ref_addr, sec_offset, strp_sup, line_strp
  case 0x19: return 1;                                                           // flag_present
  case IMPLICIT: return implicit;                                          // implicit_const
  // sdata, udata, ref_udata, strx, addrx, loclistx, rnglistx
  default: return variable(reader);
  }
}

/// Adds what the entry at the place in the unit says, or its first entry.
static bool read_entry(const Sections *sections, Reader unit, uint64_t place, Entry *into) {
  uint64_t version = number(&unit, 2), address_size = 8, abbreviations;
  if (version == 5) {
    skip(&unit, 1);
    address_size = number(&unit, 1);
    abbreviations = offset(&unit);
  } else if (version == 4) {
    abbreviations = offset(&unit);
    address_size = number(&unit, 1);
  } else {
    return false;
  }
  if (place) unit = (Reader){unit.part, place < unit.part.size ? place : unit.part.size, unit.is_wide};
  uint64_t code = variable(&unit);
  Reader table = reader(sections->abbreviations, abbreviations);
  for (bool is_wanted = false; !is_wanted;) {
    uint64_t found = variable(&table);
    if (!found) return false;
    is_wanted = found == code;
    variable(&table);
    skip(&table, 1);
    for (;;) {
      uint64_t name = variable(&table), form = variable(&table);
      if (!name && !form) break;
      uint64_t implicit = form == IMPLICIT ? variable(&table) : 0;
      if (!is_wanted) continue;
      uint64_t said = value(&unit, form, address_size, implicit);
      if (name == STATEMENTS) into->statements = said;
      if (name == FILE_NUMBER) into->file = said;
      if (name == LINE) into->line = said;
      // A reference from one unit to another has another form; compilers make none here.
      if ((name == ABSTRACT_ORIGIN || name == SPECIFICATION) && form == 0x13) into->origin = said;
    }
  }
  return true;
}

// MARK: - Files

/// The path with the number in the head of the line table.
static const char *path(const Sections *sections, uint64_t statements, uint64_t file) {
  Reader tables = reader(sections->lines, statements);
  Reader table = next_unit(&tables);
  uint64_t version = number(&table, 2);
  if (version == 5) skip(&table, 2);
  offset(&table);
  skip(&table, 5);
  uint64_t opcodes = number(&table, 1);
  skip(&table, opcodes ? opcodes - 1 : 0);
  if (version == 4) {
    for (const char *folder = text(&table); folder && *folder;) folder = text(&table);
    for (;;) {
      const char *name = text(&table);
      if (!name || !*name) return NULL;
      if (--file == 0) return name;
      for (int i = 0; i < 3; i++) variable(&table);
    }
  }
  // First the folders, then the files; each list says in which form its elements are.
  for (bool is_file = false; version == 5; is_file = true) {
    Reader forms = table;
    uint64_t form_count = number(&forms, 1);
    table = forms;
    for (uint64_t i = 0; i < 2 * form_count; i++) variable(&table);
    uint64_t count = variable(&table);
    for (uint64_t element = 0; element < count && table.at < table.part.size; element++) {
      Reader form_list = forms;
      const char *name = NULL;
      size_t start = table.at;
      for (uint64_t i = 0; i < form_count; i++) {
        bool is_path = variable(&form_list) == 1;
        uint64_t form = variable(&form_list);
        Reader before = table;
        uint64_t said = value(&table, form, 8, 0);
        if (!is_path) continue;
        name = form == 0x08   ? text(&before)
               : form == 0x1F ? text_at(sections->line_texts, said)
                              : text_at(sections->texts, said);
      }
      if (is_file && element == file) return name;
      if (table.at == start) return NULL;
    }
    if (is_file) return NULL;
  }
  return NULL;
}

// MARK: - Names

/// The hash by which names are sorted: that of the name in lower case.
static uint32_t hash(const char *name) {
  uint32_t hash = 5381;
  for (; *name; name++) hash = hash * 33 + (uint8_t)(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name);
  return hash;
}

/// What the debug information says of the function at the place in the unit.
static const char *declaration(const Sections *sections, uint64_t unit_offset, uint64_t place, unsigned *line) {
  Reader units = reader(sections->info, unit_offset);
  Reader unit = next_unit(&units);
  Entry entry = {.origin = place};
  read_entry(sections, unit, 0, &entry);
  for (int hops = 0; hops < 4 && entry.origin && !entry.line; hops++) {
    place = entry.origin;
    entry.origin = 0;
    if (!read_entry(sections, unit, place, &entry)) return NULL;
  }
  *line = (unsigned)entry.line;
  return entry.line ? path(sections, entry.statements, entry.file) : NULL;
}

/// Searches one index of names, which has the names of some of the units.
static const char *search(const Sections *sections, Reader index, const char *symbol, uint32_t wanted, unsigned *line) {
  uint64_t offset_size = index.is_wide ? 8 : 4;
  skip(&index, 4);
  uint64_t units = number(&index, 4), own_types = number(&index, 4), other_types = number(&index, 4);
  uint64_t buckets = number(&index, 4), names = number(&index, 4), abbreviations = number(&index, 4);
  skip(&index, number(&index, 4));
  uint64_t unit_list = index.at, bucket_list = unit_list + (units + own_types) * offset_size + other_types * 8;
  uint64_t hash_list = bucket_list + buckets * 4, text_list = hash_list + names * 4;
  uint64_t entry_list = text_list + names * offset_size, abbreviation_list = entry_list + names * offset_size;
  if (!buckets || abbreviation_list > index.part.size) return NULL;
  Reader bucket = reader(index.part, bucket_list + wanted % buckets * 4);
  for (uint64_t name = number(&bucket, 4); name && name <= names; name++) {
    Reader hashes = reader(index.part, hash_list + (name - 1) * 4);
    uint64_t found = number(&hashes, 4);
    if (found % buckets != wanted % buckets) break;
    if (found != wanted) continue;
    Reader texts = {index.part, reader(index.part, text_list + (name - 1) * offset_size).at, index.is_wide};
    const char *own = text_at(sections->texts, offset(&texts));
    if (!own || strcmp(own, symbol) != 0) continue;
    Reader entries = {index.part, reader(index.part, entry_list + (name - 1) * offset_size).at, index.is_wide};
    Reader entry = reader(index.part, abbreviation_list + abbreviations + offset(&entries));
    for (uint64_t code = variable(&entry); code; code = variable(&entry)) {
      Reader table = reader(within(index.part, abbreviation_list, abbreviations), 0);
      uint64_t unit = 0, place = 0;
      for (bool is_wanted = false; !is_wanted;) {
        uint64_t listed = variable(&table);
        if (!listed) return NULL;
        is_wanted = listed == code;
        variable(&table);
        for (;;) {
          uint64_t kind = variable(&table), form = variable(&table);
          if (!kind && !form) break;
          uint64_t implicit = form == IMPLICIT ? variable(&table) : 0;
          if (!is_wanted) continue;
          uint64_t said = value(&entry, form, 8, implicit);
          if (kind == 1) unit = said;
          if (kind == 3) place = said;
        }
      }
      Reader list = {index.part, reader(index.part, unit_list + unit * offset_size).at, index.is_wide};
      const char *path = declaration(sections, offset(&list), place, line);
      if (path) return path;
    }
  }
  return NULL;
}

const char *ElfSource(const void *file, size_t size, const char *symbol, unsigned *line) {
  Sections found = sections((Part){file, size});
  Reader indexes = reader(found.names, 0);
  uint32_t wanted = hash(symbol);
  while (indexes.at < found.names.size) {
    Reader index = next_unit(&indexes);
    const char *path = search(&found, index, symbol, wanted, line);
    if (path) return path;
  }
  return NULL;
}

#endif
