#include "ui/charts/class_colours.h"

#include <array>
#include <cmath>

namespace belfry {
namespace {

struct Hue {
    double hue, saturation, lightness; // 0 to 1; the lightness on a light card
};
// Purple, lime, red, cyan and brown: what the theme's series lack.
constexpr std::array<Hue, 5> kBetween{
    {{0.74, 0.55, 0.48}, {0.22, 0.70, 0.36}, {0.98, 0.70, 0.42}, {0.52, 0.75, 0.40}, {0.07, 0.40, 0.30}}};
constexpr double kLighterWhenDark = 0.20;
constexpr double kTurn = 0.618033988749895; // of a circle: the next hue is far from all before

} // namespace

QColor classColour(const Theme& theme, int label) {
    const auto index = static_cast<std::size_t>(label);
    const std::size_t series = theme.palette().series.size();
    if (index < series)
        return theme.palette().series[index];
    double whole = 0;
    const std::size_t beyond = index - series;
    const Hue hue = beyond < kBetween.size() ? kBetween[beyond]
                                             : Hue{std::modf(kTurn * static_cast<double>(beyond), &whole),
                                                   beyond % 2 == 0 ? 0.75 : 0.45, beyond % 3 == 0 ? 0.34 : 0.46};
    const double lighter = theme.palette().dark ? kLighterWhenDark : 0;
    return QColor::fromHslF(static_cast<float>(hue.hue), static_cast<float>(hue.saturation),
                            static_cast<float>(hue.lightness + lighter));
}

} // namespace belfry
