// Enlarged parts, colour jitter and RandAugment against torchvision's formulas, written here in double.
#include "core/kernels/augment_operations.h"
#include "core/kernels/enlarge_part.h"
#include "tests/core/kernels/augmented.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace belfry {
namespace {

using test::augmented;
using test::Bytes;
using test::noise;
using test::operations;
using Rgb = std::array<double, 3>;

constexpr PictureSize kColoured{18, 24, 3}, kGrey{20, 16, 1};
constexpr std::uint64_t kSeed = 7; // augmented()'s

std::uint64_t keyOf(std::int64_t id) { return augmentKey(kSeed, 0, id); }

double at(const Bytes& image, PictureSize size, int y, int x, int c) {
    return image[static_cast<std::size_t>((y * size.width + x) * size.channels + c)];
}

// Every byte within one of value(y, x, c): floats round otherwise than doubles.
void expectPicture(const Bytes& found, PictureSize size, const std::function<double(int, int, int)>& value) {
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int c = 0; c < size.channels; ++c)
                ASSERT_NEAR(at(found, size, y, x, c), std::clamp(value(y, x, c), 0.0, 255.0), 0.51)
                    << y << ' ' << x << ' ' << c;
}

TEST(ResizedCrop, EnlargesAPartOfTheRightAreaAndShape) {
    const AugmentOperations crop = operations({{AugmentOperation::ResizedCrop, {0.25f, 0.75f}}});
    const Bytes image = noise(kColoured);
    const double whole = kColoured.height * kColoured.width;
    double least = 1, most = 0;
    std::set<std::pair<int, int>> places;
    for (int id = 0; id < 400; ++id) {
        const PartDraw part = drawPart(keyOf(id), kColoured, 0.25f, 0.75f);
        const double area = part.height * part.width / whole, aspect = double(part.width) / part.height;
        EXPECT_GT(area, 0.2);
        EXPECT_LT(area, 0.8);
        EXPECT_GT(aspect, 0.75 - 0.1);
        EXPECT_LT(aspect, 4.0 / 3 + 0.1);
        ASSERT_TRUE(part.top >= 0 && part.left >= 0 && part.top + part.height <= kColoured.height &&
                    part.left + part.width <= kColoured.width);
        least = std::min(least, area);
        most = std::max(most, area);
        places.emplace(part.top, part.left);
        const auto line = [](int to, int length, int size) {
            return std::clamp((to + 0.5) * length / size - 0.5, 0.0, length - 1.0);
        };
        expectPicture(augmented(crop, kColoured, image, id), kColoured, [&](int y, int x, int c) {
            const double fromY = line(y, part.height, kColoured.height), fromX = line(x, part.width, kColoured.width);
            double sum = 0;
            for (int row = 0; row < part.height; ++row)
                for (int column = 0; column < part.width; ++column)
                    sum += std::max(0.0, 1 - std::abs(row - fromY)) * std::max(0.0, 1 - std::abs(column - fromX)) *
                           at(image, kColoured, part.top + row, part.left + column, c);
            return sum;
        });
    }
    EXPECT_LT(least, 0.3);
    EXPECT_GT(most, 0.7);
    EXPECT_GT(places.size(), 80U);
}

// The CPU stretches whole lines; CUDA, and pictures of other numbers of channels, take pixel by pixel.
TEST(ResizedCrop, OfWholeLinesIsThatOfThePixels) {
    const std::pair<AugmentOperation, std::vector<float>> part{AugmentOperation::ResizedCrop, {0.05f, 1}};
    for (const int channels : {1, 3})
        for (const auto& all : {operations({part}), operations({part, {AugmentOperation::PadCrop, {4}}}),
                                operations({part, {AugmentOperation::Shift, {5}}, {AugmentOperation::Flip, {}}})}) {
            const PictureSize size{17, 23, channels};
            const Bytes image = noise(size);
            for (int id = 0; id < 50; ++id) {
                const PlaceDraw draw = drawPlace(all, size, {7, 0, id});
                Bytes whole(image.size(), 1), pixels(image.size(), 2);
                placePart(image.data(), size, draw, whole.data());
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < size.width; ++x)
                        placePixel(image.data(), size, draw, y, x, pixels.data());
                ASSERT_EQ(whole, pixels) << channels << ' ' << id;
            }
        }
}

TEST(ResizedCrop, TakesTheMiddleWhereNoPartFits) {
    const PartDraw part = drawPart(1, {9, 100, 3}, 1, 1); // the whole, which is too wide
    EXPECT_EQ((std::array{part.top, part.left, part.height, part.width}), (std::array{0, 44, 9, 12}));
}

double greyValue(const Rgb& colour) { return 0.2989 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]; }

Rgb blended(const Rgb& colour, double other, double factor) {
    Rgb out{};
    for (std::size_t c = 0; c < 3; ++c)
        out[c] = std::clamp(factor * colour[c] + (1 - factor) * other, 0.0, 255.0);
    return out;
}

// torchvision's _rgb2hsv and _hsv2rgb.
Rgb hueTurned(const Rgb& colour, double turn) {
    const double most = *std::ranges::max_element(colour) / 255, least = *std::ranges::min_element(colour) / 255;
    const double chroma = most - least, saturation = most > 0 ? chroma / most : 0, divisor = chroma > 0 ? chroma : 1;
    const double red = (most - colour[0] / 255) / divisor, green = (most - colour[1] / 255) / divisor,
                 blue = (most - colour[2] / 255) / divisor;
    double hue = colour[0] / 255 == most ? blue - green : colour[1] / 255 == most ? 2 + red - blue : 4 + green - red;
    hue = std::fmod(hue / 6 + 1, 1.0) + turn;
    hue -= std::floor(hue);
    const double sixth = std::floor(hue * 6), f = hue * 6 - sixth;
    const double p = most * (1 - saturation), q = most * (1 - saturation * f), t = most * (1 - saturation * (1 - f));
    const std::array<Rgb, 6> all{Rgb{most, t, p}, Rgb{q, most, p}, Rgb{p, most, t},
                                 Rgb{p, q, most}, Rgb{t, p, most}, Rgb{most, p, q}};
    Rgb out = all.at(static_cast<std::size_t>(sixth) % 6);
    for (double& value : out)
        value *= 255;
    return out;
}

Rgb rgbAt(const Bytes& image, PictureSize size, int y, int x) {
    return {at(image, size, y, x, 0), at(image, size, y, x, 1), at(image, size, y, x, 2)};
}

TEST(Jitter, FollowsTorchvisionsFormulas) {
    const AugmentOperations all = operations({{AugmentOperation::Jitter, {0.4f, 0.5f, 1.5f, 0.2f}}});
    const Bytes image = noise(kColoured);
    JitterDraw least{9, 9, 9, 9}, most{-9, -9, -9, -9};
    for (int id = 0; id < 400; ++id) {
        const JitterDraw draw = drawJitter(all, keyOf(id));
        for (float JitterDraw::*part :
             {&JitterDraw::brightness, &JitterDraw::contrast, &JitterDraw::saturation, &JitterDraw::hue}) {
            least.*part = std::min(least.*part, draw.*part);
            most.*part = std::max(most.*part, draw.*part);
        }
        double mean = 0;
        for (int y = 0; y < kColoured.height; ++y)
            for (int x = 0; x < kColoured.width; ++x)
                mean += greyValue(blended(rgbAt(image, kColoured, y, x), 0, draw.brightness));
        mean /= kColoured.height * kColoured.width;
        expectPicture(augmented(all, kColoured, image, id), kColoured, [&](int y, int x, int c) {
            Rgb colour = blended(rgbAt(image, kColoured, y, x), 0, draw.brightness);
            colour = blended(colour, mean, draw.contrast);
            colour = blended(colour, greyValue(colour), draw.saturation);
            return hueTurned(colour, draw.hue)[static_cast<std::size_t>(c)];
        });
    }
    const auto expectRange = [&](float JitterDraw::*part, double low, double high) {
        EXPECT_NEAR(least.*part, low, 0.02);
        EXPECT_NEAR(most.*part, high, 0.02);
    };
    expectRange(&JitterDraw::brightness, 0.6, 1.4);
    expectRange(&JitterDraw::contrast, 0.5, 1.5);
    expectRange(&JitterDraw::saturation, 0, 2.5);
    expectRange(&JitterDraw::hue, -0.2, 0.2);
}

TEST(Jitter, KeepsTheHueOfGreyPictures) {
    const Bytes image = noise(kGrey);
    const AugmentOperations hue = operations({{AugmentOperation::Jitter, {0, 0, 2, 0.5f}}}),
                            light = operations({{AugmentOperation::Jitter, {0.5f, 0, 0, 0}}});
    EXPECT_EQ(augmented(hue, kGrey, image, 3), image);
    EXPECT_NE(augmented(light, kGrey, image, 3), image);
}

// All pictures that one operation of magnitude 15 may give, by name.
class RandReference {
public:
    RandReference(const Bytes& image, PictureSize size) : image_(image), size_(size) {
        add("identity", [&](int y, int x, int c) { return at(image_, size_, y, x, c); });
        for (const double sign : {-1.0, 1.0}) {
            addMoved("shear x", [=](double y, double x) { return std::pair(y, x + sign * 0.15 * y); });
            addMoved("shear y", [=](double y, double x) { return std::pair(y + sign * 0.15 * x, x); });
            const double across = std::floor(150.0 / 331 * size.width / 2),
                         down = std::floor(150.0 / 331 * size.height / 2);
            addMoved("translate x", [=](double y, double x) { return std::pair(y, x + sign * across); });
            addMoved("translate y", [=](double y, double x) { return std::pair(y + sign * down, x); });
            addMoved("rotate", [=](double y, double x) {
                const double turn = sign * 15 * 3.14159265358979 / 180, fromY = y - size.height / 2.0,
                             fromX = x - size.width / 2.0;
                return std::pair(std::cos(turn) * fromY - std::sin(turn) * fromX + size.height / 2.0,
                                 std::sin(turn) * fromY + std::cos(turn) * fromX + size.width / 2.0);
            });
            addColours(1 + sign * 0.45);
        }
        addMapped("posterise", [](int value) { return value & 0xFC; }); // 6 bits
        addMapped("solarise", [](int value) { return value >= 127.5 ? 255 - value : value; });
        addByHistogram();
    }
    std::string explains(const Bytes& found) const {
        for (const auto& [name, picture] : pictures_) {
            double most = 0;
            for (std::size_t i = 0; i < found.size(); ++i)
                most = std::max(most, std::abs(found[i] - picture[i]));
            if (most <= 0.51)
                return name;
        }
        return "";
    }
    std::set<std::string> names() const {
        std::set<std::string> names;
        for (const auto& [name, picture] : pictures_)
            names.insert(name);
        return names;
    }

private:
    void add(const std::string& name, const std::function<double(int, int, int)>& value) {
        std::vector<double> picture;
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                for (int c = 0; c < size_.channels; ++c)
                    picture.push_back(std::clamp(value(y, x, c), 0.0, 255.0));
        pictures_.emplace_back(name, picture);
    }
    // from: of a pixel's middle, counted from the picture's corner.
    void addMoved(const std::string& name, const std::function<std::pair<double, double>(double, double)>& from) {
        add(name, [&](int y, int x, int c) {
            const auto [fromY, fromX] = from(y + 0.5, x + 0.5);
            const bool inside = fromY >= 0 && fromY < size_.height && fromX >= 0 && fromX < size_.width;
            return inside ? at(image_, size_, static_cast<int>(fromY), static_cast<int>(fromX), c) : 0;
        });
    }
    double grey(int y, int x) const {
        return size_.channels == 1 ? at(image_, size_, y, x, 0) : greyValue(rgbAt(image_, size_, y, x));
    }
    void addColours(double factor) {
        double mean = 0;
        for (int y = 0; y < size_.height; ++y)
            for (int x = 0; x < size_.width; ++x)
                mean += grey(y, x) / (size_.height * size_.width);
        const auto value = [this](int y, int x, int c) { return at(image_, size_, y, x, c); };
        add("brightness", [&](int y, int x, int c) { return factor * value(y, x, c); });
        add("contrast", [&](int y, int x, int c) { return factor * value(y, x, c) + (1 - factor) * mean; });
        if (size_.channels == 3)
            add("colour", [&](int y, int x, int c) { return factor * value(y, x, c) + (1 - factor) * grey(y, x); });
        add("sharpness", [&](int y, int x, int c) {
            if (y == 0 || x == 0 || y == size_.height - 1 || x == size_.width - 1)
                return value(y, x, c);
            double blurred = 4 * value(y, x, c);
            for (int i = 0; i < 9; ++i)
                blurred += value(y + i / 3 - 1, x + i % 3 - 1, c);
            return factor * value(y, x, c) + (1 - factor) * blurred / 13;
        });
    }
    void addMapped(const std::string& name, const std::function<int(int)>& to) {
        add(name, [&](int y, int x, int c) { return to(static_cast<int>(at(image_, size_, y, x, c))); });
    }
    void addByHistogram() {
        std::vector<std::array<std::int64_t, 256>> counts(static_cast<std::size_t>(size_.channels));
        for (std::size_t i = 0; i < image_.size(); ++i)
            ++counts[i % counts.size()][image_[i]];
        const auto ends = [&](int c) {
            const auto& of = counts[static_cast<std::size_t>(c)];
            int first = 0, last = 255;
            while (of[static_cast<std::size_t>(first)] == 0)
                ++first;
            while (of[static_cast<std::size_t>(last)] == 0)
                --last;
            return std::pair(first, last);
        };
        add("autocontrast", [&](int y, int x, int c) {
            const auto [first, last] = ends(c);
            return (at(image_, size_, y, x, c) - first) * 255.0 / (last - first);
        });
        add("equalise", [&](int y, int x, int c) {
            const auto& of = counts[static_cast<std::size_t>(c)];
            const std::int64_t step = (size_.height * size_.width - of[static_cast<std::size_t>(ends(c).second)]) / 255;
            std::int64_t below = 0;
            for (std::size_t darker = 0; darker < at(image_, size_, y, x, c); ++darker)
                below += of[darker];
            return step == 0 ? at(image_, size_, y, x, c)
                             : static_cast<double>(std::min<std::int64_t>((below + step / 2) / step, 255));
        });
    }

    const Bytes& image_;
    PictureSize size_;
    std::vector<std::pair<std::string, std::vector<double>>> pictures_;
};

// Of 40 to 210, so that contrast can be stretched; with as many pixels as 255 steps need.
Bytes dim(PictureSize size) {
    Bytes image = noise(size);
    for (std::uint8_t& value : image)
        value = static_cast<std::uint8_t>(40 + value * 2 / 3);
    return image;
}

TEST(RandAugment, AppliesOneOfTorchvisionsOperations) {
    const AugmentOperations one = operations({{AugmentOperation::RandAugment, {1, 15}}});
    for (const PictureSize size : {kColoured, kGrey}) {
        const Bytes image = dim(size);
        const RandReference reference(image, size);
        std::set<std::string> seen;
        for (int id = 0; id < 300; ++id) {
            const std::string name = reference.explains(augmented(one, size, image, id));
            ASSERT_NE(name, "") << "no operation explains image " << id;
            seen.insert(name);
        }
        EXPECT_EQ(seen, reference.names());
    }
}

TEST(RandAugment, AppliesSeveralInTurn) {
    const Bytes image = dim(kColoured);
    const RandReference reference(image, kColoured);
    int other = 0;
    for (int id = 0; id < 200; ++id) {
        const Bytes two = augmented(operations({{AugmentOperation::RandAugment, {2, 15}}}), kColoured, image, id),
                    one = augmented(operations({{AugmentOperation::RandAugment, {1, 15}}}), kColoured, image, id);
        ASSERT_NE(RandReference(one, kColoured).explains(two), "") << "no second operation explains image " << id;
        other += reference.explains(two).empty();
    }
    EXPECT_GT(other, 100);
}

TEST(RandAugment, MapsMagnitudesAsTorchvisionDoes) {
    const auto amount = [](RandOperation operation, float magnitude) {
        return randDraw(operation, {32, 64, 3}, magnitude, 1).amount;
    };
    EXPECT_FLOAT_EQ(amount(RandOperation::ShearX, 9), 0.09f);
    EXPECT_EQ(amount(RandOperation::TranslateX, 9), 8); // 8.7
    EXPECT_EQ(amount(RandOperation::TranslateY, 9), 4);
    EXPECT_NEAR(amount(RandOperation::Rotate, 9), 9 * 3.14159265 / 180, 1e-6);
    EXPECT_FLOAT_EQ(amount(RandOperation::Brightness, 30), 1.9f);
    EXPECT_EQ(amount(RandOperation::Posterise, 9), 7);
    EXPECT_EQ(amount(RandOperation::Posterise, 30), 4);
    EXPECT_FLOAT_EQ(amount(RandOperation::Solarise, 9), 178.5f);
    EXPECT_EQ(amount(RandOperation::Solarise, 0), 255);
}

} // namespace
} // namespace belfry
