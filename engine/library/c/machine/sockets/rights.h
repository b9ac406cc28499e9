// Descriptors in messages (SCM_RIGHTS) of sockets of AF_UNIX. They belong to units of the stream: to a message, or to
// the bytes of one call, of which whoever receives the first one gets them.
#pragma once

#include "c/machine/sockets/sockets.h"

enum { MachineRightsOfCall = 253 };
// What one call sends, or has received.
typedef struct MachineRights {
  size_t count;
  MachineEntry entries[MachineRightsOfCall];
} MachineRights;

// What the message carries, with a reference each: 0, or a negative error number.
long revisit_rights_in(const struct msghdr* message, bool isUnix, MachineRights* rights);
// Nobody gets them any more.
void revisit_rights_drop(MachineRights* rights);
// Gives them to the process, in the message's room for control data. Returns flags of the message.
int revisit_rights_out(MachineRights* rights, struct msghdr* message, int flags);

// From now on the calling thread sends these with its next units, or receives into them; null: nothing.
void revisit_rights_send(MachineRights* rights);
void revisit_rights_receive(MachineRights* rights);

// The calling thread puts units into the stream, from `at` on; it has done so with that many of them (at most 0: with
// none). The lock of the stream's writers is held.
void revisit_rights_begin(MachineStream* stream, size_t at, size_t units);
void revisit_rights_finish(MachineStream* stream, long units);
// How many of these units a call may take at most that begins there: it gets the descriptors of one call only.
size_t revisit_rights_limit(MachineStream* stream, size_t at, size_t units);
// The calling thread has taken these units.
void revisit_rights_take(MachineStream* stream, size_t at, size_t units);
// Nobody receives from the stream any more.
void revisit_rights_end(MachineStream* stream);
// Whether some run has shown such a message. Otherwise the last five have nothing to do.
bool revisit_rights_are_needed(void);
