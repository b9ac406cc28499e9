#include "check/pieces/piece_bytes.h"

#include "check/pieces/knowledge_bytes.h"

#include <algorithm>
#include <map>

namespace revisit {

namespace packing {

// Without what only the worker that left the item asks for.
template <> inline constexpr bool isUnnamed<PieceItem> = true;
template <>
inline constexpr auto fieldsOf<PieceItem> =
    std::tuple{Field{"bytes", &PieceItem::bytes}, Field{"weight", &PieceItem::weight}};

template <>
inline constexpr auto fieldsOf<CheckNote> =
    std::tuple{Field{"kind", &CheckNote::kind}, Field{"detail", &CheckNote::detail}, Field{"file", &CheckNote::file},
               Field{"line", &CheckNote::line}};

template <>
inline constexpr auto fieldsOf<Exploration> =
    std::tuple{Field{"counts", &Exploration::counts}, Field{"work", &Exploration::work},
               Field{"intended", &Exploration::intendedRaces}};

template <>
inline constexpr auto fieldsOf<Incident> =
    std::tuple{Field{"kind", &Incident::kind},     Field{"warning_only", &Incident::warningOnly},
               Field{"detail", &Incident::detail}, Field{"file", &Incident::file},
               Field{"line", &Incident::line},     Field{"runs", &Incident::runs}};

template <>
inline constexpr auto fieldsOf<Error> =
    std::tuple{Field{"code", &Error::code}, Field{"where", &Error::where}, Field{"what", &Error::what}};

// Without a position, which belongs to a worker.
template <>
inline constexpr auto fieldsOf<IncompleteReason> =
    std::tuple{Field{"kind", &IncompleteReason::kind}, Field{"detail", &IncompleteReason::detail},
               Field{"count", &IncompleteReason::count}, Field{"bound", &IncompleteReason::bound},
               Field{"cause", &IncompleteReason::cause}};

using Reason = PieceReport::Reason;
template <>
inline constexpr auto fieldsOf<Reason> =
    std::tuple{Field{"key", &Reason::key}, Field{"reason", &Reason::reason}, Field{"note", &Reason::note}};

using Warning = PieceReport::Warning;
template <>
inline constexpr auto fieldsOf<Warning> =
    std::tuple{Field{"key", &Warning::key}, Field{"note", &Warning::note}, Field{"executions", &Warning::executions}};

template <>
inline constexpr auto fieldsOf<PieceReport> =
    std::tuple{Field{"exploration", &PieceReport::exploration}, Field{"errors", &PieceReport::errors},
               Field{"reasons", &PieceReport::reasons},         Field{"warnings", &PieceReport::warnings},
               Field{"incidents", &PieceReport::incidents},     Field{"notes", &PieceReport::notes},
               Field{"failure", &PieceReport::failure},         Field{"without_inputs", &PieceReport::withoutInputs},
               Field{"only_found", &PieceReport::onlyFound},    Field{"only_witness", &PieceReport::onlyWitness},
               Field{"only_counts", &PieceReport::onlyCounts}};

template <> struct Custom<Witness> {
  static Json write(const Witness& witness) { return binary(witnessToJson(witness)); }
  static Witness read(const Json& json) {
    Result<Witness> witness = witnessFromJson(bytesIn(json), "piece");
    if (!witness)
      throw std::runtime_error(witness.error().what);
    return std::move(*witness);
  }
};

namespace {

// An error is that of its witness, or one of the others there.
int placeIn(const Witness& witness, const CheckError& error) {
  const auto other = std::ranges::find(witness.others, error.error);
  return error.isShownFirst ? 0 : static_cast<int>(other - witness.others.begin()) + 1;
}

} // namespace

// Errors that share a witness name it by its number, so that it is written once.
template <> struct Custom<std::vector<PieceReport::Error>> {
  static Json write(const std::vector<PieceReport::Error>& all) {
    std::map<const Witness*, std::size_t> numbers;
    Json witnesses = Json::array(), errors = Json::array();
    for (const PieceReport::Error& one : all) {
      const Witness* const witness = one.error.witness.get();
      Json error = {{"key", toJson(one.key)},
                    {"adjacent", toJson(one.adjacent)},
                    {"kind", toJson(one.error.kind)},
                    {"count", one.error.count}};
      if (witness) {
        const auto [number, isNew] = numbers.try_emplace(witness, numbers.size());
        if (isNew)
          witnesses.push_back(toJson(*witness));
        error["witness"] = number->second;
        error["place"] = placeIn(*witness, one.error);
        error["confirmed"] = one.error.confirmed;
      }
      errors.push_back(std::move(error));
    }
    return {{"witnesses", std::move(witnesses)}, {"errors", std::move(errors)}};
  }

  static std::vector<PieceReport::Error> read(const Json& json) {
    std::vector<std::shared_ptr<const Witness>> witnesses;
    for (const Json& witness : json.at("witnesses"))
      witnesses.push_back(std::make_shared<const Witness>(fromJson<Witness>(witness)));
    std::vector<PieceReport::Error> errors;
    for (const Json& one : json.at("errors")) {
      CheckError error;
      if (one.contains("witness")) {
        const std::shared_ptr<const Witness>& witness = witnesses.at(one.at("witness"));
        const std::size_t place = one.at("place");
        error = errorShownBy(witness, place == 0 ? witness->error : witness->others.at(place - 1), place == 0,
                             one.at("confirmed"));
      }
      error.kind = fromJson<ErrorKind>(one.at("kind"));
      error.count = one.at("count");
      errors.push_back({fromJson<std::string>(one.at("key")), fromJson<Race::Adjacent>(one.at("adjacent")), error});
    }
    return errors;
  }
};

using Part = PieceList::State::Part;
template <> struct Custom<Part> {
  static Json write(const Part& part) {
    return part.isExplored ? Json{{"report", toJson(part.report)}} : Json{{"piece", toJson(part.piece)}};
  }
  static Part read(const Json& json) {
    return json.contains("report") ? Part{true, fromJson<PieceReport>(json.at("report")), {}}
                                   : Part{false, {}, fromJson<Piece>(json.at("piece"))};
  }
};

using State = PieceList::State;
template <>
inline constexpr auto fieldsOf<State> = std::tuple{Field{"known", &State::known}, Field{"parts", &State::parts}};

template <>
inline constexpr auto fieldsOf<PieceTask> =
    std::tuple{Field{"entry", &PieceTask::entry}, Field{"piece", &PieceTask::piece}, Field{"known", &PieceTask::known}};

template <>
inline constexpr auto fieldsOf<PieceResult> =
    std::tuple{Field{"end", &PieceResult::end}, Field{"report", &PieceResult::report},
               Field{"left", &PieceResult::left}, Field{"known", &PieceResult::known}};

} // namespace packing

namespace {

template <class Value> Result<Value> unpackedPiece(std::string_view bytes) {
  return packing::unpacked<Value>(bytes, "the bytes are not those of this version"); // or a witness is broken
}

} // namespace

std::string bytesOf(const PieceList::State& state) {
  return packing::packed(packing::toJson(state));
}

std::string bytesOf(const PieceTask& task) {
  return packing::packed(packing::toJson(task));
}

std::string bytesOf(const PieceResult& result) {
  return packing::packed(packing::toJson(result));
}

std::string bytesOf(const Exploration& progress) {
  return packing::packed(packing::toJson(progress));
}

Result<PieceList::State> stateFrom(std::string_view bytes) {
  return unpackedPiece<PieceList::State>(bytes);
}

Result<PieceTask> taskFrom(std::string_view bytes) {
  return unpackedPiece<PieceTask>(bytes);
}

Result<PieceResult> resultFrom(std::string_view bytes) {
  return unpackedPiece<PieceResult>(bytes);
}

Result<Exploration> explorationFrom(std::string_view bytes) {
  return unpackedPiece<Exploration>(bytes);
}

} // namespace revisit
