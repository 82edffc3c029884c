// What TensorBoard's projector opens (tensorboard/plugins/projector).
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/utf8.h"
#include "core/explain/map_files.h"
#include "core/formats/resize.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace belfry {
namespace {

constexpr std::int64_t kSpriteSide = 8192; // what browsers show
constexpr int kLargestThumbnail = 64;
constexpr int kSmallestThumbnail = 8;
constexpr std::int64_t kReadAtOnce = 256;

void addNumber(std::string& text, float value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 6);
    text.append(digits.data(), end.ptr);
}

// Rows of numbers between tabs.
std::string tensorTsv(std::span<const float> values, std::size_t width) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        addNumber(text, values[i]);
        text += (i + 1) % width == 0 ? '\n' : '\t';
    }
    return text;
}

// A tab or a line break would begin another column or picture.
std::string cell(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return asUtf8(std::move(text));
}

std::string metadataTsv(const MappedPictures& pictures) {
    std::string text = "label\tanswer\tconfidence\tright\timage\tfile"; // the projector colours by the first column
    text += pictures.splits ? "\tsplit\n" : "\n";
    for (std::size_t i = 0; i < pictures.ids.size(); ++i) {
        text += cell(pictures.classes[pictures.labels[i]]) + '\t' + cell(pictures.classes[pictures.answers[i]]) + '\t';
        addNumber(text, pictures.confidences[i]);
        text += pictures.labels[i] == pictures.answers[i] ? "\tright\t" : "\twrong\t";
        text += std::to_string(pictures.numberOf(i)) + '\t' + cell(pictures.files[i]);
        text += pictures.splits ? std::string("\t") + kSplitNames.at(pictures.splitOf(i)) + '\n' : "\n";
    }
    return text;
}

struct Sprite {
    std::int64_t columns = 0;
    int width = 0, height = 0; // of a thumbnail; 0: they are too many
};

Sprite spriteFor(std::int64_t count, const ImageShape& shape) {
    const auto columns = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const std::int64_t side = std::min<std::int64_t>(kLargestThumbnail, kSpriteSide / columns);
    if (side < kSmallestThumbnail)
        return {};
    const double factor =
        std::min(1.0, static_cast<double>(side) / static_cast<double>(std::max(shape.width, shape.height)));
    const auto scaled = [factor](int length) { return std::max(1, static_cast<int>(length * factor)); };
    return {columns, scaled(shape.width), scaled(shape.height)};
}

// Row by row from the top left.
DecodedImage drawSprite(const Sprite& sprite, const MappedPictures& pictures, const ImageStore& store,
                        const ImageShape& shape) {
    const auto count = std::ssize(pictures.ids);
    const std::int64_t rows = (count + sprite.columns - 1) / sprite.columns, line = sprite.columns * sprite.width;
    DecodedImage all{static_cast<int>(line), static_cast<int>(rows * sprite.height), shape.channels, {}};
    all.pixels.assign(static_cast<std::size_t>(line * all.height * shape.channels), 255);
    const auto bytes = static_cast<std::size_t>(shape.bytes());
    for (std::int64_t first = 0; first < count; first += kReadAtOnce) {
        const auto some = static_cast<std::size_t>(std::min(kReadAtOnce, count - first));
        Bytes read(some * bytes);
        store.read(std::span(pictures.ids).subspan(static_cast<std::size_t>(first), some), read.data());
        for (std::size_t i = 0; i < some; ++i) {
            const auto begin = read.begin() + static_cast<std::ptrdiff_t>(i * bytes);
            const DecodedImage small = resized(
                {shape.width, shape.height, shape.channels, Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes))},
                sprite.width, sprite.height);
            const std::int64_t place = first + static_cast<std::int64_t>(i);
            const std::int64_t x = place % sprite.columns * sprite.width, y = place / sprite.columns * sprite.height;
            const std::int64_t length = std::int64_t{sprite.width} * shape.channels;
            for (std::int64_t row = 0; row < sprite.height; ++row)
                std::copy_n(small.pixels.begin() + row * length, length,
                            all.pixels.begin() + ((y + row) * line + x) * shape.channels);
        }
    }
    return all;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : cell(text)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

std::string embedding(const std::string& name, const std::string& file, std::int64_t rows, std::int64_t columns,
                      const Sprite& sprite) {
    std::string text = "embeddings {\n  tensor_name: " + quoted(name) + "\n  tensor_path: \"" + file +
                       "\"\n  tensor_shape: " + std::to_string(rows) + "\n  tensor_shape: " + std::to_string(columns) +
                       "\n  metadata_path: \"metadata.tsv\"\n";
    if (sprite.width > 0)
        text += "  sprite {\n    image_path: \"sprite.png\"\n    single_image_dim: " + std::to_string(sprite.width) +
                "\n    single_image_dim: " + std::to_string(sprite.height) + "\n  }\n";
    return text + "}\n";
}

} // namespace

void writeProjectorFolder(const std::filesystem::path& folder, const MappedPictures& pictures,
                          const LayerFeatures& features, const std::string& name, const ImageStore& store,
                          const ImageShape& shape) {
    const auto count = std::ssize(pictures.ids);
    if (count != features.images || count != std::ssize(pictures.points) || count < 1)
        throw usageError(Text::tr("A map of %1 pictures has features of %2; expected those of the same, at least one.",
                                  count, features.images));
    const Sprite sprite = spriteFor(count, shape);
    writeFolderAtomically(folder, [&](const std::filesystem::path& into) {
        writeFileAtomically(into / "tensors.tsv", tensorTsv(features.values, static_cast<std::size_t>(features.width)));
        std::vector<float> plane;
        for (const MapPoint& point : pictures.points)
            plane.insert(plane.end(), {point.x, point.y, 0}); // the projector has three dimensions
        writeFileAtomically(into / "map.tsv", tensorTsv(plane, 3));
        writeFileAtomically(into / "metadata.tsv", metadataTsv(pictures));
        if (sprite.width > 0) {
            const Bytes png = encodePng(drawSprite(sprite, pictures, store, shape));
            writeFileAtomically(into / "sprite.png", asText(png));
        }
        writeFileAtomically(into / "projector_config.pbtxt",
                            embedding(name, "tensors.tsv", count, features.width, sprite) +
                                embedding("map", "map.tsv", count, 3, sprite));
    });
}

} // namespace belfry
