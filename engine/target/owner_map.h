// Determines which bytes threads share, and which locations they form. A byte is private until two threads have touched
// it in some run. A location is the union of single accesses that overlap; it only grows. Thread rule: belongs to one
// worker.
#pragma once

#include "abi/channel.h"
#include "target/memory_knowledge.h"

#include <cstdint>
#include <map>
#include <vector>

namespace revisit {

class OwnerMap {
public:
  // `everything`: a byte counts as shared from its first access on.
  explicit OwnerMap(bool everything) : m_everything(everything) {}

  // Notes one access to 1..255 bytes. `piece`: part of a bulk copy, which does not shape locations that single accesses
  // touch.
  void touch(std::uint64_t address, unsigned size, std::uint16_t thread, bool piece);
  // Notes all accesses of one thread to the bytes of a page.
  void touch(const RevisitTouchedPage& touched);
  // The thread ends the lifetime of this memory. Parts of it that another thread touches are shared and mortal.
  void endLife(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread);
  // Computes the locations again when there is something new. Returns whether they changed.
  bool update();

  // Makes these ranges shared: each is one location, mortal if it says so.
  void share(const std::vector<RevisitRange>& ranges);

  // Takes over what another map knew, whose threads have the same numbers, and computes the locations again. Returns
  // whether they changed.
  bool join(const MemoryKnowledge& known);
  // Fills in what was touched and whose lifetime ended. O(touched pages).
  void tell(MemoryKnowledge& known) const;

  const std::vector<RevisitRange>& locations() const { return m_locations; } // sorted, disjoint
  // The location that contains the address; null when it is private.
  const RevisitRange* find(std::uint64_t address) const;

private:
  static constexpr std::uint64_t pageBytes = REVISIT_PAGE_BYTES;
  static constexpr std::uint64_t maxMortal = 255; // bytes; the capacity of one record of the runtime
  static constexpr std::uint16_t nobody = MemoryKnowledge::nobody;
  static constexpr std::uint16_t shared = MemoryKnowledge::several;

  struct Page {
    std::uint16_t soleOwner = nobody;   // the owner of each touched byte, while `owners` is empty
    std::vector<std::uint16_t> owners;  // the owner of each byte; empty until a second thread touches the page
    std::uint8_t flags[pageBytes] = {}; // RevisitTouch
    std::uint16_t ownerOf(std::uint64_t byte) const {
      return (flags[byte] & REVISIT_TOUCHED) == 0 ? nobody : owners.empty() ? soleOwner : owners[byte];
    }
  };
  Page& page(std::uint64_t number);
  void own(Page& page, std::uint64_t byte, std::uint16_t thread);
  void add(Page& page, std::uint64_t byte, std::uint16_t thread, std::uint8_t flags);
  // Whether a location may begin or end in the page or cross it.
  bool mayMatter(std::uint64_t number, const Page& page) const;
  std::vector<RevisitRange> form() const;
  // The thread that ends the lifetime of this memory: none, one, or several (shared).
  std::uint16_t enderOf(std::uint64_t begin, std::uint64_t end) const;

  bool isKnownMortal(std::uint64_t begin, std::uint64_t end) const;

  bool m_everything;
  bool m_learnt = false;
  std::map<std::uint64_t, Page> m_pages; // by page number
  struct Ended {
    std::uint64_t end;
    std::uint16_t thread;
  };
  std::map<std::uint64_t, Ended> m_ended; // by begin; disjoint
  // Memory that was made mortal by share(): end by begin; disjoint.
  std::map<std::uint64_t, std::uint64_t> m_knownMortal;
  std::uint64_t m_lastNumber = ~std::uint64_t{0};
  Page* m_lastPage = nullptr;
  std::vector<RevisitRange> m_locations;
};

} // namespace revisit
