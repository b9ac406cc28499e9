// Files of the machine: an overlay over what is really there, which is only read. Names lead from folders to nodes;
// each node has a number. Nodes that are really there have one by their path, and nothing is kept of them until the
// program changes them. What others can tell: the word of each name, which changes atomically, and what a node's lock
// protects. So threads that use different files are independent of each other.
#pragma once

#include "machine.h"

#include <stddef.h>
#include <sys/stat.h>

enum {
  MachineNameBytes = 255,
  MachinePathBytes = 1024,
  MachineFileBytes = (int)REVISIT_MACHINE_CONTENT_STRIDE,
  MachineTakenBytes = 1 << 20, // of a file that is really there, to become the machine's
  MachineChanges = 200,
  MachineTexts = 64
};

// What stands at a name: this, or MachineFirstNode and the number of a node.
enum { MachineUnknown, MachineAbsent, MachineMoving, MachineFirstNode };

// A part of a file that a record lock covers, and the descriptor by which it was locked.
typedef struct MachineRange {
  int64_t begin, end;
  int holder;
} MachineRange;
enum { MachineRanges = 8 };

typedef struct MachineNode {
  pthread_mutex_t lock; // protects the content and its size
  unsigned changed;     // of a node that is really there: its content is the machine's
  unsigned kind;        // S_IFREG ...; of new nodes only
  unsigned mode;        // permissions, MachineHasMode and MachineHasTimes
  unsigned content;     // number of its content
  uint64_t size;
  int links;       // names; of a node that is really there: how many more than really
  unsigned around; // of a folder that was made or moved: the folder around
  unsigned isRemoved;
  unsigned record; // of a node that was made or moved: its name is this change
  uint64_t user, group;
  int64_t accessed, modified; // as utimensat has set them, in ns
  char locks;                 // of flock: a stream of the runtime
  char ofOpenings;            // locks of openings (F_OFD_SETLK): another one
  unsigned isLocked;          // which record locks are in use: MachineOfProcess, MachineOfOpenings
  bool isMapped;              // it was
  unsigned copies;            // private mappings that are copies of it

  // Under the lock of all watches of files (watching/notices.h).
  unsigned openings; // of the node
  unsigned moves;    // how often it got another name, and the last one
  unsigned movedTo;
  unsigned movedRecord; // its name is this change

  // Under its lock, once some run has shown record locks: what a process has locked.
  unsigned lockCount, lockedBy; // ranges in use, and the process
  MachineRange locked[MachineRanges];

  // Of a content.
  unsigned owner;  // the node of which it is, plus 1; 0: the one with the same number
  unsigned copyOf; // the node of which it is a private mapping, plus 1
} MachineNode;

enum { MachineHasMode = 1 << 16, MachineHasTimes = 1 << 17, MachineLocks = 4096 };

// The times of a file that nobody has set are all the same.
static const int64_t MachineUsualTime = INT64_C(1700000000);
enum { MachineOfProcess = 1, MachineOfOpenings = 2 }; // record locks

// What a thread has changed. Others read it to list folders.
typedef struct MachineChange {
  unsigned folder; // plus 1; 0: there is none. Stored last
  unsigned name;
  char text[MachineNameBytes + 1];
} MachineChange;

typedef struct MachineMine {
  uint64_t changed; // not 0: something was
  unsigned nodes;
  unsigned changes;
  unsigned texts;
  unsigned text[MachineTexts]; // numbers of streams that the thread has opened, plus 1
  MachineChange change[MachineChanges];
} MachineMine;

typedef struct MachineFiles {
  pthread_mutex_t moving; // held by those that move names or remove folders
  unsigned folder;        // the working folder; 0: where the program was started
  uint64_t hasRecords;    // for revisit_machine_need: record locks
} MachineFiles;

// One opening of a file, at the place of its first descriptor.
typedef struct MachineOpening {
  pthread_mutex_t lock; // protects the position
  unsigned node;
  int access; // O_RDONLY, O_WRONLY, O_RDWR
  uint64_t position;
  unsigned holds;    // of flock: LOCK_SH, LOCK_EX, 0
  unsigned holdsOwn; // the opening's record lock, likewise
  bool locksRecords; // record locks of the process were taken by it

  // Under the lock of all watches of files: by which name it was opened (folder 0: by none), and how many other ones
  // its node had got before.
  unsigned folder, moves;
  char name[256];
} MachineOpening;

// Where a path leads.
typedef struct MachineName {
  unsigned folder; // with the name
  unsigned node;   // at the name; 0: there is none
  unsigned kind;   // of the node
  unsigned word;   // what stood at the name
  unsigned name;   // its place
  bool isFolder;   // the path can only be one of a folder
  bool hasName;    // not "/", "." or ".."
  bool isMoving;   // the caller holds the lock of those that move names
  char text[MachineNameBytes + 1];
} MachineName;

enum { MachineFollows = 1 }; // a symbolic link at the end

static inline MachineFiles* machineFiles(void) {
  return (MachineFiles*)REVISIT_MACHINE_FILES;
}
static inline MachineNode* machineNode(unsigned number) {
  return (MachineNode*)(REVISIT_MACHINE_NODES + (uint64_t)number * REVISIT_MACHINE_NODE);
}
static inline bool machineIsReal(unsigned number) {
  return number >= REVISIT_MACHINE_REAL;
}
static inline char* machineFileContent(unsigned content) {
  return (char*)(REVISIT_MACHINE_CONTENTS + (uint64_t)content * REVISIT_MACHINE_CONTENT_STRIDE);
}
static inline MachineOpening* machineOpening(MachineEntry entry) {
  return (MachineOpening*)(REVISIT_MACHINE_PLACES + (uint64_t)entry.reads * REVISIT_MACHINE_STRIDE +
                           REVISIT_MACHINE_OPENING);
}
static inline MachineMine* machineMine(unsigned thread) {
  return (MachineMine*)(REVISIT_MACHINE_MINE + thread * REVISIT_MACHINE_MINE_STRIDE);
}

// names.c

// Finds where the path leads from the folder of a descriptor, or AT_FDCWD. 0 also if only the last name leads nowhere.
long revisit_file_find(int at, const char* path, unsigned how, MachineName* found);
// The node at the path; a negative error number.
long revisit_file_node(int at, const char* path, unsigned how);
// What the name of the folder leads to: a word of a name, never MachineMoving. *node is 0 if there is none.
unsigned revisit_file_look(unsigned folder, unsigned name, const char* text, size_t bytes, unsigned* node);
// Makes the name lead to the node, or to nothing (0), if what was found there still is. -EEXIST: it is not.
long revisit_file_enter(const MachineName* at, unsigned node);
// Writes the path of a folder: its length; a negative error number.
long revisit_file_path(unsigned folder, char* to, size_t room);
// The folder around.
unsigned revisit_file_around(unsigned folder);
// Whether the user may change names in the folder: 0.
long revisit_file_may_change(unsigned folder);

// nodes.c

// The number of a new node; it has no name yet.
unsigned revisit_file_new(unsigned kind, unsigned mode);
// Its content. They return a number of bytes, or a negative error number.
long revisit_file_read(unsigned node, void* to, size_t bytes, uint64_t offset);
// With `appends`, at the end; *offset becomes where that was.
long revisit_file_write(unsigned node, const void* from, size_t bytes, uint64_t* offset, bool appends);
long revisit_file_truncate(unsigned node, int64_t bytes);
int64_t revisit_file_size(unsigned node);
unsigned revisit_file_kind(unsigned node);
long revisit_file_status(unsigned node, struct stat* to);
// Whether the user may do that (R_OK ...): 0.
long revisit_file_may(unsigned node, int how);
// A number that no other content and node has.
unsigned revisit_file_number(void);
// The content becomes the machine's. The caller holds the lock.
void revisit_file_take(unsigned node);
// Copies these bytes of one content to the beginning of another one.
void revisit_file_copy(unsigned to, unsigned from, uint64_t offset, size_t bytes);
// Notes that the calling thread changes something, and returns what it has changed.
MachineMine* revisit_file_changes(void);

// areas/mappings.c

// The node, which is locked, has another size.
void revisit_mapping_resize(unsigned node, uint64_t before, uint64_t after);
// The content of the node, which is locked, is about to change.
void revisit_mapping_change(unsigned node);
// madvise.
int revisit_mapping_advise(void* at, size_t bytes, int advice);

// opening.c

// A descriptor of the node; a negative error number.
long revisit_file_open(unsigned node, int flags);
// Its last descriptor was closed.
void revisit_file_close(MachineEntry entry);

// folders.c

// How many names are in the folder.
long revisit_file_count(unsigned folder);

// openings.c

long revisit_opening_read(MachineEntry entry, void* to, size_t bytes);
long revisit_opening_write(MachineEntry entry, const void* from, size_t bytes);
// The descriptor is closed by the program: the process loses all record locks on the file. If they were taken by
// others, and never by this one, that is an error.
void revisit_opening_closes(int descriptor, MachineEntry entry);
// fcntl for commands on locks.
long revisit_opening_lock(int descriptor, MachineEntry entry, int command, void* lock);
