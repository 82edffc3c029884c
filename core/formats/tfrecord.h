// TFRecord, the container of TensorFlow's data and event files (tensorflow.org/tutorials/load_data/tfrecord). A record
// is its length (64 bits, little-endian), the masked CRC-32C of the length, the payload, and the masked CRC-32C of the
// payload. One thread at a time per reader. Throws Error(Data).
#pragma once

#include "core/base/text.h"
#include "core/formats/bytes.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace belfry {

// Reads the records of a file's bytes, which must outlive the reader. Verifies all checksums.
class TfRecordReader {
public:
    TfRecordReader(std::span<const std::uint8_t> bytes, std::string source);
    // The next payload, a part of the bytes; nullopt at the end of the file. Throws with the number of the record if
    // the file is truncated, or if length or payload do not match their checksums.
    std::optional<std::span<const std::uint8_t>> next();
    std::int64_t record() const { return record_; } // number of records returned so far

private:
    enum class Part { Length, Payload, Checksum };
    static Text nameOf(Part part);
    std::span<const std::uint8_t> take(std::size_t count, Part part);
    void compare(std::span<const std::uint8_t> part, Part name);

    std::span<const std::uint8_t> bytes_;
    std::string source_;
    std::size_t at_ = 0;
    std::int64_t record_ = 0;
};

// Appends a record to `file`.
void appendTfRecord(std::span<const std::uint8_t> payload, std::string& file);

// CRC-32C (Castagnoli; RFC 3720, B.4), and its masked form. No state; any thread.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes); // about 1 GB/s
// TFRecord files store checksums masked (rotated right by 15 bits, plus a constant; tensorflow/core/lib/hash/crc32c.h),
// because a checksum over bytes that contain checksums is weak.
std::uint32_t maskedCrc32c(std::span<const std::uint8_t> bytes);

} // namespace belfry
