// The engine's exception type. A message says what was found, what was expected, and what to try.
#pragma once

#include "core/base/text.h"

#include <stdexcept>

namespace belfry {

enum class ErrorCategory {
    Usage,    // an invalid name, number or combination: the user changes the plan
    Data,     // a file is missing, truncated, corrupt or of another format
    Device,   // hardware, driver, memory
    Training, // the run itself failed: NaN, an error of a tower
    Io,       // a folder or file cannot be written
};

// what() is the message in English.
class Error : public std::runtime_error {
public:
    Error(ErrorCategory category, Text message)
        : std::runtime_error(message.english()), category_(category), message_(std::move(message)) {}
    ErrorCategory category() const { return category_; }
    const Text& message() const { return message_; }

private:
    ErrorCategory category_;
    Text message_;
};

// For the most common categories: throw usageError(Text::tr("..."));
inline Error usageError(Text message) { return {ErrorCategory::Usage, std::move(message)}; }
inline Error dataError(Text message) { return {ErrorCategory::Data, std::move(message)}; }
inline Error ioError(Text message) { return {ErrorCategory::Io, std::move(message)}; }

// The message of an Error; for any other exception, what().
inline Text messageOf(const std::exception& error) {
    const auto* own = dynamic_cast<const Error*>(&error);
    return own != nullptr ? own->message() : Text::verbatim(error.what());
}

} // namespace belfry
