#include "core/data/picture_size.h"

#include "core/base/error.h"

#include <charconv>
#include <vector>

namespace belfry {
namespace {

constexpr int kMinSide = 4, kMaxSide = 1024;

[[noreturn]] void refuse(const std::string& text) {
    throw usageError(Text::tr("The picture size '%1' is not understood; expected sides of %2 to %3 pixels such as 32, "
                              "64x48, or 64x48x1 for grey pictures.",
                              text, kMinSide, kMaxSide));
}

} // namespace

std::optional<StatedSize> parsePictureSize(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    std::vector<int> numbers;
    const char *at = text.data(), *end = at + text.size();
    while (true) {
        int number = 0;
        const auto [stop, code] = std::from_chars(at, end, number);
        if (code != std::errc())
            refuse(text);
        numbers.push_back(number);
        if (stop == end)
            break;
        if (*stop != 'x')
            refuse(text);
        at = stop + 1;
    }
    if (numbers.size() > 3)
        refuse(text);
    const StatedSize size{.width = numbers[0],
                          .height = numbers[numbers.size() > 1 ? 1 : 0],
                          .channels = numbers.size() > 2 ? numbers[2] : 0};
    for (const int side : {size.width, size.height})
        if (side < kMinSide || side > kMaxSide)
            refuse(text);
    if (numbers.size() > 2 && size.channels != 1 && size.channels != 3)
        refuse(text);
    return size;
}

std::string pictureSizeText(const ImageShape& shape) {
    return std::to_string(shape.width) + "x" + std::to_string(shape.height) + "x" + std::to_string(shape.channels);
}

} // namespace belfry
