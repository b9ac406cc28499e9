// The sites of a program: where in the user's source atomic accesses and fences stand whose orders the user can change.
// Accesses through one position, by the same operation with the same orders, are one site. Thread rule: belongs to one
// worker.
//
// An access has a site if it is called from the user's source directly, or through the headers that define atomic
// objects. What other library code does inside (a shared pointer, a stream) has none, because the user cannot change
// its orders. Nor have accesses without an order, and those to memory that only one thread uses.
#pragma once

#include "orders/order_search.h"
#include "program/program.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace revisit {

struct OrderSite {
  SiteKind kind = SiteKind::Load;
  LabelKind label = LabelKind::Read;
  std::string operation; // "load", "fetch add"
  SourcePosition place;
  MemoryOrder order = MemoryOrder::Relaxed;
  MemoryOrder failureOrder = MemoryOrder::Relaxed; // of a compare-and-swap
  OrderLevel now = relaxedLevel;
};

class OrderSites {
public:
  // The site of the label, whether it was met before or not. None: it has none. Costs the chain of call sites.
  std::optional<std::size_t> siteOf(const ProgramNames& names, const Label& label);
  const std::vector<OrderSite>& all() const { return m_sites; }
  // By site.
  std::vector<SiteKind> kinds() const;
  OrderAssignment now() const;

private:
  using Key = std::tuple<std::string, unsigned, unsigned, SiteKind, std::string, MemoryOrder, MemoryOrder>;
  std::vector<OrderSite> m_sites;
  std::map<Key, std::size_t> m_known;
};

} // namespace revisit
