#include "core/train/temperature.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace belfry {
namespace {

constexpr double kLeast = 0.05, kMost = 20;

// The mean loss with logits that are multiplied by `factor`: convex in it.
double lossWith(double factor, std::span<const float> logits, std::span<const std::uint8_t> labels) {
    const std::size_t classes = logits.size() / labels.size();
    // A little of each label is spread over all classes, as little as one picture more is worth (Platt 1999): where all
    // answers are right, no confidence would be too much.
    const double spread = 1 / static_cast<double>(labels.size() + 2);
    double loss = 0;
    for (std::size_t picture = 0; picture < labels.size(); ++picture) {
        const auto row = logits.subspan(picture * classes, classes);
        const double top = static_cast<double>(std::ranges::max(row));
        double sum = 0, mean = 0;
        for (const float logit : row) {
            sum += std::exp(factor * (static_cast<double>(logit) - top));
            mean += (static_cast<double>(logit) - top) / static_cast<double>(classes);
        }
        const double own = static_cast<double>(row[labels[picture]]) - top;
        loss += std::log(sum) - factor * ((1 - spread) * own + spread * mean);
    }
    return loss / static_cast<double>(labels.size());
}

double threeDigits(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
    return std::round(value / unit) * unit;
}

} // namespace

double fitTemperature(std::span<const float> logits, std::span<const std::uint8_t> labels) {
    if (std::ssize(labels) < kFewestForTemperature)
        return 1;
    // Golden sections of the logarithm, in which the loss has one minimum, too.
    constexpr double kPart = 1 / std::numbers::phi;
    double low = std::log(1 / kMost), high = std::log(1 / kLeast);
    const auto lossAt = [&](double place) { return lossWith(std::exp(place), logits, labels); };
    double left = high - kPart * (high - low), right = low + kPart * (high - low);
    double leftLoss = lossAt(left), rightLoss = lossAt(right);
    while (high - low > 1e-4) {
        if (leftLoss < rightLoss) {
            high = right;
            right = left;
            rightLoss = leftLoss;
            left = high - kPart * (high - low);
            leftLoss = lossAt(left);
        } else {
            low = left;
            left = right;
            leftLoss = rightLoss;
            right = low + kPart * (high - low);
            rightLoss = lossAt(right);
        }
    }
    return threeDigits(std::exp(-(low + high) / 2));
}

} // namespace belfry
