// Reads complete files, compressed with gzip (RFC 1952) or plain. No state; any thread. Blocks for the disk.
// Throws Error(Data) with the file's name, what was found and what to try.
#pragma once

#include "core/formats/bytes.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace belfry {

// Upper bound of the compression ratio of deflate (zlib's technical details).
inline constexpr std::uint64_t kMaxDeflateRatio = 1032;

// True when the bytes begin with gzip's magic number.
bool isGzip(std::span<const std::uint8_t> bytes);

// Decompresses all members of a gzip file. Throws for more than `limit` bytes of contents (before they take memory),
// for a wrong checksum, a truncated file and trailing bytes. `source` names the file in messages.
Bytes gunzip(std::span<const std::uint8_t> packed, std::uint64_t limit, const std::string& source);

// The contents of a file, at most `limit` bytes; decompressed if it is a gzip file.
Bytes readPlainOrGzip(const std::filesystem::path& path, std::uint64_t limit);

} // namespace belfry
