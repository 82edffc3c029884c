// From a folder without labels to pictures worth labelling, and into the folders of their classes.
#include "core/base/files.h"
#include "core/base/temporary_folder.h"
#include "core/predict/pictures_to_label.h"
#include "core/runs/weights_file.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/digit_bars.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PicturesToLabelTest : public testing::Test {
protected:
    PicturesToLabelTest() : dir(folder_.path()) {}
    fs::path written(const fs::path& name, const std::string& content) const {
        fs::create_directories((dir / name).parent_path());
        writeFileAtomically(dir / name, content);
        return dir / name;
    }

    TemporaryFolder folder_{"belfry-label-test"};
    fs::path dir;
};

TEST_F(PicturesToLabelTest, NamesPicturesAndTellsWhatIsNone) {
    const auto snapshot = loadSnapshot(readyNetworkFile());
    for (int column = 4; column < 16; ++column)
        writeBar(dir / "pool" / (std::to_string(column) + ".png"), column);
    written("pool/notes.txt", "no picture");
    const std::string pool = (dir / "pool").string(), notes = pool + "/notes.txt";
    const PicturesToLabel found = picturesToLabel(*snapshot, {pool, notes, pool + "/4.png"}, 4, 1);
    EXPECT_LE(found.pictures.size(), 4U);
    ASSERT_FALSE(found.pictures.empty());
    for (const PictureToLabel& picture : found.pictures)
        EXPECT_THAT(picture.file, HasSubstr(".png"));
    EXPECT_THAT(refusal([&] { picturesToLabel(*snapshot, {(dir / "gone").string()}, 4, 1); }, ErrorCategory::Usage),
                HasSubstr("gone"));
    EXPECT_THAT(refusal([&] { picturesToLabel(*snapshot, {notes}, 4, 1); }), HasSubstr("no picture"));
    fs::create_directories(dir / "empty");
    EXPECT_THAT(refusal([&] { picturesToLabel(*snapshot, {(dir / "empty").string()}, 4, 1); }),
                HasSubstr("no picture"));
}

TEST_F(PicturesToLabelTest, AddsToClassesAndWritesOverNothing) {
    fs::create_directories(dir / "set/cat");
    const fs::path picture = written("pool/1.png", "one");
    EXPECT_EQ(addToClass(dir / "set", "cat", picture).file, dir / "set/cat/1.png");
    EXPECT_EQ(addToClass(dir / "set", "cat", picture).file, dir / "set/cat/1.png") << "it is there already";
    const fs::path other = written("more/1.png", "another");
    EXPECT_EQ(addToClass(dir / "set", "cat", other).file, dir / "set/cat/1 2.png");
    EXPECT_EQ(readFile(dir / "set/cat/1.png"), "one");
    EXPECT_EQ(readFile(dir / "set/cat/1 2.png"), "another");
    EXPECT_THAT(refusal([&] { addToClass(dir / "set", "dog", picture); }, ErrorCategory::Usage), HasSubstr("'dog'"));
    fs::create_directories(dir / "split/train/cat");
    EXPECT_EQ(addToClass(dir / "split", "cat", picture).file, dir / "split/train/cat/1.png");
    fs::create_directories(dir / "other/Training/cat");
    EXPECT_EQ(addToClass(dir / "other", "cat", picture).file, dir / "other/Training/cat/1.png");
}

} // namespace
} // namespace belfry
