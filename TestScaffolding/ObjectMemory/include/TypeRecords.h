#ifndef TYPE_RECORDS_H
#define TYPE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/// A type that a file declares, by the address of its descriptor; and by how much the addresses of the file were moved.
typedef void (*TypeRecordsBody)(void *data, uintptr_t moved_by, uintptr_t descriptor);

/// Tells of each struct, enum and class that the program or one of its libraries declares.
void TypeRecordsForEach(TypeRecordsBody body, void *data);

/// Whether a library offers to others what is at the address.
bool TypeRecordsIsPublic(uintptr_t address);

#endif
