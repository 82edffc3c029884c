#include "ui/pages/search/gene_text.h"

#include "ui/foundation/attempt.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QLocale>
#include <algorithm>
#include <charconv>
#include <optional>

namespace belfry {
namespace {

constexpr std::size_t kMaxShown = 12, kFirstShown = 8; // of a gene's choices
constexpr double kMaxDigits = 1e15;                    // of a number that is written out

// As in the trials' texts, but without a fraction of zero.
QString valueText(const GeneValue& value) {
    const QString text = QString::fromStdString(geneText(value));
    return text.endsWith(QLatin1String(".0")) ? text.chopped(2) : text;
}

template <typename Number>
std::optional<Number> numberIn(const std::string& word) {
    Number number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    return code == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

GeneValue valueIn(const GeneInfo& info, const std::string& word) {
    if (info.type == GeneType::Whole) {
        if (const auto whole = numberIn<std::int64_t>(word))
            return *whole;
    }
    if (const auto real = numberIn<double>(word); real && info.type != GeneType::Name)
        return *real;
    return word;
}

} // namespace

QString geneTitle(const std::string& name) {
    const auto info = std::ranges::find(geneInfos(), name, &GeneInfo::name);
    return info == geneInfos().end() ? QString::fromStdString(name) : translated(info->title);
}

std::vector<GeneValue> choicesOf(const Gene& gene) {
    return problemOf(gene).isEmpty() ? gene.choices() : std::vector<GeneValue>(); // said where the space is edited
}

QString choicesText(const Gene& gene) {
    const std::vector<GeneValue> choices = choicesOf(gene);
    if (choices.empty())
        return valuesText(gene.values);
    if (choices.size() <= kMaxShown)
        return valuesText(choices);
    return QStringLiteral("%1, … %2")
        .arg(valuesText({choices.begin(), choices.begin() + kFirstShown}), valueText(choices.back()));
}

QString valuesText(const std::vector<GeneValue>& values) {
    return textsOf(
               values, [](const GeneValue& value) { return valueText(value); })
        .join(QStringLiteral(", "));
}

std::vector<GeneValue> valuesFromText(const GeneInfo& info, const QString& text) {
    std::vector<GeneValue> values;
    for (const QString& word : readNumbers(text))
        values.push_back(valueIn(info, word.toStdString()));
    return values;
}

QString largeCountText(double count) {
    return count < kMaxDigits ? countText(static_cast<std::int64_t>(count)) : QLocale().toString(count, 'g', 3);
}

std::int64_t pluralCount(double count) { return static_cast<std::int64_t>(std::min(count, kMaxDigits)); }

} // namespace belfry
