// CIFAR-10 from small files of its real form: how it is found, split and named, and what is refused.
#include "core/data/catalogue.h"
#include "core/data/summary.h"
#include "tests/core/data/environment.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// `count` records with labels 0 to 9 in turn, whose first red pixel counts them from `first` on.
Bytes batch(int count, int first = 0) {
    Bytes labels;
    for (int i = 0; i < count; ++i)
        labels.push_back(static_cast<std::uint8_t>((first + i) % 10));
    Bytes bytes = makeCifar(labels);
    for (int i = 0; i < count; ++i)
        bytes[static_cast<std::size_t>(i) * 3073 + 1] = static_cast<std::uint8_t>(first + i);
    return bytes;
}

struct CifarSetTest : testing::Test {
    TestFolder folder;
    Environment data{"BELFRY_DATA", ""};
    Environment home{"XDG_DATA_HOME", (folder / "home").string()};

    // Thirty training records in two batches, seven test records.
    void writeSet(const fs::path& to) {
        write(to / "data_batch_1.bin", batch(20));
        write(to / "data_batch_2.bin", batch(10, 20));
        write(to / "test_batch.bin", batch(7, 100));
    }
    std::string opening() {
        return refusal([&] { openDataSet("cifar-10", folder.path()); });
    }
};

int firstPixel(const ImageStore& store, std::int64_t index) {
    Bytes image(3072);
    store.read(std::array{index}, image.data());
    return image[0];
}

TEST_F(CifarSetTest, ATenthOfTheTrainingImagesIsForValidation) {
    writeSet(folder.path());
    const auto set = openDataSet("cifar-10", folder.path());
    EXPECT_EQ(set->shape, (ImageShape{3, 32, 32}));
    ASSERT_EQ(set->validation->size(), 3);
    ASSERT_EQ(set->train->size(), 27);
    ASSERT_EQ(set->test->size(), 7);
    EXPECT_EQ(firstPixel(*set->validation, 0), 0);
    EXPECT_EQ(firstPixel(*set->train, 0), 3);
    EXPECT_EQ(firstPixel(*set->train, 26), 29); // of the second batch
    EXPECT_EQ(firstPixel(*set->test, 6), 106);
    EXPECT_EQ(set->train->label(26), 9);
}

TEST_F(CifarSetTest, ASampleIsLabelledAsSuch) {
    writeSet(folder.path());
    EXPECT_THAT(openDataSet("cifar-10", folder.path())->remark,
                HasSubstr("holds 30 of 50000 training and 7 of 10000 test images of CIFAR-10."));
    const CheckReport report = checkDataSet(folder.path().string());
    EXPECT_EQ(report.name, "cifar-10");
    EXPECT_FALSE(report.official);
    EXPECT_THAT(report.note, HasSubstr("30 of 50000"));
    EXPECT_THAT(report.trainPerClass, ElementsAre(2, 2, 2, 3, 3, 3, 3, 3, 3, 3));
}

TEST_F(CifarSetTest, AWholeSetIsSplitInto45000And5000And10000) {
    for (int i = 1; i <= 5; ++i)
        write(folder / ("data_batch_" + std::to_string(i) + ".bin"), batch(10'000));
    write(folder / "test_batch.bin", batch(10'000));
    const auto set = openDataSet("cifar-10", folder.path());
    EXPECT_EQ(set->train->size(), 45'000);
    EXPECT_EQ(set->validation->size(), 5'000);
    EXPECT_EQ(set->test->size(), 10'000);
    EXPECT_EQ(set->remark, "");
    const CheckReport report = checkDataSet("cifar-10", DataOptions{.dataDir = folder.path()});
    EXPECT_FALSE(report.official); // as many images, but others
    EXPECT_THAT(report.note, HasSubstr("not as published: training batch 1 ('data_batch_1.bin')"));
}

TEST_F(CifarSetTest, ClassNamesComeFromItsFile) {
    writeSet(folder.path());
    EXPECT_EQ(openDataSet("cifar-10", folder.path())->classes.at(9), "truck");
    write(folder / "batches.meta.txt", bytesOf("a\nb\nc\nd\ne\nf\ng\nh\ni\nlorry\n\n"));
    EXPECT_EQ(openDataSet("cifar-10", folder.path())->classes.at(9), "lorry");
    write(folder / "batches.meta.txt", bytesOf("a\n"));
    EXPECT_THAT(opening(), HasSubstr("batches.meta.txt' names 1 class;"));
}

TEST_F(CifarSetTest, IsFoundInTheFolderOfItsArchive) {
    writeSet(folder / "given/cifar-10-batches-bin");
    EXPECT_EQ(openDataSet("cifar-10", folder / "given")->folder, folder / "given/cifar-10-batches-bin");
    const Environment named("BELFRY_DATA", (folder / "named").string());
    writeSet(folder / "named/cifar-10");
    EXPECT_EQ(openDataSet("cifar-10")->folder, folder / "named/cifar-10");
}

TEST_F(CifarSetTest, AMissingSetReportsPathAndFiles) {
    fs::create_directories(folder / "empty");
    const Environment system("BELFRY_SYSTEM_DATA", folder / "usr/share/datasets");
    const std::string message = refusal([&] { openDataSet("cifar-10", folder / "empty"); });
    EXPECT_THAT(message, HasSubstr("No files of CIFAR-10 ('data_batch_1.bin' and others)"));
    EXPECT_THAT(message, HasSubstr((folder / "empty/cifar-10").string()));
    EXPECT_THAT(message, HasSubstr("/usr/share/datasets/cifar-10'"));
    EXPECT_THAT(message, HasSubstr("Put them into one of these folders, or name theirs with --data-dir."));
}

TEST_F(CifarSetTest, GapsAndMissingFilesAreRefused) {
    writeSet(folder.path());
    write(folder / "data_batch_4.bin", batch(10));
    EXPECT_THAT(opening(), HasSubstr("holds 'data_batch_4.bin' of CIFAR-10 but not 'data_batch_3.bin'"));
    fs::remove(folder / "data_batch_4.bin");
    fs::remove(folder / "test_batch.bin");
    EXPECT_THAT(opening(), HasSubstr("but not the test batch ('test_batch.bin'"));
}

TEST_F(CifarSetTest, DamagedFilesAreReported) {
    writeSet(folder.path());
    Bytes cut = batch(10, 20);
    cut.resize(cut.size() - 100);
    write(folder / "data_batch_2.bin", cut);
    EXPECT_THAT(opening(), HasSubstr("data_batch_2.bin' has 30630 bytes"));
    write(folder / "data_batch_2.bin", makeCifar({77}));
    EXPECT_THAT(opening(), HasSubstr("gives record 0 the label 77"));
}

TEST_F(CifarSetTest, TooFewImagesToValidateAreRefused) {
    write(folder / "data_batch_1.bin", batch(9));
    write(folder / "test_batch.bin", batch(1));
    EXPECT_THAT(opening(), HasSubstr("holds 9 images; expected at least 10"));
}

// Real records, whole or a sample, where there are some: the mean of each colour is that of the published set.
TEST(RealCifar, HasThePublishedMeans) {
    const char* folder = std::getenv("BELFRY_TEST_DATA");
    if (!folder || !findDataSet("cifar-10", folder))
        GTEST_SKIP() << "Set BELFRY_TEST_DATA to a folder with CIFAR-10's binary records.";
    const auto data = openDataSet("cifar-10", fs::path(folder));
    const DataSummary summary = summarise(*data);
    constexpr std::array kMean{125.3, 123.0, 113.9};
    for (std::size_t colour = 0; colour < kMean.size(); ++colour)
        EXPECT_NEAR(summary.mean[colour], kMean[colour], 2);
    for (const std::int64_t images : summary.perClass[0])
        EXPECT_NEAR(static_cast<double>(images) / static_cast<double>(data->train->size()), 0.1, 0.02);
    EXPECT_EQ(data->classes[0], "airplane");
    EXPECT_EQ(data->classes[9], "truck");
}

} // namespace
} // namespace belfry
