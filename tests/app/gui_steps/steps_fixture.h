// Explorations for tests of what the window shows of them, and pictures of it.
#pragma once

#include "lab.h"

#include "core/logged_execution.h"
#include "model/selection_model.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>
#include <QWidget>

namespace revisit::gui::test {

using namespace revisit::test;

// A reader and two writers, then a lock that two threads want.
inline Script twoWritersAndALock() {
  using Op = Instruction::Op;
  Script script;
  script.locationSizes = {1};
  script.initialValues = {0};
  const Instruction lock{.op = Op::Object, .operation = ObjectOp::MutexLock};
  const Instruction unlock{.op = Op::Object, .operation = ObjectOp::MutexUnlock};
  const auto store = [](std::uint64_t value) { return Instruction{.op = Op::Store, .a = Operand::constant(value)}; };
  script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}, {.op = Op::Load}, lock, unlock},
                    {store(1), lock, unlock},
                    {store(2)}};
  return script;
}

// The first step that holds; 0: none.
template <class Condition> std::uint64_t findStep(const ExplorationLog& log, Condition condition) {
  for (const Step& step : log.steps(1, log.stepCount()))
    if (condition(step))
      return step.number;
  return 0;
}

inline std::uint64_t firstOf(const ExplorationLog& log, ActionKind kind) {
  return findStep(log, [kind](const Step& step) { return step.kind == kind; });
}

// Whether there is anything in the picture. Keeps it in the folder that REVISIT_PICTURES names, if it does.
inline bool isDrawn(const QWidget& widget, const QString& name) {
  QCoreApplication::processEvents(); // the palette may be new
  const QImage image = const_cast<QWidget&>(widget).grab().toImage();
  if (const QString folder = qEnvironmentVariable("REVISIT_PICTURES"); !folder.isEmpty()) {
    QDir().mkpath(folder);
    image.save(QDir(folder).filePath(name + QStringLiteral(".png")));
  }
  std::set<QRgb> colours;
  for (int y = 0; y < image.height(); y++)
    for (int x = 0; x < image.width(); x++)
      colours.insert(image.pixel(x, y));
  return colours.size() > 20;
}

} // namespace revisit::gui::test

// For GoogleTest's messages; it looks for it where QString is from.
inline void PrintTo(const QString& text, std::ostream* out) {
  *out << '"' << text.toStdString() << '"';
}
