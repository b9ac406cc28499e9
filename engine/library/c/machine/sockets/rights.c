// Descriptors in messages, in instrumented code.
#include "c/machine/sockets/rights.h"

#include <errno.h>
#include <string.h>

enum { MostCalls = 40, MostEntries = 160 };

typedef struct Carried {
  size_t at, end; // units
  unsigned first, count;
  bool isTaken;
} Carried;

// In the place of a socket, where a set has its watches.
typedef struct Carriage {
  pthread_mutex_t lock;
  unsigned calls, entries;
  Carried carried[MostCalls];
  MachineEntry entry[MostEntries];
} Carriage;

_Static_assert(sizeof(Carriage) <= REVISIT_MACHINE_CONTENT - REVISIT_MACHINE_SET, "what a socket carries has room");

static __thread MachineRights *sends, *receives;

static Carriage* carriageOf(MachineStream* stream) {
  return (Carriage*)((char*)stream + REVISIT_MACHINE_SET);
}

// For revisit_machine_need.
static const void* need(void) {
  return (const void*)REVISIT_MACHINE_RIGHTS_NEEDED;
}

bool revisit_rights_are_needed(void) {
  return revisit_machine_is_needed(need()) != 0;
}

static long hold(int descriptor, MachineRights* rights) {
  if (descriptor >= 0 && descriptor <= 2)
    revisit_machine_stop("sendmsg: standard input or output in a message (SCM_RIGHTS)");
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return -EBADF;
  if (rights->count == MachineRightsOfCall)
    return -EINVAL;
  __atomic_add_fetch(&revisit_machine_shared(entry)->references, 1, __ATOMIC_SEQ_CST);
  rights->entries[rights->count++] = entry;
  return 0;
}

// The part of the control data behind this one.
struct cmsghdr* revisit_libc___cmsg_nxthdr(struct msghdr* message, struct cmsghdr* part) {
  char* const end = (char*)message->msg_control + message->msg_controllen;
  char* const next = (char*)part + CMSG_ALIGN(part->cmsg_len);
  if (part->cmsg_len < sizeof *part || next + sizeof *part > end)
    return NULL;
  return next + ((struct cmsghdr*)next)->cmsg_len > end ? NULL : (struct cmsghdr*)next;
}

long revisit_rights_in(const struct msghdr* message, bool isUnix, MachineRights* rights) {
  long problem = 0;
  rights->count = 0;
  if (message->msg_controllen == 0 || message->msg_control == NULL)
    return 0;
  for (struct cmsghdr* part = CMSG_FIRSTHDR(message); part != NULL && problem == 0;
       part = revisit_libc___cmsg_nxthdr((struct msghdr*)message, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_CREDENTIALS)
      revisit_machine_stop("sendmsg: credentials in a message (SCM_CREDENTIALS)");
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
      revisit_machine_stop("sendmsg: ancillary data");
    const size_t count = isUnix ? (part->cmsg_len - CMSG_LEN(0)) / sizeof(int) : 0;
    for (size_t i = 0; i < count && problem == 0; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(part) + i * sizeof descriptor, sizeof descriptor);
      problem = hold(descriptor, rights);
    }
  }
  if (problem != 0)
    revisit_rights_drop(rights);
  if (rights->count != 0)
    revisit_machine_need(need());
  return problem;
}

void revisit_rights_drop(MachineRights* rights) {
  for (size_t i = 0; i < rights->count; i++)
    revisit_machine_end_reference(rights->entries[i]);
  rights->count = 0;
}

int revisit_rights_out(MachineRights* rights, struct msghdr* message, int flags) {
  const size_t room = message->msg_control != NULL && message->msg_controllen >= CMSG_LEN(0)
                          ? message->msg_controllen - CMSG_LEN(0)
                          : 0;
  const size_t most = room / sizeof(int);
  const size_t count = rights->count < most ? rights->count : most;
  message->msg_controllen = 0;
  if (count != 0) {
    struct cmsghdr* const part = message->msg_control;
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(count * sizeof(int));
    for (size_t i = 0; i < count; i++) {
      const int descriptor = revisit_machine_give(rights->entries[i], 0);
      if (descriptor < 0)
        revisit_machine_stop("recvmsg: more descriptors than are followed");
      if ((flags & MSG_CMSG_CLOEXEC) != 0)
        revisit_machine_closes(descriptor, true);
      memcpy(CMSG_DATA(part) + i * sizeof descriptor, &descriptor, sizeof descriptor);
    }
    message->msg_controllen =
        room + CMSG_LEN(0) < CMSG_SPACE(count * sizeof(int)) ? room + CMSG_LEN(0) : CMSG_SPACE(count * sizeof(int));
  }
  const int lost = count < rights->count ? MSG_CTRUNC : 0;
  for (size_t i = count; i < rights->count; i++)
    revisit_machine_end_reference(rights->entries[i]);
  rights->count = 0;
  return lost;
}

void revisit_rights_send(MachineRights* rights) {
  sends = rights;
}
void revisit_rights_receive(MachineRights* rights) {
  receives = rights;
}

void revisit_rights_begin(MachineStream* stream, size_t at, size_t units) {
  if (!revisit_rights_are_needed() || sends == NULL || sends->count == 0)
    return;
  Carriage* const carriage = carriageOf(stream);
  pthread_mutex_lock(&carriage->lock);
  if (carriage->calls == MostCalls || carriage->entries + sends->count > MostEntries)
    revisit_machine_stop("more than 40 messages with descriptors, or 160 descriptors, go through a socket");
  carriage->carried[carriage->calls++] = (Carried){at, at + units, carriage->entries, (unsigned)sends->count, false};
  memcpy(&carriage->entry[carriage->entries], sends->entries, sends->count * sizeof sends->entries[0]);
  carriage->entries += (unsigned)sends->count;
  pthread_mutex_unlock(&carriage->lock);
}

void revisit_rights_finish(MachineStream* stream, long units) {
  if (!revisit_rights_are_needed() || sends == NULL || sends->count == 0)
    return;
  Carriage* const carriage = carriageOf(stream);
  pthread_mutex_lock(&carriage->lock);
  Carried* const last = &carriage->carried[carriage->calls - 1];
  if (units > 0) {
    last->end = last->at + (size_t)units;
    sends->count = 0;
  } else {
    carriage->calls--;
    carriage->entries -= last->count;
  }
  pthread_mutex_unlock(&carriage->lock);
}

size_t revisit_rights_limit(MachineStream* stream, size_t at, size_t units) {
  Carriage* const carriage = carriageOf(stream);
  pthread_mutex_lock(&carriage->lock);
  for (unsigned i = 0; i < carriage->calls; i++) {
    const Carried* const carried = &carriage->carried[i];
    if (!carried->isTaken && carried->end > at && carried->end - at < units)
      units = carried->end - at;
  }
  pthread_mutex_unlock(&carriage->lock);
  return units;
}

void revisit_rights_take(MachineStream* stream, size_t at, size_t units) {
  if (!revisit_rights_are_needed())
    return;
  MachineRights unwanted = {.count = 0};
  MachineRights* const to = receives != NULL ? receives : &unwanted;
  Carriage* const carriage = carriageOf(stream);
  pthread_mutex_lock(&carriage->lock);
  for (unsigned i = 0; i < carriage->calls; i++) {
    Carried* const carried = &carriage->carried[i];
    if (carried->isTaken || carried->at < at || carried->at >= at + units)
      continue;
    carried->isTaken = true;
    for (unsigned j = 0; j < carried->count; j++)
      to->entries[to->count++] = carriage->entry[carried->first + j];
  }
  pthread_mutex_unlock(&carriage->lock);
  revisit_rights_drop(&unwanted);
}

void revisit_rights_end(MachineStream* stream) {
  revisit_rights_take(stream, 0, SIZE_MAX);
}
