// Names of hosts and services in instrumented code: numbers, the empty name and "localhost". Nobody is asked about any
// other name. The pass renames a program's calls to these functions.
#include "c/machine/machine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Found {
  struct addrinfo info;
  struct sockaddr_storage address;
} Found;

static bool portOf(const char* service, uint16_t* port) {
  char* end;
  if (service == NULL) {
    *port = 0;
    return true;
  }
  const unsigned long number = strtoul(service, &end, 10);
  *port = (uint16_t)number;
  return *service != 0 && *end == 0 && number <= UINT16_MAX;
}

// Adds an address to the front of the list.
static int add(struct addrinfo** list, int family, const void* bytes, uint16_t port, const struct addrinfo* hints) {
  Found* const found = calloc(1, sizeof *found);
  if (found == NULL)
    return EAI_MEMORY;
  if (family == AF_INET) {
    struct sockaddr_in* const to = (struct sockaddr_in*)&found->address;
    to->sin_family = AF_INET;
    to->sin_port = htons(port);
    memcpy(&to->sin_addr, bytes, sizeof to->sin_addr);
    found->info.ai_addrlen = sizeof *to;
  } else {
    struct sockaddr_in6* const to = (struct sockaddr_in6*)&found->address;
    to->sin6_family = AF_INET6;
    to->sin6_port = htons(port);
    memcpy(&to->sin6_addr, bytes, sizeof to->sin6_addr);
    found->info.ai_addrlen = sizeof *to;
  }
  found->info.ai_family = family;
  found->info.ai_socktype = hints != NULL && hints->ai_socktype != 0 ? hints->ai_socktype : SOCK_STREAM;
  found->info.ai_protocol = found->info.ai_socktype == SOCK_DGRAM ? IPPROTO_UDP : IPPROTO_TCP;
  found->info.ai_addr = (struct sockaddr*)&found->address;
  found->info.ai_next = *list;
  *list = &found->info;
  return 0;
}

int revisit_libc_getaddrinfo(const char* host, const char* service, const struct addrinfo* hints,
                             struct addrinfo** list) {
  if (!revisit_machine_runs())
    return getaddrinfo(host, service, hints, list);
  const int family = hints != NULL ? hints->ai_family : AF_UNSPEC;
  const bool passive = hints != NULL && (hints->ai_flags & AI_PASSIVE) != 0;
  const bool isLocal = host == NULL || *host == 0 || strcmp(host, "localhost") == 0;
  struct in_addr four = {htonl(host == NULL && passive ? INADDR_ANY : INADDR_LOOPBACK)};
  struct in6_addr six = IN6ADDR_LOOPBACK_INIT;
  uint16_t port;
  *list = NULL;
  if (host == NULL && service == NULL)
    return EAI_NONAME;
  if (family != AF_UNSPEC && family != AF_INET && family != AF_INET6)
    return EAI_FAMILY;
  if (!portOf(service, &port))
    return EAI_SERVICE;
  if (host == NULL && passive)
    memset(&six, 0, sizeof six);
  const bool isFour = isLocal || inet_pton(AF_INET, host, &four) == 1;
  const bool isSix = isLocal || (!isFour && inet_pton(AF_INET6, host, &six) == 1);
  if (!isFour && !isSix) {
    if (hints != NULL && (hints->ai_flags & AI_NUMERICHOST) != 0)
      return EAI_NONAME;
    revisit_machine_stop("getaddrinfo: a name that is not numeric");
  }
  int problem = 0;
  if (isSix && family != AF_INET)
    problem = add(list, AF_INET6, &six, port, hints);
  if (problem == 0 && isFour && family != AF_INET6)
    problem = add(list, AF_INET, &four, port, hints);
  return problem == 0 && *list == NULL ? EAI_NONAME : problem;
}

void revisit_libc_freeaddrinfo(struct addrinfo* list) {
  if (!revisit_machine_runs()) {
    freeaddrinfo(list);
    return;
  }
  while (list != NULL) {
    struct addrinfo* const next = list->ai_next;
    free(list);
    list = next;
  }
}

int revisit_libc_getnameinfo(const struct sockaddr* address, socklen_t bytes, char* host, socklen_t hostRoom,
                             char* service, socklen_t serviceRoom, int flags) {
  if (!revisit_machine_runs())
    return getnameinfo(address, bytes, host, hostRoom, service, serviceRoom, flags);
  const bool isFour = address->sa_family == AF_INET;
  if (!isFour && address->sa_family != AF_INET6)
    return EAI_FAMILY;
  const struct sockaddr_in* const four = (const struct sockaddr_in*)address;
  const struct sockaddr_in6* const six = (const struct sockaddr_in6*)address;
  if (host != NULL && hostRoom != 0) {
    if ((flags & NI_NUMERICHOST) == 0)
      revisit_machine_stop("getnameinfo: a name that is not numeric");
    const void* const number = isFour ? (const void*)&four->sin_addr : (const void*)&six->sin6_addr;
    if (inet_ntop(address->sa_family, number, host, hostRoom) == NULL)
      return EAI_OVERFLOW;
  }
  if (service != NULL && serviceRoom != 0)
    snprintf(service, serviceRoom, "%u", (unsigned)ntohs(four->sin_port)); // at the same place in both
  return 0;
}
