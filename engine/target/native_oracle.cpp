#include "target/native_oracle.h"

#include "abi/heap.h"
#include "program/cut.h"
#include "program/step_words.h"
#include "target/channel_step.h"
#include "target/touchers.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace revisit {

namespace {

constexpr unsigned maxRetries = 64;

struct Demand {
  std::size_t count, room;
  const char* what;
};

// Checks the capacity limits of a plan.
Status requireRoom(std::initializer_list<Demand> demands) {
  for (const Demand& demand : demands)
    if (demand.count > demand.room)
      return Error{
          ErrorCode::Interrupted, "",
          fmt::format("the program needs {} {}; at most {} can be followed", demand.count, demand.what, demand.room)};
  return Done{};
}

} // namespace

NativeOracle::NativeOracle(ExpressionPool& pool, std::unique_ptr<Process> process, const NativeOptions& options)
    : m_pool(pool), m_process(std::move(process)), m_options(options), m_owners(options.allAccesses),
      m_symbols(*m_process) {}

NativeOracle::~NativeOracle() = default;

Result<std::unique_ptr<NativeOracle>> NativeOracle::create(ExpressionPool& pool, const std::string& program,
                                                           std::vector<std::string> arguments,
                                                           const NativeOptions& options,
                                                           std::unique_ptr<PathInterpreter> interpreter) {
  LaunchOptions launch;
  launch.program = program;
  launch.calledAs = options.calledAs;
  launch.arguments = std::move(arguments);
  launch.runTimeoutMs = options.runTimeoutMs;
  launch.standardInput = options.standardInput;
  launch.environment = options.environment;
  launch.budget = options.budget;
  launch.freshRuns = options.freshRuns;
  launch.recordLimit = std::clamp<std::uint32_t>(options.recordLimit, 2 * REVISIT_LAST_RECORDS, REVISIT_MAX_RECORDS);
  Result<std::unique_ptr<Process>> process = Process::launch(launch);
  if (!process)
    return process.error();
  std::unique_ptr<NativeOracle> oracle(new NativeOracle(pool, std::move(*process), options));
  oracle->m_process->channel().findFreshReads = options.findFreshReads;
  oracle->m_interpreter = std::move(interpreter);
  if (oracle->m_interpreter)
    oracle->m_interpreter->loseInputsIn(options.losesInputsIn);
  oracle->m_lifter = std::make_unique<Lifter>(*oracle->m_process, pool, oracle->m_interpreter.get(), oracle->m_owners,
                                              oracle->m_addresses, oracle->m_symbols, oracle->m_variables,
                                              oracle->m_threadNames, options.budget);
  oracle->m_lifter->nameUnseen(options.unseenObjects);
  oracle->m_variables.heap().setNotes(options.allocationNotes);
  return oracle;
}

bool NativeOracle::hasAskedFor(std::size_t variable) const {
  return m_options.walksEnvironment ||
         (variable < REVISIT_MAX_VARIABLES && m_process->channel().askedVariables[variable] != 0);
}

Status NativeOracle::writePlan(const Plan& plan) {
  RevisitChannel& channel = m_process->channel();
  const std::vector<RevisitRange>& locations = m_owners.locations();
  const auto& inputs = plan.inputs.entries();
  if (const Status status = requireRoom({{plan.steps.size(), REVISIT_MAX_STEPS, "steps of an execution"},
                                         {inputs.size(), REVISIT_MAX_INPUTS, "inputs of an execution"},
                                         {locations.size(), REVISIT_MAX_RANGES, "locations that threads share"},
                                         {m_mortalObjects.all().size(), REVISIT_MAX_OBJECTS,
                                          "synchronisation objects that threads share in memory that is freed"}});
      !status)
    return status.error();
  channel.unroll = m_options.unroll;
  channel.timeOuts = m_options.timeOuts;
  channel.recursion = m_options.recursion;
  channel.allAccesses = m_options.allAccesses;
  channel.leaveAllLoops = m_options.leaveAllLoops;
  channel.weakMemory = m_options.weakMemory;
  channel.blindUpdates = m_options.blindUpdates;
  channel.keepPast = plan.hasPast();
  channel.reuseMemory = m_options.reuseMemory;
  channel.recycleBlocks = m_options.recycleBlocks;
  channel.permitted = m_options.permitted;
  channel.osThreads = m_options.osThreads;
  channel.findLeaks = plan.findLeaks;
  channel.watchdogMs = m_options.watchdogMs;
  channel.pathOn = m_interpreter != nullptr;
  channel.stepCount = static_cast<std::uint32_t>(plan.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); i++)
    channel.steps[i] = channelStep(plan.steps[i]);
  std::vector<RevisitPlanInput> values;
  for (const auto& [symbol, value] : inputs) {
    const SymbolInfo& info = m_pool.symbolInfo(symbol);
    values.push_back({info.thread.value(), info.index, value});
  }
  std::sort(values.begin(), values.end(), [](const RevisitPlanInput& a, const RevisitPlanInput& b) {
    return a.thread != b.thread ? a.thread < b.thread : a.index < b.index;
  });
  std::copy(values.begin(), values.end(), channel.inputs);
  channel.inputCount = static_cast<std::uint32_t>(values.size());
  std::copy(locations.begin(), locations.end(), channel.ranges);
  channel.rangeCount = static_cast<std::uint32_t>(locations.size());
  const std::vector<RevisitObject>& objects = m_mortalObjects.all();
  std::copy(objects.begin(), objects.end(), channel.objects);
  channel.objectCount = static_cast<std::uint32_t>(objects.size());
  return Done{};
}

bool NativeOracle::learnSharing() {
  const RevisitChannel& channel = m_process->channel();
  const std::uint32_t count = std::min(channel.recordCount, channel.recordLimit);
  std::vector<bool> inBulk(REVISIT_MAX_THREADS, false);
  Touchers touchers;
  for (std::uint32_t i = 0; i < count; i++) {
    const RevisitRecord& record = channel.records[i];
    if (record.thread >= REVISIT_MAX_THREADS || (record.flags & REVISIT_FLAG_FOREIGN) != 0)
      continue;
    touchers.note(record);
    switch (record.kind) {
    case REVISIT_COPY:
    case REVISIT_FILL:
      inBulk[record.thread] = true;
      if (record.kind == REVISIT_FILL && record.op != 0) // without records for its pieces
        for (std::uint64_t at = 0; at < record.extra64; at += 8)
          m_owners.touch(record.address + at, static_cast<unsigned>(std::min<std::uint64_t>(8, record.extra64 - at)),
                         touchers.of(record), true);
      break;
    case REVISIT_COPY_END:
      inBulk[record.thread] = false;
      break;
    case REVISIT_LOAD:
    case REVISIT_STORE:
    case REVISIT_RMW:
    case REVISIT_CAS:
      m_owners.touch(record.address, record.size, touchers.of(record), inBulk[record.thread]);
      break;
    case REVISIT_FREE:
    case REVISIT_MORTAL:
      if (touchWithoutAccess(record, m_owners))
        break;
      if (record.kind == REVISIT_FREE || record.op == REVISIT_MORTAL_OBJECTS)
        m_mortalObjects.free(record.address, record.before, record.thread);
      m_owners.endLife(record.address, record.before, record.thread);
      break;
    case REVISIT_MAIN_LOCAL:
      m_mainLocals[record.address] = record.address + record.before;
      break;
    case REVISIT_OBJECT:
    case REVISIT_HANDLE:
      m_mortalObjects.use(record.address, static_cast<ObjectOp>(record.op), record.thread);
      break;
    case REVISIT_AWAIT_BACK:
      // Memory that a waiting thread reads counts as shared even if no other thread accesses it in this run.
      if ((record.flags & REVISIT_FLAG_PENDING) != 0 && record.address != 0)
        m_owners.touch(record.address, record.size, REVISIT_MAX_THREADS, false);
      break;
    default:
      break;
    }
  }
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(channel.touchedCount, REVISIT_MAX_TOUCHED); i++)
    m_owners.touch(channel.touched[i]);
  const bool moreObjects = m_mortalObjects.update();
  return m_owners.update() || moreObjects;
}

Status NativeOracle::requireFollowed(const Plan& plan) {
  const RevisitChannel& channel = m_process->channel();
  if (channel.outcome != REVISIT_OUTCOME_DIVERGED && channel.stepsTaken >= plan.steps.size())
    return Done{};
  const auto isCutByRun = [](const RevisitRecord& record) {
    return record.kind == REVISIT_CUT && !isOfThread(static_cast<CutBy>(record.op));
  };
  if (std::any_of(channel.records, channel.records + std::min(channel.recordCount, channel.recordLimit), isCutByRun))
    return Error{ErrorCode::Interrupted, "",
                 "a bound of one run (--run-steps, --watchdog) was reached on the way to where it was to go on"};
  const std::uint32_t index = std::min<std::uint32_t>(channel.stepsTaken, channel.stepCount - 1);
  const Plan::Step& expected = plan.steps[index];
  m_diverged = expected.thread;
  const std::string thread = threadText(expected.thread, threadName(expected.thread));
  const SourcePosition last = lastPlace(expected.thread);
  return Error{
      ErrorCode::TargetFailed, last.file.empty() ? "" : fmt::format("{}:{}", last.file, last.line),
      fmt::format("the program did not follow its schedule: after this place the next step of {} should be {}, but {} "
                  "(step {} of {}); {}",
                  thread, wordsOf(expected.kind), foundInstead(expected), index + 1, plan.steps.size(), whyRunsDiffer)};
}

// What the thread does instead of the expected step, as a clause without a subject.
std::string NativeOracle::foundInstead(const Plan::Step& expected) const {
  const RevisitChannel& channel = m_process->channel();
  if (channel.outcome != REVISIT_OUTCOME_DIVERGED)
    return "the run was over before";
  if (channel.divergedKind > static_cast<std::uint32_t>(LabelKind::Unsupported))
    return "it has no further step";
  const auto found = static_cast<LabelKind>(channel.divergedKind);
  return found == expected.kind ? "it would have to wait there" : fmt::format("it is {}", wordsOf(found));
}

// The thread's last known position in the trace of the last run.
SourcePosition NativeOracle::lastPlace(ThreadId thread) const {
  const RevisitChannel& channel = m_process->channel();
  for (std::uint32_t i = std::min(channel.recordCount, channel.recordLimit); i-- > 0;)
    if (const RevisitRecord& record = channel.records[i];
        record.kind != REVISIT_WIDE && record.thread == thread.value() && record.chain != 0)
      return m_symbols.shownPosition(record.chain);
  return {};
}

Result<int> NativeOracle::runProcess() {
  m_runs++;
  Result<int> status = m_process->run();
  if (!status || !m_process->wasInNursery())
    return status;
  const bool isDoubtful = m_doubts.needsFreshRun(m_process->channel(), status.value());
  std::optional<RunImage> sample;
  if (!isDoubtful && m_process->isNurseryExhausted())
    sample.emplace(m_process->channel(), m_process->output());
  if (!isDoubtful && !sample)
    return status;
  status = m_process->run(Process::How::Fresh);
  if (!status)
    return status;
  const bool isSame =
      sample ? *sample == RunImage(m_process->channel(), m_process->output()) : m_doubts.confirms(m_process->channel());
  m_isRefuted |= !isSame && distrustRuns();
  return status;
}

std::optional<Divergence> NativeOracle::divergence() {
  return m_diverged ? std::optional(Divergence{*m_diverged, m_lifter->lift(m_waitStatus)}) : std::nullopt;
}

Result<Recording> NativeOracle::run(const Plan& plan) {
  const Plan fromStart;
  m_diverged.reset();
  for (unsigned attempt = 0; attempt < maxRetries; attempt++) {
    const Plan& now = attempt == 0 ? plan : fromStart;
    if (const Status status = writePlan(now); !status)
      return status.error();
    Result<int> waitStatus = 0;
    std::uint32_t slots;
    do { // again when the process has to prepare further threads before the run
      slots = m_process->channel().slotCount;
      waitStatus = runProcess();
      if (!waitStatus)
        return waitStatus.error();
    } while (m_process->channel().slotCount > slots);
    if (learnSharing())
      continue;
    if (attempt > 0 || m_isRefuted) {
      m_isRefuted = false;
      Recording recording;
      recording.locationsChanged = true;
      return recording;
    }
    m_waitStatus = waitStatus.value();
    if (const Status status = requireFollowed(now); !status)
      return status.error();
    Recording recording = m_lifter->lift(m_waitStatus);
    if (m_options.budget && m_options.budget->reached() != Budget::Reached::No)
      return Error{ErrorCode::Interrupted, "", "a bound was reached while a run was looked at"};
    return recording;
  }
  return Error{ErrorCode::Internal, "", "the set of shared memory does not become stable"};
}

Status NativeOracle::takeThreads(const std::vector<std::vector<unsigned>>& threadPaths) {
  RevisitChannel& channel = m_process->channel();
  if (threadPaths.size() > REVISIT_MAX_THREADS)
    return Error{ErrorCode::BadFormat, "", "more threads than can be run"};
  for (std::size_t slot = 1; slot < threadPaths.size(); slot++) {
    std::vector<unsigned> creator = threadPaths[slot];
    if (creator.empty())
      return Error{ErrorCode::BadFormat, "", "two threads are main"};
    const unsigned index = creator.back();
    creator.pop_back();
    const auto end = threadPaths.begin() + static_cast<std::ptrdiff_t>(slot);
    const auto found = std::find(threadPaths.begin(), end, creator);
    if (found == end)
      return Error{ErrorCode::BadFormat, "", fmt::format("thread {} has no creator before it", slot)};
    channel.slots[slot] = {static_cast<std::uint32_t>(found - threadPaths.begin()), index};
  }
  channel.slotCount = std::max<std::uint32_t>(channel.slotCount, static_cast<std::uint32_t>(threadPaths.size()));
  return Done{};
}

Status NativeOracle::restore(const std::vector<std::vector<unsigned>>& threadPaths,
                             const std::vector<RevisitRange>& shared, const std::vector<RevisitObject>& mortalObjects) {
  if (const Status status = takeThreads(threadPaths); !status)
    return status;
  m_owners.share(shared);
  m_mortalObjects.restore(mortalObjects);
  return Done{};
}

MemoryKnowledge NativeOracle::knowledge() const {
  MemoryKnowledge known;
  for (std::uint32_t slot = 0; slot < std::max<std::uint32_t>(1, m_process->channel().slotCount); slot++)
    known.threadPaths.push_back(threadPath(ThreadId(slot)));
  m_owners.tell(known);
  m_mortalObjects.tell(known);
  return known;
}

Status NativeOracle::learn(const MemoryKnowledge& known) {
  if (const Status status = takeThreads(known.threadPaths); !status)
    return status;
  m_owners.join(known);
  m_mortalObjects.join(known);
  return Done{};
}

bool NativeOracle::tellsThreadsApart() const {
  if (!m_tellsThreadsApart) {
    std::vector<std::string> files = m_symbols.files();
    std::erase_if(files, [](const std::string& file) { // ours
      return file.ends_with("/librevisit-runtime.so") || file.starts_with("/memfd:");
    });
    m_tellsThreadsApart = m_options.tellsThreadsApart || files.size() != 1; // libraries of the program's own
  }
  return *m_tellsThreadsApart;
}

bool NativeOracle::belongsToThread(std::uint64_t address) const {
  const auto isOfThread = [&](std::uint64_t begin, std::uint64_t stride) { // the first part is main's
    return address >= begin + stride && address < begin + REVISIT_MAX_THREADS * stride;
  };
  return isOfThread(REVISIT_STACK_ADDRESS, REVISIT_STACK_STRIDE) ||
         isOfThread(REVISIT_BLOCK_ADDRESS, REVISIT_BLOCK_STRIDE) ||
         isOfThread(REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE);
}

std::uint64_t NativeOracle::markedBlock(LocationId location) const {
  const std::uint64_t address = m_addresses.rangeOf(location).begin;
  return isInHeader(address) ? blockOfHeader(address) : 0;
}

bool NativeOracle::isMainLocal(std::uint64_t address) const {
  const auto above = m_mainLocals.upper_bound(address);
  return above != m_mainLocals.begin() && std::prev(above)->second > address;
}

bool NativeOracle::reportEndOf(LocationId location) {
  const RevisitRange range = m_addresses.rangeOf(location);
  if (!isMainLocal(range.begin))
    return false;
  m_owners.endLife(range.begin, range.end - range.begin, 0);
  return m_owners.update();
}

bool NativeOracle::reportEndOf(ObjectId object) {
  const std::uint64_t address = m_addresses.addressOf(object);
  return isMainLocal(address) && m_mortalObjects.endWithMain(address);
}

unsigned NativeOracle::locationSize(LocationId location) const {
  const RevisitRange& range = m_addresses.rangeOf(location);
  return static_cast<unsigned>(range.end - range.begin);
}

Value NativeOracle::initialValue(LocationId location) const {
  const RevisitRange& range = m_addresses.rangeOf(location);
  std::vector<std::uint64_t> words((range.end - range.begin + 7) / 8, 0);
  if (isOnStacks(range.begin)) // local variables come to life uninitialised
    std::memset(words.data(), REVISIT_FRESH_BYTE, range.end - range.begin);
  else
    m_process->readMemory(range.begin, words.data(), range.end - range.begin);
  return words.size() == 1 ? Value::concrete(words[0])
                           : Value::of(m_pool.wideConstant(8 * locationSize(location), words));
}

std::vector<unsigned> NativeOracle::threadPath(ThreadId thread) const {
  const RevisitChannel& channel = m_process->channel();
  std::vector<unsigned> path;
  for (std::uint32_t slot = thread.value(); slot != 0 && slot < channel.slotCount; slot = channel.slots[slot].creator)
    path.insert(path.begin(), channel.slots[slot].index);
  return path;
}

std::string NativeOracle::threadName(ThreadId thread) const {
  const std::string& name = m_threadNames.nameOf(thread.value());
  return name.empty() ? Oracle::threadName(thread) : name;
}

std::string NativeOracle::locationName(LocationId location) const {
  const RevisitRange& range = m_addresses.rangeOf(location);
  return m_variables.nameOf(range.begin, range.end - range.begin);
}

// The bytes that an access touches.
RevisitRange NativeOracle::bytesOf(const Label& access) const {
  const RevisitRange& range = m_addresses.rangeOf(access.location);
  const std::uint64_t begin = range.begin + access.offset;
  return {begin, access.size != 0 ? begin + access.size : range.end, range.mortal};
}

std::string NativeOracle::accessName(const Label& access) const {
  // The lifetime of a block or variable begins and ends as a whole.
  if (changesLife(access))
    return m_variables.wholeName(m_addresses.rangeOf(access.location).begin);
  const RevisitRange range = bytesOf(access);
  return m_variables.nameOf(range.begin, range.end - range.begin);
}

std::string NativeOracle::typedText(const Label& access, std::span<const std::uint64_t> words) const {
  const RevisitRange range = bytesOf(access);
  const std::uint64_t bytes = range.end - range.begin;
  std::vector<std::uint8_t> content(8 * words.size());
  std::memcpy(content.data(), words.data(), content.size());
  if (content.size() < bytes)
    return {};
  content.resize(bytes);
  return m_variables.valueText(range.begin, content);
}

std::string NativeOracle::objectName(ObjectId object) const {
  return m_variables.objectName(m_addresses.addressOf(object));
}

std::vector<SourcePosition> NativeOracle::callChain(PositionId position) const {
  if (const std::vector<SourcePosition>* calls = m_lifter->decisionCalls(position))
    return *calls;
  return position.valid() ? m_symbols.chain(position.value()) : std::vector<SourcePosition>{};
}

} // namespace revisit
