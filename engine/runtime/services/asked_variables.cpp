#include "runtime/services/asked_variables.h"

#include "runtime/trace/raw.h"
#include "runtime/trace/state.h"

#include <cstring>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>

using namespace revisit::runtime;

namespace {

// The program may change the list and the texts; this says what stood where.
std::string_view g_names[REVISIT_MAX_VARIABLES];
std::size_t g_count;
std::uint64_t g_textsBegin, g_textsEnd;

// Constructors of the program's libraries ask before there is a channel.
std::uint8_t g_early[REVISIT_MAX_VARIABLES];

std::string_view nameIn(const char* entry) {
  return {entry, std::strcspn(entry, "=")};
}

void markAsked(std::string_view name) {
  for (std::size_t i = 0; i < g_count; i++)
    if (g_names[i] == name)
      g_runtime.channel->askedVariables[i] = 1;
}

void markEarly(std::string_view name) {
  for (std::size_t i = 0; environ != nullptr && environ[i] != nullptr && i < REVISIT_MAX_VARIABLES; i++)
    if (nameIn(environ[i]) == name)
      g_early[i] = 1;
}

} // namespace

void revisit::runtime::noteTexts(std::uint64_t begin, std::uint64_t end) {
  g_textsBegin = begin;
  g_textsEnd = end;
}

REVISIT_EXPORT int revisit_given_letter(const char* text, std::size_t index) {
  if (word(text) < g_textsBegin || word(text) >= g_textsEnd)
    return -1;
  return strnlen(text, index + 1) <= index ? 0 : static_cast<unsigned char>(text[index]);
}

void revisit::runtime::noteEnvironment(char** environment) {
  for (; environment[g_count] != nullptr && g_count < REVISIT_MAX_VARIABLES; g_count++)
    g_names[g_count] = nameIn(environment[g_count]);
  std::memcpy(g_runtime.channel->askedVariables, g_early, sizeof g_early);
}

REVISIT_EXPORT void revisit_asks_variable(const char* name, std::size_t length) {
  if (g_runtime.channel != nullptr)
    markAsked({name, length});
  else
    markEarly({name, length});
}

// Code that is not instrumented asks here. What it asks for before a run is not the program's question.
REVISIT_EXPORT char* getenv(const char* name) noexcept {
  const std::string_view asked = name;
  if (g_runtime.phase == Phase::Exploring && !g_runtime.internal)
    markAsked(asked);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; entry++)
    if (std::strncmp(*entry, name, asked.size()) == 0 && (*entry)[asked.size()] == '=')
      return *entry + asked.size() + 1;
  return nullptr;
}

REVISIT_EXPORT char* secure_getenv(const char* name) noexcept {
  return getauxval(AT_SECURE) == 0 ? getenv(name) : nullptr;
}
