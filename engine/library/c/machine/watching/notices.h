// What inotify tells of changes of files. As long as no run has shown a watch, nobody makes notices.
#pragma once

#include "c/machine/files.h"

// Whether some run has shown a watch of inotify.
bool revisit_notices_are_needed(void);

// The following do nothing otherwise. `what`: IN_CREATE ...

// Something happens with the node at this name of a folder: those that watch the folder are told.
void revisit_notice_name(const MachineName* at, unsigned what);
// ... with the node itself: those that watch it are told.
void revisit_notice_node(unsigned node, unsigned what);
// ... by this opening: both.
void revisit_notice_opening(MachineEntry entry, unsigned what);
// The opening is one of the node at this name.
void revisit_notice_opened(MachineEntry entry, const MachineName* at);
// Its last descriptor is closed.
void revisit_notice_closed(MachineEntry entry);
// A node has one name less.
void revisit_notice_removed(const MachineName* at);
// The one name became the other one, where another node may have been.
void revisit_notice_moved(const MachineName* from, const MachineName* to);

// A descriptor of inotify: as `read` does, whether there is something, what FIONREAD tells. Nobody has it any more.
long revisit_notices_read(MachineEntry entry, void* to, size_t bytes);
unsigned revisit_notices_poll(MachineEntry entry, unsigned how);
long revisit_notices_bytes(MachineEntry entry);
void revisit_notices_end(MachineEntry entry);
