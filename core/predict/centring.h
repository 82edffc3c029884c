// MNIST's placement of digits, common to strokes and pictures. Any thread.
#pragma once

#include "core/predict/drawing.h"

namespace belfry {

constexpr int kDigitSide = 28;       // side of a DigitImage in pixels
constexpr double kInkSide = 20;      // longer side of the ink in pixels
constexpr double kMaxScale = 4;      // small ink is enlarged at most by this factor
constexpr double kCentreOfMass = 14; // pixel index; 14 and not 13.5, as measured on MNIST

// Centre of mass in pixel indices, and longer side of the bounding box of the ink.
struct InkMeasure {
    double centreX = 0, centreY = 0;
    int longerSide = 0; // pixels
    bool empty = true;
};
InkMeasure measureInk(const DigitImage& image);

// Shifts the ink by whole pixels to bring its centre of mass as near to index (14, 14) as possible without cropping.
void centreByMass(DigitImage& image);

} // namespace belfry
