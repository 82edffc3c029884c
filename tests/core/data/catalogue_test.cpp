// Where data sets are looked for, and what is refused when they are found incomplete, damaged or foreign.
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "tests/core/data/environment.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <optional>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint32_t kTrainCount = 5003, testCount = 2;

Bytes images(std::uint32_t count, std::uint32_t side = 28) {
    return makeIdx({count, side, side}, Bytes(std::size_t{count} * side * side, 9));
}

Bytes labels(std::uint32_t count, std::uint8_t last = 3) {
    Bytes values(count, 1);
    values.back() = last;
    return makeIdx({count}, values);
}

// A tiny set of MNIST's form: 5,000 + 3 training images, 2 test images.
void writeSet(const fs::path& folder) {
    write(folder / "train-images-idx3-ubyte", images(kTrainCount));
    write(folder / "train-labels-idx1-ubyte", labels(kTrainCount));
    write(folder / "t10k-images-idx3-ubyte", images(testCount));
    write(folder / "t10k-labels-idx1-ubyte", labels(testCount));
}

struct CatalogueTest : testing::Test {
    TestFolder folder;
    Environment data{"BELFRY_DATA", ""};
    Environment home{"XDG_DATA_HOME", (folder / "home").string()};
    fs::path dir = folder.path();

    std::string opening() {
        return refusal([&] { openDataSet("mnist", dir); });
    }
};

TEST_F(CatalogueTest, TheTableDescribesMnist) {
    EXPECT_THAT(dataSetNames(), testing::Contains("mnist"));
    EXPECT_EQ(catalogue().front().title, "MNIST");
    EXPECT_EQ(catalogue().front().classes, 10);
}

TEST_F(CatalogueTest, FoldersAreSearchedInTheDocumentedOrder) {
    const Environment named("BELFRY_DATA", "/named");
    const Environment usual("BELFRY_SYSTEM_DATA", "");
    const fs::path resources = resourceFolder() / "datasets";
    EXPECT_THAT(searchFolders("mnist", fs::path("/given")),
                ElementsAre("/given/mnist", "/given", "/named/mnist", "/named", folder / "home/belfry/mnist",
                            folder / "home/belfry", "/usr/share/datasets/mnist", "/usr/share/datasets",
                            resources / "mnist", resources));
    const Environment unset("BELFRY_DATA", "");
    EXPECT_EQ(searchFolders("mnist", std::nullopt).front(), folder / "home/belfry/mnist");
    const Environment system("BELFRY_SYSTEM_DATA", "/system");
    EXPECT_EQ(searchFolders("mnist", std::nullopt).at(3), "/system");
}

// Tests found Fashion-MNIST where Debian's package dataset-fashion-mnist is installed.
TEST(Confined, FindsNothingOnTheMachine) {
    for (const std::string& name : dataSetNames())
        EXPECT_EQ(findDataSet(name).has_value(), name == "mnist") << name; // Belfry's own copy
    for (const fs::path& folder : searchFolders("mnist", std::nullopt))
        EXPECT_EQ(fs::exists(folder), folder.string().starts_with(resourceFolder().string())) << folder;
}

// A broken installation must not hide data that lies in a folder the user named.
TEST_F(CatalogueTest, MissingResourcesDoNotHideOtherFolders) {
    const Environment broken("BELFRY_RESOURCES", "/none"), usual("BELFRY_SYSTEM_DATA", "");
    writeSet(dir);
    EXPECT_EQ(openDataSet("mnist", dir)->train->size(), 3);
    EXPECT_EQ(searchFolders("mnist", std::nullopt).back(), "/usr/share/datasets");
}

TEST_F(CatalogueTest, TheFirstFolderWithTheSetWins) {
    writeSet(folder / "named/mnist");
    writeSet(folder / "given");
    fs::create_directories(folder / "empty");
    const Environment named("BELFRY_DATA", (folder / "named").string());
    EXPECT_EQ(openDataSet("mnist", folder / "given")->folder, folder / "given");
    EXPECT_EQ(openDataSet("mnist", folder / "empty")->folder, folder / "named/mnist");
    EXPECT_EQ(openDataSet("mnist")->folder, folder / "named/mnist");
}

TEST_F(CatalogueTest, SplitsAreDisjointAndInOrder) {
    writeSet(dir);
    const auto set = openDataSet("mnist", dir);
    EXPECT_EQ(set->validation->size(), 5000);
    EXPECT_EQ(set->train->size(), 3);
    EXPECT_EQ(set->test->size(), 2);
    EXPECT_EQ(set->train->label(2), 3); // the last of the training file
    EXPECT_EQ(set->train->label(1), 1);
}

TEST_F(CatalogueTest, FilesMayBeCompressedOrNamedDifferently) {
    write(dir / "train-images.idx3-ubyte", images(kTrainCount));
    write(dir / "train-labels.idx1-ubyte.gz", packGzip(labels(kTrainCount)));
    write(dir / "t10k-images-idx3-ubyte.gz", packGzip(images(testCount)));
    write(dir / "t10k-labels-idx1-ubyte", labels(testCount));
    EXPECT_EQ(openDataSet("mnist", dir)->train->size(), 3);
}

TEST_F(CatalogueTest, UnknownNamesSuggestTheNearest) {
    const std::string message = refusal([] { openDataSet("minist"); }, ErrorCategory::Usage);
    EXPECT_THAT(message, HasSubstr("Unknown data set 'minist'; did you mean 'mnist'?"));
    EXPECT_THAT(refusal([] { checkDataSet("minist"); }, ErrorCategory::Usage), HasSubstr("did you mean 'mnist'?"));
}

TEST_F(CatalogueTest, AMissingFolderIsRefused) {
    dir /= "nowhere";
    EXPECT_THAT(opening(), HasSubstr("nowhere' does not exist"));
    EXPECT_THAT(refusal([&] { checkDataSet(dir.string()); }), HasSubstr("Was it renamed or moved"));
    EXPECT_THAT(refusal([&] { checkDataSet(folder.path().string()); }), HasSubstr("holds no data set known here"));
}

TEST_F(CatalogueTest, AnIncompleteFolderIsRefusedNotSkipped) {
    writeSet(dir);
    fs::remove(dir / "t10k-labels-idx1-ubyte");
    EXPECT_THAT(opening(), HasSubstr("but not the test labels ('t10k-labels-idx1-ubyte'"));
}

TEST_F(CatalogueTest, DamagedFilesAreReported) {
    writeSet(dir);
    write(dir / "t10k-images-idx3-ubyte", {0, 0, 8, 3, 0});
    EXPECT_THAT(opening(), HasSubstr("t10k-images-idx3-ubyte' ends within its header"));
}

TEST_F(CatalogueTest, ImagesAndLabelsMustMatch) {
    writeSet(dir);
    write(dir / "t10k-labels-idx1-ubyte", labels(testCount + 1));
    EXPECT_THAT(opening(), HasSubstr("t10k-labels-idx1-ubyte' holds 3 labels; expected 2"));
}

TEST_F(CatalogueTest, LabelsMustBeClasses) {
    writeSet(dir);
    write(dir / "train-labels-idx1-ubyte", labels(kTrainCount, 10));
    EXPECT_THAT(opening(), HasSubstr("gives image 5002 the label 10; expected labels 0 to 9"));
}

TEST_F(CatalogueTest, ImagesMustHaveTheKnownSize) {
    writeSet(dir);
    write(dir / "t10k-images-idx3-ubyte", images(testCount, 27));
    EXPECT_THAT(opening(), HasSubstr("images of 27 x 27 pixels; expected 28 x 28"));
}

TEST_F(CatalogueTest, TheValidationSplitMustLeaveTrainingImages) {
    writeSet(dir);
    write(dir / "train-images-idx3-ubyte", images(5000));
    write(dir / "train-labels-idx1-ubyte", labels(5000));
    EXPECT_THAT(opening(), HasSubstr("holds 5000 images; expected more than the 5000"));
}

TEST_F(CatalogueTest, CheckReportsFilesThatDifferFromThePublished) {
    writeSet(dir);
    const CheckReport report = checkDataSet(dir.string());
    EXPECT_FALSE(report.official);
    EXPECT_THAT(report.note, HasSubstr("training images ('train-images-idx3-ubyte')"));
    EXPECT_THAT(report.trainPerClass, ElementsAre(0, 2, 0, 1, 0, 0, 0, 0, 0, 0));
    // One file as published, the others not.
    fs::remove(dir / "t10k-labels-idx1-ubyte");
    fs::remove(dir / "t10k-images-idx3-ubyte");
    const fs::path published = fs::path(BELFRY_TEST_RESOURCES) / "datasets/mnist";
    for (const char* name : {"t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"})
        fs::copy_file(published / name, dir / name);
    EXPECT_THAT(checkDataSet("mnist", DataOptions{.dataDir = dir}).note, testing::Not(HasSubstr("test ")));
}

} // namespace
} // namespace belfry
