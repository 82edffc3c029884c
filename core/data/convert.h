// Writes a data set in another format, which openDataSet() reads.
#pragma once

#include "core/data/dataset.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace belfry {

struct ConvertFormat {
    std::string name; // "tfrecord"
    std::string help;
};
const std::vector<ConvertFormat>& convertFormats(); // the table: command-line help and messages are generated from it

// Writes `dataSet` into `folder`, which is created, or exists and is empty. Validation images go to their own file if
// the format has one (tfrecord, folder). Otherwise they precede the training images, where the readers expect them. The
// same images give the same bytes. Returns how many training, validation and test images were written: all that can be
// decoded. `progress`: fraction done, 0 to 1. Blocks for the disk. Throws Error(Usage) for an unknown format and for a
// set that the format cannot represent, Error(Io) if it cannot be written.
std::array<std::int64_t, 3> convertDataSet(const DataSet& dataSet, const std::string& format,
                                           const std::filesystem::path& folder,
                                           const std::function<void(double)>& progress = {});

} // namespace belfry
