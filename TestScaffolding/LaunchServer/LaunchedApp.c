#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What happens here is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

/// Where the Swift runtime looks for the arguments; it has noted those of the server before this runs.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count) __attribute__((weak));

// What a build that counts coverage has.
extern void __llvm_profile_set_filename(const char *pattern) __attribute__((weak));
extern void __llvm_profile_reset_counters(void) __attribute__((weak));

/// Where the parts of this process are in memory, of which only the words are to be changed.
static struct prctl_mm_map map;

static bool read_map(void) {
  char text[2048];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (size <= 0) return false;
  text[size] = 0;
  // The name of the program, in parentheses, may hold anything.
  char *place = strrchr(text, ')');
  if (!place) return false;
  unsigned long long fields[53] = {0};
  place += 3;
  for (int number = 3; place && number < 53; number++) {
    fields[number] = strtoull(place, NULL, 10);
    place = strchr(place, ' ');
    if (place) place++;
  }
  map.start_code = fields[26];
  map.end_code = fields[27];
  map.start_stack = fields[28];
  map.start_data = fields[45];
  map.end_data = fields[46];
  map.start_brk = fields[47];
  map.arg_start = fields[48];
  map.arg_end = fields[49];
  map.env_start = fields[50];
  map.env_end = fields[51];
  map.exe_fd = (uint32_t)-1;
  return true;
}

/// Makes the kernel, and so everybody, find the words of this process where `map` says.
static bool set_map(void) {
  map.brk = (uintptr_t)sbrk(0);
  return prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0) == 0;
}

bool LaunchedAppPrepare(void) { return _swift_stdlib_overrideUnsafeArgvArgc && read_map() && set_map(); }

// MARK: - The process

/// Does what every app does at its start, but for what starts a thread, and returns whether nothing of it is left to do. An app
/// without the rest of the scaffolding has none.
extern bool CleanSlateRehearse(void) __attribute__((weak));

bool LaunchedAppRehearse(void) {
  // A build that counts coverage would miss the counts of what was rehearsed once for all apps.
  return !CleanSlateRehearse || __llvm_profile_reset_counters || CleanSlateRehearse();
}

pid_t LaunchedAppFork(void) {
  pid_t own = getpid(), process = fork();
  if (process == 0) ThreadNumberRenew(own);
  // The driver may ask for the group as soon as it has the number.
  if (process >= 0) setpgid(process, process);
  return process;
}

void LaunchedAppWait(pid_t process) {
  while (waitpid(process, NULL, 0) == -1 && errno == EINTR) {
  }
}

// MARK: - What was asked for

static _Noreturn void give_up(int connection, LaunchOutcome outcome) {
  LaunchReply reply = {outcome, errno, 0};
  send(connection, &reply, sizeof reply, MSG_NOSIGNAL);
  _exit(LAUNCH_STATUS_BASE + outcome);
}

/// Gives each descriptor its number, and closes all others but the connection, whose new number is returned.
static int take_descriptors(int connection, const LaunchRequest *request, const int *descriptors) {
  int highest = 2;
  for (uint32_t one = 0; one < request->descriptors; one++) {
    int target = request->targets[one];
    if (target < 0 || target > 1023) give_up(connection, LaunchIsMalformed);
    if (target > highest) highest = target;
  }
  // All move out of the way first, so that none is overwritten that is still needed.
  int line = fcntl(connection, F_DUPFD_CLOEXEC, highest + 1);
  if (line < 0) give_up(connection, LaunchCannotTakeDescriptors);
  int copies[LAUNCH_MOST_DESCRIPTORS];
  for (uint32_t one = 0; one < request->descriptors; one++) {
    copies[one] = fcntl(descriptors[one], F_DUPFD_CLOEXEC, highest + 1);
    if (copies[one] < 0) give_up(line, LaunchCannotTakeDescriptors);
  }
  for (int number = 0; number <= highest; number++) close(number);
  for (uint32_t one = 0; one < request->descriptors; one++) {
    if (dup2(copies[one], request->targets[one]) < 0) give_up(line, LaunchCannotTakeDescriptors);
  }
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) != -1) continue;
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0) give_up(line, LaunchCannotTakeDescriptors);
    if (nothing != number) {
      dup2(nothing, number);
      close(nothing);
    }
  }
  if (line > highest + 1) syscall(SYS_close_range, (unsigned)highest + 1, (unsigned)line - 1, 0u);
  syscall(SYS_close_range, (unsigned)line + 1, ~0u, 0u);
  return line;
}

/// The next word, and the place after its zero.
static char *next_word(char **place) {
  char *word = *place;
  *place += strlen(word) + 1;
  return word;
}

/// Reads the words, and makes them the arguments and variables of this process.
static void take_words(int line, const LaunchRequest *request) {
  size_t pointers = (request->arguments + (size_t)request->variables + 2) * sizeof(char *);
  // The kernel shows words to others from memory of this kind only.
  char *memory =
      mmap(NULL, pointers + request->size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) give_up(line, LaunchHasNoMemory);
  char **arguments = (char **)memory, **variables = arguments + request->arguments + 1, *words = memory + pointers;
  for (size_t done = 0; done < request->size;) {
    ssize_t more = recv(line, words + done, request->size - done, 0);
    if (more == 0) _exit(LAUNCH_STATUS_BASE + LaunchIsMalformed);
    if (more > 0) done += (size_t)more;
    if (more < 0 && errno != EINTR) give_up(line, LaunchIsMalformed);
  }
  uint32_t count = 0;
  for (size_t place = 0; place < request->size; place++) count += words[place] == 0;
  if (count != 1 + (uint64_t)request->arguments + request->variables || words[request->size - 1] != 0)
    give_up(line, LaunchIsMalformed);

  char *place = words, *folder = next_word(&place);
  if (*folder && chdir(folder) != 0) give_up(line, LaunchCannotEnterFolder);
  map.arg_start = (uintptr_t)place;
  for (uint32_t one = 0; one < request->arguments; one++) arguments[one] = next_word(&place);
  map.arg_end = map.env_start = (uintptr_t)place;
  for (uint32_t one = 0; one < request->variables; one++) variables[one] = next_word(&place);
  map.env_end = (uintptr_t)place;
  environ = variables;
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, (int)request->arguments);
  if (!set_map()) give_up(line, LaunchCannotTakeWords);
}

void LaunchedAppBegin(int connection, const LaunchRequest *request, const int *descriptors) {
  setpgid(0, 0);
  int line = take_descriptors(connection, request, descriptors);
  take_words(line, request);
  if (__llvm_profile_set_filename) __llvm_profile_set_filename(getenv("LLVM_PROFILE_FILE"));
  if (__llvm_profile_reset_counters) __llvm_profile_reset_counters();
  LaunchReply reply = {LaunchIsDone, 0, getpid()};
  if (send(line, &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply) _exit(LAUNCH_STATUS_BASE + LaunchIsMalformed);
  close(line);
}

#pragma clang attribute pop
#endif
