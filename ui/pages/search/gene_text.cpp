#include "ui/pages/search/gene_text.h"

#include "core/base/error.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace belfry {
namespace {

constexpr std::size_t kMaxShown = 12, kFirstShown = 8; // of a gene's choices
constexpr double kMaxDigits = 1e15;                    // of a number that is written out

// As the trials' texts have it, but without a fraction of zero.
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
        if (const auto whole = numberIn<std::int64_t>(word)) {
            return *whole;
        }
    }
    if (const auto real = numberIn<double>(word); real && info.type != GeneType::Name) {
        return *real;
    }
    return word;
}

struct Usual {
    const char *name, *values;
};
// Of genes without a number; "width_3" begins as "width".
constexpr std::array kUsual{
    Usual{"blocks", "0, 1, 2"},
    Usual{"filters", "16, 32, 64"},
    Usual{"kernel", "3, 5"},
    Usual{"layers", "1, 2, 3"},
    Usual{"width", "64, 128, 256, 512"},
    Usual{"momentum", "0.5, 0.9, 0.99"},
    Usual{"weight_decay", "0.001, 0.01, 0.1"},
    Usual{"label_smoothing", "0, 0.05, 0.1"},
    Usual{"global_batch", "32, 64, 128, 256"},
};

} // namespace

QString geneTitle(const std::string& name) {
    const auto info = std::ranges::find(geneInfos(), name, &GeneInfo::name);
    return info == geneInfos().end() ? QString::fromStdString(name) : translated(info->title);
}

std::vector<GeneValue> choicesOf(const Gene& gene) {
    try {
        validate(gene);
    } catch (const Error&) { // said where the space is edited
        return {};
    }
    return gene.choices();
}

QString choicesText(const Gene& gene) {
    const std::vector<GeneValue> choices = choicesOf(gene);
    if (choices.empty()) {
        return valuesText(gene.values);
    }
    if (choices.size() <= kMaxShown) {
        return valuesText(choices);
    }
    return QStringLiteral("%1, … %2")
        .arg(valuesText({choices.begin(), choices.begin() + kFirstShown}), valueText(choices.back()));
}

QString valuesText(const std::vector<GeneValue>& values) {
    QStringList words;
    for (const GeneValue& value : values) {
        words << valueText(value);
    }
    return words.join(QStringLiteral(", "));
}

std::vector<GeneValue> valuesFromText(const GeneInfo& info, const QString& text) {
    static const QRegularExpression between(QStringLiteral("[,;\\s]+"));
    std::vector<GeneValue> values;
    for (const QString& word : text.split(between, Qt::SkipEmptyParts)) {
        values.push_back(valueIn(info, word.toStdString()));
    }
    return values;
}

Gene usualGene(const GeneInfo& info) {
    Gene gene{info.name, {}, std::nullopt};
    if (info.type == GeneType::Name) {
        gene.values.assign(info.names.begin(), info.names.end());
    } else if (info.name == "learning_rate") {
        gene.range = GeneRange{1e-4, 1e-2, 9, true};
    } else if (info.name == "dropout") {
        gene.range = GeneRange{0, 0.5, 6, false};
    } else {
        const auto usual = std::ranges::find_if(kUsual, [&](const Usual& entry) {
            return info.name == entry.name || info.name.starts_with(std::string(entry.name) + "_");
        });
        gene.values = usual == kUsual.end() ? std::vector<GeneValue>() : valuesFromText(info, usual->values);
    }
    return gene;
}

QString largeCountText(double count) {
    return count < kMaxDigits ? countText(static_cast<std::int64_t>(count)) : QLocale().toString(count, 'g', 3);
}

} // namespace belfry
