// The steps from the start of a process to the first instruction of its main, shared by zygote and replay.
// Thread rule: one thread.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

using Main = int (*)(int, char**, char**);

// Maps the file as the channel. False when it is not a channel or has another version.
bool mapChannel(int file);
// Puts argv and environment at their fixed places, prepares the C library, and installs the handlers for signals and
// exceptions.
void settle(char**& argv, char**& envp);
// Runs the program's main in the run that the channel describes. Requires settle() and a signal stack.
[[noreturn]] void beginRun(int argc, char** argv, char** envp);

// Makes each run end where main begins, for the reason that is given, which says what cannot be followed. Called by the
// program's constructors, which are left.
[[noreturn]] void endBeforeMain(const char* why);

// Replays a witness; called instead of main. See REVISIT_REPLAY_VARIABLE.
int replayMain(int argc, char** argv, char** envp);
// Maps the channel of a replay and makes addresses fixed, if necessary by starting the process again. Ends the process
// with a message on failure.
void attachReplay(const char* path, char** argv);

} // namespace revisit::runtime
