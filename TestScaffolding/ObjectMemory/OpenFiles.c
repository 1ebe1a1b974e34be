#ifdef DEBUG
#include <sys/stat.h>

#include "ObjectMemory.h"

uint64_t ObjectMemoryOpenFiles(size_t count) {
  const uint64_t factor = 1099511628211u;
  uint64_t sign = (14695981039346656037u ^ count) * factor;
  size_t end = 2 * count + 64;
  for (size_t number = 0; count > 0 && number < end; number++) {
    struct stat status;
    if (fstat((int)number, &status) != 0) continue;
    count--;
    sign = (sign ^ number) * factor;
    sign = (sign ^ status.st_dev) * factor;
    sign = (sign ^ status.st_ino) * factor;
  }
  return sign;
}
#endif
