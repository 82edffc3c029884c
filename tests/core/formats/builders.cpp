#include "tests/core/formats/builders.h"

#include <turbojpeg.h>
#include <zlib.h>

#include <stdexcept>

namespace belfry {
namespace {

void appendBigEndian(Bytes& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t readBigEndian(const std::uint8_t* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

void append(Bytes& bytes, const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

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

Bytes packGzip(const Bytes& contents) { return pack(contents, 31); }

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

Bytes makeBmp(const BmpParts& parts) {
    Bytes bytes;
    const auto add = [&bytes](std::uint32_t value, int width) {
        for (int i = 0; i < width; ++i)
            bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    };
    const auto start = static_cast<std::uint32_t>(54 + parts.palette.size());
    add('B' | 'M' << 8, 2);
    add(start + static_cast<std::uint32_t>(parts.rows.size()), 4);
    add(0, 4);
    add(start, 4);
    add(40, 4); // BITMAPINFOHEADER
    add(static_cast<std::uint32_t>(parts.width), 4);
    add(static_cast<std::uint32_t>(parts.height), 4);
    add(1, 2);
    add(parts.bits, 2);
    add(parts.compression, 4);
    add(static_cast<std::uint32_t>(parts.rows.size()), 4);
    add(0, 8);
    add(static_cast<std::uint32_t>(parts.palette.size() / 4), 4);
    add(0, 4);
    append(bytes, parts.palette);
    append(bytes, parts.rows);
    return bytes;
}

Bytes makeJpeg(int width, int height, int channels, const Bytes& pixels, bool progressive) {
    const tjhandle encoder = tjInitCompress();
    unsigned char* buffer = nullptr;
    unsigned long size = 0;
    const int status =
        tjCompress2(encoder, pixels.data(), width, 0, height, channels == 1 ? TJPF_GRAY : TJPF_RGB, &buffer, &size,
                    channels == 1 ? TJSAMP_GRAY : TJSAMP_444, 95, progressive ? TJFLAG_PROGRESSIVE : 0);
    Bytes bytes(buffer, buffer + size);
    tjFree(buffer);
    tjDestroy(encoder);
    if (status != 0)
        throw std::runtime_error("no JPEG was made");
    return bytes;
}

namespace {

// CRC-32C bit by bit, and TFRecord's mask.
std::uint32_t slowMaskedSum(const Bytes& bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const std::uint8_t byte : bytes) {
        sum ^= byte;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1) ? 0x82f63b78U : 0U);
    }
    sum = ~sum;
    return ((sum >> 15) | (sum << 17)) + 0xa282ead8U;
}

void appendLittleEndian(Bytes& bytes, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// A protobuf field of wire type 2: number, length, bytes.
Bytes field(int number, const Bytes& content) {
    Bytes bytes{static_cast<std::uint8_t>(number << 3 | 2)};
    for (std::size_t rest = content.size();; rest >>= 7) {
        bytes.push_back(static_cast<std::uint8_t>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0)));
        if (rest <= 0x7f)
            break;
    }
    append(bytes, content);
    return bytes;
}

Bytes feature(const std::string& name, const Bytes& value) {
    Bytes entry = field(1, {name.begin(), name.end()});
    append(entry, field(2, value));
    return field(1, entry);
}

Bytes number(int value) { // an Int64List with one varint below 2^14
    Bytes list{1 << 3, static_cast<std::uint8_t>(value)};
    if (value > 0x7f)
        list = {1 << 3, static_cast<std::uint8_t>((value & 0x7f) | 0x80), static_cast<std::uint8_t>(value >> 7)};
    return field(3, list);
}

} // namespace

Bytes makeTfRecord(const Bytes& payload) {
    Bytes length, record;
    appendLittleEndian(length, payload.size(), 8);
    record = length;
    appendLittleEndian(record, slowMaskedSum(length), 4);
    append(record, payload);
    appendLittleEndian(record, slowMaskedSum(payload), 4);
    return record;
}

Bytes makeExample(int height, int width, int depth, int label, const Bytes& pixels) {
    Bytes features;
    append(features, feature("height", number(height)));
    append(features, feature("width", number(width)));
    append(features, feature("depth", number(depth)));
    append(features, feature("label", number(label)));
    append(features, feature("image_raw", field(1, field(1, pixels))));
    return field(1, features);
}

} // namespace belfry
