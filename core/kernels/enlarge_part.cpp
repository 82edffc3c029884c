#include "core/kernels/enlarge_part.h"

#include "core/kernels/chunks.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace belfry {
namespace {

BELFRY_CLONES void toFloats(const std::uint8_t* from, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(from[i]);
}

BELFRY_CLONES void mixLines(const float* above, const float* below, float share, std::int64_t count,
                            std::uint8_t* out) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = byteOf(above[i] + (below[i] - above[i]) * share);
}

void stretchGrey(const float* line, const std::vector<Between>& columns, float* out) {
    for (const Between& column : columns) {
        const float left = line[column.first];
        *out++ = left + (line[column.second] - left) * column.share;
    }
}

// Each pixel is read and written as four floats, so that one instruction serves its colours.
void stretchColours(const float* line, const std::vector<Between>& columns, float* out) {
    using Four [[gnu::vector_size(4 * sizeof(float))]] = float;
    for (const Between& column : columns) {
        Four left, right;
        std::memcpy(&left, line + 3 * std::int64_t{column.first}, sizeof left);
        std::memcpy(&right, line + 3 * std::int64_t{column.second}, sizeof right);
        left += (right - left) * column.share;
        std::memcpy(out, &left, sizeof left);
        out += 3;
    }
}

class StretchedLines {
public:
    StretchedLines(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw)
        : image_(image), in_(in), numbers_(std::int64_t{in.width} * in.channels) {
        columns_.reserve(static_cast<std::size_t>(in.width));
        for (int x = 0; x < in.width; ++x) {
            const int column = sourceColumn(draw, x, in.width);
            const bool inside = column >= 0 && column < in.width;
            columns_.push_back(inside ? between(column, draw.part.left, draw.part.width, in.width)
                                      : Between{in.width, in.width, 0}); // the pixel of zeros after the last one
        }
        line_.resize(static_cast<std::size_t>(numbers_ + in.channels) + 1);
        for (Line& line : lines_)
            line.numbers.resize(static_cast<std::size_t>(numbers_) + 1);
    }

    // Stays until two others were asked for.
    const float* of(int row) {
        if (lines_[newest_].row != row)
            newest_ = 1 - newest_;
        Line& line = lines_[newest_];
        if (std::exchange(line.row, row) == row)
            return line.numbers.data();
        toFloats(image_ + row * numbers_, numbers_, line_.data());
        (in_.channels == 3 ? stretchColours : stretchGrey)(line_.data(), columns_, line.numbers.data());
        return line.numbers.data();
    }

private:
    struct Line {
        int row = -1;
        std::vector<float> numbers;
    };
    const std::uint8_t* image_;
    PictureSize in_;
    std::int64_t numbers_; // of a line
    std::vector<Between> columns_;
    std::vector<float> line_; // of the picture
    std::array<Line, 2> lines_;
    std::size_t newest_ = 0;
};

} // namespace

void placePart(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw, std::uint8_t* out) {
    StretchedLines lines(image, in, draw);
    const std::int64_t numbers = std::int64_t{in.width} * in.channels;
    for (int y = 0; y < in.height; ++y, out += numbers) {
        const int row = sourceRow(draw, y, in.height);
        if (row < 0 || row >= in.height) {
            std::memset(out, 0, static_cast<std::size_t>(numbers));
            continue;
        }
        const Between down = between(row, draw.part.top, draw.part.height, in.height);
        const float* above = lines.of(down.first);
        mixLines(above, lines.of(down.second), down.share, numbers, out);
    }
}

} // namespace belfry
