// Pieces and reports of them as bytes, for other processes and for files. Thread rule: stateless.
#pragma once

#include "check/pieces/piece_list.h"

#include <string>
#include <string_view>

namespace revisit {

// Readable by the same build of the tool only.
std::string bytesOf(const PieceList::State& state);
std::string bytesOf(const PieceTask& task);
std::string bytesOf(const PieceResult& result);
std::string bytesOf(const Exploration& progress); // without what is incomplete
// Fail with BadFormat when the bytes are not of that kind.
Result<PieceList::State> stateFrom(std::string_view bytes);
Result<PieceTask> taskFrom(std::string_view bytes);
Result<PieceResult> resultFrom(std::string_view bytes);
Result<Exploration> explorationFrom(std::string_view bytes);

} // namespace revisit
