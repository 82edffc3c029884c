#include "core/data/idx_set.h"

#include "core/base/error.h"
#include "core/data/stores.h"
#include "core/formats/idx.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const Text& found, const Text& expected) {
    throw dataError(Text::tr("'%1' %2; expected %3. Get the original files again.", path.string(), found, expected));
}

void checkImages(const DataSetSource& source, const IdxArray& images, const fs::path& path) {
    const ImageShape& shape = source.entry.shape;
    if (images.shape[1] != shape.height || images.shape[2] != shape.width)
        refuse(path, Text::tr("holds images of %1 x %2 pixels", images.shape[1], images.shape[2]),
               Text::tr("%1 x %2 for %3", shape.height, shape.width, source.entry.title));
}

void checkLabels(const DataSetSource& source, const IdxArray& labels, const fs::path& path) {
    const auto foreign = std::find_if(labels.values.begin(), labels.values.end(),
                                      [&](std::uint8_t label) { return label >= source.entry.classes; });
    if (foreign != labels.values.end())
        refuse(path, Text::tr("gives image %1 the label %2", foreign - labels.values.begin(), *foreign),
               Text::tr("labels 0 to %1", source.entry.classes - 1));
}

std::shared_ptr<const ImageStore> loadPair(const DataSetSource& source, const fs::path& imagePath,
                                           const fs::path& labelPath) {
    IdxArray labels = readIdx(labelPath, 1);
    checkLabels(source, labels, labelPath);
    IdxArray images = readIdx(imagePath, 3);
    checkImages(source, images, imagePath);
    if (images.shape[0] != labels.shape[0])
        refuse(labelPath, Text::plural("holds %n labels", "holds %n label", labels.shape[0]),
               Text::tr("%1, one for each image of '%2'", images.shape[0], imagePath.filename().string()));
    return memoryStore(std::move(images.values), std::move(labels.values), source.entry.shape.bytes());
}

// Training images and labels, test images and labels; empty for a missing one.
std::array<fs::path, 4> ownFiles(const fs::path& folder) {
    std::array<fs::path, 4> paths;
    const std::array stems{"train", "t10k"};
    for (std::size_t i = 0; i < stems.size(); ++i) {
        const std::string stem = stems[i];
        for (const int dimensions : {3, 4})
            if (paths[2 * i].empty())
                paths[2 * i] = firstFile(folder, idxNames(stem + "-images", dimensions));
        paths[2 * i + 1] = firstFile(folder, idxNames(stem + "-labels", 1));
    }
    return paths;
}

struct OwnPair {
    ImageShape shape;
    Bytes images, labels;
};

OwnPair readOwnPair(const fs::path& imagePath, const fs::path& labelPath) {
    const bool colour = imagePath.filename().string().find("idx4") != std::string::npos;
    IdxArray labels = readIdx(labelPath, 1), images = readIdx(imagePath, colour ? 4 : 3);
    if (images.shape[0] != labels.shape[0])
        refuse(labelPath, Text::plural("holds %n labels", "holds %n label", labels.shape[0]),
               Text::tr("%1, one for each image of '%2'", images.shape[0], imagePath.filename().string()));
    if (colour && images.shape[3] != 3)
        refuse(imagePath, Text::plural("holds images of %n channels", "holds images of %n channel", images.shape[3]),
               Text::tr("3 (red, green, blue)"));
    const ImageShape shape{.channels = colour ? 3 : 1,
                           .height = static_cast<int>(images.shape[1]),
                           .width = static_cast<int>(images.shape[2])};
    return {shape, std::move(images.values), std::move(labels.values)};
}

} // namespace

std::vector<std::string> idxNames(const std::string& stem, int dimensions) {
    const std::string type = "idx" + std::to_string(dimensions) + "-ubyte";
    return {stem + "-" + type, stem + "-" + type + ".gz", stem + "." + type, stem + "." + type + ".gz"};
}

void loadIdxSet(const DataSetSource& source, const std::vector<fs::path>& paths, DataSet& dataSet) {
    const auto training = loadPair(source, paths[0], paths[1]);
    if (training->size() <= source.validation)
        refuse(paths[0], Text::plural("holds %n images", "holds %n image", training->size()),
               Text::tr("more than the %1 that are kept for validation", source.validation));
    const std::int64_t bytes = source.entry.shape.bytes();
    dataSet.validation = rangeStore(training, 0, source.validation, bytes);
    dataSet.train = rangeStore(training, source.validation, training->size() - source.validation, bytes);
    dataSet.test = loadPair(source, paths[2], paths[3]);
}

bool hasIdxFiles(const fs::path& folder) { return std::ranges::none_of(ownFiles(folder), &fs::path::empty); }

std::shared_ptr<const DataSet> openIdxSet(const fs::path& folder) {
    const std::array<fs::path, 4> paths = ownFiles(folder);
    OwnPair training = readOwnPair(paths[0], paths[1]);
    OwnPair test = readOwnPair(paths[2], paths[3]);
    if (training.shape != test.shape)
        refuse(paths[2], Text::tr("holds images of another size than '%1'", paths[0].filename().string()),
               Text::tr("the same size"));
    const std::int64_t count = static_cast<std::int64_t>(training.labels.size()), validation = count / kSplitPart;
    if (validation == 0)
        refuse(paths[0], Text::plural("holds %n images", "holds %n image", count),
               Text::tr("at least ten; a tenth is used for validation"));
    const int maxLabel = std::max(*std::ranges::max_element(training.labels), *std::ranges::max_element(test.labels));
    const auto data = ownDataSet(folder);
    for (int label = 0; label <= maxLabel; ++label)
        data->classes.push_back(std::to_string(label));
    data->shape = training.shape;
    const std::int64_t bytes = data->shape.bytes();
    const auto whole = memoryStore(std::move(training.images), std::move(training.labels), bytes);
    data->validation = rangeStore(whole, 0, validation, bytes);
    data->train = rangeStore(whole, validation, count - validation, bytes);
    data->test = memoryStore(std::move(test.images), std::move(test.labels), bytes);
    return data;
}

} // namespace belfry
