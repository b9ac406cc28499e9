// Streams (FILE) over memory of the program in instrumented code: open_memstream and fmemopen. Each has a file without
// a name, whose content is the program's after every flush. Unlike in the C library it takes a descriptor. The pass
// renames a program's calls to these functions.
#include "texts.h"

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
  if (text->made == NULL && text->given == NULL)
    return 0;
  const MachineOpening* const opening = machineOpening(revisit_machine_entry(text->descriptor));
  // What open_memstream tells ends at the place of the stream.
  const size_t length = text->made != NULL ? opening->position : (size_t)revisit_file_size(opening->node);
  const size_t room = text->made != NULL ? length + 1 : text->givenSize;
  const size_t bytes = length < room ? length : room;
  if (text->made != NULL) {
    *text->made = realloc(*text->made, room);
    *text->madeSize = length;
  }
  char* const to = text->made != NULL ? *text->made : text->given;
  if (bytes != 0)
    revisit_libc_pread(text->descriptor, to, bytes, 0);
  if (bytes < room)
    to[bytes] = 0;
  if (bytes == length)
    return 0;
  text->hasFailed = true;
  errno = ENOSPC;
  return EOF;
}

FILE* revisit_libc_open_memstream(char** to, size_t* size) {
  if (!revisit_machine_runs())
    return open_memstream(to, size);
  MachineText* const text = make(O_RDWR);
  if (text == NULL)
    return NULL;
  *to = NULL;
  text->made = to;
  text->madeSize = size;
  revisit_text_publish(text);
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
  MachineText* const text = make(flags & O_ACCMODE);
  if (text == NULL || memory == NULL)
    return (FILE*)text;
  const size_t length = (flags & O_TRUNC) != 0 ? 0 : (flags & O_APPEND) != 0 ? strnlen(memory, size) : size;
  if (length != 0)
    revisit_libc_write(text->descriptor, memory, length);
  if ((flags & O_APPEND) == 0)
    revisit_libc_lseek(text->descriptor, 0, SEEK_SET);
  if (text->writes) {
    text->given = memory;
    text->givenSize = size;
    if ((flags & O_TRUNC) != 0)
      revisit_text_publish(text);
  }
  return (FILE*)text;
}
