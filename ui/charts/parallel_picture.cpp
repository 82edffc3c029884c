#include "ui/charts/parallel_picture.h"

#include "ui/foundation/number_text.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kFan = 0.64; // of a category's height, over which its lines are spread

} // namespace

double ParallelAxis::kept(double value) const { return std::clamp(value, range.low, range.high); }

double ParallelAxis::share(double value) const { return (kept(value) - range.low) / range.span(); }

QString ParallelAxis::textOf(double value) const {
    if (!isScale())
        return value < 0 ? dashText() : categories[static_cast<qsizetype>(value)];
    return format == YFormat::Percent ? percentText(value / 100, 2)
                                      : valueText(log ? std::pow(10, value) : value, format);
}

void fanOut(ParallelPicture& picture) {
    const double last = static_cast<double>(picture.lines.size()) - 1;
    for (std::size_t rank = 0; rank < picture.lines.size(); ++rank) {
        const double aside = last > 0 ? kFan * (static_cast<double>(rank) / last - 0.5) : 0;
        for (std::size_t i = 0; i < picture.axes.size(); ++i)
            if (!picture.axes[i].isScale())
                picture.lines[rank].values[i] += 0.5 + aside;
    }
}

Brush snapped(const ParallelAxis& axis, double from, double to) {
    const double low = axis.kept(std::min(from, to)), high = axis.kept(std::max(from, to));
    if (axis.isScale())
        return {low, high};
    const double first = std::min(std::floor(low), axis.range.high - 1);
    return {first, std::max(first + 1, std::ceil(high))};
}

std::vector<bool> insideOf(const ParallelPicture& picture, const Brushes& brushes) {
    std::vector<bool> inside;
    for (const ParallelLine& line : picture.lines) {
        bool through = true;
        for (std::size_t i = 0; i < brushes.size() && i < line.values.size(); ++i) {
            const double value = picture.axes[i].kept(line.values[i]);
            through = through && (!brushes[i] || (value >= brushes[i]->low && value <= brushes[i]->high));
        }
        inside.push_back(through);
    }
    return inside;
}

} // namespace belfry
