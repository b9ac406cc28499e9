// Files shared by the replayed program and the debugger's side: the channel with the plan, and the program's output.
// Both are in a separate folder below the system's temporary folder, which is deleted with this object. Thread rule:
// one thread at a time; the channel is written only while the program is stopped or does not run.
#pragma once

#include "abi/channel.h"
#include "base/result.h"
#include "witness/witness.h"

#include <memory>
#include <string>

namespace revisit {

class ReplayFiles {
public:
  // Keeps a reference to the witness, which may become another execution of the same program between two starts. Fails
  // when it does not fit into a channel, or when a file cannot be written.
  static Result<std::unique_ptr<ReplayFiles>> create(const Witness& witness);
  ~ReplayFiles();
  ReplayFiles(const ReplayFiles&) = delete;
  ReplayFiles& operator=(const ReplayFiles&) = delete;

  const std::string& channelPath() const { return m_channelPath; }
  RevisitReplay& replay() { return m_channel->replay; }
  const RevisitReplay& replay() const { return m_channel->replay; }
  const RevisitChannel& channel() const { return *m_channel; }

  // Called before each start of the program: creates the channel again, under the same name. A program that was
  // detached with the old channel keeps that one. References into the channel become invalid.
  Status rewind();
  // The program's output since the last call, without output that an earlier run has already shown.
  std::string takeOutput();

private:
  explicit ReplayFiles(const Witness& witness) : m_witness(witness) {}
  Status makeFolder();
  Status mapChannel();
  Status fill();
  Status fillReplay();
  Status fillEnvironment();

  const Witness& m_witness;
  std::string m_folder, m_channelPath, m_outputPath, m_inputPath;
  RevisitChannel* m_channel = nullptr;
  std::size_t m_mapped = 0;       // bytes
  std::uint64_t m_outputSeen = 0; // bytes of output that any run has shown
};

} // namespace revisit
