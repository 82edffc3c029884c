#include "core/predict/drawing.h"

#include "core/predict/centring.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr double kPen = 2.5; // pixels: stroke width of MNIST
constexpr int kSamples = 8;  // per pixel and axis
constexpr int kGrid = kDigitSide * kSamples;
constexpr float kMaxCoordinate = 1e5F; // pad units; points further out are ignored
constexpr double kNaturalPad = 0.1;    // pixels per unit if the pen width is not usable: a pad of 280 units

struct Box {
    double left = std::numeric_limits<double>::max(), top = left, right = -left, bottom = -left;
    bool empty() const { return right < left; }
    double longerSide() const { return std::max(right - left, bottom - top); }
};

struct Sample {
    double x = 0, y = 0; // in samples from the top left corner
};

// Also false for NaN.
bool usable(StrokePoint point) { return std::abs(point.x) <= kMaxCoordinate && std::abs(point.y) <= kMaxCoordinate; }

Box centreLineBox(const Drawing& drawing) {
    Box box;
    for (const Stroke& stroke : drawing)
        for (const StrokePoint point : stroke)
            if (usable(point))
                box = {std::min<double>(box.left, point.x), std::min<double>(box.top, point.y),
                       std::max<double>(box.right, point.x), std::max<double>(box.bottom, point.y)};
    return box;
}

// Pixels per pad unit. The pen's width in pixels does not depend on the scale, so the centre lines fill the rest.
double scaleFor(const Box& box, float penWidth) {
    const bool penKnown = std::isfinite(penWidth) && penWidth > 0;
    const double max = kMaxScale * (penKnown ? kPen / penWidth : kNaturalPad);
    const double filling = (kInkSide - kPen) / box.longerSide(); // infinite for a dot
    return std::min(filling, max);
}

// Sets the samples within half a pen width of a segment: a capsule.
void paintSegment(Sample a, Sample b, std::vector<std::uint8_t>& grid) {
    constexpr double kRadius = kPen / 2 * kSamples;
    const double dx = b.x - a.x, dy = b.y - a.y, squaredLength = dx * dx + dy * dy;
    const auto first = [](double u, double v) { return std::max(0, static_cast<int>(std::min(u, v) - kRadius)); };
    const auto last = [](double u, double v) {
        return std::min(kGrid - 1, static_cast<int>(std::max(u, v) + kRadius));
    };
    for (int row = first(a.y, b.y); row <= last(a.y, b.y); ++row)
        for (int column = first(a.x, b.x); column <= last(a.x, b.x); ++column) {
            const double px = column + 0.5 - a.x, py = row + 0.5 - a.y;
            const double along = squaredLength > 0 ? std::clamp((px * dx + py * dy) / squaredLength, 0.0, 1.0) : 0.0;
            const double ex = px - along * dx, ey = py - along * dy;
            if (ex * ex + ey * ey <= kRadius * kRadius)
                grid[row * kGrid + column] = 1;
        }
}

void paintStroke(const Stroke& stroke, const Box& box, double scale, std::vector<std::uint8_t>& grid) {
    Sample previous;
    bool begun = false;
    for (const StrokePoint point : stroke) {
        if (!usable(point))
            continue;
        const Sample sample{((point.x - box.left) * scale + kPen / 2) * kSamples,
                            ((point.y - box.top) * scale + kPen / 2) * kSamples};
        paintSegment(begun ? previous : sample, sample, grid);
        previous = sample;
        begun = true;
    }
}

std::uint8_t coverage(const std::vector<std::uint8_t>& grid, int x, int y) {
    int covered = 0;
    for (int row = 0; row < kSamples; ++row)
        for (int column = 0; column < kSamples; ++column)
            covered += grid[(y * kSamples + row) * kGrid + x * kSamples + column];
    constexpr int kAll = kSamples * kSamples;
    return static_cast<std::uint8_t>((covered * 255 + kAll / 2) / kAll);
}

} // namespace

bool renderDrawing(const Drawing& drawing, float penWidth, DigitImage& image) {
    image.fill(0);
    const Box box = centreLineBox(drawing);
    if (box.empty())
        return false;
    // Aligns the ink's bounding box to pixels, so that it does not spread from 20 pixels over 21.
    const double scale = scaleFor(box, penWidth);
    std::vector<std::uint8_t> grid(kGrid * kGrid);
    for (const Stroke& stroke : drawing)
        paintStroke(stroke, box, scale, grid);
    for (int y = 0; y < kDigitSide; ++y)
        for (int x = 0; x < kDigitSide; ++x)
            image[y * kDigitSide + x] = coverage(grid, x, y);
    centreByMass(image);
    return true;
}

} // namespace belfry
