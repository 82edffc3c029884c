// Pictures from files and the clipboard, for instance scanned or photographed digits.
#include "core/predict/picture.h"

#include "core/predict/centring.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> ink; // 0 = paper
    std::uint8_t& at(int x, int y) { return ink[static_cast<std::size_t>(y) * width + x]; }
    std::uint8_t at(int x, int y) const { return ink[static_cast<std::size_t>(y) * width + x]; }
};

struct SourceBox {
    int left = 0, top = 0, right = -1, bottom = -1; // inclusive
    bool empty() const { return right < left; }
    int longerSide() const { return std::max(right - left, bottom - top) + 1; }
};

std::vector<std::uint8_t> borderOf(const Picture& picture) {
    std::vector<std::uint8_t> border;
    for (int x = 0; x < picture.width; ++x) {
        border.push_back(picture.at(x, 0));
        border.push_back(picture.at(x, picture.height - 1));
    }
    for (int y = 1; y + 1 < picture.height; ++y) {
        border.push_back(picture.at(0, y));
        border.push_back(picture.at(picture.width - 1, y));
    }
    return border;
}

std::uint8_t quantile(std::vector<std::uint8_t> values, double part) {
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

// Ink = the difference from the paper's level, relative to the largest possible one.
void invertAndLevel(Picture& picture) {
    const int paper = quantile(borderOf(picture), 0.5);
    const bool dark = paper < 128;
    const int range = dark ? 255 - paper : paper;
    std::array<std::uint8_t, 256> levels{};
    for (int value = 0; value < 256; ++value) {
        const int distance = std::max(0, dark ? value - paper : paper - value);
        levels[value] = static_cast<std::uint8_t>((distance * 255 + range / 2) / range);
    }
    for (std::uint8_t& value : picture.ink)
        value = levels[value];
}

// Removes the unevenness of the paper, estimated on the border, which ink may cross in a few places.
void removeNoise(Picture& picture) {
    constexpr double kBorderPart = 0.9, kSafety = 3, kMaxLevel = 64;
    const double limit = std::min(kMaxLevel, kSafety * quantile(borderOf(picture), kBorderPart));
    for (std::uint8_t& value : picture.ink)
        if (value <= limit)
            value = 0;
}

struct Patch {
    SourceBox box;
    std::int64_t pixels = 0;
};

// Flood fill from (x, y): marks the connected ink as seen, and returns its bounding box.
Patch takePatch(const Picture& picture, int x, int y, std::vector<bool>& seen) {
    const auto index = [&](int column, int row) { return static_cast<std::size_t>(row) * picture.width + column; };
    Patch patch{{x, y, x, y}, 0};
    std::vector<std::size_t> waiting{index(x, y)};
    seen[waiting.front()] = true;
    while (!waiting.empty()) {
        const int cx = static_cast<int>(waiting.back() % picture.width);
        const int cy = static_cast<int>(waiting.back() / picture.width);
        waiting.pop_back();
        SourceBox& box = patch.box;
        box = {std::min(box.left, cx), std::min(box.top, cy), std::max(box.right, cx), std::max(box.bottom, cy)};
        ++patch.pixels;
        for (int row = std::max(0, cy - 1); row <= std::min(picture.height - 1, cy + 1); ++row)
            for (int column = std::max(0, cx - 1); column <= std::min(picture.width - 1, cx + 1); ++column)
                if (const std::size_t next = index(column, row); !seen[next] && picture.ink[next] > 0) {
                    seen[next] = true;
                    waiting.push_back(next);
                }
    }
    return patch;
}

std::vector<Patch> findPatches(const Picture& picture) {
    std::vector<Patch> patches;
    std::vector<bool> seen(picture.ink.size());
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            if (picture.at(x, y) > 0 && !seen[static_cast<std::size_t>(y) * picture.width + x])
                patches.push_back(takePatch(picture, x, y, seen));
    return patches;
}

// The bounding box of all ink except dust: components below 1/500 of the ink. (The smallest detached component of an
// MNIST digit is larger.)
SourceBox inkBox(const Picture& picture) {
    constexpr std::int64_t kDustDivisor = 500;
    const std::vector<Patch> patches = findPatches(picture);
    std::int64_t all = 0;
    for (const Patch& patch : patches)
        all += patch.pixels;
    SourceBox box;
    for (const Patch& patch : patches) {
        if (patch.pixels * kDustDivisor < all)
            continue;
        const SourceBox& other = patch.box;
        box = box.empty() ? other
                          : SourceBox{std::min(box.left, other.left), std::min(box.top, other.top),
                                      std::max(box.right, other.right), std::max(box.bottom, other.bottom)};
    }
    return box;
}

struct Weight {
    int source = 0, target = 0;
    double part = 0; // fraction of the target pixel that this source pixel covers
};

// One axis of the box filter: the source pixels of each target pixel, with their fractions.
std::vector<Weight> overlaps(int first, int last, double scale) {
    std::vector<Weight> weights;
    for (int source = first; source <= last; ++source) {
        const double begin = (source - first) * scale, end = begin + scale;
        for (int target = static_cast<int>(begin); target < end && target < kDigitSide; ++target) {
            const double part = std::min(end, target + 1.0) - std::max<double>(begin, target);
            if (part > 1e-9)
                weights.push_back({source, target, part});
        }
    }
    return weights;
}

std::array<double, kDigitSide * kDigitSide> reduce(const Picture& picture, const SourceBox& box, double scale) {
    std::array<double, kDigitSide * kDigitSide> reduced{};
    const std::vector<Weight> columns = overlaps(box.left, box.right, scale);
    for (const Weight& row : overlaps(box.top, box.bottom, scale))
        for (const Weight& column : columns)
            reduced[row.target * kDigitSide + column.target] +=
                row.part * column.part * picture.at(column.source, row.source);
    return reduced;
}

} // namespace

bool renderPicture(std::span<const std::uint8_t> grey, int width, int height, DigitImage& image) {
    image.fill(0);
    if (width <= 0 || height <= 0 || grey.size() != static_cast<std::size_t>(width) * height)
        return false;
    Picture picture{width, height, {grey.begin(), grey.end()}};
    invertAndLevel(picture);
    removeNoise(picture);
    const SourceBox box = inkBox(picture);
    if (box.empty())
        return false;
    const double natural = static_cast<double>(kDigitSide) / std::max(width, height);
    const auto reduced = reduce(picture, box, std::min(kInkSide / box.longerSide(), kMaxScale * natural));
    // Pencil and hairlines are too faint for a network that was trained on black ink.
    const double darkest = *std::max_element(reduced.begin(), reduced.end());
    const double gain = darkest > 0 && darkest < 128 ? 255 / darkest : 1;
    std::transform(reduced.begin(), reduced.end(), image.begin(),
                   [gain](double ink) { return static_cast<std::uint8_t>(std::lround(std::min(255.0, ink * gain))); });
    centreByMass(image);
    return true;
}

} // namespace belfry
