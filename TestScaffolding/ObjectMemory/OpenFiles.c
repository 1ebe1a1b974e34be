#ifdef DEBUG
#define _GNU_SOURCE
#include "ObjectMemory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t mixed(uint64_t sign, uint64_t with) { return (sign ^ with) * 1099511628211u; }

/// Adds a file to the sign; returns false if none is open with that number.
static bool add_file(uint64_t *sign, int number) {
  struct stat status;
  if (fstat(number, &status) != 0) return false;
  *sign = mixed(mixed(mixed(*sign, (uint64_t)number), status.st_dev), status.st_ino);
  if (status.st_mode & S_IFMT) return true;
  // Files of no type are all one inode: what event loops wait for, watches of folders, and others.
  char link[32], kind[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", number);
  ssize_t length = readlink(link, kind, sizeof kind);
  for (ssize_t letter = 0; letter < length; letter++) *sign = mixed(*sign, (unsigned char)kind[letter]);
  return true;
}

uint64_t ObjectMemoryOpenFiles(size_t count) {
  uint64_t sign = mixed(14695981039346656037u, count);
  int end = (int)(2 * count + 64);
  for (int number = 0; count > 0 && number < end; number++) count -= add_file(&sign, number);
  if (count == 0) return sign;
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    int number = atoi(entry->d_name);
    if (number >= end && number != dirfd(folder)) add_file(&sign, number);
  }
  closedir(folder);
  return sign;
}

#endif
