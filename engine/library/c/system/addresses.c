// Texts of network addresses in instrumented code: the memory may be shared. The pass renames a program's calls to
// these functions, except for calls in this file.
#include <arpa/inet.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

enum { Room = 64 }; // longer than any address

// Texts that are no address because they are too long are cut there.
static void take(char* to, const char* text) {
  size_t length = 0;
  for (; length + 1 < Room && text[length] != 0; ++length)
    to[length] = text[length];
  to[length] = 0;
}

static size_t bytesOf(int family) {
  return family == AF_INET ? sizeof(struct in_addr) : family == AF_INET6 ? sizeof(struct in6_addr) : 0;
}

int revisit_libc_inet_pton(int family, const char* text, void* to) {
  char copy[Room];
  unsigned char address[sizeof(struct in6_addr)];
  take(copy, text);
  const int result = inet_pton(family, copy, address);
  for (size_t i = 0; result == 1 && i < bytesOf(family); ++i)
    ((unsigned char*)to)[i] = address[i];
  return result;
}

const char* revisit_libc_inet_ntop(int family, const void* from, char* to, socklen_t size) {
  unsigned char address[sizeof(struct in6_addr)] = {0};
  char text[Room];
  for (size_t i = 0; i < bytesOf(family); ++i)
    address[i] = ((const unsigned char*)from)[i];
  if (inet_ntop(family, address, text, sizeof text) == NULL)
    return NULL;
  size_t length = 0;
  while (text[length] != 0)
    ++length;
  if (length >= size) {
    errno = ENOSPC;
    return NULL;
  }
  for (size_t i = 0; i <= length; ++i)
    to[i] = text[i];
  return to;
}

int revisit_libc_inet_aton(const char* text, struct in_addr* to) {
  char copy[Room];
  struct in_addr address;
  take(copy, text);
  const int result = inet_aton(copy, &address);
  if (result != 0)
    *to = address;
  return result;
}

in_addr_t revisit_libc_inet_addr(const char* text) {
  struct in_addr address;
  return revisit_libc_inet_aton(text, &address) != 0 ? address.s_addr : INADDR_NONE;
}

// One result for all threads.
char* revisit_libc_inet_ntoa(struct in_addr address) {
  static char text[INET_ADDRSTRLEN];
  return (char*)revisit_libc_inet_ntop(AF_INET, &address, text, sizeof text);
}
