// What strokes and pictures have in common once they are 28x28: MNIST's placement. Any thread.
#pragma once

#include "core/predict/drawing.h"

namespace belfry {

constexpr int kDigitSide = 28;       // pixels of a DigitImage's side
constexpr double kInkSide = 20;      // pixels of the ink's longer side
constexpr double kGreatestScale = 4; // small ink is not enlarged further beyond the size it was drawn in
constexpr double kCentreOfMass = 14; // pixel index, not 13.5: measured on MNIST itself

// Shifts the ink by whole pixels so that its centre of mass is nearest index (14, 14) without any ink leaving.
void centreByMass(DigitImage& image);

} // namespace belfry
