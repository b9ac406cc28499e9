// Prints the table of events that the window shows of a witness, a row a line, for tests that compare it with other
// lists.
#include "model/selection_model.h"
#include "model/tables/events_model.h"

#include <QCoreApplication>

#include <cstdio>

using namespace revisit;
using namespace revisit::gui;

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  if (argc != 2) {
    std::fputs("usage: gui_event_rows WITNESS\n", stderr);
    return 2;
  }
  const Result<ExecutionPointer> execution = openExecution(argv[1]);
  if (!execution) {
    std::fprintf(stderr, "%s\n", execution.error().what.c_str());
    return 2;
  }
  SelectionModel selection;
  selection.setShowsLibraries(true); // a row for each event
  ExecutionStage stage(selection);
  const EventsModel model(stage);
  selection.open(execution.value());
  for (int row = 0; row < model.rowCount(); row++) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); column++)
      cells += model.index(row, column).data().toString();
    std::puts(cells.join(QLatin1Char('\t')).toUtf8().constData());
  }
}
