// Texts in the window's language: those of the engine, whose templates are translated, then filled, and those that can
// be set again in another language. GUI thread only.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <QStringList>
#include <concepts>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace belfry {

QString translated(const Text& text); // in the language of the moment

// `text`: of each.
QStringList textsOf(auto&& items, const auto& text) {
    QStringList texts;
    for (const auto& item : items)
        texts << std::invoke(text, item);
    return texts;
}
inline QStringList stringsOf(const std::vector<std::string>& words) { return textsOf(words, QString::fromStdString); }
QStringList translatedAll(const auto& texts) { return textsOf(texts, translated); }

// A function that returns a text in the current language, or words that are the same in every language.
class TranslatableText {
public:
    TranslatableText() = default;
    TranslatableText(const QString& words) : translate_([words] { return words; }) {}
    TranslatableText(const Text& text) : translate_([text] { return translated(text); }) {}
    template <std::invocable Translate>
    requires std::convertible_to<std::invoke_result_t<Translate>, QString> TranslatableText(Translate translate)
        : translate_(std::move(translate)) {}

    QString text() const { return translate_ ? translate_() : QString(); }
    bool empty() const { return !translate_; }

private:
    std::function<QString()> translate_;
};

} // namespace belfry
