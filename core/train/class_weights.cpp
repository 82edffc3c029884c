#include "core/train/class_weights.h"

#include "core/base/error.h"
#include "core/base/number_in.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace belfry {
namespace {

constexpr double kMaxClassWeight = 1e6;

[[noreturn]] void refuseWeights(const Text& why) {
    throw usageError(
        Text::sentences({why, Text::tr("Give one number for each class, such as 1,2,0.5, or 'balanced'.")}));
}

std::vector<double> weightsListed(const std::string& list) {
    std::vector<double> weights;
    std::istringstream stream(list + ",");
    for (std::string part; std::getline(stream, part, ',');) {
        const auto weight = numberIn<double>(part);
        if (!weight || !(*weight >= 0 && *weight <= kMaxClassWeight))
            refuseWeights(Text::tr("The class weights '%1' contain '%2'; expected numbers from 0 to %3.", list, part,
                                   static_cast<std::int64_t>(kMaxClassWeight)));
        weights.push_back(*weight);
    }
    return weights;
}

// Images of each class that an epoch shows, in the mean over epochs.
std::vector<double> shownByClass(const Plan& plan, const DataSet& data) {
    std::vector<double> shown(data.classes.size(), 0.0);
    for (std::int64_t image = 0; image < data.train->size(); ++image)
        ++shown[data.train->label(image)];
    if (plan.sampling == "balanced") {
        const auto present = static_cast<double>(std::ranges::count_if(shown, [](double count) { return count > 0; }));
        for (double& count : shown)
            count = count > 0 ? static_cast<double>(data.train->size()) / present : 0;
    }
    return shown;
}

} // namespace

void checkClassWeights(const Plan& plan) {
    if (plan.classWeights.empty() || plan.classWeights == "balanced")
        return;
    const std::vector<double> weights = weightsListed(plan.classWeights);
    if (std::ranges::all_of(weights, [](double weight) { return weight == 0; }))
        refuseWeights(Text::tr("The class weights '%1' are all 0, so nothing would be learned.", plan.classWeights));
}

std::vector<float> classWeights(const Plan& plan, const DataSet& data) {
    if (plan.classWeights.empty())
        return {};
    const std::vector<double> shown = shownByClass(plan, data);
    std::vector<double> weights;
    if (plan.classWeights == "balanced")
        std::ranges::transform(shown, std::back_inserter(weights),
                               [](double count) { return count > 0 ? 1 / count : 0; });
    else
        weights = weightsListed(plan.classWeights);
    if (weights.size() != shown.size())
        refuseWeights(Text::plural("The class weights '%1' are %2, but %3 has %n classes.",
                                   "The class weights '%1' are %2, but %3 has %n class.",
                                   static_cast<std::int64_t>(shown.size()), plan.classWeights, weights.size(),
                                   data.title));
    const double sum = std::inner_product(weights.begin(), weights.end(), shown.begin(), 0.0);
    if (!(sum > 0))
        refuseWeights(
            Text::tr("The class weights '%1' are 0 for every class that has images to train on.", plan.classWeights));
    std::vector<float> normalised;
    for (const double weight : weights)
        normalised.push_back(static_cast<float>(weight * static_cast<double>(data.train->size()) / sum));
    return normalised;
}

std::vector<float> logitOffsets(const Plan& plan, const DataSet& data) {
    if (plan.logitAdjustment == 0)
        return {};
    const std::vector<double> shown = shownByClass(plan, data);
    const auto images = static_cast<double>(data.train->size());
    double rarest = images;
    for (const double count : shown)
        rarest = count > 0 ? std::min(rarest, count) : rarest;
    std::vector<float> offsets;
    for (const double count : shown)
        offsets.push_back(static_cast<float>(plan.logitAdjustment * std::log((count > 0 ? count : rarest) / images)));
    return offsets;
}

} // namespace belfry
