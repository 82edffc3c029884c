#include "core/data/folder_set.h"

#include "core/base/error.h"
#include "core/data/class_folders.h"
#include "core/data/data_version.h"
#include "core/data/picture_list.h"
#include "core/data/source.h"
#include "core/data/stores.h"
#include "core/formats/image.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSampled = 64;            // pictures that determine the size
constexpr std::size_t kHeadersChecked = 50'000; // pictures: some seconds; of more, as they are read
constexpr int kMaxOwnSide = 128, kDefaultSide = 64;

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

// Those of the files that the version does not leave out. store: all of the files.
std::shared_ptr<const ImageStore> picked(const ImageStore& store, const std::vector<PictureFile>& files,
                                         const Numbers& numbers, std::int64_t imageBytes) {
    Numbers kept;
    std::vector<std::uint8_t> labels;
    std::vector<std::string> names;
    for (const std::int64_t number : numbers) {
        const PictureFile& file = files[static_cast<std::size_t>(number)];
        if (file.leftOut)
            continue;
        kept.push_back(number);
        labels.push_back(file.label);
        names.push_back(file.path);
    }
    std::vector<std::uint8_t> images(kept.size() * static_cast<std::size_t>(imageBytes));
    store.read(kept, images.data());
    return memoryStore(std::move(images), std::move(labels), imageBytes, std::move(names));
}

std::vector<PictureFile> picked(const std::vector<PictureFile>& files, const Numbers& numbers) {
    std::vector<PictureFile> some;
    for (const std::int64_t number : numbers)
        if (const PictureFile& file = files[static_cast<std::size_t>(number)]; !file.leftOut)
            some.push_back(file);
    return some;
}

Numbers everyOne(const std::vector<PictureFile>& files) {
    Numbers numbers(files.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

using Stores = std::array<std::shared_ptr<const ImageStore>, 3>; // by SplitKind

std::vector<std::size_t> missingSplits(const ClassFolders& found) {
    std::vector<std::size_t> missing;
    for (const std::size_t split : {1, 2})
        if (found.files[split].empty())
            missing.push_back(split);
    return missing;
}

// Which of the files of found.files[from] make each split.
struct SplitFiles {
    std::size_t from = 0;
    Numbers numbers;
};
std::array<SplitFiles, 3> splitsOfFolder(const ClassFolders& found, PictureSplitting splitting) {
    const std::vector<std::size_t> missing = missingSplits(found);
    splitting.parts = missing.size();
    const std::vector<Numbers> split = splitPictures(found.files[0], splitting);
    std::array<SplitFiles, 3> parts{SplitFiles{0, split[0]}, SplitFiles{1, everyOne(found.files[1])},
                                    SplitFiles{2, everyOne(found.files[2])}};
    for (std::size_t i = 0; i < missing.size(); ++i)
        parts[missing[i]] = {0, split[i + 1]};
    return parts;
}

// Unreadable pictures are omitted before the splits are made, so that they count for none.
Stores decodeNow(const fs::path& folder, ClassFolders& found, const FolderOptions& options,
                 const PictureSplitting& splitting, DataSet& data) {
    Stores whole, stores;
    for (std::size_t i = 0; i < whole.size(); ++i)
        whole[i] = decodedStore(folder, found.files[i], data.shape, data.issues);
    const std::array<SplitFiles, 3> parts = splitsOfFolder(found, splitting);
    const bool asItIs = missingSplits(found).empty() && options.version.empty();
    for (std::size_t i = 0; i < stores.size(); ++i)
        stores[i] =
            asItIs ? whole[i]
                   : picked(*whole[parts[i].from], found.files[parts[i].from], parts[i].numbers, data.shape.bytes());
    return stores;
}

// As far as a header tells, unreadable pictures are omitted before the splits are made here, too.
Stores decodeLater(const fs::path& folder, ClassFolders& found, const FolderOptions& options,
                   const PictureSplitting& splitting, DataSet& data) {
    std::size_t count = 0;
    for (const std::vector<PictureFile>& files : found.files)
        count += files.size();
    for (std::vector<PictureFile>& files : found.files)
        if (count <= kHeadersChecked)
            leaveOutDamagedHeaders(folder, files, data.shape, data.issues);
    const std::array<SplitFiles, 3> parts = splitsOfFolder(found, splitting);
    std::array<std::vector<PictureFile>, 3> files;
    for (std::size_t i = 0; i < files.size(); ++i)
        files[i] = picked(found.files[parts[i].from], parts[i].numbers);
    const auto left = static_cast<std::int64_t>(files[0].size() + files[1].size() + files[2].size());
    Stores stores;
    for (std::size_t i = 0; i < stores.size(); ++i) {
        // The cache is divided in proportion to the sizes of the splits.
        const std::int64_t cache =
            options.memoryBytes / std::max<std::int64_t>(left, 1) * static_cast<std::int64_t>(files[i].size());
        stores[i] = streamedStore(folder, std::move(files[i]), data.shape, cache);
    }
    return stores;
}

void applyVersion(DataVersion version, const FolderOptions& options, const fs::path& folder, ClassFolders& found) {
    const std::size_t all = version.changes.size();
    for (std::vector<PictureFile>& files : found.files)
        for (PictureFile& file : files) {
            const auto change = version.changes.find(file.path);
            if (change == version.changes.end())
                continue;
            if (const auto& name = change->second) {
                const auto label = std::ranges::find(found.classes, *name);
                if (label == found.classes.end())
                    throw dataError(Text::tr("Version %1 puts '%2' into class '%3', which '%4' does not have. Choose "
                                             "the version of this folder.",
                                             options.version, file.path, *name, folder.string()));
                file.label = static_cast<std::uint8_t>(label - found.classes.begin());
            } else {
                file.leftOut = true;
            }
            version.changes.erase(change);
        }
    if (all > 0 && version.changes.size() == all)
        throw dataError(
            Text::tr("None of the %1 pictures that version %2 changes is in '%3'. Choose the version of this "
                     "folder.",
                     all, options.version, folder.string()));
    if (!version.changes.empty())
        found.issues.push_back(
            {DataIssue::Kind::MissingFile, std::ssize(version.changes),
             Text::plural("%n pictures that version %1 changes are not in '%2'; the first: '%3'.",
                          "%n picture that version %1 changes is not in '%2': '%3'.", std::ssize(version.changes),
                          options.version, folder.string(), version.changes.begin()->first)});
}

// Of the sets of a version.
void reportMissing(const DataVersion& version, const fs::path& folder, ClassFolders& found) {
    std::set<std::string> missing;
    for (const std::vector<std::string>& set : version.together)
        missing.insert(set.begin(), set.end());
    for (const std::vector<PictureFile>& files : found.files)
        for (const PictureFile& file : files)
            missing.erase(file.path);
    if (!missing.empty())
        found.issues.push_back(
            {DataIssue::Kind::MissingFile, std::ssize(missing),
             Text::plural("%n pictures that version %1 keeps together are not in '%2'; the first: '%3'.",
                          "%n picture that version %1 keeps together is not in '%2': '%3'.", std::ssize(missing),
                          hashOf(version), folder.string(), *missing.begin())});
}

// Of splits that are there as they are.
void reportGroupsAcross(const fs::path& folder, ClassFolders& found, const PictureSplitting& splitting) {
    if (const std::int64_t across = groupsAcross(found.files, splitting); across > 0)
        found.issues.push_back(
            {DataIssue::Kind::GroupAcross, across,
             Text::plural("%n groups of pictures of '%1' are in more than one of its splits, so that its test "
                          "pictures are like those learnt from.",
                          "%n group of pictures of '%1' is in more than one of its splits, so that its test pictures "
                          "are like those learnt from.",
                          across, folder.string())});
}

// `data`: with its name and folder.
void fill(DataSet& data, ClassFolders found, const FolderOptions& options) {
    const DataVersion version = options.version.empty() ? DataVersion() : loadDataVersion(options.version);
    applyVersion(version, options, data.folder, found);
    reportMissing(version, data.folder, found);
    const PictureSplitting splitting{.rule = options.rule,
                                     .seed = options.splitSeed,
                                     .grouping = options.grouping,
                                     .classDepth = found.depth,
                                     .together = version.together};
    reportGroupsAcross(data.name, found, splitting);
    data.version = options.version;
    data.shape = shapeFor(data.folder, found.files[0], options);
    data.classes = std::move(found.classes);
    data.issues = std::move(found.issues);
    const auto count = static_cast<std::int64_t>(found.files[0].size() + found.files[1].size() + found.files[2].size());
    const bool now = found.bytes <= options.decodeNowBytes && count * data.shape.bytes() <= options.memoryBytes;
    const Stores stores = now ? decodeNow(data.folder, found, options, splitting, data)
                              : decodeLater(data.folder, found, options, splitting, data);
    data.train = stores[0];
    data.validation = stores[1];
    data.test = stores[2];
    if (data.train->size() == 0 || data.validation->size() == 0 || data.test->size() == 0)
        throw dataError(Text::tr("'%1' gives %2 training, %3 validation and %4 test pictures; each split needs at "
                                 "least one. Add pictures: three of one class are enough, if they are not one group.",
                                 data.name, data.train->size(), data.validation->size(), data.test->size()));
}

} // namespace

std::shared_ptr<const DataSet> openFolderSet(const fs::path& folder, const FolderOptions& options) {
    const auto data = ownDataSet(folder);
    fill(*data, findClassFolders(folder), options);
    return data;
}

std::shared_ptr<const DataSet> openListedSet(const fs::path& list, const FolderOptions& options) {
    const auto data = ownDataSet(list);
    data->folder = list.parent_path();
    fill(*data, readPictureList(list), options);
    return data;
}

} // namespace belfry
