#include "core/formats/idx.h"

#include "core/base/error.h"
#include "core/base/joined.h"

namespace belfry {
namespace {

constexpr std::uint8_t kUnsignedByte = 0x08;

[[noreturn]] void refuseIdx(const std::string& source, const Text& found, const Text& expected) {
    throw dataError(Text::tr("'%1' %2; expected %3. Get the original file again, or check that it is the right one.",
                             source, found, expected));
}

void checkMagic(const Bytes& bytes, int dimensions, const std::string& source) {
    const Text expected = Text::plural("an IDX file of unsigned bytes in %n dimensions",
                                       "an IDX file of unsigned bytes in %n dimension", dimensions);
    if (bytes.size() < 4)
        refuseIdx(source, Text::plural("has only %n bytes", "has only %n byte", std::ssize(bytes)), expected);
    if (bytes[0] != 0 || bytes[1] != 0)
        refuseIdx(source, Text::tr("does not begin with two zero bytes: it is not an IDX file"), expected);
    if (bytes[2] != kUnsignedByte)
        refuseIdx(source, Text::tr("holds elements of type %1", bytes[2]), Text::tr("%1 (type 8)", expected));
    if (bytes[3] != dimensions)
        refuseIdx(source, Text::plural("has %n dimensions", "has %n dimension", bytes[3]), expected);
}

std::int64_t bigEndian32(const std::uint8_t* bytes) {
    return std::int64_t{bytes[0]} << 24 | std::int64_t{bytes[1]} << 16 | std::int64_t{bytes[2]} << 8 | bytes[3];
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    return joined(
        shape, " x ", [](std::int64_t dimension) { return std::to_string(dimension); });
}

// Compares by division, as the product of invalid dimensions would overflow.
void checkSize(const std::vector<std::int64_t>& shape, std::uint64_t present, const std::string& source) {
    std::uint64_t wanted = 1;
    for (const std::int64_t dimension : shape) {
        if (dimension == 0)
            refuseIdx(source, Text::tr("declares the shape %1", shapeText(shape)), Text::tr("no dimension of 0"));
        if (wanted > present / static_cast<std::uint64_t>(dimension))
            refuseIdx(source,
                      Text::plural("declares the shape %1 but holds only %n elements",
                                   "declares the shape %1 but holds only %n element",
                                   static_cast<std::int64_t>(present), shapeText(shape)),
                      Text::tr("all of them: it is truncated, or its header is damaged"));
        wanted *= static_cast<std::uint64_t>(dimension);
    }
    if (wanted != present)
        refuseIdx(source,
                  Text::plural("has %n bytes after its %1 elements", "has %n byte after its %1 elements",
                               static_cast<std::int64_t>(present - wanted), shapeText(shape)),
                  Text::tr("no trailing bytes"));
}

} // namespace

IdxArray parseIdx(Bytes bytes, int dimensions, const std::string& source) {
    checkMagic(bytes, dimensions, source);
    const std::size_t header = 4 + 4 * static_cast<std::size_t>(dimensions);
    if (bytes.size() < header)
        refuseIdx(source, Text::tr("ends within its header"), Text::tr("%1 bytes of header: it is truncated", header));
    IdxArray array;
    for (std::size_t at = 4; at < header; at += 4)
        array.shape.push_back(bigEndian32(bytes.data() + at));
    checkSize(array.shape, bytes.size() - header, source);
    bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
    array.values = std::move(bytes);
    return array;
}

IdxArray readIdx(const std::filesystem::path& path, int dimensions, std::uint64_t limit) {
    return parseIdx(readPlainOrGzip(path, limit), dimensions, path.string());
}

} // namespace belfry
