#include "core/formats/idx.h"

#include "core/base/error.h"

namespace belfry {
namespace {

constexpr std::uint8_t kUnsignedByte = 0x08;

[[noreturn]] void refuseIdx(const std::string& source, const std::string& found, const std::string& expected) {
    throw Error(ErrorCategory::Data, "'" + source + "' " + found + "; expected " + expected +
                                         ". Get the original file again, or check that it is the right one.");
}

std::string dimensionsText(int count) {
    return std::to_string(count) + (count == 1 ? " dimension" : " dimensions");
}

void checkMagic(const Bytes& bytes, int dimensions, const std::string& source) {
    const std::string expected = "an IDX file of unsigned bytes in " + dimensionsText(dimensions);
    if (bytes.size() < 4)
        refuseIdx(source, "has only " + std::to_string(bytes.size()) + " bytes", expected);
    if (bytes[0] != 0 || bytes[1] != 0)
        refuseIdx(source, "does not begin with two zero bytes: it is no IDX file", expected);
    if (bytes[2] != kUnsignedByte)
        refuseIdx(source, "holds elements of type " + std::to_string(bytes[2]), expected + " (type 8)");
    if (bytes[3] != dimensions)
        refuseIdx(source, "has " + dimensionsText(bytes[3]), expected);
}

std::int64_t bigEndian32(const std::uint8_t* bytes) {
    return std::int64_t{bytes[0]} << 24 | std::int64_t{bytes[1]} << 16 | std::int64_t{bytes[2]} << 8 | bytes[3];
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t dimension : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(dimension);
    return text;
}

// Compares by division, as the product of invalid dimensions would overflow.
void checkSize(const std::vector<std::int64_t>& shape, std::uint64_t present, const std::string& source) {
    std::uint64_t wanted = 1;
    for (const std::int64_t dimension : shape) {
        if (dimension == 0)
            refuseIdx(source, "says it is " + shapeText(shape), "no dimension of 0");
        if (wanted > present / static_cast<std::uint64_t>(dimension))
            refuseIdx(source,
                      "says it is " + shapeText(shape) + " but holds only " + std::to_string(present) + " elements",
                      "all of them: it is truncated, or its header is damaged");
        wanted *= static_cast<std::uint64_t>(dimension);
    }
    if (wanted != present)
        refuseIdx(source,
                  "has " + std::to_string(present - wanted) + " bytes after its " + shapeText(shape) + " elements",
                  "nothing after them");
}

} // namespace

IdxArray parseIdx(Bytes bytes, int dimensions, const std::string& source) {
    checkMagic(bytes, dimensions, source);
    const std::size_t header = 4 + 4 * static_cast<std::size_t>(dimensions);
    if (bytes.size() < header)
        refuseIdx(source, "ends within its header", std::to_string(header) + " bytes of header: it is truncated");
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
