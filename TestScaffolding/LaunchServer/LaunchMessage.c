#ifdef DEBUG
#define _GNU_SOURCE
#include "LaunchParts.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// What the server says is no coverage of the app.
#pragma clang attribute push(__attribute__((no_profile_instrument_function)), apply_to = function)

enum { RoomForDescriptors = CMSG_SPACE((LAUNCH_MOST_DESCRIPTORS + 1) * sizeof(int)) };

int LaunchMessageSend(int connection, const void *bytes, size_t size, const int *descriptors, uint32_t count) {
  char room[RoomForDescriptors] __attribute__((aligned(8)));
  memset(room, 0, sizeof room);
  struct iovec part = {(void *)bytes, size};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (count > 0) {
    message.msg_control = room;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, count * sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(connection, &message, MSG_NOSIGNAL);
  while (sent == -1 && errno == EINTR);
  if (sent == -1) return errno;
  return sent == (ssize_t)size ? 0 : EMSGSIZE;
}

int LaunchMessageReceive(int connection, void *bytes, size_t size, int *descriptors, int flags) {
  char room[RoomForDescriptors] __attribute__((aligned(8)));
  struct iovec part = {bytes, size};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  // Not all of the room: with its padding, the kernel would take it for that of one more.
  message.msg_controllen = CMSG_LEN((LAUNCH_MOST_DESCRIPTORS + 1) * sizeof(int));
  ssize_t received = recvmsg(connection, &message, MSG_CMSG_CLOEXEC | flags);
  if (received <= 0) return -1;
  int count = 0;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
    count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(descriptors, CMSG_DATA(head), (size_t)count * sizeof(int));
  }
  if (received == (ssize_t)size && !(message.msg_flags & MSG_CTRUNC)) return count;
  for (int one = 0; one < count; one++) close(descriptors[one]);
  return -1;
}

bool LaunchRequestReceive(int connection, LaunchRequest *request, int *descriptors, uint32_t more, int flags) {
  int count = LaunchMessageReceive(connection, request, sizeof *request, descriptors, flags);
  if (count < 0) return false;
  bool is_whole = request->version == LAUNCH_VERSION && request->descriptors + more == (uint32_t)count &&
                  request->descriptors <= LAUNCH_MOST_DESCRIPTORS && request->size < (1u << 27);
  for (int one = 0; !is_whole && one < count; one++) close(descriptors[one]);
  return is_whole;
}

#pragma clang attribute pop
#endif
