#include "ui/pages/search/gene_text.h"

#include "core/base/number_in.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QLocale>
#include <algorithm>
#include <optional>

namespace belfry {
namespace {

constexpr std::size_t kMaxShown = 12, kFirstShown = 8; // of a gene's choices
constexpr double kMaxDigits = 1e15;                    // of a number that is written out

// Between the parts of a list.
QString separator() { return QLocale().decimalPoint() == ',' ? QStringLiteral("; ") : QStringLiteral(", "); }

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
        return valuesText(gene.name, gene.values);
    if (choices.size() <= kMaxShown)
        return valuesText(gene.name, choices);
    const std::vector<GeneValue> first(choices.begin(), choices.begin() + kFirstShown);
    return valuesText(gene.name, first) + separator() +
           QStringLiteral("… %1").arg(valueText(gene.name, choices.back()));
}

QString valueText(const std::string& gene, const GeneValue& value) {
    if (const auto* number = std::get_if<double>(&value))
        return writeNumber(*number, false);
    const auto* name = std::get_if<std::string>(&value);
    const auto info = std::ranges::find(geneInfos(), gene, &GeneInfo::name);
    if (name != nullptr && info != geneInfos().end() && info->choices != nullptr)
        return translated(titleOf(info->choices(), *name));
    return QString::fromStdString(geneText(value));
}

QString valuesText(const std::string& gene, const std::vector<GeneValue>& values) {
    return textsOf(
               values, [&gene](const GeneValue& value) { return valueText(gene, value); })
        .join(separator());
}

QString titledGenes(const Space& space, const Genes& genes) {
    const std::vector<bool> active = expressed(space, genes);
    QStringList words;
    for (std::size_t i = 0; i < genes.size(); ++i) {
        if (!active[i])
            continue;
        const std::string& name = space.genes[i].name;
        const GeneValue value = space.genes[i].choices().at(static_cast<std::size_t>(genes[i]));
        const bool named = std::holds_alternative<std::string>(value);
        words << (named ? QString() : geneTitle(name) + ' ') + valueText(name, value);
    }
    return words.join(separator());
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
