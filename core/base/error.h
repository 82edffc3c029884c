// The one exception type of the engine. A message names what was found, what was expected, and what to try.
#pragma once

#include <stdexcept>
#include <string>

namespace belfry {

enum class ErrorCategory {
    Usage,    // a name, number or combination that cannot be: the user changes the plan
    Data,     // a file is missing, truncated, foreign or corrupt
    Device,   // hardware, driver, memory
    Training, // the run itself went wrong: NaN, a tower failed
    Io,       // a folder or file cannot be written
};

class Error : public std::runtime_error {
public:
    Error(ErrorCategory category, const std::string& message) : std::runtime_error(message), category_(category) {}
    ErrorCategory category() const { return category_; }

private:
    ErrorCategory category_;
};

} // namespace belfry
