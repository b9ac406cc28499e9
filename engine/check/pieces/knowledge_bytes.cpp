#include "check/pieces/knowledge_bytes.h"

#include <stdexcept>

namespace revisit::packing {

using Touched = MemoryKnowledge::Touched;
template <> inline constexpr bool isUnnamed<Touched> = true;
template <>
inline constexpr auto fieldsOf<Touched> =
    std::tuple{Field{"begin", &Touched::begin}, Field{"end", &Touched::end}, Field{"thread", &Touched::thread},
               Field{"flags", &Touched::flags}, Field{"joined", &Touched::joined}, Field{"unit", &Touched::unit}};

using Ended = MemoryKnowledge::Ended;
template <> inline constexpr bool isUnnamed<Ended> = true;
template <>
inline constexpr auto fieldsOf<Ended> =
    std::tuple{Field{"begin", &Ended::begin}, Field{"end", &Ended::end}, Field{"thread", &Ended::thread}};

using Used = MemoryKnowledge::Used;
template <> inline constexpr bool isUnnamed<Used> = true;
template <>
inline constexpr auto fieldsOf<Used> = std::tuple{
    Field{"address", &Used::address}, Field{"destruction", &Used::destruction}, Field{"thread", &Used::thread}};

using Side = MemoryKnowledge::Side;
template <> inline constexpr bool isUnnamed<Side> = true;
template <>
inline constexpr auto fieldsOf<Side> =
    std::tuple{Field{"address", &Side::address}, Field{"reads", &Side::reads}, Field{"thread", &Side::thread}};

template <> inline constexpr bool isUnnamed<RevisitObject> = true;
template <>
inline constexpr auto fieldsOf<RevisitObject> =
    std::tuple{Field{"address", &RevisitObject::address}, Field{"destruction", &RevisitObject::destruction}};

template <> inline constexpr bool isUnnamed<RevisitRange> = true;
template <>
inline constexpr auto fieldsOf<RevisitRange> = std::tuple{
    Field{"begin", &RevisitRange::begin}, Field{"end", &RevisitRange::end}, Field{"mortal", &RevisitRange::mortal}};

template <>
inline constexpr auto fieldsOf<MemoryKnowledge> =
    std::tuple{Field{"threads", &MemoryKnowledge::threadPaths}, Field{"touched", &MemoryKnowledge::touched},
               Field{"ended", &MemoryKnowledge::ended},         Field{"used", &MemoryKnowledge::used},
               Field{"handles", &MemoryKnowledge::handles},     Field{"sides", &MemoryKnowledge::sides},
               Field{"mortal", &MemoryKnowledge::mortalObjects}};

// The subjects of facts.
template <> inline constexpr bool isUnnamed<WholeProgram> = true;
template <> inline constexpr auto fieldsOf<WholeProgram> = std::tuple{};

template <class Tag> struct Custom<Id<Tag>> {
  static Json write(Id<Tag> id) { return id.value(); }
  static Id<Tag> read(const Json& json) { return Id<Tag>(json.get<std::uint32_t>()); }
};

template <> inline constexpr bool isUnnamed<SectionName> = true;
template <>
inline constexpr auto fieldsOf<SectionName> =
    std::tuple{Field{"thread", &SectionName::thread}, Field{"lock", &SectionName::lock}};

using Conflict = SectionConflicts::Conflict;
template <> inline constexpr bool isUnnamed<Conflict> = true;
template <>
inline constexpr auto fieldsOf<Conflict> =
    std::tuple{Field{"mutex", &Conflict::mutex}, Field{"one", &Conflict::one}, Field{"other", &Conflict::other}};

namespace {

// Whether there is what a fact is about.
struct IsKnown {
  const AddressTable& addresses;

  bool operator()(WholeProgram /*program*/) const { return true; }
  bool operator()(ThreadId thread) const { return thread.value() < REVISIT_MAX_THREADS; }
  bool operator()(LocationId location) const { return location.value() < addresses.locations().size(); }
  bool operator()(ObjectId object) const { return object.value() < addresses.objects().size(); }
  bool operator()(const Conflict& conflict) const { return (*this)(conflict.mutex); }
};

Json factsJson(const Facts& facts) {
  Json json = Json::object();
  facts.forEach([&](auto kind, const auto& subject) { json[std::string(kind.name())].push_back(toJson(subject)); });
  return json;
}

Facts factsIn(const Json& json, const IsKnown& isKnown) {
  Facts facts;
  Facts::forEachKind([&]<class Subject>(FactOf<Subject> kind) {
    const auto subjects = json.find(std::string(kind.name()));
    if (subjects == json.end())
      return;
    for (const Json& one : *subjects) {
      const auto subject = fromJson<Subject>(one);
      if (!isKnown(subject))
        throw std::out_of_range("a fact about something unknown");
      facts.note(kind, subject);
    }
  });
  return facts;
}

} // namespace

Json Custom<Knowledge>::write(const Knowledge& known) {
  return {{"memory", toJson(known.memory)},
          {"locations", toJson(known.addresses.locations())},
          {"objects", toJson(known.addresses.objects())},
          {"facts", factsJson(known.facts)}};
}

Knowledge Custom<Knowledge>::read(const Json& json) {
  Knowledge known;
  known.memory = fromJson<MemoryKnowledge>(json.at("memory"));
  for (const RevisitRange& range : fromJson<std::vector<RevisitRange>>(json.at("locations")))
    known.addresses.location(range);
  for (const std::uint64_t address : fromJson<std::vector<std::uint64_t>>(json.at("objects")))
    known.addresses.object(address);
  known.facts = factsIn(json.at("facts"), {known.addresses});
  return known;
}

} // namespace revisit::packing
