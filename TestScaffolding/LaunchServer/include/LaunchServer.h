#ifndef LAUNCH_SERVER_H
#define LAUNCH_SERVER_H

#include <stddef.h>
#include <stdint.h>

// A launch server is a process of an app that has loaded everything and started no thread. It forks for each launch. Driver
// and server talk over one connection for each launch:
// - The driver sends a request, with the descriptors of the app, and then its words, each with a zero at its end: the working
//   folder, the arguments, the variables.
// - The forked process answers, once it is all that was asked for.
// - The server says how the process ended. Its number belongs to no other process until the driver closes the connection.
// A driver that ends can park its app with the server, with all that it holds of it. Another takes it from there, and then its
// connection is the one of that launch.

/// The variable that makes an app a launch server: after so many milliseconds without a launch it ends.
#define LAUNCH_SERVER_VARIABLE "CLEANSLATE_LAUNCH_SERVER"

#define LAUNCH_VERSION 2
/// The descriptor of the socket on which a server listens.
#define LAUNCH_LISTENER 3
#define LAUNCH_MOST_DESCRIPTORS 16
/// What a driver holds of an app: these go from the one that parks it to the one that takes it.
#define LAUNCH_PARKED_DESCRIPTORS 6
/// The exit status of a process that could not start a server is so much more than the outcome.
#define LAUNCH_STATUS_BASE 100

typedef enum { LaunchStartsApp, LaunchParksApp, LaunchTakesApp } LaunchTask;

/// What the driver asks for. To park an app, the first of the descriptors is for the process with whose end the app ends, too.
typedef struct {
  uint32_t version;
  uint32_t task;
  /// What a parked app is good for; never 0.
  uint64_t key;
  /// The app to park.
  int32_t process;
  uint32_t descriptors;
  uint32_t arguments;
  uint32_t variables;
  /// How many bytes the words are.
  uint32_t size;
  /// The number of each descriptor in the app.
  int32_t targets[LAUNCH_MOST_DESCRIPTORS];
} LaunchRequest;

/// What a launch, or a start of a server, came to.
typedef enum {
  LaunchIsDone,
  /// There is no more room for a process.
  LaunchCannotFork,
  LaunchCannotEnterFolder,
  LaunchCannotTakeDescriptors,
  /// The system lets no process name its arguments and variables.
  LaunchCannotTakeWords,
  /// The request makes no sense.
  LaunchIsMalformed,
  /// Something in the app starts a thread before its `main`.
  LaunchHasThreads,
  /// Something in the app opens a file before its `main`.
  LaunchHasDescriptors,
  LaunchHasNoMemory,
  /// No app is parked that is good for this.
  LaunchHasNone,
  /// The app that was parked has ended by itself.
  LaunchHasEnded,
  /// No more apps can be parked.
  LaunchHasNoRoom,
  /// The system cannot close what an app must not share.
  LaunchCannotCloseRange,
  /// A library that has no symbols may remember the number of its thread.
  LaunchCannotRenewNumber,
  /// What the server does once for all apps is not done, and would go on in each of them.
  LaunchHasUnfinishedWork
} LaunchOutcome;

/// The answer to a request.
typedef struct {
  int32_t outcome;
  /// The system's error, if there is one; of an app that has ended, its status as `waitpid` says it.
  int32_t error;
  int32_t process;
} LaunchReply;

/// How the process ended.
typedef struct {
  /// As `waitpid` says it.
  int32_t status;
  /// Whether it may have left processes behind, in its group or outside of it.
  int32_t has_left_some;
} LaunchEnd;

/// Whether an executable can be a launch server.
typedef enum {
  LaunchMarkIsMissing,
  LaunchMarkIsThere,
  /// It is built with a sanitizer, whose own threads and memory no fork can take along.
  LaunchMarkOfSanitizer
} LaunchMark;

/// Looks for the mark of a launch server in an open executable.
LaunchMark LaunchServerMark(int executable);

/// Sends a message with so many descriptors; returns 0 or the system's error.
int LaunchMessageSend(int connection, const void *bytes, size_t size, const int *descriptors, uint32_t count);

/// Receives a message of this size. Returns how many descriptors came with it, for which there must be room for one more than
/// LAUNCH_MOST_DESCRIPTORS; -1 if nothing came, or something else.
int LaunchMessageReceive(int connection, void *bytes, size_t size, int *descriptors, int flags);

/// Sends a request with its descriptors, and then its words; returns 0 or the system's error.
int LaunchServerSend(int connection, const LaunchRequest *request, const int *descriptors, const char *words);

#endif
