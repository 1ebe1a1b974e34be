#ifndef OBJECT_MEMORY_H
#define OBJECT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ElfFile.h"
#include "MemoryPicture.h"
#include "ObjectWalk.h"

/// What is at the start of every Swift object.
typedef struct {
  uintptr_t metadata;
  uint64_t counts;
} ObjectHeader;

/// Whether an object could be held.
typedef enum {
  /// It has one unowned reference more.
  ObjectIsHeld,
  /// It is a task, which cannot be held: it frees itself, whoever refers to it.
  ObjectIsTask,
  /// It is being destroyed, or is no such object any more.
  ObjectIsGone,
  /// Other threads change its reference count all the time.
  ObjectIsBusy,
} ObjectHold;

/// Another number, as good as always, where other files are open than before, of which there are `count`. 0 where the
/// process can open no more, and some have high numbers.
uint64_t ObjectMemoryOpenFiles(size_t count);

/// Begins to survive reads of memory that is not there, on every thread that reads with the functions below.
/// Calls may nest, on one thread or on several.
void ObjectMemoryBegin(void);

/// Ends what the last call of `ObjectMemoryBegin` began, and gives back the signals of the app.
void ObjectMemoryEnd(void);

/// Copies memory that another thread may be changing or unmapping; returns whether it is there.
bool ObjectMemoryRead(uintptr_t address, void *into, size_t count);

/// Copies a text up to the zero at its end, or as much as there is room for; returns the length, or -1 if it is not there.
int64_t ObjectMemoryText(uintptr_t address, void *into, size_t room);

/// A number for a text up to the zero at its end, FNV-1a; 0 if it is not there.
uint64_t ObjectMemoryTextHash(uintptr_t address);

/// Copies words that another thread may be changing; returns whether they are there, and all were the same at one moment.
bool ObjectMemoryCopy(uintptr_t address, void *into, size_t count);

/// Adds an unowned reference to an object of that class, if there is one at that address and it has not begun to end.
///
/// The object ends where its last owner lets go of it; only its memory stays.
ObjectHold ObjectMemoryHold(uintptr_t address, uintptr_t metadata);

/// Gives back what `ObjectMemoryHold` added. If the object has ended, its memory is freed; no code of it runs.
void ObjectMemoryRelease(uintptr_t address);

/// How many unowned references there are to an object.
size_t ObjectMemoryHolds(uintptr_t address);

/// Makes the memory at the first address a weak reference to an object that is held; to none if that has begun to end.
void ObjectMemoryRefer(uintptr_t reference, uintptr_t object);

/// Makes the memory at the first address a weak reference to what another one refers to.
void ObjectMemoryReferAlike(uintptr_t reference, uintptr_t other);

/// Ends a weak reference.
void ObjectMemoryForget(uintptr_t reference);

/// The object of a weak reference, as the runtime tells: it holds the object for a moment, and may be the last to do so.
uintptr_t ObjectMemoryReferred(uintptr_t reference);

/// The tag of a value of an enumeration, as its witness tells; -1 if the witness cannot read it.
int64_t ObjectMemoryTag(uintptr_t witness, uintptr_t value, uintptr_t type);

/// Turns the copy of a value of an enumeration into its payload; returns whether that went well.
bool ObjectMemoryProject(uintptr_t witness, uintptr_t copy, uintptr_t type);

/// The type with the name, also one that cannot be copied; 0 if there is none. The name may mention generic parameters
/// of the type with the descriptor, whose arguments follow.
uintptr_t ObjectMemoryType(uintptr_t name, size_t length, uintptr_t context, uintptr_t arguments);

/// A generic type with its arguments, of which it demands nothing.
uintptr_t ObjectMemoryGenericType(uintptr_t descriptor, uintptr_t arguments);

/// The table by which a type conforms to a protocol; 0 if it does not.
uintptr_t ObjectMemoryConformance(uintptr_t type, uintptr_t protocol_descriptor);

/// The type that a conformance names for one requirement of its protocol, whose first one follows the base.
uintptr_t ObjectMemoryAssociatedType(uintptr_t witnesses, uintptr_t type, uintptr_t base, uintptr_t requirement);

/// Whether the address is in the program or in one of its libraries, as they were loaded.
bool ObjectMemoryIsProgram(uintptr_t address);

/// The file that the address was loaded from, and by how much its addresses were moved; NULL where there is none.
const char *ObjectMemoryFile(uintptr_t address, uintptr_t *moved_by);

/// How many bytes were allocated at the address, or a few more; 0 if that is no block of the allocator, as far as one can tell.
size_t ObjectMemoryBlockSize(uintptr_t address);

/// Makes a copy of this process that runs nothing, for its memory to be read; its number, or a negative one.
int ObjectMemoryFreeze(void);

/// Ends such a copy.
void ObjectMemoryThaw(int child);

/// How long the calling thread has worked, in nanoseconds.
uint64_t ObjectMemoryTimeOfThread(void);

/// The number of the calling thread.
int ObjectMemoryThread(void);

/// Gives memory that was freed back to the system, as far as whole pages of it are free.
void ObjectMemoryGiveBack(void);

/// A thread, and where the C library keeps what belongs to it alone: so many bytes of variables before the address, and of
/// notes behind it.
typedef void (*ObjectMemoryThreadBody)(void *data, int thread, uintptr_t start, size_t variables, size_t notes);

/// Tells of all threads of this process; of none on a processor where the C library keeps this elsewhere.
void ObjectMemoryForEachThread(ObjectMemoryThreadBody body, void *data);

/// A part of a loaded file that can be written to. The program itself has an empty name. Of variables that each thread has for
/// itself, only the size says anything, and they have the number of their file among those; others have 0.
typedef void (*ObjectMemoryPartBody)(void *data, const char *file, uintptr_t moved_by, uintptr_t start, uintptr_t end,
                                     size_t thread_module);

/// Tells of the variables of the program and of each of its libraries.
void ObjectMemoryForEachPart(ObjectMemoryPartBody body, void *data);

/// The second word of each small block that was freed and is kept for reuse; 0 if there is no such word.
uintptr_t ObjectMemoryFreeMark(void);

/// Whether a sanitizer watches what this process does, which then takes it several times as long.
bool ObjectMemoryIsWatched(void);

/// Whether an allocator can be asked for its blocks: that of the address sanitizer can.
bool ObjectMemoryKnowsBlocks(void);

/// The block of memory in use around the address, from the allocator that knows its blocks; false if there is none.
bool ObjectMemoryBlock(uintptr_t address, uintptr_t *start, size_t *size);

/// The name of a symbol as people write it, to be freed; NULL if it is not a Swift symbol.
char *ObjectMemoryDemangled(const char *name);

/// How many names were asked for: each takes long.
size_t ObjectMemoryDemangledCount(void);

/// Lets another thread have the processor.
void ObjectMemoryYield(void);

/// A type that a file declares: by how much the addresses of the file were moved, where the type's descriptor is, and its
/// name with those of the module and the types around it: `Shop.Hotel.Desk`. In an extension, a part of it is empty.
typedef void (*TypeRecordsBody)(void *data, uintptr_t moved_by, uintptr_t descriptor, const char *path);

/// Tells of each struct, enum and class that the program or one of its libraries declares.
void TypeRecordsForEach(TypeRecordsBody body, void *data);

/// Whether a library offers to others what is at the address.
bool TypeRecordsIsPublic(uintptr_t address);

#endif
