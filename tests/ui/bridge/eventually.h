// Waiting for what comes from the background.
#pragma once

#include <QTest>
#include <functional>

namespace belfry::test {

// Handles events until the condition holds. The limit is one for sanitizers on busy machines, not a promise.
inline bool eventually(const std::function<bool()>& condition) {
    constexpr int kMilliseconds = 120'000;
    return QTest::qWaitFor(condition, kMilliseconds);
}

} // namespace belfry::test
