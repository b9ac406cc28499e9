// Part of linearizability.h: a test in a program that is not explored. The clients run some times with real threads.
#pragma once

#include <revisit/linearizability/orders.h>
#include <revisit/linearizability/verification.h>

#include <atomic>
#include <thread>

namespace revisit::linearizability {

constexpr unsigned roundsOfClient = 100;

// Runs a client with real threads in a child process. For each round it tells the number that stands for the results.
template <class Declaration> void playRounds(const Declaration& declaration, const std::string& text, int file) {
  const Rows rows(text.c_str());
  for (unsigned round = 0; round < roundsOfClient; round++) {
    uint64_t hashes[maxRows] = {};
    const auto playOn = [&](auto& object) {
      const auto play = [&](unsigned row) {
        for (unsigned at = 0; at < rows.length[row]; at++) {
          Text result;
          callOperation<false>(at, declaration, rows.calls[row][at], object, result);
          hashes[row] = mixed(hashes[row], result.hash());
        }
      };
      play(0);
      std::atomic<unsigned> ready{0};
      std::vector<std::thread> threads;
      for (unsigned row = 1; row + 1 < rows.count; row++)
        threads.emplace_back([&, row] {
          ready++;
          while (ready < rows.count - 2)
            std::this_thread::yield();
          play(row);
        });
      for (std::thread& thread : threads)
        thread.join();
      play(rows.count - 1);
    };
    withMade(declaration.maker(), playOn, [] {});
    uint64_t total = 0;
    for (unsigned row = 0; row < rows.count; row++)
      total = mixed(total, hashes[row]);
    const std::string line = std::to_string(total) + "\n";
    if (::write(file, line.data(), line.size()) < 0)
      return;
  }
}

// Why a client fails with real threads; empty when it does not.
template <class Declaration>
std::string problemInRounds(const Declaration& declaration, const Client& client, const Expected& expected) {
  Process child([&](int file) {
    playRounds(declaration, client.text(), file);
    _exit(0);
  });
  std::string printed, told;
  const double limit = secondsNow() + 10;
  while (!child.isAtEnd()) {
    child.read(100, printed, told);
    if (secondsNow() > limit)
      return "it does not end";
  }
  const int status = child.wait();
  std::istringstream lines(told);
  for (std::string line; std::getline(lines, line);)
    if (expected.outcomes.count(std::strtoull(line.c_str(), nullptr, 10)) == 0)
      return "no order of the calls explains the results";
  return status == 0 ? "" : "the program was ended\n" + printed;
}

template <class Declaration> Verdict verifyOnce(const Declaration& declaration, const Subject& subject) {
  if (const std::string fault = faultOf(subject); !fault.empty())
    return Verdict::failure(fault);
  std::printf("Not explored: random clients run %u times each, with real threads. revisit_add_model_tests(target) "
              "explores them.\n",
              roundsOfClient);
  const SequentialRuns::Start start = [&](const std::string& client, const std::string& waiting,
                                          const std::string& from, int file) {
    Orders<Declaration>(declaration, file, client.c_str(), waiting.c_str(), from.c_str()).run();
    _exit(0);
  };
  BlockedCalls blocked;
  Generator generator(subject);
  Client client;
  for (unsigned index = 0; index < subject.sizes.programs && generator.next(index, client); index++) {
    const Expected expected = SequentialRuns(client, start, blocked).run();
    if (!expected.problem.empty())
      return Verdict::failure("Without threads already, " + expected.problem + ":\n" + programText(subject, client) +
                              expected.printed);
    if (expected.isStuck)
      continue;
    if (const std::string problem = problemInRounds(declaration, client, expected); !problem.empty())
      return Verdict::failure("This client fails with real threads: " + problem + "\n" + programText(subject, client));
  }
  return {};
}

} // namespace revisit::linearizability
