#ifndef LAUNCH_PARTS_H
#define LAUNCH_PARTS_H

#include "LaunchServer.h"

#include <stdbool.h>
#include <sys/types.h>

/// Notes what a process needs for naming its own words; returns whether the system lets it.
bool LaunchedAppPrepare(void);

/// Receives a request, which comes with `more` descriptors before those of the app; returns false if it is none.
bool LaunchRequestReceive(int connection, LaunchRequest *request, int *descriptors, uint32_t more, int flags);

/// Does what every app does at its start, but for what starts a thread; nothing in an app that has no more of the scaffolding.
/// Returns false if something of it waits, and would go on in each app that is forked.
bool LaunchedAppRehearse(void);

/// Forks a process, and returns its number; 0 in the new process, whose group is its own.
pid_t LaunchedAppFork(void);

/// Waits for the end of a child.
void LaunchedAppWait(pid_t process);

/// Makes this process, which was just forked, what a spawn would have made of it, and says so. Ends it if that fails.
void LaunchedAppBegin(int connection, const LaunchRequest *request, const int *descriptors);

/// An app whose test process has ended, on a clean slate, while it waits for another. What keeps it alive are the descriptors:
/// without them it ends, and its watcher removes its files.
typedef struct {
  /// What it is good for; 0 if the app is not parked.
  uint64_t key;
  /// Becomes readable at the end of the run that may take it.
  int run;
  int held[LAUNCH_PARKED_DESCRIPTORS];
  /// When it has waited for long enough, on the clock of the system.
  int64_t end;
} ParkedApp;

/// Parks an app for so many milliseconds, with what came with the request, which may be anything.
LaunchOutcome ParkedAppPark(ParkedApp *parked, const LaunchRequest *request, const int *descriptors, int patience);

/// For how many milliseconds the app still waits; -1 if it is not parked, or if it has waited for long enough and is ended.
int ParkedAppTimeLeft(ParkedApp *parked);

/// Gives the app to the driver at the other end; ends it if nobody is there any more.
void ParkedAppGive(ParkedApp *parked, int connection, pid_t process);

/// Ends the app, if it is parked.
void ParkedAppEnd(ParkedApp *parked);

// A spare is a process that the server has forked ahead of its launch, and that has rehearsed once more: so it has pages of its
// own for the memory that a start changes, and knows the code. It has nothing of any app.

/// Its number; 0 if there is none.
pid_t SpareProcess(void);

/// Makes a spare; returns true in it, as an app, once it is launched.
bool SpareMake(void);

/// Launches the spare. Returns its number; 0 if there is none that is ready.
pid_t SpareLaunch(int connection, const LaunchRequest *request, const int *descriptors);

/// Ends the spare, if there is one.
void SpareEnd(void);

/// Looks where the libraries of this process remember the number of its one thread. Swift's mutexes tell by that number who
/// holds them, so it has to be renewed after a fork. Returns false if there are too many such places.
bool ThreadNumberFind(void);

/// Whether no library whose variables have no names holds a value that may be this number.
bool ThreadNumberIsKnown(int number);

/// Corrects, in a process that was just forked, what is remembered under the number of the parent.
void ThreadNumberRenew(int before);

#endif
