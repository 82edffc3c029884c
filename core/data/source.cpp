#include "core/data/source.h"

#include "core/base/error.h"
#include "core/data/cifar_set.h"
#include "core/data/idx_set.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// The published MNIST files of Y. LeCun's page; the sums are those of the unpacked files.
DataSetSource mnist() {
    DataSetSource source;
    source.entry = {.name = "mnist",
                    .title = "MNIST",
                    .summary = "60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes",
                    .shape = {.channels = 1, .height = 28, .width = 28},
                    .classes = 10};
    source.classes = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    source.origin = "Y. LeCun, C. Cortes, C. J. C. Burges: The MNIST database of handwritten digits";
    source.licence = "CC BY-SA 3.0";
    source.validation = 5000;
    source.files = {
        {"training images", idxNames("train-images", 3),
         "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
        {"training labels", idxNames("train-labels", 1),
         "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
        {"test images", idxNames("t10k-images", 3), "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
        {"test labels", idxNames("t10k-labels", 1),
         "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}};
    source.load = loadIdxSet;
    return source;
}

fs::path findFile(const SourceFile& file, const fs::path& folder) {
    std::error_code code;
    for (const std::string& name : file.names)
        if (fs::is_regular_file(folder / name, code))
            return folder / name;
    return {};
}

} // namespace

const std::vector<DataSetSource>& dataSetSources() {
    static const std::vector<DataSetSource> table = {mnist(), cifar10Source()};
    return table;
}

std::optional<std::vector<fs::path>> findFiles(const DataSetSource& source, const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const SourceFile& file : source.files)
        paths.push_back(findFile(file, folder));
    if (std::ranges::all_of(paths, &fs::path::empty))
        return std::nullopt;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].empty() && !source.files[i].optional)
            throw Error(ErrorCategory::Data, "'" + folder.string() + "' holds some files of " + source.entry.title +
                                                 " but not the " + source.files[i].role + " ('" +
                                                 source.files[i].names[0] +
                                                 "', which may be gzip'd). Add it, or choose another data folder.");
    return paths;
}

std::shared_ptr<const DataSet> loadDataSet(const DataSetSource& source, const fs::path& folder,
                                           const std::vector<fs::path>& paths) {
    auto dataSet = std::make_shared<DataSet>();
    dataSet->name = source.entry.name;
    dataSet->title = source.entry.title;
    dataSet->shape = source.entry.shape;
    dataSet->classes = source.classes;
    dataSet->folder = folder;
    dataSet->origin = source.origin;
    dataSet->licence = source.licence;
    source.load(source, paths, *dataSet);
    return dataSet;
}

} // namespace belfry
