#ifndef OBJECT_WALK_H
#define OBJECT_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ObjectShapes.h"

// The part of a walk that each object and each reference passes through. It knows what steps look like, but not how they are
// found out: whatever is not there yet, or seldom needed, it asks for.

/// An object that a walk has met.
typedef struct {
  uintptr_t address;
  /// The node from which it was first reached, or -1 if a root holds it.
  int32_t parent;
  int32_t label;
  int32_t index;
  int32_t layout;
  /// A task: its memory goes away with it, whoever refers to it.
  bool isUnheld;
  /// Whether it was looked into before its turn.
  bool isScanned;
} ObjectNode;

typedef struct {
  int32_t from;
  int32_t to;
  int32_t label;
  int32_t index;
} ObjectEdge;

/// Numbers of nodes. There is room for the next power of two of the count, as for `edges`: others may only lower it.
typedef struct {
  int32_t *numbers;
  size_t count;
} ObjectList;

/// Whom a walk asks, each time with the same first argument.
typedef struct {
  void *data;
  /// The number of the layout of objects with this metadata; -1 if it is none.
  int32_t (*layout)(void *data, uintptr_t metadata);
  /// The number of the layout of values of this type; -1 if it is none.
  int32_t (*value)(void *data, uintptr_t type);
  /// The label that consists of two.
  int32_t (*join)(void *data, int32_t outer, int32_t inner);
  /// Looks into an object that has no steps.
  void (*lookInto)(void *data, int32_t number);
  /// Looks into a part of a value.
  void (*lookIntoPart)(void *data, uintptr_t place, ObjectStep *step, int32_t label, int32_t index);
  /// Something could not be looked into.
  void (*note)(void *data, const char *what, int32_t label, int32_t index);
} ObjectWalkHelp;

/// Which edges to keep: none, those to objects that were met before, or all.
typedef OBJECT_ENUMERATION ObjectKeptEdges : uint8_t { ObjectKeptEdgesNone, ObjectKeptEdgesFurther, ObjectKeptEdgesAll } ObjectKeptEdges;

/// One walk over everything that some values or objects strongly hold, in breadth-first order.
///
/// The memory of each object that it has met is kept until the walk goes away, but not the object: that ends where and when
/// its last owner lets go, as some objects must not end on any other thread.
typedef struct {
  ObjectShapes *shapes;
  ObjectWalkHelp help;
  ObjectKeptEdges kept;

  ObjectNode *nodes;
  size_t count;
  size_t room;
  ObjectTable numbers;
  ObjectEdge *edges;
  size_t edgeCount;

  /// Objects that had ended before they could be looked into, and such that still referred to one that has ended.
  ObjectList ended;
  ObjectList unsure;
  int32_t current;
  int32_t next;
  /// Whether the current node is looked at once more.
  bool isAgain;
  /// Whether the current value is a copy, and whether an object in that copy could not be held.
  bool isInCopy;
  bool hasMissed;
  /// How far it is from an element in the copy of a collection to where it was, and whether one is there no more.
  uintptr_t home;
  bool hasMoved;
} ObjectWalk;

void ObjectWalkBegin(ObjectWalk *walk, ObjectShapes *shapes, ObjectKeptEdges kept, ObjectWalkHelp help);

/// Lets go of all objects.
void ObjectWalkEnd(ObjectWalk *walk);

/// Meets the object at an address, which the current node refers to.
void ObjectWalkMeet(ObjectWalk *walk, uintptr_t address, int32_t label);

/// Looks into all objects that were met, and into those that are met meanwhile.
void ObjectWalkRun(ObjectWalk *walk);

/// Looks into an object that was met.
void ObjectWalkLookInto(ObjectWalk *walk, int32_t number);

/// Looks into a value.
void ObjectWalkValue(ObjectWalk *walk, uintptr_t base, ObjectSteps steps, int32_t label, int32_t index);

/// Looks into values that are stored one after the other; each is known by its index.
void ObjectWalkElements(ObjectWalk *walk, uintptr_t start, size_t first, size_t end, uintptr_t stride, ObjectSteps steps);

/// Meets what words refer to, if they are references.
void ObjectWalkWords(ObjectWalk *walk, uintptr_t start, uintptr_t end, int32_t label, int32_t index);

/// Writes down how all objects were reached, without their addresses; and the numbers of those instances that were met since the
/// first one, of which it returns how many there are.
size_t ObjectWalkReport(const ObjectWalk *walk, size_t first, ObjectNode *nodes, int32_t *instances);

/// Forgets the objects and edges that were met last.
void ObjectWalkUndo(ObjectWalk *walk, size_t count, size_t edgeCount);

#endif
