// Data sets published as four IDX files, as MNIST is: training images, training labels, test images, test labels.
#pragma once

#include "core/data/source.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// The names an IDX file goes by: "train-images-idx3-ubyte", "train-images.idx3-ubyte", each also with ".gz".
std::vector<std::string> idxNames(const std::string& stem, int dimensions);

// A DataSetSource::load. Validation = the first source.validation training images, training = all others. Throws
// Error(Data) when images and labels do not belong together, a label is no class, or the images' size is not the
// catalogue's.
void loadIdxSet(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);

// The same files with pictures of any size, grey (three dimensions) or colour (four: images x height x width x 3), in a
// folder of a user's own. Classes are 0 to the greatest label; a tenth of the training images validates.
bool hasIdxFiles(const std::filesystem::path& folder);
std::shared_ptr<const DataSet> openIdxSet(const std::filesystem::path& folder);

} // namespace belfry
