// UMAP's layout of points in the plane, by the library umappp. Plain values; one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace belfry {

// McInnes, Healy, Melville 2018, with its usual settings: points at least 0.1 apart, five negative samples for each
// edge, and 500 epochs, fewer of more than 10,000 points. On one thread: the same neighbours, start and seed give the
// same points.
class UmapLayout {
public:
    // neighbours: of each point the numbers of others and their distances, nearest first. start: x, y of each point, as
    // far apart as those in the end, which are some tens at most.
    UmapLayout(std::vector<std::vector<std::pair<int, float>>> neighbours, std::vector<float> start,
               std::uint64_t seed);
    ~UmapLayout();
    UmapLayout(UmapLayout&&) noexcept;

    bool step();                              // one epoch; returns whether there is more to do
    double part() const;                      // done, 0 to 1
    const std::vector<float>& points() const; // x, y of each

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
