#include "plot_tables.h"

#include <QLocale>

namespace revisit::gui {
namespace {

QString number(std::uint64_t value) {
  return QLocale::c().toString(static_cast<qulonglong>(value));
}

QString number(double value, int decimals) {
  return QLocale::c().toString(value, 'f', decimals);
}

QString cellText(const SampleSpan& span, int column) {
  const bool isEstimated = span.end.estimate > 0;
  switch (column) {
  case SamplesTable::Time:
    return number(span.end.seconds, 2);
  case SamplesTable::Executions:
    return number(span.end.executions);
  case SamplesTable::Rate:
    return number(span.rate(), 1);
  case SamplesTable::Slowest:
    return number(span.lowestRate, 1);
  case SamplesTable::Fastest:
    return number(span.highestRate, 1);
  case SamplesTable::Erroneous:
    return number(span.end.erroneous);
  case SamplesTable::Deadlocked:
    return number(span.end.deadlocked);
  case SamplesTable::Planned:
    return number(span.end.planned);
  case SamplesTable::EstimateInAll:
    return isEstimated ? number(span.end.estimate, 0) : QString();
  case SamplesTable::EstimateError:
    return isEstimated ? number(span.end.estimateError, 0) : QString();
  case SamplesTable::SolverShare:
    return number(100 * span.solverShare(), 1);
  case SamplesTable::Queries:
    return number(span.end.solverQueries);
  case SamplesTable::EventsAdded:
    return number(span.end.eventsAdded);
  default:
    return {};
  }
}

QVariant columnHeading(const QStringList& headings, int section, Qt::Orientation orientation, int role) {
  const bool isHere =
      orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 && section < headings.size();
  return isHere ? headings[section] : QVariant();
}

} // namespace

void SamplesTable::setSpans(std::vector<SampleSpan> spans) {
  if (spans.size() == m_spans.size() && !spans.empty()) {
    m_spans = std::move(spans);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    return;
  }
  beginResetModel();
  m_spans = std::move(spans);
  endResetModel();
}

int SamplesTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_spans.size());
}

int SamplesTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant SamplesTable::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue<int>(Qt::AlignRight | Qt::AlignVCenter);
  return role == Qt::DisplayRole ? cellText(m_spans[static_cast<std::size_t>(index.row())], index.column())
                                 : QVariant();
}

QVariant SamplesTable::headerData(int section, Qt::Orientation orientation, int role) const {
  static const QStringList headings = {tr("Time (s)"),    tr("Executions"), tr("Per second"), tr("Slowest"),
                                       tr("Fastest"),     tr("Erroneous"),  tr("Deadlocked"), tr("Planned"),
                                       tr("Estimate"),    tr("±"),          tr("Solver (%)"), tr("Queries"),
                                       tr("Events added")};
  return columnHeading(headings, section, orientation, role);
}

void BranchingTable::setCounts(const std::array<BranchingCounts, eventKinds>& counts) {
  if (counts == m_counts)
    return;
  m_counts = counts;
  emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

int BranchingTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(eventKinds);
}

int BranchingTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant BranchingTable::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue<int>((index.column() == Kind ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole)
    return {};
  const auto kind = static_cast<EventKind>(index.row());
  const BranchingCounts& counts = m_counts[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
  case Kind:
    return QStringLiteral("%1 %2").arg(QLatin1Char(letterOf(kind))).arg(QLatin1String(nameOf(kind)));
  case Considered:
    return number(counts.considered);
  case Kept:
    return number(counts.kept);
  case Refused:
    return number(counts.refused);
  case Taken:
    return number(counts.taken);
  case RefusedLater:
    return number(counts.refusedLater);
  default:
    return {};
  }
}

QVariant BranchingTable::headerData(int section, Qt::Orientation orientation, int role) const {
  static const QStringList headings = {tr("Event"),   tr("Considered"),  tr("Kept"),
                                       tr("Refused"), tr("Taken later"), tr("Refused later")};
  return columnHeading(headings, section, orientation, role);
}

} // namespace revisit::gui
