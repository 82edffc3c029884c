// One row of the catalogue: how a data set is recognised in a folder, opened, and compared with the published one.
// Used by the catalogue and its loaders only. Stateless; any thread.
#pragma once

#include "core/data/catalogue.h"
#include "core/data/download.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// One in so many training images goes to each split that a set does not bring.
inline constexpr std::int64_t kSplitPart = 10;

struct SourceFile {
    std::string role;               // "training images"
    std::vector<std::string> names; // names it goes by, best first
    std::string sha256;             // of the published file, unpacked; "": not known
    std::string packedSha256;       // of the published gzip file; "": not known
    bool optional = false;          // its path is empty when the folder lacks it
};

struct DataSetSource {
    CatalogueEntry entry;
    std::vector<std::string> classes; // index = label
    std::string origin;
    std::string licence;
    std::int64_t validation = 0; // images taken from the front of the training files, where that number is fixed
    std::string unpackedFolder;  // the folder that the published archive unpacks to; "": none
    std::vector<SourceFile> files;
    std::vector<DownloadFile> downloads; // none: it comes with Belfry
    std::size_t telltale = 0; // the small file whose contents tell this set from another with the same file names
    // Fills the three splits from `paths`, which are parallel to `files`.
    void (*load)(const DataSetSource& source, const std::vector<std::filesystem::path>& paths, DataSet& dataSet);
};

// The table itself; catalogue() shows its entries.
const std::vector<DataSetSource>& dataSetSources();

// Where the source's files are in `folder`: none when it holds none of them; Error(Data) when it holds only some.
std::optional<std::vector<std::filesystem::path>> findFiles(const DataSetSource& source,
                                                            const std::filesystem::path& folder);

// Whether a file has the contents that were published, as far as their checksums are known. Blocks for the disk.
enum class Published { Yes, No, NotKnown };
Published compareWithPublished(const SourceFile& file, const std::filesystem::path& path);

// The data set in those files. Throws Error(Data) naming the damaged one.
std::shared_ptr<const DataSet> loadDataSet(const DataSetSource& source, const std::filesystem::path& folder,
                                           const std::vector<std::filesystem::path>& paths);

} // namespace belfry
