// Calls on streams (FILE) in instrumented code. The pass renames a program's calls to these functions; streams of the
// C library are the runtime's.
#include "c/machine/texts/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

off_t revisit_libc_lseek(int descriptor, off_t offset, int from);
int revisit_libc_fcntl(int descriptor, int command, ...);
int revisit_libc_fflush(FILE* stream);
void revisit_touch(const void* bytes, size_t count);
void revisit_touch_text(const char* text);

size_t revisit_libc_fread(void* to, size_t size, size_t count, FILE* stream) {
  if (!machineIsText(stream))
    return fread(to, size, count, stream);
  if (size == 0 || count == 0)
    return 0;
  MachineText* const text = revisit_text_lock(stream);
  const size_t done = revisit_text_read(text, to, size * count) / size;
  revisit_text_unlock(text);
  return done;
}

size_t revisit_libc_fwrite(const void* bytes, size_t size, size_t count, FILE* to) {
  revisit_machine_unsafe("fwrite");
  if (!machineIsText(to)) {
    revisit_touch(bytes, size * count);
    return fwrite(bytes, size, count, to);
  }
  if (size == 0 || count == 0)
    return 0;
  MachineText* const text = revisit_text_lock(to);
  const size_t done = revisit_text_write(text, bytes, size * count) / size;
  revisit_text_unlock(text);
  return done;
}

int revisit_libc_fputs(const char* bytes, FILE* to) {
  revisit_machine_unsafe("fputs");
  if (machineIsText(to)) {
    const size_t length = strlen(bytes);
    return revisit_libc_fwrite(bytes, 1, length, to) == length ? 1 : EOF;
  }
  revisit_touch_text(bytes);
  return fputs(bytes, to);
}

int revisit_libc_fgetc(FILE* stream) {
  if (!machineIsText(stream))
    return fgetc(stream);
  MachineText* const text = revisit_text_lock(stream);
  const int byte = revisit_text_get(text);
  revisit_text_unlock(text);
  return byte;
}
int revisit_libc_getc(FILE* stream) {
  return revisit_libc_fgetc(stream);
}
int revisit_libc_getc_unlocked(FILE* stream) {
  return revisit_libc_fgetc(stream);
}

int revisit_libc_fputc(int byte, FILE* stream) {
  if (!machineIsText(stream))
    return fputc(byte, stream);
  const unsigned char one = (unsigned char)byte;
  return revisit_libc_fwrite(&one, 1, 1, stream) == 1 ? one : EOF;
}
int revisit_libc_putc(int byte, FILE* stream) {
  return revisit_libc_fputc(byte, stream);
}
int revisit_libc_putc_unlocked(int byte, FILE* stream) {
  return revisit_libc_fputc(byte, stream);
}

int revisit_libc_ungetc(int byte, FILE* stream) {
  if (!machineIsText(stream))
    return ungetc(byte, stream);
  MachineText* const text = revisit_text_lock(stream);
  const int result = revisit_text_unget(text, byte);
  revisit_text_unlock(text);
  return result;
}

char* revisit_libc_fgets(char* to, int room, FILE* stream) {
  if (!machineIsText(stream))
    return fgets(to, room, stream);
  MachineText* const text = revisit_text_lock(stream);
  int length = 0, byte = 0;
  while (length + 1 < room && byte != '\n' && (byte = revisit_text_get(text)) != EOF)
    to[length++] = (char)byte;
  revisit_text_unlock(text);
  if (length == 0)
    return NULL;
  to[length] = 0;
  return to;
}

ssize_t revisit_libc_getdelim(char** line, size_t* room, int last, FILE* stream) {
  if (!machineIsText(stream))
    return getdelim(line, room, last, stream);
  MachineText* const text = revisit_text_lock(stream);
  size_t length = 0;
  int byte = EOF;
  do {
    if (*line == NULL || length + 2 > *room) {
      *room = *line == NULL || *room < 60 ? 120 : 2 * *room;
      *line = realloc(*line, *room);
    }
    byte = revisit_text_get(text);
    if (byte != EOF)
      (*line)[length++] = (char)byte;
  } while (byte != EOF && byte != last);
  (*line)[length] = 0;
  revisit_text_unlock(text);
  return length != 0 ? (ssize_t)length : -1;
}
ssize_t revisit_libc_getline(char** line, size_t* room, FILE* stream) {
  return machineIsText(stream) ? revisit_libc_getdelim(line, room, '\n', stream) : getline(line, room, stream);
}

int revisit_libc_fseeko(FILE* stream, off_t offset, int from) {
  if (!machineIsText(stream))
    return fseeko(stream, offset, from);
  MachineText* const text = revisit_text_lock(stream);
  const int flushed = revisit_text_flush(text);
  const off_t at = flushed == 0 ? revisit_libc_lseek(text->descriptor, offset, from) : -1;
  if (at >= 0)
    text->hasEnded = false;
  revisit_text_unlock(text);
  return at >= 0 ? 0 : -1;
}
int revisit_libc_fseek(FILE* stream, long offset, int from) {
  return revisit_libc_fseeko(stream, offset, from);
}
int revisit_libc_fseeko64(FILE* stream, off_t offset, int from) {
  return revisit_libc_fseeko(stream, offset, from);
}

// What an appending stream has not written yet will be at the end.
off_t revisit_libc_ftello(FILE* stream) {
  if (!machineIsText(stream))
    return ftello(stream);
  MachineText* const text = revisit_text_lock(stream);
  const bool appends = text->isWriting && (revisit_libc_fcntl(text->descriptor, F_GETFL) & O_APPEND) != 0;
  const off_t at = revisit_libc_lseek(text->descriptor, 0, appends ? SEEK_END : SEEK_CUR);
  const off_t inBuffer = (off_t)(text->end - text->begin);
  const off_t result = at < 0 ? at : text->isWriting ? at + inBuffer : at - inBuffer - text->backs;
  revisit_text_unlock(text);
  return result;
}
long revisit_libc_ftell(FILE* stream) {
  return revisit_libc_ftello(stream);
}
off_t revisit_libc_ftello64(FILE* stream) {
  return revisit_libc_ftello(stream);
}

int revisit_libc_fgetpos(FILE* stream, fpos_t* to) {
  if (!machineIsText(stream))
    return fgetpos(stream, to);
  const off_t at = revisit_libc_ftello(stream);
  memset(to, 0, sizeof *to);
  memcpy(to, &at, sizeof at);
  return at < 0 ? -1 : 0;
}
int revisit_libc_fsetpos(FILE* stream, const fpos_t* from) {
  if (!machineIsText(stream))
    return fsetpos(stream, from);
  off_t at;
  memcpy(&at, from, sizeof at);
  return revisit_libc_fseeko(stream, at, SEEK_SET);
}

void revisit_libc_rewind(FILE* stream) {
  if (!machineIsText(stream)) {
    rewind(stream);
    return;
  }
  revisit_libc_fseeko(stream, 0, SEEK_SET);
  MachineText* const text = revisit_text_lock(stream);
  text->hasFailed = false;
  revisit_text_unlock(text);
}

int revisit_libc_feof(FILE* stream) {
  if (!machineIsText(stream))
    return feof(stream);
  MachineText* const text = revisit_text_lock(stream);
  const int result = text->hasEnded;
  revisit_text_unlock(text);
  return result;
}

int revisit_libc_ferror(FILE* stream) {
  if (!machineIsText(stream))
    return ferror(stream);
  MachineText* const text = revisit_text_lock(stream);
  const int result = text->hasFailed;
  revisit_text_unlock(text);
  return result;
}

void revisit_libc_clearerr(FILE* stream) {
  if (!machineIsText(stream)) {
    clearerr(stream);
    return;
  }
  MachineText* const text = revisit_text_lock(stream);
  text->hasFailed = text->hasEnded = false;
  revisit_text_unlock(text);
}

int revisit_libc_fileno(FILE* stream) {
  if (!machineIsText(stream))
    return fileno(stream);
  MachineText* const text = revisit_text_lock(stream);
  const int result = text->descriptor;
  revisit_text_unlock(text);
  return result;
}

// Those that do not lock: the same here, so that a race on the stream itself is not found.
size_t revisit_libc_fread_unlocked(void* to, size_t size, size_t count, FILE* stream) {
  return revisit_libc_fread(to, size, count, stream);
}
size_t revisit_libc_fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* to) {
  return revisit_libc_fwrite(bytes, size, count, to);
}
int revisit_libc_fputs_unlocked(const char* bytes, FILE* to) {
  return revisit_libc_fputs(bytes, to);
}
int revisit_libc_fgetc_unlocked(FILE* stream) {
  return revisit_libc_fgetc(stream);
}
int revisit_libc_fputc_unlocked(int byte, FILE* stream) {
  return revisit_libc_fputc(byte, stream);
}
char* revisit_libc_fgets_unlocked(char* to, int room, FILE* stream) {
  return revisit_libc_fgets(to, room, stream);
}
int revisit_libc_feof_unlocked(FILE* stream) {
  return revisit_libc_feof(stream);
}
int revisit_libc_ferror_unlocked(FILE* stream) {
  return revisit_libc_ferror(stream);
}
void revisit_libc_clearerr_unlocked(FILE* stream) {
  revisit_libc_clearerr(stream);
}
int revisit_libc_fileno_unlocked(FILE* stream) {
  return revisit_libc_fileno(stream);
}
int revisit_libc_fflush_unlocked(FILE* stream) {
  return revisit_libc_fflush(stream);
}

void revisit_libc_flockfile(FILE* stream) {
  if (machineIsText(stream))
    revisit_text_lock(stream);
  else
    flockfile(stream);
}
void revisit_libc_funlockfile(FILE* stream) {
  if (machineIsText(stream))
    revisit_text_unlock((MachineText*)stream);
  else
    funlockfile(stream);
}

// The buffer always has the same size, and is the machine's.
int revisit_libc_setvbuf(FILE* stream, char* buffer, int mode, size_t bytes) {
  if (!machineIsText(stream))
    return setvbuf(stream, buffer, mode, bytes);
  MachineText* const text = revisit_text_lock(stream);
  text->buffering = mode;
  revisit_text_unlock(text);
  return 0;
}
void revisit_libc_setbuf(FILE* stream, char* buffer) {
  if (machineIsText(stream))
    revisit_libc_setvbuf(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, BUFSIZ);
  else
    setbuf(stream, buffer);
}
void revisit_libc_setlinebuf(FILE* stream) {
  if (machineIsText(stream))
    revisit_libc_setvbuf(stream, NULL, _IOLBF, 0);
  else
    setlinebuf(stream);
}
