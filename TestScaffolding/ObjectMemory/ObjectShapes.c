#ifdef DEBUG
#include "ObjectShapes.h"

#include <stdlib.h>
#include <string.h>

#include "Growing.h"

void ObjectShapesBegin(ObjectShapes *shapes) {
  memset(shapes, 0, sizeof *shapes);
  ObjectTableBegin(&shapes->shapeNumbers, 1024);
  ObjectTableBegin(&shapes->valueNumbers, 1024);
  ObjectTableBegin(&shapes->joinedLabels, 1024);
}

void ObjectShapesEnd(ObjectShapes *shapes) {
  ObjectTableEnd(&shapes->shapeNumbers);
  ObjectTableEnd(&shapes->valueNumbers);
  ObjectTableEnd(&shapes->joinedLabels);
  for (size_t number = 0; number < shapes->enumerationCount; number++) free(shapes->enumerations[number].cases);
  free(shapes->shapes);
  free(shapes->values);
  free(shapes->enumerations);
}

int32_t ObjectShapesAdd(ObjectShapes *shapes, uintptr_t metadata, ObjectShape shape) {
  shapes->shapes = with_one_more(shapes->shapes, shapes->shapeCount, sizeof shape);
  shapes->shapes[shapes->shapeCount] = shape;
  ObjectTableSet(&shapes->shapeNumbers, metadata, (int32_t)shapes->shapeCount);
  return (int32_t)shapes->shapeCount++;
}

int32_t ObjectShapesAddValue(ObjectShapes *shapes, uintptr_t type, ObjectValueShape value) {
  shapes->values = with_one_more(shapes->values, shapes->valueCount, sizeof value);
  shapes->values[shapes->valueCount] = value;
  ObjectTableSet(&shapes->valueNumbers, type, (int32_t)shapes->valueCount);
  return (int32_t)shapes->valueCount++;
}

int32_t ObjectShapesAddEnumeration(ObjectShapes *shapes, uintptr_t getTag, uintptr_t projectPayload, size_t size,
                                   const ObjectSteps *cases, size_t caseCount) {
  ObjectEnumeration enumeration = {getTag, projectPayload, size, calloc(caseCount + 1, sizeof *cases), caseCount};
  if (!enumeration.cases) abort();
  for (size_t number = 0; number < caseCount; number++) enumeration.cases[number] = cases[number];
  shapes->enumerations = with_one_more(shapes->enumerations, shapes->enumerationCount, sizeof enumeration);
  shapes->enumerations[shapes->enumerationCount] = enumeration;
  return (int32_t)shapes->enumerationCount++;
}

#endif
