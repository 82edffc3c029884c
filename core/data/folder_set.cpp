#include "core/data/folder_set.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/class_folders.h"
#include "core/data/source.h"
#include "core/data/stores.h"
#include "core/formats/image.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSampled = 64; // pictures that determine the size
constexpr int kMaxOwnSide = 128, kDefaultSide = 64;
constexpr std::size_t kMinPerClass = 3; // one for each split

struct Sample {
    bool oneSize = true, grey = true;
    int width = 0, height = 0;
};

Sample lookAt(const fs::path& folder, const std::vector<PictureFile>& files) {
    Sample sample;
    const std::size_t stride = std::max<std::size_t>(1, files.size() / kSampled);
    for (std::size_t i = 0; i < files.size(); i += stride)
        try {
            const DecodedImage image = readImage(folder / files[i].path);
            if (sample.width == 0) {
                sample.width = image.width;
                sample.height = image.height;
            }
            sample.oneSize = sample.oneSize && image.width == sample.width && image.height == sample.height;
            sample.grey = sample.grey && image.channels == 1;
        } catch (const Error&) { // reported when all are read
        }
    return sample;
}

ImageShape shapeFor(const fs::path& folder, const std::vector<PictureFile>& files, const FolderOptions& options) {
    if (options.size && options.size->channels > 0)
        return options.size->shape(0);
    const Sample sample = lookAt(folder, files);
    const int channels = sample.grey ? 1 : 3;
    if (options.size)
        return options.size->shape(channels);
    const bool own = sample.oneSize && sample.width > 0 && std::max(sample.width, sample.height) <= kMaxOwnSide;
    return {
        .channels = channels, .height = own ? sample.height : kDefaultSide, .width = own ? sample.width : kDefaultSide};
}

using Numbers = std::vector<std::int64_t>; // indices into the list of training files

// Splits off a tenth of each class for each of `parts` parts, chosen by the seed. Element 0 is the remainder. All are
// ascending.
std::vector<Numbers> splitFiles(const std::vector<PictureFile>& files, std::size_t parts, std::uint64_t seed) {
    std::vector<Numbers> split(parts + 1);
    for (std::size_t first = 0; first < files.size();) {
        std::size_t last = first;
        while (last < files.size() && files[last].label == files[first].label)
            ++last;
        const std::size_t count = last - first;
        const std::size_t share = count >= kMinPerClass ? std::max<std::size_t>(1, count / kSplitPart) : 0;
        const auto order =
            permutation(static_cast<std::int64_t>(count), RandomStream(seed, Purpose::Sample, files[first].label));
        std::vector<std::size_t> owner(count); // 0: the remainder
        for (std::size_t i = 0; i < parts * share; ++i)
            owner[static_cast<std::size_t>(order[i])] = 1 + i / share;
        for (std::size_t i = 0; i < count; ++i)
            split[owner[i]].push_back(static_cast<std::int64_t>(first + i));
        first = last;
    }
    return split;
}

std::shared_ptr<const ImageStore> picked(const ImageStore& store, const Numbers& numbers, std::int64_t imageBytes) {
    std::vector<std::uint8_t> images(numbers.size() * static_cast<std::size_t>(imageBytes)), labels;
    store.read(numbers, images.data());
    for (const std::int64_t number : numbers)
        labels.push_back(store.label(number));
    return memoryStore(std::move(images), std::move(labels), imageBytes);
}

std::vector<PictureFile> picked(const std::vector<PictureFile>& files, const Numbers& numbers) {
    std::vector<PictureFile> some;
    for (const std::int64_t number : numbers)
        some.push_back(files[static_cast<std::size_t>(number)]);
    return some;
}

using Stores = std::array<std::shared_ptr<const ImageStore>, 3>; // by SplitKind

std::vector<std::size_t> missingSplits(const ClassFolders& found) {
    std::vector<std::size_t> missing;
    for (const std::size_t split : {1, 2})
        if (found.files[split].empty())
            missing.push_back(split);
    return missing;
}

// Unreadable pictures are omitted before the splits are made, so that they count for none.
Stores decodeNow(const fs::path& folder, ClassFolders& found, const FolderOptions& options, DataSet& data) {
    const std::vector<std::size_t> missing = missingSplits(found);
    Stores stores;
    for (std::size_t i = 0; i < stores.size(); ++i)
        stores[i] = decodedStore(folder, found.files[i], data.shape, data.issues);
    if (missing.empty())
        return stores;
    const std::vector<Numbers> split = splitFiles(found.files[0], missing.size(), options.splitSeed);
    const auto whole = stores[0];
    for (std::size_t i = 0; i < missing.size(); ++i)
        stores[missing[i]] = picked(*whole, split[i + 1], data.shape.bytes());
    stores[0] = picked(*whole, split[0], data.shape.bytes());
    return stores;
}

Stores decodeLater(const fs::path& folder, ClassFolders& found, const FolderOptions& options, const DataSet& data,
                   std::int64_t count) {
    const std::vector<std::size_t> missing = missingSplits(found);
    const std::vector<Numbers> split = splitFiles(found.files[0], missing.size(), options.splitSeed);
    for (std::size_t i = 0; i < missing.size(); ++i)
        found.files[missing[i]] = picked(found.files[0], split[i + 1]);
    found.files[0] = picked(found.files[0], split[0]);
    Stores stores;
    for (std::size_t i = 0; i < stores.size(); ++i) {
        // The cache is divided in proportion to the sizes of the splits.
        const std::int64_t cache = options.memoryBytes / count * static_cast<std::int64_t>(found.files[i].size());
        stores[i] = streamedStore(folder, std::move(found.files[i]), data.shape, cache);
    }
    return stores;
}

} // namespace

std::shared_ptr<const DataSet> openFolderSet(const fs::path& folder, const FolderOptions& options) {
    ClassFolders found = findClassFolders(folder);
    const auto data = ownDataSet(folder);
    data->shape = shapeFor(folder, found.files[0], options);
    data->classes = std::move(found.classes);
    data->issues = std::move(found.issues);
    const auto count = static_cast<std::int64_t>(found.files[0].size() + found.files[1].size() + found.files[2].size());
    const bool now = found.bytes <= options.decodeNowBytes && count * data->shape.bytes() <= options.memoryBytes;
    const Stores stores =
        now ? decodeNow(folder, found, options, *data) : decodeLater(folder, found, options, *data, count);
    data->train = stores[0];
    data->validation = stores[1];
    data->test = stores[2];
    if (data->train->size() == 0 || data->validation->size() == 0 || data->test->size() == 0)
        throw dataError(Text::tr("'%1' gives %2 training, %3 validation and %4 test pictures; each split needs at "
                                 "least one. Add pictures: three of one class are enough.",
                                 folder.string(), data->train->size(), data->validation->size(), data->test->size()));
    return data;
}

} // namespace belfry
