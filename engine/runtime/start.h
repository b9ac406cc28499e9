// The steps from the start of a process to the first instruction of its main, shared by zygote and replay.
// Thread rule: one thread.
#pragma once

#include "runtime/state.h"

namespace revisit::runtime {

using Main = int (*)(int, char**, char**);

// Maps the file as the channel. False when it is none, or of another version.
bool mapChannel(int file);
// argv and environment at their fixed places, the C library ready, signals and exceptions watched.
void settle(char**& argv, char**& envp);
// Runs the user's main as the run that the channel describes. Requires settle().
[[noreturn]] void beginRun(int argc, char** argv, char** envp);

// The replay of a witness, where main would run. See REVISIT_REPLAY_VARIABLE.
int replayMain(int argc, char** argv, char** envp);
// Maps the channel of a replay and makes addresses fixed, if need be by starting the process over. Ends the process
// with a message when that cannot be.
void attachReplay(const char* path, char** argv);

} // namespace revisit::runtime
