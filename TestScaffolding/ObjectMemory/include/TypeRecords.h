#ifndef TYPE_RECORDS_H
#define TYPE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/// A type that a file declares: by how much the addresses of the file were moved, where the type's descriptor is, and its
/// name with those of the module and the types around it: `Shop.Hotel.Desk`. In an extension, a part of it is empty.
typedef void (*TypeRecordsBody)(void *data, uintptr_t moved_by, uintptr_t descriptor, const char *path);

/// Tells of each struct, enum and class that the program or one of its libraries declares.
void TypeRecordsForEach(TypeRecordsBody body, void *data);

/// Whether a library offers to others what is at the address.
bool TypeRecordsIsPublic(uintptr_t address);

#endif
