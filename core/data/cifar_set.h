// CIFAR-10 as published: data_batch_1.bin to data_batch_5.bin, test_batch.bin, batches.meta.txt.
#pragma once

#include "core/data/source.h"

namespace belfry {

// A DataSetSource::load. A folder may hold fewer training batches than five, from the first on, or shortened files: a
// sample of the set, which DataSet::remark says. Validation = the first tenth of the training images (the 5,000 of
// 45,000 / 5,000 / 10,000 for the whole set), training = all others. Throws Error(Data) for a gap in the batches, for
// damaged files, and for fewer than ten training images.
void loadCifarSet(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);

// The catalogue's row; its files are parallel to the paths that loadCifarSet takes.
DataSetSource cifar10Source();

} // namespace belfry
