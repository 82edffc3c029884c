// A data set in TFRecord files, as TensorFlow programs write them: train, validation and test.tfrecords (or .tfrecord;
// also compressed with gzip, also in parts such as train-00000-of-00004.tfrecord), one tf.train.Example per picture.
// The file labels.txt in the same folder names the classes, one a line.
#pragma once

#include "core/data/dataset.h"

#include <filesystem>
#include <memory>

namespace belfry {

bool hasRecordFiles(const std::filesystem::path& folder);

// For a split without a file, a tenth of the training records is used, chosen by splitSeed. Records with an invalid
// label (negative, above 255, or beyond the lines of labels.txt) are omitted and reported. Blocks for the disk; all
// pictures are kept in memory. Throws Error(Data) for damaged files and for pictures of different sizes.
std::shared_ptr<const DataSet> openRecordSet(const std::filesystem::path& folder, std::uint64_t splitSeed = 1);

} // namespace belfry
