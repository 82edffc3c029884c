// What the galleries share.
#pragma once

#include <QTest>
#include <cstdio>

namespace belfry {

// Handles events until the condition holds, for a minute by default.
inline void waitFor(const char* what, const auto& condition, int milliseconds = 60'000) {
    if (!QTest::qWaitFor(condition, milliseconds)) {
        std::fprintf(stderr, "%s did not come\n", what);
    }
}

} // namespace belfry
