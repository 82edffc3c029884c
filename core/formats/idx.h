// IDX, the format of MNIST's files (yann.lecun.com/exdb/mnist): two zero bytes, the element type, the number of
// dimensions, each dimension as a big-endian 32-bit number, then the elements in row-major order. Only unsigned bytes
// (type 0x08) are supported. No state; any thread. Throws Error(Data).
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

// Parses a file, which must have `dimensions` dimensions (1 to 255). `source` names it in messages.
IdxArray parseIdx(Bytes bytes, int dimensions, const std::string& source);

// Reads a plain or gzip file; blocks for the disk. Throws for more than `limit` bytes uncompressed.
IdxArray readIdx(const std::filesystem::path& path, int dimensions, std::uint64_t limit = std::uint64_t{1} << 31);

} // namespace belfry
