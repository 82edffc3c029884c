// TFRecord, the container of TensorFlow's data and event files (tensorflow.org/tutorials/load_data/tfrecord): per
// record its length (64 bits, little-endian), the masked CRC-32C of those 8 bytes, the payload, and the masked CRC-32C
// of the payload. No state but the reader's place; any thread, one reader per thread. Throws Error(Data).
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace belfry {

// Reads records out of one file's bytes, which must outlive it. Every checksum is compared.
class TfRecordReader {
public:
    TfRecordReader(std::span<const std::uint8_t> bytes, std::string source);
    // The next payload, a part of the bytes; nothing at the end of the file. Refused with the record's number: a file
    // that ends in mid-record, and a length or payload that does not match its checksum.
    std::optional<std::span<const std::uint8_t>> next();
    std::int64_t record() const { return record_; } // number of records handed out so far

private:
    std::span<const std::uint8_t> take(std::size_t count, const char* part);
    void compare(std::span<const std::uint8_t> part, const char* name);

    std::span<const std::uint8_t> bytes_;
    std::string source_;
    std::size_t at_ = 0;
    std::int64_t record_ = 0;
};

// Adds one record to `file`.
void appendTfRecord(std::span<const std::uint8_t> payload, std::string& file);

} // namespace belfry
