// CIFAR-10 as published: data_batch_1.bin to data_batch_5.bin, test_batch.bin, batches.meta.txt.
#pragma once

#include "core/data/source.h"

namespace belfry {

// A DataSetSource::load. A folder may contain fewer than the five training batches, starting with the first, or
// shortened files. This is a sample of the set, and DataSet::remark says so. Validation = the first tenth of the
// training images (whole set: 45,000 / 5,000 / 10,000), training = all others. Throws Error(Data) for a gap in the
// batches, for damaged files, and for fewer than ten training images.
void loadCifarSet(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);

// The row of the catalogue. Its files are parallel to the `paths` of loadCifarSet.
DataSetSource cifar10Source();

} // namespace belfry
