// One of libuv's own tests, by its name.
#include "uv.h"

#include "runner.h"
#include "task.h"
#include "test-list.h"

int main(int count, char** arguments) {
  const task_entry_t* task = TASKS;
  arguments = uv_setup_args(count, arguments);
  while (task->main != NULL && (task->is_helper || strcmp(task->task_name, arguments[1]) != 0))
    task++;
  return task->main != NULL ? task->main() : 99;
}
