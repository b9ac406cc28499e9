// Updates inside waiting loops that store the value that they read. Whether such an update counts as a read or as a
// write depends on its round: in one that fails it is a read (waiting_rounds.h), in any other it is a write.
//
// An algorithm explores all of them as reads. Under a model that is not multi-copy atomic a write orders more than a
// read: others may read from it, and synchronise with it. So a finished graph stands for the executions in which its
// silent updates are writes: each stands directly after its source in coherence, alone or in a chain of such updates,
// and what read from the source reads from it or from one of the chain. There may be none. Each execution belongs to
// one graph only, since without its silent updates every read has one source.
//
// Thread rule: as ExplorationState.
#pragma once

#include "explore/exploration_state.h"

#include <functional>

namespace revisit {

// Whether some update of the finished graph is a read, although its round did not fail and it stores what it read.
bool hasSilentUpdates(ExplorationState& state);

enum class SilentOrders : std::uint8_t {
  All,     // each execution was visited once
  None,    // the graph stands for no execution
  Stopped, // `visit` said so
  TooMany, // there are too many choices to try them all, and nothing was visited
  // With an update as a write, some access would come after the end of the lifetime of its memory. That execution was
  // left out. With the update as a read the two are not ordered, which is an error as well: the graph shows it.
  MayEndLife
};

// Calls `visit` for each execution that the finished graph stands for, with the state's graph changed into it; what
// returns false ends the walk. `undone` is called after each time that the graph is as before again.
SilentOrders forEachSilentOrder(ExplorationState& state, const std::function<bool()>& visit,
                                const std::function<void()>& undone);

} // namespace revisit
