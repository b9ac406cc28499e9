// Simulated workers that share an exploration of a recorded tree, by messages: how long they need. All times are
// nanoseconds. Deterministic: the same parameters give the same result.
//
// Scheme::List is what the engine does (PieceList, check/distributed): one coordinator keeps the pieces and answers one
// message after the other. A worker without a piece asks for one, and waits if there is none. Then the coordinator asks
// a worker to give back what is left of its piece, which it does after its next execution, and cuts that into pieces.
//
// Scheme::Stealing: there is no coordinator. A worker without a piece asks another one at random, which gives the
// further half of what is left of its piece after its next execution, or says at once that it has nothing.
#pragma once

#include "piece_shape.h"

#include <functional>

namespace revisit::balance {

enum class Scheme : std::uint8_t { List, Stealing };
// The worker that is asked to give: any one; the one whose piece was handed out first, or is the largest by weight.
enum class Giver : std::uint8_t { Any, Oldest, Largest };

struct Parameters {
  unsigned workers = 1;
  Scheme scheme = Scheme::List;
  std::uint64_t latency = 0; // of a message
  // The coordinator's time: to receive or send a message; to note what a piece has shown, and to hand one out; for each
  // graph that is received or sent (see Building); for each piece in its list, when one is looked for.
  std::uint64_t message = 0, finish = 0, handOut = 0, item = 0;
  double entry = 0;
  std::uint64_t fewestExecutions = 16; // of a piece, before a worker gives a part of it away
  std::uint64_t fewestTime = 0;        // the same
  Giver giver = Giver::Any;
  unsigned asks = 1; // workers that are asked to give at the same time, at most; no more than workers wait
  double groups = 0; // into which what a worker gives is cut; 0: twice the workers that wait, and one
  Cut cut = Cut::Filled;
  Building building = Building::EachItem;
  bool keeps = false;        // the worker that gives goes on with the first group itself
  std::uint64_t telling = 0; // how often each worker tells the coordinator how far it is; 0: never
  std::uint64_t seed = 1;
};

struct Outcome {
  std::uint64_t time = 0;       // until the coordinator knows that everything was explored
  std::uint64_t alone = 0;      // the time that one worker would need
  std::uint64_t executions = 0; // that were found
  std::uint64_t pieces = 0, messages = 0;
  std::uint64_t busy = 0; // the coordinator
  double efficiency(unsigned workers) const {
    return static_cast<double>(alone) / (static_cast<double>(time) * workers);
  }
};

// Told what a worker has explored: the piece, and what was left of it.
using OnExplored = std::function<void(const PieceShape& piece, const PieceShape& left)>;

Outcome simulate(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored = {});

} // namespace revisit::balance
