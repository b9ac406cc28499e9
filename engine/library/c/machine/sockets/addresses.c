// The names of sockets, in instrumented code.
#include "c/machine/sockets/sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/un.h>

enum { MaxNames = 64, FirstPort = 32768 };

// The names that are bound. A socket that is closed keeps its row, without a place.
typedef struct Names {
  pthread_mutex_t lock;
  int count;
  int nextPort, nextHidden;
  struct {
    int place; // negative: free
    int family, type;
    MachineAddress address;
  } rows[MaxNames];
} Names;

// Processes share it.
static Names* const names = (Names*)REVISIT_MACHINE_BOUND;

_Static_assert(sizeof(Names) <= REVISIT_MACHINE_PLACES - REVISIT_MACHINE_BOUND, "the names fit into their place");

bool revisit_address_in(MachineAddress* to, const struct sockaddr* from, socklen_t bytes) {
  if (bytes > sizeof to->text || bytes < sizeof(sa_family_t))
    return false;
  memset(to, 0, sizeof *to);
  to->bytes = bytes;
  memcpy(&to->text, from, bytes);
  return true;
}

int revisit_address_out(const MachineAddress* from, struct sockaddr* to, socklen_t* bytes) {
  const socklen_t room = *bytes;
  memcpy(to, &from->text, from->bytes < room ? from->bytes : room);
  *bytes = from->bytes;
  return 0;
}

// Names of AF_UNIX that are no paths begin with a NUL.
static bool isHidden(const MachineAddress* name) {
  return name->text.ss_family == AF_UNIX && ((const struct sockaddr_un*)&name->text)->sun_path[0] == 0;
}

// Whether a socket that is bound to the first address is meant by the second one.
static bool isMeant(int family, MachineAddress* bound, MachineAddress* wanted) {
  if (machineIsInternet(family))
    return machineIsInternet(wanted->text.ss_family) && *machinePort(bound) == *machinePort(wanted);
  return bound->text.ss_family == wanted->text.ss_family && bound->bytes == wanted->bytes &&
         memcmp(&bound->text, &wanted->text, bound->bytes) == 0;
}

// The row of the name; negative: there is none. The lock is held. Ports and hidden names are those of a type.
static int rowOf(int family, int type, MachineAddress* wanted) {
  const bool anyType = !machineIsInternet(family) && !isHidden(wanted);
  for (int i = 0; i < names->count; i++)
    if (names->rows[i].place >= 0 && machineIsInternet(names->rows[i].family) == machineIsInternet(family) &&
        (anyType || names->rows[i].type == type) && isMeant(family, &names->rows[i].address, wanted))
      return i;
  return -1;
}

// A hidden name that nobody has, of five digits.
static void nameHidden(MachineAddress* name) {
  struct sockaddr_un* const to = (struct sockaddr_un*)&name->text;
  const unsigned number = (unsigned)names->nextHidden++;
  for (int i = 0; i < 5; i++)
    to->sun_path[1 + i] = "0123456789abcdef"[number >> (16 - 4 * i) & 15];
  name->bytes = offsetof(struct sockaddr_un, sun_path) + 6;
}

int revisit_address_bind(int place, MachineAddress* name) {
  MachineStream* const stream = machineStream(place);
  int problem = 0;
  pthread_mutex_lock(&names->lock);
  if (machineIsInternet(stream->family) && *machinePort(name) == 0)
    *machinePort(name) = htons((uint16_t)(FirstPort + names->nextPort++));
  if (stream->family == AF_UNIX && name->bytes == sizeof(sa_family_t))
    nameHidden(name);
  if (rowOf(stream->family, stream->type, name) >= 0)
    problem = EADDRINUSE;
  else if (names->count == MaxNames)
    revisit_machine_stop("bind: more than 64 names");
  else {
    names->rows[names->count].place = place;
    names->rows[names->count].family = stream->family;
    names->rows[names->count].type = stream->type;
    names->rows[names->count].address = *name;
    names->count++;
    stream->name = *name;
  }
  pthread_mutex_unlock(&names->lock);
  return problem;
}

int revisit_address_find(int family, int type, MachineAddress* wanted) {
  int place = machineIsInternet(family) || isHidden(wanted) ? -ECONNREFUSED : -ENOENT;
  pthread_mutex_lock(&names->lock);
  const int row = rowOf(family, type, wanted);
  if (row >= 0)
    place = names->rows[row].type == type ? names->rows[row].place : -EPROTOTYPE;
  pthread_mutex_unlock(&names->lock);
  return place;
}

void revisit_address_forget(int place) {
  pthread_mutex_lock(&names->lock);
  for (int i = 0; i < names->count; i++)
    if (names->rows[i].place == place)
      names->rows[i].place = -1;
  pthread_mutex_unlock(&names->lock);
}

void revisit_address_local(int place, const MachineAddress* interface) {
  MachineStream* const stream = machineStream(place);
  if (!machineIsInternet(stream->family) || stream->name.bytes > sizeof(sa_family_t))
    return;
  MachineAddress any = *interface;
  *machinePort(&any) = 0;
  revisit_address_bind(place, &any);
}

bool revisit_address_is_here(const MachineAddress* address) {
  if (address->text.ss_family == AF_INET) {
    const uint32_t four = ntohl(((const struct sockaddr_in*)&address->text)->sin_addr.s_addr);
    return four == INADDR_ANY || four >> 24 == 127;
  }
  const struct in6_addr* const six = &((const struct sockaddr_in6*)&address->text)->sin6_addr;
  return IN6_IS_ADDR_UNSPECIFIED(six) || IN6_IS_ADDR_LOOPBACK(six) ||
         (IN6_IS_ADDR_V4MAPPED(six) && (six->s6_addr[12] == 127 || six->s6_addr[12] == 0));
}
