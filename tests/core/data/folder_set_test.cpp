// A user's own pictures: how they are found, split and brought to one size, and that nothing odd is passed over.
#include "core/data/catalogue.h"
#include "core/data/class_folders.h"
#include "core/data/convert.h"
#include "core/data/folder_set.h"
#include "core/data/stores.h"
#include "core/data/summary.h"
#include "core/formats/resize.h"
#include "tests/core/data/picture_folders.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <numeric>
#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// The first byte of every image of a split.
std::vector<int> firstBytes(const ImageStore& store, const ImageShape& shape) {
    std::vector<std::int64_t> indices(static_cast<std::size_t>(store.size()));
    std::iota(indices.begin(), indices.end(), std::int64_t{0});
    Bytes images(indices.size() * static_cast<std::size_t>(shape.bytes()));
    store.read(indices, images.data());
    std::vector<int> first;
    for (std::size_t i = 0; i < indices.size(); ++i)
        first.push_back(images[i * static_cast<std::size_t>(shape.bytes())]);
    return first;
}

struct FolderSetTest : testing::Test {
    TestFolder folder;
    fs::path dir = folder.path();

    const DataIssue& issue(const DataSet& data, DataIssue::Kind kind) {
        found = issues(data);
        const auto place = std::ranges::find(found, kind, &DataIssue::kind);
        if (place == found.end())
            throw std::runtime_error("no issue of that kind was reported");
        return *place;
    }
    std::vector<DataIssue> found;
};

TEST_F(FolderSetTest, SubFoldersAreClassesWithATenthForValidationAndTest) {
    writeClasses(dir, {"cat", "dog"}, 20);
    const auto data = openDataSet(dir.string());
    EXPECT_EQ(data->name, dir.string());
    EXPECT_THAT(data->classes, ElementsAre("cat", "dog"));
    EXPECT_EQ(data->shape, (ImageShape{1, 4, 4}));
    EXPECT_GE(data->train->size(), 28);
    EXPECT_GE(data->validation->size(), 2);
    EXPECT_GE(data->test->size(), 2);
    const auto counted = openDataSet(dir.string(), DataOptions{.dataDir = {}, .splitBy = "count"});
    EXPECT_EQ(counted->train->size(), 32);
    EXPECT_EQ(counted->validation->size(), 4);
    EXPECT_EQ(counted->test->size(), 4);
    EXPECT_THAT(issues(*data), testing::IsEmpty());
    std::set<int> all;
    for (const auto& split : {data->train, data->validation, data->test})
        for (const int value : firstBytes(*split, data->shape))
            all.insert(value);
    EXPECT_EQ(all.size(), 40U); // disjoint, and nothing lost
    EXPECT_EQ(data->train->label(0), 0);
    EXPECT_EQ(data->train->label(data->train->size() - 1), 1);
}

TEST_F(FolderSetTest, TheSplitFollowsTheSeed) {
    writeClasses(dir, {"a", "b"}, 30);
    const auto drawn = [&](std::uint64_t seed) {
        const auto data = openDataSet(dir.string(), DataOptions{.dataDir = {}, .splitSeed = seed});
        return firstBytes(*data->test, data->shape);
    };
    EXPECT_EQ(drawn(1), drawn(1));
    EXPECT_NE(drawn(1), drawn(2));
}

TEST_F(FolderSetTest, ExistingSplitsAreKept) {
    writeClasses(dir / "train", {"a", "b"}, 10);
    writeClasses(dir / "val", {"a", "b"}, 2);
    writeClasses(dir / "test", {"a", "b"}, 3);
    const auto data = openDataSet(dir.string());
    EXPECT_EQ(data->train->size(), 20);
    EXPECT_EQ(data->validation->size(), 4);
    EXPECT_EQ(data->test->size(), 6);
    fs::remove_all(dir / "val");
    EXPECT_EQ(openDataSet(dir.string())->validation->size(), 2); // drawn from the training pictures
    EXPECT_EQ(openDataSet(dir.string())->test->size(), 6);
}

TEST_F(FolderSetTest, EveryImageFormatIsResized) {
    writeClasses(dir, {"a"}, 6);
    write(dir / "a/photo.jpg", makeJpeg(40, 30, 3, Bytes(3600, 200)));
    write(dir / "a/deep/old.bmp", makeBmp({2, 2, 24, {}, Bytes(16, 99)}));
    const auto data = openDataSet(dir.string(), DataOptions{.dataDir = {}, .pictureSize = "8x6"});
    EXPECT_EQ(data->shape, (ImageShape{3, 6, 8}));
    EXPECT_EQ(data->train->size() + data->validation->size() + data->test->size(), 8);
    EXPECT_EQ(openDataSet(dir.string())->shape, (ImageShape{3, 64, 64})); // of several sizes
    const std::string text = "8x6x1";
    EXPECT_EQ(openDataSet(dir.string(), DataOptions{.dataDir = {}, .pictureSize = text})->shape, (ImageShape{1, 6, 8}));
}

TEST_F(FolderSetTest, DataIssuesAreReportedAndCounted) {
    writeClasses(dir, {"a", "b"}, 5);
    fs::create_directories(dir / "empty");
    write(dir / "b/notes.txt", bytesOf("hello"));
    write(dir / "b/.hidden", bytesOf("hello"));
    write(dir / "b/nothing.png", {});
    Bytes damaged = encodePng({4, 4, 1, Bytes(16, 1)});
    damaged[45] ^= 0x55;
    write(dir / "a/zz-damaged.png", damaged);
    writePng(dir / "B/other.png", 77);
    const auto data = openDataSet(dir.string());
    EXPECT_THAT(data->classes, ElementsAre("B", "a")); // "B" and "b" are one
    EXPECT_THAT(issue(*data, DataIssue::Kind::EmptyClass).sentence,
                HasSubstr("1 class folder of '" + dir.string() +
                          "' has no training pictures and does not become a class; "
                          "the first: 'empty'."));
    EXPECT_THAT(issue(*data, DataIssue::Kind::SameName).sentence, HasSubstr("'B' and 'b' of"));
    EXPECT_THAT(issue(*data, DataIssue::Kind::ForeignFile).sentence, HasSubstr("notes.txt"));
    EXPECT_EQ(issue(*data, DataIssue::Kind::ForeignFile).count, 1);
    std::int64_t unreadable = 0;
    for (const DataIssue& one : issues(*data))
        if (one.kind == DataIssue::Kind::UnreadableImage)
            unreadable += one.count;
    EXPECT_EQ(unreadable, 2); // the empty file, and the damaged one
    EXPECT_EQ(data->train->size() + data->validation->size() + data->test->size(), 11);
    EXPECT_EQ(checkDataSet(dir.string()).issues.size(), issues(*data).size());
}

// A damaged picture was dealt to the validation split, which then was empty.
TEST_F(FolderSetTest, DamagedImagesAreInNoSplit) {
    writeClasses(dir, {"a"}, 3);
    Bytes damaged = encodePng({4, 4, 1, Bytes(16, 1)});
    damaged[45] ^= 0x55;
    for (int i = 0; i < 7; ++i)
        write(dir / "a" / ("damaged" + std::to_string(i) + ".png"), damaged);
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        EXPECT_EQ(openDataSet(dir.string(), DataOptions{.dataDir = {}, .splitSeed = seed})->validation->size(), 1);
}

TEST_F(FolderSetTest, ATestOnlyClassIsLeftOut) {
    writeClasses(dir / "train", {"a", "b"}, 5);
    writeClasses(dir / "test", {"a", "b", "c"}, 2);
    const auto data = openDataSet(dir.string());
    EXPECT_THAT(data->classes, ElementsAre("a", "b"));
    EXPECT_EQ(data->test->size(), 4);
    EXPECT_EQ(issue(*data, DataIssue::Kind::ForeignLabel).count, 2);
}

// A set that does not fit is decoded while it is read; what cannot be read is told once, and does not count. It was a
// plain grey picture.
TEST_F(FolderSetTest, LargeSetsStreamWithABoundedCache) {
    writeClasses(dir, {"a", "b"}, 40);
    FolderOptions whole, streamed;
    streamed.decodeNowBytes = 0;
    streamed.memoryBytes = 10 * 16; // ten pictures
    const auto one = openFolderSet(dir, whole), other = openFolderSet(dir, streamed);
    EXPECT_EQ(other->train->contiguous(), nullptr);
    for (int epoch = 0; epoch < 2; ++epoch)
        EXPECT_EQ(firstBytes(*other->train, other->shape), firstBytes(*one->train, one->shape));
    const std::int64_t size = other->train->size();
    EXPECT_THAT(refusal([&] { other->train->label(size); }, ErrorCategory::Usage),
                HasSubstr("images 0 to " + std::to_string(size - 1)));

    Bytes damaged = encodePng({4, 4, 1, Bytes(16, 1)});
    damaged[45] ^= 0x55;
    write(dir / "a/zz-damaged.png", damaged);
    streamed.splitSeed = 3;
    const auto odd = openFolderSet(dir, streamed);
    EXPECT_THAT(issues(*odd), testing::IsEmpty()); // nothing was decoded yet
    for (int epoch = 0; epoch < 2; ++epoch)
        for (const auto& split : {odd->train, odd->validation, odd->test})
            firstBytes(*split, odd->shape);
    EXPECT_EQ(issue(*odd, DataIssue::Kind::UnreadableImage).count, 1);
    EXPECT_THAT(found[0].sentence, HasSubstr("1 picture of '" + dir.string() + "' could not be read: left out"));
    EXPECT_THAT(found[0].sentence, HasSubstr("zz-damaged.png"));
    std::size_t readable = 0;
    for (const auto& split : {odd->train, odd->validation, odd->test})
        readable += readableIn(*split, 0, split->size()).size();
    EXPECT_EQ(readable, 80U);
    const DataSummary summary = summarise(*odd);
    EXPECT_EQ(summary.images(0) + summary.images(1) + summary.images(2), 80);
    const auto written = convertDataSet(*odd, "folder", folder / "converted");
    EXPECT_EQ(written[0] + written[1] + written[2], 80);
    const ClassFolders converted = findClassFolders(folder / "converted");
    EXPECT_EQ(converted.files[0].size() + converted.files[1].size() + converted.files[2].size(), 80U);
}

// Of a folder above the limit they came into the splits, and were learnt and tested as plain grey pictures.
TEST_F(FolderSetTest, DestroyedHeadersAreFoundBeforeTheSplitsAreMade) {
    writeClasses(dir, {"a", "b"}, 20);
    const Bytes jpeg = makeJpeg(8, 8, 1, Bytes(64, 9)), png = encodePng({4, 4, 1, Bytes(16, 1)}),
                bmp = makeBmp({4, 4, 24, {}, Bytes(64, 99)});
    const auto destroyed = [](Bytes file, std::size_t from, std::size_t to) {
        std::fill(file.begin() + std::ptrdiff_t(from), file.begin() + std::ptrdiff_t(to), 0xee);
        return file;
    };
    write(dir / "a/sound.jpg", jpeg);
    write(dir / "a/sound.bmp", bmp);
    write(dir / "a/x.jpg", destroyed(jpeg, 3, jpeg.size()));
    write(dir / "a/x.png", destroyed(png, 17, 20));
    write(dir / "b/x.bmp", destroyed(bmp, 18, 26));
    write(dir / "b/y.bmp", Bytes(bmp.begin(), bmp.end() - 20)); // its pixels are not all there
    FolderOptions whole, streamed;
    streamed.decodeNowBytes = 0;
    const auto one = openFolderSet(dir, whole), other = openFolderSet(dir, streamed);
    ASSERT_EQ(other->train->contiguous(), nullptr);
    EXPECT_EQ(issue(*other, DataIssue::Kind::UnreadableImage).count, 4);
    EXPECT_EQ(other->issues, one->issues);
    for (const auto split : {&DataSet::train, &DataSet::validation, &DataSet::test}) {
        const ImageStore &now = *((*one).*split), &later = *((*other).*split);
        ASSERT_EQ(later.size(), now.size());
        EXPECT_EQ(firstBytes(later, other->shape), firstBytes(now, one->shape));
        for (std::int64_t i = 0; i < now.size(); ++i)
            EXPECT_EQ(later.name(i), now.name(i));
    }
    EXPECT_EQ(other->train->size() + other->validation->size() + other->test->size(), 42);
}

// All of a set, in the middle of a run: a disk that was taken away.
TEST_F(FolderSetTest, FilesThatVanishAreNotReadable) {
    writeClasses(dir, {"a", "b"}, 10);
    FolderOptions streamed;
    streamed.decodeNowBytes = 0;
    streamed.memoryBytes = 0;
    const auto data = openFolderSet(dir, streamed);
    fs::remove_all(dir / "a");
    firstBytes(*data->train, data->shape);
    for (std::int64_t i = 0; i < data->train->size(); ++i)
        EXPECT_EQ(data->train->readable(i), data->train->label(i) == 1) << i;
    EXPECT_EQ(issue(*data, DataIssue::Kind::UnreadableImage).count, 8);
}

TEST_F(FolderSetTest, UnusableFoldersAreRefused) {
    const auto opening = [&] { return refusal([&] { openDataSet(dir.string()); }); };
    EXPECT_THAT(opening(), HasSubstr("holds no data set known here; expected sub-folders of pictures"));
    writePng(dir / "1.png", 1); // it was told to name the folder that holds the files
    writePng(dir / "2.png", 1);
    EXPECT_THAT(opening(), HasSubstr("holds 2 pictures, and no folder for each class. Sort them into sub-folders"));
    fs::create_directories(dir / "a");
    EXPECT_THAT(opening(), HasSubstr("holds no pictures in class folders"));
    writeClasses(dir, {"a"}, 2);
    EXPECT_THAT(opening(), HasSubstr("2 training, 0 validation and 0 test pictures; each split needs at least one"));
    for (int i = 0; i < 257; ++i)
        writePng(dir / ("class" + std::to_string(i)) / "1.png", 1);
    EXPECT_THAT(opening(), HasSubstr("more than 256 class folders"));
}

// Of a set whose pictures have one size, too.
TEST(PictureSizeTest, ResizesAnySet) {
    const auto whole = openDataSet("mnist");
    const auto made = openDataSet("mnist", DataOptions{.dataDir = {}, .pictureSize = "40x20x3"});
    ASSERT_EQ(made->shape, (ImageShape{3, 20, 40}));
    EXPECT_EQ(made->train->size(), whole->train->size());
    EXPECT_EQ(made->test->label(7), whole->test->label(7));
    const std::vector<std::int64_t> ids{5, 59, 5, 100, 2, 1};
    Bytes pictures(ids.size() * 28 * 28), resizedPictures(ids.size() * 20 * 40 * 3);
    whole->train->read(ids, pictures.data());
    made->train->read(ids, resizedPictures.data());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto from = pictures.begin() + static_cast<std::ptrdiff_t>(i * 28 * 28);
        const DecodedImage expected = resized(withChannels({28, 28, 1, Bytes(from, from + 28 * 28)}, 3), 40, 20);
        const auto found = resizedPictures.begin() + static_cast<std::ptrdiff_t>(i * expected.pixels.size());
        EXPECT_TRUE(std::equal(expected.pixels.begin(), expected.pixels.end(), found)) << i;
    }
    EXPECT_EQ(openDataSet("mnist", DataOptions{.dataDir = {}, .pictureSize = "28"})->shape, whole->shape);
}

TEST(PictureSizeTest, IsParsedStrictly) {
    EXPECT_EQ(parsePictureSize(""), std::nullopt);
    EXPECT_EQ(parsePictureSize("32"), (StatedSize{32, 32, 0}));
    EXPECT_EQ(parsePictureSize("64x48x1"), (StatedSize{64, 48, 1}));
    EXPECT_EQ(pictureSizeText({3, 48, 64}), "64x48x3");
    for (const char* text : {"x", "32x", "3", "2000", "32x32x2", "32x32x3x1", "32 x 32", "-32", "32.0"})
        EXPECT_THAT(refusal([&] { parsePictureSize(text); }, ErrorCategory::Usage),
                    HasSubstr(std::string("The picture size '") + text + "' is not understood"));
}

TEST_F(FolderSetTest, TheSummaryCountsDuplicates) {
    writeClasses(dir / "train", {"a", "b"}, 5); // 0 to 4, 50 to 54
    writeClasses(dir / "val", {"a", "b"}, 1);   // 0 and 50: both are in train
    writeClasses(dir / "test", {"a", "b"}, 2);  // 0, 1, 50, 51
    writePng(dir / "test/a/new.png", 200);
    const auto data = openDataSet(dir.string());
    std::vector<double> told;
    const DataSummary summary = summarise(*data, [&](double part) { told.push_back(part); });
    EXPECT_EQ(summary.trainInTest, 4);
    EXPECT_EQ(summary.repeated, 2);
    EXPECT_THAT(summary.examples, ElementsAre(0, 1, 3, 4)); // "new.png" is number 2
    EXPECT_THAT(summary.perClass[2], ElementsAre(3, 2));
    EXPECT_THAT(summary.mean, ElementsAre(27.0));
    EXPECT_NEAR(summary.deviation[0], std::sqrt(627.0), 1e-9); // 25^2 between, 2 within the classes
    EXPECT_GT(summary.diskBytes, 100);
    EXPECT_EQ(told.back(), 1.0);
}

} // namespace
} // namespace belfry
