#ifndef THREAD_NUMBER_H
#define THREAD_NUMBER_H

#include <stdbool.h>

/// Looks where the libraries of this process remember the number of its one thread. Swift's mutexes tell by that number who
/// holds them, so it has to be renewed after a fork. Returns false if there are too many such places.
bool ThreadNumberFind(void);

/// Whether no library whose variables have no names holds a value that may be this number.
bool ThreadNumberIsKnown(int number);

/// Corrects, in a process that was just forked, what is remembered under the number of the parent.
void ThreadNumberRenew(int before);

#endif
