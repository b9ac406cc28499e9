// What the list of pieces costs the process that keeps it: one worker brings what its piece has shown and gets the next
// one, while the list holds many pieces. The figures that the simulation uses: build/bin/revisit_piece_list_bench
#include "check/pieces/piece_list.h"

#include <benchmark/benchmark.h>

namespace revisit {

namespace {

Piece pieceOf(std::size_t items) {
  return Piece(items, {std::string(300, 'x'), 1e-6});
}

PieceReport reportOf() {
  PieceReport report;
  report.exploration.counts.complete = 100;
  return report;
}

// `pieces`: half of them in the hands of workers.
void finishAndNext(benchmark::State& state) {
  const auto pieces = static_cast<std::size_t>(state.range(0));
  const auto items = static_cast<std::size_t>(state.range(1));
  PieceList::State begun;
  for (std::size_t i = 0; i < pieces; i++)
    begun.parts.push_back({false, {}, pieceOf(items)});
  const auto workers = static_cast<unsigned>(pieces / 2 + 1);
  PieceList list(workers, PieceList::Sharing::WhenWanted, std::move(begun));
  std::vector<std::uint64_t> entries;
  for (unsigned worker = 0; worker < workers; worker++)
    entries.push_back(list.next(worker, {})->entry);
  unsigned worker = 0;
  for (auto _ : state) {
    // A result of the same size comes back in the place of the piece, so the list keeps its length.
    PieceResult result{PieceEnd::Yielded, reportOf(), pieceOf(items), {}};
    list.finish(worker, entries[worker], std::move(result));
    entries[worker] = list.next(worker, {})->entry;
    worker = (worker + workers / 3 + 1) % workers;
  }
}

void shallYield(benchmark::State& state) {
  PieceList list(1, PieceList::Sharing::WhenWanted, PieceList::wholeState());
  for (auto _ : state)
    benchmark::DoNotOptimize(list.shallYield(0, 100));
}

void makePiece(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(pieceOf(static_cast<std::size_t>(state.range(0))));
}

BENCHMARK(finishAndNext)->ArgsProduct({{10, 200, 2000, 20000}, {1, 50}});
BENCHMARK(makePiece)->Arg(1)->Arg(50);
BENCHMARK(shallYield);

} // namespace

} // namespace revisit

BENCHMARK_MAIN();
