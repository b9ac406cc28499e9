#include "header_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace revisit::instrument {

namespace {

using std::string_view;

template <std::size_t Count> bool isOneOf(string_view word, const std::array<string_view, Count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t Count> bool beginsWithOneOf(string_view word, const std::array<string_view, Count>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](string_view prefix) { return word.starts_with(prefix); });
}

bool isSource(string_view input) {
  static constexpr auto Endings = std::to_array<string_view>({".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP"});
  return std::any_of(Endings.begin(), Endings.end(), [&](string_view ending) { return input.ends_with(ending); });
}

bool isLinked(string_view input) {
  return input.ends_with(".o") || input.ends_with(".a") || input.ends_with(".so") ||
         input.find(".so.") != string_view::npos;
}

// Whether -D or -U with this value is about a name that the user may choose, which headers have no need to know.
// `name` becomes that name.
bool isUsersMacro(string_view value, string_view& name) {
  const auto isPartOfName = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  name = value.substr(0, value.find_first_of("=("));
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::all_of(name.begin(), name.end(), isPartOfName) && name != "NDEBUG";
}

// What an argument means for headers.
enum class Effect {
  None,
  NoneWithValue, // its value is the next argument, or follows in the same one
  Folder,        // its value is a folder of headers
  Kept,
  Unknown
};

struct Judged {
  Effect effect;
  std::size_t length = 0; // of the option, where its value follows in the same argument
};

Judged judge(string_view option) {
  static constexpr auto None =
      std::to_array<string_view>({"-c", "-MD", "-MMD", "-MP", "-MG", "-pipe", "-v", "-w", "-pedantic", "-shared",
                                  "--shared", "-rdynamic", "-no-pie", "-nopie"});
  static constexpr auto Refused = std::to_array<string_view>({"-Wsystem-headers", "-fsyntax-only"});
  static constexpr auto Values = std::to_array<string_view>({"-MF", "-MT", "-MQ", "-Xlinker", "-o", "-l", "-L"});
  static constexpr auto Folders = std::to_array<string_view>({"-isystem", "-iquote", "-idirafter", "-I"});
  static constexpr auto Headers = std::to_array<string_view>(
      {"-fpch", "-fmodule", "-fprebuilt", "-fimplicit-module", "-fbuiltin-module", "-fplugin", "-fms-", "-finclude"});
  static constexpr auto Kept = std::to_array<string_view>({"-std=", "-f", "-m", "-g"});
  if (isOneOf(option, Refused) || beginsWithOneOf(option, Headers))
    return {Effect::Unknown};
  if (isOneOf(option, None) || option.starts_with("-Wl,"))
    return {Effect::None};
  if (option.starts_with("-W") && option.find(',') == string_view::npos)
    return {Effect::None}; // a warning: system headers give none
  for (auto name : Values)
    if (option.starts_with(name))
      return {Effect::NoneWithValue, name.size()};
  for (auto name : Folders)
    if (option.starts_with(name))
      return {Effect::Folder, name.size()};
  // On their own: -pthread, and -mllvm, which takes a value that affects no header but is not worth following.
  if (option == "-pthread" || (option != "-mllvm" && beginsWithOneOf(option, Kept)))
    return {Effect::Kept};
  return {Effect::Unknown};
}

} // namespace

std::optional<HeaderOptions> headerOptions(const CommandLine& asked) {
  HeaderOptions found;
  auto& arguments = asked.kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const string_view argument = arguments[i];
    if (argument.find('\n') != string_view::npos)
      return std::nullopt;
    if (argument.size() < 2 || argument[0] != '-') {
      if (isSource(argument))
        found.sources.emplace_back(argument);
      else if (!isLinked(argument))
        return std::nullopt;
      continue;
    }
    if (argument.starts_with("-D") || argument.starts_with("-U")) {
      const bool isSplit = argument.size() == 2;
      if (isSplit && ++i == arguments.size())
        return std::nullopt;
      if (string_view name; isUsersMacro(isSplit ? arguments[i] : argument.substr(2), name))
        found.defined.emplace_back(name);
      else
        found.kept.push_back(isSplit ? std::string(argument) + arguments[i] : arguments[i]);
      continue;
    }
    const auto [effect, length] = judge(argument);
    if (effect == Effect::Unknown)
      return std::nullopt;
    if (effect == Effect::Kept)
      found.kept.emplace_back(argument);
    if (effect != Effect::NoneWithValue && effect != Effect::Folder)
      continue;
    auto value = argument.substr(length);
    if (value.empty() && ++i == arguments.size())
      return std::nullopt;
    if (effect == Effect::Folder)
      found.folders.emplace_back(value.empty() ? string_view(arguments[i]) : value);
  }
  // A macro that headers use may have one of the user's in its value.
  const bool isMixed = std::any_of(found.defined.begin(), found.defined.end(), [&](const std::string& name) {
    return std::any_of(found.kept.begin(), found.kept.end(), [&](const std::string& option) {
      return option.starts_with("-D") && option.find(name, option.find('=')) != std::string::npos;
    });
  });
  return isMixed ? std::nullopt : std::optional(std::move(found));
}

} // namespace revisit::instrument
