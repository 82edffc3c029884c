#include "ui/pages/evaluate/map_looks.h"

#include "ui/charts/class_colours.h"
#include "ui/foundation/number_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace belfry {
namespace {

struct MapLegendTexts {
    Q_DECLARE_TR_FUNCTIONS(belfry::MapLegend)
};

constexpr std::array kConfidences{0.5, 0.7, 0.9, 0.99}; // between two looks

QStringList confidenceNames() {
    QStringList names{MapLegendTexts::tr("below %1").arg(percentText(kConfidences.front(), 0))};
    for (std::size_t i = 1; i < kConfidences.size(); ++i)
        names << QStringLiteral("%1 – %2").arg(percentText(kConfidences[i - 1], 0), percentText(kConfidences[i], 0));
    names << MapLegendTexts::tr("%1 and more").arg(percentText(kConfidences.back(), 0));
    return names;
}

std::uint8_t lookOf(MapColouring colouring, const Evaluation& evaluation, std::int64_t image) {
    const auto at = static_cast<std::size_t>(image);
    switch (colouring) {
    case MapColouring::Class:
        return evaluation.labels[at];
    case MapColouring::Answer:
        return evaluation.answers[at];
    case MapColouring::Error:
        return evaluation.labels[at] == evaluation.answers[at] ? 0 : 1;
    case MapColouring::Confidence:
        break;
    }
    const double sure = double{evaluation.probability(image, evaluation.answers[at])};
    return static_cast<std::uint8_t>(std::ranges::upper_bound(kConfidences, sure) - kConfidences.begin());
}

} // namespace

MapLooks mapLooks(MapColouring colouring, const Evaluation& evaluation, const std::vector<std::int64_t>& images,
                  const QStringList& classes, const Theme& theme) {
    MapLooks looks;
    const Palette& palette = theme.palette();
    if (colouring == MapColouring::Error) {
        looks.names = {MapLegendTexts::tr("right"), MapLegendTexts::tr("wrong")};
        looks.colours = {mixed(palette.card, palette.accent, 0.7), palette.warning};
        looks.raised = {false, true};
    } else if (colouring == MapColouring::Confidence) {
        looks.names = confidenceNames();
        const double last = static_cast<double>(looks.names.size()) - 1;
        for (qsizetype i = 0; i < looks.names.size(); ++i)
            looks.colours.push_back(mixed(palette.warning, palette.accent, static_cast<double>(i) / last));
        looks.raised = {true, true};
    } else {
        looks.names = classes;
        for (int label = 0; label < static_cast<int>(classes.size()); ++label)
            looks.colours.push_back(classColour(theme, label));
    }
    looks.counts.assign(static_cast<std::size_t>(looks.names.size()), 0);
    looks.ofPoint.reserve(images.size());
    for (const std::int64_t image : images) {
        looks.ofPoint.push_back(lookOf(colouring, evaluation, image));
        ++looks.counts.at(looks.ofPoint.back());
    }
    return looks;
}

} // namespace belfry
