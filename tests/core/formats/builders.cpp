#include "tests/core/formats/builders.h"

#include <zlib.h>

namespace belfry {
namespace {

void appendBigEndian(Bytes& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t readBigEndian(const std::uint8_t* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

void append(Bytes& bytes, const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// windowBits: 15 for zlib's own header, 31 for gzip's.
Bytes pack(const Bytes& contents, int windowBits) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    Bytes packed(deflateBound(&stream, contents.size()) + 32);
    stream.next_in = const_cast<Bytef*>(contents.data());
    stream.avail_in = static_cast<uInt>(contents.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

void appendChunk(Bytes& png, const std::string& type, const Bytes& content) {
    appendBigEndian(png, static_cast<std::uint32_t>(content.size()));
    Bytes body(type.begin(), type.end());
    append(body, content);
    append(png, body);
    appendBigEndian(png, static_cast<std::uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size()))));
}

} // namespace

Bytes packGzip(const Bytes& contents) {
    return pack(contents, 31);
}

Bytes makeIdx(const std::vector<std::uint32_t>& shape, const Bytes& values) {
    Bytes bytes = {0, 0, 8, static_cast<std::uint8_t>(shape.size())};
    for (const std::uint32_t dimension : shape)
        appendBigEndian(bytes, dimension);
    append(bytes, values);
    return bytes;
}

Bytes makeCifar(const Bytes& labels) {
    Bytes bytes;
    for (const std::uint8_t label : labels) {
        bytes.push_back(label);
        bytes.resize(bytes.size() + 3072);
    }
    return bytes;
}

Bytes makeSafetensors(const std::string& header, const Bytes& data) {
    Bytes bytes;
    for (int i = 0; i < 8; ++i)
        bytes.push_back(static_cast<std::uint8_t>(header.size() >> (8 * i)));
    bytes.insert(bytes.end(), header.begin(), header.end());
    append(bytes, data);
    return bytes;
}

Bytes makePng(const PngParts& parts) {
    Bytes png = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
    Bytes header;
    appendBigEndian(header, parts.width);
    appendBigEndian(header, parts.height);
    append(header, {parts.depth, parts.colourType, 0, 0, parts.interlace});
    appendChunk(png, "IHDR", header);
    if (!parts.palette.empty())
        appendChunk(png, "PLTE", parts.palette);
    if (!parts.transparency.empty())
        appendChunk(png, "tRNS", parts.transparency);
    appendChunk(png, "IDAT", pack(parts.scanlines, 15));
    appendChunk(png, "IEND", {});
    return png;
}

void repairPngChecksums(Bytes& png) {
    for (std::size_t at = 8; at + 12 <= png.size();) {
        const std::size_t length = readBigEndian(png.data() + at);
        if (length > png.size() - at - 12)
            return;
        Bytes sum;
        appendBigEndian(sum, static_cast<std::uint32_t>(crc32(0, png.data() + at + 4, static_cast<uInt>(length + 4))));
        std::copy(sum.begin(), sum.end(), png.begin() + static_cast<std::ptrdiff_t>(at + 8 + length));
        at += 12 + length;
    }
}

} // namespace belfry
