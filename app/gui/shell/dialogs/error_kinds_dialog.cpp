#include "error_kinds_dialog.h"

#include "model/text.h"
#include "query/timeline/error_words.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace revisit::gui {
namespace {

enum Column { KindColumn, TreatmentColumn, EndsColumn, MeaningColumn, ColumnCount };

// In the order of Treatment.
QStringList treatmentTexts() {
  return {QObject::tr("an error"), QObject::tr("a warning"), QObject::tr("ignored")};
}

// Leaves wheel events to the surrounding table.
class TreatmentBox : public QComboBox {
public:
  explicit TreatmentBox(Treatment usual) {
    QStringList texts = treatmentTexts();
    QString& marked = texts[static_cast<int>(usual)];
    marked = QObject::tr("%1 (default)").arg(marked);
    addItems(texts);
    setFocusPolicy(Qt::StrongFocus);
  }

protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

QString shownName(ErrorKind kind) {
  return fromText(errorName(kind));
}

TreatmentBox* boxOf(const QTableWidget& table, int row) {
  return static_cast<TreatmentBox*>(table.cellWidget(row, TreatmentColumn));
}

} // namespace

QString errorKindsText(const ErrorPolicy& policy) {
  const ErrorPolicy usual;
  QStringList parts, passed, ends;
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    if (policy.of(kind) != usual.of(kind))
      parts << QObject::tr("%1: %2").arg(shownName(kind), treatmentTexts()[static_cast<int>(policy.of(kind))]);
    (policy.mayEnd(kind) ? ends : passed) << shownName(kind);
  }
  const QString comma = QStringLiteral(", ");
  if (ends.empty())
    parts << QObject::tr("goes on after all");
  else if (ends.size() < passed.size())
    parts << QObject::tr("ends only at: %1").arg(ends.join(comma));
  else if (!passed.empty())
    parts << QObject::tr("goes on after: %1").arg(passed.join(comma));
  return parts.empty() ? QObject::tr("as by default") : parts.join(QStringLiteral("; "));
}

ErrorKindsDialog::ErrorKindsDialog(const ErrorPolicy& policy, bool keepsGoing, QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget) {
  setObjectName(QStringLiteral("errorKindsDialog"));
  setWindowTitle(tr("Kinds of errors"));
  m_table->setObjectName(QStringLiteral("kinds"));
  m_table->setColumnCount(ColumnCount);
  m_table->setHorizontalHeaderLabels({tr("Kind"), tr("Counts as"), tr("Ends the exploration"), tr("What it is")});
  m_table->setSelectionMode(QAbstractItemView::NoSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setShowGrid(false);
  m_table->setWordWrap(false);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(TreatmentBox(Treatment::Error).sizeHint().height() + 2);
  QHeaderView& header = *m_table->horizontalHeader();
  header.setSectionsClickable(false);
  header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header.setSectionResizeMode(QHeaderView::ResizeToContents);
  header.setStretchLastSection(true);
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    addKind(kind, keepsGoing);
  auto* rows = new QVBoxLayout(this);
  rows->addWidget(m_table);
  if (keepsGoing) {
    auto* note = new QLabel(tr("No kind ends the exploration, because it is set to continue after the first bug."));
    note->setWordWrap(true);
    rows->addWidget(note);
  }
  auto* buttons =
      new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults);
  rows->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
          [this] { set(ErrorPolicy()); });
  resize(960, 580);
  set(policy);
}

void ErrorKindsDialog::addKind(ErrorKind kind, bool keepsGoing) {
  const int row = m_table->rowCount();
  m_table->insertRow(row);
  m_table->setItem(row, KindColumn, new QTableWidgetItem(shownName(kind)));
  auto* box = new TreatmentBox(ErrorPolicy().of(kind));
  box->setObjectName(shownName(kind));
  box->setAccessibleName(shownName(kind));
  m_table->setCellWidget(row, TreatmentColumn, box);
  auto* ends = new QTableWidgetItem;
  ends->setFlags(keepsGoing ? Qt::NoItemFlags : Qt::ItemIsUserCheckable | Qt::ItemIsEnabled);
  ends->setToolTip(keepsGoing ? tr("The exploration continues after every bug: switch that off to choose here.")
                              : tr("If it is off, the error is recorded and the exploration continues."));
  m_table->setItem(row, EndsColumn, ends);
  auto* meaning = new QTableWidgetItem(fromText(meaningOf(kind)));
  meaning->setToolTip(meaning->text());
  m_table->setItem(row, MeaningColumn, meaning);
}

void ErrorKindsDialog::set(const ErrorPolicy& policy) {
  int row = 0;
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    boxOf(*m_table, row)->setCurrentIndex(static_cast<int>(policy.of(kind)));
    m_table->item(row, EndsColumn)->setCheckState(policy.mayEnd(kind) ? Qt::Checked : Qt::Unchecked);
    row++;
  }
}

ErrorPolicy ErrorKindsDialog::policy() const {
  ErrorPolicy policy;
  int row = 0;
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    policy.treat(kind, static_cast<Treatment>(boxOf(*m_table, row)->currentIndex()));
    policy.letEnd(kind, m_table->item(row, EndsColumn)->checkState() == Qt::Checked);
    row++;
  }
  return policy;
}

} // namespace revisit::gui
