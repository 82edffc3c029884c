// CIFAR-10's binary records (cs.toronto.edu/~kriz/cifar.html, "binary version"). A record is one byte of label (0 to 9)
// and 3,072 bytes of a 32x32 picture: the red, green and blue plane, each row by row. A file contains only records. No
// state; any thread. Throws Error(Data).
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

inline constexpr int kCifarSide = 32, kCifarChannels = 3, kCifarClasses = 10;
inline constexpr std::size_t kCifarPixels = std::size_t{kCifarSide} * kCifarSide;
inline constexpr std::size_t kCifarImageBytes = kCifarPixels * kCifarChannels;

struct CifarRecords {
    Bytes images; // 3,072 bytes each, height x width x channels (RGB)
    Bytes labels; // one per image
};

// Appends the records of a file to `records`; `source` names the file in messages.
void appendCifar(const Bytes& bytes, const std::string& source, CifarRecords& records);

// The same for a plain or gzip file; blocks for the disk. Throws for more than `limit` bytes uncompressed.
void readCifar(const std::filesystem::path& path, CifarRecords& records, std::uint64_t limit = std::uint64_t{1} << 31);

// The ten names of batches.meta.txt, one a line, by label.
std::vector<std::string> parseCifarNames(const Bytes& text, const std::string& source);

} // namespace belfry
