#include "core/predict/slices.h"

#include "core/data/class_folders.h"
#include "core/data/on_all_cores.h"
#include "core/predict/mistakes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace belfry {
namespace {

constexpr std::int64_t kImagesAtOnce = 256;
constexpr std::size_t kParts = 5; // of the images, by a value

// Luma of ITU-R BT.601, as toGrey() has it.
float greyAt(std::span<const std::uint8_t> image, std::size_t pixel, int channels) {
    if (channels == 1)
        return image[pixel];
    const std::uint8_t* const at = image.data() + 3 * pixel;
    return 0.299F * static_cast<float>(at[0]) + 0.587F * static_cast<float>(at[1]) + 0.114F * static_cast<float>(at[2]);
}

struct Measured {
    float brightness = 0, contrast = 0, sharpness = 0;
};

Measured measured(std::span<const std::uint8_t> image, const ImageShape& shape) {
    const auto width = static_cast<std::size_t>(shape.width), height = static_cast<std::size_t>(shape.height);
    std::vector<float> grey(width * height);
    double sum = 0, squares = 0, differences = 0;
    for (std::size_t pixel = 0; pixel < grey.size(); ++pixel) {
        grey[pixel] = greyAt(image, pixel, shape.channels);
        const auto value = static_cast<double>(grey[pixel]);
        sum += value;
        squares += value * value;
        if (pixel % width > 0)
            differences += std::abs(value - static_cast<double>(grey[pixel - 1]));
        if (pixel >= width)
            differences += std::abs(value - static_cast<double>(grey[pixel - width]));
    }
    const auto pixels = static_cast<double>(grey.size());
    const double mean = sum / pixels;
    const auto neighbours = static_cast<double>(height * (width - 1) + width * (height - 1));
    return {static_cast<float>(mean), static_cast<float>(std::sqrt(std::max(0.0, squares / pixels - mean * mean))),
            static_cast<float>(neighbours > 0 ? differences / neighbours : 0)};
}

// "train/cat/film 1/7.jpg" -> "film 1": what is left of the folders without split and class, the first of it.
std::string sourceOf(const std::filesystem::path& name, const std::vector<std::string>& classes) {
    const std::filesystem::path folders = name.parent_path();
    std::vector<std::string> parts;
    for (const std::filesystem::path& part : folders)
        parts.push_back(part.string());
    auto at = parts.begin();
    if (at != parts.end() && splitNamed(*at))
        ++at;
    if (at != parts.end() && std::ranges::find(classes, *at) != classes.end())
        ++at;
    return at == parts.end() ? std::string() : *at;
}

// Which slice of a kind each image is in; -1: in none.
struct Division {
    SliceBy by = SliceBy::Brightness;
    std::vector<Text> names;
    std::vector<int> ofImage;
};

// name(first, last): images with the least and the greatest value of a part. Equal values are in one part.
template <typename Value, typename Name>
Division inFifths(SliceBy by, const std::vector<std::optional<Value>>& values, const Name& name) {
    Division division{by, {}, std::vector<int>(values.size(), -1)};
    std::vector<std::size_t> order;
    for (std::size_t image = 0; image < values.size(); ++image)
        if (values[image])
            order.push_back(image);
    std::ranges::stable_sort(order, {}, [&](std::size_t image) { return *values[image]; });
    std::size_t begin = 0;
    for (std::size_t part = 1; part <= kParts; ++part) {
        std::size_t end = order.size() * part / kParts;
        while (end > 0 && end < order.size() && *values[order[end]] == *values[order[end - 1]])
            ++end;
        if (end <= begin)
            continue;
        for (std::size_t i = begin; i < end; ++i)
            division.ofImage[order[i]] = static_cast<int>(division.names.size());
        division.names.push_back(name(order[begin], order[end - 1]));
        begin = end;
    }
    return division;
}

// Values that read alike are alike: no two slices have one name.
Division byValue(SliceBy by, const std::vector<float>& values) {
    std::vector<std::optional<double>> all;
    for (const float value : values)
        all.emplace_back(std::round(10 * static_cast<double>(value)) / 10);
    return inFifths(by, all, [&](std::size_t first, std::size_t last) {
        const Number least = decimals(*all[first], 1), most = decimals(*all[last], 1);
        return all[first] == all[last] ? Text::tr("%1", least) : Text::tr("%1 to %2", least, most);
    });
}

std::string sizeName(const StoredSize& size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

Division byFileSize(const std::vector<std::optional<StoredSize>>& sizes) {
    using Key = std::pair<std::int64_t, int>; // pixels, then width
    std::vector<std::optional<Key>> keys;
    for (const auto& size : sizes)
        keys.push_back(size ? std::optional(Key{std::int64_t{size->width} * size->height, size->width}) : std::nullopt);
    return inFifths(SliceBy::FileSize, keys, [&](std::size_t first, std::size_t last) {
        const std::string least = sizeName(*sizes[first]), most = sizeName(*sizes[last]);
        return least == most ? Text::verbatim(least) : Text::tr("%1 to %2", least, most);
    });
}

Division bySource(const std::vector<std::string>& sources) {
    std::map<std::string, std::int64_t> count;
    for (const std::string& source : sources)
        ++count[source];
    std::vector<std::pair<std::string, std::int64_t>> ordered(count.begin(), count.end());
    std::ranges::stable_sort(ordered, {}, [](const auto& one) { return -one.second; });
    Division division{SliceBy::Source, {}, {}};
    std::map<std::string, int> place;
    for (const auto& [source, images] : ordered) {
        const bool own = place.size() < kMostSources;
        place[source] = own ? static_cast<int>(place.size()) : static_cast<int>(kMostSources);
        if (own)
            division.names.push_back(source.empty() ? Text::tr("no folder") : Text::verbatim(source));
    }
    if (place.size() > kMostSources)
        division.names.push_back(Text::tr("all other folders"));
    for (const std::string& source : sources)
        division.ofImage.push_back(place[source]);
    return division;
}

std::vector<EvaluationSlice> slicesIn(const Evaluation& evaluation, const Division& division) {
    std::vector<EvaluationSlice> slices(division.names.size());
    if (slices.size() < 2)
        return {};
    std::int64_t images = 0, correct = 0;
    for (std::size_t image = 0; image < division.ofImage.size(); ++image)
        if (const int slice = division.ofImage[image]; slice >= 0) {
            EvaluationSlice& figures = slices[static_cast<std::size_t>(slice)];
            const bool right = evaluation.labels[image] == evaluation.answers[image];
            ++figures.images;
            ++images;
            figures.correct += right;
            correct += right;
        }
    for (const Mistake& mistake : mistakesOf(evaluation))
        if (const int slice = division.ofImage[static_cast<std::size_t>(mistake.image)]; slice >= 0)
            slices[static_cast<std::size_t>(slice)].mistakes.push_back(mistake.image);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        EvaluationSlice& slice = slices[i];
        slice.by = division.by;
        slice.name = division.names[i];
        slice.interval = wilsonInterval(slice.correct, slice.images);
        slice.worst = slice.mistakes.empty() ? -1 : slice.mistakes.front();
        const std::int64_t others = images - slice.images, right = correct - slice.correct;
        slice.restAccuracy = static_cast<double>(right) / static_cast<double>(others);
        slice.worse = slice.images >= kFewestToMark && slice.restAccuracy > slice.interval.high &&
                      slice.accuracy() < wilsonInterval(right, others).low;
    }
    return slices;
}

} // namespace

std::string_view sliceByName(SliceBy by) {
    constexpr std::array<std::string_view, 5> kNames{"brightness", "contrast", "sharpness", "file size", "source"};
    return kNames[static_cast<std::size_t>(by)];
}

Text titleOf(SliceBy by) {
    switch (by) {
    case SliceBy::Brightness:
        return Text::tr("Brightness");
    case SliceBy::Contrast:
        return Text::tr("Contrast");
    case SliceBy::Sharpness:
        return Text::tr("Sharpness");
    case SliceBy::FileSize:
        return Text::tr("File's size");
    case SliceBy::Source:
        break;
    }
    return Text::tr("Source");
}

PictureTraits traitsOf(const ImageStore& images, const ImageShape& shape, const std::vector<std::string>& classes,
                       const std::filesystem::path& folder, const std::stop_token& stop,
                       const std::function<void(double)>& progress) {
    PictureTraits traits;
    const auto count = static_cast<std::size_t>(images.size()), bytes = static_cast<std::size_t>(shape.bytes());
    std::vector<Measured> all(count);
    std::vector<std::uint8_t> pixels;
    for (std::int64_t first = 0; first < images.size(); first += kImagesAtOnce) {
        if (stop.stop_requested())
            return {};
        std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(kImagesAtOnce, images.size() - first)));
        std::iota(ids.begin(), ids.end(), first);
        pixels.resize(ids.size() * bytes);
        images.read(ids, pixels.data());
        onAllCores(ids.size(), [&](std::size_t i) {
            all[static_cast<std::size_t>(first) + i] = measured(std::span(pixels).subspan(i * bytes, bytes), shape);
        });
        if (progress)
            progress(static_cast<double>(first + std::ssize(ids)) / static_cast<double>(images.size()));
    }
    for (const Measured& one : all) {
        traits.brightness.push_back(one.brightness);
        traits.contrast.push_back(one.contrast);
        traits.sharpness.push_back(one.sharpness);
    }
    traits.sizes.resize(count);
    if (count == 0 || images.name(0).empty())
        return traits;
    for (std::int64_t image = 0; image < images.size(); ++image)
        traits.sources.push_back(sourceOf(images.name(image), classes));
    onAllCores(count, [&](std::size_t i) {
        if (!stop.stop_requested())
            traits.sizes[i] = storedSize(folder / images.name(static_cast<std::int64_t>(i)));
    });
    return stop.stop_requested() ? PictureTraits() : traits;
}

std::vector<EvaluationSlice> slicesOf(const Evaluation& evaluation, const PictureTraits& traits) {
    std::vector<EvaluationSlice> slices;
    for (const Division& division :
         {byValue(SliceBy::Brightness, traits.brightness), byValue(SliceBy::Contrast, traits.contrast),
          byValue(SliceBy::Sharpness, traits.sharpness), byFileSize(traits.sizes), bySource(traits.sources)})
        std::ranges::move(slicesIn(evaluation, division), std::back_inserter(slices));
    return slices;
}

const EvaluationSlice* worstSlice(const std::vector<EvaluationSlice>& slices) {
    const EvaluationSlice* worst = nullptr;
    const auto gap = [](const EvaluationSlice& slice) { return slice.restAccuracy - slice.accuracy(); };
    for (const EvaluationSlice& slice : slices)
        if (slice.worse && (worst == nullptr || gap(slice) > gap(*worst)))
            worst = &slice;
    return worst;
}

Text sentenceOf(const EvaluationSlice& slice) {
    return Text::plural("%1 %2: of %n images %3 % are right (95 % interval: %4 to %5 %), of the others %6 %.",
                        "%1 %2: of %n image %3 % is right (95 % interval: %4 to %5 %), of the others %6 %.",
                        slice.images, titleOf(slice.by), slice.name, decimals(100 * slice.accuracy(), 2),
                        decimals(100 * slice.interval.low, 2), decimals(100 * slice.interval.high, 2),
                        decimals(100 * slice.restAccuracy, 2));
}

} // namespace belfry
