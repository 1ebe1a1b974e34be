#ifndef SPARE_H
#define SPARE_H

#include "LaunchServer.h"

#include <stdbool.h>
#include <sys/types.h>

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

#endif
