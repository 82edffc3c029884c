// The data sets that Belfry knows by name, and where it looks for them.
#pragma once

#include "core/data/dataset.h"

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

// Opens a data set (blocks for the disk, about 0.3 s for MNIST). A folder that holds some but not all of the files,
// or damaged ones, is an error that names the file, not a reason to look further.
// Throws Error(Usage) for an unknown name, Error(Data) for missing or damaged files.
std::shared_ptr<const DataSet> openDataSet(const std::string& name,
                                           const std::optional<std::filesystem::path>& dataDir = {});

// What `belfry-cli data check` prints: every file read to its end and compared with its known checksum.
struct CheckReport {
    std::string name;
    std::filesystem::path folder;
    std::int64_t train = 0, validation = 0, test = 0; // images
    std::vector<std::int64_t> trainPerClass;
    bool official = false; // contents equal the published files
    std::string note;      // what is not as published, or not known to be
};
// `nameOrPath`: a catalogue name, or a folder that holds one of the catalogue's data sets. Throws like openDataSet.
CheckReport checkDataSet(const std::string& nameOrPath, const std::optional<std::filesystem::path>& dataDir = {});

} // namespace belfry
