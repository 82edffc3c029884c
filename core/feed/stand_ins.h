// Pictures that cannot be decoded, which turns out while they are read. Internal to the feeds; any thread.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <span>

namespace belfry {

// Reads training images as ImageStore::read() does. In the place of one that cannot be decoded comes the next image of
// its class in the store's order, after the last one the first: so labels, draws and the length of an epoch stay, and
// the files alone decide what is shown, not towers, threads or what was read before. Throws Error(Data) where a class
// has none that can be decoded. imageBytes: of one.
void readWithStandIns(const ImageStore& store, std::span<const std::int64_t> ids, std::int64_t imageBytes,
                      std::uint8_t* destination);

} // namespace belfry
