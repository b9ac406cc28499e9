// Streams (FILE) over memory of the program in instrumented code: open_memstream, and fmemopen for reading. Each has a
// file without a name. Unlike in the C library it takes a descriptor, and fmemopen reads what the memory contains when
// it is called. The pass renames a program's calls to these functions.
#include "c/machine/texts/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

off_t revisit_libc_lseek(int descriptor, off_t offset, int from);
ssize_t revisit_libc_pread(int descriptor, void* to, size_t bytes, off_t offset);
ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes);

static MachineText* make(int flags) {
  const int descriptor = (int)revisit_machine_result(revisit_file_open(revisit_file_new(S_IFREG, 0600), O_RDWR));
  return descriptor >= 0 ? (MachineText*)revisit_text_make(descriptor, flags) : NULL;
}

int revisit_text_publish(MachineText* text) {
  if (text->made == NULL)
    return 0;
  // What the program is told ends at the place of the stream.
  const size_t length = machineOpening(revisit_machine_entry(text->descriptor))->position;
  char* const memory = realloc(text->memory, length + 1);
  if (memory == NULL)
    return EOF;
  if (length != 0)
    revisit_libc_pread(text->descriptor, memory, length, 0);
  memory[length] = 0;
  text->memory = memory;
  *text->made = memory;
  *text->madeSize = length;
  return 0;
}

FILE* revisit_libc_open_memstream(char** to, size_t* size) {
  if (!revisit_machine_runs())
    return open_memstream(to, size);
  MachineText* const text = make(O_RDWR);
  if (text == NULL)
    return NULL;
  text->made = to;
  text->madeSize = size;
  return (FILE*)text;
}

FILE* revisit_libc_fmemopen(void* memory, size_t size, const char* mode) {
  if (!revisit_machine_runs())
    return fmemopen(memory, size, mode);
  const int flags = revisit_text_flags(mode);
  if (flags == -1) {
    errno = EINVAL;
    return NULL;
  }
  if (flags != O_RDONLY || memory == NULL)
    revisit_machine_stop("fmemopen of a stream that writes");
  MachineText* const text = make(O_RDONLY);
  if (text != NULL && size != 0) {
    revisit_libc_write(text->descriptor, memory, size);
    revisit_libc_lseek(text->descriptor, 0, SEEK_SET);
  }
  return (FILE*)text;
}
