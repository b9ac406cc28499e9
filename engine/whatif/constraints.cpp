#include "whatif/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <z3++.h>

namespace revisit {

struct Constraints::Impl {
  Impl(std::vector<PathCondition> path, std::vector<WitnessInput> values, unsigned limitMs)
      : conditions(std::move(path)), inputs(std::move(values)), timeoutMs(limitMs) {}

  std::vector<PathCondition> conditions;
  std::vector<WitnessInput> inputs;
  unsigned timeoutMs;
  z3::context context;
  std::vector<z3::expr> terms; // of `conditions`
  // A separate context: in Z3 4.8.12 a context in which one parse failed fails at every later parse.
  std::unique_ptr<z3::context> parsing = std::make_unique<z3::context>();

  std::string declarations() const;
  Result<std::vector<z3::expr>> parse(const std::vector<std::string>& texts);
  Status parseConditions();
  ConstraintAnswer answer(std::size_t count, const z3::expr& extra);
  void minimise(z3::solver& solver, std::vector<std::size_t> core, ConstraintAnswer& result);
  std::vector<InputValue> valuesIn(const z3::model& model);
};

namespace {

z3::expr guardOf(z3::context& context, std::size_t condition) {
  return context.bool_const(fmt::format("guard_{}", condition).c_str());
}

z3::expr_vector guardsOf(z3::context& context, const std::vector<std::size_t>& conditions) {
  z3::expr_vector guards(context);
  for (const std::size_t condition : conditions)
    guards.push_back(guardOf(context, condition));
  return guards;
}

// Those conditions whose guards are in the solver's unsatisfiable core.
std::vector<std::size_t> coreOf(z3::solver& solver, const std::vector<std::size_t>& conditions) {
  std::unordered_set<unsigned> needed;
  for (const z3::expr& guard : solver.unsat_core())
    needed.insert(guard.id());
  std::vector<std::size_t> core = conditions;
  std::erase_if(core, [&](std::size_t condition) { return !needed.contains(guardOf(solver.ctx(), condition).id()); });
  return core;
}

// Whether the text neither ends the command that contains it nor includes the next one. Inputs need no quoted names.
bool isContained(const std::string& text) {
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0 || c == '|' || c == '"' || c == ';')
      return false;
  }
  return depth == 0;
}

std::string oneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

} // namespace

std::string Constraints::Impl::declarations() const {
  std::string text;
  for (const WitnessInput& input : inputs)
    text += input.width == 1 ? fmt::format("(declare-const {} Bool)\n", inputSymbol(input))
                             : fmt::format("(declare-const {} (_ BitVec {}))\n", inputSymbol(input), input.width);
  return text;
}

// Parses all terms at once: the fixed cost of a parse is larger than the cost of a term.
Result<std::vector<z3::expr>> Constraints::Impl::parse(const std::vector<std::string>& texts) {
  const auto fail = [](const std::string& what) { return Error{ErrorCode::BadUsage, "", what}; };
  std::string script = declarations();
  for (const std::string& text : texts) {
    if (!isContained(text))
      return fail("its parentheses do not match, or it holds one of | \" ;");
    script += fmt::format("(assert {})\n", text);
  }
  try {
    const z3::expr_vector parsed = parsing->parse_string(script.c_str());
    if (parsed.size() != texts.size())
      return fail("it is not one SMT-LIB term");
    std::vector<z3::expr> found;
    for (const z3::expr& term : parsed)
      found.emplace_back(context, Z3_translate(*parsing, term, context));
    return found;
  } catch (const z3::exception& exception) {
    Error error = fail(oneLine(exception.msg()));
    parsing = std::make_unique<z3::context>();
    return error;
  }
}

Status Constraints::Impl::parseConditions() {
  std::vector<std::string> texts;
  for (const PathCondition& condition : conditions)
    texts.push_back(condition.term);
  if (auto all = parse(texts)) {
    terms = std::move(*all);
    return Done{};
  }
  for (const PathCondition& condition : conditions)
    if (const auto one = parse({condition.term}); !one)
      return Error{ErrorCode::BadFormat, "",
                   fmt::format("not a usable witness: the condition of event {} is no Boolean term over the inputs "
                               "({}); run 'revisit check --witness FOLDER PROGRAM' again",
                               condition.event, one.error().what)};
  return Error{ErrorCode::Internal, "", "the conditions can be read one by one, but not together"};
}

Result<Constraints> Constraints::make(const Timeline& timeline, unsigned timeoutMs) {
  auto impl = std::make_unique<Impl>(pathConditions(timeline), timeline.witness().inputs, timeoutMs);
  if (const Status status = impl->parseConditions(); !status)
    return status.error();
  return Constraints(std::move(impl));
}

Constraints::Constraints(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Constraints::Constraints(Constraints&&) noexcept = default;
Constraints& Constraints::operator=(Constraints&&) noexcept = default;
Constraints::~Constraints() = default;

const std::vector<PathCondition>& Constraints::conditions() const {
  return m_impl->conditions;
}

std::vector<InputValue> Constraints::model() const {
  return inputValues(m_impl->inputs);
}

Result<ConstraintAnswer> Constraints::core(EventNumber event) {
  const auto& conditions = m_impl->conditions;
  const auto found = std::ranges::lower_bound(conditions, event, {}, &PathCondition::event);
  if (found == conditions.end() || found->event != event)
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("event {} has no condition: name a branch, an assume or a choice", event)};
  const auto place = static_cast<std::size_t>(found - conditions.begin());
  return m_impl->answer(place, !m_impl->terms[place]);
}

Result<ConstraintAnswer> Constraints::ask(const std::string& term, const std::string& hasValue) {
  const auto askOne = [&](const std::string& text) -> Result<ConstraintAnswer> {
    const auto parsed = m_impl->parse({text});
    if (!parsed)
      return Error{ErrorCode::BadUsage, "",
                   fmt::format("'{}' is no Boolean term over the inputs: {}", text, parsed.error().what)};
    return m_impl->answer(m_impl->conditions.size(), parsed.value().front());
  };
  Result<ConstraintAnswer> answer = askOne(term);
  if (!answer || answer->possible != Sat::No || hasValue.empty())
    return answer;
  Result<ConstraintAnswer> division = askOne(fmt::format("(not {})", hasValue));
  if (!division || division->possible != Sat::Yes)
    return answer;
  Result<ConstraintAnswer> value = askOne(hasValue);
  if (value && value->possible == Sat::No)
    answer = std::move(value);
  answer->dividesByZero = true;
  return answer;
}

// Is `extra` possible together with the first `count` conditions?
ConstraintAnswer Constraints::Impl::answer(std::size_t count, const z3::expr& extra) {
  ConstraintAnswer result;
  try {
    z3::solver solver(context, "QF_BV");
    solver.set("timeout", timeoutMs);
    solver.add(extra);
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const std::size_t condition : all)
      solver.add(z3::implies(guardOf(context, condition), terms[condition]));
    z3::expr_vector guards = guardsOf(context, all);
    switch (solver.check(guards)) {
    case z3::sat:
      result.inputs = valuesIn(solver.get_model());
      result.possible = Sat::Yes;
      break;
    case z3::unsat:
      result.possible = Sat::No;
      minimise(solver, coreOf(solver, all), result);
      break;
    case z3::unknown:
      result.unknownBecause = solver.reason_unknown();
      break;
    }
  } catch (const z3::exception& exception) {
    // A result that was proved before remains valid.
    if (result.possible == Sat::Unknown)
      result.unknownBecause = oneLine(exception.msg());
  }
  return result;
}

// Removes one condition after the other from the core, as long as the rest still rules out the question.
void Constraints::Impl::minimise(z3::solver& solver, std::vector<std::size_t> core, ConstraintAnswer& result) {
  const auto note = [&] {
    result.core.clear();
    for (const std::size_t condition : core)
      result.core.push_back(conditions[condition].event);
  };
  note();
  bool isMinimal = true;
  for (std::size_t i = 0; i < core.size();) {
    std::vector<std::size_t> rest = core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    z3::expr_vector guards = guardsOf(context, rest);
    const z3::check_result answer = solver.check(guards);
    if (answer == z3::unsat) {
      // The conditions before i stay: each is needed by a set that contains this one.
      core = coreOf(solver, rest);
      note();
      continue;
    }
    isMinimal &= answer == z3::sat;
    i++;
  }
  result.coreIsMinimal = isMinimal;
}

std::vector<InputValue> Constraints::Impl::valuesIn(const z3::model& model) {
  std::vector<std::uint64_t> values;
  for (const WitnessInput& input : inputs) {
    const std::string symbol = inputSymbol(input);
    const z3::expr name =
        input.width == 1 ? context.bool_const(symbol.c_str()) : context.bv_const(symbol.c_str(), input.width);
    if (!model.has_interp(name.decl())) {
      values.push_back(input.value);
      continue;
    }
    const z3::expr value = model.get_const_interp(name.decl());
    values.push_back(value.is_bool() ? value.is_true() : value.get_numeral_uint64());
  }
  return inputValues(inputs, values);
}

} // namespace revisit
