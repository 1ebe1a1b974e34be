#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchServer.h"

#include <elf.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// MARK: - The mark

enum {
  HasSanitizer =
      __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
};

typedef struct {
  Elf64_Nhdr head;
  char name[12];
  uint32_t mark;
} MarkNote;

/// Stands where the driver can read it without starting the app.
__attribute__((section(".note.cleanslate"), aligned(4), used)) static const MarkNote note = {
    {11, sizeof(uint32_t), LAUNCH_VERSION}, "CleanSlate", HasSanitizer ? LaunchMarkOfSanitizer : LaunchMarkIsThere};

LaunchMark LaunchServerMark(int executable) {
  Elf64_Ehdr head;
  if (pread(executable, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof(Elf64_Phdr))
    return LaunchMarkIsMissing;
  for (int number = 0; number < head.e_phnum; number++) {
    Elf64_Phdr part;
    if (pread(executable, &part, sizeof part, (off_t)(head.e_phoff + number * sizeof part)) != sizeof part) break;
    char notes[4096];
    if (part.p_type != PT_NOTE || part.p_filesz > sizeof notes) continue;
    if (pread(executable, notes, part.p_filesz, (off_t)part.p_offset) != (ssize_t)part.p_filesz) break;
    for (size_t place = 0; place + sizeof(MarkNote) <= part.p_filesz;) {
      MarkNote found;
      memcpy(&found, notes + place, sizeof found);
      if (memcmp(&found, &note, sizeof found - sizeof found.mark) == 0) return (LaunchMark)found.mark;
      place += sizeof found.head + ((found.head.n_namesz + 3) & ~3u) + ((found.head.n_descsz + 3) & ~3u);
    }
  }
  return LaunchMarkIsMissing;
}

// MARK: - A request

int LaunchServerSend(int connection, const LaunchRequest *request, const int *descriptors, const char *words) {
  int error = LaunchMessageSend(connection, request, sizeof *request, descriptors, request->descriptors);
  if (error) return error;
  for (size_t done = 0; done < request->size;) {
    ssize_t more = send(connection, words + done, request->size - done, MSG_NOSIGNAL);
    if (more >= 0) {
      done += (size_t)more;
    } else if (errno == EAGAIN) {
      // Nobody has read the first words for a while.
      struct pollfd wanted = {connection, POLLOUT, 0};
      if (poll(&wanted, 1, 10000) == 0) return ETIMEDOUT;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

#endif
