// Message queues with names, as descriptors.
#pragma once

#include "c/machine/machine.h"

// For which access it was opened (O_RDONLY ...).
int revisit_mqueue_access(MachineEntry entry);
// As revisit_machine_poll.
unsigned revisit_mqueue_poll(MachineEntry entry, unsigned events, unsigned how);
// The calling thread's process closes a descriptor of it.
void revisit_mqueue_closes(MachineEntry entry);
