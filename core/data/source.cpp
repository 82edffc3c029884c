#include "core/data/source.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/data/cifar_set.h"
#include "core/data/idx_set.h"
#include "core/formats/gzip.h"
#include "core/formats/sha256.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxPublishedBytes = std::uint64_t{1} << 31;

// Four IDX files of 28x28 grey pictures of ten classes. The sums are of training images and labels, test images and
// labels; "": unknown.
DataSetSource idxSource(const char* name, const char* title, Text summary, const std::array<const char*, 4>& sums,
                        const std::array<const char*, 4>& packedSums) {
    DataSetSource source;
    source.entry = {.name = name,
                    .title = title,
                    .summary = std::move(summary),
                    .shape = {.channels = 1, .height = 28, .width = 28},
                    .classes = 10};
    source.validation = 5000;
    source.files = {{Text::tr("training images"), idxNames("train-images", 3), sums[0], packedSums[0]},
                    {Text::tr("training labels"), idxNames("train-labels", 1), sums[1], packedSums[1]},
                    {Text::tr("test images"), idxNames("t10k-images", 3), sums[2], packedSums[2]},
                    {Text::tr("test labels"), idxNames("t10k-labels", 1), sums[3], packedSums[3]}};
    source.distinguishingFile = 3;
    source.load = loadIdxSet;
    return source;
}

constexpr std::array<const char*, 4> kUnknownSums{"", "", "", ""};

// The published MNIST files of Y. LeCun's page. The checksums are those of the uncompressed files.
DataSetSource mnist() {
    DataSetSource source =
        idxSource("mnist", "MNIST", Text::tr("60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes"),
                  {"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
                   "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
                   "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
                   "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"},
                  kUnknownSums);
    source.classes = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
    source.origin = "Y. LeCun, C. Cortes, C. J. C. Burges: The MNIST database of handwritten digits";
    source.licence = Text::verbatim("CC BY-SA 3.0");
    return source;
}

// The files of github.com/zalandoresearch/fashion-mnist. The checksums are those of the gzip files, as listed by
// TensorFlow Datasets and others. Checksums of the uncompressed files are not published.
DataSetSource fashionMnist() {
    DataSetSource source =
        idxSource("fashion-mnist", "Fashion-MNIST",
                  Text::tr("60,000 + 10,000 pictures of clothing, 28x28 grey, 10 classes"), kUnknownSums,
                  {"3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
                   "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
                   "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
                   "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5"});
    source.classes = {"T-shirt/top", "trouser", "pullover", "dress", "coat",
                      "sandal",      "shirt",   "sneaker",  "bag",   "ankle boot"};
    source.origin = "H. Xiao, K. Rasul, R. Vollgraf, Zalando Research: Fashion-MNIST";
    source.licence = Text::verbatim("MIT");
    const auto download = [&](const std::string& name, std::uint64_t bytes, std::size_t file) {
        std::vector<std::string> urls;
        for (const char* server : {"https://github.com/zalandoresearch/fashion-mnist/raw/master/data/fashion/",
                                   "https://storage.googleapis.com/tensorflow/tf-keras-datasets/",
                                   "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"})
            urls.push_back(server + name);
        source.downloads.push_back({name, std::move(urls), bytes, source.files[file].packedSha256});
    };
    download("train-images-idx3-ubyte.gz", 26'421'880, 0);
    download("train-labels-idx1-ubyte.gz", 29'515, 1);
    download("t10k-images-idx3-ubyte.gz", 4'422'102, 2);
    download("t10k-labels-idx1-ubyte.gz", 5'148, 3);
    return source;
}

bool sharesNames(const DataSetSource& a, const DataSetSource& b) { return a.files[0].names == b.files[0].names; }

// MNIST and Fashion-MNIST have the same file names. The checksum of the test labels decides. If it is neither's, a
// folder with the name of one of the sets contains that set; any other folder contains the first such set of the table.
bool isAnothers(const DataSetSource& source, const fs::path& folder, const std::vector<fs::path>& paths) {
    if (std::ranges::count_if(dataSetSources(), [&](const auto& other) { return sharesNames(source, other); }) == 1)
        return false;
    const DataSetSource* first = nullptr;
    const DataSetSource* called = nullptr;
    for (const DataSetSource& other : dataSetSources()) {
        if (!sharesNames(source, other))
            continue;
        if (compareWithPublished(other.files[other.distinguishingFile], paths[other.distinguishingFile]) ==
            Published::Yes)
            return other.entry.name != source.entry.name;
        first = first ? first : &other;
        if (folder.filename() == other.entry.name)
            called = &other;
    }
    const DataSetSource* owner = called ? called : first;
    return owner->entry.name != source.entry.name;
}

} // namespace

const std::vector<DataSetSource>& dataSetSources() {
    static const std::vector<DataSetSource> table = {mnist(), fashionMnist(), cifar10Source()};
    return table;
}

const DataSetSource* findSource(const std::string& name) {
    for (const DataSetSource& source : dataSetSources())
        if (source.entry.name == name)
            return &source;
    return nullptr;
}

const DataSetSource& sourceNamed(const std::string& name) {
    if (const DataSetSource* source = findSource(name))
        return *source;
    throw usageError(unknownName(Text::tr("data set"), name, dataSetNames()));
}

fs::path firstFile(const fs::path& folder, const std::vector<std::string>& names) {
    std::error_code code;
    for (const std::string& name : names)
        if (fs::is_regular_file(folder / name, code))
            return folder / name;
    return {};
}

std::shared_ptr<DataSet> ownDataSet(const fs::path& folder) {
    auto data = std::make_shared<DataSet>();
    data->name = folder.string();
    data->title = folder.filename().string();
    data->folder = folder;
    return data;
}

Published compareWithPublished(const SourceFile& file, const fs::path& path) {
    const std::string raw = readFile(path, kMaxPublishedBytes);
    const std::span<const std::uint8_t> bytes = asBytes(raw);
    const bool packed = isGzip(bytes);
    if (packed && !file.packedSha256.empty() && sha256(bytes) == file.packedSha256)
        return Published::Yes;
    if (!file.sha256.empty())
        return sha256(packed ? gunzip(bytes, kMaxPublishedBytes, path.string()) : Bytes(bytes.begin(), bytes.end())) ==
                       file.sha256
                   ? Published::Yes
                   : Published::No;
    // Another program may have compressed the same contents again.
    return Published::NotKnown;
}

std::optional<std::vector<fs::path>> findFiles(const DataSetSource& source, const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const SourceFile& file : source.files)
        paths.push_back(firstFile(folder, file.names));
    if (std::ranges::all_of(paths, &fs::path::empty))
        return std::nullopt;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].empty() && !source.files[i].optional)
            throw dataError(Text::tr("'%1' holds some files of %2 but not the %3 ('%4', which may be gzip'd). Add it, "
                                     "or choose another data folder.",
                                     folder.string(), source.entry.title, source.files[i].role,
                                     source.files[i].names[0]));
    return isAnothers(source, folder, paths) ? std::nullopt : std::optional(std::move(paths));
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
