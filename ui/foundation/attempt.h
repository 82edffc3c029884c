// Refusals of the engine as sentences.
#pragma once

#include "core/base/error.h"
#include "ui/foundation/texts.h"

#include <concepts>

namespace belfry {

// Runs `work`; on an exception passes its message to `report` and returns false.
bool attempt(std::invocable auto work, std::invocable<const Text&> auto report) {
    try {
        work();
        return true;
    } catch (const std::exception& error) {
        report(messageOf(error));
        return false;
    }
}

// Why validate() refuses a value, in the window's language; "" when it does not. GUI thread only.
QString problemOf(const auto& value) {
    QString problem;
    attempt([&] { validate(value); }, [&](const Text& sentence) { problem = translated(sentence); });
    return problem;
}

} // namespace belfry
