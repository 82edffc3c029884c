// Output of `train`: a progress bar on a terminal, a line per display interval when piped, JSON lines with --json.
// Session thread only.
#pragma once

#include "core/train/events.h"

#include <memory>
#include <string>

namespace belfry::cli {

enum class OutputStyle { Bar, Lines, Json };

OutputStyle outputStyle(bool json); // a bar where stdout is a terminal

// `run`: the run folder's name, in every JSON line.
std::unique_ptr<Observer> makeProgress(OutputStyle style, std::string run);

} // namespace belfry::cli
