// Witness files: what is written can be read again, and every error in a file is reported.
#include "explore/findings/findings.h"
#include "program/objects/objects.h"
#include "witness/byte_text.h"
#include "witness/event_words.h"
#include "witness/names.h"
#include "witness/witness.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

namespace revisit {
namespace {

using Json = nlohmann::ordered_json;

Witness sample() {
  Witness witness;
  witness.toolVersion = "0.1.0";
  witness.executionId = "0123456789abcdef";
  witness.program = {"/tmp/a.out", "b0b0", {"/tmp/a.c"}, {"-DN=2"}, {"one", "two words"}, {}, {}, {}};
  witness.program.environment = {{"HOME", "/", EnvironmentPlace{2, 30}}};
  witness.program.environmentEnd = EnvironmentPlace{3, 37};
  witness.program.standardInput = "words\n\xff";
  witness.options = {.memoryModel = ModelKind::Sc, .algorithm = "condpor", .unroll = 32, .allAccesses = true};
  const WitnessPosition here{"/tmp/a.c", 7, 3, "work"}, caller{"/tmp/a.c", 20, 1, "main"};
  const Awaited held{AwaitedKind::Operation, ObjectOp::MutexLock, "m", 0x5000, {}, {2, 0}};
  const Awaited end{AwaitedKind::ThreadEnd, {}, "", 0, 1};
  witness.error = {ErrorKind::Deadlock, "deadlock", "/tmp/a.c", 7, 1, {{1, held, here}, {0, end, caller}}};
  witness.threads = {{{}, "main"}, {{0}, "work"}, {{0, 2}, "deeper"}};
  witness.inputs = {{1, 0, "key", 32, 42, InputType::Unsigned},
                    {0, 1, "wide", 64, ~0ull},
                    {0, 2, "flag", 1, 1, InputType::Bool},
                    {0, 3, "count", 8, 200, InputType::Signed}};
  WitnessEvent create{0, 0, LabelKind::Create, {}, {}, {}, "work"};
  create.child = 1;
  create.calls = {caller};
  WitnessEvent write{1, 0, LabelKind::Write, {}, {}, {}, "x", "1"};
  write.address = 0x404040;
  write.size = 4;
  write.writes = true;
  write.written = 1;
  write.calls = {here, caller};
  WitnessEvent read{0, 1, LabelKind::Read, {}, {}, {}, "x", "1"};
  read.address = 0x404040;
  read.size = 4;
  read.reads = true;
  read.seen = 1;
  read.readsFrom = WitnessEventRef{1, 0};
  read.calls = {caller};
  WitnessEvent branch{0, 2, LabelKind::Constraint, {}, {}, {}, "key == 42"};
  branch.holds = true;
  branch.condition = "(= in_1_0 #x0000002a)";
  branch.records = 3;
  witness.schedule = {create, write, read, branch};
  witness.plan = {{0, LabelKind::Create}, {1, LabelKind::Write}, {0, LabelKind::Read}, {2, LabelKind::Object, 1}};
  witness.shared = {{0x404040, 4}, {0xffff800000000000, 1}};
  return witness;
}

TEST(Witness, SurvivesTheRoundTrip) {
  const Result<Witness> read = witnessFromJson(witnessToJson(sample()), "x.revisit");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), sample());
}

TEST(Witness, KeepsTheOutcomeOfALitmusTest) {
  Witness witness = sample();
  witness.outcome = "[x]=1; satisfies exists ([x]=1)";
  const Result<Witness> read = witnessFromJson(witnessToJson(witness), "x.revisit");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), witness);
}

TEST(Witness, KeepsEveryByteOfItsInput) {
  std::string bytes;
  for (int byte = 0; byte < 256; byte++)
    bytes += static_cast<char>(byte);
  EXPECT_EQ(textOfBytes("plain text\n"), "plain text\n");
  EXPECT_EQ(bytesOfText(textOfBytes(bytes)), bytes);
  EXPECT_FALSE(bytesOfText("\xc4\x80")) << "U+0100 stands for no byte";
  EXPECT_FALSE(bytesOfText("\xc3")) << "the text ends inside a character";
  Witness witness = sample();
  witness.program.standardInput = std::nullopt;
  EXPECT_EQ(witnessFromJson(witnessToJson(witness), "x.revisit").value(), witness);
}

Witness racing() {
  Witness witness = sample();
  witness.error = {ErrorKind::Race, "main reads x while T1 work writes it", "/tmp/a.c", 20, 0, {}, 1};
  witness.error.other = WitnessOther{1, 0, "/tmp/a.c", 7};
  return witness;
}

TEST(Witness, OfARaceSurvivesTheRoundTrip) {
  const Result<Witness> read = witnessFromJson(witnessToJson(racing()), "x.revisit");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), racing());
  EXPECT_EQ(read.value().ending(), ExecutionKind::Erroneous);
}

TEST(Witness, OfEveryOperationSurvivesTheRoundTrip) {
  Witness witness = sample();
  const auto add = [&](LabelKind kind) -> WitnessEvent& {
    WitnessEvent event;
    event.index = static_cast<unsigned>(witness.schedule.size());
    event.kind = kind;
    return witness.schedule.emplace_back(std::move(event));
  };
  for (const ObjectOperation& row : objectOperations) {
    WitnessEvent& event = add(LabelKind::Object);
    event.objectOp = row.operation;
    event.seen = static_cast<std::uint64_t>(row.operation);
  }
  for (int op = 0; op <= static_cast<int>(RmwOp::Insert); op++)
    add(LabelKind::Rmw).rmw = static_cast<RmwOp>(op);
  for (const Lifetime lifetime : {Lifetime::Ends, Lifetime::Begins, Lifetime::Destroys})
    add(LabelKind::Write).lifetime = lifetime;
  for (const bool holds : {true, false})
    add(LabelKind::Assume).holds = holds;
  const Result<Witness> read = witnessFromJson(witnessToJson(witness), "x.revisit");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), witness);
}

TEST(Witness, OfEveryKindOfWaitSurvivesTheRoundTrip) {
  Witness witness = sample();
  for (int kind = 0; kind <= static_cast<int>(AwaitedKind::Operation); kind++) {
    Awaited awaited;
    awaited.kind = static_cast<AwaitedKind>(kind);
    if (awaited.kind == AwaitedKind::ThreadEnd)
      awaited.thread = 2;
    if (awaited.kind == AwaitedKind::Operation)
      awaited.operation = ObjectOp::BarrierArrive;
    if (awaited.kind == AwaitedKind::Change || awaited.kind == AwaitedKind::Operation)
      awaited.name = "x";
    witness.error.waiting.push_back({0, awaited, {}});
  }
  Awaited& last = witness.error.waiting.back().what;
  last.address = 0x5000;
  last.holders = {1, 2};
  last.writer = 1;
  last.arrived = {1, 3};
  const Result<Witness> read = witnessFromJson(witnessToJson(witness), "x.revisit");
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), witness);
}

TEST(Witness, OfALaterVersionIsRefused) {
  Json json = Json::parse(witnessToJson(sample()));
  json["version"] = witnessVersion + 1;
  EXPECT_FALSE(witnessFromJson(json.dump(), "x.revisit").ok());
}

TEST(Witness, OfARaceWithAThreadThatDoesNotExistIsRefused) {
  Json json = Json::parse(witnessToJson(racing()));
  json["error"]["other"]["thread"] = 9;
  EXPECT_FALSE(witnessFromJson(json.dump(), "x.revisit").ok());
}

TEST(Witness, SurvivesBytesThatAreNoText) {
  Witness witness = sample();
  witness.error.message = "\xff\xfe";
  EXPECT_TRUE(witnessFromJson(witnessToJson(witness), "x").ok());
}

TEST(Witness, IgnoresFieldsOfLaterTimes) {
  Json json = Json::parse(witnessToJson(sample()));
  json["later"] = {1, 2, 3};
  const Result<Witness> read = witnessFromJson(json.dump(), "x");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value(), sample());
}

TEST(Witness, KnowsItsBuild) {
  EXPECT_TRUE(sample().checkAgainst("b0b0").ok());
  const Status other = sample().checkAgainst("c0c0");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::BadFormat);
  EXPECT_NE(other.error().what.find("rebuilt"), std::string::npos);
  EXPECT_FALSE(sample().checkAgainst("").ok());
}

TEST(Witness, EveryPrefixIsRefused) {
  const std::string text = witnessToJson(sample());
  for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
    const Result<Witness> read = witnessFromJson(text.substr(0, length), "x.revisit");
    ASSERT_FALSE(read.ok()) << length;
    EXPECT_EQ(read.error().code, ErrorCode::BadFormat);
    EXPECT_EQ(read.error().where, "x.revisit");
  }
}

// Leaves out each field of the sample in turn, and gives each another type.
void forEveryField(const Json& json, const Json::json_pointer& place,
                   const std::function<void(Json::json_pointer)>& use) {
  if (json.is_object() && place.to_string() != "/program/environment")
    for (const auto& [key, value] : json.items()) {
      use(place / key);
      forEveryField(value, place / key, use);
    }
  else if (json.is_array())
    for (std::size_t i = 0; i < json.size(); i++)
      forEveryField(json[i], place / i, use);
}

TEST(Witness, EveryFieldIsNeeded) {
  const Json json = Json::parse(witnessToJson(sample()));
  const std::set<std::string> optional = {
      "reads_from", "memory", "child",          "access", "seen",    "written", "condition",
      "records",    "ending", "standard_input", "type",   "address", "holders", "environment_places",
      "HOME"};
  int fields = 0;
  forEveryField(json, Json::json_pointer(), [&](const Json::json_pointer& place) {
    if (optional.contains(place.back()) || place.to_string() == "/plan/3/2" ||
        place.to_string().find("/memory/") != std::string::npos)
      return;
    Json without = json;
    without[place.parent_pointer()].erase(place.back());
    EXPECT_FALSE(witnessFromJson(without.dump(), "x").ok()) << "without " << place;
    fields++;
  });
  EXPECT_GT(fields, 80);
}

TEST(Witness, EveryFieldHasItsType) {
  const Json json = Json::parse(witnessToJson(sample()));
  forEveryField(json, Json::json_pointer(), [&](const Json::json_pointer& place) {
    for (const Json& wrong :
         {Json(nullptr), Json(-1), Json("nonsense"), Json(true), Json::array({"a"}), Json::object()}) {
      if (wrong.type() == json[place].type() || (wrong.is_number() && json[place].is_number_unsigned() && wrong >= 0))
        continue;
      Json other = json;
      other[place] = wrong;
      EXPECT_FALSE(witnessFromJson(other.dump(), "x").ok()) << place << " = " << wrong;
    }
  });
}

struct BadWitness {
  const char* name;
  std::function<void(Json&)> spoil;
  const char* says;
};

TEST(Witness, SaysWhatIsWrong) {
  const std::vector<BadWitness> cases = {
      {"version", [](Json& json) { json["version"] = 1; }, "format version 1"},
      {"other format", [](Json& json) { json["format"] = "something"; }, "no witness"},
      {"missing", [](Json& json) { json["program"].erase("build_id"); }, "program.build_id is missing"},
      {"text", [](Json& json) { json["error"]["line"] = "seven"; }, "error.line is no natural number"},
      {"kind", [](Json& json) { json["error"]["kind"] = "bad luck"; }, "error.kind names no kind of error"},
      {"event", [](Json& json) { json["schedule"][0]["kind"] = "jump"; }, "schedule[0].kind names no kind of event"},
      {"holder", [](Json& json) { json["error"]["waiting"][0]["for"]["holders"] = {9}; }, "is of thread 9"},
      {"awaited", [](Json& json) { json["error"]["waiting"][0]["for"]["kind"] = "luck"; }, "for.kind names nothing"},
      {"operation", [](Json& json) { json["error"]["waiting"][0]["for"]["operation"] = "lock"; }, "names no operation"},
      {"life", [](Json& json) { json["schedule"][1]["life"] = "goes on"; }, "schedule[1].life is neither"},
      {"thread", [](Json& json) { json["schedule"][1]["thread"] = 9; }, "schedule[1] is of thread 9"},
      {"source", [](Json& json) { json["schedule"][2]["reads_from"][0] = 9; }, "schedule[2] is of thread 9"},
      {"pair", [](Json& json) { json["schedule"][2]["reads_from"] = {1}; }, "reads_from is no list of 2"},
      {"step", [](Json& json) { json["plan"][0][1] = "end"; }, "plan[0] is no step"},
      {"plan thread", [](Json& json) { json["plan"][0][0] = 3; }, "plan[0] is of thread 3"},
      {"input", [](Json& json) { json["program"]["standard_input"] = "\xc4\x80"; }, "stands for no byte"},
      {"width", [](Json& json) { json["inputs"][0]["width"] = 65; }, "inputs[0].width is not between"},
      {"type", [](Json& json) { json["inputs"][0]["type"] = "float"; }, "inputs[0].type is not signed"},
      {"bool", [](Json& json) { json["inputs"][0]["type"] = "bool"; }, "inputs[0].type is not signed"},
      {"fit", [](Json& json) { json["inputs"][0]["width"] = 3; }, "does not fit into 3 bits"},
      {"main", [](Json& json) { json["threads"] = Json::array(); }, "does not begin with the main thread"},
      {"huge", [](Json& json) { json["error"]["line"] = 1ull << 40; }, "more than"}};
  for (const BadWitness& bad : cases) {
    Json json = Json::parse(witnessToJson(sample()));
    bad.spoil(json);
    const Result<Witness> read = witnessFromJson(json.dump(), "x.revisit");
    ASSERT_FALSE(read.ok()) << bad.name;
    EXPECT_NE(read.error().what.find(bad.says), std::string::npos) << bad.name << ": " << read.error().what;
    EXPECT_EQ(read.error().what.find('\n'), std::string::npos);
  }
  EXPECT_NE(witnessFromJson("", "x").error().what.find("empty"), std::string::npos);
  EXPECT_NE(witnessFromJson("\x7f"
                            "ELF",
                            "x")
                .error()
                .what.find("no JSON"),
            std::string::npos);
  EXPECT_NE(witnessFromJson("[1, 2]", "x").error().what.find("no witness"), std::string::npos);
}

TEST(WitnessFile, IsWrittenWholeAndReadBack) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "revisit-witness-test";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "a.revisit").string();
  ASSERT_TRUE(writeWitness(sample(), path).ok());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  const Result<Witness> read = readWitness(path);
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read.value(), sample());

  EXPECT_EQ(readWitness((folder / "absent.revisit").string()).error().code, ErrorCode::NotFound);
  EXPECT_NE(readWitness(folder.string()).error().what.find("directory"), std::string::npos);
  EXPECT_FALSE(writeWitness(sample(), (folder / "no" / "such" / "folder.revisit").string()).ok());
  std::filesystem::remove_all(folder);
}

TEST(Names, AreThereAndBack) {
  for (int kind = 0; kind <= static_cast<int>(LabelKind::Unsupported); kind++)
    EXPECT_EQ(labelKindNamed(nameOf(static_cast<LabelKind>(kind))), static_cast<LabelKind>(kind));
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::Divergence); kind++)
    EXPECT_EQ(errorKindNamed(errorName(static_cast<ErrorKind>(kind))), static_cast<ErrorKind>(kind));
  EXPECT_FALSE(errorKindNamed("bad luck"));
  for (const ObjectOperation& row : objectOperations) {
    EXPECT_EQ(objectOpNamed(nameOf(row.operation)), row.operation);
    EXPECT_TRUE(row.role != ObjectRole::Destroy || destructionNamed(nameOfDestruction(row.operation)) == row.operation);
  }
  for (const ObjectOp marks : {ObjectOp::HandleDetach, ObjectOp::RwlockTryRead})
    EXPECT_EQ(destructionNamed(nameOfDestruction(marks)), marks);
}

TEST(EventWords, TellACountAsItIs) {
  WitnessEvent event;
  event.kind = LabelKind::Object;
  event.objectOp = ObjectOp::SemGet;
  event.seen = 1; // also the number of EPERM
  EXPECT_EQ(valueWords(event), "1");
  event.seen = object_result::destroyed;
  EXPECT_EQ(valueWords(event), "was destroyed");
}

} // namespace
} // namespace revisit
