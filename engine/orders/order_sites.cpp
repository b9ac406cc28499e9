#include "orders/order_sites.h"

#include "program/positions.h"
#include "program/step_words.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit {

namespace {

std::optional<SiteKind> kindOf(const Label& label) {
  if (isMemory(label.kind) && (label.order == MemoryOrder::Plain || changesLife(label)))
    return std::nullopt;
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    if (label.kind == LabelKind::Read)
      return SiteKind::Load;
    // A store to a part of a location is a store.
    return label.kind == LabelKind::Write || (label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert)
               ? SiteKind::Store
               : SiteKind::Update;
  case LabelGroup::Fence:
    return SiteKind::Fence;
  case LabelGroup::Object:
  case LabelGroup::Thread:
  case LabelGroup::Condition:
  case LabelGroup::Number:
  case LabelGroup::Ending:
    break;
  }
  return std::nullopt;
}

std::string operationOf(const Label& label, SiteKind kind) {
  switch (kind) {
  case SiteKind::Load:
    return "load";
  case SiteKind::Store:
    return "store";
  case SiteKind::Fence:
    return "fence";
  case SiteKind::Update:
    break;
  }
  return label.kind == LabelKind::Cas ? "compare exchange" : wordsOf(label.rmw);
}

// A header through which the user's own call of an atomic operation goes: of libc++, libstdc++ or C.
bool definesAtomics(std::string_view file) {
  constexpr std::array<std::string_view, 5> headers = {"atomic", "atomic_base.h", "atomic_wait.h", "stdatomic.h",
                                                       "stdatomic"};
  return file.find("/__atomic/") != std::string_view::npos ||
         std::ranges::find(headers, file.substr(file.rfind('/') + 1)) != headers.end();
}

// Where the user calls it; null: the user does not, or the position is not known.
const SourcePosition* ownCall(const std::vector<SourcePosition>& chain) {
  for (const SourcePosition& place : chain) {
    if (place.line != 0 && !isSystemFile(place.file))
      return &place;
    if (place.line != 0 && !definesAtomics(place.file))
      return nullptr;
  }
  return nullptr;
}

} // namespace

std::optional<std::size_t> OrderSites::siteOf(const ProgramNames& names, const Label& label) {
  const std::optional<SiteKind> kind = kindOf(label);
  if (!kind)
    return std::nullopt;
  const std::vector<SourcePosition> chain = names.callChain(label.position);
  const SourcePosition* const place = ownCall(chain);
  if (!place)
    return std::nullopt;
  OrderSite site{*kind,       label.kind,         operationOf(label, *kind),  *place,
                 label.order, label.failureOrder, levelOf(label.order, *kind)};
  const Key key{place->file, place->line, place->column, *kind, site.operation, site.order, site.failureOrder};
  const auto [known, isNew] = m_known.try_emplace(key, m_sites.size());
  if (isNew)
    m_sites.push_back(std::move(site));
  return known->second;
}

std::vector<SiteKind> OrderSites::kinds() const {
  std::vector<SiteKind> kinds;
  for (const OrderSite& site : m_sites)
    kinds.push_back(site.kind);
  return kinds;
}

OrderAssignment OrderSites::now() const {
  OrderAssignment levels;
  for (const OrderSite& site : m_sites)
    levels.push_back(site.now);
  return levels;
}

} // namespace revisit
