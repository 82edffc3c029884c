// Names of a plan's choices as parts of sentences: on the command line, where they are typed, the name, "resident"; in
// the window the title that the set-up shows, "Resident". A name that is no choice stays as it is. Any thread.
#pragma once

#include "core/base/text.h"

#include <string>

namespace belfry {

Text feedName(const std::string& name);
Text bestByName(const std::string& name);
Text exchangeName(const std::string& name);

} // namespace belfry
