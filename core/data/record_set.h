// A data set in TFRecord files, as TensorFlow's programs make them: train, validation and test.tfrecords (or .tfrecord,
// also gzip'd, also in parts such as train-00000-of-00004.tfrecord), one tf.train.Example per picture. A file
// labels.txt beside them names the classes, one a line.
#pragma once

#include "core/data/dataset.h"

#include <filesystem>
#include <memory>

namespace belfry {

bool hasRecordFiles(const std::filesystem::path& folder);

// A tenth of the training records, by splitSeed, becomes the split that has no file of its own. Labels that are no
// class (negative, above 255, or beyond the lines of labels.txt) are left out and told. Blocks for the disk; all
// pictures are in memory. Throws Error(Data) for damaged files and for pictures of different sizes.
std::shared_ptr<const DataSet> openRecordSet(const std::filesystem::path& folder, std::uint64_t splitSeed = 1);

} // namespace belfry
