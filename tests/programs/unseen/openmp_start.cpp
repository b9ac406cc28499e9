// A constructor begins a region before main.
#include <cassert>

struct Table {
  Table() {
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
      squares[i] = i * i;
  }
  int squares[4];
};

static Table table;

int main() {
  assert(table.squares[3] == 9);
}
