#include "core/predict/centring.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

struct PixelBox {
    int left = kDigitSide, top = kDigitSide, right = -1, bottom = -1; // inclusive; empty if right < left
};

PixelBox inkBox(const DigitImage& image) {
    PixelBox box;
    for (int y = 0; y < kDigitSide; ++y)
        for (int x = 0; x < kDigitSide; ++x)
            if (image[y * kDigitSide + x] > 0)
                box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
    return box;
}

int wholeShift(double centre, int first, int last) {
    const int wanted = static_cast<int>(std::lround(kCentreOfMass - centre));
    return std::clamp(wanted, -first, kDigitSide - 1 - last);
}

} // namespace

InkMeasure measureInk(const DigitImage& image) {
    const PixelBox box = inkBox(image);
    if (box.right < box.left)
        return {};
    double mass = 0, momentX = 0, momentY = 0;
    for (int y = box.top; y <= box.bottom; ++y)
        for (int x = box.left; x <= box.right; ++x) {
            const double ink = image[y * kDigitSide + x];
            mass += ink;
            momentX += ink * x;
            momentY += ink * y;
        }
    const int longer = std::max(box.right - box.left, box.bottom - box.top) + 1;
    return {momentX / mass, momentY / mass, longer, false};
}

void centreByMass(DigitImage& image) {
    const InkMeasure ink = measureInk(image);
    if (ink.empty)
        return;
    const PixelBox box = inkBox(image);
    const int dx = wholeShift(ink.centreX, box.left, box.right), dy = wholeShift(ink.centreY, box.top, box.bottom);
    DigitImage shifted{};
    for (int y = box.top; y <= box.bottom; ++y)
        for (int x = box.left; x <= box.right; ++x)
            shifted[(y + dy) * kDigitSide + x + dx] = image[y * kDigitSide + x];
    image = shifted;
}

} // namespace belfry
