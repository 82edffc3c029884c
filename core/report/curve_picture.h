// Curves as a picture in a page (SVG), drawn with the colours of its style sheet. Plain values; any thread.
#pragma once

#include "core/report/html.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct CurvePoint {
    double x = 0, y = 0;
    bool operator==(const CurvePoint&) const = default;
};

enum class CurveStyle { Faint, First, Second };

struct Curve {
    std::string name;
    std::vector<CurvePoint> points; // ascending in x; those that are not finite are left out
    CurveStyle style = CurveStyle::First;
};

struct CurveFigure {
    std::string id;                 // unique in the page
    std::string title, description; // for readers who do not see it
    std::string xTitle, yTitle;     // with their units
    std::vector<Curve> curves;
    bool fromZero = false; // the y axis begins at 0
};

constexpr std::size_t kMostCurvePoints = 400;

// The least and the greatest y of each of most / 2 equally wide parts in x, in their order: no peak is lost. All points
// where they are not more.
std::vector<CurvePoint> thinned(std::span<const CurvePoint> points, std::size_t most = kMostCurvePoints);

// Round numbers from low to high, about `about` of them, at most twice as many.
std::vector<double> roundTicks(double low, double high, int about);
// Powers of ten, with 2 and 5 times as much where these are few.
std::vector<double> logarithmicTicks(double low, double high);

// The y axis is logarithmic where all values are positive and the greatest is more than 30 times the least; it says so.
// Without a finite point a sentence instead.
Html curvePicture(const CurveFigure& figure);

} // namespace belfry
