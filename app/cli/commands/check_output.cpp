#include "check_output.h"

#include "base/error_text.h"
#include "cli/exit_status.h"
#include "cli/report/html_report.h"
#include "cli/report/sarif.h"
#include "cli/terminal.h"
#include "version.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace revisit::cli {
namespace fs = std::filesystem;
namespace {

std::string renderHtml(const CheckReport& report, const ReportContext& context) {
  return reportToHtml(report, context, readSource);
}

Status checkReportFiles(const CheckOutput& output) {
  const std::vector<ReportFile> files = reportFiles(output);
  if (std::ranges::count_if(files, takesStandardOutput) > 1)
    return Error{ErrorCode::BadUsage, "-", "only one report can go to standard output; name a file for the others"};
  for (const ReportFile& file : files) {
    const auto sameFile = [&](const ReportFile& other) { return &other != &file && other.path == file.path; };
    if (std::ranges::any_of(files, sameFile))
      return Error{ErrorCode::BadUsage, file.path, "two reports cannot go to one file; name another one"};
    if (takesStandardOutput(file))
      continue;
    if (std::ofstream opened(file.path, std::ios::app); !opened)
      return Error{ErrorCode::BadUsage, file.path,
                   fmt::format("cannot write the report of {}: {}", file.option, std::strerror(errno))};
  }
  return Done{};
}

Status checkWitnessFolder(const std::string& path) {
  std::error_code code;
  if (fs::exists(path, code) && !fs::is_directory(path, code))
    return Error{ErrorCode::BadUsage, path, "--witness names a file; name a folder"};
  fs::create_directories(path, code);
  if (code || access(path.c_str(), W_OK) != 0)
    return Error{ErrorCode::BadUsage, path, "cannot write witnesses here; name another folder with --witness"};
  return Done{};
}

} // namespace

std::vector<ReportFile> reportFiles(const CheckOutput& output) {
  std::vector<ReportFile> files = {{"--json", output.jsonFile, reportToJson},
                                   {"--sarif", output.sarifFile, reportToSarif},
                                   {"--html", output.htmlFile, renderHtml}};
  std::erase_if(files, [](const ReportFile& file) { return file.path.empty(); });
  return files;
}

bool takesStandardOutput(const ReportFile& file) {
  return file.path == "-";
}

Status checkOutputs(const CheckOutput& output) {
  const Status files = checkReportFiles(output);
  return files ? checkWitnessFolder(output.witnessFolder) : files;
}

Status writeReport(const std::string& text, const ReportFile& target) {
  if (takesStandardOutput(target)) {
    std::cout << text;
    return Done{};
  }
  errno = 0;
  std::ofstream file(target.path, std::ios::trunc);
  file << text << std::flush;
  if (!file)
    return Error{ErrorCode::NotFound, target.path,
                 fmt::format("cannot write the report of {}: {}", target.option, std::strerror(errno))};
  return Done{};
}

Result<std::string> WitnessFiles::write(const Witness& witness, const std::string& name) {
  const unsigned number = ++m_used[name];
  const std::string file = number == 1 ? name + ".revisit" : fmt::format("{}-{}.revisit", name, number);
  const std::string path = (fs::path(m_folder) / file).lexically_normal().string();
  Witness named = witness;
  named.toolVersion = versionText;
  if (const Status status = writeWitness(named, path); !status)
    return status.error();
  return path;
}

void writeWitnesses(const CheckReport& report, WitnessFiles& files, const std::string& name, ReportContext& context) {
  std::vector<const Witness*> witnesses;
  for (const CheckError& error : report.errors)
    witnesses.push_back(error.witness.get());
  if (report.onlyWitness)
    witnesses.push_back(&*report.onlyWitness);
  std::map<const Witness*, std::string> written; // empty: it could not be written
  for (const Witness* witness : witnesses) {
    const auto [place, isNew] = written.try_emplace(witness);
    if (isNew) {
      const Result<std::string> path = files.write(*witness, name);
      place->second = path ? path.value() : "";
      if (!path && context.unwritten.empty())
        context.unwritten = errorText(path.error());
    }
    context.witnessPaths.push_back(place->second);
  }
}

std::vector<DistinctBug> bugsOf(const CheckReport& report) {
  std::vector<ReportedError> errors;
  for (const CheckError& error : report.errors)
    errors.push_back({error.error, error.witness, error.count});
  DistinctBugs bugs;
  bugs.conclude(errors);
  return bugs.all();
}

// Lines of the full report are only wrapped on a terminal.
TextStyle styleOf(const CheckOutput& output) {
  const Terminal terminal = standardOutput(output.colour);
  std::error_code code;
  const std::string folder = fs::current_path(code).string();
  return {output.full && !terminal.isFitted ? 0 : terminal.width, terminal.colours, output.full,
          code ? "" : folder + '/'};
}

std::uint64_t peakRssKib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

int exitStatusOf(const CheckReport& report, const ReportContext& context) {
  switch (report.verdict) {
  case CheckVerdict::Safe:
    return nothingFound;
  case CheckVerdict::Bug:
    return !isAllKnown(report, context) ? bugFound : report.reasons.empty() ? nothingFound : notAllExplored;
  case CheckVerdict::Incomplete:
    break;
  }
  return notAllExplored;
}

} // namespace revisit::cli
