// The data sets that Belfry knows by name, and where it looks for them; and data sets in folders of a user's own.
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
    std::string name;    // "mnist"
    std::string title;   // "MNIST"
    std::string summary; // "60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes"
    ImageShape shape;
    int classes = 0;
};

// The table; CLI help, GUI menus and docs are made from it.
const std::vector<CatalogueEntry>& catalogue();
std::vector<std::string> dataSetNames();

// The folders searched for `name`, in order: dataDir (--data-dir), $BELFRY_DATA, the user's data folder,
// /usr/share/datasets, the embedded copy. In each, FOLDER/name, the folder that the published archive unpacks to
// (FOLDER/cifar-10-batches-bin), and FOLDER itself are tried.
std::vector<std::filesystem::path> searchFolders(const std::string& name,
                                                 const std::optional<std::filesystem::path>& dataDir);

// The first of these folders that holds the set's files; nothing when none does. Opens nothing. Throws Error(Usage) for
// an unknown name, Error(Data) for a folder that holds but some of the files.
std::optional<std::filesystem::path> findDataSet(const std::string& name,
                                                 const std::optional<std::filesystem::path>& dataDir = {});

struct DataOptions {
    std::optional<std::filesystem::path> dataDir;
    std::string pictureSize{};   // as parsePictureSize() reads it; for folders of pictures only
    std::uint64_t splitSeed = 1; // for folders that do not have all three splits
};

// Opens a data set: a name of the catalogue, or the path of a folder with one sub-folder per class (data/folder_set.h),
// TFRecord files (data/record_set.h), or the files of a catalogue's set or of its form. Blocks for the disk, about 0.3
// s for MNIST. A folder that holds some but not all of the files, or damaged ones, is an error that names the file, not
// a reason to look further. Throws Error(Usage) for an unknown name and a picture size where none can be chosen,
// Error(Data) for missing or damaged files.
std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath, const DataOptions& options);
std::shared_ptr<const DataSet> openDataSet(const std::string& nameOrPath,
                                           const std::optional<std::filesystem::path>& dataDir = {});

// The catalogue's name as it is; the path of an existing folder as an absolute one, so that it means the same from
// elsewhere; anything else unchanged.
std::string settledDataName(const std::string& nameOrPath);

// True for a folder that openDataSet takes as one sub-folder per class: its pictures can be brought to any size.
bool isPictureFolder(const std::string& nameOrPath);

// What `belfry-cli data check` prints: every file read to its end and compared with its known checksum.
struct CheckReport {
    std::string name;
    std::filesystem::path folder;
    std::int64_t train = 0, validation = 0, test = 0; // images
    std::vector<std::int64_t> trainPerClass;
    bool official = false; // contents equal the published files
    std::string note;      // what is not as published, or not known to be
    std::vector<Oddity> oddities;
};
// `nameOrPath` as in openDataSet. Every picture of a folder is decoded. Throws like openDataSet.
CheckReport checkDataSet(const std::string& nameOrPath, const DataOptions& options = {});

} // namespace belfry
