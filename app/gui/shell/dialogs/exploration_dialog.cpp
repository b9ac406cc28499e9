#include "exploration_dialog.h"

#include "error_kinds_dialog.h"
#include "model/text.h"
#include "prepare/build_program.h"
#include "prepare/command_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace revisit::gui {
namespace {

constexpr int unbounded = std::numeric_limits<int>::max();

QSpinBox* makeSpin(const QString& name, int least, int most, int value) {
  auto* spin = new QSpinBox;
  spin->setObjectName(name);
  spin->setRange(least, most);
  spin->setValue(value);
  return spin;
}

QCheckBox* makeBox(const char* name, bool isChecked, const QString& text) {
  auto* box = new QCheckBox(text);
  box->setObjectName(QLatin1String(name));
  box->setChecked(isChecked);
  return box;
}

// Shows an entry that cannot be chosen.
void disable(QComboBox& box, int index, const QString& reason) {
  QStandardItem* item = qobject_cast<QStandardItemModel*>(box.model())->item(index);
  item->setEnabled(false);
  item->setToolTip(reason);
}

using Words = std::vector<std::string>;

std::optional<Words> wordsIn(const QLineEdit& line) {
  return splitWords(line.text().toStdString());
}

int spinValue(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, unbounded));
}

} // namespace

ExplorationDialog::ExplorationDialog(const ExplorationRequest& request, QWidget* parent)
    : QDialog(parent), m_request(request), m_problem(new QLabel) {
  setObjectName(QStringLiteral("explorationDialog"));
  setWindowTitle(tr("Explore"));
  auto* rows = new QVBoxLayout(this);
  auto* pages = new QTabWidget;
  pages->setObjectName(QStringLiteral("explorationPages"));
  pages->addTab(makeProgram(), tr("Program"));
  pages->addTab(makeSearch(), tr("Search"));
  pages->addTab(makeBounds(), tr("Bounds"));
  rows->addWidget(pages);
  m_problem->setObjectName(QStringLiteral("problem"));
  m_problem->setWordWrap(true);
  rows->addWidget(m_problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Explore"));
  buttons->button(QDialogButtonBox::Ok)->setObjectName(QStringLiteral("explore"));
  rows->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (QLineEdit* line : {m_files, m_flags, m_arguments})
    connect(line, &QLineEdit::textChanged, this, &ExplorationDialog::refresh);
  connect(m_algorithm, &QComboBox::currentIndexChanged, this, &ExplorationDialog::refresh);
  connect(m_algorithm, &QComboBox::currentIndexChanged, this, &ExplorationDialog::chooseSlicing);
  connect(m_summaries, &QCheckBox::toggled, this, &ExplorationDialog::refresh);
  resize(620, sizeHint().height());
  refresh();
  chooseSlicing();
  if (m_request.check.search.slicing)
    m_slicing->setChecked(*m_request.check.search.slicing);
}

// What an algorithm does unless told otherwise.
void ExplorationDialog::chooseSlicing() {
  CheckOptions given;
  given.search.algorithm = static_cast<Algorithm>(m_algorithm->currentIndex());
  m_slicing->setChecked(given.search.slices());
}

QWidget* ExplorationDialog::makeProgram() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  const auto makeLine = [](const char* name, const std::vector<std::string>& words) {
    auto* line = new QLineEdit(fromText(joinWords(words)));
    line->setObjectName(QLatin1String(name));
    return line;
  };
  m_files = makeLine("files", m_request.files);
  m_flags = makeLine("compilerFlags", m_request.compilerFlags);
  m_arguments = makeLine("arguments", m_request.check.program.arguments);
  m_files->setToolTip(tr("A program built with revisit-cc or revisit-c++, or source files, which are compiled"));
  m_flags->setPlaceholderText(tr("for sources: -DN=2 -std=c++20 …"));
  m_arguments->setPlaceholderText(tr("given to the program"));
  m_arithmetic = makeBox("arithmetic", m_request.arithmetic, tr("Signed overflow and di&vision by zero are errors"));
  m_input = makeLine("standardInput", {});
  m_input->setText(fromText(m_request.input));
  m_input->setPlaceholderText(tr("a file that the program reads"));
  const auto browsed = [&](QLineEdit* line, auto&& choose) {
    auto* row = new QHBoxLayout;
    auto* browse = new QPushButton(tr("Browse…"));
    row->addWidget(line, 1);
    row->addWidget(browse);
    connect(browse, &QPushButton::clicked, this, choose);
    return row;
  };
  QLayout* files = browsed(m_files, [this] {
    const QStringList chosen = QFileDialog::getOpenFileNames(this, tr("A program, or source files"));
    std::vector<std::string> words;
    for (const QString& file : chosen)
      words.push_back(file.toStdString());
    if (!words.empty())
      m_files->setText(fromText(joinWords(words)));
  });
  QLayout* input = browsed(m_input, [this] {
    if (const QString file = QFileDialog::getOpenFileName(this, tr("What the program reads")); !file.isEmpty())
      m_input->setText(file);
  });
  auto* filesLabel = new QLabel(tr("&Program or sources"));
  filesLabel->setBuddy(m_files);
  auto* inputLabel = new QLabel(tr("Standard &input"));
  inputLabel->setBuddy(m_input);
  form->addRow(filesLabel, files);
  form->addRow(tr("&Compiler options"), m_flags);
  form->addRow(m_arithmetic);
  form->addRow(tr("&Arguments"), m_arguments);
  form->addRow(inputLabel, input);
  return page;
}

QWidget* ExplorationDialog::makeSearch() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  const CheckOptions& check = m_request.check;
  m_model = new QComboBox;
  m_model->setObjectName(QStringLiteral("model"));
  for (const ModelKind model : allModels)
    m_model->addItem(fromText(titleOf(model)), static_cast<int>(model));
  m_model->setCurrentIndex(m_model->findData(static_cast<int>(check.search.model)));
  m_algorithm = new QComboBox;
  m_algorithm->setObjectName(QStringLiteral("algorithm"));
  for (const AlgorithmRow& row : algorithms)
    m_algorithm->addItem(fromText(row.title));
  disable(*m_algorithm, static_cast<int>(Algorithm::Portfolio),
          tr("The window watches one search; 'revisit check' does several."));
  m_algorithm->setCurrentIndex(static_cast<int>(check.search.algorithm));
  m_seed = makeSpin(QStringLiteral("seed"), 0, unbounded, spinValue(check.explore.seed));
  m_depth = makeSpin(QStringLiteral("depth"), 1, 1000, static_cast<int>(check.explore.depth));
  m_preemptions = makeSpin(QStringLiteral("preemptions"), 0, 1'000'000, static_cast<int>(check.explore.preemptions));
  form->addRow(tr("Memory &model"), m_model);
  form->addRow(tr("Al&gorithm"), m_algorithm);
  form->addRow(tr("&Seed of the samples"), m_seed);
  form->addRow(tr("&Depth of the bugs looked for"), m_depth);
  form->addRow(tr("Most &preemptions"), m_preemptions);
  const auto add = [form](QCheckBox*& box, const char* name, bool isChecked, const QString& text) {
    box = makeBox(name, isChecked, text);
    form->addRow(box);
  };
  const SearchOptions& search = check.search;
  add(m_summaries, "summaries", search.summaries,
      tr("Leave out states from which nothing can fail, as earlier paths have shown"));
  add(m_slicing, "slicing", false, tr("Do not choose where no error depends on the choice (slicing)"));
  add(m_readSymbols, "readSymbols", search.readSymbols,
      tr("What a thread has read counts only as far as something depends on it"));
  add(m_sleepSets, "sleepSets", search.sleepSets,
      tr("Leave out paths that differ in the order of independent steps (sleep sets)"));
  addErrorKinds(*form);
  add(m_keepGoing, "keepGoing", check.explore.keepGoing, tr("Go on after the first bug"));
  add(m_allAccesses, "allAccesses", search.allAccesses, tr("Events for accesses to unshared memory too"));
  add(m_reuseMemory, "reuseMemory", search.reuseMemory,
      tr("malloc hands out the thread's own last freed block of that size (shows ABA)"));
  return page;
}

void ExplorationDialog::addErrorKinds(QFormLayout& form) {
  auto* line = new QHBoxLayout;
  m_errorKinds = new QLabel(errorKindsText(m_request.check.explore.errors));
  m_errorKinds->setObjectName(QStringLiteral("errorKindsText"));
  m_errorKinds->setWordWrap(true);
  auto* choose = new QPushButton(tr("Choose…"));
  choose->setObjectName(QStringLiteral("errorKinds"));
  choose->setToolTip(tr("Which kinds of errors count, and which end the exploration"));
  line->addWidget(m_errorKinds, 1);
  line->addWidget(choose);
  auto* label = new QLabel(tr("&Kinds of errors"));
  label->setBuddy(choose);
  form.addRow(label, line);
  connect(choose, &QPushButton::clicked, this, &ExplorationDialog::chooseErrorKinds);
}

void ExplorationDialog::chooseErrorKinds() {
  ErrorPolicy& policy = m_request.check.explore.errors;
  ErrorKindsDialog dialog(policy, m_keepGoing->isChecked(), this);
  if (dialog.exec() == QDialog::Accepted)
    policy = dialog.policy();
  m_errorKinds->setText(errorKindsText(policy));
}

QWidget* ExplorationDialog::makeBounds() {
  auto* page = new QWidget;
  auto* form = new QFormLayout(page);
  const CheckOptions& check = m_request.check;
  m_unroll = makeSpin(QStringLiteral("unroll"), 1, 1'000'000, static_cast<int>(check.bounds.unroll));
  m_maximum = makeSpin(QStringLiteral("maxExecutions"), 0, unbounded, spinValue(check.explore.maxExecutions));
  m_maximum->setSpecialValueText(tr("no bound"));
  m_timeout = new QDoubleSpinBox;
  m_timeout->setObjectName(QStringLiteral("timeout"));
  m_timeout->setRange(0, 1e7);
  m_timeout->setSuffix(tr(" s"));
  m_timeout->setSpecialValueText(tr("no bound"));
  m_timeout->setValue(check.explore.timeoutSeconds);
  form->addRow(tr("&Rounds of a loop"), m_unroll);
  form->addRow(tr("Largest number of &executions"), m_maximum);
  form->addRow(tr("&Longest time"), m_timeout);
  m_stepwise = makeBox("stepwise", false, tr("Pa&use after the first execution; “One more” continues"));
  form->addRow(m_stepwise);
  return page;
}

void ExplorationDialog::refresh() {
  const bool isSplit = wordsIn(*m_files) && wordsIn(*m_flags) && wordsIn(*m_arguments);
  const bool isNamed = !m_files->text().trimmed().isEmpty();
  m_problem->setText(!isNamed   ? tr("Name a program or source files.")
                     : !isSplit ? tr("A quote is not closed, or a backslash stands at the end.")
                                : QString());
  m_problem->setVisible(!m_problem->text().isEmpty());
  const auto files = wordsIn(*m_files).value_or(Words());
  const bool isCompiled = std::ranges::any_of(files, isSourceFile);
  m_arithmetic->setEnabled(isCompiled);
  m_arithmetic->setToolTip(
      isCompiled ? tr("The sources are compiled with %1").arg(QLatin1String(arithmeticFlag))
      : files.empty()
          ? tr("For source files, which are compiled with it.")
          : tr("The program is compiled already. Build it with %1 to have this.").arg(QLatin1String(arithmeticFlag)));
  const auto chosen = static_cast<Algorithm>(m_algorithm->currentIndex());
  const auto enable = [](QWidget& widget, bool isUsed, const QString& reason) {
    widget.setEnabled(isUsed);
    widget.setToolTip(isUsed ? QString() : reason);
  };
  enable(*m_seed, samples(chosen), tr("Only the random algorithm and PCT have one."));
  enable(*m_depth, chosen == Algorithm::Pct, tr("Only PCT has one."));
  enable(*m_preemptions, chosen == Algorithm::Preemptions, tr("Only the algorithm named after them counts them."));
  enable(*m_summaries, canSummarise(chosen) && !alwaysSummarises(chosen),
         alwaysSummarises(chosen)     ? tr("AG always does so: it is DL-S-POR with summaries.")
         : chosen == Algorithm::ODpor ? tr("O-DPOR needs all that follows a state, to find its source sets from races.")
                                      : tr("Only searches over states and their paths have summaries."));
  const bool summarises = alwaysSummarises(chosen) || (m_summaries->isEnabled() && m_summaries->isChecked());
  for (QCheckBox* const box : {m_slicing, m_readSymbols})
    enable(*box, summarises, tr("Only searches with summaries have this."));
  enable(*m_sleepSets, exploresPaths(chosen), tr("Only Symbolic, DPOR and FG-DPOR explore paths."));
  findChild<QPushButton*>(QStringLiteral("explore"))->setEnabled(isNamed && isSplit);
}

bool ExplorationDialog::isStepwise() const {
  return m_stepwise->isChecked();
}

ExplorationRequest ExplorationDialog::request() const {
  ExplorationRequest request = m_request;
  request.files = wordsIn(*m_files).value_or(Words());
  request.compilerFlags = wordsIn(*m_flags).value_or(Words());
  request.arithmetic = m_arithmetic->isEnabled() && m_arithmetic->isChecked();
  request.input = m_input->text().toStdString();
  CheckOptions& check = request.check;
  check.program.arguments = wordsIn(*m_arguments).value_or(Words());
  check.search.model = static_cast<ModelKind>(m_model->currentData().toInt());
  check.search.algorithm = static_cast<Algorithm>(m_algorithm->currentIndex());
  check.search.summaries = m_summaries->isEnabled() && m_summaries->isChecked();
  check.search.slicing = m_slicing->isEnabled() ? std::optional(m_slicing->isChecked()) : std::nullopt;
  check.search.readSymbols = !m_readSymbols->isEnabled() || m_readSymbols->isChecked();
  check.search.sleepSets = m_sleepSets->isEnabled() && m_sleepSets->isChecked();
  check.bounds.unroll = static_cast<unsigned>(m_unroll->value());
  check.search.allAccesses = m_allAccesses->isChecked();
  check.search.reuseMemory = m_reuseMemory->isChecked();
  check.explore.keepGoing = m_keepGoing->isChecked();
  check.explore.maxExecutions = static_cast<std::uint64_t>(m_maximum->value());
  check.explore.timeoutSeconds = m_timeout->value();
  check.explore.seed = static_cast<std::uint64_t>(m_seed->value());
  check.explore.depth = static_cast<unsigned>(m_depth->value());
  check.explore.preemptions = static_cast<unsigned>(m_preemptions->value());
  return request;
}

} // namespace revisit::gui
