/* The machine around the program: what stands for the descriptors that its threads open. The library that is compiled
 * into the program (library/c/machine) implements the system's calls on memory at this place and on the objects of the
 * runtime, which orders them as events. Zero at the start of every run. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define REVISIT_MACHINE_ADDRESS 0x1d0000000000ull
/* Descriptors, and what they stand for, are numbered from 0. Each number has a place of this many bytes. */
#define REVISIT_MACHINE_NUMBERS 1024
#define REVISIT_MACHINE_ENTRY 64ull                                  /* of the table of descriptors */
#define REVISIT_MACHINE_BOUND (REVISIT_MACHINE_ADDRESS + 0x80000ull) /* the names of sockets */
#define REVISIT_MACHINE_PLACES (REVISIT_MACHINE_ADDRESS + 0x100000ull)
#define REVISIT_MACHINE_STRIDE 0x100000ull
/* At the beginning of a place: objects of the runtime, of which one is in use. Their addresses tell what they are. */
enum {
  REVISIT_MACHINE_PIPE,
  REVISIT_MACHINE_COUNTER,
  REVISIT_MACHINE_SOCKET,
  REVISIT_MACHINE_LISTENER,
  REVISIT_MACHINE_CHILD, /* a process: the bytes of its status, once it has ended */
  REVISIT_MACHINE_OBJECTS
};
#define REVISIT_MACHINE_SET 4096ull     /* in a place: the watches of a set */
#define REVISIT_MACHINE_OPENING 2048ull /* in a place: the opening of a file */
#define REVISIT_MACHINE_CONTENT 8192ull /* in a place: what goes through its stream */

/* Files: what all share, what each thread has, what names stand for, nodes, and contents of those that are written. */
#define REVISIT_MACHINE_FILES (REVISIT_MACHINE_ADDRESS + 0x100000000ull)
/* A thread's first 8 bytes are 0 as long as it has changed nothing. */
#define REVISIT_MACHINE_MINE (REVISIT_MACHINE_FILES + 0x10000ull)
#define REVISIT_MACHINE_MINE_STRIDE 0x10000ull
#define REVISIT_MACHINE_CHANGERS 25u /* threads that may change files: those with the lowest numbers */
/* Watches of files (inotify). */
#define REVISIT_MACHINE_WATCHING (REVISIT_MACHINE_FILES + 0x1000ull)
#define REVISIT_MACHINE_WATCHING_BYTES 0x3000ull
/* A word for revisit_machine_need: descriptors in messages. */
#define REVISIT_MACHINE_RIGHTS_NEEDED (REVISIT_MACHINE_FILES + 0xff8ull)
/* What stands for the keys and names of queues, semaphores and shared memory. */
#define REVISIT_MACHINE_QUEUES (REVISIT_MACHINE_FILES + 0x4000ull)
#define REVISIT_MACHINE_QUEUES_BYTES 0xc000ull
#define REVISIT_MACHINE_NAMES (REVISIT_MACHINE_FILES + 0x2000000ull)
#define REVISIT_MACHINE_NAME 8ull
#define REVISIT_MACHINE_HASHES 0x400000u /* places of names, and of nodes that are really there */
#define REVISIT_MACHINE_TEXTS (REVISIT_MACHINE_FILES + 0x4000000ull) /* FILE, by the number of the descriptor */
#define REVISIT_MACHINE_TEXT 0x4000ull
#define REVISIT_MACHINE_TEXTS_BYTES (REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_TEXT)
#define REVISIT_MACHINE_NODES (REVISIT_MACHINE_FILES + 0x10000000ull)
#define REVISIT_MACHINE_NODE 512ull
#define REVISIT_MACHINE_REAL REVISIT_MACHINE_NUMBERS /* from this number on, nodes are really there */
#define REVISIT_MACHINE_CONTENTS (REVISIT_MACHINE_FILES + 0x100000000ull)
#define REVISIT_MACHINE_CONTENT_STRIDE 0x1000000ull
#define REVISIT_MACHINE_CONTENTS_END                                                                                   \
  (REVISIT_MACHINE_CONTENTS + REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_CONTENT_STRIDE)
/* The memory of a file is its content. Each page of a content has a word of 8 bytes that says who may access it. */
#define REVISIT_MACHINE_PAGE 4096ull
#define REVISIT_MACHINE_RIGHTS REVISIT_MACHINE_CONTENTS_END
#define REVISIT_MACHINE_RIGHTS_STRIDE (REVISIT_MACHINE_CONTENT_STRIDE / REVISIT_MACHINE_PAGE * 8)
#define REVISIT_MACHINE_RIGHTS_END (REVISIT_MACHINE_RIGHTS + REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_RIGHTS_STRIDE)
/* Of each process, by the slot of the thread that it began with: its table of descriptors (that of the first process is
 * at REVISIT_MACHINE_ADDRESS), and behind it its children. */
#define REVISIT_MACHINE_PROCESSES REVISIT_MACHINE_RIGHTS_END
#define REVISIT_MACHINE_PROCESS_STRIDE 0x20000ull
#define REVISIT_MACHINE_CHILDREN 0x10000ull
/* In the place of a process: 1 once it ends, 2 once somebody has waited for it. */
#define REVISIT_MACHINE_ENDING (REVISIT_MACHINE_CHILDREN + 8)
#define REVISIT_MACHINE_CREDENTIALS 0x14000ull /* who the process is */
/* What getpid tells in the first process; others add their numbers. */
#define REVISIT_MACHINE_IDENTIFIER 4242
#define REVISIT_MACHINE_BYTES                                                                                          \
  (REVISIT_MACHINE_PROCESSES - REVISIT_MACHINE_ADDRESS + 256 * REVISIT_MACHINE_PROCESS_STRIDE)
enum {
  REVISIT_MACHINE_MAPPED = 1, /* otherwise the word is 0 */
  REVISIT_MACHINE_READS = 2,
  REVISIT_MACHINE_WRITES = 4,
  REVISIT_MACHINE_BEYOND = 8,     /* the page lies behind the end of the file */
  REVISIT_MACHINE_MAY_WRITE = 16, /* mprotect may permit it */
  REVISIT_MACHINE_PRIVATE = 32
};

/* Parts of `how`, of calls that put or take something or look. */
enum {
  REVISIT_MACHINE_TRIES = 1,   /* it fails instead of waiting */
  REVISIT_MACHINE_WHOLE = 2,   /* all or nothing */
  REVISIT_MACHINE_KEEPS = 4,   /* what is taken stays */
  REVISIT_MACHINE_FROM = 8,    /* all is put if as many units were taken as `capacity` says */
  REVISIT_MACHINE_BEFORE = 16, /* ... if fewer were taken */
  /* Of those that wait: a handler of a signal ends the wait, SA_RESTART or not; a request to cancel does not. */
  REVISIT_MACHINE_BREAKS = 32,
  REVISIT_MACHINE_NO_CANCEL = 64
};

/* Conditions of a stream or counter: StreamCondition of program/objects/streams.h. */
enum {
  REVISIT_MACHINE_READABLE = 1,
  REVISIT_MACHINE_WRITABLE = 2,
  REVISIT_MACHINE_HAS_PAGE = 4,
  REVISIT_MACHINE_ENDED = 8,
  REVISIT_MACHINE_BROKEN = 16,
  REVISIT_MACHINE_TAKEN_TO = 32 /* as many units were taken as `capacity` says */
};
/* StreamEnd. */
enum { REVISIT_MACHINE_READERS = 1, REVISIT_MACHINE_WRITERS = 2, REVISIT_MACHINE_CLOSES = 8 };

/* Parts of what an operation on a stream or counter returns: it is watched; nothing was in it before a put. */
#define REVISIT_MACHINE_WATCHED (1ll << 60)
#define REVISIT_MACHINE_EMPTY (1ll << 59)
#define REVISIT_MACHINE_RESULT (REVISIT_MACHINE_EMPTY - 1)
/* Units in the result of a take; the number of those before them stands above. */
#define REVISIT_MACHINE_UNIT_BITS 24
/* Part of a number that was taken from a counter and is near the largest one: see revisit_machine_remove. */
#define REVISIT_MACHINE_NEAR_MAX (1ll << 41)

#define REVISIT_MACHINE_ORDINARY (-4096)

struct signalfd_siginfo;
struct stat;

#ifdef __cplusplus
#define REVISIT_NORETURN [[noreturn]]
extern "C" {
#else
#define REVISIT_NORETURN _Noreturn
#endif

/* Whether the program is explored or replayed. Otherwise the system's calls are performed. Each call of the program
 * begins with this: handlers of signals that other threads send may run here, before the call. None runs while the
 * thread holds a mutex of the machine. */
int revisit_machine_runs(void);
/* Whether the memory model is not sequential consistency. */
int revisit_machine_is_weak(void);
/* Whether some run has shown that what this word stands for is needed; and that it is: then the exploration begins
 * again. A word of its own is not read or written otherwise. */
int revisit_machine_is_needed(const void* word);
void revisit_machine_need(const void* word);
/* A number that no other descriptor has, in this run: it depends on the thread and on the number of its calls.
 * Negative: there are no more. */
int revisit_machine_number(void);

/* Only for names: in words, what the descriptor stands for from now on ("pipe", "write end"; "" for none), and the
 * places that it reads and writes; of a "file", its node instead of the latter. An empty `what`: it is closed. */
void revisit_machine_name_descriptor(int descriptor, const char* what, const char* part, int reads, int writes);
/* Only for names: what the program calls the file, by a path or a name. An empty text says nothing. */
void revisit_machine_name_file(unsigned node, const char* name);
/* Whether descriptors get the lowest number that is free. */
int revisit_machine_gives_lowest(void);

/* Operations on the object at this address. Those that fail return a negative error number. The others may have
 * REVISIT_MACHINE_WATCHED and REVISIT_MACHINE_EMPTY in their result. */

/* Returns how many units were put, at most that many. */
long revisit_machine_put(void* stream, size_t units, size_t capacity, unsigned how);
/* Takes at most that many units. Returns their number, and that of the units before them in the stream. */
long revisit_machine_take(void* stream, size_t units, unsigned how);
/* Returns how many units are in the stream. */
long revisit_machine_count(void* stream);
/* Returns which of these conditions hold; unless it only tries, it waits for one of them. */
unsigned revisit_machine_look(void* stream, unsigned conditions, size_t capacity, unsigned how);
/* Returns how many units are left. */
long revisit_machine_shut(void* stream, unsigned ends);
/* From now on operations on the stream or counter tell that it is watched. */
void revisit_machine_watch(void* object);
/* Whether the calling thread's wait may be ended by a signal or because the thread is cancelled; `blocked`: the signals
 * that are blocked meanwhile, null: as they are now. If so, the thread waits in rounds: each looks whether there is
 * something, and if not calls revisit_machine_interrupted. */
int revisit_machine_waits_in_rounds(const uint64_t* blocked);
/* Of these signals, those that are pending for the calling thread or the process. Signals are bits, as in a sigset_t.
 */
uint64_t revisit_machine_signals(uint64_t signals);
/* Takes one of them, as a signalfd gives it. Returns 1, or a negative error number. */
long revisit_machine_take_signal(uint64_t signals, struct signalfd_siginfo* to, unsigned how);
/* A call that is not async-signal-safe begins. */
void revisit_machine_unsafe(const char* function);
/* A write finds that nobody reads any more: SIGPIPE, before the call returns. `what` says which write. */
void revisit_machine_broken_pipe(const char* what);
/* Rounds of a call that waits. Between the begin and the end the thread looks at what it waits for, in any way that
 * changes nothing. It calls the third one if it may not go on; that returns when something has changed. */
void revisit_machine_begin_rounds(void);
void revisit_machine_end_rounds(void);
void revisit_machine_round_failed(void);
/* The present round, if there is one, has changed the thread's own state, so that the next one is another: it is no
 * failed one. */
void revisit_machine_round_changes(void);
/* In a call that would wait now: runs handlers, and does not return if the thread is cancelled. 0: the call looks
 * again; a negative error number: it fails. */
long revisit_machine_interrupted(unsigned how, const uint64_t* blocked);
/* Returns 0. */
long revisit_machine_add(void* counter, uint64_t number, unsigned how);
/* Takes one with `as_semaphore`, otherwise all, and returns that number; those of 2^32 and above as what is missing to
 * 2^64 - 2, with REVISIT_MACHINE_NEAR_MAX. */
long revisit_machine_remove(void* counter, int as_semaphore, unsigned how);
unsigned revisit_machine_look_at_counter(void* counter, unsigned conditions, unsigned how);

/* Files. What is really there has a number, by its path, from REVISIT_MACHINE_REAL on. It is only read, and counts as
 * constant. Paths and names are texts without a NUL at their end. Those that fail return a negative error number. */

/* The calling thread's number. */
unsigned revisit_machine_thread(void);
/* The place of a name in a folder, among REVISIT_MACHINE_HASHES: always the same. */
long revisit_machine_name(unsigned folder, const char* name, size_t bytes);
/* What is really there at this name of a folder that is really there: its number, and 2^32 times its kind (S_IFMT). */
long revisit_machine_real(unsigned folder, const char* name, size_t bytes);
/* The folder at the path: "/", or "." for the one where the program was started. */
long revisit_machine_folder(const char* path, size_t bytes);
/* The folder around, which is the root's own. */
long revisit_machine_around(unsigned real);
/* Without times, which differ from run to run. */
long revisit_machine_status(unsigned real, struct stat* to);
/* Whether the user may do this with it (access): 0. */
long revisit_machine_may(unsigned real, int how);
/* The bytes of a file from the offset on; of a symbolic link, what it says; and the path. They return how many. */
long revisit_machine_content(unsigned real, void* to, size_t bytes, uint64_t offset);
long revisit_machine_target(unsigned real, void* to, size_t bytes);
long revisit_machine_path(unsigned real, void* to, size_t bytes);
/* Opens what is no file or folder with constant content: a descriptor of the runtime; REVISIT_MACHINE_ORDINARY: it is
 * one. */
long revisit_machine_device(unsigned real, int flags);
/* The groups that the process began with: how many there are, of which at most that many are stored. */
int revisit_machine_groups(gid_t* to, int room);
/* What umask set. */
unsigned revisit_machine_file_mask(void);

/* Processes. The first one has the number 0, others that of the thread that they begin with. */

/* That of the calling thread. */
unsigned revisit_machine_process(void);
/* Programs that make copies of processes say so before main. */
void revisit_machine_makes_copies(void);
/* The number of the next process that the calling thread makes by one of the following calls. */
unsigned revisit_machine_next_process(void);
/* Makes a copy of the calling thread's process that consists of this thread. Returns 1, and in the copy 0. `end` is
 * called at the end of both, with its status as waitpid tells it, and how that is (abi/copies.h). */
int revisit_machine_copy_process(unsigned process, void (*end)(int status, int how));
/* Starts a process that consists of a call of this function of the library, with the argument `process`. */
void revisit_machine_start_process(unsigned process, void (*run)(long process), const char* name);
/* Which number from `from` on has an entry in the table; REVISIT_MACHINE_NUMBERS: none. No access to memory that others
 * share is made. */
unsigned revisit_machine_next_entry(unsigned from);
/* Sends the process a signal because of a message in a queue. */
void revisit_machine_notify(unsigned process, int signal, uint64_t value);
/* Whether the calling thread's process ignores that signal by its own wish. */
int revisit_machine_ignores_children(void);
/* What follows is not all that the program can do: the verdict says so. */
void revisit_machine_limit(const char* reason);

/* From now on the calling thread accesses the content with this number, less 1, for a call on its file, whatever its
 * pages permit; 0: no more. */
void revisit_machine_reach(unsigned number);
/* As mmap, munmap, mprotect and madvise, for what is no memory of a file. A thread that calls one has no fingerprint
 * any more (known_functions.cpp). */
void* revisit_memory_map(void* at, size_t bytes, int protection, int flags, int file, off_t offset);
int revisit_memory_unmap(void* at, size_t bytes);
int revisit_memory_protect(void* at, size_t bytes, int protection);
int revisit_memory_advise(void* at, size_t bytes, int advice);
/* The call fails, because what it asks for is not followed: the report says so. */
void revisit_machine_refuse(const char* function, const char* why);

/* How many of these units a call transfers that could transfer them all; whether a socket that does not wait has no
 * room all the same. A choice, if the exploration tries that. */
size_t revisit_machine_transferred(size_t units);
int revisit_machine_has_no_room(void);
/* Which of that many things happens, from 0 on, where nothing else decides it: a choice. */
unsigned revisit_machine_choose(unsigned count);
/* Whether the exploration tries shorter transfers. */
int revisit_machine_shortens(void);

/* The thread has waited that long in vain, in nanoseconds: a time-out. */
void revisit_machine_waited(uint64_t time);
/* The thread has waited that long for a time to come. */
void revisit_machine_slept(uint64_t time);
/* The descriptor is used after it was closed: an error. */
REVISIT_NORETURN void revisit_machine_closed(int descriptor);
/* The descriptor is closed, and with it the record locks are gone that the process has taken by the other one. */
REVISIT_NORETURN void revisit_machine_lock_lost(int descriptor, int holder);
/* The thread ends here, because what it does is not followed. */
REVISIT_NORETURN void revisit_machine_stop(const char* reason);

#ifdef __cplusplus
}
#endif
