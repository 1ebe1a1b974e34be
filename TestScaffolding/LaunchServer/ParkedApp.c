#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

// What the server does is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

LaunchOutcome ParkedAppPark(ParkedApp *parked, const LaunchRequest *request, const int *descriptors, int patience) {
  if (parked->key != 0 || request->key == 0 || request->descriptors != 1 + LAUNCH_PARKED_DESCRIPTORS)
    return LaunchIsMalformed;
  parked->key = request->key;
  parked->run = descriptors[0];
  memcpy(parked->held, descriptors + 1, sizeof parked->held);
  parked->end = milliseconds() + patience;
  return LaunchIsDone;
}

int ParkedAppTimeLeft(ParkedApp *parked) {
  if (parked->key == 0) return -1;
  int64_t left = parked->end - milliseconds();
  if (left <= 0) ParkedAppEnd(parked);
  return left > 0 ? (int)left : -1;
}

void ParkedAppGive(ParkedApp *parked, int connection, pid_t process) {
  LaunchReply reply = {LaunchIsDone, 0, process};
  LaunchMessageSend(connection, &reply, sizeof reply, parked->held, LAUNCH_PARKED_DESCRIPTORS);
  ParkedAppEnd(parked);
}

void ParkedAppEnd(ParkedApp *parked) {
  if (parked->key == 0) return;
  parked->key = 0;
  close(parked->run);
  for (int one = 0; one < LAUNCH_PARKED_DESCRIPTORS; one++) close(parked->held[one]);
}

#pragma clang attribute pop
#endif
