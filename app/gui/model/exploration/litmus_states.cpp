#include "litmus_states.h"

#include "litmus/forbidden_state.h"
#include "litmus/parse.h"
#include "model/text.h"
#include "query/timeline/event_text.h"

#include <algorithm>
#include <set>

namespace revisit::gui {

// Shared with its thread. Nothing of it changes after the thread has started.
struct LitmusStates::Job {
  litmus::Test test;
  LogPointer log; // of the exploration that is shown
  CheckOptions options;
  std::shared_ptr<BuiltProgram> program; // keeps the program's file
  ExplorationControl control;

  Allowed explore(ModelKind model) {
    const auto collector = std::make_shared<litmus::OutcomeCollector>(test, litmus::OutcomeCollector::Keep::EachState);
    CheckOptions check = options;
    check.search.model = model;
    check.observer = collector.get();
    check.control = &control;
    Result<CheckReport> report = runCheck(check, {});
    if (!report)
      return {model, nullptr, false, errorText(report.error())};
    if (const auto& failure = collector->failure())
      return {model, nullptr, false, errorText(*failure)};
    return {model, collector, report->reasons.empty(), ""};
  }
};

namespace {

QString stateWords(const litmus::Test& test, const litmus::State& state) {
  QString text = fromText(litmus::stateText(test, state));
  text.chop(text.endsWith(u';') ? 1 : 0);
  return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
}

} // namespace

std::uint64_t LitmusStates::Allowed::count(const litmus::State& state) const {
  if (!found)
    return 0;
  const auto at = found->outcomes().states().find(state);
  return at != found->outcomes().states().end() ? at->second : 0;
}

LitmusStates::LitmusStates(ExplorationRun& run, QObject* parent) : QObject(parent), m_run(run) {
  m_thread.setMaxThreadCount(1);
  connect(&run, &ExplorationRun::stateChanged, this, &LitmusStates::follow);
  connect(&run, &ExplorationRun::logReplaced, this, &LitmusStates::follow);
}

LitmusStates::~LitmusStates() {
  stop();
  m_thread.waitForDone();
}

void LitmusStates::stop() {
  if (m_job)
    m_job->control.stop();
  m_job = nullptr;
  m_allowed.clear();
}

const litmus::Test* LitmusStates::test() const {
  return m_job ? &m_job->test : nullptr;
}

void LitmusStates::follow() {
  const std::vector<std::string>& files = m_run.shownRequest().files;
  const bool isTest = m_run.state() == ExplorationState::Ended && m_run.report() && files.size() == 1 &&
                      litmus::isTestFile(files.front());
  if (m_job && m_job->log == m_run.log())
    return; // the next exploration is being started, or could not be
  if (m_job) {
    stop();
    emit changed();
  }
  if (!isTest)
    return;
  Result<litmus::Test> test = litmus::readTest(files.front());
  if (!test)
    return; // it was changed since it was compiled
  m_job = std::make_shared<Job>();
  m_job->test = std::move(*test);
  m_job->log = m_run.log();
  std::tie(m_job->options, m_job->program) = m_run.program();
  m_job->options.log.reset();
  m_job->options.search.algorithm = Algorithm::ConDpor; // each execution once
  m_job->options.explore.keepGoing = true;
  std::vector<ModelKind> models(allModels.begin(), allModels.end());
  std::ranges::stable_partition(models, [&](ModelKind model) { return model == shownModel(); });
  for (const ModelKind model : models)
    m_thread.start([this, job = m_job, model] { // the destructor waits for the thread
      if (job->control.isStopped())
        return;
      QMetaObject::invokeMethod(this, [this, job, allowed = job->explore(model)] {
        if (m_job != job)
          return;
        m_allowed.push_back(allowed);
        emit changed();
      });
    });
  emit changed();
}

const LitmusStates::Allowed* LitmusStates::allowed(ModelKind model) const {
  const auto found = std::ranges::find(m_allowed, model, &Allowed::model);
  return found != m_allowed.end() ? &*found : nullptr;
}

std::vector<litmus::State> LitmusStates::states() const {
  std::set<litmus::State> states;
  for (const Allowed& allowed : m_allowed)
    if (allowed.found)
      for (const auto& [state, count] : allowed.found->outcomes().states())
        states.insert(state);
  return {states.begin(), states.end()};
}

std::optional<litmus::TestAnswer> LitmusStates::answer() const {
  const Allowed* const shown = m_job ? allowed(shownModel()) : nullptr;
  if (!shown || !shown->found)
    return std::nullopt;
  return litmus::answerOf(m_job->test, shown->found->outcomes(), shown->isAll);
}

// In the order of models: the first are the strictest.
const LitmusStates::Allowed* LitmusStates::other(const litmus::State& state, ModelKind model) const {
  for (const ModelKind each : allModels)
    if (const Allowed* const found = allowed(each); found && each != model && found->found)
      if (found->found->witnesses().contains(state))
        return found;
  return nullptr;
}

Result<LitmusStates::Shown> LitmusStates::show(const litmus::State& state, ModelKind model) const {
  const Allowed* const own = allowed(model);
  if (!own || !own->found)
    return Shown{nullptr, 0, own ? fromText(own->trouble).toHtmlEscaped() : tr("It is being explored …")};
  const auto at = own->found->witnesses().find(state);
  if (at == own->found->witnesses().end()) {
    const Allowed* const reaching = other(state, model);
    return reaching ? showForbidden(state, *reaching, model) : Shown{};
  }
  const std::uint64_t count = own->count(state);
  const QString words =
      (count == 1 ? tr("%1: allowed under %2, in %3 execution.") : tr("%1: allowed under %2, in %3 executions."))
          .arg(stateWords(m_job->test, state), fromText(nameOf(model)))
          .arg(count);
  const std::uint64_t number = model == shownModel() ? numberOf(*m_job->log, at->second->executionId) : 0;
  if (number != 0)
    return Shown{nullptr, number, words};
  Result<Timeline> timeline = Timeline::make(*at->second);
  if (!timeline)
    return timeline.error();
  const std::string name = std::string(litmus::stateText(m_job->test, state)) + " under " + std::string(nameOf(model));
  return Shown{
      std::make_shared<const Execution>(name, std::move(*timeline), ExecutionOrigin{m_job->log, 0, 0, m_job->program}),
      0, words};
}

Result<LitmusStates::Shown> LitmusStates::showForbidden(const litmus::State& state, const Allowed& reaching,
                                                        ModelKind model) const {
  const QString under = fromText(nameOf(model)), instead = fromText(nameOf(reaching.model));
  Result<litmus::ForbiddenState> why = litmus::whyForbidden(*reaching.found->witnesses().at(state), model);
  if (!why)
    return why.error();
  Result<Timeline> timeline = Timeline::make(std::move(why->witness));
  if (!timeline)
    return timeline.error();
  const std::string name =
      std::string(litmus::stateText(m_job->test, state)) + " not under " + std::string(nameOf(model));
  QString words = allowed(model)->isAll
                      ? tr("%1: forbidden under %2").arg(stateWords(m_job->test, state), under)
                      : tr("%1: not found under %2 so far").arg(stateWords(m_job->test, state), under);
  if (!why->rule.empty())
    words += tr(": %1. The cycle: %2")
                 .arg(fromText(why->rule).toHtmlEscaped(), fromText(arrowsText(*timeline, why->cycle)).toHtmlEscaped());
  words += tr(". The picture is the execution that %1 allows.").arg(instead);
  return Shown{std::make_shared<const Execution>(name, std::move(*timeline), ExecutionOrigin{m_job->log, 0, 0, nullptr},
                                                 std::move(why->marks)),
               0, words};
}

} // namespace revisit::gui
