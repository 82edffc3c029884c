// Data sets in four IDX files, like MNIST: training images, training labels, test images, test labels.
#pragma once

#include "core/data/source.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// The possible names of an IDX file: "train-images-idx3-ubyte", "train-images.idx3-ubyte", each also with ".gz".
std::vector<std::string> idxNames(const std::string& stem, int dimensions);

// A DataSetSource::load. Validation = the first source.validation training images, training = all others. Throws
// Error(Data) if the numbers of images and labels differ, a label is not a class, or the images do not have the size in
// the catalogue.
void loadIdxSet(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);

// The same files with pictures of any size, grey (three dimensions) or colour (four: images x height x width x 3), in a
// user's folder. Classes are 0 to the maximum label. A tenth of the training images is used for validation.
bool hasIdxFiles(const std::filesystem::path& folder);
std::shared_ptr<const DataSet> openIdxSet(const std::filesystem::path& folder);

} // namespace belfry
