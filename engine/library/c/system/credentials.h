// Who the process is: its users and groups.
#pragma once

#include <stdbool.h>

// Whether the user that the process is may do this (R_OK ...) with a file that belongs to these, by its permissions: 0,
// or a negative error number.
long revisit_user_may(unsigned user, unsigned group, unsigned mode, bool isFolder, int how);
// Whether the process still has the user and group ids that it began with.
bool revisit_user_is_first(void);
// The new process, which does not run yet, is who the calling thread's process is.
void revisit_user_copy(unsigned process);
