// Reads a witness from JSON. Every field is checked. The first error is reported with its place in the file, and then
// no witness is returned.
#include "witness/byte_text.h"
#include "witness/checked_json.h"
#include "witness/old_words.h"
#include "witness/witness.h"

namespace revisit {
namespace {

using checked_json::Field;
using checked_json::Json;
using checked_json::Reader;

WitnessPosition readPosition(const Field& field) {
  return {field["file"].text(), field["line"].small(), field["column"].small(), field["function"].text()};
}

std::string readBytes(const Field& field, const std::string& text) {
  const std::optional<std::string> bytes = bytesOfText(text);
  if (!bytes)
    field.fail("has a character above 255, which stands for no byte");
  return bytes.value_or("");
}

EnvironmentPlace readEnvironmentPlace(const Field& field) {
  constexpr std::uint64_t most = 64 << 20; // the kernel allows less
  const std::vector<Field> numbers = field.list(2);
  return numbers.empty() ? EnvironmentPlace{} : EnvironmentPlace{numbers[0].number(most), numbers[1].number(most)};
}

void readEnvironment(const Field& field, WitnessProgram& program) {
  for (const auto& [name, value] : field["environment"].entries())
    program.environment.push_back(
        {readBytes(field["environment"], name), readBytes(value, value.text()), std::nullopt});
  if (!field.has("environment_places"))
    return;
  const Field places = field["environment_places"];
  program.environmentEnd = readEnvironmentPlace(places[""]);
  for (WitnessVariable& variable : program.environment)
    if (const std::string name = textOfBytes(variable.name); places.has(name.c_str()))
      variable.place = readEnvironmentPlace(places[name.c_str()]);
}

WitnessProgram readProgram(const Field& field) {
  WitnessProgram program{field["path"].text(),
                         field["build_id"].text(),
                         field["sources"].texts(),
                         field["flags"].texts(),
                         field["arguments"].texts(),
                         {},
                         {},
                         {}};
  if (field.has("standard_input"))
    program.standardInput = readBytes(field["standard_input"], field["standard_input"].text());
  readEnvironment(field, program);
  return program;
}

WitnessOptions readOptions(const Field& field) {
  return {field["memory_model"].model(),
          field["algorithm"].text(),
          field["unroll"].small(),
          field.has("time_outs") ? field["time_outs"].small() : WitnessOptions().timeOuts,
          field.has("recursion") ? field["recursion"].small() : WitnessOptions().recursion,
          field.has("run_steps") ? field["run_steps"].small() : WitnessOptions().runSteps,
          field["all_accesses"].flag(),
          field.has("reuse_memory") && field["reuse_memory"].flag(),
          field.has("recycle_blocks") && field["recycle_blocks"].flag(),
          field.has("permitted") ? field["permitted"].small() : PermittedSet(),
          field.has("find_fresh_reads") && field["find_fresh_reads"].flag()};
}

constexpr const char* noOperation = "names no operation";

Awaited readAwaited(const Field& field) {
  Awaited awaited;
  awaited.kind = field["kind"].kind(awaitedKindNamed, "names nothing that a thread can wait for");
  if (awaited.kind == AwaitedKind::Operation)
    awaited.operation = field["operation"].kind(objectOpNamed, noOperation);
  if (awaited.kind == AwaitedKind::Operation || awaited.kind == AwaitedKind::Change)
    awaited.name = field["name"].text();
  if (awaited.kind == AwaitedKind::ThreadEnd)
    awaited.thread = field["thread"].small();
  if (awaited.kind == AwaitedKind::LoopEnd)
    awaited.events = field["events"].small();
  if (field.has("address"))
    awaited.address = field["address"].number();
  if (field.has("holders"))
    awaited.holders = field["holders"].listOf<unsigned>([](const Field& holder) { return holder.small(); });
  if (field.has("writer"))
    awaited.writer = field["writer"].small();
  if (field.has("arrived"))
    if (const auto pair = field["arrived"].list(2); pair.size() == 2)
      awaited.arrived = {pair[0].small(), pair[1].small()};
  return awaited;
}

WitnessWaiting readWaiting(const Field& field) {
  return {field["thread"].small(),
          field.hasWords() ? field["what"].kind(old_words::awaited, "says nothing that a thread can wait for")
                           : readAwaited(field["for"]),
          readPosition(field["position"])};
}

WitnessOther readOther(const Field& field) {
  return {field["thread"].small(), field["index"].small(), field["file"].text(), field["line"].small()};
}

WitnessError readError(const Field& field) {
  WitnessError error{field["kind"].errorKind(), field["message"].text(),
                     field["file"].text(),      field["line"].small(),
                     field["thread"].small(),   field["waiting"].listOf<WitnessWaiting>(readWaiting)};
  if (field.has("index"))
    error.index = field["index"].small();
  if (field.has("other"))
    error.other = readOther(field["other"]);
  return error;
}

// Requires that the error was read before.
void readEnding(const Field& field, Witness& witness) {
  const ExecutionKind ending = field.executionKind();
  witness.endingWithoutError = witness.error.kind == ErrorKind::None ? ending : ExecutionKind::Complete;
  const bool isWrong = ending == ExecutionKind::Erroneous || ending == ExecutionKind::Deadlocked;
  if (ending != witness.ending() || (isWrong && witness.error.kind == ErrorKind::None))
    field.fail(
        fmt::format("is {}, which does not fit an error of kind {}", nameOf(ending), errorName(witness.error.kind)));
}

WitnessThread readThread(const Field& field) {
  return {field["path"].listOf<unsigned>([](const Field& child) { return child.small(); }), field["name"].text()};
}

WitnessInput readInput(const Field& field) {
  WitnessInput input{field["thread"].small(), field["index"].small(), field["name"].text(), field["width"].small(),
                     field["value"].number()};
  if (field.has("type")) {
    const std::optional<InputType> type = inputTypeNamed(field["type"].text());
    input.type = type.value_or(InputType::Unknown);
    if (input.type == InputType::Unknown || (input.type == InputType::Bool && input.width != 1))
      field["type"].fail("is not signed, unsigned or, of one bit, bool");
  }
  if (input.width < 1 || input.width > 64)
    field["width"].fail("is not between 1 and 64");
  else if (input.width < 64 && input.value >> input.width != 0)
    field["value"].fail(fmt::format("does not fit into {} bits", input.width));
  return input;
}

// Version 4: the operation and what came of it, as kinds.
void readKinds(const Field& field, WitnessEvent& event) {
  if (event.kind == LabelKind::Object)
    event.objectOp = field["operation"].kind(objectOpNamed, noOperation);
  if (event.kind == LabelKind::Rmw)
    event.rmw = field["operation"].kind(rmwOpNamed, noOperation);
  if (field.has("life")) {
    const std::string life = field["life"].text();
    event.lifetime = life == "ends" ? Lifetime::Ends : life == "begins" ? Lifetime::Begins : Lifetime::Destroys;
    if (event.kind != LabelKind::Write || (life != "ends" && life != "begins" && life != "destroys"))
      field["life"].fail("is neither ends nor begins nor destroys, of a write");
  }
  if (groupOf(event.kind) == LabelGroup::Condition)
    event.holds = field["holds"].flag();
}

// Versions 2 and 3: the same in words. What the words said is no value any more.
void readWords(const Field& field, WitnessEvent& event) {
  const Field operation = field["operation"];
  if (event.kind == LabelKind::Object) {
    event.objectOp = operation.kind(old_words::objectOp, noOperation);
    if (!event.seen)
      event.seen = field["value"].kind(old_words::result, "is no result of an operation");
    event.value.clear();
  }
  if (event.kind == LabelKind::Rmw)
    event.rmw = operation.kind(old_words::rmwOp, noOperation);
  if (event.kind == LabelKind::Write)
    event.lifetime = operation.kind(old_words::lifetime, noOperation);
  if (groupOf(event.kind) == LabelGroup::Condition) {
    event.holds = event.value == "true";
    event.value.clear();
  }
}

std::optional<MemoryOrder> readOrder(const Field& field) {
  const std::optional<MemoryOrder> order = memoryOrderNamed(field.text());
  if (!order)
    field.fail("is no memory order");
  return order;
}

WitnessEvent readEvent(const Field& field) {
  WitnessEvent event;
  event.thread = field["thread"].small();
  event.index = field["index"].small();
  event.kind = field["kind"].labelKind();
  event.what = field["what"].text();
  event.value = field["value"].text();
  if (field.has("memory"))
    if (const auto pair = field["memory"].list(2); pair.size() == 2) {
      event.address = pair[0].number();
      event.size = pair[1].small();
    }
  if (field.has("child"))
    event.child = field["child"].small();
  if (field.has("access")) {
    const std::string access = field["access"].text();
    event.reads = access != "write";
    event.writes = access != "read";
    if (access != "read" && access != "write" && access != "update")
      field["access"].fail("is none of read, write and update");
  }
  if (field.has("seen"))
    event.seen = field["seen"].number();
  if (field.has("written"))
    event.written = field["written"].number();
  if (field.has("argument"))
    event.argument = field["argument"].number();
  event.spurious = field.has("spurious") && field["spurious"].flag();
  if (field.has("condition"))
    event.condition = field["condition"].text();
  if (field.has("records"))
    event.records = field["records"].small();
  if (field.has("round"))
    event.round = field["round"].small();
  if (field.has("reads_from"))
    if (const auto pair = field["reads_from"].list(2); pair.size() == 2)
      event.readsFrom = WitnessEventRef{pair[0].small(), pair[1].small()};
  if (field.has("order"))
    event.order = readOrder(field["order"]);
  if (field.has("failure_order"))
    event.failureOrder = readOrder(field["failure_order"]);
  if (field.has("coherence"))
    event.coherence = field["coherence"].small();
  if (field.has("back"))
    event.back = field["back"].small();
  if (field.has("oldest"))
    event.oldest = field["oldest"].small();
  event.calls = field["calls"].listOf<WitnessPosition>(readPosition);
  if (field.hasWords())
    readWords(field, event);
  else
    readKinds(field, event);
  return event;
}

WitnessStep readStep(const Field& field) {
  const auto parts = field.list();
  if (parts.size() != 2 && parts.size() != 3 && parts.size() != 6) {
    field.fail("is no list of two, three or six");
    return {};
  }
  WitnessStep step{parts[0].small(), parts[1].labelKind(), parts.size() >= 3 ? parts[2].small() : 0};
  if (parts.size() == 6) {
    step.back = parts[3].small();
    step.life = memoryLifeNamed(parts[4].text());
    step.stores = parts[5].flag();
    if (!step.life)
      parts[4].fail("is no lifetime state");
  }
  if (!isScheduled(step.kind))
    field.fail("is no step that a plan can have");
  return step;
}

WitnessRange readRange(const Field& field) {
  const auto parts = field.list();
  if (parts.size() == 2 || parts.size() == 3)
    return {parts[0].number(), parts[1].number(), parts.size() == 3 && parts[2].number() != 0};
  field.fail("is no list of two or three");
  return {};
}

WitnessMortal readMortal(const Field& field) {
  const auto parts = field.list(2);
  if (parts.size() != 2)
    return {};
  if (const std::optional<ObjectOp> destruction = destructionNamed(parts[1].text()))
    return {parts[0].number(), *destruction};
  parts[1].fail("is no kind of synchronisation object");
  return {};
}

WitnessMoment readMoment(const Field& field) {
  return {field["thread"].small(), field["index"].small(), readPosition(field["position"])};
}

WitnessDescriptor readDescriptor(const Field& field) {
  WitnessDescriptor descriptor;
  descriptor.number = field["number"].small();
  descriptor.what = field["what"].text();
  if (field.has("part"))
    descriptor.part = field["part"].text();
  if (const auto pair = field["objects"].list(2); pair.size() == 2) {
    descriptor.reads = pair[0].number();
    descriptor.writes = pair[1].number();
  }
  descriptor.isCopy = field.has("copy") && field["copy"].flag();
  descriptor.made = readMoment(field["made"]);
  if (field.has("closed"))
    descriptor.closed = readMoment(field["closed"]);
  return descriptor;
}

WitnessSight readSight(const Field& field) {
  return {field["thread"].small(), field["index"].small(), field.has("next") && field["next"].flag(),
          field["text"].text()};
}

WitnessGoal::Moment readGoalMoment(const Field& field) {
  return {field["position"].number(), field["sights"].listOf<WitnessSight>(readSight)};
}

WitnessGoal readGoal(const Field& field) {
  return {field["text"].text(), field["moments"].listOf<WitnessGoal::Moment>(readGoalMoment)};
}

// Without this check an invalid index would be noticed only where it is used.
void checkThreads(Reader& reader, const Witness& witness) {
  const auto checkAt = [&](unsigned thread, const std::string& place) {
    if (thread >= witness.threads.size())
      reader.fail(place, fmt::format("is of thread {}, which does not exist", thread));
  };
  const auto check = [&](unsigned thread, std::string_view place, std::size_t index) {
    checkAt(thread, fmt::format("{}[{}]", place, index));
  };
  if (witness.threads.empty() || !witness.threads.front().path.empty())
    reader.fail("threads", "does not begin with the main thread");
  const auto checkError = [&](const WitnessError& error, const std::string& place) {
    checkAt(error.thread, place);
    if (error.other)
      checkAt(error.other->thread, place + ".other");
    for (std::size_t i = 0; i < error.waiting.size(); i++) {
      const Awaited& awaited = error.waiting[i].what;
      check(error.waiting[i].thread, place + ".waiting", i);
      for (const unsigned holder : awaited.holders)
        check(holder, place + ".waiting", i);
      for (const auto& thread : {awaited.thread, awaited.writer})
        check(thread.value_or(0), place + ".waiting", i);
    }
  };
  checkError(witness.error, "error");
  for (std::size_t i = 0; i < witness.others.size(); i++)
    checkError(witness.others[i], fmt::format("others[{}]", i));
  for (std::size_t i = 0; i < witness.inputs.size(); i++)
    check(witness.inputs[i].thread, "inputs", i);
  for (std::size_t i = 0; i < witness.schedule.size(); i++) {
    check(witness.schedule[i].thread, "schedule", i);
    if (witness.schedule[i].readsFrom)
      check(witness.schedule[i].readsFrom->thread, "schedule", i);
    if (witness.schedule[i].child)
      check(*witness.schedule[i].child, "schedule", i);
  }
  for (std::size_t i = 0; i < witness.plan.size(); i++)
    check(witness.plan[i].thread, "plan", i);
  for (const WitnessGoal::Moment& moment : witness.goal.moments) {
    if (moment.position > witness.schedule.size())
      reader.fail("goal", "holds at a position behind the end of the schedule");
    for (const WitnessSight& sight : moment.sights)
      checkAt(sight.thread, "goal");
  }
  for (std::size_t i = 0; i < witness.descriptors.size(); i++) {
    check(witness.descriptors[i].made.thread, "descriptors", i);
    check(witness.descriptors[i].closed.value_or(WitnessMoment()).thread, "descriptors", i);
  }
}

} // namespace

Result<Witness> witnessFromJson(const std::string& text, const std::string& name) {
  Reader reader(name);
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    const bool begun =
        text.find_first_not_of(" \t\r\n") != std::string::npos && text[text.find_first_not_of(" \t\r\n")] == '{';
    reader.fail("", text.empty() ? "file is empty" : begun ? "file is cut off or damaged" : "file is no JSON");
    return reader.error();
  }
  const Field root(reader, json, "");
  if (!root.has("format") || root["format"].text() != "revisit-witness") {
    reader.fail("", "file is JSON, but no witness");
    return reader.error();
  }
  if (const std::uint64_t version = root["version"].number();
      !reader.failed() && (version < oldestWitnessVersion || version > witnessVersion))
    return Error{
        ErrorCode::BadFormat, name,
        fmt::format("this witness has format version {}, this program reads versions {} to {}: use the program "
                    "that made it, or run 'revisit check --witness FOLDER PROGRAM' again",
                    version, oldestWitnessVersion, witnessVersion)};
  else
    reader.setVersion(version);
  Witness witness;
  witness.toolVersion = root["tool_version"].text();
  witness.executionId = root["execution"].text();
  witness.program = readProgram(root["program"]);
  witness.options = readOptions(root["options"]);
  witness.error = readError(root["error"]);
  if (root.has("ending"))
    readEnding(root["ending"], witness);
  witness.threads = root["threads"].listOf<WitnessThread>(readThread);
  witness.inputs = root["inputs"].listOf<WitnessInput>(readInput);
  witness.schedule = root["schedule"].listOf<WitnessEvent>(readEvent);
  witness.plan = root["plan"].listOf<WitnessStep>(readStep);
  witness.shared = root["shared"].listOf<WitnessRange>(readRange);
  if (root.has("goal"))
    witness.goal = readGoal(root["goal"]);
  if (root.has("others"))
    witness.others = root["others"].listOf<WitnessError>(readError);
  if (root.has("mortal_objects"))
    witness.mortalObjects = root["mortal_objects"].listOf<WitnessMortal>(readMortal);
  if (root.has("descriptors"))
    witness.descriptors = root["descriptors"].listOf<WitnessDescriptor>(readDescriptor);
  if (root.has("output"))
    witness.output = root["output"].text();
  if (root.has("outcome"))
    witness.outcome = root["outcome"].text();
  checkThreads(reader, witness);
  if (reader.failed())
    return reader.error();
  return witness;
}

} // namespace revisit
