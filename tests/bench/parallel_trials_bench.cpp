// Two trials of a search in parallel with one thread each, against two in turn with two threads each: images per
// second of whole trials with their validation, alternating, and the ratio.
//   parallel_trials_bench [REPEATS]
#include "app/common/program.h"
#include "core/base/stopwatch.h"
#include "core/search/trial_trainer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace belfry {
namespace {

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Two trials of `plan`, as many at a time as the layout has places.
double imagesPerSecond(const Layout& layout, const Plan& plan, const std::shared_ptr<const DataSet>& data) {
    const auto trainer = makeSessionTrainer(layout, plan, data, {}, false);
    const auto train = [&](int slot) {
        trainer->train({.plan = plan, .slot = slot, .test = false}, [](const EpochDone&) {}, {});
    };
    const Stopwatch watch;
    if (layout.trials == 1) {
        train(0);
        train(0);
    } else {
        const std::jthread first(train, 0), second(train, 1);
    }
    return 2.0 * static_cast<double>(plan.epochs * plan.trainImages) / watch.seconds();
}

void compare(int repeats) {
    Space space = searchPresetByName("genetic-mnist").plan.space;
    space.plan.devices = {"cpu"};
    space.plan.trainImages = 10'000;
    space.plan.epochs = 2;
    const auto data = openData(space.plan);
    const Layout sideBySide{2, 1, 1, {"cpu", "cpu"}}, inTurn{1, 1, 2, {"cpu"}};
    std::printf("%-40s %14s %14s %8s\n", "network (batch 128)", "side by side", "in turn", "ratio");
    for (const Genes& genes : {Genes{0, 0, 0, 1}, Genes{2, 1, 0, 1}, Genes{3, 2, 0, 1}, Genes{5, 3, 0, 1}}) {
        const Plan plan = planOf(space, genes);
        std::vector<double> together, alone, ratios;
        for (int i = 0; i < repeats; ++i) {
            together.push_back(imagesPerSecond(sideBySide, plan, data));
            alone.push_back(imagesPerSecond(inTurn, plan, data));
            ratios.push_back(together.back() / alone.back());
        }
        std::printf("%-40s %14.0f %14.0f %8.2f (%.2f to %.2f)\n", genesText(space, genes).c_str(), median(together),
                    median(alone), median(ratios), *std::ranges::min_element(ratios),
                    *std::ranges::max_element(ratios));
    }
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    belfry::restartWithPassiveWaiting(argv);
    belfry::compare(argc > 1 ? std::max(1, std::atoi(argv[1])) : 5);
}
