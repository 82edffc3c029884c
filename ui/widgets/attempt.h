// What the engine refuses, as sentences of the window. GUI thread only.
#pragma once

#include "core/base/error.h"
#include "ui/foundation/texts.h"

#include <QStringList>
#include <concepts>
#include <ranges>
#include <string>
#include <vector>

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

// Why validate() refuses a value, in the window's language; "" when it does not.
QString problemOf(const auto& value) {
    QString problem;
    attempt([&] { validate(value); }, [&](const Text& sentence) { problem = translated(sentence); });
    return problem;
}

inline QStringList stringsOf(const std::vector<std::string>& texts) {
    QStringList strings;
    for (const std::string& text : texts)
        strings << QString::fromStdString(text);
    return strings;
}

// In the window's language.
QStringList translatedAll(const std::ranges::range auto& texts) {
    QStringList sentences;
    for (const Text& text : texts)
        sentences << translated(text);
    return sentences;
}

} // namespace belfry
