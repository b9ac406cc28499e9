// Sets of processors in instrumented code: they are the program's memory. The pass renames a program's calls to these
// functions.
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

int revisit_libc___sched_cpucount(size_t bytes, const cpu_set_t* set) {
  int count = 0;
  for (size_t i = 0; i < bytes / sizeof set->__bits[0]; ++i)
    count += __builtin_popcountl(set->__bits[i]);
  return count;
}

cpu_set_t* revisit_libc___sched_cpualloc(size_t processors) {
  return malloc(CPU_ALLOC_SIZE(processors));
}

void revisit_libc___sched_cpufree(cpu_set_t* set) {
  free(set);
}
