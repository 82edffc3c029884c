// The arithmetic of scaling: repeated measurements as mean and spread, and a simple model of what more towers give.
// Plain values; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct Spread {
    double mean = 0;
    double deviation = 0; // standard deviation of one measurement; 0 for a single one
};
Spread spreadOf(std::span<const double> measured);

// Time of one tower for its share of a step, by the images in it: linear between measurements, extrapolated from the
// last two beyond them. Proportional to the images if there is only one measurement.
class ComputeTimeModel {
public:
    struct Point {
        std::int64_t images = 0;
        double milliseconds = 0;
    };
    ComputeTimeModel() = default;
    explicit ComputeTimeModel(std::vector<Point> measured); // in any order
    // 0 when nothing was measured.
    double milliseconds(double images) const;
    const std::vector<Point>& points() const { return points_; } // by rising images

private:
    std::vector<Point> points_;
};

// Time of an exchange, from one measurement of it. A collective of n towers moves 2 (n - 1) / n times the gradient
// over each device's link at the same time; a parameter server takes n - 1 gradients in and gives n - 1 sets of
// weights out.
struct ExchangeCost {
    std::int64_t bytes = 0;       // of one gradient
    double busBytesPerSecond = 0; // as NCCL's tests have it; 0: not measured
    double measured = 0;          // milliseconds of mean, update and new weights ...
    int measuredWith = 0;         // ... with so many towers
    bool central = false;
    double milliseconds(int towers) const; // the same with others; 0 for one tower, or before a measurement
};

struct TowerLoad {
    int towers = 1;
    int sharing = 1;         // of them on the fullest device, which does their work one after another
    std::int64_t images = 0; // of all towers' step
};

// sharing x work(images / towers) + exchange: images per second of all towers. 0 when nothing was measured.
double predictedSpeed(const ComputeTimeModel& work, const ExchangeCost& exchange, const TowerLoad& load);

} // namespace belfry
