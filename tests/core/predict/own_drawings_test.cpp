// Drawings that were kept: whole, found again by a network that knows their classes, and damaged ones told.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/predict/own_drawings.h"
#include "core/runs/weights_file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

namespace belfry {
namespace {

namespace fs = std::filesystem;

class OwnDrawingsTest : public testing::Test {
protected:
    ~OwnDrawingsTest() override { fs::remove_all(folder.parent_path()); }

    // A stroke of `width` pixels down the middle.
    static DecodedImage stroke(int width, int side = 28) {
        DecodedImage picture{.width = side, .height = side, .channels = 1, .pixels = {}};
        picture.pixels.resize(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
        for (int y = side / 7; y < side - side / 7; ++y)
            for (int x = side / 2; x < side / 2 + width; ++x)
                picture.pixels[static_cast<std::size_t>(y * side + x)] = 255;
        return picture;
    }
    static std::vector<std::uint8_t> imageOf(const KeptDrawings& kept, std::int64_t number) {
        std::vector<std::uint8_t> image(784);
        kept.images->read(std::span(&number, 1), image.data());
        return image;
    }

    fs::path folder = fs::path(testing::TempDir()) /
                      ("belfry_drawings_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                       "_" + std::to_string(::getpid())) /
                      "drawings";
    std::shared_ptr<const Snapshot> network = loadSnapshot(readyNetworkFile());
};

TEST_F(OwnDrawingsTest, RoundTrip) {
    EXPECT_EQ(keptDrawings(*network, folder).images->size(), 0); // nothing is there yet, and nothing is made
    EXPECT_FALSE(fs::exists(folder));
    const fs::path seven = keepDrawing(folder, "7", stroke(3));
    const fs::path one = keepDrawing(folder, "1", stroke(2));
    EXPECT_EQ(keepDrawing(folder, "1", stroke(2)), one); // again: once
    const KeptDrawings kept = keptDrawings(*network, folder);
    EXPECT_THAT(kept.files, testing::ElementsAre(one, seven));
    ASSERT_EQ(kept.images->size(), 2);
    EXPECT_EQ(kept.images->label(0), 1);
    EXPECT_EQ(kept.images->label(1), 7);
    const Bytes pixels = stroke(3).pixels;
    EXPECT_EQ(imageOf(kept, 1), std::vector<std::uint8_t>(pixels.begin(), pixels.end()));
    EXPECT_TRUE(kept.issues.empty());
    removeDrawing(one);
    removeDrawing(one); // gone already
    EXPECT_FALSE(fs::exists(folder / "1"));
    EXPECT_EQ(keptDrawings(*network, folder).images->size(), 1);
}

TEST_F(OwnDrawingsTest, AreADataSet) {
    for (int width = 1; width <= 4; ++width)
        for (const char* label : {"1", "7"})
            keepDrawing(folder, label, stroke(width));
    const auto data = openDataSet(folder.string());
    EXPECT_EQ(data->shape, (ImageShape{1, 28, 28}));
    EXPECT_THAT(data->classes, testing::ElementsAre("1", "7"));
    EXPECT_EQ(data->train->size() + data->validation->size() + data->test->size(), 8);
}

// What is damaged, foreign or of no known class is told and left out; the rest is evaluated.
TEST_F(OwnDrawingsTest, DamagedOnesAreReportedAndSkipped) {
    keepDrawing(folder, "1", stroke(2));
    const fs::path cut = keepDrawing(folder, "7", stroke(3));
    fs::resize_file(cut, fs::file_size(cut) / 2);
    std::ofstream(folder / "7" / "empty.png");
    keepDrawing(folder, "cat", stroke(4));
    std::ofstream(folder / "7" / "notes.txt") << "mine";
    std::ofstream(folder / "7" / "0123456789abcdef.png.tmp77") << "half";
    fs::create_directories(folder / "9" / "deeper.png"); // a folder that is called a picture
    const KeptDrawings kept = keptDrawings(*network, folder);
    EXPECT_EQ(kept.images->size(), 1);
    ASSERT_EQ(kept.issues.size(), 3U);
    EXPECT_EQ(kept.issues[0].kind, DataIssue::Kind::UnreadableImage);
    EXPECT_EQ(kept.issues[0].count, 3);
    EXPECT_EQ(kept.issues[1].kind, DataIssue::Kind::ForeignLabel);
    EXPECT_EQ(kept.issues[1].sentence, "1 drawing of '" + folder.string() +
                                           "' of a class that the network does not know: left out; the first: "
                                           "'cat'.");
    EXPECT_EQ(kept.issues[2].kind, DataIssue::Kind::ForeignFile);
    EXPECT_EQ(kept.issues[2].count, 1);
    EXPECT_EQ(evaluateSnapshot(*network, *kept.images).images(), 1);
}

TEST_F(OwnDrawingsTest, AreResizedForTheNetwork) {
    keepDrawing(folder, "1", stroke(8, 112));
    keepDrawing(folder, "7", DecodedImage{.width = 20, .height = 20, .channels = 1, .pixels = Bytes(400)});
    const KeptDrawings kept = keptDrawings(*network, folder);
    EXPECT_EQ(kept.images->size(), 1); // the other one is blank
    ASSERT_EQ(kept.issues.size(), 1U);
    EXPECT_THAT(kept.issues[0].sentence, testing::HasSubstr("is blank"));
}

TEST_F(OwnDrawingsTest, RefusesLabelsThatAreInvalidFolderNames) {
    for (const char* label : {"", ".", "..", "a/b", ".hidden"})
        EXPECT_THROW(keepDrawing(folder, label, stroke(2)), Error) << label;
    EXPECT_FALSE(fs::exists(folder));
    fs::create_directories(folder.parent_path());
    std::ofstream(folder) << "a file is in the way";
    EXPECT_THROW(keepDrawing(folder, "1", stroke(2)), Error);
    EXPECT_THROW(keptDrawings(*network, folder), Error);
}

} // namespace
} // namespace belfry
