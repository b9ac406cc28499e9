// The report as one self-contained page for a ticket: readable without scripts, in light and dark mode.
#pragma once

#include "report.h"

#include <functional>
#include <optional>

namespace revisit::cli {

// The lines of a source file; nothing when it cannot be read.
using SourceReader = std::function<std::optional<std::vector<std::string>>(const std::string& path)>;

std::optional<std::vector<std::string>> readSource(const std::string& path);

// Pure, except for what the reader does.
std::string reportToHtml(const CheckReport& report, const ReportContext& context, const SourceReader& sources);

} // namespace revisit::cli
