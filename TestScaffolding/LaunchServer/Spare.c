#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// What the server does is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

typedef struct {
  /// 0 if there is none.
  pid_t process;
  /// The server's end of the line on which the spare says that it is ready, and gets its request. When the server ends, so
  /// does the spare.
  int line;
} Spare;

static Spare spare = {0, -1};

pid_t SpareProcess(void) { return spare.process; }

/// Returns in the spare, as an app, once it is launched.
static void be_spare(int line) {
  // What the server has open would live on here.
  if (dup2(line, LAUNCH_LISTENER) != LAUNCH_LISTENER) _exit(0);
  syscall(SYS_close_range, LAUNCH_LISTENER + 1u, ~0u, 0u);
  if (!LaunchedAppRehearse()) _exit(0);
  LaunchRequest request;
  int descriptors[LAUNCH_MOST_DESCRIPTORS + 1];
  if (send(LAUNCH_LISTENER, "", 1, MSG_NOSIGNAL) != 1) _exit(0);
  if (!LaunchRequestReceive(LAUNCH_LISTENER, &request, descriptors, 1, 0)) _exit(0);
  LaunchedAppBegin(descriptors[0], &request, descriptors + 1);
}

bool SpareMake(void) {
  int line[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0) return false;
  pid_t process = LaunchedAppFork();
  if (process == 0) {
    be_spare(line[1]);
    return true;
  }
  close(line[1]);
  if (process < 0) {
    close(line[0]);
  } else {
    spare = (Spare){process, line[0]};
  }
  return false;
}

/// It ends with its line, once it has cleared up after a rehearsal. It is waited for, because a child that nobody knows is taken
/// for one that an app has left.
void SpareEnd(void) {
  if (spare.process == 0) return;
  close(spare.line);
  struct pollfd end = {(int)syscall(SYS_pidfd_open, spare.process, 0u), POLLIN, 0};
  if (end.fd >= 0) {
    poll(&end, 1, 10000);
    close(end.fd);
  }
  kill(spare.process, SIGKILL);
  LaunchedAppWait(spare.process);
  spare = (Spare){0, -1};
}

pid_t SpareLaunch(int connection, const LaunchRequest *request, const int *descriptors) {
  char ready;
  if (spare.process == 0) return 0;
  if (recv(spare.line, &ready, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN) return 0;
  int all[LAUNCH_MOST_DESCRIPTORS + 1] = {connection};
  memcpy(all + 1, descriptors, request->descriptors * sizeof(int));
  // This fails if somebody has ended it.
  if (LaunchMessageSend(spare.line, request, sizeof *request, all, request->descriptors + 1) != 0) {
    SpareEnd();
    return 0;
  }
  pid_t process = spare.process;
  close(spare.line);
  spare = (Spare){0, -1};
  return process;
}

#pragma clang attribute pop
#endif
