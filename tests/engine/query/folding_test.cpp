// What a library does stands in one row with the program's own call, and what a reader needs never does.
#include "query/interleaving/folding.h"
#include "query/interleaving/interleaving.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::folding_test {
namespace {

const std::string library = "/usr/lib/llvm-19/include/c++/v1/", own = "/src/pool.cpp";

WitnessPosition inLibrary(const std::string& function, unsigned line = 100) {
  return {library + "header", line, 0, "std::__1::" + function};
}
WitnessPosition inProgram(const std::string& function, unsigned line) {
  return {own, line, 0, function};
}

// A program whose events have whole chains of calls.
class Program {
public:
  Program() { builder.at(own, 1); }

  EventNumber called(EventNumber number, std::vector<WitnessPosition> calls) {
    builder.witness().schedule[number - 1].calls = std::move(calls);
    return number;
  }
  // As vector::push_back does it, called by the program at the line.
  EventNumber push(unsigned thread, const std::string& part, unsigned line = 24) {
    const std::vector<WitnessPosition> calls = {inLibrary("vector<Job*>::size()"),
                                                inLibrary("vector<Job*>::push_back(Job* const&)"),
                                                inProgram("Queue::push(Job*)", line)};
    called(builder.read(thread, "queue.jobs." + part), calls);
    return called(builder.write(thread, "queue.jobs." + part, ++m_value), calls);
  }

  Folding folding() const {
    Result<Timeline> timeline = Timeline::make(builder.witness());
    EXPECT_TRUE(timeline.ok()) << timeline.error().what;
    return Folding(timeline.value());
  }
  // "2-5 queue.jobs.push_back(...) pool.cpp:24"
  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    const Folding folded = folding();
    for (const Fold& fold : folded.folds())
      texts.push_back(numbersText(rowOf(fold)) + ' ' + fold.calls + ' ' + std::to_string(fold.place.line));
    return texts;
  }

  mutable WitnessBuilder builder;

private:
  std::uint64_t m_value = 0;
};

using Texts = std::vector<std::string>;

TEST(Folding, TheEventsOfOneCallShareARow) {
  Program program;
  program.builder.lock(0, "mutex");
  program.push(0, "end");
  program.push(0, "begin");
  program.builder.unlock(0, "mutex");
  program.push(0, "end", 25);
  EXPECT_EQ(program.texts(), (Texts{"2-5 queue.jobs.push_back(...) 24", "7-8 queue.jobs.push_back(...) 25"}));
  const Folding folding = program.folding();
  EXPECT_EQ(folding.of(1), nullptr);
  EXPECT_EQ(folding.of(5), &folding.folds()[0]);
  EXPECT_EQ(folding.of(6), nullptr);
  EXPECT_EQ(foldText(rowOf(folding.folds()[0])), "queue.jobs.push_back(...): 4 events");
}

TEST(Folding, TheProgramsOwnEventsStay) {
  Program program;
  program.builder.write(0, "x", 1);
  program.builder.write(0, "x", 2);
  const std::vector<WitnessPosition> atomic = {inLibrary("__cxx_atomic_fetch_add(int*)"),
                                               inLibrary("__atomic_base<int, true>::fetch_add(int)"),
                                               inProgram("main", 30)};
  program.called(program.builder.add(0, "counter", 1), atomic);
  program.called(program.builder.add(0, "counter", 1), atomic);
  EXPECT_EQ(program.texts(), Texts{}) << "operations of std::atomic are meant by the program";
}

TEST(Folding, TheEndOfOneObjectIsARow) {
  Program program;
  const auto ends = [&](const std::string& name, Lifetime how) {
    const EventNumber number = program.builder.free(0, name);
    program.builder.witness().schedule[number - 1].lifetime = how;
    program.called(number, {inProgram("main", 40)});
  };
  ends("Job#1", Lifetime::Destroys);
  ends("Job#1.next", Lifetime::Destroys);
  ends("Job#1", Lifetime::Ends);
  ends("Job#T1.2.next", Lifetime::Ends);
  ends("Job#T1.2", Lifetime::Ends);
  ends("Job#T1.3", Lifetime::Ends);
  ends("main::log[0]", Lifetime::Destroys);
  ends("main::log[1]", Lifetime::Destroys);
  EXPECT_EQ(program.texts(), (Texts{"1-3 free Job#1 40", "4-5 free Job#T1.2 40", "7-8 destroy main::log 40"}));
  EXPECT_EQ(foldText(rowOf(program.folding().folds()[0])), "free Job#1: 3 events");
}

TEST(Folding, AnotherThreadEndsARow) {
  Program program;
  program.builder.create(0, "worker");
  program.push(0, "end");
  program.builder.write(1, "x", 1);
  program.push(0, "begin");
  EXPECT_EQ(program.texts(), (Texts{"2-3 queue.jobs.push_back(...) 24", "5-6 queue.jobs.push_back(...) 24"}));
}

TEST(Folding, WhatTheProgramReadsInAnotherThreadStays) {
  Program program;
  program.builder.create(0, "worker");
  program.push(0, "end");
  program.push(0, "begin");
  program.builder.read(1, "queue.jobs.begin"); // not in the library
  EXPECT_EQ(program.texts(), (Texts{"2-4 queue.jobs.push_back(...) 24"}));
}

TEST(Folding, TheTwoAccessesOfARaceStay) {
  Program program;
  program.builder.create(0, "worker");
  program.push(0, "end");
  const EventNumber first = program.push(0, "begin");
  const EventNumber second = program.push(1, "begin");
  program.push(1, "end");
  WitnessError& error = program.builder.witness().error;
  const auto& schedule = program.builder.witness().schedule;
  error.kind = ErrorKind::Race;
  error.thread = 1;
  error.index = schedule[second - 1].index;
  error.other = WitnessOther{0, schedule[first - 1].index, own, 24};
  const Folding folding = program.folding();
  EXPECT_EQ(folding.of(first), nullptr);
  EXPECT_EQ(folding.of(second), nullptr);
  EXPECT_NE(folding.of(2), nullptr);
}

TEST(Folding, AConstructorsWritesFoldUntilOthersSeeTheObject) {
  const std::vector<WitnessPosition> constructed = {inProgram("Node::Node(int)", 12), inProgram("main", 30)};
  Program program;
  program.builder.create(0, "worker");
  program.called(program.builder.write(0, "node.value", 1), constructed);
  program.called(program.builder.write(0, "node.next", 0), constructed);
  EXPECT_EQ(program.texts(), (Texts{"2-3 Node(...) 30"}));
  program.builder.read(1, "node.next");
  program.builder.read(1, "node.value");
  EXPECT_EQ(program.texts(), Texts{}) << "the reads need them";

  Program shared; // a global that others wrote before
  shared.builder.create(0, "worker");
  shared.builder.write(1, "count", 1);
  shared.builder.write(1, "total", 1);
  shared.called(shared.builder.write(0, "count", 2), constructed);
  shared.called(shared.builder.write(0, "total", 2), constructed);
  EXPECT_EQ(shared.texts(), Texts{});
}

TEST(Folding, WhatTheLibraryConstructsFoldsIntoTheCallOfTheLibrary) {
  Program program;
  const std::vector<WitnessPosition> outside = {inLibrary("allocator<Queue>::construct()"),
                                                inLibrary("make_shared<Queue>()"), inProgram("main", 39)};
  std::vector<WitnessPosition> inside = outside;
  inside.insert(inside.begin(), inProgram("Queue::Queue()", 18));
  program.called(program.builder.write(0, "queue.owners", 0), outside);
  program.called(program.builder.write(0, "queue.total", 0), inside);
  inside.insert(inside.begin(), inLibrary("vector<Job*>::vector()"));
  program.called(program.builder.write(0, "queue.jobs", 0), inside);
  EXPECT_EQ(program.texts(), (Texts{"1-3 make_shared(...) 39"}));
}

TEST(Folding, TheStartAndTheEndOfAThreadAreTheLibrarys) {
  Program program;
  program.called(program.builder.create(0, "worker"), {inLibrary("thread::thread()"), inProgram("main", 42)});
  const std::vector<WitnessPosition> plumbing = {inLibrary("__thread_proxy(void*)"), inLibrary("thread::thread()"),
                                                 inProgram("main", 42)};
  for (const char* name : {"arguments", "state"})
    program.called(program.builder.read(1, name), plumbing);
  program.builder.write(1, "x", 1);
  for (const char* name : {"arguments", "state"})
    program.called(program.builder.free(1, name), plumbing);
  EXPECT_EQ(program.texts(), (Texts{"2-3 start of the thread 42", "5-6 end of the thread 42"}));
}

TEST(Folding, TheCallOfAVirtualFunctionIsOneRow) {
  Program program;
  program.builder.read(0, "Add#1.vptr");
  program.builder.read(0, "vtable for Add+16");
  program.builder.read(0, "Add#1.amount");
  EXPECT_EQ(program.texts(), (Texts{"1-2 virtual call 1"}));
}

TEST(Folding, RowsOfAListCountWhatIsInTheList) {
  Program program;
  program.push(0, "end");
  program.push(0, "begin");
  program.builder.write(0, "x", 1);
  const Folding folding = program.folding();
  const std::vector<EventNumber> writes = {2, 4, 5}, one = {2, 5};
  const std::vector<FoldedRow> rows = foldedRows(writes, folding);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(numbersText(rows[0]), "2-4");
  EXPECT_EQ(foldText(rows[0]), "queue.jobs.push_back(...): 2 events");
  EXPECT_EQ(rows[1].fold, nullptr);
  EXPECT_EQ(foldedRows(one, folding)[0].fold, nullptr) << "one event alone is as short";
  const Folding nothing;
  EXPECT_EQ(foldedRows(writes, nothing).size(), 3u);
}

TEST(Folding, AnInterleavingHasARowForEachFoldOrForEachEvent) {
  Program program;
  program.push(0, "end");
  program.push(0, "begin");
  program.builder.write(0, "x", 1);
  const std::vector<InterleavingRow> rows = interleavingRows(program.builder.witness(), program.folding());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].text, "queue.jobs.push_back(...): 4 events");
  EXPECT_EQ(rows[0].place, "pool.cpp:24");
  EXPECT_EQ(rows[0].events, 4u);
  EXPECT_EQ(allRows(program.builder.witness()).size(), 5u);
}

} // namespace
} // namespace revisit::folding_test
