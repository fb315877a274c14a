/* Messages between parent and child over a socket, whole or not at all. */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <sys/socket.h>

/* False: the other side has ended. */
static inline bool channel_send(int channel, const void *data, size_t length) {
  const char *bytes = data;
  while (length > 0) {
    const ssize_t sent = send(channel, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

static inline bool channel_receive(int channel, void *data, size_t length) {
  char *bytes = data;
  while (length > 0) {
    const ssize_t received = recv(channel, bytes, length, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    bytes += received;
    length -= (size_t)received;
  }
  return true;
}
