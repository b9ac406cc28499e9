#include "command_line.h"

#include "response_file.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit::instrument {

namespace {

using std::string_view;

constexpr string_view volatileOption = "-frevisit-volatile=";
constexpr string_view unknownFileOption = "-frevisit-unknown-file=";
constexpr string_view markOption = "-frevisit-mark=";
constexpr string_view precompileOption = "-frevisit-precompile=";

bool startsWith(const std::string& text, string_view prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

// Options whose value is the next argument.
bool takesValue(const std::string& option) {
  static constexpr auto Options = std::to_array<string_view>({"-o",
                                                              "-x",
                                                              "-I",
                                                              "-L",
                                                              "-l",
                                                              "-D",
                                                              "-U",
                                                              "-include",
                                                              "-imacros",
                                                              "-isystem",
                                                              "-iquote",
                                                              "-idirafter",
                                                              "-iprefix",
                                                              "-iwithprefix",
                                                              "-iwithprefixbefore",
                                                              "-isysroot",
                                                              "--sysroot",
                                                              "-MF",
                                                              "-MT",
                                                              "-MQ",
                                                              "-MJ",
                                                              "-Xclang",
                                                              "-Xlinker",
                                                              "-Xassembler",
                                                              "-Xpreprocessor",
                                                              "-mllvm",
                                                              "-target",
                                                              "--target",
                                                              "-arch",
                                                              "-u",
                                                              "-T",
                                                              "-z",
                                                              "-e",
                                                              "-h",
                                                              "-soname",
                                                              "-F",
                                                              "--param",
                                                              "-B",
                                                              "-A",
                                                              "-G",
                                                              "-dumpbase",
                                                              "-aux-info",
                                                              "-specs",
                                                              "--config",
                                                              "-cxx-isystem",
                                                              "-stdlib++-isystem",
                                                              "-include-pch",
                                                              "-rpath",
                                                              "-framework",
                                                              "-working-directory",
                                                              "-wrapper"});
  return std::find(Options.begin(), Options.end(), option) != Options.end();
}

// Options that the instrumented build sets itself.
bool isReplaced(const std::string& option) {
  static constexpr auto Exact = std::to_array<string_view>({"-s",
                                                            "-static",
                                                            "-static-pie",
                                                            "-pie",
                                                            "-pg",
                                                            "-p",
                                                            "--coverage",
                                                            "-coverage",
                                                            "-g0",
                                                            "-g1",
                                                            "-gline-tables-only",
                                                            "-gline-directives-only",
                                                            "-gmlt",
                                                            "-fomit-frame-pointer",
                                                            "-momit-leaf-frame-pointer",
                                                            "-Wl,-s",
                                                            "-Wl,--strip-all",
                                                            "-Wl,-S",
                                                            "-Wl,--strip-debug",
                                                            "-Wl,-pie",
                                                            "-finstrument-functions",
                                                            "-Wl,-z,lazy",
                                                            "-lstdc++fs",
                                                            "-static-libstdc++",
                                                            "-static-libgcc",
                                                            "-flimit-debug-info",
                                                            "-fno-standalone-debug"});
  static constexpr auto Prefixes = std::to_array<string_view>({"-O",
                                                               "-flto",
                                                               "-fno-lto",
                                                               "-ffat-lto",
                                                               "-fno-fat-lto",
                                                               "-fwhole-program-vtables",
                                                               "-fwhole-program",
                                                               "-fvirtual-function-elimination",
                                                               "-fsanitize",
                                                               "-fno-sanitize",
                                                               "-fuse-linker-plugin",
                                                               "-fno-use-linker-plugin",
                                                               "-fuse-ld=",
                                                               "-fprofile",
                                                               "-ftest-coverage",
                                                               "-fcoverage",
                                                               "-fstack-protector",
                                                               "-D_FORTIFY_SOURCE",
                                                               "-stdlib=",
                                                               "-femulated-tls",
                                                               "-fthinlto",
                                                               "-Wl,-O",
                                                               "-Wl,--lto",
                                                               "-Wl,-plugin",
                                                               "-Wl,--icf",
                                                               "-Wl,--build-id"});
  auto begins = [&](string_view prefix) { return startsWith(option, prefix); };
  return std::find(Exact.begin(), Exact.end(), option) != Exact.end() ||
         std::any_of(Prefixes.begin(), Prefixes.end(), begins);
}

bool stopsBeforeLinking(const std::string& option) {
  static constexpr auto Options =
      std::to_array<string_view>({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--version", "--help", "-help",
                                  "--precompile", "--analyze", "-dumpversion", "-dumpmachine", "-dumpspecs",
                                  "-fdriver-only", "-emit-pch", "--preprocess", "--assemble", "--compile"});
  return std::find(Options.begin(), Options.end(), option) != Options.end() || startsWith(option, "-print-") ||
         startsWith(option, "--print-");
}

// Notes replaced options whose effect the user may miss.
void noteReplaced(CommandLine& line, const std::string& option) {
  constexpr string_view sanitize = "-fsanitize=";
  line.replaced.push_back(option);
  if (startsWith(option, "-O"))
    line.optimised = option != "-O0";
  if (startsWith(option, sanitize))
    line.sanitizers += (line.sanitizers.empty() ? "" : ",") + option.substr(sanitize.size());
}

void noteDefinition(CommandLine& line, string_view option, string_view value) {
  if (value.substr(0, value.find('=')) == "NDEBUG")
    line.assertionsOff = option == "-D";
}

// -o FILE, -oFILE and similar: an option and its value.
void noteValue(CommandLine& line, const std::string& option, const std::string& value) {
  if (option == "-o")
    line.output = value;
  else if (option == "-l")
    line.libraries.push_back(value);
  else if (option == "-L")
    line.libraryPaths.push_back(value);
  else if (option == "-D" || option == "-U")
    noteDefinition(line, option, value);
}

// With another library, such as -fopenmp=libgomp, clang ignores the directives.
bool followsDirectives(string_view option) {
  return option == "-fopenmp" || option == "-fopenmp=libomp" || option == "-fopenmp=libiomp5";
}

void noteFlag(CommandLine& line, const std::string& option) {
  if (stopsBeforeLinking(option))
    line.links = false;
  else if (option == "-shared" || option == "--shared")
    line.shared = true;
  else if (option == "-r")
    line.relocatable = true;
  else if (option == "-v" || option == "--verbose")
    line.verbose = true;
  else if (startsWith(option, "-fopenmp=") || option == "-fopenmp" || option == "-fno-openmp")
    line.openMp = followsDirectives(option);
  else if (startsWith(option, "-std="))
    line.standard = option.substr(5);
  else if (option.size() > 2 && option[0] == '-' && string_view("olLDU").find(option[1]) != string_view::npos)
    noteValue(line, option.substr(0, 2), option.substr(2));
}

} // namespace

CommandLine parseCommandLine(std::vector<std::string> given) {
  CommandLine line;
  auto arguments = expandResponseFiles(std::move(given));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto& argument = arguments[i];
    if (argument.size() < 2 || argument[0] != '-') {
      line.inputs.push_back(argument);
      line.kept.push_back(argument);
    } else if (argument == "-frevisit-arithmetic") {
      line.arithmetic = true;
    } else if (startsWith(argument, volatileOption)) {
      line.volatiles = argument.substr(volatileOption.size());
    } else if (startsWith(argument, unknownFileOption)) {
      line.unknownFiles.push_back(argument.substr(unknownFileOption.size()));
    } else if (startsWith(argument, markOption)) {
      line.marks.push_back(argument.substr(markOption.size()));
    } else if (argument == "-fno-revisit-precompiled") {
      line.precompiled = Precompiled::Never;
    } else if (startsWith(argument, precompileOption)) {
      line.precompileInto = argument.substr(precompileOption.size());
    } else if (isReplaced(argument)) {
      noteReplaced(line, argument);
    } else if (takesValue(argument) && i + 1 < arguments.size()) {
      auto& value = arguments[++i];
      if (argument == "-z" && value == "lazy") {
        line.replaced.push_back("-z lazy");
        continue;
      }
      noteValue(line, argument, value);
      line.kept.push_back(argument);
      line.kept.push_back(argument == "-l" && value == "stdc++" ? "c++" : value);
    } else {
      noteFlag(line, argument);
      // A program that names GNU's C++ library means the C++ library in general.
      line.kept.push_back(argument == "-lstdc++" ? "-lc++" : argument);
    }
  }
  return line;
}

// NAME:BYTES.
static bool isFileWithBytes(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == 0 || colon == std::string::npos || text.find('\n') != std::string::npos)
    return false;
  const auto digits = string_view(text).substr(colon + 1);
  return !digits.empty() && digits.size() <= 4 && digits.find_first_not_of("0123456789") == string_view::npos &&
         std::stoul(std::string(digits)) <= 4096;
}

// FILE:LINE, and names behind commas.
static bool isLineOfFile(const std::string& marked) {
  const auto comma = marked.find(',', marked.rfind(':') + 1);
  const std::string text = marked.substr(0, comma);
  const auto colon = text.rfind(':');
  return colon != 0 && colon != std::string::npos && colon + 1 < text.size() && text.find('\n') == std::string::npos &&
         text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
}

std::string misuseOf(const CommandLine& asked) {
  for (const auto& mark : asked.marks)
    if (!isLineOfFile(mark))
      return std::string(markOption) + mark + ": FILE:LINE is possible, and FILE:LINE,NAME,NAME";
  for (const auto& file : asked.unknownFiles)
    if (!isFileWithBytes(file))
      return std::string(unknownFileOption) + file + ": NAME:BYTES, with at most 4096 bytes, is possible";
  if (!asked.volatiles || *asked.volatiles == "relaxed" || *asked.volatiles == "plain")
    return {};
  return std::string(volatileOption) + *asked.volatiles + ": 'relaxed' and 'plain' are possible";
}

namespace {

// Whether the source is C of before 1999, according to the command line. Then code that compilers of that time accepted
// only gives warnings.
bool isOldC(const CommandLine& asked, const Toolchain& toolchain) {
  static constexpr auto Old = std::to_array<string_view>({"c89", "c90", "gnu89", "gnu90", "iso9899:1990"});
  return toolchain.cxxInclude.empty() &&
         (asked.standard.empty() || std::find(Old.begin(), Old.end(), asked.standard) != Old.end());
}

} // namespace

std::vector<std::string> clangArguments(const CommandLine& asked, const Toolchain& toolchain,
                                        const std::vector<std::string>& extraObjects, const std::string& precompiled) {
  std::vector<std::string> result{toolchain.compiler};
  auto add = [&](std::initializer_list<std::string> more) { result.insert(result.end(), more); };
  if (!asked.inputs.empty() && isOldC(asked, toolchain)) // before the user's options about warnings
    add({"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
         "-Wno-error=incompatible-pointer-types", "-Wno-error=incompatible-function-pointer-types",
         "-Wno-error=return-mismatch"});
  if (!precompiled.empty())
    add({"-include-pch", precompiled});
  result.insert(result.end(), asked.kept.begin(), asked.kept.end());
  if (asked.inputs.empty())
    return result;
  add({"--start-no-unused-arguments", "-fpass-plugin=" + toolchain.plugin, "-O0", "-g", "-fstandalone-debug",
       "-fno-omit-frame-pointer", "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0", "-D__NO_CTYPE",
       "-stdlib=libc++", "-idirafter", toolchain.include});
  if (asked.openMp)
    add({"-idirafter", toolchain.openMp});
  // Makes the front end mark where the scopes of variables begin and end.
  add({"-Xclang", "-fsanitize-address-use-after-scope"});
  if (asked.arithmetic) // its traps become hooks, so no sanitizer library is needed
    add({"-fsanitize=signed-integer-overflow,integer-divide-by-zero", "-fsanitize-trap=all"});
  if (!toolchain.cxxInclude.empty())
    // Our headers come before libc++'s, and are system headers like these wherever they are installed. Stop tokens and
    // synchronised streams are experimental in libc++ 19.
    add({"-isystem", toolchain.cxxInclude, "-ffile-prefix-map=" + toolchain.cxxInclude + "=/usr/include/revisit-c++",
         "-D_LIBCPP_ENABLE_EXPERIMENTAL"});
  if (asked.links && !asked.relocatable) {
    if (!toolchain.linker.empty())
      add({"--ld-path=" + toolchain.linker});
    if (!asked.shared)
      add({"-no-pie", "-rdynamic"});
    if (asked.openMp) // in place of OpenMP's library
      add({"-L" + toolchain.openMp});
    add({"-pthread", "-Wl,-z,now", "-Wl,--build-id=sha1"});
    // Resets the language: an earlier -x would make clang treat the objects as sources.
    add({"-x", "none"});
    result.insert(result.end(), extraObjects.begin(), extraObjects.end());
    if (!toolchain.cxxSupport.empty())
      add({toolchain.cxxSupport});
    if (!toolchain.cSupport.empty())
      add({toolchain.cSupport});
    add({"-lm"}); // a program of one file is checked without options; it may compute
    auto slash = toolchain.runtime.rfind('/');
    add({toolchain.runtime, "-Wl,-rpath," + toolchain.runtime.substr(0, slash)});
  }
  add({"--end-no-unused-arguments"});
  return result;
}

} // namespace revisit::instrument
