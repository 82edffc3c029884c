#include "core/train/plan_shares.h"

#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/feed/feed.h"
#include "core/train/choice_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <sstream>

namespace belfry {
namespace {

constexpr double kSumTolerance = 0.001; // the sum from 1: numbers as people round them

[[noreturn]] void refuse(const Text& why) {
    throw usageError(
        Text::sentences({why, Text::tr("Give one part of the whole for each tower, such as 0.7,0.3, or 'measured'.")}));
}

double fractionFrom(const Plan& plan, const std::string& text) {
    const double fraction = numberIn<double>(text).value_or(0);
    if (!(fraction > 0 && fraction <= 1))
        refuse(Text::tr("The shares '%1' contain something that is not a number between 0 and 1.", plan.shares));
    return fraction;
}

std::vector<double> fractionsFrom(const Plan& plan) {
    std::vector<double> fractions;
    std::istringstream stream(plan.shares + ",");
    for (std::string part; std::getline(stream, part, ',');)
        fractions.push_back(fractionFrom(plan, part));
    return fractions;
}

} // namespace

void checkShares(const Plan& plan) {
    if (plan.shares.empty())
        return;
    if (plan.asynchronous())
        refuse(Text::tr("The shares '%1' have no effect with the exchange '%2', whose towers take a batch whenever "
                        "they are ready.",
                        plan.shares, exchangeName(plan.exchange)));
    if (plan.shares == "measured")
        return;
    const std::vector<double> fractions = fractionsFrom(plan);
    if (fractions.size() != static_cast<std::size_t>(plan.towers))
        refuse(Text::plural("The shares '%1' are %2 for %n towers.", "The shares '%1' are %2 for %n tower.",
                            plan.towers, plan.shares, fractions.size()));
    const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
    if (std::abs(sum - 1) > kSumTolerance)
        refuse(Text::tr("The shares '%1' add up to %2; expected 1.", plan.shares, significant(sum, 4)));
    for (int tower = 0; tower < plan.towers; ++tower)
        if (shareOf(plan.imagesPerStep(), plan.towers, tower, fractions) < 1)
            refuse(Text::tr("The shares '%1' leave tower %2 without an image of a step of %3.", plan.shares, tower,
                            plan.imagesPerStep()));
}

std::vector<double> shareFractions(const Plan& plan) {
    if (plan.shares.empty() || plan.shares == "measured")
        return {};
    return fractionsFrom(plan);
}

std::int64_t towerBatch(const Plan& plan, int tower, std::span<const double> fractions) {
    return plan.asynchronous() ? plan.imagesPerStep() : shareOf(plan.imagesPerStep(), plan.towers, tower, fractions);
}

std::string sharesText(std::span<const double> fractions) {
    const double all = std::accumulate(fractions.begin(), fractions.end(), 0.0);
    std::string text;
    double before = 0;
    for (const double fraction : fractions) {
        const auto thousandths = [all](double part) { return std::lround(1000 * part / all); };
        char number[32];
        std::snprintf(number, sizeof number, "%.3f",
                      static_cast<double>(thousandths(before + fraction) - thousandths(before)) / 1000);
        before += fraction;
        text.append(text.empty() ? "" : ",").append(number);
    }
    return text;
}

std::vector<double> sharesBySpeed(std::vector<double> speeds, std::int64_t imagesPerStep) {
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    // Enough for an image of every step, however the fractions are rounded.
    const double minShare =
        std::min(2.0 / static_cast<double>(imagesPerStep), 1.0 / static_cast<double>(speeds.size()));
    for (double& speed : speeds)
        speed = std::max({speed / all, 0.01, minShare});
    return speeds;
}

} // namespace belfry
