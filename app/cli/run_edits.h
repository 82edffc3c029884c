// What "belfry-cli runs" can change: names, notes, tags, and where a run lies.
#pragma once

#include "app/cli/command.h"

namespace belfry::cli {

void addRunEdits(CLI::App& runs, Action& action);

} // namespace belfry::cli
