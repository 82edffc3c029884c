// The file of --csv, and of other options that name one to write.
#pragma once

#include <string>

namespace belfry::cli {

// Before the work: hours later its end would be lost on a name that was mistyped. Throws Error(Usage) for a folder, and
// for a file in a folder that does not exist; Error(Io) if nothing can be written there. Empty: no file is asked for.
void checkTableFile(const std::string& file, const std::string& option = "--csv");

} // namespace belfry::cli
