#include "core/formats/gzip.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <memory>

namespace belfry {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS; // inflateInit2: expect gzip's header and trailer

[[noreturn]] void refuseGzip(const std::string& source, const Text& found) {
    throw dataError(Text::tr("'%1' %2 Get the file again from its source.", source, found));
}

struct Inflater {
    z_stream stream{};
    Inflater() {
        if (inflateInit2(&stream, kGzipOnly) != Z_OK)
            throw dataError(Text::tr("zlib cannot start: there is not enough memory. Close other programs."));
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
};

// The last four bytes are the size modulo 2^32. They may be wrong, so they only determine the first allocation.
std::uint64_t sizeHint(std::span<const std::uint8_t> packed, std::uint64_t limit) {
    const std::uint64_t size = littleEndian<std::uint32_t>(packed.last(4));
    // One byte more than the contents, so that zlib reaches the trailer without more output space.
    return std::min({size, limit, packed.size() * kMaxDeflateRatio}) + 1;
}

void checkLimit(std::uint64_t filled, std::uint64_t limit, const std::string& source) {
    if (filled > limit)
        refuseGzip(source, Text::tr("unpacks to more than the %1 bytes expected here: it is another file.", limit));
}

// One byte beyond the limit is allocated, so that contents of exactly `limit` bytes reach their end.
void grow(Bytes& bytes, std::uint64_t limit, const std::string& source) {
    checkLimit(bytes.size(), limit, source);
    bytes.resize(std::min(std::max<std::uint64_t>(bytes.size() * 2, 4096), limit + 1));
}

void explain(int code, const z_stream& stream, const std::string& source) {
    const std::string reason = stream.msg ? stream.msg : zError(code);
    if (code == Z_BUF_ERROR)
        refuseGzip(source, Text::tr("ends in the middle of its gzip data: it is truncated."));
    if (reason == "incorrect data check" || reason == "incorrect length check")
        refuseGzip(source, Text::tr("does not match its gzip checksum (%1): it is damaged.", reason));
    refuseGzip(source, Text::tr("holds damaged gzip data (%1).", reason));
}

// Decompresses an intact file with one member, the normal case, in less than half of zlib's time. False for all others.
bool inflateWhole(std::span<const std::uint8_t> packed, Bytes& bytes, std::size_t& filled) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater(
        libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
    std::size_t used = 0;
    return inflater &&
           libdeflate_gzip_decompress_ex(inflater.get(), packed.data(), packed.size(), bytes.data(), bytes.size(),
                                         &used, &filled) == LIBDEFLATE_SUCCESS &&
           used == packed.size();
}

// Advances `stream` to the end of one member, growing `bytes` as needed; `filled` counts the contents.
void inflateMember(z_stream& stream, Bytes& bytes, std::size_t& filled, std::uint64_t limit,
                   const std::string& source) {
    for (int code = Z_OK; code != Z_STREAM_END;) {
        if (filled == bytes.size())
            grow(bytes, limit, source);
        const std::size_t room = std::min<std::size_t>(bytes.size() - filled, 1U << 30);
        stream.next_out = bytes.data() + filled;
        stream.avail_out = static_cast<uInt>(room);
        code = inflate(&stream, Z_NO_FLUSH);
        filled += room - stream.avail_out;
        if (code != Z_OK && code != Z_STREAM_END)
            explain(code, stream, source);
    }
}

// Decompresses all members and returns the number of bytes. Throws with the reason if a member is damaged.
std::size_t inflateMembers(std::span<const std::uint8_t> packed, Bytes& bytes, std::uint64_t limit,
                           const std::string& source) {
    Inflater inflater;
    z_stream& stream = inflater.stream;
    stream.next_in = const_cast<Bytef*>(packed.data()); // zlib only reads it
    stream.avail_in = static_cast<uInt>(packed.size());
    std::size_t filled = 0;
    while (stream.avail_in > 0) {
        if (!isGzip({stream.next_in, stream.avail_in}))
            refuseGzip(source, Text::plural("has %n trailing bytes after its gzip data.",
                                            "has %n trailing byte after its gzip data.", stream.avail_in));
        inflateMember(stream, bytes, filled, limit, source);
        inflateReset(&stream);
    }
    return filled;
}

} // namespace

bool isGzip(std::span<const std::uint8_t> bytes) { return bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b; }

Bytes gunzip(std::span<const std::uint8_t> packed, std::uint64_t limit, const std::string& source) {
    if (!isGzip(packed))
        refuseGzip(source, Text::tr("is not a gzip file."));
    if (packed.size() < 18 || packed.size() > (std::uint64_t{1} << 31))
        refuseGzip(source, Text::tr("has %1 bytes; a gzip file of 18 bytes to 2 GiB is expected.", packed.size()));
    Bytes bytes(sizeHint(packed, limit));
    std::size_t filled = 0;
    if (!inflateWhole(packed, bytes, filled))
        filled = inflateMembers(packed, bytes, limit, source);
    checkLimit(filled, limit, source);
    bytes.resize(filled);
    return bytes;
}

Bytes readPlainOrGzip(const std::filesystem::path& path, std::uint64_t limit) {
    const std::uint64_t packedLimit = limit + limit / 1000 + 4096; // incompressible data grow a little
    const std::string content = readFile(path, packedLimit);
    const std::span<const std::uint8_t> bytes = asBytes(content);
    if (isGzip(bytes))
        return gunzip(bytes, limit, path.string());
    if (bytes.size() > limit)
        refuseGzip(path.string(),
                   Text::tr("has %1 bytes; at most %2 are expected here: it is another file.", bytes.size(), limit));
    return {bytes.begin(), bytes.end()};
}

} // namespace belfry
