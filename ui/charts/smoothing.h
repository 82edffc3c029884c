// Debiased exponential moving average, computed over all points as they arrive and before any decimation, so the past
// never moves when data grows. Plain data, no Qt; one thread.
#pragma once

#include "ui/charts/pyramid.h"

#include <cstddef>
#include <optional>

namespace belfry {

// mean_n = (1 - f) * sum f^(n-k) v_k / (1 - f^n): a constant stays constant from the first point on.
class Smoother {
public:
    static constexpr double kMaxFactor = 0.999;

    // In log space the mean is that of log10(v), and non-positive values are skipped like non-finite ones.
    explicit Smoother(double factor = 0.6, bool logSpace = false);

    // The mean so far, in log space its log10; NaN when the value was skipped.
    float next(float value);

private:
    double factor_;
    bool logSpace_;
    double sum_ = 0;    // of weighted values
    double weight_ = 0; // of their weights, towards 1
    double scale_ = 1;  // 1 / weight_
};

// A smoothed line over the raw one. Values are kept in the space they were smoothed in. After reset() it is rebuilt
// piece by piece (advance), and until then the previous one is shown and still grows.
class SmoothedLine {
public:
    explicit SmoothedLine(std::size_t keepPoints = Pyramid::kDefaultKeep)
        : keepPoints_(keepPoints), shown_(keepPoints) {}

    void append(float value) { shown_.append(value); } // the raw value; NaN for none
    void clear();
    void reset(double factor, bool logSpace);

    // Works on at most `budget` points of `raw` (about 10 ns each); true when nothing is left to do.
    bool advance(const Pyramid& raw, std::size_t budget);

    const Pyramid& points() const { return shown_.points; }
    bool logSpace() const { return shown_.logSpace; } // of points()
    std::size_t bytes() const { return shown_.points.bytes() + (making_ ? making_->points.bytes() : 0); }

private:
    struct Line {
        explicit Line(std::size_t keep, double factor = 0.6, bool log = false)
            : smoother(factor, log), points(keep), logSpace(log) {}
        void append(float value);
        Smoother smoother;
        Pyramid points;
        bool logSpace;
    };

    std::size_t keepPoints_;
    Line shown_;
    double factor_ = 0.6;
    std::optional<Line> making_; // replaces shown_ when it has caught up
};

} // namespace belfry
