#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectMemory.h"

#include <dirent.h>
#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// Where the C library keeps what belongs to one thread alone: variables, then its own notes, to which the thread's number
// in the C library points. What is not there lies in blocks of memory, to which a table leads.

#ifdef __x86_64__

/// The list of the thread's locks for the kernel: it is among the notes, in the same place for every thread.
static uintptr_t locks_of(int thread) {
  struct robust_list_head *head = NULL;
  size_t size = 0;
  return syscall(SYS_get_robust_list, thread, &head, &size) == 0 ? (uintptr_t)head : 0;
}

void ObjectMemoryForEachThread(ObjectMemoryThreadBody body, void *data) {
  void (*static_info)(size_t *, size_t *) = dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info");
  const uint32_t *notes_size = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  size_t notes = notes_size ? *notes_size : 0x900, all = 0, alignment;
  if (static_info) static_info(&all, &alignment);
  size_t variables = all > notes ? all - notes : 0;
  uintptr_t own = (uintptr_t)pthread_self(), locks_offset = locks_of(0) - own;
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    int thread = atoi(entry->d_name);
    // A thread that begins or ends has no list.
    uintptr_t locks = thread ? locks_of(thread) : 0;
    if (!locks || locks_offset >= notes) continue;
    body(data, thread, locks - locks_offset, variables, notes);
  }
  closedir(folder);
}

#else

// Elsewhere the variables may lie behind the notes, as on ARM.
void ObjectMemoryForEachThread(ObjectMemoryThreadBody body, void *data) {}

#endif
#endif
