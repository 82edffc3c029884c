#include "ui/foundation/texts.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/retired_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace belfry {
namespace {

// By the language's rule for the decimal point. No group separators: most integers are counts of a few digits, and
// a seed or a port must be typed as it is shown.
QString written(const Text::Argument& argument) {
    struct Words {
        QLocale locale;
        Words() { locale.setNumberOptions(QLocale::OmitGroupSeparator); }
        QString operator()(const std::string& words) const { return QString::fromStdString(words); }
        QString operator()(std::int64_t number) const { return locale.toString(static_cast<qlonglong>(number)); }
        QString operator()(const Number& number) const {
            return locale.toString(number.value, number.format, number.precision).toLower(); // exponents as printf's
        }
        QString operator()(const Text& text) const { return translated(text); }
    };
    return std::visit(Words(), argument);
}

// Verbatim words, or sentences with a space between them.
QString joined(const Text& text) { return textsOf(text.arguments(), written).join(' '); }

// lupdate knows the class by its name alone in functions that return a type of another namespace.
constexpr std::array kContexts{"belfry::Text", "Text"};

// Qt takes the count as an int; any larger count has the plural form of the largest int.
QString lookUp(const char* context, const std::string& many, const std::string& one, std::int64_t count) {
    if (one.empty())
        return QCoreApplication::translate(context, many.c_str());
    const auto asked = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
    QString found = QCoreApplication::translate(context, many.c_str(), one.c_str(), asked);
    return found.replace(QString::number(asked), countText(count));
}

// With %n filled in, like what Qt returns.
QString withCount(const std::string& words, std::int64_t count) {
    return QString::fromStdString(fillTemplate(words, countText(count).toStdString(), {}));
}

// nullopt: there is no translation; Qt returned the English plural.
std::optional<QString> translation(const std::string& many, const std::string& one, std::int64_t count) {
    const QString english = one.empty() ? QString::fromStdString(many) : withCount(many, count);
    for (const char* context : kContexts)
        if (QString found = lookUp(context, many, one, count); found != english)
            return found;
    return std::nullopt;
}

// A sentence within another one may have lost its full stop (Text::withoutFullStop).
QString translatedTemplate(const std::string& many, const std::string& one, std::int64_t count) {
    if (const auto found = translation(many, one, count))
        return *found;
    const auto sentence = translation(many + '.', one.empty() ? one : one + '.', count);
    if (!many.ends_with('.') && sentence)
        return sentence->endsWith('.') ? sentence->chopped(1) : *sentence;
    return one.empty() ? QString::fromStdString(many) : withCount(count == 1 ? one : many, count);
}

} // namespace

QString translated(const Text& text) {
    if (text.textTemplate().empty()) {
        const std::string words = text.english();
        return isRecordedSentence(words) ? translatedTemplate(presentTemplate(words), {}, 0) : joined(text);
    }
    std::vector<std::string> words;
    for (const Text::Argument& argument : text.arguments())
        words.push_back(written(argument).toStdString());
    return QString::fromStdString(fillTemplate(
        translatedTemplate(presentTemplate(text.textTemplate()), text.singular(), text.count()).toStdString(),
        std::to_string(text.count()), words));
}

} // namespace belfry
