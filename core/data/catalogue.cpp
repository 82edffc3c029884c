#include "core/data/catalogue.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/data/source.h"
#include "core/formats/gzip.h"
#include "core/formats/sha256.h"

#include <algorithm>
#include <cstdlib>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t fileLimit = std::uint64_t{1} << 31;

struct Place {
    const DataSetSource* source = nullptr;
    fs::path folder;
    std::vector<fs::path> paths; // parallel to source->files
};

const DataSetSource* sourceNamed(const std::string& name) {
    for (const DataSetSource& source : dataSetSources())
        if (source.entry.name == name)
            return &source;
    return nullptr;
}

// A folder that does not exist is surely a typing error; one that lacks the set is a reason to look further.
void checkDataDir(const std::optional<fs::path>& dataDir) {
    std::error_code code;
    if (dataDir && !fs::is_directory(*dataDir, code))
        throw Error(ErrorCategory::Data,
                    "The data folder '" + dataDir->string() +
                        "' does not exist; --data-dir expects an existing folder. Correct the path, "
                        "or leave it out to use the usual places.");
}

Place findByName(const DataSetSource& source, const std::optional<fs::path>& dataDir) {
    checkDataDir(dataDir);
    const std::vector<fs::path> folders = searchFolders(source.entry.name, dataDir);
    std::string searched;
    for (const fs::path& folder : folders) {
        if (auto paths = findFiles(source, folder))
            return {&source, folder, std::move(*paths)};
        searched += (searched.empty() ? "'" : ", '") + folder.string() + "'";
    }
    throw Error(ErrorCategory::Data, "No files of " + source.entry.title + " ('" + source.files[0].names[0] +
                                         "' and others) in " + searched +
                                         ". Put them into one of these folders, or name theirs with --data-dir.");
}

Place findInFolder(const fs::path& folder) {
    for (const DataSetSource& source : dataSetSources())
        if (auto paths = findFiles(source, folder))
            return {&source, folder, std::move(*paths)};
    throw Error(ErrorCategory::Data, "'" + folder.string() +
                                         "' holds no data set known here; expected, for example, '" +
                                         dataSetSources()[0].files[0].names[0] +
                                         "' and its companions. Name the folder that holds the files themselves.");
}

Place findByNameOrPath(const std::string& nameOrPath, const std::optional<fs::path>& dataDir) {
    if (const DataSetSource* source = sourceNamed(nameOrPath))
        return findByName(*source, dataDir);
    std::error_code code;
    if (fs::is_directory(nameOrPath, code))
        return findInFolder(nameOrPath);
    if (nameOrPath.find('/') != std::string::npos || fs::exists(nameOrPath, code))
        throw Error(ErrorCategory::Data, "'" + nameOrPath +
                                             "' is not a folder; expected one that holds a data set's "
                                             "files. Check the path.");
    throw Error(ErrorCategory::Usage, unknownName("data set", nameOrPath, dataSetNames()));
}

// What is not as published, in words; "" when everything is.
std::string differences(const Place& place) {
    std::string text;
    for (std::size_t i = 0; i < place.paths.size(); ++i)
        if (!place.source->files[i].sha256.empty() &&
            sha256(readPlainOrGzip(place.paths[i], fileLimit)) != place.source->files[i].sha256)
            text += (text.empty() ? "" : ", ") + place.source->files[i].role + " ('" +
                    place.paths[i].filename().string() + "')";
    return text;
}

void addFolder(std::vector<fs::path>& folders, const fs::path& folder, const std::string& name) {
    folders.push_back(folder / name);
    if (const DataSetSource* source = sourceNamed(name); source && !source->unpackedFolder.empty())
        folders.push_back(folder / source->unpackedFolder);
    folders.push_back(folder);
}

// A place that this system or installation lacks must not hide a data set that lies elsewhere.
void addIfKnown(std::vector<fs::path>& folders, fs::path (*place)(), const fs::path& below, const std::string& name) {
    try {
        addFolder(folders, below.empty() ? place() : place() / below, name);
    } catch (const Error&) {
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

std::vector<std::string> dataSetNames() {
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : catalogue())
        names.push_back(entry.name);
    return names;
}

std::vector<fs::path> searchFolders(const std::string& name, const std::optional<fs::path>& dataDir) {
    std::vector<fs::path> folders;
    if (dataDir)
        addFolder(folders, *dataDir, name);
    if (const char* named = std::getenv("BELFRY_DATA"); named && *named)
        addFolder(folders, named, name);
    addIfKnown(folders, userDataFolder, {}, name);
    addFolder(folders, "/usr/share/datasets", name);
    addIfKnown(folders, resourceFolder, "datasets", name);
    return folders;
}

std::shared_ptr<const DataSet> openDataSet(const std::string& name, const std::optional<fs::path>& dataDir) {
    const DataSetSource* source = sourceNamed(name);
    if (!source)
        throw Error(ErrorCategory::Usage, unknownName("data set", name, dataSetNames()));
    const Place place = findByName(*source, dataDir);
    return loadDataSet(*place.source, place.folder, place.paths);
}

CheckReport checkDataSet(const std::string& nameOrPath, const std::optional<fs::path>& dataDir) {
    const Place place = findByNameOrPath(nameOrPath, dataDir);
    const auto dataSet = loadDataSet(*place.source, place.folder, place.paths);
    CheckReport report;
    report.name = dataSet->name;
    report.folder = dataSet->folder;
    report.train = dataSet->train->size();
    report.validation = dataSet->validation->size();
    report.test = dataSet->test->size();
    report.trainPerClass.assign(dataSet->classes.size(), 0);
    for (std::int64_t i = 0; i < report.train; ++i)
        ++report.trainPerClass[dataSet->train->label(i)];
    const std::string different = differences(place);
    const bool compared =
        std::ranges::none_of(place.source->files, [](const SourceFile& file) { return file.sha256.empty(); });
    report.official = different.empty() && compared;
    if (!dataSet->remark.empty())
        report.note = dataSet->remark;
    else if (!different.empty())
        report.note = "readable, but not as published: " + different;
    else
        report.note = compared ? "every file equals the published one"
                               : "every file has the published size; the published checksums are not known here";
    return report;
}

} // namespace belfry
