#include "core/data/idx_set.h"

#include "core/base/error.h"
#include "core/data/stores.h"
#include "core/formats/idx.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& found, const std::string& expected) {
    throw Error(ErrorCategory::Data,
                "'" + path.string() + "' " + found + "; expected " + expected + ". Get the original files again.");
}

void checkImages(const DataSetSource& source, const IdxArray& images, const fs::path& path) {
    const ImageShape& shape = source.entry.shape;
    if (images.shape[1] != shape.height || images.shape[2] != shape.width)
        refuse(path,
               "holds images of " + std::to_string(images.shape[1]) + " x " + std::to_string(images.shape[2]) +
                   " pixels",
               std::to_string(shape.height) + " x " + std::to_string(shape.width) + " for " + source.entry.title);
}

void checkLabels(const DataSetSource& source, const IdxArray& labels, const fs::path& path) {
    const auto foreign = std::find_if(labels.values.begin(), labels.values.end(),
                                      [&](std::uint8_t label) { return label >= source.entry.classes; });
    if (foreign != labels.values.end())
        refuse(path,
               "gives image " + std::to_string(foreign - labels.values.begin()) + " the label " +
                   std::to_string(*foreign),
               "labels 0 to " + std::to_string(source.entry.classes - 1));
}

std::shared_ptr<const ImageStore> loadPair(const DataSetSource& source, const fs::path& imagePath,
                                           const fs::path& labelPath) {
    IdxArray labels = readIdx(labelPath, 1);
    checkLabels(source, labels, labelPath);
    IdxArray images = readIdx(imagePath, 3);
    checkImages(source, images, imagePath);
    if (images.shape[0] != labels.shape[0])
        refuse(labelPath, "holds " + std::to_string(labels.shape[0]) + " labels",
               std::to_string(images.shape[0]) + ", one for each image of '" + imagePath.filename().string() + "'");
    return memoryStore(std::move(images.values), std::move(labels.values), source.entry.shape.bytes());
}

} // namespace

std::vector<std::string> idxNames(const std::string& stem, int dimensions) {
    const std::string type = "idx" + std::to_string(dimensions) + "-ubyte";
    return {stem + "-" + type, stem + "-" + type + ".gz", stem + "." + type, stem + "." + type + ".gz"};
}

void loadIdxSet(const DataSetSource& source, const std::vector<fs::path>& paths, DataSet& dataSet) {
    const auto training = loadPair(source, paths[0], paths[1]);
    if (training->size() <= source.validation)
        refuse(paths[0], "holds " + std::to_string(training->size()) + " images",
               "more than the " + std::to_string(source.validation) + " that are kept for validation");
    const std::int64_t bytes = source.entry.shape.bytes();
    dataSet.validation = rangeStore(training, 0, source.validation, bytes);
    dataSet.train = rangeStore(training, source.validation, training->size() - source.validation, bytes);
    dataSet.test = loadPair(source, paths[2], paths[3]);
}

} // namespace belfry
