// IDX, the format of MNIST's files (yann.lecun.com/exdb/mnist): two zero bytes, the type of the elements, the number
// of dimensions, each dimension as a big-endian 32-bit number, then the elements, last dimension fastest.
// Here: unsigned bytes only (type 0x08). No state; any thread. Throws Error(Data).
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

struct IdxArray {
    std::vector<std::int64_t> shape; // e.g. {60000, 28, 28}; no dimension is 0
    Bytes values;                    // product of shape, row-major
};

// Parses the bytes of one file that must have `dimensions` dimensions (1 to 255); `source` names it in messages.
IdxArray parseIdx(Bytes bytes, int dimensions, const std::string& source);

// Reads a plain or gzip'd file; blocks for the disk. More than `limit` bytes of contents are refused.
IdxArray readIdx(const std::filesystem::path& path, int dimensions, std::uint64_t limit = std::uint64_t{1} << 31);

} // namespace belfry
