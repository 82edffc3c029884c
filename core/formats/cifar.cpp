#include "core/formats/cifar.h"

#include "core/base/error.h"

#include <sstream>

namespace belfry {
namespace {

constexpr std::size_t kRecordBytes = 1 + kCifarImageBytes;

[[noreturn]] void refuseCifar(const std::string& source, const Text& found, const Text& expected) {
    throw dataError(Text::tr("'%1' %2; expected %3. Get the original file again, or check that it is the right one.",
                             source, found, expected));
}

// Converts planes of red, green and blue to pixels of three bytes.
void interleave(const std::uint8_t* planes, std::uint8_t* pixels) {
    for (std::size_t i = 0; i < kCifarPixels; ++i)
        for (std::size_t channel = 0; channel < kCifarChannels; ++channel)
            *pixels++ = planes[channel * kCifarPixels + i];
}

} // namespace

void appendCifar(const Bytes& bytes, const std::string& source, CifarRecords& records) {
    const std::size_t count = bytes.size() / kRecordBytes;
    if (bytes.size() % kRecordBytes != 0 || count == 0)
        refuseCifar(source,
                    Text::plural("has %n bytes, %1 more than %2", "has %n byte, %1 more than %2", std::ssize(bytes),
                                 bytes.size() % kRecordBytes,
                                 Text::plural("%n CIFAR-10 records of %1", "%n CIFAR-10 record of %1",
                                              static_cast<std::int64_t>(count), kRecordBytes)),
                    Text::tr("whole records: it is truncated, or not a CIFAR-10 file"));
    for (std::size_t i = 0; i < count; ++i)
        if (const int label = bytes[i * kRecordBytes]; label >= kCifarClasses)
            refuseCifar(source, Text::tr("gives record %1 the label %2", i, label),
                        Text::tr("labels 0 to %1: it is damaged, or not a CIFAR-10 file", kCifarClasses - 1));
    const std::size_t before = records.labels.size();
    records.labels.resize(before + count);
    records.images.resize((before + count) * kCifarImageBytes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* record = bytes.data() + i * kRecordBytes;
        records.labels[before + i] = record[0];
        interleave(record + 1, records.images.data() + (before + i) * kCifarImageBytes);
    }
}

void readCifar(const std::filesystem::path& path, CifarRecords& records, std::uint64_t limit) {
    appendCifar(readPlainOrGzip(path, limit), path.string(), records);
}

std::vector<std::string> parseCifarNames(const Bytes& text, const std::string& source) {
    std::istringstream lines(std::string(text.begin(), text.end()));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        if (!line.empty())
            names.push_back(line);
    }
    if (names.size() != kCifarClasses)
        refuseCifar(source, Text::plural("names %n classes", "names %n class", static_cast<std::int64_t>(names.size())),
                    Text::tr("ten lines, one class name each"));
    return names;
}

} // namespace belfry
