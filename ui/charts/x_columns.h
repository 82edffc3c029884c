// Where the points of a chart group lie on the x axis: step, epoch, images and seconds of every index, shared by all
// its lines. Each column keeps only the corners of a piecewise linear curve that stays within a tolerance of every
// value (a "swinging door"), so ten million points take some kilobytes where they are regular (steps: two corners) and
// never more than 24 MB. Plain data, no Qt; one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace belfry {

struct XPoint {
    std::int64_t step = 0;
    double epoch = 0; // fractional
    std::int64_t images = 0;
    double seconds = 0; // active time
    bool operator==(const XPoint&) const = default;
};

enum class XAxis { Step, Epoch, Images, Seconds };
inline constexpr std::array kAllXAxes{XAxis::Step, XAxis::Epoch, XAxis::Images, XAxis::Seconds};

double coordinate(const XPoint& point, XAxis axis);

// One non-decreasing column.
class XColumn {
public:
    static constexpr std::size_t kCornerLimit = std::size_t{1} << 20; // then the tolerance doubles

    // Values are kept within `tolerance`, or within `relative` times the value where that is more.
    explicit XColumn(double tolerance = 0, double relative = 0) : tolerance_(tolerance), relative_(relative) {}

    void append(double value); // a value below the last one, or a non-finite one, counts as the last one
    std::size_t size() const { return size_; }
    double at(std::size_t index) const;         // index < size()
    std::size_t lowerBound(double value) const; // first index whose value is not below; size() when none
    std::size_t bytes() const { return corners_.capacity() * sizeof(Corner); }

private:
    struct Corner {
        double index;
        double value;
    };

    double slope() const; // of the open stretch behind the last corner
    void close();         // ends the open stretch at the newest point but one
    void thin();

    double tolerance_, relative_;
    std::vector<Corner> corners_;
    std::size_t size_ = 0;
    double newest_ = 0;
    double low_ = 0, high_ = 0; // slopes allowed for the open stretch
};

class XColumns {
public:
    XColumns() { clear(); }
    void append(const XPoint& point);
    void clear();
    std::size_t size() const { return columns_[0].size(); }
    double at(XAxis axis, std::size_t index) const { return column(axis).at(index); }
    std::size_t lowerBound(XAxis axis, double value) const { return column(axis).lowerBound(value); }
    // The index nearest to a value; 0 when empty.
    std::size_t nearest(XAxis axis, double value) const;
    XPoint point(std::size_t index) const;
    // Edges of `columns` equal parts of [low, high] as indices, columns + 1 of them.
    std::vector<std::size_t> edges(XAxis axis, double low, double high, std::size_t columns) const;
    std::size_t bytes() const;

private:
    const XColumn& column(XAxis axis) const { return columns_[static_cast<std::size_t>(axis)]; }
    std::array<XColumn, 4> columns_;
};

} // namespace belfry
