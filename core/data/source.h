// A row of the catalogue: how a data set is recognised in a folder, opened, and compared with the published one. Used
// only by the catalogue and its loaders. Stateless; any thread.
#pragma once

#include "core/data/catalogue.h"
#include "core/data/download.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// One in so many training images is used for each split that a set does not have.
inline constexpr std::int64_t kSplitPart = 10;

struct SourceFile {
    Text role;                      // "training images"
    std::vector<std::string> names; // possible names, preferred first
    std::string sha256;             // of the published file, uncompressed; "": unknown
    std::string packedSha256;       // of the published gzip file; "": unknown
    bool optional = false;          // its path is empty if the folder lacks it
};

struct DataSetSource {
    CatalogueEntry entry;
    std::vector<std::string> classes; // index = label
    std::string origin;
    Text licence;
    std::int64_t validation = 0; // the first images of the training files, where the number is fixed
    std::string unpackedFolder;  // the folder in the published archive; "": none
    std::vector<SourceFile> files;
    std::vector<DownloadFile> downloads; // empty: it ships with Belfry
    std::size_t distinguishingFile =
        0; // a small file that distinguishes this set from another with the same file names
    // Fills the three splits from `paths`, parallel to `files`.
    void (*load)(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);
};

// The table itself; catalogue() shows its entries.
const std::vector<DataSetSource>& dataSetSources();

const DataSetSource* findSource(const std::string& name);  // null for an unknown one
const DataSetSource& sourceNamed(const std::string& name); // throws Error(Usage) with the nearest known name

// The first of these files that `folder` has; empty if it has none.
std::filesystem::path firstFile(const std::filesystem::path& folder, const std::vector<std::string>& names);

// Of a user's own folder: with its name, without images.
std::shared_ptr<DataSet> ownDataSet(const std::filesystem::path& folder);

// The paths of the source's files in `folder`; nullopt if it has none of them. Throws Error(Data) if it has only some.
std::optional<std::vector<std::filesystem::path>> findFiles(const DataSetSource& source,
                                                            const std::filesystem::path& folder);

// Compares a file with the known checksums of the published one. Blocks for the disk.
enum class Published { Yes, No, NotKnown };
Published compareWithPublished(const SourceFile& file, const std::filesystem::path& path);

// Loads the data set from these files. Throws Error(Data) naming a damaged one.
std::shared_ptr<const DataSet> loadDataSet(const DataSetSource& source, const std::filesystem::path& folder,
                                           const std::vector<std::filesystem::path>& paths);

} // namespace belfry
