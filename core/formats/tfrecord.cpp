#include "core/formats/tfrecord.h"

#include "core/base/error.h"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace belfry {
namespace {

template <typename Number>
void append(Number value, std::string& file) {
    file += asText(littleEndianBytes(std::span<const Number>(&value, 1)));
}

constexpr std::uint32_t kPolynomial = 0x82f63b78; // 0x1edc6f41, bits reversed
constexpr std::uint32_t kMaskDelta = 0xa282ead8;
constexpr std::size_t kLanes = 8; // bytes per iteration

// kTables[k][b]: the effect of byte b on the checksum if k more bytes follow.
using Tables = std::array<std::array<std::uint32_t, 256>, kLanes>;

constexpr Tables makeTables() {
    Tables made{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) ? kPolynomial : 0);
        made[0][byte] = value;
    }
    for (std::size_t lane = 1; lane < kLanes; ++lane)
        for (std::size_t byte = 0; byte < 256; ++byte)
            made[lane][byte] = (made[lane - 1][byte] >> 8) ^ made[0][made[lane - 1][byte] & 0xff];
    return made;
}

constexpr Tables kTables = makeTables();

std::uint32_t eightBytes(std::uint32_t sum, std::span<const std::uint8_t> bytes) {
    const std::uint64_t word = littleEndian<std::uint64_t>(bytes) ^ sum;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < kLanes; ++i)
        next ^= kTables[kLanes - 1 - i][(word >> (8 * i)) & 0xff];
    return next;
}

} // namespace

Text TfRecordReader::nameOf(Part part) {
    switch (part) {
    case Part::Length:
        return Text::tr("length");
    case Part::Payload:
        return Text::tr("payload");
    default:
        return Text::tr("checksum");
    }
}

TfRecordReader::TfRecordReader(std::span<const std::uint8_t> bytes, std::string source)
    : bytes_(bytes), source_(std::move(source)) {}

std::optional<std::span<const std::uint8_t>> TfRecordReader::next() {
    if (at_ == bytes_.size())
        return std::nullopt;
    const auto length = take(sizeof(std::uint64_t), Part::Length);
    compare(length, Part::Length);
    const auto count = littleEndian<std::uint64_t>(length);
    // Compared in 64 bits, so that an invalid length does not wrap around.
    if (count > bytes_.size() - at_)
        throw dataError(Text::tr(
            "'%1': record %2 declares %3 bytes, but only %4 are left in the file. It is truncated: get it again.",
            source_, record_, count, bytes_.size() - at_));
    const auto payload = take(static_cast<std::size_t>(count), Part::Payload);
    compare(payload, Part::Payload);
    ++record_;
    return payload;
}

std::span<const std::uint8_t> TfRecordReader::take(std::size_t count, Part part) {
    if (count > bytes_.size() - at_)
        throw dataError(
            Text::tr("'%1' ends within the %2 of record %3; expected a whole TFRecord. It is truncated: get it again.",
                     source_, nameOf(part), record_));
    at_ += count;
    return bytes_.subspan(at_ - count, count);
}

void TfRecordReader::compare(std::span<const std::uint8_t> part, Part name) {
    if (littleEndian<std::uint32_t>(take(sizeof(std::uint32_t), Part::Checksum)) != maskedCrc32c(part))
        throw dataError(Text::tr("'%1': the %2 of record %3 does not match its checksum; expected a TFRecord file. It "
                                 "is damaged or something else: get it again.",
                                 source_, nameOf(name), record_));
}

void appendTfRecord(std::span<const std::uint8_t> payload, std::string& file) {
    std::string length;
    append(static_cast<std::uint64_t>(payload.size()), length);
    file += length;
    append(maskedCrc32c(asBytes(length)), file);
    file += asText(payload);
    append(maskedCrc32c(payload), file);
}

std::uint32_t crc32c(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 0xffffffff;
    std::size_t at = 0;
    for (; at + kLanes <= bytes.size(); at += kLanes)
        sum = eightBytes(sum, bytes.subspan(at, kLanes));
    for (; at < bytes.size(); ++at)
        sum = (sum >> 8) ^ kTables[0][(sum ^ bytes[at]) & 0xff];
    return ~sum;
}

std::uint32_t maskedCrc32c(std::span<const std::uint8_t> bytes) { return std::rotr(crc32c(bytes), 15) + kMaskDelta; }

} // namespace belfry
