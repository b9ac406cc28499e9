// What `revisit check` writes: report files, witnesses, and text on standard output.
#pragma once

#include "cli/report/report.h"

#include <map>
#include <string>
#include <vector>

namespace revisit::cli {

struct CheckOutput {
  std::string witnessFolder = ".";
  std::string jsonFile, sarifFile, htmlFile; // "-": standard output
  bool full = false;                         // the text report shows all events
  std::string colour = "auto";
};

// A report format that is written to a file.
struct ReportFile {
  const char* option;
  std::string path;
  std::string (*render)(const CheckReport&, const ReportContext&);
};

// The formats that are wanted.
std::vector<ReportFile> reportFiles(const CheckOutput& output);
bool takesStandardOutput(const ReportFile& file);

// Whether reports and witnesses can be written: to be asked before a long exploration instead of after it.
Status checkOutputs(const CheckOutput& output);

Status writeReport(const std::string& text, const ReportFile& target);

// Names witness files: NAME.revisit, NAME-2.revisit and so on, over all programs of one call.
class WitnessFiles {
public:
  explicit WitnessFiles(std::string folder) : m_folder(std::move(folder)) {}

  // Returns the path of the file. Fails when it cannot be written.
  Result<std::string> write(const Witness& witness, const std::string& name);

private:
  std::string m_folder;
  std::map<std::string, unsigned> m_used; // how many of each name there are
};

// Writes a witness for each error, and for the requested execution. Notes the path or the failure of each in `context`.
void writeWitnesses(const CheckReport& report, WitnessFiles& files, const std::string& name, ReportContext& context);

// The errors of the report as bugs, in its order.
std::vector<DistinctBug> bugsOf(const CheckReport& report);

TextStyle styleOf(const CheckOutput& output);

std::uint64_t peakRssKib();

// What is known already is nothing new, but a check that did not explore everything says so.
int exitStatusOf(const CheckReport& report, const ReportContext& context);

} // namespace revisit::cli
