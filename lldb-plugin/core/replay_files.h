// What a replayed program and the debugger's side share on disk: the channel with the plan, and the program's output.
// Both live in a folder of their own below the system's temporary one, which goes away with this object.
// Thread rule: one thread at a time; the channel is written only while the program stands or does not run.
#pragma once

#include "base/result.h"
#include "runtime/abi/channel.h"
#include "session/witness.h"

#include <memory>
#include <string>

namespace revisit {

class ReplayFiles {
public:
  // Keeps the witness. Fails when it does not fit into a channel, or nothing can be written.
  static Result<std::unique_ptr<ReplayFiles>> create(const Witness& witness);
  ~ReplayFiles();
  ReplayFiles(const ReplayFiles&) = delete;
  ReplayFiles& operator=(const ReplayFiles&) = delete;

  const std::string& channelPath() const { return m_channelPath; }
  RevisitReplay& replay() { return m_channel->replay; }
  const RevisitReplay& replay() const { return m_channel->replay; }
  const RevisitChannel& channel() const { return *m_channel; }

  // Before each start of the program: a channel as at first, under the same name. A program that was let go with the
  // old one keeps that. References into the channel are void.
  Status rewind();
  // What the program printed since the last call. Output that an earlier run has shown is not shown again.
  std::string takeOutput();

private:
  explicit ReplayFiles(const Witness& witness) : m_witness(witness) {}
  Status makeFolder();
  Status mapChannel();
  Status fill();

  const Witness& m_witness;
  std::string m_folder, m_channelPath, m_outputPath, m_inputPath;
  RevisitChannel* m_channel = nullptr;
  std::uint64_t m_outputSeen = 0; // bytes of output shown by any run
};

} // namespace revisit
