#include "orders/reordered_program.h"

namespace revisit {

StateId ReorderedProgram::initialState() {
  const StateId state = m_program.initialState();
  if (m_generation == m_program.generation())
    return state;
  // The program has dropped its own labels too.
  m_generation = m_program.generation();
  m_variants.clear();
  m_variantsOf.clear();
  return state;
}

const Label* ReorderedProgram::next(StateId state) {
  const Label* const label = m_program.next(state);
  if (!label || label->order == MemoryOrder::Plain)
    return label;
  std::unique_ptr<Variants>& variants = m_variants[label];
  if (!variants) {
    variants = std::make_unique<Variants>();
    variants->label = label;
    variants->site = m_sites.siteOf(m_program.names(), *label);
    if (variants->site)
      m_variantsOf[label] = variants.get();
  }
  return variants->site ? variant(*variants, levelAt(*variants->site)) : label;
}

std::optional<std::size_t> ReorderedProgram::siteOf(const Label& label) const {
  const auto found = m_variantsOf.find(&label);
  return found == m_variantsOf.end() ? std::nullopt : found->second->site;
}

const Label* ReorderedProgram::withLevel(const Label& label, OrderLevel level) {
  return variant(*m_variantsOf.at(&label), level);
}

OrderLevel ReorderedProgram::levelAt(std::size_t site) const {
  return site < m_levels.size() ? m_levels[site] : m_sites.all()[site].now;
}

const Label* ReorderedProgram::variant(Variants& variants, OrderLevel level) {
  const OrderLevel now = m_sites.all()[*variants.site].now;
  if (level == now) // also an order that has no level of its own
    return variants.label;
  std::unique_ptr<Label>& made = variants.byLevel[level];
  if (!made) {
    made = std::make_unique<Label>(*variants.label);
    made->order = orderOf(level);
    if (made->kind == LabelKind::Cas)
      made->failureOrder = failureOrderOf(level, now, made->failureOrder);
    m_variantsOf[made.get()] = &variants;
  }
  return made.get();
}

} // namespace revisit
