// The history of one image in a run: the network's answer with every checkpoint that the run keeps. Free of torch. No
// state; any thread; blocks for the disk and the processor, one thread of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

namespace belfry {

struct ImageMoment {
    std::int64_t step = 0; // of the weights
    int answer = 0;
    float answerProbability = 0, trueProbability = 0;
};

struct ImageHistory {
    std::vector<ImageMoment> moments;              // by step, one for each
    std::vector<std::filesystem::path> unreadable; // weights files that were left out
};

// `image`: of the shape that the run's network reads; `label`: what it is. All weights of the run count: checkpoints,
// the best and the final ones. Asked to stop, it returns what it has.
ImageHistory imageHistory(const std::filesystem::path& runFolder, std::span<const std::uint8_t> image, int label,
                          const std::stop_token& stop = {});

} // namespace belfry
