#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// What the server does is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

// MARK: - The process

static int threads(void) {
  struct stat status;
  // Each folder in it is a link to it.
  return stat("/proc/self/task", &status) == 0 ? (int)status.st_nlink - 2 : -1;
}

/// Whether nothing is open but the standard streams and the listener.
static bool has_few_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return false;
  bool is_next = dirfd(folder) == LAUNCH_LISTENER + 1;
  int entries = 0;
  while (readdir(folder)) entries++;
  closedir(folder);
  // With the folder itself, and the two entries that each folder has.
  return is_next && entries == LAUNCH_LISTENER + 4;
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
  ParkedApp parked;
} Launch;

/// More would need more descriptors than a process has; those go to the driver's own spawn.
enum { MostLaunches = 256, MostParked = 32 };
static Launch launches[MostLaunches];
/// After so many milliseconds without a request the server ends, and after as many without a test each app that is parked.
static int patience = 1;
static int launch_count;

/// `poll` takes no more entries than the process may have descriptors, and three are of each launch.
static int most_launches(void) {
  struct rlimit limit;
  bool is_low = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= 3 * MostLaunches;
  return is_low ? ((int)limit.rlim_cur - 1) / 3 : MostLaunches;
}

/// Returns false if there is no descriptor for whoever is waiting.
static bool accept_launches(void) {
  int most = most_launches();
  for (;;) {
    int connection = accept4(LAUNCH_LISTENER, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) return errno != EMFILE && errno != ENFILE;
    struct ucred peer;
    socklen_t size = sizeof peer;
    bool is_own = getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
    if (!is_own || launch_count >= most) {
      close(connection);
    } else {
      launches[launch_count++] = (Launch){.connection = connection, .handle = -1};
    }
  }
}

/// Why this process, as the rehearsal has left it, cannot be forked.
static LaunchOutcome obstacle_to_forks;

static void answer(int connection, LaunchOutcome outcome, int error) {
  LaunchReply reply = {outcome, error, 0};
  send(connection, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// MARK: - Launches

static void close_all(const LaunchRequest *request, const int *descriptors) {
  for (uint32_t one = 0; one < request->descriptors; one++) close(descriptors[one]);
}

/// Whether an app was launched since the spare was used or given up, and one before it: then there will be more.
static bool wants_spare;

/// Launches an app. Returns false if that fails, and does not return false in a new app.
static bool start(Launch *launch, const LaunchRequest *request, const int *descriptors, bool *is_app) {
  if (request->size == 0) {
    close_all(request, descriptors);
    return false;
  }
  LaunchOutcome obstacle = threads() != 1 ? LaunchHasThreads : obstacle_to_forks;
  pid_t process = obstacle ? -1 : SpareLaunch(launch->connection, request, descriptors);
  if (process == 0) process = LaunchedAppFork();
  if (process == 0) {
    LaunchedAppBegin(launch->connection, request, descriptors);
    *is_app = true;
    return true;
  }
  int error = errno;
  close_all(request, descriptors);
  if (process < 0) {
    answer(launch->connection, obstacle ? obstacle : LaunchCannotFork, error);
    return false;
  }
  static bool has_launched;
  wants_spare = has_launched;
  has_launched = true;
  launch->process = process;
  launch->handle = (int)syscall(SYS_pidfd_open, process, 0u);
  return launch->handle >= 0 && fcntl(launch->handle, F_SETFD, FD_CLOEXEC) == 0;
}

/// The last parked apps that have ended by themselves: nobody holds them who would see that.
static struct {
  uint64_t key;
  int status;
} ended[MostParked];
static int ended_count;

/// Parks a launched app, which has no driver from then on.
static LaunchOutcome park(const LaunchRequest *request, const int *descriptors) {
  Launch *found = NULL;
  int parked = 0;
  for (int one = 0; one < launch_count; one++) {
    parked += launches[one].parked.key != 0;
    if (request->process > 0 && launches[one].process == request->process) found = &launches[one];
  }
  if (parked == MostParked) return LaunchHasNoRoom;
  if (!found || found->handle < 0) return LaunchHasNone;
  LaunchOutcome outcome = ParkedAppPark(&found->parked, request, descriptors, patience);
  if (outcome == LaunchIsDone && found->connection >= 0) close(found->connection);
  if (outcome == LaunchIsDone) found->connection = -1;
  return outcome;
}

/// Gives a parked app to the driver of the connection, which is then the one of its launch, or says that it has ended. Returns
/// false if there is none.
static bool give(Launch *taker, uint64_t key) {
  for (int one = 0; key != 0 && one < MostParked; one++) {
    if (ended[one].key != key) continue;
    answer(taker->connection, LaunchHasEnded, ended[one].status);
    ended[one].key = 0;
    return true;
  }
  for (int one = 0; one < launch_count; one++) {
    Launch *launch = &launches[one];
    struct pollfd end = {launch->handle, POLLIN, 0};
    if (key == 0 || launch->parked.key != key || poll(&end, 1, 0) != 0) continue;
    launch->connection = taker->connection;
    taker->connection = -1;
    ParkedAppGive(&launch->parked, launch->connection, launch->process);
    return true;
  }
  return false;
}

/// Serves a request. Returns false if nothing is launched by it, and does not return false in a new app. A driver that has gone
/// neither parks an app, which it has ended, nor takes one.
static bool serve_request(Launch *launch, bool is_gone, bool *is_app) {
  LaunchRequest request;
  int descriptors[LAUNCH_MOST_DESCRIPTORS + 1];
  if (!LaunchRequestReceive(launch->connection, &request, descriptors, 0, MSG_DONTWAIT)) return false;
  LaunchOutcome outcome;
  switch (request.task) {
    case LaunchStartsApp:
      return start(launch, &request, descriptors, is_app);
    case LaunchParksApp:
      outcome = is_gone ? LaunchIsMalformed : park(&request, descriptors);
      if (outcome != LaunchIsDone) close_all(&request, descriptors);
      answer(launch->connection, outcome, 0);
      return false;
    case LaunchTakesApp:
      close_all(&request, descriptors);
      if (!is_gone && !give(launch, request.key)) answer(launch->connection, LaunchHasNone, 0);
      return false;
    default:
      close_all(&request, descriptors);
      answer(launch->connection, LaunchIsMalformed, 0);
      return false;
  }
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
    bool is_launched = child == SpareProcess();
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
  if (launch->parked.key != 0) {
    int place = ended_count++ % MostParked;
    ended[place].key = launch->parked.key;
    ended[place].status = end.status;
  }
  if (launch->connection >= 0) send(launch->connection, &end, sizeof end, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// Forgets a launch, with what is left of its process group.
static void forget(Launch *launch) {
  ParkedAppEnd(&launch->parked);
  if (launch->connection >= 0) close(launch->connection);
  if (launch->handle >= 0) close(launch->handle);
  if (launch->process > 0) {
    kill(-launch->process, SIGKILL);
    LaunchedAppWait(launch->process);
  }
  *launch = launches[--launch_count];
}

/// Goes on with a launch after a wait; returns true in a new app.
static bool attend(Launch *launch, short line, short process, short run) {
  bool is_app = false;
  if (launch->process == 0) {
    if (line && !serve_request(launch, line & (POLLHUP | POLLERR), &is_app)) forget(launch);
    return is_app;
  }
  if (run) ParkedAppEnd(&launch->parked);
  if (process) tell_end(launch);
  if (launch->connection >= 0 && line & (POLLHUP | POLLERR)) {
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
static void serve(void) {
  struct pollfd polls[1 + 3 * MostLaunches];
  bool has_room = true;
  for (;;) {
    // A moment later there may be room for whoever is waiting.
    int due = has_room ? INT_MAX : 100;
    polls[0] = (struct pollfd){has_room ? LAUNCH_LISTENER : -1, POLLIN, 0};
    has_room = true;
    for (int one = 0; one < launch_count; one++) {
      // After the request the app itself reads what comes.
      short awaited = launches[one].process == 0 ? POLLIN : 0;
      int left = ParkedAppTimeLeft(&launches[one].parked);
      if (left >= 0 && left < due) due = left;
      polls[1 + 3 * one] = (struct pollfd){launches[one].connection, awaited, 0};
      polls[2 + 3 * one] = (struct pollfd){launches[one].handle, POLLIN, 0};
      polls[3 + 3 * one] = (struct pollfd){left >= 0 ? launches[one].parked.run : -1, POLLIN, 0};
    }
    bool may_end = launch_count == 0 || SpareProcess() > 0;
    // Some moments later, so that the app which is just being launched has the processors for itself.
    int limit = wants_spare ? 5 : may_end ? patience : INT_MAX, wait = due < limit ? due : limit;
    int ready = poll(polls, (nfds_t)(1 + 3 * launch_count), wait == INT_MAX ? -1 : wait);
    if (ready == 0 && due < limit) continue;
    if (ready == 0 && wants_spare) {
      wants_spare = false;
      if (SpareProcess() == 0 && SpareMake()) return;
      continue;
    }
    if (ready == 0) SpareEnd();
    if (ready == 0 && launch_count == 0) {
      // Whoever has connected until now is still served.
      leave_socket();
      patience = 0;
      accept_launches();
      if (launch_count == 0) _exit(0);
    }
    // From the end, because whoever is forgotten is replaced by the last.
    for (int one = launch_count - 1; ready > 0 && one >= 0; one--) {
      const struct pollfd *found = &polls[1 + 3 * one];
      if (!found[0].revents && !found[1].revents && !found[2].revents) continue;
      if (attend(&launches[one], found[0].revents, found[1].revents, found[2].revents)) return;
    }
    if (ready > 0 && polls[0].revents) has_room = accept_launches();
  }
}

static _Noreturn void fail(LaunchOutcome outcome) { _exit(LAUNCH_STATUS_BASE + outcome); }

/// Runs before `main`. In a launch server it returns in the apps alone, whose `main` then runs as after a spawn.
__attribute__((constructor)) static void become_server(void) {
  const char *words = getenv(LAUNCH_SERVER_VARIABLE);
  if (!words) return;
  int milliseconds = atoi(words), line[2];
  if (threads() != 1) fail(LaunchHasThreads);
  if (!has_few_descriptors()) fail(LaunchHasDescriptors);
  // Closes nothing, and fails as every later call would.
  if (syscall(SYS_close_range, ~0u, ~0u, 0u) != 0) fail(LaunchCannotCloseRange);
  if (!LaunchedAppPrepare()) fail(LaunchCannotTakeWords);
  if (!ThreadNumberFind() || !ThreadNumberIsKnown(getpid())) fail(LaunchCannotRenewNumber);
  if (pipe2(line, O_CLOEXEC) != 0) fail(LaunchHasDescriptors);
  pid_t starter = getpid(), server = fork();
  if (server < 0) fail(LaunchCannotFork);
  if (server > 0) {
    // Whoever started this process may end its group as soon as it has ended.
    close(line[1]);
    read(line[0], &server, 1);
    _exit(0);
  }
  ThreadNumberRenew(starter);
  setsid();
  close(line[0]);
  close(line[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(LAUNCH_LISTENER, F_SETFD, FD_CLOEXEC);
  note_socket();
  obstacle_to_forks = !LaunchedAppRehearse()              ? LaunchHasUnfinishedWork
                      : !ThreadNumberIsKnown(getpid()) ? LaunchCannotRenewNumber
                      : has_few_descriptors()          ? LaunchIsDone
                                                       : LaunchHasDescriptors;
  if (milliseconds > 0) patience = milliseconds;
  serve();
}

#pragma clang attribute pop
#endif
