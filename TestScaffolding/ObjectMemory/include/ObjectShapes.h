#ifndef OBJECT_SHAPES_H
#define OBJECT_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ObjectTable.h"

// What is known of types: where in an object or a value there may be references.

// Swift knows such an enumeration as one of its own.
#define OBJECT_ENUMERATION enum __attribute__((enum_extensibility(closed)))

/// What a step leads to.
typedef OBJECT_ENUMERATION ObjectStepKind : uint8_t {
  ObjectStepKindReference,
  /// An existential: a value that is stored together with its type.
  ObjectStepKindExistential,
  ObjectStepKindEnumeration,
  /// Words that may be references; `detail` is their number.
  ObjectStepKindWords,
  /// A value that a `Mutex` guards. The walk asks what to do with this one and those that follow.
  ObjectStepKindGuarded,
  /// Several values of one type, one after the other.
  ObjectStepKindRepeated,
  /// Something that cannot be looked into.
  ObjectStepKindUnknown,
} ObjectStepKind;

/// One place in a value or an object where a strong reference may be.
typedef struct {
  uintptr_t offset;
  /// The type of an enumeration.
  uintptr_t type;
  int32_t label;
  /// An index into a table: of enumerations, of inner layouts, or of labels that describe what is unknown.
  int32_t detail;
  ObjectStepKind kind;
  /// Whether the step is only reported if the place is not empty; for what is unknown.
  bool isOnlyIfSet;
} ObjectStep;

typedef struct {
  ObjectStep *start;
  size_t count;
} ObjectSteps;

/// What is needed to look into the payloads of an enumeration.
typedef struct {
  uintptr_t getTag;
  uintptr_t projectPayload;
  size_t size;
  /// The steps of each case with a payload.
  ObjectSteps *cases;
  size_t caseCount;
} ObjectEnumeration;

/// How to look into the objects of one type.
typedef struct {
  /// Whether the steps say all; otherwise the walk asks.
  bool hasAllSteps;
  bool isTask;
  /// Whether the objects are instances of a class of no system library.
  bool isInstance;
  ObjectSteps steps;
} ObjectShape;

/// How to look into a value whose type is found in memory.
typedef struct {
  ObjectSteps steps;
  /// Whether it is where its type says so, and not in a box.
  bool isInline;
} ObjectValueShape;

/// What is known of types, for each by a number.
typedef struct {
  /// By the metadata of objects.
  ObjectTable shapeNumbers;
  ObjectShape *shapes;
  size_t shapeCount;
  /// By the metadata of values.
  ObjectTable valueNumbers;
  ObjectValueShape *values;
  size_t valueCount;
  ObjectEnumeration *enumerations;
  size_t enumerationCount;
  /// The labels of which each consists of two others; the outer one is in the upper half of a key.
  ObjectTable joinedLabels;
} ObjectShapes;

void ObjectShapesBegin(ObjectShapes *shapes);
void ObjectShapesEnd(ObjectShapes *shapes);

/// Each returns the number of what was added.
int32_t ObjectShapesAdd(ObjectShapes *shapes, uintptr_t metadata, ObjectShape shape);
int32_t ObjectShapesAddValue(ObjectShapes *shapes, uintptr_t type, ObjectValueShape value);
int32_t ObjectShapesAddEnumeration(ObjectShapes *shapes, uintptr_t getTag, uintptr_t projectPayload, size_t size,
                                   const ObjectSteps *cases, size_t caseCount);

#endif
