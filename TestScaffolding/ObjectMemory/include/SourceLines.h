#ifndef SOURCE_LINES_H
#define SOURCE_LINES_H

#include <stddef.h>

/// The path of the source in which the function with this symbol begins, and the line; NULL if the program's file has no
/// debug information that tells. The file may be damaged. The path is a part of it.
const char *SourceLinesFind(const void *file, size_t size, const char *symbol, unsigned *line);

#endif
