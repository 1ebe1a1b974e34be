#ifndef LAUNCHED_APP_H
#define LAUNCHED_APP_H

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

#endif
