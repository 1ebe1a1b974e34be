#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectMemory.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "Unchecked.h"

// MARK: - Faults

_Thread_local jmp_buf *volatile unchecked_landing;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int users;
static struct sigaction segv_before, bus_before, segv_first, bus_first;
static bool knows_first;

static void land(jmp_buf *here) { _longjmp(*here, 1); }

/// Lets the thread go on in `land` when the handler has returned, so that nobody takes it to be in a handler still: not the
/// system, which gives the thread its signals back, and no sanitizer.
static bool lead_to_landing(ucontext_t *context, jmp_buf *here) {
#if defined(__x86_64__)
  greg_t *registers = context->uc_mcontext.gregs;
  registers[REG_RIP] = (greg_t)land;
  registers[REG_RDI] = (greg_t)here;
  // Below what a leaf may use without saying so, and as a call leaves it.
  registers[REG_RSP] = ((registers[REG_RSP] - 128) & ~15) - 8;
  return true;
#elif defined(__aarch64__)
  context->uc_mcontext.pc = (uintptr_t)land;
  context->uc_mcontext.regs[0] = (uintptr_t)here;
  return true;
#else
  return false;
#endif
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  jmp_buf *here = unchecked_landing;
  if (here) {
    unchecked_landing = NULL;
    if (lead_to_landing(context, here)) return;
    pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
    land(here);
  }
  // It is the app's own fault: whoever would have heard of it does. A handler that came during an earlier walk may pass it on
  // to here again: then only the one from before all walks is left.
  static _Thread_local void *volatile passed;
  static _Thread_local volatile uintptr_t passed_at;
  uintptr_t depth = (uintptr_t)__builtin_frame_address(0);
  bool comes_back = context == passed && depth < passed_at;
  passed = context;
  passed_at = depth;
  struct sigaction before = signal == SIGBUS ? (comes_back ? bus_first : bus_before) : comes_back ? segv_first : segv_before;
  if (before.sa_flags & SA_SIGINFO) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    // The instruction faults again when this returns, and then ends the process.
    sigaction(signal, &before, NULL);
  }
  passed = NULL;
}

static bool is_on_fault(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_fault;
}

static void give_back(int signal, const struct sigaction *before) {
  struct sigaction current;
  sigaction(signal, NULL, &current);
  // A handler that came later is the app's, and stays.
  if (is_on_fault(&current)) sigaction(signal, before, NULL);
}

static void take_over(int signal, const struct sigaction *action, struct sigaction *before) {
  struct sigaction found;
  sigaction(signal, action, &found);
  // Such a handler may have put this one back since then.
  if (is_on_fault(&found)) return;
  *before = found;
  // The C library leaves whatever was on the stack in the part of the mask that the kernel does not know.
  const size_t known = _NSIG / 8;
  memset((char *)&before->sa_mask + known, 0, sizeof before->sa_mask - known);
}

void ObjectMemoryBegin(void) {
  pthread_mutex_lock(&gate);
  if (users++ == 0) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    take_over(SIGSEGV, &action, &segv_before);
    take_over(SIGBUS, &action, &bus_before);
    if (!knows_first) segv_first = segv_before, bus_first = bus_before, knows_first = true;
  }
  pthread_mutex_unlock(&gate);
}

void ObjectMemoryEnd(void) {
  pthread_mutex_lock(&gate);
  if (--users == 0) {
    give_back(SIGSEGV, &segv_before);
    give_back(SIGBUS, &bus_before);
  }
  pthread_mutex_unlock(&gate);
}

UNCHECKED_ALONE bool ObjectMemoryRead(uintptr_t address, void *into, size_t count) {
  GUARDED(return false);
  volatile const unsigned char *from = (volatile const unsigned char *)address;
  unsigned char *to = into;
  size_t done = 0;
  if (((address | (uintptr_t)into) & 7) == 0) {
    for (; done + 8 <= count; done += 8) *(uint64_t *)(to + done) = *(volatile const uint64_t *)(from + done);
  }
  for (; done < count; done++) to[done] = from[done];
  UNGUARDED;
  return true;
}

UNCHECKED_ALONE int64_t ObjectMemoryText(uintptr_t address, void *into, size_t room) {
  GUARDED(return -1);
  const volatile char *from = (const volatile char *)address;
  char *to = into;
  size_t count = 0;
  while (count < room && (to[count] = from[count])) count++;
  UNGUARDED;
  return (int64_t)count;
}

UNCHECKED_ALONE uint64_t ObjectMemoryTextHash(uintptr_t address) {
  GUARDED(return 0);
  uint64_t hash = 14695981039346656037ull;
  for (const volatile unsigned char *from = (const volatile unsigned char *)address; *from; from++)
    hash = (hash ^ *from) * 1099511628211ull;
  UNGUARDED;
  return hash;
}

UNCHECKED_ALONE bool ObjectMemoryCopy(uintptr_t address, void *into, size_t count) {
  GUARDED(return false);
  const volatile uint64_t *from = (const volatile uint64_t *)address;
  uint64_t *to = into;
  size_t words = (count + 7) / 8, same = 0;
  for (size_t word = 0; word < words; word++) to[word] = from[word];
  atomic_thread_fence(memory_order_acquire);
  while (same < words && to[same] == from[same]) same++;
  UNGUARDED;
  return same == words;
}

UNCHECKED_ALONE int64_t ObjectMemoryTag(uintptr_t witness, uintptr_t value, uintptr_t type) {
  GUARDED(return -1);
  uint32_t tag = ((uint32_t(*)(uintptr_t, uintptr_t))witness)(value, type);
  UNGUARDED;
  return tag;
}

UNCHECKED_ALONE bool ObjectMemoryProject(uintptr_t witness, uintptr_t copy, uintptr_t type) {
  GUARDED(return false);
  ((void (*)(uintptr_t, uintptr_t))witness)(copy, type);
  UNGUARDED;
  return true;
}

// MARK: - The program

typedef struct {
  uintptr_t address;
  const char *file;
  uintptr_t moved_by;
} Place;

static int holds_place(struct dl_phdr_info *info, size_t size, void *data) {
  Place *place = data;
  for (int number = 0; number < info->dlpi_phnum; number++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[number];
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD || place->address - start >= part->p_memsz) continue;
    // Only the program itself has no name here; the path it was started with may lead elsewhere by now.
    place->file = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    place->moved_by = info->dlpi_addr;
    return 1;
  }
  return 0;
}

typedef struct {
  ObjectMemoryPartBody body;
  void *data;
} Parts;

static int tells_parts(struct dl_phdr_info *info, size_t size, void *data) {
  Parts *parts = data;
  for (int number = 0; number < info->dlpi_phnum; number++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[number];
    bool is_of_thread = part->p_type == PT_TLS;
    if (!is_of_thread && (part->p_type != PT_LOAD || !(part->p_flags & PF_W))) continue;
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    parts->body(parts->data, info->dlpi_name, info->dlpi_addr, start, start + part->p_memsz,
                is_of_thread ? info->dlpi_tls_modid : 0);
  }
  return 0;
}

void ObjectMemoryForEachPart(ObjectMemoryPartBody body, void *data) {
  Parts parts = {body, data};
  dl_iterate_phdr(tells_parts, &parts);
}

const char *ObjectMemoryFile(uintptr_t address, uintptr_t *moved_by) {
  Place place = {address, NULL, 0};
  dl_iterate_phdr(holds_place, &place);
  if (place.file) *moved_by = place.moved_by;
  return place.file;
}

bool ObjectMemoryIsProgram(uintptr_t address) {
  uintptr_t moved_by;
  return ObjectMemoryFile(address, &moved_by) != NULL;
}

UNCHECKED_ALONE size_t ObjectMemoryBlockSize(uintptr_t address) {
  // Of what is no block, the C library takes anything for its size.
  GUARDED(return 0);
  size_t size = malloc_usable_size((void *)address);
  if (size) (void)*(const volatile char *)(address + size - 1);
  UNGUARDED;
  return size;
}

// MARK: - A still picture

int ObjectMemoryFreeze(void) {
  // The child runs no handler of the app, whatever signal comes.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  // Without a signal at its end, no handler and no wait of the app hears of the child.
  long child = syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
  if (child != 0) {
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return (int)child;
  }
  // It ends with the app, even if that is killed just now.
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (syscall(SYS_getppid) != parent) syscall(SYS_exit_group, 0);
  // What the app holds open must not stay open because of its picture.
  if (syscall(SYS_close_range, 0u, ~0u, 0u) != 0) {
    for (int descriptor = 0; descriptor < 65536; descriptor++) syscall(SYS_close, descriptor);
  }
  for (;;) syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
}

void ObjectMemoryThaw(int child) {
  syscall(SYS_kill, child, SIGKILL);
  while (waitpid(child, NULL, __WALL) == -1 && errno == EINTR) {
  }
}

uint64_t ObjectMemoryTimeOfThread(void) {
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int ObjectMemoryThread(void) { return (int)syscall(SYS_gettid); }

void ObjectMemoryGiveBack(void) { malloc_trim(0); }

UNCHECKED uintptr_t ObjectMemoryFreeMark(void) {
  // The C library marks small blocks that it keeps for reuse with one secret word. It keeps few of a size; of two blocks, one
  // after the other, the second has found room. A block may be larger than what was asked for, and is then kept with those of
  // its own size, where there may be no room: these wait until the end.
  volatile uintptr_t *volatile freed = NULL;
  uintptr_t *larger = NULL, mark = 0;
  const size_t usual = 3 * sizeof mark;
  for (int attempt = 0; attempt < 1000 && mark == 0; attempt++) {
    uintptr_t *block = malloc(2 * sizeof mark);
    if (!block) break;
    if (malloc_usable_size(block) > usual) {
      block[0] = (uintptr_t)larger;
      larger = block;
      continue;
    }
    freed = block;
    freed[1] = 0;
    free(block);
    mark = freed[1];
  }
  while (larger) {
    uintptr_t *next = (uintptr_t *)larger[0];
    free(larger);
    larger = next;
  }
  return mark;
}

extern const char *__asan_locate_address(void *address, char *name, size_t name_size, void **start, size_t *size)
    __attribute__((weak));
extern int __asan_address_is_poisoned(const volatile void *address) __attribute__((weak));

bool ObjectMemoryIsWatched(void) { return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer); }

bool ObjectMemoryKnowsBlocks(void) { return __asan_locate_address && __asan_address_is_poisoned; }

bool ObjectMemoryBlock(uintptr_t address, uintptr_t *start, size_t *size) {
  char name[2];
  void *block = NULL;
  const char *kind = __asan_locate_address((void *)address, name, sizeof name, &block, size);
  *start = (uintptr_t)block;
  // Blocks that were freed are kept for a while, and nobody may read them.
  return kind && strcmp(kind, "heap") == 0 && block && !__asan_address_is_poisoned(block);
}

// MARK: - The Swift runtime

extern void *swift_weakInit(void *reference, void *object);
extern void *swift_weakCopyInit(void *reference, void *other);
extern void *swift_weakLoadStrong(void *reference);
extern void swift_weakDestroy(void *reference);
extern void swift_release(void *object);
extern const void *swift_conformsToProtocol(const void *type, const void *protocol_descriptor);
extern const void *swift_getTypeByMangledNameInContext2(const char *name, size_t length, const void *context,
                                                        const void *arguments);

typedef struct {
  uintptr_t type;
  uintptr_t state;
} TypeResponse;
extern __attribute__((swiftcall)) TypeResponse swift_getGenericMetadata(uintptr_t request, const void *const *arguments,
                                                                        const void *descriptor);
extern __attribute__((swiftcall)) TypeResponse swift_getAssociatedTypeWitness(uintptr_t request, uintptr_t witnesses,
                                                                              uintptr_t type, uintptr_t base,
                                                                              uintptr_t requirement);

void ObjectMemoryRefer(uintptr_t reference, uintptr_t object) { swift_weakInit((void *)reference, (void *)object); }

void ObjectMemoryReferAlike(uintptr_t reference, uintptr_t other) {
  swift_weakCopyInit((void *)reference, (void *)other);
}

void ObjectMemoryForget(uintptr_t reference) { swift_weakDestroy((void *)reference); }

uintptr_t ObjectMemoryReferred(uintptr_t reference) {
  void *object = swift_weakLoadStrong((void *)reference);
  swift_release(object);
  return (uintptr_t)object;
}

uintptr_t ObjectMemoryType(uintptr_t name, size_t length, uintptr_t context, uintptr_t arguments) {
  return (uintptr_t)swift_getTypeByMangledNameInContext2((const char *)name, length, (const void *)context,
                                                         (const void *)arguments);
}

uintptr_t ObjectMemoryGenericType(uintptr_t descriptor, uintptr_t arguments) {
  return swift_getGenericMetadata(0, (const void *const *)arguments, (const void *)descriptor).type;
}

uintptr_t ObjectMemoryConformance(uintptr_t type, uintptr_t protocol_descriptor) {
  return (uintptr_t)swift_conformsToProtocol((const void *)type, (const void *)protocol_descriptor);
}

uintptr_t ObjectMemoryAssociatedType(uintptr_t witnesses, uintptr_t type, uintptr_t base, uintptr_t requirement) {
  return swift_getAssociatedTypeWitness(0, witnesses, type, base, requirement).type;
}

extern char *swift_demangle(const char *name, size_t length, char *into, size_t *size, uint32_t flags);

static atomic_size_t demangled;

char *ObjectMemoryDemangled(const char *name) {
  demangled++;
  return swift_demangle(name, strlen(name), NULL, NULL, 0);
}

size_t ObjectMemoryDemangledCount(void) { return demangled; }

void ObjectMemoryYield(void) { sched_yield(); }

#endif
