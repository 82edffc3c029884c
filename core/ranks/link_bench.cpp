#include "core/ranks/link_bench.h"

#include "core/base/median.h"

#include <ATen/ATen.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsOfSum(RankGroup& ranks, const at::Tensor& values) {
    const auto begin = Clock::now();
    ranks.sum(values);
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

} // namespace

std::vector<LinkSpeed> measureLink(RankGroup& ranks, std::vector<std::int64_t> sizes, int repeats) {
    constexpr int kWarmUp = 3; // connections widen their windows, pages are touched
    const auto task = nlohmann::json::parse(ranks.share(nlohmann::json{{"sizes", sizes}, {"repeats", repeats}}.dump()));
    sizes = task.at("sizes").get<std::vector<std::int64_t>>();
    repeats = task.at("repeats");
    std::vector<LinkSpeed> speeds;
    for (const std::int64_t bytes : sizes) {
        const at::Tensor values = at::zeros({std::max<std::int64_t>(1, bytes / 4)}, at::kFloat);
        std::vector<double> times;
        for (int repeat = -kWarmUp; repeat < repeats; ++repeat)
            if (const double time = millisecondsOfSum(ranks, values); repeat >= 0)
                times.push_back(time);
        double slowest = 0;
        for (const auto& of : ranks.gather({median(std::move(times))}))
            slowest = std::max(slowest, of[0]);
        speeds.push_back({.bytes = 4 * values.numel(), .ranks = ranks.size(), .milliseconds = slowest});
    }
    ranks.leave();
    return speeds;
}

} // namespace belfry
