// Each kind of value has a pair of functions, toJson() and one that ends in `From`. The two name the same fields in the
// same order. Small values are lists without names, since only the same build reads them. Where something is missing or
// of another type, the library throws, and unpacked() makes an error of it.
#include "check/piece_bytes.h"

#include "check/packing.h"

#include <map>

namespace revisit {

namespace {

using packing::binary;
using packing::bytesIn;
using packing::Json;
using packing::packed;

Json toJson(const Piece& piece) {
  Json items = Json::array();
  for (const PieceItem& item : piece)
    items.push_back({binary(item.bytes), item.weight});
  return items;
}

Piece pieceFrom(const Json& items) {
  Piece piece;
  for (const Json& item : items)
    piece.push_back({bytesIn(item.at(0)), item.at(1)});
  return piece;
}

Json toJson(const RevisitRange& range) {
  return {range.begin, range.end, range.mortal};
}

RevisitRange rangeFrom(const Json& range) {
  return {range.at(0), range.at(1), range.at(2)};
}

template <class Entries, class Make> Json listOf(const Entries& entries, Make make) {
  Json list = Json::array();
  for (const auto& entry : entries)
    list.push_back(make(entry));
  return list;
}

template <class Entry, class Make> void fill(std::vector<Entry>& entries, const Json& list, Make make) {
  for (const Json& entry : list)
    entries.push_back(make(entry));
}

Json toJson(const MemoryKnowledge& known) {
  const auto used = [](const MemoryKnowledge::Used& one) { return Json{one.address, one.destruction, one.thread}; };
  return {{"threads", known.threadPaths},
          {"touched",
           listOf(known.touched,
                  [](const MemoryKnowledge::Touched& one) { return Json{one.begin, one.end, one.thread, one.flags}; })},
          {"ended",
           listOf(known.ended, [](const MemoryKnowledge::Ended& one) { return Json{one.begin, one.end, one.thread}; })},
          {"used", listOf(known.used, used)},
          {"handles", listOf(known.handles, used)},
          {"sides", listOf(known.sides,
                           [](const MemoryKnowledge::Side& one) { return Json{one.address, one.reads, one.thread}; })},
          {"mortal",
           listOf(known.mortalObjects, [](const RevisitObject& one) { return Json{one.address, one.destruction}; })}};
}

MemoryKnowledge memoryFrom(const Json& json) {
  using Known = MemoryKnowledge;
  const auto used = [](const Json& one) { return Known::Used{one.at(0), one.at(1), one.at(2)}; };
  Known known;
  json.at("threads").get_to(known.threadPaths);
  fill(known.touched, json.at("touched"),
       [](const Json& one) { return Known::Touched{one.at(0), one.at(1), one.at(2), one.at(3)}; });
  fill(known.ended, json.at("ended"), [](const Json& one) { return Known::Ended{one.at(0), one.at(1), one.at(2)}; });
  fill(known.used, json.at("used"), used);
  fill(known.handles, json.at("handles"), used);
  fill(known.sides, json.at("sides"), [](const Json& one) { return Known::Side{one.at(0), one.at(1), one.at(2)}; });
  fill(known.mortalObjects, json.at("mortal"), [](const Json& one) { return RevisitObject{one.at(0), one.at(1)}; });
  return known;
}

Json toJson(const ReductionKnowledge& known) {
  const auto range = [](const RevisitRange& one) { return toJson(one); };
  return {{"write_locked", known.writeLocked},
          {"held_for_reading", known.heldForReading},
          {"ordered_mutexes", known.orderedMutexes},
          {"read", listOf(known.read, range)},
          {"reordered", listOf(known.reordered, range)},
          {"ordered_updates", listOf(known.orderedUpdates, range)},
          {"memory_counts", known.memoryCounts},
          {"conflicts", listOf(known.conflicts,
                               [](const ReductionKnowledge::Conflict& one) {
                                 return Json{one.mutex, one.one.thread, one.one.lock, one.other.thread, one.other.lock};
                               })},
          {"distinct", known.distinct}};
}

ReductionKnowledge reductionsFrom(const Json& json) {
  using Conflict = ReductionKnowledge::Conflict;
  ReductionKnowledge known;
  json.at("write_locked").get_to(known.writeLocked);
  json.at("held_for_reading").get_to(known.heldForReading);
  json.at("ordered_mutexes").get_to(known.orderedMutexes);
  fill(known.read, json.at("read"), rangeFrom);
  fill(known.reordered, json.at("reordered"), rangeFrom);
  fill(known.orderedUpdates, json.at("ordered_updates"), rangeFrom);
  known.memoryCounts = json.at("memory_counts");
  fill(known.conflicts, json.at("conflicts"),
       [](const Json& one) { return Conflict{one.at(0), {one.at(1), one.at(2)}, {one.at(3), one.at(4)}}; });
  json.at("distinct").get_to(known.distinct);
  return known;
}

Json toJson(const Knowledge& known) {
  const ProgramTraits::Flags& flags = known.flags;
  return {{"memory", toJson(known.memory)},
          {"flags",
           {flags.sections, flags.sectionsWait, flags.storesToParts, flags.silentUpdates, flags.readsTogether,
            flags.madeWay}},
          {"ordered", known.ordered},
          {"tried", known.tried},
          {"contended", listOf(known.contended, [](const RevisitRange& range) { return toJson(range); })},
          {"reductions", toJson(known.reductions)},
          {"distrusts_runs", known.distrustsRuns},
          {"unmerged", known.unmerged}};
}

Knowledge knowledgeFrom(const Json& json) {
  const Json& flags = json.at("flags");
  Knowledge known;
  known.memory = memoryFrom(json.at("memory"));
  known.flags = {flags.at(0), flags.at(1), flags.at(2), flags.at(3), flags.at(4), flags.at(5)};
  json.at("ordered").get_to(known.ordered);
  json.at("tried").get_to(known.tried);
  fill(known.contended, json.at("contended"), rangeFrom);
  known.reductions = reductionsFrom(json.at("reductions"));
  known.distrustsRuns = json.at("distrusts_runs");
  json.at("unmerged").get_to(known.unmerged);
  return known;
}

Json toJson(const CheckNote& note) {
  return {note.kind, note.detail, note.file, note.line};
}

CheckNote noteFrom(const Json& note) {
  return {note.at(0), note.at(1), note.at(2), note.at(3)};
}

Json toJson(const ExplorationCounts& counts) {
  return {counts.complete, counts.erroneous, counts.deadlocked, counts.blocked, counts.cut, counts.duplicate};
}

ExplorationCounts countsFrom(const Json& counts) {
  return {counts.at(0), counts.at(1), counts.at(2), counts.at(3), counts.at(4), counts.at(5)};
}

Json toJson(const ExplorationWork& work) {
  return {work.eventsAdded,        work.revisitsTried,     work.revisitsDone,
          work.displacementsTried, work.displacementsDone, work.learnt,
          work.restarts,           work.discarded,         work.stale};
}

ExplorationWork workFrom(const Json& work) {
  return {work.at(0), work.at(1), work.at(2), work.at(3), work.at(4), work.at(5), work.at(6), work.at(7), work.at(8)};
}

// An error is that of its witness, or one of the others there.
int placeIn(const Witness& witness, const CheckError& error) {
  const auto other = std::ranges::find(witness.others, error.error);
  return error.isShownFirst ? 0 : static_cast<int>(other - witness.others.begin()) + 1;
}

// Errors that share a witness name it by its number, so that it is written once.
Json toJson(const PieceReport& report) {
  std::map<const Witness*, std::size_t> numbers;
  Json witnesses = Json::array(), errors = Json::array();
  for (const PieceReport::Error& one : report.errors) {
    const Witness* const witness = one.error.witness.get();
    Json error = {{"key", binary(one.key)},
                  {"adjacent", static_cast<int>(one.adjacent)},
                  {"kind", static_cast<int>(one.error.kind)},
                  {"count", one.error.count}};
    if (witness) {
      const auto [number, isNew] = numbers.try_emplace(witness, numbers.size());
      if (isNew)
        witnesses.push_back(binary(witnessToJson(*witness)));
      error["witness"] = number->second;
      error["place"] = placeIn(*witness, one.error);
      error["confirmed"] = one.error.confirmed;
    }
    errors.push_back(std::move(error));
  }
  const auto incident = [](const Incident& one) {
    return Json{static_cast<int>(one.kind), one.warningOnly, one.detail, one.file, one.line, one.runs};
  };
  const auto reason = [](const PieceReport::Reason& one) {
    return Json{binary(one.key),  static_cast<int>(one.reason.kind),  one.reason.detail,
                one.reason.count, static_cast<int>(one.reason.bound), toJson(one.note)};
  };
  Json json = {{"counts", toJson(report.exploration.counts)},
               {"work", toJson(report.exploration.work)},
               {"intended", report.exploration.intendedRaces},
               {"witnesses", witnesses},
               {"errors", errors},
               {"reasons", listOf(report.reasons, reason)},
               {"warnings", listOf(report.warnings,
                                   [](const PieceReport::Warning& one) {
                                     return Json{binary(one.key), toJson(one.note), one.executions};
                                   })},
               {"incidents", listOf(report.incidents, incident)},
               {"notes", listOf(report.notes, [](const CheckNote& note) { return toJson(note); })},
               {"without_inputs", report.withoutInputs},
               {"only_found", report.onlyFound},
               {"only_counts", toJson(report.onlyCounts)}};
  if (report.failure)
    json["failure"] = {static_cast<int>(report.failure->code), report.failure->where, report.failure->what};
  if (report.onlyWitness)
    json["only_witness"] = binary(witnessToJson(*report.onlyWitness));
  return json;
}

// Throws what makes the bytes unreadable.
Witness witnessFrom(const Json& bytes) {
  Result<Witness> witness = witnessFromJson(bytesIn(bytes), "piece");
  if (!witness)
    throw std::runtime_error(witness.error().what);
  return std::move(*witness);
}

CheckError errorFrom(const Json& json, const std::vector<std::shared_ptr<const Witness>>& witnesses) {
  if (!json.contains("witness")) {
    CheckError error;
    error.kind = static_cast<ErrorKind>(json.at("kind").get<int>());
    error.count = json.at("count");
    return error;
  }
  const std::shared_ptr<const Witness>& witness = witnesses.at(json.at("witness"));
  const std::size_t place = json.at("place");
  CheckError error = errorShownBy(witness, place == 0 ? witness->error : witness->others.at(place - 1), place == 0,
                                  json.at("confirmed"));
  error.kind = static_cast<ErrorKind>(json.at("kind").get<int>());
  error.count = json.at("count");
  return error;
}

PieceReport reportFrom(const Json& json) {
  PieceReport report;
  report.exploration.counts = countsFrom(json.at("counts"));
  report.exploration.work = workFrom(json.at("work"));
  json.at("intended").get_to(report.exploration.intendedRaces);
  std::vector<std::shared_ptr<const Witness>> witnesses;
  fill(witnesses, json.at("witnesses"),
       [](const Json& text) { return std::make_shared<const Witness>(witnessFrom(text)); });
  fill(report.errors, json.at("errors"), [&](const Json& one) {
    return PieceReport::Error{bytesIn(one.at("key")), static_cast<Race::Adjacent>(one.at("adjacent").get<int>()),
                              errorFrom(one, witnesses)};
  });
  fill(report.reasons, json.at("reasons"), [](const Json& one) {
    IncompleteReason reason{static_cast<IncompleteReason::Kind>(one.at(1).get<int>()),
                            one.at(2),
                            {},
                            one.at(3),
                            static_cast<CutBy>(one.at(4).get<int>())};
    return PieceReport::Reason{bytesIn(one.at(0)), std::move(reason), noteFrom(one.at(5))};
  });
  fill(report.warnings, json.at("warnings"),
       [](const Json& one) { return PieceReport::Warning{bytesIn(one.at(0)), noteFrom(one.at(1)), one.at(2)}; });
  fill(report.incidents, json.at("incidents"), [](const Json& one) {
    return Incident{
        static_cast<Incident::Kind>(one.at(0).get<int>()), one.at(1), one.at(2), one.at(3), one.at(4), one.at(5)};
  });
  fill(report.notes, json.at("notes"), noteFrom);
  report.withoutInputs = json.at("without_inputs");
  report.onlyFound = json.at("only_found");
  report.onlyCounts = countsFrom(json.at("only_counts"));
  if (json.contains("failure")) {
    const Json& failure = json.at("failure");
    report.failure = Error{static_cast<ErrorCode>(failure.at(0).get<int>()), failure.at(1), failure.at(2)};
  }
  if (json.contains("only_witness"))
    report.onlyWitness = witnessFrom(json.at("only_witness"));
  return report;
}

template <class Value, class Make> Result<Value> unpacked(std::string_view bytes, Make make) {
  return packing::unpacked<Value>(bytes, make, "the bytes are not those of this version"); // or a witness is broken
}

} // namespace

std::string bytesOf(const PieceList::State& state) {
  const auto part = [](const PieceList::State::Part& one) {
    return one.isExplored ? Json{true, toJson(one.report)} : Json{false, toJson(one.piece)};
  };
  return packed({{"known", toJson(state.known)}, {"parts", listOf(state.parts, part)}});
}

Result<PieceList::State> stateFrom(std::string_view bytes) {
  return unpacked<PieceList::State>(bytes, [](const Json& json) {
    PieceList::State state;
    state.known = knowledgeFrom(json.at("known"));
    fill(state.parts, json.at("parts"), [](const Json& one) {
      const bool isExplored = one.at(0);
      return isExplored ? PieceList::State::Part{true, reportFrom(one.at(1)), {}}
                        : PieceList::State::Part{false, {}, pieceFrom(one.at(1))};
    });
    return state;
  });
}

std::string bytesOf(const PieceTask& task) {
  Json json = {{"entry", task.entry}, {"piece", toJson(task.piece)}};
  if (task.isNews)
    json["known"] = toJson(task.known);
  return packed(json);
}

Result<PieceTask> taskFrom(std::string_view bytes) {
  return unpacked<PieceTask>(bytes, [](const Json& json) {
    PieceTask task{json.at("entry"), pieceFrom(json.at("piece")), json.contains("known"), {}};
    if (task.isNews)
      task.known = knowledgeFrom(json.at("known"));
    return task;
  });
}

std::string bytesOf(const PieceResult& result) {
  Json json = {{"end", static_cast<int>(result.end)}, {"report", toJson(result.report)}, {"left", toJson(result.left)}};
  if (result.known)
    json["known"] = toJson(*result.known);
  return packed(json);
}

Result<PieceResult> resultFrom(std::string_view bytes) {
  return unpacked<PieceResult>(bytes, [](const Json& json) {
    PieceResult result{static_cast<PieceEnd>(json.at("end").get<int>()), reportFrom(json.at("report")),
                       pieceFrom(json.at("left")), std::nullopt};
    if (json.contains("known"))
      result.known = knowledgeFrom(json.at("known"));
    return result;
  });
}

std::string bytesOf(const Exploration& progress) {
  return packed({toJson(progress.counts), toJson(progress.work)});
}

Result<Exploration> explorationFrom(std::string_view bytes) {
  return unpacked<Exploration>(bytes, [](const Json& json) {
    Exploration progress;
    progress.counts = countsFrom(json.at(0));
    progress.work = workFrom(json.at(1));
    return progress;
  });
}

} // namespace revisit
