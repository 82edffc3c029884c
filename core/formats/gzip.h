// Files read whole, packed with gzip (RFC 1952) or plain. No state; any thread. Blocks for the disk.
// Throws Error(Data) with the file's name, what was found and what to try.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace belfry {

using Bytes = std::vector<std::uint8_t>;

// No deflate stream unpacks to more bytes per byte (zlib's technical details).
inline constexpr std::uint64_t deflateMaximumRatio = 1032;

// True when the bytes begin with gzip's magic number.
bool isGzip(std::span<const std::uint8_t> bytes);

// Unpacks every member of a gzip file. More than `limit` bytes of contents are refused before they take memory, and so
// are a wrong checksum, a file that ends too early and bytes after the end. `source` names the file in messages.
Bytes gunzip(std::span<const std::uint8_t> packed, std::uint64_t limit, const std::string& source);

// The contents of a file of at most `limit` bytes, unpacked when it is a gzip file.
Bytes readPlainOrGzip(const std::filesystem::path& path, std::uint64_t limit);

} // namespace belfry
