// Whether a program's code can tell which one of several threads runs it, as far as its file shows: it imports nothing
// but functions that do the same for every thread, and has no thread-local variables.
#pragma once

#include "elf_file.h"

namespace revisit::instrument {

// `sections`: all of the program's file. True also where they do not say what it imports. O(imports).
bool mayTellThreadsApart(const std::vector<ElfSection>& sections);

} // namespace revisit::instrument
