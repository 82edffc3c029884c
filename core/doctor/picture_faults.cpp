#include "core/doctor/picture_faults.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kEmptyDeviation = 4; // of 256 grey levels: less is noise
constexpr double kDark = 24, kBright = 244;
constexpr double kFarOff = 4;        // deviations from the median, which 1 of 30,000 normal numbers is
constexpr double kNormal = 1.4826;   // a normal deviation, in medians of absolute differences
constexpr double kLeastSpread = 0.5; // of the logarithm: sets of equally sharp pictures have no blurred ones

// BT.601, as toGrey().
std::vector<float> lumaOf(std::span<const std::uint8_t> picture, const ImageShape& shape) {
    const auto pixels = static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width);
    std::vector<float> luma(pixels);
    for (std::size_t i = 0; i < pixels; ++i)
        luma[i] = shape.channels == 1
                      ? static_cast<float>(picture[i])
                      : 0.299F * static_cast<float>(picture[3 * i]) + 0.587F * static_cast<float>(picture[3 * i + 1]) +
                            0.114F * static_cast<float>(picture[3 * i + 2]);
    return luma;
}

double laplacianVariance(const std::vector<float>& luma, const ImageShape& shape) {
    double squares = 0;
    std::int64_t count = 0;
    const auto width = static_cast<std::size_t>(shape.width);
    for (std::size_t y = 1; y + 1 < static_cast<std::size_t>(shape.height); ++y)
        for (std::size_t x = 1; x + 1 < width; ++x) {
            const std::size_t at = y * width + x;
            const double value = 4 * luma[at] - luma[at - 1] - luma[at + 1] - luma[at - width] - luma[at + width];
            squares += value * value;
            ++count;
        }
    return count > 0 ? squares / static_cast<double>(count) : 0.0;
}

} // namespace

PictureFigures figuresOf(std::span<const std::uint8_t> picture, const ImageShape& shape) {
    const std::vector<float> luma = lumaOf(picture, shape);
    double sum = 0, squares = 0;
    for (const float value : luma) {
        sum += value;
        squares += static_cast<double>(value) * value;
    }
    const auto count = static_cast<double>(luma.size());
    PictureFigures figures{.mean = sum / count};
    const double variance = std::max(0.0, squares / count - figures.mean * figures.mean);
    figures.deviation = std::sqrt(variance);
    figures.sharpness = std::log((laplacianVariance(luma, shape) + 1e-3) / (variance + 1e-3));
    return figures;
}

std::vector<std::optional<PictureFault>> faultsOf(std::span<const PictureFigures> figures) {
    std::vector<double> sharpness, differences;
    for (const PictureFigures& each : figures)
        if (each.deviation >= kEmptyDeviation)
            sharpness.push_back(each.sharpness);
    const double usual = sharpness.empty() ? 0.0 : median(sharpness);
    for (const double each : sharpness)
        differences.push_back(std::abs(each - usual));
    const double spread = differences.empty() ? 0.0 : std::max(kLeastSpread, kNormal * median(differences));
    std::vector<std::optional<PictureFault>> faults;
    for (const PictureFigures& each : figures) {
        std::optional<PictureFault> fault;
        if (each.deviation < kEmptyDeviation)
            fault = PictureFault::Empty;
        else if (each.mean < kDark)
            fault = PictureFault::Dark;
        else if (each.mean > kBright)
            fault = PictureFault::Bright;
        else if (each.sharpness < usual - kFarOff * spread)
            fault = PictureFault::Blurred;
        faults.push_back(fault);
    }
    return faults;
}

std::vector<bool> oddSizes(std::span<const std::optional<StoredSize>> sizes) {
    constexpr double kProportion = 2, kSmall = 0.25;
    // Upright or not is the same: a camera may have been turned.
    const auto proportion = [](const StoredSize& size) { return std::abs(std::log(double(size.width) / size.height)); };
    const auto side = [](const StoredSize& size) { return double(std::min(size.width, size.height)); };
    std::vector<double> proportions, sides;
    for (const auto& size : sizes)
        if (size) {
            proportions.push_back(proportion(*size));
            sides.push_back(side(*size));
        }
    if (sides.empty())
        return std::vector<bool>(sizes.size());
    const double usual = median(proportions), usualSide = median(sides);
    std::vector<bool> odd;
    for (const auto& size : sizes)
        odd.push_back(
            size && (std::abs(proportion(*size) - usual) > std::log(kProportion) || side(*size) < kSmall * usualSide));
    return odd;
}

} // namespace belfry
