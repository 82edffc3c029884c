// The accuracy of every class with the weights that a run keeps. Free of torch. No state; any thread; blocks for the
// disk and the processor.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct ClassMoment {
    std::int64_t step = 0;             // of the weights
    std::vector<std::int64_t> correct; // by label
};

struct ClassTrend {
    std::vector<std::string> classes;              // names by label
    std::vector<std::int64_t> images;              // by label
    std::vector<ClassMoment> moments;              // by step, one for each
    std::vector<std::filesystem::path> unreadable; // weights files that were left out

    // None: the class has no images.
    std::optional<double> accuracy(std::size_t moment, std::size_t label) const;
    // The accuracy at the last moment minus the greatest one before; negative: the class was better. None with fewer
    // than two moments, or without images.
    std::optional<double> change(std::size_t label) const;
    // The worst decline first; classes without a change last.
    std::vector<std::size_t> worstFirst() const;
};

// `images`: of the shape and classes of the run's network. Checkpoints, best and final weights count. Stopped, it has
// the moments that were complete. `progress`: the part that is done, 0 to 1.
ClassTrend classTrend(const std::filesystem::path& runFolder, const ImageStore& images,
                      const std::stop_token& stop = {}, const std::function<void(double)>& progress = {});

// Rows in the order of worstFirst(): class, images, "step N" for each moment with the accuracy there, change. What is
// not known is empty. RFC 4180.
std::string trendCsv(const ClassTrend& trend);

} // namespace belfry
