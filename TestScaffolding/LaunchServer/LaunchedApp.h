#ifndef LAUNCHED_APP_H
#define LAUNCHED_APP_H

#include "LaunchServer.h"

#include <stdbool.h>

/// Notes what a process needs for naming its own words; returns whether the system lets it.
bool LaunchedAppPrepare(void);

/// Corrects, in a process that was just forked, what libraries remember of its one thread under the number of the parent.
/// Swift's mutexes tell by that number who holds them.
void LaunchedAppRenewNumber(int before);

/// Makes this process, which was just forked, what a spawn would have made of it, and says so. Ends it if that fails.
void LaunchedAppBegin(int connection, const LaunchRequest *request, const int *descriptors);

#endif
