// Where a network is worse than elsewhere: the accuracy of parts of the evaluated images, by what the pictures are like
// and where they come from. No state; any thread.
#pragma once

#include "core/base/text.h"
#include "core/base/wilson.h"
#include "core/data/dataset.h"
#include "core/formats/stored_size.h"
#include "core/predict/evaluation.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

enum class SliceBy {
    Brightness, // mean grey, 0 to 255
    Contrast,   // its standard deviation
    Sharpness,  // mean difference of neighbouring pixels
    FileSize,   // width and height of the picture's file, before it is resized
    Source,     // the first folder of the file below that of its split and class
};
std::string_view sliceByName(SliceBy by); // "brightness", in CSV and JSON
Text titleOf(SliceBy by);

// Of images, by number.
struct PictureTraits {
    std::vector<float> brightness, contrast, sharpness;
    std::vector<std::optional<StoredSize>> sizes; // none: no file, or of a kind whose header is not read
    std::vector<std::string> sources;             // empty: no image has a file of its own
};
// folder: that of the names of the files (DataSet::folder). Reads every image once; blocks for the disk. Stopped, it
// has no images. `progress`: the part that is done, 0 to 1; called on the calling thread.
PictureTraits traitsOf(const ImageStore& images, const ImageShape& shape, const std::vector<std::string>& classes,
                       const std::filesystem::path& folder, const std::stop_token& stop = {},
                       const std::function<void(double)>& progress = {});

// Fewer images are never marked: by chance one of them may be wrong.
inline constexpr std::int64_t kFewestToMark = 10;
inline constexpr std::size_t kMostSources = 20; // the largest ones; all others are one slice

struct EvaluationSlice {
    SliceBy by = SliceBy::Brightness;
    Text name; // "41 to 66": both ends are values that occur
    std::int64_t images = 0, correct = 0;
    ShareInterval interval;  // of the accuracy
    double restAccuracy = 0; // of all other images that have this trait
    bool worse = false;      // the rest is above this interval, and this accuracy below the rest's interval
    std::int64_t worst = -1; // its most confident mistake; -1: none
    std::vector<std::int64_t> mistakes{}; // images, the most confident mistake first
    double accuracy() const { return static_cast<double>(correct) / static_cast<double>(images); }
};
// By kind; values in fifths of the images, ascending; sources by size. Images that lack a trait are in no slice of it.
// A kind whose images are all alike has no slices.
std::vector<EvaluationSlice> slicesOf(const Evaluation& evaluation, const PictureTraits& traits);

// The marked slice that is furthest below its rest; null: none is marked.
const EvaluationSlice* worstSlice(const std::vector<EvaluationSlice>& slices);
// "Brightness 41 to 66: 93.10 % of 2,000 images are right (95 % interval 91.9 to 94.1 %), of the others 98.20 %."
Text sentenceOf(const EvaluationSlice& slice);

} // namespace belfry
