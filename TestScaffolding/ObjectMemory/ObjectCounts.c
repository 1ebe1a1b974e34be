#ifdef DEBUG
#include "ObjectMemory.h"
#include "Unchecked.h"

extern void swift_unownedRelease(void *object);
extern size_t swift_unownedRetainCount(void *object);

#define KIND_OF_TASK 0x502

// The thread sanitizer watches atomic operations everywhere, unless it is told to look away.
extern void AnnotateIgnoreWritesBegin(const char *file, int line) __attribute__((weak));
extern void AnnotateIgnoreWritesEnd(const char *file, int line) __attribute__((weak));

static void look_away(void) {
  if (AnnotateIgnoreWritesBegin) AnnotateIgnoreWritesBegin(__FILE_NAME__, __LINE__);
}
static void look_back(void) {
  if (AnnotateIgnoreWritesEnd) AnnotateIgnoreWritesEnd(__FILE_NAME__, __LINE__);
}

UNCHECKED_ALONE ObjectHold ObjectMemoryHold(uintptr_t address, uintptr_t metadata) {
  look_away();
  GUARDED({
    look_back();
    return ObjectIsGone;
  });
  volatile uintptr_t *const type = (volatile uintptr_t *)address;
  _Atomic volatile uint64_t *const own = (_Atomic volatile uint64_t *)(address + 8);
  ObjectHold result = *(const volatile uintptr_t *)metadata == KIND_OF_TASK ? ObjectIsTask : ObjectIsBusy;
  // Only the very count that was read is changed, and only while the object says that it is one: had its memory gone to
  // somebody else in between, that would have to look exactly like it.
  for (int attempt = 0; attempt < 1000 && result == ObjectIsBusy; attempt++) {
    uint64_t own_counts = atomic_load_explicit(own, memory_order_acquire), counts = own_counts;
    _Atomic volatile uint64_t *place = own;
    CountsElsewhere *elsewhere = NULL;
    if (counts & IS_SLOW) {
      if ((counts & IS_ELSEWHERE) != IS_ELSEWHERE) {
        result = ObjectIsGone;
        break;
      }
      elsewhere = counts_elsewhere(counts);
      place = &elsewhere->counts;
      counts = atomic_load_explicit(place, memory_order_acquire);
    }
    if (*type != metadata || (elsewhere && elsewhere->object != address) || (counts & (IS_DEINITING | IS_SLOW)) ||
        !(counts & IS_OBJECT) || !(counts & ALL_UNOWNED) || (counts & ALL_UNOWNED) >= MANY_UNOWNED) {
      result = ObjectIsGone;
      break;
    }
    uint64_t expected = counts;
    if (!atomic_compare_exchange_strong_explicit(place, &expected, counts + ONE_UNOWNED, memory_order_acq_rel,
                                                 memory_order_acquire))
      continue;
    // The table may be that of a new object in the same memory, which does not count in it yet.
    if (*type == metadata && (!elsewhere || atomic_load_explicit(own, memory_order_acquire) == own_counts)) {
      result = ObjectIsHeld;
    } else {
      // Another object has got it, which may have begun to count elsewhere by now.
      if (elsewhere) atomic_fetch_sub_explicit(place, ONE_UNOWNED, memory_order_acq_rel);
      else ObjectMemoryRelease(address);
      result = ObjectIsGone;
    }
  }
  UNGUARDED;
  look_back();
  return result;
}

UNCHECKED void ObjectMemoryRelease(uintptr_t address) {
  // The memory is there until the count falls; only the last reference, with which it is freed, is the runtime's affair.
  _Atomic volatile uint64_t *place = (_Atomic volatile uint64_t *)(address + 8);
  uint64_t counts = atomic_load_explicit(place, memory_order_relaxed);
  if ((counts & IS_ELSEWHERE) == IS_ELSEWHERE) {
    place = &counts_elsewhere(counts)->counts;
    counts = atomic_load_explicit(place, memory_order_relaxed);
  }
  while (!(counts & IS_SLOW) && (counts & ALL_UNOWNED) > ONE_UNOWNED) {
    if (atomic_compare_exchange_weak_explicit(place, &counts, counts - ONE_UNOWNED, memory_order_release,
                                              memory_order_relaxed))
      return;
  }
  // An object that is alive has a reference beside ours. The runtime sets the counts of a new object, and of one of which it
  // knows the only owner, without reading them: ours was lost then, and there is nothing to give back.
  if (!(counts & (IS_SLOW | IS_DEINITING))) return;
  swift_unownedRelease((void *)address);
}

size_t ObjectMemoryHolds(uintptr_t address) { return swift_unownedRetainCount((void *)address) - 1; }

#endif
