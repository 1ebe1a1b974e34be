#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchServer.h"

#include "LaunchedApp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// What the server does is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

/// Does what every app does at its start, but for what starts a thread. An app without the rest of the scaffolding has none.
extern void CleanSlateRehearse(void) __attribute__((weak));

/// Part of a build that counts coverage, in which apps would miss the counts of what was rehearsed once for all of them.
extern void __llvm_profile_reset_counters(void) __attribute__((weak));

// MARK: - The process

static int threads(void) {
  struct stat status;
  // Each folder in it is a link to it.
  return stat("/proc/self/task", &status) == 0 ? (int)status.st_nlink - 2 : -1;
}

/// Whether nothing is open but the standard streams and the listener.
static bool has_few_descriptors(void) {
  int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (next != LAUNCH_LISTENER + 1) return false;
  // Anything above would be the second that is open.
  int after = fcntl(next, F_DUPFD_CLOEXEC, 0);
  close(next);
  close(after);
  return after == next + 1;
}

// MARK: - The server

/// A connection, and the process that was launched for it.
typedef struct {
  /// -1 once the driver is gone.
  int connection;
  /// 0 before the request.
  pid_t process;
  /// Becomes readable when the process ends; -1 when that has been told.
  int handle;
} Launch;

/// More would need more descriptors than a process has; those go to the driver's own spawn.
enum { MostLaunches = 256 };
static Launch launches[MostLaunches];
static int launch_count;

static void accept_launches(void) {
  for (;;) {
    int connection = accept4(LAUNCH_LISTENER, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) return;
    struct ucred peer;
    socklen_t size = sizeof peer;
    bool is_own = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
    if (!is_own || launch_count == MostLaunches) {
      close(connection);
    } else {
      launches[launch_count++] = (Launch){connection, 0, -1};
    }
  }
}

/// Receives a request, which comes with `more` descriptors before those of the app; returns false if it is none.
static bool receive(int connection, LaunchRequest *request, int *descriptors, uint32_t more, int flags) {
  char room[CMSG_SPACE((LAUNCH_MOST_DESCRIPTORS + 1) * sizeof(int))] __attribute__((aligned(8)));
  struct iovec part = {request, sizeof *request};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  ssize_t size = recvmsg(connection, &message, MSG_CMSG_CLOEXEC | flags);
  if (size <= 0) return false;
  uint32_t count = 0;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
    count = (uint32_t)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors, CMSG_DATA(head), count * sizeof(int));
  }
  bool is_whole = size == sizeof *request && request->version == LAUNCH_VERSION &&
                  request->descriptors + more == count && request->descriptors <= LAUNCH_MOST_DESCRIPTORS &&
                  request->size > 0 && request->size < (1u << 27) && !(message.msg_flags & MSG_CTRUNC);
  for (uint32_t one = 0; !is_whole && one < count; one++) close(descriptors[one]);
  return is_whole;
}

/// Whether the rehearsal has left nothing open.
static bool is_clean;

static void refuse(int connection, LaunchOutcome outcome, int error) {
  LaunchReply reply = {outcome, error, 0};
  send(connection, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// MARK: - The spare

/// A process that was forked ahead of its launch, and has rehearsed once more: so it has pages of its own for the memory that
/// a start changes, and knows the code. It has nothing of any app.
typedef struct {
  /// 0 if there is none.
  pid_t process;
  /// The server's end of the line on which the spare says that it is ready, and gets its request. When the server ends, so
  /// does the spare.
  int line;
} Spare;

static Spare spare = {0, -1};
/// Whether an app was launched since the spare was used or given up, and one before it: then there will be more.
static bool wants_spare;

/// Forks a process, and returns its number; 0 in the new process, whose group is its own.
static pid_t fork_process(void) {
  pid_t own = getpid(), process = fork();
  if (process == 0) LaunchedAppRenewNumber(own);
  // The driver may ask for the group as soon as it has the number.
  if (process >= 0) setpgid(process, process);
  return process;
}

/// Returns in the spare, as an app, once it is launched.
static void be_spare(int line) {
  // What the server has open would live on here.
  if (dup2(line, LAUNCH_LISTENER) != LAUNCH_LISTENER) _exit(0);
  syscall(SYS_close_range, LAUNCH_LISTENER + 1u, ~0u, 0u);
  if (CleanSlateRehearse && !__llvm_profile_reset_counters) CleanSlateRehearse();
  LaunchRequest request;
  int descriptors[LAUNCH_MOST_DESCRIPTORS + 1];
  if (send(LAUNCH_LISTENER, "", 1, MSG_NOSIGNAL) != 1) _exit(0);
  if (!receive(LAUNCH_LISTENER, &request, descriptors, 1, 0)) _exit(0);
  LaunchedAppBegin(descriptors[0], &request, descriptors + 1);
}

/// Makes a spare; returns true in it, as an app.
static bool make_spare(void) {
  int line[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0) return false;
  pid_t process = fork_process();
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

static void wait_for_end(pid_t process) {
  while (waitpid(process, NULL, 0) == -1 && errno == EINTR) {
  }
}

/// Ends the spare, if there is one. It is waited for, because a child that nobody knows is taken for one that an app has left.
static void end_spare(void) {
  if (spare.process == 0) return;
  close(spare.line);
  kill(spare.process, SIGKILL);
  wait_for_end(spare.process);
  spare = (Spare){0, -1};
}

/// Launches the spare. Returns its number; 0 if there is none that is ready.
static pid_t launch_spare(int connection, const LaunchRequest *request, const int *descriptors) {
  char ready;
  if (spare.process == 0) return 0;
  if (recv(spare.line, &ready, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN) return 0;
  int all[LAUNCH_MOST_DESCRIPTORS + 1] = {connection};
  memcpy(all + 1, descriptors, request->descriptors * sizeof(int));
  // This fails if somebody has ended it.
  if (LaunchServerSendHead(spare.line, request, all, request->descriptors + 1) != 0) {
    end_spare();
    return 0;
  }
  pid_t process = spare.process;
  close(spare.line);
  spare = (Spare){0, -1};
  return process;
}

// MARK: - Launches

/// Serves the request of a launch. Returns false if there is none, and does not return false in a new app.
static bool start(Launch *launch, bool *is_app) {
  LaunchRequest request;
  int descriptors[LAUNCH_MOST_DESCRIPTORS];
  if (!receive(launch->connection, &request, descriptors, 0, MSG_DONTWAIT)) return false;
  LaunchOutcome obstacle = threads() != 1 ? LaunchHasThreads : is_clean ? LaunchIsDone : LaunchHasDescriptors;
  pid_t process = obstacle ? -1 : launch_spare(launch->connection, &request, descriptors);
  if (process == 0) process = fork_process();
  if (process == 0) {
    LaunchedAppBegin(launch->connection, &request, descriptors);
    *is_app = true;
    return true;
  }
  int error = errno;
  for (uint32_t one = 0; one < request.descriptors; one++) close(descriptors[one]);
  if (process < 0) {
    refuse(launch->connection, obstacle ? obstacle : LaunchCannotFork, error);
    return false;
  }
  static bool has_launched;
  wants_spare = has_launched;
  has_launched = true;
  launch->process = process;
  launch->handle = (int)syscall(SYS_pidfd_open, process, 0u);
  return launch->handle >= 0 && fcntl(launch->handle, F_SETFD, FD_CLOEXEC) == 0;
}

/// Whether this process has children that it has not launched: those that an app left come to it.
static bool has_strays(void) {
  char path[64], text[8192];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (size < 0 || size == sizeof text - 1) return true;
  text[size] = 0;
  bool found = false;
  char *place = text;
  for (pid_t child; (child = (pid_t)strtol(place, &place, 10)) > 0;) {
    bool is_launched = child == spare.process;
    for (int one = 0; one < launch_count; one++) is_launched |= launches[one].process == child;
    // One that has ended is only waited for.
    if (!is_launched && waitpid(child, NULL, WNOHANG) == 0) found = true;
  }
  return found;
}

/// Says how the process ended, which keeps its number until the driver has closed the connection.
static void tell_end(Launch *launch) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  waitid(P_PID, (id_t)launch->process, &info, WEXITED | WNOWAIT);
  LaunchEnd end = {info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8 : info.si_status & 0x7F, has_strays()};
  close(launch->handle);
  launch->handle = -1;
  if (launch->connection >= 0) send(launch->connection, &end, sizeof end, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Forgets a launch, with what is left of its process group.
static void forget(Launch *launch) {
  if (launch->connection >= 0) close(launch->connection);
  if (launch->handle >= 0) close(launch->handle);
  if (launch->process > 0) {
    kill(-launch->process, SIGKILL);
    wait_for_end(launch->process);
  }
  *launch = launches[--launch_count];
}

/// Goes on with a launch after a wait; returns true in a new app.
static bool attend(Launch *launch, short line, short process) {
  bool is_app = false;
  if (launch->process == 0) {
    if (line && !start(launch, &is_app)) forget(launch);
    return is_app;
  }
  if (process) tell_end(launch);
  if (line & (POLLHUP | POLLERR)) {
    close(launch->connection);
    launch->connection = -1;
  }
  if (launch->connection < 0 && launch->handle < 0) forget(launch);
  return false;
}

/// The file of the socket, which somebody may have removed and replaced since.
static struct sockaddr_un address;
static struct stat socket_file;

static void note_socket(void) {
  // Leaves a zero at the end of the path.
  socklen_t size = sizeof address - 1;
  if (getsockname(LAUNCH_LISTENER, (struct sockaddr *)&address, &size) != 0) address.sun_path[0] = 0;
  stat(address.sun_path, &socket_file);
}

/// Nobody finds the server any more.
static void leave_socket(void) {
  struct stat found;
  if (stat(address.sun_path, &found) == 0 && found.st_ino == socket_file.st_ino && found.st_dev == socket_file.st_dev)
    unlink(address.sun_path);
}

/// Returns in each new app, and never in the server.
static void serve(int patience) {
  struct pollfd polls[1 + 2 * MostLaunches];
  for (;;) {
    polls[0] = (struct pollfd){LAUNCH_LISTENER, POLLIN, 0};
    for (int one = 0; one < launch_count; one++) {
      // After the request the app itself reads what comes.
      short awaited = launches[one].process == 0 ? POLLIN : 0;
      polls[1 + 2 * one] = (struct pollfd){launches[one].connection, awaited, 0};
      polls[2 + 2 * one] = (struct pollfd){launches[one].handle, POLLIN, 0};
    }
    bool may_end = launch_count == 0 || spare.process > 0;
    // Some moments later, so that the app which is just being launched has the processors for itself.
    int limit = wants_spare ? 5 : may_end ? patience : -1;
    int ready = poll(polls, (nfds_t)(1 + 2 * launch_count), limit);
    if (ready == 0 && wants_spare) {
      wants_spare = false;
      if (spare.process == 0 && make_spare()) return;
      continue;
    }
    if (ready == 0) end_spare();
    if (ready == 0 && launch_count == 0) {
      // Whoever has connected until now is still served.
      leave_socket();
      patience = 0;
      accept_launches();
      if (launch_count == 0) _exit(0);
    }
    // From the end, because whoever is forgotten is replaced by the last.
    for (int one = launch_count - 1; ready > 0 && one >= 0; one--) {
      short line = polls[1 + 2 * one].revents, process = polls[2 + 2 * one].revents;
      if ((line || process) && attend(&launches[one], line, process)) return;
    }
    if (ready > 0 && polls[0].revents) accept_launches();
  }
}

static _Noreturn void fail(LaunchOutcome outcome) { _exit(LAUNCH_STATUS_BASE + outcome); }

/// Runs before `main`. In a launch server it returns in the apps alone, whose `main` then runs as after a spawn.
__attribute__((constructor)) static void become_server(void) {
  const char *patience = getenv(LAUNCH_SERVER_VARIABLE);
  if (!patience) return;
  int milliseconds = atoi(patience), line[2];
  if (threads() != 1) fail(LaunchHasThreads);
  if (!has_few_descriptors()) fail(LaunchHasDescriptors);
  if (!LaunchedAppPrepare()) fail(LaunchCannotTakeWords);
  if (pipe2(line, O_CLOEXEC) != 0) fail(LaunchHasDescriptors);
  pid_t starter = getpid(), server = fork();
  if (server < 0) fail(LaunchCannotFork);
  if (server > 0) {
    // Whoever started this process may end its group as soon as it has ended.
    close(line[1]);
    read(line[0], &server, 1);
    _exit(0);
  }
  LaunchedAppRenewNumber(starter);
  setsid();
  close(line[0]);
  close(line[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(LAUNCH_LISTENER, F_SETFD, FD_CLOEXEC);
  note_socket();
  if (CleanSlateRehearse && !__llvm_profile_reset_counters) CleanSlateRehearse();
  is_clean = has_few_descriptors();
  serve(milliseconds > 0 ? milliseconds : 1);
}

#pragma clang attribute pop
#endif
