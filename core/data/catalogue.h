// The data sets that Belfry knows by name, the folders where it searches for them, and data sets in a user's folders.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct CatalogueEntry {
    std::string name;  // "mnist"
    std::string title; // "MNIST": the same in every language
    Text summary;      // "60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes"
    ImageShape shape;
    int classes = 0;
};

// The table; command-line help and menus are generated from it.
const std::vector<CatalogueEntry>& catalogue();
std::vector<std::string> dataSetNames();

// The folders searched for `name`, in order: dataDir (--data-dir), $BELFRY_DATA, the user's data folder,
// $BELFRY_SYSTEM_DATA or /usr/share/datasets, the embedded copy. In each, FOLDER/name, the folder that the published
// archive unpacks to (FOLDER/cifar-10-batches-bin), and FOLDER itself are tried.
std::vector<std::filesystem::path> searchFolders(const std::string& name,
                                                 const std::optional<std::filesystem::path>& dataDir);

// The first of these folders with the set's files; nullopt if there is none. Opens no file. Throws Error(Usage) for an
// unknown name, Error(Data) for a folder with only some of the files.
std::optional<std::filesystem::path> findDataSet(const std::string& name,
                                                 const std::optional<std::filesystem::path>& dataDir = {});

struct DataOptions {
    std::optional<std::filesystem::path> dataDir;
    std::string pictureSize{};   // see parsePictureSize(); "": as they are
    std::uint64_t splitSeed = 1; // for folders without all three splits
    std::string version{};       // of a folder of pictures (data/data_version.h); "": as it is
    std::string groups{};        // of its pictures that stay in one split: a name of groupingNames(); "": the first
    std::string splitBy{};       // a name of splitRuleNames(); "": the first
    bool operator==(const DataOptions&) const = default;
};

// Opens a data set: a name of the catalogue, the path of a list of pictures (data/picture_list.h), or that of a folder.
// A folder contains such a list called labels.csv, one sub-folder per class (data/folder_set.h), TFRecord files
// (data/record_set.h), or the files of a set of the catalogue or of the same format. Blocks for the disk, about 0.3 s
// for MNIST. A folder with missing or damaged files is an error that names the file; the search does not continue.
// Throws Error(Usage) for an unknown name, a version or a picture size that cannot be; Error(Data) for missing or
// damaged files.
std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath, const DataOptions& options);
std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath,
                                           const std::optional<std::filesystem::path>& dataDir = {});

// Makes the path of an existing folder or list of pictures absolute, so that it is valid in other working directories.
// Returns everything else unchanged, also names of the catalogue.
std::string resolveDataName(const std::string& nameOrPath);

// True for a list of pictures, and for a folder that openDataSet reads as one sub-folder per class.
bool isPictureFolder(const std::string& nameOrPath);

// Result of `belfry-cli data check`: every file is read completely and compared with its known checksum.
struct CheckReport {
    std::string name;
    std::filesystem::path folder;
    std::int64_t train = 0, validation = 0, test = 0; // images
    std::vector<std::int64_t> trainPerClass;
    bool official = false; // contents equal the published files
    Text note;             // files that differ from the published ones, or could not be compared
    std::vector<DataIssue> issues;
};
// `nameOrPath` as in openDataSet. Every picture of a folder is decoded. Throws like openDataSet.
CheckReport checkDataSet(const std::string& nameOrPath, const DataOptions& options = {});

} // namespace belfry
