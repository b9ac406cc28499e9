// Files with unknown content, in instrumented code. Apart from the others, since it contains unknown inputs.
#include "../files.h"

#include <fcntl.h>
#include <revisit.h>
#include <stdio.h>

int revisit_libc_open(const char* path, int flags, ...);
int revisit_libc_close(int descriptor);
ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes);

enum { MachineUnknownBytes = 4096 };

// Each byte is an input of its own, so that a witness shows the content.
void revisit_unknown_file(const char* path, size_t size) {
  if (!revisit_machine_runs())
    return;
  if (size > MachineUnknownBytes)
    revisit_machine_stop("an unknown file of more than 4 KiB");
  const int file = revisit_libc_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0)
    revisit_machine_stop("a file that is to be unknown cannot be made");
  unsigned char content[MachineUnknownBytes];
  for (size_t i = 0; i < size; i++) {
    char name[MachinePathBytes + 32];
    snprintf(name, sizeof name, "%s[%zu]", path, i);
    content[i] = revisit_nondet_uchar(name);
  }
  if (size != 0)
    revisit_libc_write(file, content, size);
  revisit_libc_close(file);
}
