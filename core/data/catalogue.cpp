#include "core/data/catalogue.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/data/class_folders.h"
#include "core/data/folder_set.h"
#include "core/data/idx_set.h"
#include "core/data/parquet_import.h"
#include "core/data/picture_files.h"
#include "core/data/picture_list.h"
#include "core/data/record_set.h"
#include "core/data/resized_store.h"
#include "core/data/source.h"
#include "core/data/stores.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace belfry {
namespace {

namespace fs = std::filesystem;

struct Place {
    const DataSetSource* source = nullptr;
    fs::path folder;
    std::vector<fs::path> paths; // parallel to source->files
};

// A --data-dir that does not exist is a typing error. If it exists without the set, the search continues.
void checkDataDir(const std::optional<fs::path>& dataDir) {
    std::error_code code;
    if (dataDir && !fs::is_directory(*dataDir, code))
        throw dataError(Text::tr("The data folder '%1' does not exist; --data-dir expects an existing folder. Correct "
                                 "the path, or leave it out to use the default folders.",
                                 dataDir->string()));
}

std::optional<Place> searchByName(const DataSetSource& source, const std::optional<fs::path>& dataDir) {
    checkDataDir(dataDir);
    for (const fs::path& folder : searchFolders(source.entry.name, dataDir))
        if (auto paths = findFiles(source, folder))
            return Place{&source, folder, std::move(*paths)};
    return std::nullopt;
}

Place findByName(const DataSetSource& source, const std::optional<fs::path>& dataDir) {
    if (auto place = searchByName(source, dataDir))
        return std::move(*place);
    std::string searched;
    for (const fs::path& folder : searchFolders(source.entry.name, dataDir))
        searched += (searched.empty() ? "'" : ", '") + folder.string() + "'";
    throw dataError(Text::tr(
        "No files of %1 ('%2' and others) in %3. Put them into one of these folders, or name theirs with --data-dir.",
        source.entry.title, source.files[0].names[0], searched));
}

bool isFolder(const std::string& path) {
    std::error_code code;
    return fs::is_directory(path, code);
}

[[noreturn]] void refuseName(const std::string& nameOrPath) {
    std::error_code code;
    if (isCalledParquet(nameOrPath) && fs::exists(nameOrPath, code))
        throw parquetIsImported(nameOrPath);
    const bool there = fs::exists(nameOrPath, code);
    if (!there && nameOrPath.find('/') != std::string::npos)
        throw dataError(
            Text::tr("There is no '%1'. Was it renamed or moved, or its disk taken away? Put it back, or name "
                     "the folder or list of pictures as it is called now.",
                     nameOrPath));
    if (there)
        throw dataError(
            Text::tr("'%1' is not a folder; expected one that holds a data set's files, or a list of pictures (.csv, "
                     ".tsv, .txt). Check the path.",
                     nameOrPath));
    throw usageError(unknownName(Text::tr("data set"), nameOrPath, dataSetNames()));
}

// Finds a set of the catalogue by its name, or by the contents of a folder.
std::optional<Place> findPlace(const std::string& nameOrPath, const std::optional<fs::path>& dataDir) {
    if (const DataSetSource* source = findSource(nameOrPath))
        return findByName(*source, dataDir);
    if (!isFolder(nameOrPath) && pictureListAt(nameOrPath))
        return std::nullopt;
    if (!isFolder(nameOrPath))
        refuseName(nameOrPath);
    for (const DataSetSource& source : dataSetSources())
        try {
            if (auto paths = findFiles(source, nameOrPath))
                return Place{&source, nameOrPath, std::move(*paths)};
        } catch (const Error&) {
            if (!hasIdxFiles(nameOrPath)) // colour pictures have MNIST's file names too, except for one
                throw;
        }
    return std::nullopt;
}

// Of images that have one size.
std::shared_ptr<const DataSet> inStatedSize(std::shared_ptr<const DataSet> whole, const DataOptions& options) {
    const std::optional<StatedSize> size = parsePictureSize(options.pictureSize);
    if (!size)
        return whole;
    const ImageShape from = whole->shape;
    const ImageShape to = size->shape(from.channels);
    if (to == from)
        return whole;
    auto resized = std::make_shared<DataSet>(*whole);
    resized->shape = to;
    for (auto* split : {&resized->train, &resized->validation, &resized->test})
        *split = resizedStore(*split, from, to);
    return resized;
}

bool isLoosePicture(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && !isHidden(path) && startsLikeAPicture(path);
}

std::shared_ptr<const DataSet> openOwnFolder(const fs::path& folder, const DataOptions& options) {
    if (hasRecordFiles(folder))
        return inStatedSize(openRecordSet(folder, options.splitSeed), options);
    const FolderOptions pictures{.size = parsePictureSize(options.pictureSize),
                                 .splitSeed = options.splitSeed,
                                 .version = options.version,
                                 .grouping = groupingNamed(options.groups),
                                 .rule = splitRuleNamed(options.splitBy)};
    if (const std::optional<fs::path> list = pictureListAt(folder))
        return openListedSet(*list, pictures);
    if (hasClassFolders(folder))
        return openFolderSet(folder, pictures);
    if (std::error_code ignored; std::ranges::any_of(entriesOf(folder, ignored), isCalledParquet))
        throw parquetIsImported(folder);
    if (errorOfOpening(folder) != 0)
        throw ioError(
            Text::tr("'%1' cannot be read (%2). Check who may read it.", folder.string(), reasonOfNotOpening(folder)));
    std::error_code ignored;
    if (const auto loose = std::ranges::count_if(entriesOf(folder, ignored), isLoosePicture); loose > 0)
        throw dataError(Text::plural("'%1' holds %n pictures, and no folder for each class. Sort them into sub-folders "
                                     "that are named like the classes, or add a list of them, 'labels.csv'.",
                                     "'%1' holds %n picture, and no folder for each class. Sort pictures into "
                                     "sub-folders that are named like the classes, or add a list of them, "
                                     "'labels.csv'.",
                                     loose, folder.string()));
    throw dataError(Text::tr(
        "'%1' holds no data set known here; expected sub-folders of pictures, one per class, or 'labels.csv', or "
        "'train.tfrecords', or, for example, '%2' and its companions. Name the folder that holds the files themselves.",
        folder.string(), dataSetSources()[0].files[0].names[0]));
}

// The files that differ from the published ones; "" if none is known to. `compared`: every file could be compared.
Text differences(const Place& place, bool& compared) {
    Text all;
    compared = true;
    for (std::size_t i = 0; i < place.paths.size(); ++i) {
        const SourceFile& file = place.source->files[i];
        if (place.paths[i].empty() || (file.optional && file.sha256.empty()))
            continue;
        const Published published = compareWithPublished(file, place.paths[i]);
        compared = compared && published != Published::NotKnown;
        if (published == Published::No) {
            const Text one = Text::tr("%1 ('%2')", file.role, place.paths[i].filename().string());
            all = all.empty() ? one : Text::tr("%1, %2", all, one);
        }
    }
    return all;
}

void addFolder(std::vector<fs::path>& folders, const fs::path& folder, const std::string& name) {
    folders.push_back(folder / name);
    if (const DataSetSource* source = findSource(name); source && !source->unpackedFolder.empty())
        folders.push_back(folder / source->unpackedFolder);
    folders.push_back(folder);
}

// A folder that this system or installation lacks must not prevent finding a data set in another.
void addIfKnown(std::vector<fs::path>& folders, fs::path (*place)(), const fs::path& below, const std::string& name) {
    try {
        addFolder(folders, below.empty() ? place() : place() / below, name);
    } catch (const Error&) {
    }
}

// A store that decodes lazily finds issues only when it is read.
void readAll(const ImageStore& store, const ImageShape& shape) {
    constexpr std::int64_t kReadAtOnce = 256;
    if (store.contiguous())
        return;
    std::vector<std::int64_t> indices;
    std::vector<std::uint8_t> images(static_cast<std::size_t>(kReadAtOnce * shape.bytes()));
    for (std::int64_t first = 0; first < store.size(); first += kReadAtOnce) {
        indices.resize(static_cast<std::size_t>(std::min(kReadAtOnce, store.size() - first)));
        std::iota(indices.begin(), indices.end(), first);
        store.read(indices, images.data());
    }
}

} // namespace

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = [] {
        std::vector<CatalogueEntry> made;
        for (const DataSetSource& source : dataSetSources())
            made.push_back(source.entry);
        return made;
    }();
    return entries;
}

std::vector<std::string> dataSetNames() { return namesIn(catalogue()); }

std::vector<fs::path> searchFolders(const std::string& name, const std::optional<fs::path>& dataDir) {
    std::vector<fs::path> folders;
    if (dataDir)
        addFolder(folders, *dataDir, name);
    if (const char* named = std::getenv("BELFRY_DATA"); named && *named)
        addFolder(folders, named, name);
    addIfKnown(folders, userDataFolder, {}, name);
    const char* system = std::getenv("BELFRY_SYSTEM_DATA");
    addFolder(folders, system && *system ? system : "/usr/share/datasets", name);
    addIfKnown(folders, resourceFolder, "datasets", name);
    return folders;
}

std::optional<fs::path> findDataSet(const std::string& name, const std::optional<fs::path>& dataDir) {
    const std::optional<Place> place = searchByName(sourceNamed(name), dataDir);
    return place ? std::optional(place->folder) : std::nullopt;
}

std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath, const DataOptions& options) {
    const std::optional<Place> place = findPlace(nameOrPath, options.dataDir);
    const fs::path folder = resolveDataName(nameOrPath);
    const bool ownIdx = !findSource(nameOrPath) && hasIdxFiles(folder);
    if (!options.version.empty() && !isPictureFolder(nameOrPath))
        throw usageError(
            Text::tr("Version %1 is of a folder of pictures, one sub-folder per class; '%2' is none. Leave "
                     "the version out.",
                     asUtf8(options.version), nameOrPath));
    if (!place && !ownIdx)
        return openOwnFolder(folder, options);
    if (place && !ownIdx)
        return inStatedSize(loadDataSet(*place->source, place->folder, place->paths), options);
    try {
        if (place)
            return inStatedSize(loadDataSet(*place->source, folder, place->paths), options);
    } catch (const Error&) { // MNIST's file names, but other sizes or classes: a user's own set
    }
    return inStatedSize(openIdxSet(folder), options);
}

std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath, const std::optional<fs::path>& dataDir) {
    return openDataSet(nameOrPath, DataOptions{.dataDir = dataDir, .pictureSize = {}});
}

std::string resolveDataName(const std::string& nameOrPath) {
    if (findSource(nameOrPath) || (!isFolder(nameOrPath) && !pictureListAt(nameOrPath)))
        return nameOrPath;
    return absolutePath(nameOrPath).string();
}

bool isPictureFolder(const std::string& nameOrPath) {
    if (findSource(nameOrPath))
        return false;
    if (!isFolder(nameOrPath))
        return pictureListAt(nameOrPath).has_value();
    if (hasRecordFiles(nameOrPath) || hasIdxFiles(nameOrPath))
        return false;
    return (pictureListAt(nameOrPath) || hasClassFolders(nameOrPath)) &&
           std::ranges::none_of(dataSetSources(),
                                [&](const auto& source) { return findFiles(source, nameOrPath).has_value(); });
}

CheckReport checkDataSet(const std::string& nameOrPath, const DataOptions& options) {
    const auto dataSet = openDataSet(nameOrPath, options);
    CheckReport report{.name = dataSet->name,
                       .folder = dataSet->folder,
                       .train = dataSet->train->size(),
                       .validation = dataSet->validation->size(),
                       .test = dataSet->test->size(),
                       .trainPerClass = std::vector<std::int64_t>(dataSet->classes.size()),
                       .official = false,
                       .note = dataSet->remark,
                       .issues = {}};
    for (std::int64_t i = 0; i < report.train; ++i)
        ++report.trainPerClass[dataSet->train->label(i)];
    for (const ImageStore* split : splitsOf(*dataSet))
        readAll(*split, dataSet->shape);
    report.issues = issues(*dataSet);
    if (!findSource(dataSet->name))
        return report;
    bool compared = false;
    const Text different = differences(*findPlace(nameOrPath, options.dataDir), compared);
    report.official = different.empty() && compared && dataSet->remark.empty();
    if (!dataSet->remark.empty())
        report.note = dataSet->remark;
    else if (!different.empty())
        report.note = Text::tr("readable, but not as published: %1", different);
    else
        report.note = compared
                          ? Text::tr("every file equals the published one")
                          : Text::tr("every file has the published size; the published checksums are not known here");
    return report;
}

} // namespace belfry
