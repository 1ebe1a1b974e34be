#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectWalk.h"

#include <alloca.h>
#include <stdlib.h>
#include <string.h>

#include "Growing.h"
#include "ObjectMemory.h"
#include "Unchecked.h"

#define ATTEMPTS 1000

static void list_add(ObjectList *list, int32_t number) {
  list->numbers = with_one_more(list->numbers, list->count, sizeof *list->numbers);
  list->numbers[list->count++] = number;
}

// MARK: - A walk

void ObjectWalkBegin(ObjectWalk *walk, ObjectShapes *shapes, ObjectKeptEdges kept, ObjectWalkHelp help) {
  *walk = (ObjectWalk){.shapes = shapes, .kept = kept, .help = help, .current = -1};
  ObjectTableBegin(&walk->numbers, 2048);
}

static void forget_nodes(ObjectWalk *walk) {
  if (walk->count) explicit_bzero(walk->nodes, walk->count * sizeof *walk->nodes);
  free(walk->nodes);
}

void ObjectWalkEnd(ObjectWalk *walk) {
  for (size_t number = 0; number < walk->count; number++) {
    if (!walk->nodes[number].isUnheld) ObjectMemoryRelease(walk->nodes[number].address);
  }
  forget_nodes(walk);
  ObjectTableEnd(&walk->numbers);
  free(walk->edges);
  free(walk->ended.numbers);
  free(walk->unsure.numbers);
}

static void list_drop(ObjectList *list, size_t first) {
  size_t kept = 0;
  for (size_t position = 0; position < list->count; position++) {
    if ((size_t)list->numbers[position] < first) list->numbers[kept++] = list->numbers[position];
  }
  list->count = kept;
}

void ObjectWalkUndo(ObjectWalk *walk, size_t count, size_t edgeCount) {
  while (walk->count > count) {
    ObjectNode *node = &walk->nodes[--walk->count];
    ObjectTableSet(&walk->numbers, node->address, -1);
    if (!node->isUnheld) ObjectMemoryRelease(node->address);
    node->address = 0;
  }
  walk->edgeCount = edgeCount;
  // Collections among them may have been looked into already.
  list_drop(&walk->ended, count);
  list_drop(&walk->unsure, count);
}

static void note(ObjectWalk *walk, const char *what, int32_t label, int32_t index) {
  walk->help.note(walk->help.data, what, label, index);
}

INLINE int32_t joined(ObjectWalk *walk, int32_t outer, int32_t inner) {
  if (outer == 0) return inner;
  if (inner == 0) return outer;
  int32_t known = ObjectTableNumber(&walk->shapes->joinedLabels, (uintptr_t)outer << 32 | (uint32_t)inner);
  return known >= 0 ? known : walk->help.join(walk->help.data, outer, inner);
}

// MARK: - Meeting an object

/// What became of a reference. `Done` means that the object is known, or that there is nothing to hold: an object that is never
/// freed, or bits that are no address.
typedef enum { Done, New, Gone, Foreign } Met;

/// Adds a node. Leaves no addresses in memory that others use next: a search for holders would find them there.
static void add_node(ObjectWalk *walk, ObjectNode node) {
  if (walk->count == walk->room) {
    walk->room = walk->room ? 2 * walk->room : 1024;
    ObjectNode *grown = malloc(walk->room * sizeof node);
    if (!grown) abort();
    if (walk->count) memcpy(grown, walk->nodes, walk->count * sizeof node);
    forget_nodes(walk);
    walk->nodes = grown;
  }
  walk->nodes[walk->count++] = node;
}

static void keep_edge(ObjectWalk *walk, int32_t number, int32_t label, int32_t index) {
  walk->edges = with_one_more(walk->edges, walk->edgeCount, sizeof *walk->edges);
  walk->edges[walk->edgeCount++] = (ObjectEdge){walk->current, number, label, index};
}

INLINE int32_t layout_of(ObjectWalk *walk, uintptr_t metadata) {
  int32_t layout = ObjectTableNumber(&walk->shapes->shapeNumbers, metadata);
  return layout >= 0 ? layout : walk->help.layout(walk->help.data, metadata);
}

/// Whether another object is where a task was, which goes away whoever refers to it.
UNCHECKED static bool is_replaced(ObjectWalk *walk, ObjectNode node) {
  uintptr_t metadata;
  if (!ObjectMemoryRead(node.address, &metadata, sizeof metadata)) return false;
  int32_t layout = layout_of(walk, metadata);
  return layout >= 0 && layout != node.layout;
}

/// Holds an object at an address that was read a moment ago, if it still exists. Other threads may release it at any moment, so
/// the address may already belong to something else: it is held only if the memory looks like an object both before and
/// after its count has been raised.
UNCHECKED static Met meet(ObjectWalk *walk, uintptr_t address, int32_t label, int32_t index) {
  if (address & 7 || address <= 0xFFFF) return Done;
  int32_t known = ObjectTableNumber(&walk->numbers, address);
  if (known >= 0 && !(walk->nodes[known].isUnheld && is_replaced(walk, walk->nodes[known]))) {
    if (walk->kept != ObjectKeptEdgesNone) keep_edge(walk, known, label, index);
    return Done;
  }
  ObjectHeader header;
  if (!ObjectMemoryRead(address, &header, sizeof header)) return Gone;
  if ((header.counts & IMMORTAL) == IMMORTAL) return Done;
  int32_t layout = layout_of(walk, header.metadata);
  if (layout < 0) return Foreign;
  ObjectHold held = ObjectMemoryHold(address, header.metadata);
  if (held == ObjectIsGone) return Gone;
  if (held == ObjectIsBusy) {
    note(walk, "an object that other threads use all the time", label, index);
    return Done;
  }
  int32_t number = (int32_t)walk->count;
  ObjectTableSet(&walk->numbers, address, number);
  add_node(walk, (ObjectNode){address, walk->current, label, index, layout, held == ObjectIsTask, false});
  if (walk->kept == ObjectKeptEdgesAll) keep_edge(walk, number, label, index);
  return New;
}

void ObjectWalkMeet(ObjectWalk *walk, uintptr_t address, int32_t label) { meet(walk, address, label, -1); }

UNCHECKED static void follow_again(ObjectWalk *walk, uintptr_t place, uintptr_t before, Met met, int32_t label, int32_t index,
                         bool is_sure) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    uintptr_t target = *(volatile uintptr_t *)(place + walk->home);
    if (met == New) {
      if (target == before) return;
      ObjectWalkUndo(walk, walk->count - 1, walk->edgeCount - (walk->kept == ObjectKeptEdgesAll));
    } else if (target == before || target == 0) {
      // The object is about to be freed, with the one that has the reference or for another one in its place; or there never
      // was an object.
      if (walk->isInCopy) walk->hasMissed = true;
      if (met == Gone && is_sure && target && walk->current >= 0) list_add(&walk->unsure, walk->current);
      if (met == Foreign && is_sure && target && !walk->isInCopy)
        note(walk, "something that is not a Swift object", label, index);
      return;
    }
    if (walk->home) {
      walk->hasMoved = true;
      return;
    }
    met = meet(walk, target, label, index);
    if (met == Done) return;
    before = target;
  }
  note(walk, "a reference that another thread changes all the time", label, index);
}

/// Visits the target of a reference. If another thread is changing the reference, reads it again.
UNCHECKED INLINE void follow(ObjectWalk *walk, uintptr_t place, int32_t label, int32_t index, bool is_sure) {
  uintptr_t target = *(volatile uintptr_t *)place;
  Met met = meet(walk, target, label, index);
  if (met == Done) return;
  // What was met is another object if the reference has changed before it was held.
  if (met == New && *(volatile uintptr_t *)(place + walk->home) == target) return;
  follow_again(walk, place, target, met, label, index, is_sure);
}

// MARK: - Values

UNCHECKED void ObjectWalkWords(ObjectWalk *walk, uintptr_t start, uintptr_t end, int32_t label, int32_t index) {
  for (uintptr_t place = start; place + 8 <= end; place += 8) {
    uintptr_t target = *(volatile uintptr_t *)place;
    if (!(target & 7) && !(target >> ADDRESS_BITS)) follow(walk, place, label, index, false);
  }
}

UNCHECKED static void look_into_existential(ObjectWalk *walk, uintptr_t base, int32_t label, int32_t index) {
  uintptr_t type = *(volatile uintptr_t *)(base + 24);
  if (!type) return;
  int32_t number = ObjectTableNumber(&walk->shapes->valueNumbers, type);
  if (number < 0) number = walk->help.value(walk->help.data, type);
  if (number < 0) return;
  ObjectValueShape value = walk->shapes->values[number];
  if (value.isInline) {
    ObjectWalkValue(walk, base, value.steps, label, index);
  } else {
    follow(walk, base, label, index, true);
  }
}

UNCHECKED static void take(unsigned char *into, uintptr_t from, size_t size) {
  size_t done = 0;
  for (; done + 8 <= size; done += 8) *(uint64_t *)(into + done) = *(volatile uint64_t *)(from + done);
  for (; done < size; done++) into[done] = *(volatile unsigned char *)(from + done);
}

UNCHECKED static bool is_as(const unsigned char *copy, uintptr_t original, size_t size) {
  size_t done = 0;
  for (; done + 8 <= size; done += 8) {
    if (*(const uint64_t *)(copy + done) != *(volatile uint64_t *)(original + done)) return false;
  }
  for (; done < size; done++) {
    if (copy[done] != *(volatile unsigned char *)(original + done)) return false;
  }
  return true;
}

/// Looks into the payload of a copy, because projecting the payload overwrites the value. Returns false if the original has
/// changed meanwhile.
static bool look_into_copy(ObjectWalk *walk, uintptr_t base, const ObjectEnumeration *enumeration, uintptr_t type,
                           int32_t label, int32_t index) {
  bool was_in_copy = walk->isInCopy, had_missed = walk->hasMissed, is_same = true;
  uintptr_t was_home = walk->home;
  size_t count = walk->count, edges = walk->edgeCount, size = enumeration->size;
  unsigned char *original = alloca(size + 1), *copy = alloca(size + 1);
  take(original, base, size);
  take(copy, (uintptr_t)original, size);
  walk->isInCopy = true;
  walk->hasMissed = false;
  walk->home = 0;
  int64_t tag = ObjectMemoryTag(enumeration->getTag, (uintptr_t)copy, type);
  if (tag >= 0 && (size_t)tag < enumeration->caseCount && enumeration->cases[tag].count &&
      ObjectMemoryProject(enumeration->projectPayload, (uintptr_t)copy, type))
    ObjectWalkValue(walk, (uintptr_t)copy, enumeration->cases[tag], label, index);
  if (was_in_copy) {
    is_same = !walk->hasMissed;
  } else if (!is_as(original, base + was_home, size)) {
    is_same = false;
    ObjectWalkUndo(walk, count, edges);
  }
  walk->isInCopy = was_in_copy;
  walk->hasMissed = had_missed;
  walk->home = was_home;
  return is_same;
}

static void look_into_enumeration(ObjectWalk *walk, uintptr_t base, const ObjectStep *step, int32_t label, int32_t index) {
  // Others may be found meanwhile, for which the table grows.
  ObjectEnumeration enumeration = walk->shapes->enumerations[step->detail];
  uintptr_t type = step->type;
  if (enumeration.caseCount == 1) {
    if (ObjectMemoryTag(enumeration.getTag, base, type) == 0)
      ObjectWalkValue(walk, base, enumeration.cases[0], label, index);
    return;
  }
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (look_into_copy(walk, base, &enumeration, type, label, index)) return;
    if (walk->isInCopy) {
      // The copy around this value has to be made again.
      walk->hasMissed = true;
      return;
    }
    if (walk->home) {
      walk->hasMoved = true;
      return;
    }
  }
  note(walk, "a value that another thread changes all the time", label, index);
}

/// Calls itself only for values inside of values, so the depth is limited by the types.
UNCHECKED void ObjectWalkValue(ObjectWalk *walk, uintptr_t base, ObjectSteps steps, int32_t label, int32_t index) {
  for (ObjectStep *step = steps.start, *end = steps.start + steps.count; step < end; step++) {
    uintptr_t place = base + step->offset;
    // Most references that may be empty are.
    if (step->kind == ObjectStepKindReference && !*(volatile uintptr_t *)place) continue;
    int32_t own = joined(walk, label, step->label);
    switch (step->kind) {
      case ObjectStepKindReference: follow(walk, place, own, index, true); break;
      case ObjectStepKindExistential: look_into_existential(walk, place, own, index); break;
      case ObjectStepKindEnumeration: look_into_enumeration(walk, place, step, own, index); break;
      case ObjectStepKindWords: ObjectWalkWords(walk, place, place + (uintptr_t)step->detail * 8, own, index); break;
      default: walk->help.lookIntoPart(walk->help.data, place, step, own, index); break;
    }
  }
}

void ObjectWalkElements(ObjectWalk *walk, uintptr_t start, size_t first, size_t end, uintptr_t stride, ObjectSteps steps) {
  for (size_t index = first; index < end; index++) {
    ObjectWalkValue(walk, start + index * stride, steps, 0, (int32_t)index);
  }
}

// MARK: - Objects

/// Whether an object has begun to end. Its counts are beside it once there are weak references to it.
UNCHECKED INLINE bool is_ending(uintptr_t address) {
  uint64_t counts = ((volatile uint64_t *)address)[1];
  if ((counts & IS_ELSEWHERE) == IS_ELSEWHERE) counts = *(volatile uint64_t *)&counts_elsewhere(counts)->counts;
  return counts & IS_DEINITING;
}

UNCHECKED void ObjectWalkLookInto(ObjectWalk *walk, int32_t number) {
  ObjectNode node = walk->nodes[number];
  ObjectShape shape = walk->shapes->shapes[node.layout];
  walk->current = number;
  // The memory of a task may be gone at any moment.
  if (shape.isTask) {
    walk->help.lookInto(walk->help.data, number);
    return;
  }
  if (is_ending(node.address)) {
    list_add(&walk->ended, number);
    return;
  }
  size_t count = walk->count, edges = walk->edgeCount;
  if (shape.hasAllSteps) {
    ObjectWalkValue(walk, node.address, shape.steps, 0, -1);
  } else {
    walk->help.lookInto(walk->help.data, number);
  }
  if (!is_ending(node.address)) return;
  // What it referred to may have been gone, and something else in its place.
  ObjectWalkUndo(walk, count, edges);
  list_add(&walk->ended, number);
}

size_t ObjectWalkReport(const ObjectWalk *walk, size_t first, ObjectNode *nodes, int32_t *instances) {
  size_t found = 0;
  for (size_t number = 0; number < walk->count; number++) {
    nodes[number] = walk->nodes[number];
    nodes[number].address = 0;
    if (number >= first && walk->shapes->shapes[nodes[number].layout].isInstance) instances[found++] = (int32_t)number;
  }
  return found;
}

void ObjectWalkRun(ObjectWalk *walk) {
  for (; (size_t)walk->next < walk->count; walk->next++) {
    if (!walk->nodes[walk->next].isScanned) ObjectWalkLookInto(walk, walk->next);
  }
}

#endif
