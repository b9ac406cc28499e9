// Stack memory without hooks: one object per slot, byte-granular; stored values are kept as they were stored. Thread
// rule: belongs to one worker, like its pool.
#pragma once

#include "path/losses.h"
#include "path/path_value.h"

#include <map>

namespace revisit {

class LocalObject {
public:
  explicit LocalObject(std::uint64_t bytes) : m_bytes(bytes) {}

  std::uint64_t bytes() const { return m_bytes; }
  // Stores the scalar in its bytes (its width rounded up to whole bytes).
  void store(Arithmetic& arithmetic, std::uint64_t offset, const Scalar& value);
  // The scalar of this width at the offset; if it was stored with that width and offset, the stored scalar itself. If a
  // byte is unknown, the scalar is unknown, and the known bytes are its parts.
  Scalar load(Arithmetic& arithmetic, std::uint64_t offset, unsigned width) const;
  // Like load, but bytes that are unknown or have a loss come from `filler` (low word first; absent words are zero).
  Scalar loadOver(Arithmetic& arithmetic, std::uint64_t offset, unsigned width,
                  std::span<const std::uint64_t> filler) const;
  void copyFrom(const LocalObject& other, std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
  void forget(std::uint64_t offset, std::uint64_t bytes);
  bool dependsOnInputs(const Arithmetic& arithmetic) const; // whether some stored value does
  LossId firstLoss() const;                                 // of a stored value; invalid: none has one
  LostBytes lostBytes(const Arithmetic& arithmetic, std::uint64_t offset, unsigned bytes) const;

private:
  // Bytes `skip` .. `skip + length` of a stored value. Pieces do not overlap.
  struct Piece {
    std::uint64_t length = 0;
    std::uint64_t skip = 0;
    Scalar value;
  };

  Scalar assemble(Arithmetic& arithmetic, std::uint64_t offset, unsigned width,
                  const std::span<const std::uint64_t>* filler) const;

  std::uint64_t m_bytes;
  std::map<std::uint64_t, Piece> m_pieces; // by offset
};

// The bytes of the object with a loss keep their numbers, but not their expressions.
void loseBytes(Arithmetic& arithmetic, LocalObject& object, std::uint64_t offset, const LostBytes& lost);

} // namespace revisit
