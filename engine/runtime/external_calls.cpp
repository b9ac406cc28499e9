// Calls that leave instrumented code: which of them are known to do nothing that other threads could see.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/abi/hooks.h"

#include "runtime/known_functions.h"
#include "runtime/recorder.h"

#include <cstring>
#include <dlfcn.h>
#include <string_view>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t cacheSize = 1024;
struct Decision {
  std::uint64_t function;
  bool external;
  const char* refusal;
};
Decision g_decisions[cacheSize];

bool isExternal(std::uint64_t function, const char* name) {
  if (name != nullptr) {
    if (isHarmless(name))
      return false;
    Internal internal;
    if (void* resolved = dlsym(RTLD_DEFAULT, name))
      function = reinterpret_cast<std::uint64_t>(resolved);
  }
  if (isInstrumented(function))
    return false;
  return function < g_runtime.codeBegin || function >= g_runtime.codeEnd;
}

const char* nameOf(std::uint64_t function, const char* name) {
  Dl_info info{};
  if (name == nullptr && dladdr(reinterpret_cast<void*>(function), &info) != 0)
    name = info.dli_sname;
  return name != nullptr ? name : "a function without a name";
}

// A local function of the C++ library, reached through a table: what stands behind std::cout and the like.
bool isLocalOfCxxLibrary(std::uint64_t function) {
  Dl_info info{};
  return dladdr(reinterpret_cast<void*>(function), &info) != 0 && info.dli_sname == nullptr &&
         std::string_view(info.dli_fname).find("/libc++") != std::string_view::npos;
}

[[noreturn]] void refuse(const char* name, const char* why) {
  char message[160] = "";
  const std::size_t room = sizeof message - 1;
  std::strncat(message, name, room / 2);
  std::strncat(message, ": ", 3);
  std::strncat(message, why, room / 2 - 3);
  unsupported(message);
}

} // namespace

REVISIT_EXPORT void __revisit_external(std::uint64_t function, std::uint64_t name) {
  if (!exploring())
    return;
  const auto* text = reinterpret_cast<const char*>(name);
  Decision& decision = g_decisions[(function >> 4) % cacheSize];
  if (decision.function != function)
    decision = {function, isExternal(function, text), text != nullptr ? refusalOf(text) : nullptr};
  if (!decision.external)
    return;
  if (decision.refusal != nullptr)
    refuse(text, decision.refusal);
  text = nameOf(function, text);
  if (name == 0 && (isHarmless(text) || isLocalOfCxxLibrary(function)))
    return;
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  record.address = function;
  record.extra = internString(text);
  record.chain = chain;
}
