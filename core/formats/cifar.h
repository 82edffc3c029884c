// CIFAR-10's binary records (cs.toronto.edu/~kriz/cifar.html, "binary version"): per image one byte of label (0 to 9),
// then 3,072 bytes of a 32x32 picture, first all red, then all green, then all blue, each row by row. A file is records
// one after another and nothing else. No state; any thread. Throws Error(Data).
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
    Bytes labels; // one for each image
};

// Adds the records of one file's bytes to `records`; `source` names the file in messages.
void appendCifar(const Bytes& bytes, const std::string& source, CifarRecords& records);

// The same for a plain or gzip'd file; blocks for the disk. More than `limit` bytes of contents are refused.
void readCifar(const std::filesystem::path& path, CifarRecords& records, std::uint64_t limit = std::uint64_t{1} << 31);

// The ten names of batches.meta.txt, one a line, by label.
std::vector<std::string> parseCifarNames(const Bytes& text, const std::string& source);

} // namespace belfry
