#include "path/path_memory.h"

#include <algorithm>
#include <optional>

namespace revisit {

void LocalObject::forget(std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t end = offset + bytes;
  auto it = m_pieces.upper_bound(offset);
  if (it != m_pieces.begin())
    --it;
  while (it != m_pieces.end() && it->first < end) {
    const std::uint64_t pieceStart = it->first;
    Piece& piece = it->second;
    const std::uint64_t pieceEnd = pieceStart + piece.length;
    if (pieceEnd <= offset) {
      ++it;
      continue;
    }
    if (pieceEnd > end)
      m_pieces.emplace(end, Piece{pieceEnd - end, piece.skip + (end - pieceStart), piece.value});
    if (pieceStart < offset) {
      piece.length = offset - pieceStart;
      ++it;
    } else {
      it = m_pieces.erase(it);
    }
  }
}

bool LocalObject::dependsOnInputs(const Arithmetic& arithmetic) const {
  return std::any_of(m_pieces.begin(), m_pieces.end(),
                     [&](const auto& piece) { return arithmetic.dependsOnInputs(piece.second.value); });
}

LossId LocalObject::firstLoss() const {
  const auto found = std::ranges::find_if(m_pieces, [](const auto& piece) { return piece.second.value.loss.valid(); });
  return found == m_pieces.end() ? LossId() : found->second.value.loss;
}

LostBytes LocalObject::lostBytes(const Arithmetic& arithmetic, std::uint64_t offset, unsigned bytes) const {
  LostBytes lost;
  for (const auto& [start, piece] : m_pieces)
    if (const LossId loss = arithmetic.lossOf(piece.value);
        loss.valid() && start < offset + bytes && offset < start + piece.length) {
      lost.resize(bytes);
      for (std::uint64_t at = std::max(start, offset); at < std::min(start + piece.length, offset + bytes); ++at)
        lost[at - offset] = loss;
    }
  return lost;
}

void LocalObject::store(Arithmetic& arithmetic, std::uint64_t offset, const Scalar& value) {
  const std::uint64_t length = (value.width + 7) / 8;
  if (value.parts)
    return copyFrom(*value.parts, 0, offset, length);
  const Scalar whole = value.width % 8 == 0 ? value : arithmetic.resized(value, static_cast<unsigned>(8 * length));
  const auto exact = m_pieces.find(offset);
  if (exact != m_pieces.end() && exact->second.length == length) {
    exact->second = {length, 0, whole};
    return;
  }
  forget(offset, length);
  m_pieces.insert_or_assign(offset, Piece{length, 0, whole});
}

Scalar LocalObject::load(Arithmetic& arithmetic, std::uint64_t offset, unsigned width) const {
  const auto exact = m_pieces.find(offset);
  const unsigned length = (width + 7) / 8;
  if (exact != m_pieces.end() && exact->second.length == length && exact->second.skip == 0 &&
      exact->second.value.width == 8 * length)
    return width == 8 * length ? exact->second.value : arithmetic.resized(exact->second.value, width);
  Scalar whole = assemble(arithmetic, offset, width, nullptr);
  if (whole.known)
    return whole;
  const auto parts = std::make_shared<LocalObject>(length);
  parts->copyFrom(*this, offset, 0, length);
  if (parts->m_pieces.empty())
    return whole;
  Scalar held = Scalar::unknown(8 * length);
  held.parts = parts;
  if (width == held.width)
    return held;
  whole.loss = arithmetic.lossFrom(held, held);
  return whole;
}

Scalar LocalObject::loadOver(Arithmetic& arithmetic, std::uint64_t offset, unsigned width,
                             std::span<const std::uint64_t> filler) const {
  const Scalar whole = load(arithmetic, offset, width);
  return whole.isPlain() && !whole.loss.valid() ? whole : assemble(arithmetic, offset, width, &filler);
}

Scalar LocalObject::assemble(Arithmetic& arithmetic, std::uint64_t offset, unsigned width,
                             const std::span<const std::uint64_t>* filler) const {
  const std::uint64_t end = offset + (width + 7) / 8;
  std::optional<Scalar> joined;
  const auto append = [&](const Scalar& part) { joined = joined ? arithmetic.concat(part, *joined) : part; };
  const auto fill = [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t at = from; at < to; ++at) {
      const std::uint64_t word = (at - offset) / 8;
      const std::uint64_t bits = word < filler->size() ? (*filler)[word] >> 8 * ((at - offset) % 8) : 0;
      append(arithmetic.number(8, bits));
    }
  };
  auto it = m_pieces.upper_bound(offset);
  if (it != m_pieces.begin())
    --it;
  std::uint64_t at = offset;
  for (; at < end && it != m_pieces.end() && it->first < end; ++it) {
    const auto& [start, piece] = *it;
    if (start + piece.length <= at)
      continue;
    if (start > at) {
      if (!filler)
        return Scalar::unknown(width);
      fill(at, start);
      at = start;
    }
    const std::uint64_t stop = std::min(end, start + piece.length);
    const bool isAll = at == offset && stop == end && !filler;
    if (piece.value.isPlain() && (isAll || !piece.value.loss.valid())) {
      append(arithmetic.extract(piece.value, static_cast<unsigned>(8 * (piece.skip + at - start)),
                                static_cast<unsigned>(8 * (stop - at))));
    } else {
      if (!filler)
        return Scalar::unknown(width);
      fill(at, stop);
    }
    at = stop;
  }
  if (at < end) {
    if (!filler)
      return Scalar::unknown(width);
    fill(at, end);
  }
  return arithmetic.resized(*joined, width);
}

void LocalObject::copyFrom(const LocalObject& other, std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  std::vector<std::pair<std::uint64_t, Piece>> copied; // copied first, because source and target may be the same object
  auto it = other.m_pieces.upper_bound(from);
  if (it != other.m_pieces.begin())
    --it;
  for (; it != other.m_pieces.end() && it->first < from + bytes; ++it) {
    const std::uint64_t start = std::max(from, it->first);
    const std::uint64_t stop = std::min(from + bytes, it->first + it->second.length);
    if (start < stop)
      copied.emplace_back(start - from + to,
                          Piece{stop - start, it->second.skip + (start - it->first), it->second.value});
  }
  forget(to, bytes);
  for (auto& [offset, piece] : copied)
    m_pieces.insert_or_assign(offset, std::move(piece));
}

void loseBytes(Arithmetic& arithmetic, LocalObject& object, std::uint64_t offset, const LostBytes& lost) {
  for (std::size_t at = 0; at < lost.size(); ++at)
    if (lost[at].valid() && offset + at < object.bytes()) {
      const Scalar byte = object.load(arithmetic, offset + at, 8);
      object.store(arithmetic, offset + at,
                   byte.known ? arithmetic.withLoss(byte, lost[at]) : Scalar::unknown(8, lost[at]));
    }
}

} // namespace revisit
