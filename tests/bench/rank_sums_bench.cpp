// Sums of gradients among ranks by Belfry's exchange, as in a step whose towers are all done: rank_sums_bench BYTES
// TIMES A rank of those that RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT describe. Rank 0 prints the milliseconds of
// each sum, one a line, without the update. rank_sums.py compares them with the bare sum of the library.
#include "core/exchange/rank_exchange.h"
#include "core/model/blueprint.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

using namespace belfry;

// A network with about so many weights, most of them in one layer.
std::shared_ptr<const Blueprint> networkOf(std::int64_t bytes) {
    constexpr ImageShape kShape{1, 8, 8};
    constexpr int kClasses = 2, kPerUnit = 8 * 8 + 1 + kClasses;
    const auto units = static_cast<int>(bytes / static_cast<std::int64_t>(sizeof(float)) / kPerUnit);
    return std::make_shared<const Blueprint>(makeBlueprint(
        {"bench", {DenseLayer{.units = units}, DenseLayer{.activation = Activation::Linear}}}, kShape, kClasses));
}

void measure(std::int64_t bytes, int times, bool inMemory) {
    const std::optional<Launch> launch = launchFrom(processEnvironment);
    if (!launch)
        throw usageError(Text::verbatim("RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT are not set."));
    const std::shared_ptr<RankGroup> group = RankGroup::meet(*launch, {});
    useThreads(1);
    const std::vector<at::Device> devices{at::kCPU};
    TowerTeam team(devices, 1, networkOf(bytes), 1);
    const RankSeat seat{group, group->rank(), std::vector(static_cast<std::size_t>(group->size()), 1)};
    RankExchange exchange(seat, RankExchange::Wire::Fp32, RankExchange::kBucketFloats, inMemory);
    const auto optimizer = makeOptimizer({.name = "sgd"});
    exchange.attach(team, *optimizer, {});
    const std::vector<std::int64_t> images(static_cast<std::size_t>(group->size()), 1);
    for (int i = 0; i < times; ++i) {
        group->gather({0}); // all begin together
        exchange.begin(images);
        const float milliseconds = exchange.finish({images, 0.0}).exchange;
        if (group->rank() == 0)
            std::printf("%.4f\n", static_cast<double>(milliseconds));
    }
    group->leave();
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
        if (argc != 3 && argc != 4)
            throw usageError(Text::verbatim("usage: rank_sums_bench BYTES TIMES [memory]"));
        measure(std::stoll(argv[1]), std::stoi(argv[2]), argc == 4);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rank_sums_bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
