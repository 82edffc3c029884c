// Small discs, written into an image pixel by pixel: tens of thousands of them in some milliseconds. Any thread.
#pragma once

#include <QColor>
#include <QImage>
#include <vector>

namespace belfry {

// Discs of one radius in some colours, with smooth edges.
class DiscStamp {
public:
    // radius: pixels. Colours may be transparent.
    DiscStamp(double radius, const std::vector<QColor>& colours);

    int colours() const { return static_cast<int>(discs_.size()); }
    // The middle at the pixel nearest to x and y; what is outside of the image is left out.
    // image: QImage::Format_ARGB32_Premultiplied.
    void draw(QImage& image, double x, double y, int colour) const;

private:
    int reach_ = 0;                        // pixels from the middle one to the edge
    std::vector<int> rows_;                // half the width of each row
    std::vector<std::vector<QRgb>> discs_; // by colour; premultiplied, 2 reach_ + 1 rows and columns
};

} // namespace belfry
