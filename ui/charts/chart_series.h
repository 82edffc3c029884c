// The data of one entry of a chart: a line with its smoothed companion, or dots. No widgets; GUI thread only.
#pragma once

#include "ui/charts/pyramid.h"
#include "ui/charts/smoothing.h"
#include "ui/charts/x_columns.h"

#include <QString>
#include <vector>

namespace belfry {

enum class SeriesKind {
    RawAndSmoothed, // a faint raw line behind a bold smoothed one, each with its own legend entry
    Line,           // one bold line: smoothed while the chart smooths, else raw
    BandEdge,       // the lower, then the upper end of a band around the line before, which they follow
    TableOnly,      // no line: its values stand in the read-out and in exported files
    Dots,           // few values with their own place on the x axis: validation
};

struct SeriesSpec {
    static constexpr int kTextColour = -1; // instead of a series colour: the total

    QString key = {};  // English, lower case ("each step"); object and accessible names come from it
    QString name = {}; // shown; empty: the key
    SeriesKind kind = SeriesKind::Line;
    int colour = 0;       // Theme::seriesColour and seriesDash
    double width = 2;     // of the bold line, in pixels
    bool follows = false; // no legend entry of its own: shown and hidden with the line before it
    // Of the rows of one group the read-out shows the lowest three when there are more than eight.
    QString group = {};
    QString smoothedKey = QStringLiteral("smoothed");
    QString smoothedName = {};
};

class ChartSeries {
public:
    static constexpr std::size_t kDotLimit = 64 * 1024; // then of four neighbours the lowest and the highest stay
    // Smoothed points kept one by one; over older ones blocks of 16 are as good, and 12 MB instead of 45.
    static constexpr std::size_t kKeepSmoothed = std::size_t{2} << 20;

    struct Dot {
        XPoint x;
        float value = 0;
    };

    ChartSeries(SeriesSpec spec, bool smooth, std::size_t keepPoints);

    // The value of point `index` of the group; indices left out have no value, an index given before is ignored.
    void append(std::size_t index, float value);
    void appendDot(const XPoint& x, float value); // in order of x.step
    void clear();

    void setSmoothing(double factor, bool logSpace);
    bool advance(std::size_t budget) { return !smooth_ || smoothed_.advance(raw_, budget); } // see SmoothedLine

    const SeriesSpec& spec() const { return spec_; }
    SeriesSpec& spec() { return spec_; }
    bool isLine() const { return spec_.kind != SeriesKind::Dots; }
    bool isDrawn() const { return spec_.kind != SeriesKind::TableOnly; }
    bool smooths() const { return smooth_; }
    const Pyramid& raw() const { return raw_; }
    const SmoothedLine& smoothed() const { return smoothed_; }
    const std::vector<Dot>& dots() const { return dots_; }

    float rawAt(std::size_t index) const;      // NaN when there is none
    float smoothedAt(std::size_t index) const; // likewise; never a logarithm
    const Dot* dotAt(std::int64_t step) const; // the newest one up to that step; null when none
    bool empty() const { return raw_.size() == 0 && dots_.empty(); }
    std::size_t bytes() const {
        return raw_.bytes() + (smooth_ ? smoothed_.bytes() : 0) + dots_.capacity() * sizeof(Dot);
    }

    bool rawVisible = true; // the dots, or a Line's only entry, too
    bool smoothedVisible = true;

private:
    SeriesSpec spec_;
    bool smooth_;
    std::size_t keepPoints_;
    Pyramid raw_;
    SmoothedLine smoothed_;
    std::vector<Dot> dots_;
};

} // namespace belfry
