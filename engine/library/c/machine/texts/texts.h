// Streams (FILE) of the machine: a buffer in memory over a descriptor. The C library's own ones have other addresses.
#pragma once

#include "c/machine/files.h"

#include <stdarg.h>
#include <stdio.h>

enum { MachineBuffer = 4096, MachineBacks = 8 };

typedef struct MachineText {
  pthread_mutex_t lock; // recursive; flockfile
  bool isOpen, reads, writes, hasEnded, hasFailed;
  bool isWriting; // the buffer holds what is written
  int descriptor;
  int child;         // of popen: the identifier of the process
  int buffering;     // _IOFBF ...
  size_t begin, end; // in the buffer: what was read and not taken, or what is not written yet
  char** made;       // of open_memstream: where its content and its size are told
  size_t* madeSize;
  char* memory; // that it has given to the program
  int backs;    // characters that ungetc has put back, the next one last
  unsigned char back[MachineBacks];
  unsigned char buffer[MachineBuffer];
} MachineText;

static inline bool machineIsText(const FILE* stream) {
  const uint64_t at = (uint64_t)stream;
  return at >= REVISIT_MACHINE_TEXTS && at < REVISIT_MACHINE_TEXTS + REVISIT_MACHINE_TEXTS_BYTES;
}

// A stream of this descriptor, which has none; `flags` as for open. fflush(NULL) does not find it.
FILE* revisit_text_make(int descriptor, int flags);
// The flags of open for a mode of fopen; -1: it is none.
int revisit_text_flags(const char* mode);
// Of open_memstream: tells the program what was written. Others: nothing. 0, or EOF without memory.
int revisit_text_publish(MachineText* text);

// Locks the stream. Its use after it was closed is an error of the program.
MachineText* revisit_text_lock(FILE* stream);
void revisit_text_unlock(MachineText* text);

// For those that have locked it. Numbers of bytes; less than wanted at the end, or if the call fails.
size_t revisit_text_read(MachineText* text, void* to, size_t bytes);
size_t revisit_text_write(MachineText* text, const void* from, size_t bytes);
int revisit_text_get(MachineText* text); // EOF at the end
int revisit_text_unget(MachineText* text, int byte);
// Writes what is not written yet, and gives back what was read in advance: 0, or EOF.
int revisit_text_flush(MachineText* text);

// Like fprintf. The stream is not locked.
int revisit_text_print(FILE* stream, const char* format, va_list list);
