// Streams (FILE) of the machine in instrumented code: opening, closing, and the buffer.
#include "c/machine/texts/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int revisit_libc_open(const char* path, int flags, ...);
int revisit_libc_close(int descriptor);
ssize_t revisit_libc_read(int descriptor, void* to, size_t bytes);
ssize_t revisit_libc_write(int descriptor, const void* from, size_t bytes);
off_t revisit_libc_lseek(int descriptor, off_t offset, int from);
int revisit_libc_vasprintf(char** to, const char* format, va_list list);

MachineText* revisit_text_lock(FILE* stream) {
  MachineText* const text = (MachineText*)stream;
  pthread_mutex_lock(&text->lock);
  if (!text->isOpen)
    revisit_machine_closed((int)(((uint64_t)stream - REVISIT_MACHINE_TEXTS) / REVISIT_MACHINE_TEXT));
  return text;
}

void revisit_text_unlock(MachineText* text) {
  pthread_mutex_unlock(&text->lock);
}

static int writeOut(MachineText* text) {
  while (text->begin < text->end) {
    const ssize_t done = revisit_libc_write(text->descriptor, text->buffer + text->begin, text->end - text->begin);
    if (done <= 0) {
      text->hasFailed = true;
      text->begin = text->end = 0;
      return EOF;
    }
    text->begin += (size_t)done;
  }
  text->begin = text->end = 0;
  return 0;
}

int revisit_text_flush(MachineText* text) {
  if (text->isWriting) {
    text->isWriting = false;
    const int result = writeOut(text);
    return revisit_text_publish(text) == 0 ? result : EOF;
  }
  const size_t ahead = text->end - text->begin + (size_t)text->backs;
  if (ahead != 0)
    revisit_libc_lseek(text->descriptor, -(off_t)ahead, SEEK_CUR); // fails if it has no position
  text->begin = text->end = 0;
  text->backs = 0;
  return revisit_text_publish(text);
}

static bool beginReading(MachineText* text) {
  if (!text->reads) {
    errno = EBADF;
    text->hasFailed = true;
    return false;
  }
  return !text->isWriting || revisit_text_flush(text) == 0;
}

// Makes sure that the buffer holds something.
static bool fill(MachineText* text) {
  if (text->begin < text->end)
    return true;
  const ssize_t got =
      revisit_libc_read(text->descriptor, text->buffer, text->buffering == _IONBF ? 1 : sizeof text->buffer);
  text->begin = 0;
  text->end = got > 0 ? (size_t)got : 0;
  text->hasEnded |= got == 0;
  text->hasFailed |= got < 0;
  return got > 0;
}

int revisit_text_get(MachineText* text) {
  if (!beginReading(text))
    return EOF;
  if (text->backs > 0)
    return text->back[--text->backs];
  return fill(text) ? text->buffer[text->begin++] : EOF;
}

int revisit_text_unget(MachineText* text, int byte) {
  if (byte == EOF || text->backs == MachineBacks || !beginReading(text))
    return EOF;
  text->back[text->backs++] = (unsigned char)byte;
  text->hasEnded = false;
  return (unsigned char)byte;
}

size_t revisit_text_read(MachineText* text, void* to, size_t bytes) {
  size_t done = 0;
  if (!beginReading(text))
    return 0;
  while (done < bytes && text->backs > 0)
    ((unsigned char*)to)[done++] = text->back[--text->backs];
  while (done < bytes && fill(text)) {
    const size_t there = text->end - text->begin, part = there < bytes - done ? there : bytes - done;
    memcpy((char*)to + done, text->buffer + text->begin, part);
    text->begin += part;
    done += part;
  }
  return done;
}

size_t revisit_text_write(MachineText* text, const void* from, size_t bytes) {
  if (!text->writes) {
    errno = EBADF;
    text->hasFailed = true;
    return 0;
  }
  if (!text->isWriting) {
    revisit_text_flush(text);
    text->isWriting = true;
  }
  size_t done = 0;
  while (done < bytes) {
    const size_t room = sizeof text->buffer - text->end, part = room < bytes - done ? room : bytes - done;
    memcpy(text->buffer + text->end, (const char*)from + done, part);
    text->end += part;
    done += part;
    if (text->end == sizeof text->buffer && done < bytes && writeOut(text) != 0)
      return 0;
  }
  const bool isDue = text->buffering == _IONBF || (text->buffering == _IOLBF && memrchr(from, '\n', bytes) != NULL);
  return isDue && writeOut(text) != 0 ? 0 : done;
}

int revisit_text_print(FILE* stream, const char* format, va_list list) {
  char* made = NULL;
  const int length = revisit_libc_vasprintf(&made, format, list);
  if (length < 0)
    return -1;
  MachineText* const text = revisit_text_lock(stream);
  const size_t done = revisit_text_write(text, made, (size_t)length);
  revisit_text_unlock(text);
  free(made);
  return done == (size_t)length ? length : -1;
}

int revisit_text_flags(const char* mode) {
  const int both = strchr(mode, '+') != NULL ? O_RDWR : 0;
  const int more = strchr(mode, 'x') != NULL ? O_EXCL : 0;
  switch (mode[0]) {
  case 'r':
    return both != 0 ? O_RDWR : O_RDONLY;
  case 'w':
    return (both != 0 ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC | more;
  case 'a':
    return (both != 0 ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND | more;
  default:
    return -1;
  }
}

// fflush of all streams finds them there.
static void list(int descriptor) {
  MachineMine* const mine = machineMine(revisit_machine_thread());
  if (mine->texts == MachineTexts)
    revisit_machine_stop("a thread opens more than 64 streams");
  __atomic_store_n(&mine->text[mine->texts], (unsigned)descriptor + 1, __ATOMIC_SEQ_CST);
  mine->texts++;
}

static void begin(MachineText* text, int descriptor, int flags) {
  text->isOpen = true;
  text->reads = (flags & O_ACCMODE) != O_WRONLY;
  text->writes = (flags & O_ACCMODE) != O_RDONLY;
  text->hasEnded = text->hasFailed = text->isWriting = false;
  text->descriptor = descriptor;
  text->buffering = _IOFBF;
  text->begin = text->end = 0;
  text->backs = 0;
  text->made = NULL;
  text->memory = NULL;
}

FILE* revisit_text_make(int descriptor, int flags) {
  MachineText* const text = (MachineText*)(REVISIT_MACHINE_TEXTS + (uint64_t)descriptor * REVISIT_MACHINE_TEXT);
  if (text->isOpen)
    revisit_machine_stop("two streams of one descriptor");
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&text->lock, &recursive);
  begin(text, descriptor, flags);
  return (FILE*)text;
}

static FILE* makeListed(int descriptor, int flags) {
  FILE* const stream = revisit_text_make(descriptor, flags);
  list(descriptor);
  return stream;
}

FILE* revisit_libc_fdopen(int descriptor, const char* mode) {
  if (!revisit_machine_runs())
    return fdopen(descriptor, mode);
  const MachineEntry entry = revisit_machine_entry(descriptor);
  if (entry.kind == MachineNothing)
    return fdopen(descriptor, mode);
  const int flags = revisit_text_flags(mode);
  if (flags == -1) {
    errno = EINVAL;
    return NULL;
  }
  const int access = entry.kind == MachineFile ? machineOpening(entry)->access & O_ACCMODE : O_RDWR;
  if (access != O_RDWR && access != (flags & O_ACCMODE)) {
    errno = EINVAL;
    return NULL;
  }
  if ((flags & O_APPEND) != 0)
    __atomic_or_fetch(&revisit_machine_shared(entry)->flags, O_APPEND, __ATOMIC_SEQ_CST);
  return makeListed(descriptor, flags);
}

FILE* revisit_libc_fopen(const char* path, const char* mode) {
  if (!revisit_machine_runs())
    return fopen(path, mode);
  const int flags = revisit_text_flags(mode);
  if (flags == -1) {
    errno = EINVAL;
    return NULL;
  }
  const int descriptor = revisit_libc_open(path, flags, 0666);
  return descriptor >= 0 ? revisit_libc_fdopen(descriptor, mode) : NULL;
}

FILE* revisit_libc_fopen64(const char* path, const char* mode) {
  return revisit_libc_fopen(path, mode);
}

int revisit_libc_fclose(FILE* stream) {
  if (!machineIsText(stream))
    return fclose(stream);
  MachineText* const text = revisit_text_lock(stream);
  int result = revisit_text_flush(text);
  text->isOpen = false;
  if (revisit_libc_close(text->descriptor) != 0)
    result = EOF;
  revisit_text_unlock(text);
  return result;
}

// The same stream of another file.
FILE* revisit_libc_freopen(const char* path, const char* mode, FILE* stream) {
  if (!machineIsText(stream))
    return freopen(path, mode, stream);
  if (path == NULL)
    revisit_machine_stop("freopen without a path");
  MachineText* const text = revisit_text_lock(stream);
  revisit_text_flush(text);
  revisit_libc_close(text->descriptor);
  const int flags = revisit_text_flags(mode), descriptor = revisit_libc_open(path, flags, 0666);
  text->isOpen = false;
  if (descriptor >= 0)
    begin(text, descriptor, flags);
  revisit_text_unlock(text);
  return descriptor >= 0 ? stream : NULL;
}

FILE* revisit_libc_tmpfile(void) {
  if (!revisit_machine_runs())
    return tmpfile();
  const int descriptor = (int)revisit_machine_result(revisit_file_open(revisit_file_new(S_IFREG, 0600), O_RDWR));
  return descriptor >= 0 ? makeListed(descriptor, O_RDWR) : NULL;
}

static int flushOne(FILE* stream) {
  MachineText* const text = (MachineText*)stream;
  pthread_mutex_lock(&text->lock);
  const int result = text->isOpen && text->isWriting ? revisit_text_flush(text) : 0;
  pthread_mutex_unlock(&text->lock);
  return result;
}

static int flushAll(void) {
  int result = 0;
  for (unsigned thread = 0; thread < REVISIT_MACHINE_CHANGERS; thread++)
    for (unsigned i = 0; i < MachineTexts; i++) {
      const unsigned number = __atomic_load_n(&machineMine(thread)->text[i], __ATOMIC_SEQ_CST);
      if (number == 0)
        break;
      if (flushOne((FILE*)(REVISIT_MACHINE_TEXTS + (number - 1) * REVISIT_MACHINE_TEXT)) != 0)
        result = EOF;
    }
  return result;
}

int revisit_libc_fflush(FILE* stream) {
  if (stream == NULL && revisit_machine_runs())
    return fflush(NULL) == 0 ? flushAll() : EOF;
  if (!machineIsText(stream))
    return fflush(stream);
  MachineText* const text = revisit_text_lock(stream);
  const int result = revisit_text_flush(text);
  revisit_text_unlock(text);
  return result;
}
