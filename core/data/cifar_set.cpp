#include "core/data/cifar_set.h"

#include "core/base/error.h"
#include "core/data/stores.h"
#include "core/formats/cifar.h"

#include <array>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatches = 5; // the first five files; then the test batch, then the names
constexpr std::size_t kTest = kBatches, kNames = kBatches + 1;
constexpr std::int64_t kPublishedTraining = 50'000, kPublishedTest = 10'000;
constexpr std::uint64_t kMaxNameBytes = 1 << 16;
// Of the files in the published archive, as listed by torchvision for Ruby.
constexpr std::array<const char*, kBatches + 1> kSums{
    "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5",
    "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed",
    "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67",
    "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48",
    "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add",
    "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"};

// A gap in the batches is an error: a sample has the first ones.
void refuseGaps(const DataSetSource& source, const std::vector<fs::path>& paths) {
    for (std::size_t i = 1; i < kBatches; ++i)
        if (paths[i - 1].empty() && !paths[i].empty())
            throw dataError(
                Text::tr("'%1' holds '%2' of %3 but not '%4'; expected no gap. Add it, or choose another data folder.",
                         paths[i].parent_path().string(), paths[i].filename().string(), source.entry.title,
                         source.files[i - 1].names[0]));
}

std::shared_ptr<const ImageStore> storeOf(CifarRecords records) {
    return memoryStore(std::move(records.images), std::move(records.labels), kCifarImageBytes);
}

Text sampleRemark(const DataSetSource& source, const DataSet& dataSet, std::int64_t training) {
    if (training == kPublishedTraining && dataSet.test->size() == kPublishedTest)
        return {};
    return Text::tr("'%1' holds %2 of %3 training and %4 of %5 test images of %6.", dataSet.folder.string(), training,
                    kPublishedTraining, dataSet.test->size(), kPublishedTest, source.entry.title);
}

std::vector<std::string> withGzip(const std::string& name) { return {name, name + ".gz"}; }

} // namespace

void loadCifarSet(const DataSetSource& source, const std::vector<fs::path>& paths, DataSet& dataSet) {
    refuseGaps(source, paths);
    CifarRecords records;
    for (std::size_t i = 0; i < kBatches; ++i)
        if (!paths[i].empty())
            readCifar(paths[i], records);
    const auto training = storeOf(std::move(records));
    const std::int64_t validation = training->size() / kSplitPart;
    if (validation == 0)
        throw dataError(
            Text::plural("'%1' holds %n images; expected at least %2, of which a tenth is kept for validation. "
                         "Get the original file again.",
                         "'%1' holds %n image; expected at least %2, of which a tenth is kept for validation. "
                         "Get the original file again.",
                         training->size(), paths[0].string(), kSplitPart));
    dataSet.validation = rangeStore(training, 0, validation, kCifarImageBytes);
    dataSet.train = rangeStore(training, validation, training->size() - validation, kCifarImageBytes);
    CifarRecords test;
    readCifar(paths[kTest], test);
    dataSet.test = storeOf(std::move(test));
    if (!paths[kNames].empty())
        dataSet.classes = parseCifarNames(readPlainOrGzip(paths[kNames], kMaxNameBytes), paths[kNames].string());
    dataSet.remark = sampleRemark(source, dataSet, training->size());
}

DataSetSource cifar10Source() {
    DataSetSource source;
    source.entry = {.name = "cifar-10",
                    .title = "CIFAR-10",
                    .summary = Text::tr("50,000 + 10,000 small photographs, 32x32 colour, 10 classes"),
                    .shape = {.channels = kCifarChannels, .height = kCifarSide, .width = kCifarSide},
                    .classes = kCifarClasses};
    source.classes = {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
    source.origin = "A. Krizhevsky, V. Nair, G. Hinton: CIFAR-10";
    source.licence = Text::tr("no licence is stated; its authors ask to cite A. Krizhevsky 2009, \"Learning Multiple "
                              "Layers of Features from Tiny Images\"");
    source.unpackedFolder = "cifar-10-batches-bin";
    for (std::size_t i = 1; i <= kBatches; ++i)
        source.files.push_back({.role = Text::tr("training batch %1", i),
                                .names = withGzip("data_batch_" + std::to_string(i) + ".bin"),
                                .sha256 = kSums[i - 1],
                                .packedSha256 = {},
                                .optional = i > 1});
    source.files.push_back({.role = Text::tr("test batch"),
                            .names = withGzip("test_batch.bin"),
                            .sha256 = kSums[kTest],
                            .packedSha256 = {}});
    source.files.push_back({.role = Text::tr("names of the classes"),
                            .names = {"batches.meta.txt"},
                            .sha256 = {},
                            .packedSha256 = {},
                            .optional = true});
    // Size and checksum from the set's page and from TensorFlow Datasets.
    source.downloads = {{.name = "cifar-10-binary.tar.gz",
                         .urls = {"https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
                                  "https://cave.cs.toronto.edu/kriz/cifar-10-binary.tar.gz"},
                         .bytes = 170'052'171,
                         .sha256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"}};
    source.distinguishingFile = kTest;
    source.load = loadCifarSet;
    return source;
}

} // namespace belfry
