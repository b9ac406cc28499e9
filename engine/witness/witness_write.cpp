// Writes a witness as JSON. FORMAT.md describes the result; witness_read.cpp reads it.
#include "witness/byte_text.h"
#include "witness/names.h"
#include "witness/witness.h"

#include <nlohmann/json.hpp>

namespace revisit {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson toJson(const WitnessPosition& position) {
  return {
      {"file", position.file}, {"line", position.line}, {"column", position.column}, {"function", position.function}};
}

OrderedJson toJson(const WitnessProgram& program) {
  OrderedJson environment = OrderedJson::object();
  for (const WitnessVariable& variable : program.environment)
    environment[textOfBytes(variable.name)] = textOfBytes(variable.value);
  OrderedJson json = {{"path", program.path},   {"build_id", program.buildId},    {"sources", program.sources},
                      {"flags", program.flags}, {"arguments", program.arguments}, {"environment", environment}};
  if (program.standardInput)
    json["standard_input"] = textOfBytes(*program.standardInput);
  if (program.environmentEnd) {
    OrderedJson places = OrderedJson::object();
    for (const WitnessVariable& variable : program.environment)
      if (variable.place)
        places[textOfBytes(variable.name)] = {variable.place->entries, variable.place->bytes};
    places[""] = {program.environmentEnd->entries, program.environmentEnd->bytes};
    json["environment_places"] = places;
  }
  return json;
}

OrderedJson toJson(const WitnessOptions& options) {
  OrderedJson json = {{"memory_model", nameOf(options.memoryModel)},
                      {"algorithm", options.algorithm},
                      {"unroll", options.unroll},
                      {"all_accesses", options.allAccesses}};
  if (options.timeOuts != WitnessOptions().timeOuts)
    json["time_outs"] = options.timeOuts;
  if (options.recursion != WitnessOptions().recursion)
    json["recursion"] = options.recursion;
  if (options.runSteps != WitnessOptions().runSteps)
    json["run_steps"] = options.runSteps;
  if (options.reuseMemory)
    json["reuse_memory"] = true;
  if (options.recycleBlocks)
    json["recycle_blocks"] = true;
  if (options.permitted != 0)
    json["permitted"] = options.permitted;
  if (options.findFreshReads)
    json["find_fresh_reads"] = true;
  return json;
}

OrderedJson toJson(const WitnessMortal& object) {
  return {object.address, nameOfDestruction(object.destruction)};
}

template <class Item> OrderedJson listToJson(const std::vector<Item>& items);

OrderedJson toJson(const Awaited& awaited) {
  OrderedJson json = {{"kind", nameOf(awaited.kind)}};
  if (awaited.operation)
    json["operation"] = nameOf(*awaited.operation);
  if (!awaited.name.empty())
    json["name"] = awaited.name;
  if (awaited.address != 0)
    json["address"] = awaited.address;
  if (awaited.thread)
    json["thread"] = *awaited.thread;
  if (!awaited.holders.empty())
    json["holders"] = awaited.holders;
  if (awaited.writer)
    json["writer"] = *awaited.writer;
  if (awaited.arrived)
    json["arrived"] = {awaited.arrived->first, awaited.arrived->second};
  if (awaited.kind == AwaitedKind::LoopEnd)
    json["events"] = awaited.events;
  return json;
}

OrderedJson toJson(const WitnessWaiting& waiting) {
  return {{"thread", waiting.thread}, {"for", toJson(waiting.what)}, {"position", toJson(waiting.position)}};
}

OrderedJson toJson(const WitnessOther& other) {
  return {{"thread", other.thread}, {"index", other.index}, {"file", other.file}, {"line", other.line}};
}

OrderedJson toJson(const WitnessError& error) {
  OrderedJson json = {{"kind", errorName(error.kind)},
                      {"message", error.message},
                      {"file", error.file},
                      {"line", error.line},
                      {"thread", error.thread},
                      {"waiting", listToJson(error.waiting)}};
  if (error.index)
    json["index"] = *error.index;
  if (error.other)
    json["other"] = toJson(*error.other);
  return json;
}

OrderedJson toJson(const WitnessSight& sight) {
  OrderedJson json = {{"thread", sight.thread}, {"index", sight.index}, {"text", sight.text}};
  if (sight.isNext)
    json["next"] = true;
  return json;
}

OrderedJson toJson(const WitnessGoal::Moment& moment) {
  return {{"position", moment.position}, {"sights", listToJson(moment.sights)}};
}

OrderedJson toJson(const WitnessGoal& goal) {
  return {{"text", goal.text}, {"moments", listToJson(goal.moments)}};
}

OrderedJson toJson(const WitnessThread& thread) {
  return {{"path", thread.path}, {"name", thread.name}};
}

OrderedJson toJson(const WitnessInput& input) {
  OrderedJson json = {{"thread", input.thread},
                      {"index", input.index},
                      {"name", input.name},
                      {"width", input.width},
                      {"value", input.value}};
  if (input.type != InputType::Unknown)
    json["type"] = nameOf(input.type);
  return json;
}

OrderedJson toJson(const WitnessEvent& event) {
  OrderedJson json = {{"thread", event.thread}, {"index", event.index}, {"kind", nameOf(event.kind)}};
  if (event.objectOp || event.rmw)
    json["operation"] = event.objectOp ? nameOf(*event.objectOp) : nameOf(*event.rmw);
  if (event.lifetime != Lifetime::Observed)
    json["life"] = event.lifetime == Lifetime::Ends     ? "ends"
                   : event.lifetime == Lifetime::Begins ? "begins"
                                                        : "destroys";
  json["what"] = event.what;
  json["value"] = event.value;
  if (event.holds)
    json["holds"] = *event.holds;
  if (event.address != 0)
    json["memory"] = {event.address, event.size};
  if (event.child)
    json["child"] = *event.child;
  if (event.reads || event.writes)
    json["access"] = event.reads && event.writes ? "update" : event.reads ? "read" : "write";
  if (event.seen)
    json["seen"] = *event.seen;
  if (event.written)
    json["written"] = *event.written;
  if (event.argument)
    json["argument"] = *event.argument;
  if (event.spurious)
    json["spurious"] = true;
  if (!event.condition.empty())
    json["condition"] = event.condition;
  if (event.records != 0)
    json["records"] = event.records;
  if (event.round != 0)
    json["round"] = event.round;
  if (event.readsFrom)
    json["reads_from"] = {event.readsFrom->thread, event.readsFrom->index};
  if (event.order)
    json["order"] = nameOf(*event.order);
  if (event.failureOrder)
    json["failure_order"] = nameOf(*event.failureOrder);
  if (event.coherence)
    json["coherence"] = *event.coherence;
  if (event.back != 0)
    json["back"] = event.back;
  if (event.oldest)
    json["oldest"] = *event.oldest;
  json["calls"] = listToJson(event.calls);
  return json;
}

OrderedJson toJson(const WitnessStep& step) {
  OrderedJson json = {step.thread, nameOf(step.kind)};
  if (step.outcome != 0 || step.life)
    json.push_back(step.outcome);
  if (step.life) {
    json.push_back(step.back);
    json.push_back(nameOf(*step.life));
    json.push_back(step.stores);
  }
  return json;
}

OrderedJson toJson(const WitnessRange& range) {
  OrderedJson json = {range.address, range.size};
  if (range.mortal)
    json.push_back(1);
  return json;
}

OrderedJson toJson(const WitnessMoment& moment) {
  return {{"thread", moment.thread}, {"index", moment.index}, {"position", toJson(moment.position)}};
}

OrderedJson toJson(const WitnessDescriptor& descriptor) {
  OrderedJson json = {{"number", descriptor.number}, {"what", descriptor.what}};
  if (!descriptor.part.empty())
    json["part"] = descriptor.part;
  json["objects"] = {descriptor.reads, descriptor.writes};
  if (descriptor.isCopy)
    json["copy"] = true;
  json["made"] = toJson(descriptor.made);
  if (descriptor.closed)
    json["closed"] = toJson(*descriptor.closed);
  return json;
}

template <class Item> OrderedJson listToJson(const std::vector<Item>& items) {
  OrderedJson list = OrderedJson::array();
  for (const Item& item : items)
    list.push_back(toJson(item));
  return list;
}

} // namespace

std::string witnessToJson(const Witness& witness) {
  OrderedJson json = {{"format", "revisit-witness"},
                      {"version", witness.options.memoryModel == ModelKind::Sc ? witnessVersion - 1 : witnessVersion},
                      {"tool_version", witness.toolVersion},
                      {"execution", witness.executionId},
                      {"program", toJson(witness.program)},
                      {"options", toJson(witness.options)},
                      {"ending", nameOf(witness.ending())},
                      {"error", toJson(witness.error)},
                      {"threads", listToJson(witness.threads)},
                      {"inputs", listToJson(witness.inputs)},
                      {"schedule", listToJson(witness.schedule)},
                      {"plan", listToJson(witness.plan)},
                      {"shared", listToJson(witness.shared)}};
  if (!witness.goal.text.empty())
    json["goal"] = toJson(witness.goal);
  if (!witness.others.empty())
    json["others"] = listToJson(witness.others);
  if (!witness.mortalObjects.empty())
    json["mortal_objects"] = listToJson(witness.mortalObjects);
  if (!witness.descriptors.empty())
    json["descriptors"] = listToJson(witness.descriptors);
  if (!witness.output.empty())
    json["output"] = witness.output;
  if (!witness.outcome.empty())
    json["outcome"] = witness.outcome;
  // The program's output or data may contain bytes that are not UTF-8. The witness is written nevertheless, with
  // replacement characters.
  return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace revisit
