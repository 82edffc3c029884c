#include "ui/foundation/number_entry.h"

#include "core/base/number_in.h"
#include "ui/foundation/number_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace belfry {
namespace {

constexpr double kMaxWhole = 9'007'199'254'740'991;  // 2^53 - 1: above it a double skips integers
constexpr double kMinFixed = 1e-5, kMaxFixed = 1e15; // other numbers are written with an exponent
constexpr int kMaxShown = 20;                        // characters of a refused text

Text notANumber(const QString& text, bool whole) {
    const std::string shown = text.left(kMaxShown).toStdString();
    if (text.isEmpty())
        return Text::tr("A number is missing.");
    return whole ? Text::tr("'%1' is not a number; expected one such as 64.", shown)
                 : Text::tr("'%1' is not a number; expected one such as 0.01.", shown);
}

// Of a whole text. Compiled once each: that takes a hundred times as long as a match, and every key needs several.
QRegularExpression form(const char* pattern) {
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern)));
}

bool has(const QRegularExpression& form, const QString& text) { return form.match(text).hasMatch(); }

// The mantissa with a point for decimals and no separators of thousands. none: it cannot be known which is which.
std::optional<QString> plain(QString mantissa, bool whole) {
    static const QRegularExpression spaced = form(R"(\d{1,3}( \d{3})+([.,]\d*)?)");
    static const QRegularExpression byCommas = form(R"(\d{1,3}(,\d{3})+)"), byPoints = form(R"(\d{1,3}(\.\d{3})+)");
    if (has(spaced, mantissa))
        mantissa.remove(' ');
    const auto commas = mantissa.count(','), points = mantissa.count('.');
    const QChar last = mantissa.lastIndexOf(',') > mantissa.lastIndexOf('.') ? ',' : '.';
    const QChar other = last == ',' ? '.' : ',';
    if (commas > 0 && points > 0) { // the last one separates decimals
        if (!has(other == ',' ? byCommas : byPoints, mantissa.section(last, 0, 0)))
            return mantissa; // not a number
        return mantissa.remove(other).replace(last, '.');
    }
    if (mantissa.startsWith('0') || !has(last == ',' ? byCommas : byPoints, mantissa))
        return mantissa.replace(',', '.');
    const bool decimals = QLocale().decimalPoint() == last;
    if (commas + points == 1 && decimals && !whole)
        return mantissa.replace(last, '.');
    if (commas + points == 1 && decimals == whole)
        return std::nullopt;
    return mantissa.remove(last);
}

std::optional<double> parsed(const QString& text) {
    const std::optional<double> value = numberIn<double>(text.toStdString());
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace

NumberEntry readNumber(const QString& text, bool whole) {
    QString number = text.simplified(); // every kind of space is ' '
    number.replace(QChar(0x2212), '-');
    static const QRegularExpression parts = form(R"(([+-]?)([\d., ]*)([eE][+-]?\d+)?)");
    const QRegularExpressionMatch match = parts.match(number);
    if (!match.hasMatch() || std::ranges::none_of(number, [](QChar c) { return c >= '0' && c <= '9'; }))
        return {std::nullopt, notANumber(text.trimmed(), whole)};
    const QString sign = match.captured(1) == '-' ? QStringLiteral("-") : QString(), exponent = match.captured(3);
    const std::optional<QString> mantissa = plain(match.captured(2), whole);
    if (!mantissa)
        return {std::nullopt, Text::tr("'%1' can be read in two ways: leave out the comma or point, or add a digit.",
                                       number.left(kMaxShown).toStdString())};
    const std::optional<double> value = parsed(sign + *mantissa + exponent);
    if (!value)
        return {std::nullopt, notANumber(text.trimmed(), whole)};
    const bool decimals = mantissa->contains('.') && exponent.isEmpty(); // "60,00" may be a slip for 60,000
    if (whole && (decimals || *value != std::floor(*value) || std::abs(*value) > kMaxWhole))
        return {std::nullopt,
                Text::tr("'%1' is not a whole number; expected one such as 64.", number.left(kMaxShown).toStdString())};
    return {value, {}};
}

QStringList readNumbers(const QString& text) {
    static const QRegularExpression wide(QStringLiteral(R"([,;]?\s+|;)")), separator(QStringLiteral(R"([;\s])"));
    static const QRegularExpression oneComma(QStringLiteral(R"(^[+-]?\d*,\d+$)"));
    const QString list = text.trimmed();
    const bool decimal = QLocale().decimalPoint() == ',' && oneComma.match(list).hasMatch();
    QStringList parts = list.contains(separator) ? list.split(wide, Qt::SkipEmptyParts)
                        : decimal                ? QStringList{list}
                                                 : list.split(',', Qt::SkipEmptyParts);
    for (QString& part : parts)
        if (const NumberEntry entry = readNumber(part, false); entry.value && !parsed(part))
            part = QLocale::c().toString(*entry.value, 'g', QLocale::FloatingPointShortest);
    return parts;
}

QString writeNumber(double value, bool grouped) {
    const double size = std::abs(value);
    const bool fixed = value == 0 || (size >= kMinFixed && size < kMaxFixed);
    if (fixed && grouped && value == std::floor(value))
        return countText(static_cast<std::int64_t>(value));
    std::array<char, 64> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                   fixed ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    QString text = QString::fromLatin1(digits.data(), end - digits.data());
    static const QRegularExpression padding(QStringLiteral(R"(e(\+|(-))0*)")); // "1e-08" is "1e-8", "1e+20" is "1e20"
    return text.replace(padding, QStringLiteral("e\\2")).replace('.', QLocale().decimalPoint());
}

} // namespace belfry
