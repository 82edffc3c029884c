#include "core/data/fingerprint.h"

#include "core/formats/tfrecord.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kImages = 1000; // of a split

void append(std::vector<std::uint8_t>& bytes, const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back(0);
}

void append(std::vector<std::uint8_t>& bytes, std::uint32_t sum) { append(bytes, std::to_string(sum)); }

std::uint32_t sumOf(const ImageStore& store, const ImageShape& shape) {
    std::vector<std::uint8_t> bytes;
    for (std::int64_t image = 0; image < store.size(); ++image)
        bytes.push_back(store.label(image));
    const std::int64_t images = std::min(kImages, store.size());
    std::vector<std::int64_t> ids;
    for (std::int64_t i = 0; i < images; ++i)
        ids.push_back(i * store.size() / images);
    const std::size_t labels = bytes.size();
    bytes.resize(labels + static_cast<std::size_t>(images * shape.bytes()));
    store.read(ids, bytes.data() + labels);
    return crc32c(bytes);
}

} // namespace

std::string fingerprintOf(const DataSet& data) {
    std::vector<std::uint8_t> bytes;
    append(bytes, std::to_string(data.shape.channels) + "x" + std::to_string(data.shape.height) + "x" +
                      std::to_string(data.shape.width));
    for (const std::string& name : data.classes)
        append(bytes, name);
    std::string counts;
    for (const auto& store : {data.train, data.validation, data.test}) {
        append(bytes, sumOf(*store, data.shape));
        counts += (counts.empty() ? "" : " + ") + std::to_string(store->size());
    }
    char sum[16];
    std::snprintf(sum, sizeof sum, "%08x", crc32c(bytes));
    return counts + " images, checksum " + sum;
}

} // namespace belfry
