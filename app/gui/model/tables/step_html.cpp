#include "step_html.h"

#include "explanation_html.h"
#include "log/step_text.h"
#include "log/steps/covering.h"
#include "model/built_in_lessons.h"
#include "model/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace revisit::gui {
namespace {

const QString lessonScheme = QStringLiteral("lesson"), ofAction = QStringLiteral("action"),
              cycleScheme = QStringLiteral("cycle"), executionScheme = QStringLiteral("execution");
constexpr std::size_t maxDeleted = 60;

QString tr(const char* text) {
  return QCoreApplication::translate("StepHtml", text);
}

std::optional<qulonglong> numberOf(const QUrl& link, const QString& scheme) {
  bool isNumber = false;
  const qulonglong number = link.path().toULongLong(&isNumber);
  return link.scheme() == scheme && isNumber ? std::optional(number) : std::nullopt;
}

class StepWriter {
public:
  StepWriter(const Step& step, const Execution& execution, const ExplorationLog& log,
             const std::optional<LessonLink>& open, bool isGuided)
      : m_step(step), m_log(log), m_timeline(execution.timeline()), m_threads(log.threadNames()), m_open(open),
        m_isGuided(isGuided) {}

  QString write() {
    const auto finished = m_log.execution(m_step.kind == ActionKind::Finished ? m_step.execution : 0);
    m_html = QStringLiteral("<h3>%1 %2</h3><p>%3</p>")
                 .arg(fromText(lessons().of(m_step.kind).title).toHtmlEscaped(), question({}),
                      sentenceHtml(m_timeline, stepText(m_step, m_threads, finished ? &*finished : nullptr)));
    addLesson({});
    addCovering();
    addDeleted();
    addReason();
    addCandidates();
    return std::move(m_html);
  }

private:
  bool isRefused() const { return m_step.refusal != Refusal::None; }

  QString question(const LessonLink& lesson) const {
    const QString path = lesson.refusal ? QString::number(static_cast<int>(*lesson.refusal)) : ofAction;
    return QStringLiteral("<a href=\"%1:%2\" title=\"%3\">[?]</a>").arg(lessonScheme, path, tr("Why is it so?"));
  }

  void addLesson(const LessonLink& lesson) {
    if (!m_isGuided && m_open != lesson)
      return;
    if (std::ranges::find(m_shown, lesson) != m_shown.end())
      return; // once is enough
    m_shown.push_back(lesson);
    const Lesson& words = lesson.refusal ? lessons().of(*lesson.refusal) : lessons().of(m_step.kind);
    const QString title =
        lesson.refusal ? QStringLiteral("<b>%1.</b> ").arg(fromText(words.title).toHtmlEscaped()) : QString();
    m_html += QStringLiteral("<table class=\"lesson\" width=\"100%\" cellpadding=\"6\"><tr><td>%1%2 <i>%3</i></td></tr>"
                             "</table>")
                  .arg(title, fromText(words.text).toHtmlEscaped(),
                       tr("In the literature: %1.").arg(fromText(words.notion)).toHtmlEscaped());
  }

  void addHeading(const QString& text) { m_html += QStringLiteral("<h4>%1</h4>").arg(text); }

  void addItem(const QString& html) {
    m_html += QStringLiteral("<p style=\"margin-left:16px; text-indent:-14px\">%1</p>").arg(html);
  }

  // Where to see what a refused revisit would have led to.
  void addCovering() {
    const auto execution = coveringOf(m_log, m_step);
    if (isCovered(m_step))
      addItem(execution
                  ? tr("→ <a href=\"%1:%2\">Execution %2</a> covers it: it has what this would have led to.")
                        .arg(executionScheme)
                        .arg(*execution)
                  : tr("→ No execution so far has what this would have led to: it comes later, or is impossible."));
  }

  // Why the step's own action was refused.
  void addReason() {
    if (!isRefused())
      return;
    addHeading(tr("The reason"));
    const std::string culprit = m_step.culprit ? mention(*m_step.culprit, m_threads) : "it";
    const std::string why = m_step.cycle.text.empty() ? refusalText(m_step.refusal, culprit)
                                                      : "the memory model forbids it: " + m_step.cycle.text;
    addItem(QStringLiteral("✗ %1 %2").arg(sentenceHtml(m_timeline, why), question({m_step.refusal})));
    addLesson({m_step.refusal});
  }

  void addCandidates() {
    if (m_step.candidates.empty())
      return;
    addHeading(tr("What else could be done here"));
    for (const bool refused : {false, true})
      for (const StepCandidate& candidate : m_step.candidates)
        if ((candidate.refusal != Refusal::None) == refused)
          addCandidate(candidate, static_cast<std::size_t>(&candidate - m_step.candidates.data()));
  }

  void addCandidate(const StepCandidate& candidate, std::size_t number) {
    const bool isKept = candidate.refusal == Refusal::None;
    const QString cycle =
        candidate.cycle.edges.empty()
            ? QString()
            : QStringLiteral(" <a href=\"%1:%2\">%3</a>").arg(cycleScheme).arg(number).arg(tr("show the cycle"));
    addItem(QStringLiteral("%1 it %2 %3%4")
                .arg(isKept ? QStringLiteral("✓") : QStringLiteral("✗"),
                     sentenceHtml(m_timeline, candidateText(candidate, m_threads)), question({candidate.refusal}),
                     cycle));
    addLesson({candidate.refusal});
  }

  void addDeleted() {
    if (m_step.deleted.empty())
      return;
    addHeading(isRefused() ? tr("It would delete %1").arg(m_step.deleted.size())
                           : tr("It deletes %1").arg(m_step.deleted.size()));
    const std::size_t shown = std::min(m_step.deleted.size(), maxDeleted);
    m_html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
    for (std::size_t i = 0; i < shown; i++) {
      const QString sign = QStringLiteral("✓✗–").at(m_step.verdicts[i] == Refusal::None ? 0
                                                    : m_step.verdicts[i]                ? 1
                                                                                        : 2);
      m_html += QStringLiteral("<tr><td>%1</td><td>%2&nbsp;&nbsp;</td><td>%3</td></tr>")
                    .arg(sign, sentenceHtml(m_timeline, mention(m_step.deleted[i], m_threads)),
                         fromText(verdictText(m_step, i)).toHtmlEscaped());
    }
    m_html += QStringLiteral("</table>");
    if (shown < m_step.deleted.size())
      addItem(tr("and %1 more").arg(m_step.deleted.size() - shown));
  }

  const Step& m_step;
  const ExplorationLog& m_log;
  const Timeline& m_timeline;
  const ThreadNames m_threads;
  const std::optional<LessonLink>& m_open;
  const bool m_isGuided;
  std::vector<LessonLink> m_shown;
  QString m_html;
};

} // namespace

QString stepHtml(const Step& step, const Execution& execution, const ExplorationLog& log,
                 const std::optional<LessonLink>& open, bool isGuided) {
  return StepWriter(step, execution, log, open, isGuided).write();
}

std::optional<std::size_t> cycleOfLink(const QUrl& link) {
  return numberOf(link, cycleScheme);
}

std::optional<std::uint64_t> executionOfLink(const QUrl& link) {
  return numberOf(link, executionScheme);
}

std::optional<LessonLink> lessonOfLink(const QUrl& link) {
  if (link.scheme() != lessonScheme)
    return std::nullopt;
  if (link.path() == ofAction)
    return LessonLink{};
  const std::optional<qulonglong> number = numberOf(link, lessonScheme);
  const bool isRefusal = number && *number <= static_cast<unsigned>(Refusal::SolverUnknown);
  return isRefusal ? std::optional(LessonLink{static_cast<Refusal>(*number)}) : std::nullopt;
}

} // namespace revisit::gui
