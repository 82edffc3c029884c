// The histograms of one vector over a run, all in the same bins: made from what was collected, drawn by ridge_painter.
// Plain values; any thread.
#pragma once

#include "core/train/events.h"
#include "ui/charts/y_range.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

struct RidgePicture {
    struct Ridge {
        std::int64_t step = 0;
        std::vector<double> shares; // of all its numbers, by bin; exact zeros, which would tower over all else, are
                                    // left out, and so are the few numbers outside of the range
        Distribution numbers;
        double zeros() const { return numbers.sparsity(); }
    };
    Interval range;            // of the values; empty: there is nothing to draw
    std::vector<Ridge> ridges; // the oldest first
    double peak = 0;           // share that is as high as a ridge can be; what is higher is cut

    bool empty() const { return ridges.empty() || range.empty(); }
    std::size_t bins() const { return ridges.empty() ? 0 : ridges.front().shares.size(); }
    double binWidth() const { return range.span() / static_cast<double>(bins()); }
    double valueOf(std::size_t bin) const { return range.low + (static_cast<double>(bin) + 0.5) * binWidth(); }
    std::size_t binOf(double value) const; // the nearest one
};

// Of the vector with this name, at all steps that have it.
RidgePicture ridgePictureOf(const std::vector<Distributions>& steps, const std::string& name, std::size_t bins);

} // namespace belfry
