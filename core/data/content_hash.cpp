#include "core/data/content_hash.h"

#include "core/formats/sha256.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kImagesRead = 256; // images of a split that is not in memory

void addNumber(Sha256& hash, std::int64_t number) {
    std::array<std::uint8_t, 8> bytes{}; // of one order on all machines
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> (8 * i));
    hash.add(bytes);
}

void addSplit(Sha256& hash, const ImageStore& store, std::int64_t imageBytes) {
    const std::int64_t count = store.size();
    addNumber(hash, count);
    std::vector<std::uint8_t> labels(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        labels[static_cast<std::size_t>(i)] = store.label(i);
    hash.add(labels);
    if (const std::uint8_t* all = store.contiguous()) {
        hash.add({all, static_cast<std::size_t>(count * imageBytes)});
        return;
    }
    std::vector<std::uint8_t> image(static_cast<std::size_t>(imageBytes));
    const std::int64_t sampled = std::min(count, kImagesRead);
    for (std::int64_t k = 0; k < sampled; ++k) {
        const std::int64_t index = k * count / sampled;
        store.read({&index, 1}, image.data());
        hash.add(image);
    }
}

std::string hashOf(const DataSet& data, std::initializer_list<const ImageStore*> splits) {
    Sha256 hash;
    for (const std::int64_t number : {std::int64_t{data.shape.channels}, std::int64_t{data.shape.height},
                                      std::int64_t{data.shape.width}, std::ssize(data.classes)})
        addNumber(hash, number);
    for (const ImageStore* split : splits)
        addSplit(hash, *split, data.shape.bytes());
    return hash.digest();
}

} // namespace

std::string contentHash(const DataSet& data) { return hashOf(data, {data.train.get(), data.validation.get()}); }

std::string testContentHash(const DataSet& data) { return hashOf(data, {data.test.get()}); }

} // namespace belfry
