#ifndef PARKED_APP_H
#define PARKED_APP_H

#include "LaunchServer.h"

#include <stdbool.h>
#include <sys/types.h>

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

#endif
