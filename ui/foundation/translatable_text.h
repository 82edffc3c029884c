// A text that can be set again in another language: a function that returns it in the current language, or
// words that are the same in every language. GUI thread only.
#pragma once

#include "ui/foundation/texts.h"

#include <QString>
#include <concepts>
#include <functional>
#include <utility>

namespace belfry {

class TranslatableText {
public:
    TranslatableText() = default;
    TranslatableText(const QString& words) : say_([words] { return words; }) {}
    TranslatableText(const Text& text) : say_([text] { return translated(text); }) {}
    template <std::invocable Say>
    requires std::convertible_to<std::invoke_result_t<Say>, QString> TranslatableText(Say say) : say_(std::move(say)) {}

    QString text() const { return say_ ? say_() : QString(); }

private:
    std::function<QString()> say_;
};

} // namespace belfry
