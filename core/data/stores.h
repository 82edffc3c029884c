// Basic image stores: all images in memory, subsets of another store, and two stores as one.
#pragma once

#include "core/base/error.h"
#include "core/data/dataset.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace belfry {

inline constexpr std::array kSplitNames{"train", "validation", "test"};
std::array<const ImageStore*, 3> splitsOf(const DataSet& dataSet); // in that order

// Throws Error(Usage) for an index outside 0..size-1.
void checkImageIndex(std::int64_t index, std::int64_t size);

// Removes those that read() could not decode.
void eraseUnreadable(const ImageStore& store, std::vector<std::int64_t>& indices);
// Those of first .. last-1 that read() could decode, or has not read.
std::vector<std::int64_t> readableIn(const ImageStore& store, std::int64_t first, std::int64_t last);
// For what needs one image at least, and found none: with the first reason. Category Data.
Error noneReadable(const ImageStore& store);

// A store of these images (labels.size() * imageBytes contiguous bytes) and labels; contiguous() is not null. names: of
// their files; empty: they have none.
std::shared_ptr<const ImageStore> memoryStore(std::vector<std::uint8_t> images, std::vector<std::uint8_t> labels,
                                              std::int64_t imageBytes, std::vector<std::string> names = {});

// Images first .. first+count-1 of `whole`, numbered from 0. Throws Error(Usage) when `whole` has fewer.
// `imageBytes`: size of one image, for contiguous().
std::shared_ptr<const ImageStore> rangeStore(std::shared_ptr<const ImageStore> whole, std::int64_t first,
                                             std::int64_t count, std::int64_t imageBytes);

// Images indices[0], indices[1] ... of `whole`, numbered from 0. Throws Error(Usage) for an invalid index.
std::shared_ptr<const ImageStore> pickedStore(std::shared_ptr<const ImageStore> whole,
                                              std::vector<std::int64_t> indices);

// All images of a data set, split by split in the order of kSplitNames, numbered from 0.
std::shared_ptr<const ImageStore> allImages(const DataSet& dataSet);
// Where each split begins among them. One without images begins where the next one does.
using SplitBegins = std::array<std::int64_t, kSplitNames.size()>;
SplitBegins splitBegins(const DataSet& dataSet);
std::size_t splitAt(const SplitBegins& begins, std::int64_t image); // index into kSplitNames

// The images of `first`, then those of `second`, numbered from 0. `imageBytes`: size of one image.
std::shared_ptr<const ImageStore> joinedStore(std::shared_ptr<const ImageStore> first,
                                              std::shared_ptr<const ImageStore> second, std::int64_t imageBytes);

} // namespace belfry
