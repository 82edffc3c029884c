// A data set written as another format's files, which openDataSet() reads back.
#pragma once

#include "core/data/dataset.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace belfry {

struct ConvertFormat {
    std::string name; // "tfrecord"
    std::string help;
};
const std::vector<ConvertFormat>& convertFormats(); // the table: CLI help and messages are made from it
std::vector<std::string> convertFormatNames();

// Writes `dataSet` into `folder`, which is made, or exists and is empty. Validation images go to a file of their own
// where the format has one (tfrecord, folder); elsewhere they stand in front of the training images, where the readers
// take them from again. The same images make the same bytes. `progress`: part done, 0 to 1. Blocks for the disk.
// Throws Error(Usage) for an unknown format and for a set that the format cannot hold, Error(Io) when it cannot be
// written.
void convertDataSet(const DataSet& dataSet, const std::string& format, const std::filesystem::path& folder,
                    const std::function<void(double)>& progress = {});

} // namespace belfry
