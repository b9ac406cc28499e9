// Modules that the program loads while it runs (dlopen). Those that are known before are loaded ahead, so that they are
// parts of the program like its libraries: at the same address in each run, with their functions and variables noted.
// Thread rule: called once, before the first run.
#pragma once

namespace revisit::runtime {

// Loads the modules that the program's constants or its arguments name by a path, if they are instrumented. Not those
// that do something when they are loaded or at the end, or have thread-local variables: the program decides when that
// happens, and such a module counts as code that is not followed.
void loadModulesAhead(char** arguments);

} // namespace revisit::runtime
