#include "replay_files.h"

#include "target/channel_step.h"
#include "witness/environment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace revisit {

namespace {

// The same as in the exploration.
std::uint32_t recordLimitOf(const Witness& witness) {
  return std::min<std::uint32_t>(witness.options.runSteps, REVISIT_MAX_RECORDS - REVISIT_LAST_RECORDS) +
         REVISIT_LAST_RECORDS;
}

Error systemError(const std::string& path, const char* what) {
  return {ErrorCode::TargetFailed, path, fmt::format("{}: {}", what, std::strerror(errno))};
}

RevisitExpected expectedOf(const WitnessEvent& event) {
  RevisitExpected expected{};
  expected.thread = static_cast<std::uint16_t>(event.thread);
  expected.kind = static_cast<std::uint8_t>(event.kind);
  expected.records = event.records;
  expected.address = event.child ? *event.child : event.address;
  if (event.child || event.address != 0)
    expected.flags |= REVISIT_EXPECT_ADDRESS;
  expected.seen = event.seen.value_or(0);
  if (event.seen)
    expected.flags |= REVISIT_EXPECT_SEEN;
  expected.written = event.written.value_or(0);
  if (event.written)
    expected.flags |= REVISIT_EXPECT_WRITTEN;
  if (event.round != 0)
    expected.flags |= REVISIT_EXPECT_STAND;
  return expected;
}

// The slot of a thread's creator, which precedes the thread.
Result<std::uint32_t> creatorOf(const Witness& witness, std::size_t thread) {
  std::vector<unsigned> path = witness.threads[thread].path;
  if (!path.empty()) {
    path.pop_back();
    for (std::size_t i = 0; i < thread; i++)
      if (witness.threads[i].path == path)
        return static_cast<std::uint32_t>(i);
  }
  return Error{ErrorCode::BadFormat, fmt::format("threads[{}]", thread),
               "the thread has no creator before it; make the witness again with 'revisit check'"};
}

} // namespace

Result<std::unique_ptr<ReplayFiles>> ReplayFiles::create(const Witness& witness) {
  std::unique_ptr<ReplayFiles> files(new ReplayFiles(witness));
  if (const Status status = files->makeFolder(); !status)
    return status.error();
  if (const Status status = files->rewind(); !status)
    return status.error();
  return files;
}

ReplayFiles::~ReplayFiles() {
  if (m_channel)
    munmap(m_channel, m_mapped);
  std::error_code ignored;
  if (!m_folder.empty())
    std::filesystem::remove_all(m_folder, ignored);
}

Status ReplayFiles::makeFolder() {
  std::error_code code;
  std::filesystem::path base = std::filesystem::temp_directory_path(code);
  std::string pattern = (base / "revisit-replay-XXXXXX").string();
  if (code || mkdtemp(pattern.data()) == nullptr)
    return systemError(pattern, "no folder for the replay can be made; set TMPDIR to a place that can be written");
  m_folder = pattern;
  m_channelPath = m_folder + "/channel";
  m_outputPath = m_folder + "/output";
  m_inputPath = m_folder + "/input";
  const std::string input = m_witness.program.standardInput.value_or("");
  if (!(std::ofstream(m_inputPath, std::ios::binary) << input).flush())
    return systemError(m_inputPath, "the program's standard input cannot be written");
  return Done{};
}

Status ReplayFiles::mapChannel() {
  const std::size_t channelBytes = REVISIT_CHANNEL_BYTES(recordLimitOf(m_witness));
  const int file = open(m_channelPath.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, static_cast<off_t>(channelBytes)) != 0) {
    if (file >= 0)
      close(file);
    return systemError(m_channelPath, "the plan of the replay cannot be written");
  }
  void* const at = mmap(nullptr, channelBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED)
    return systemError(m_channelPath, "the plan of the replay cannot be mapped");
  if (m_channel)
    munmap(m_channel, m_mapped);
  m_channel = static_cast<RevisitChannel*>(at);
  m_mapped = channelBytes;
  return Done{};
}

Status ReplayFiles::fill() {
  const Witness& witness = m_witness;
  if (witness.plan.size() > REVISIT_MAX_STEPS || witness.schedule.size() > REVISIT_MAX_STEPS ||
      witness.inputs.size() > REVISIT_MAX_INPUTS || witness.shared.size() > REVISIT_MAX_RANGES ||
      witness.mortalObjects.size() > REVISIT_MAX_OBJECTS || witness.threads.size() > REVISIT_MAX_THREADS)
    return Error{ErrorCode::Unsupported, "", "the execution is too long to be replayed"};
  RevisitChannel& channel = *m_channel;
  channel.magic = REVISIT_CHANNEL_MAGIC;
  channel.version = REVISIT_CHANNEL_VERSION;
  channel.unroll = witness.options.unroll;
  channel.allAccesses = witness.options.allAccesses;
  channel.weakMemory = witness.options.memoryModel != ModelKind::Sc;
  channel.keepPast = std::ranges::any_of(witness.plan, [](const WitnessStep& step) { return step.back != 0; });
  channel.reuseMemory = witness.options.reuseMemory;
  channel.recycleBlocks = witness.options.recycleBlocks;
  channel.permitted = witness.options.permitted;
  channel.findFreshReads = witness.options.findFreshReads;
  channel.inputWithheld = witness.program.standardInput ? 0 : 1;
  channel.pathOn = witness.inputs.empty() ? 0 : 1;
  channel.osThreads = 1;
  channel.timeOuts = witness.options.timeOuts;
  channel.recursion = witness.options.recursion;
  channel.recordLimit = recordLimitOf(witness);
  channel.watchdogMs = witness.error.kind == ErrorKind::DoesNotEnd ? 200 : 0;
  for (std::size_t slot = 1; slot < witness.threads.size(); slot++) {
    const Result<std::uint32_t> creator = creatorOf(witness, slot);
    if (!creator)
      return creator.error();
    channel.slots[slot] = {creator.value(), witness.threads[slot].path.back()};
  }
  channel.slotCount = static_cast<std::uint32_t>(witness.threads.size());
  channel.stepCount = static_cast<std::uint32_t>(witness.plan.size());
  std::ranges::transform(witness.plan, channel.steps,
                         [](const WitnessStep& step) { return channelStep(planned(step)); });
  std::vector<WitnessInput> inputs = witness.inputs;
  std::ranges::sort(inputs, {}, [](const WitnessInput& input) { return std::pair(input.thread, input.index); });
  channel.inputCount = static_cast<std::uint32_t>(inputs.size());
  std::ranges::transform(inputs, channel.inputs, [](const WitnessInput& input) {
    return RevisitPlanInput{input.thread, input.index, input.value};
  });
  channel.rangeCount = static_cast<std::uint32_t>(witness.shared.size());
  std::ranges::transform(witness.shared, channel.ranges, [](const WitnessRange& range) {
    return RevisitRange{range.address, range.address + range.size, range.mortal ? 1u : 0u};
  });
  channel.objectCount = static_cast<std::uint32_t>(witness.mortalObjects.size());
  std::ranges::transform(witness.mortalObjects, channel.objects, [](const WitnessMortal& object) {
    return RevisitObject{object.address, static_cast<std::uint64_t>(object.destruction)};
  });

  return fillReplay();
}

Status ReplayFiles::fillReplay() {
  const Witness& witness = m_witness;
  RevisitReplay& replay = m_channel->replay;
  replay.on = 1;
  replay.eventCount = static_cast<std::uint32_t>(witness.schedule.size());
  replay.endThread = witness.error.thread;
  std::ranges::transform(witness.schedule, replay.expected, expectedOf);
  for (std::size_t slot = 1; slot < witness.threads.size(); slot++)
    fmt::format_to_n(replay.names[slot], sizeof replay.names[slot] - 1, "T{} {}", slot, witness.threads[slot].name);
  if (m_outputPath.size() >= sizeof replay.output)
    return Error{ErrorCode::TargetFailed, m_outputPath, "the temporary folder's path is too long; set TMPDIR"};
  std::memcpy(replay.output, m_outputPath.c_str(), m_outputPath.size() + 1);
  std::memcpy(replay.input, m_inputPath.c_str(), m_inputPath.size() + 1); // shorter
  return fillEnvironment();
}

Status ReplayFiles::fillEnvironment() {
  std::optional<std::vector<std::string>> variables = launchEnvironment(m_witness.program);
  if (!variables)
    return Done{};
  variables->emplace_back("LD_BIND_NOW=1"); // the exploration adds it
  RevisitReplay& replay = m_channel->replay;
  std::size_t bytes = 0;
  for (const std::string& variable : *variables) {
    if (bytes + variable.size() + 1 > sizeof replay.variables || replay.variableCount == REVISIT_MAX_VARIABLES)
      return Error{ErrorCode::TargetFailed, m_witness.program.path, "the environment of the witness is too large"};
    std::memcpy(replay.variables + bytes, variable.c_str(), variable.size() + 1);
    bytes += variable.size() + 1;
    replay.variableCount++;
  }
  replay.hasVariables = 1;
  return Done{};
}

Status ReplayFiles::rewind() {
  std::error_code ignored;
  std::filesystem::remove(m_channelPath, ignored);
  std::filesystem::remove(m_outputPath, ignored);
  if (const Status status = mapChannel(); !status)
    return status.error();
  return fill();
}

std::string ReplayFiles::takeOutput() {
  std::ifstream file(m_outputPath, std::ios::binary);
  if (!file.seekg(static_cast<std::streamoff>(m_outputSeen)))
    return {};
  std::string fresh((std::istreambuf_iterator<char>(file)), {});
  m_outputSeen += fresh.size();
  return fresh;
}

} // namespace revisit
