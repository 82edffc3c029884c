// Versions of a folder of pictures: what counts, in which class, and that nothing else moves.
#include "core/data/catalogue.h"
#include "core/data/data_version.h"
#include "core/data/folder_set.h"
#include "tests/core/data/environment.h"
#include "tests/core/data/picture_folders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Counted {
    std::string split, label;
    bool operator==(const Counted&) const = default;
};

// By file.
std::map<std::string, Counted> contentsOf(const DataSet& data) {
    std::map<std::string, Counted> all;
    const auto add = [&](const std::string& split, const ImageStore& store) {
        for (std::int64_t i = 0; i < store.size(); ++i)
            all[store.name(i)] = {split, data.classes[store.label(i)]};
    };
    add("train", *data.train);
    add("validation", *data.validation);
    add("test", *data.test);
    return all;
}

std::map<std::string, Counted> contents(const fs::path& folder, const std::string& version) {
    const auto data = openDataSet(folder.string(), DataOptions{.version = version});
    EXPECT_EQ(data->version, version);
    return contentsOf(*data);
}

struct DataVersionTest : testing::Test {
    TestFolder folder;
    Environment environment{"XDG_DATA_HOME", (folder / "home").string()};
    fs::path dir = folder / "pictures";
};

TEST_F(DataVersionTest, LeavesOutAndRelabelsWhileAllOthersStay) {
    writeClasses(dir, {"cat", "dog"}, 30);
    const auto before = contents(dir, "");
    ASSERT_EQ(before.size(), 60U);
    const std::string gone = before.begin()->first, moved = std::prev(before.end())->first;
    const std::string hash = saveDataVersion({{{gone, std::nullopt}, {moved, "cat"}}, dir.string()});
    auto expected = before;
    expected.erase(gone);
    ASSERT_EQ(expected[moved].label, "dog");
    expected[moved].label = "cat";
    EXPECT_EQ(contents(dir, hash), expected);
    EXPECT_EQ(contents(dir, ""), before); // the folder is as it was
}

// Streamed sets, too: their files are decoded later.
TEST_F(DataVersionTest, HoldsForStreamedPictures) {
    writeClasses(dir, {"cat", "dog"}, 30);
    const std::string hash = saveDataVersion({{{"cat/0.png", std::nullopt}, {"dog/3.png", "cat"}}, {}});
    const auto now = contents(dir, hash);
    const auto streamed = openFolderSet(dir, {.version = hash, .decodeNowBytes = 0});
    EXPECT_EQ(contentsOf(*streamed), now);
}

TEST_F(DataVersionTest, IsKnownByWhatItSays) {
    const DataVersion one{{{"cat/1.png", "dog"}, {"cat/2.png", std::nullopt}}, "/pictures"};
    DataVersion elsewhere = one;
    elsewhere.folder = "/mnt/pictures";
    const std::string hash = saveDataVersion(one);
    EXPECT_EQ(saveDataVersion(elsewhere), hash);
    EXPECT_EQ(loadDataVersion(hash), elsewhere); // the one that was saved last
    DataVersion other = one;
    other.changes["cat/1.png"] = std::nullopt;
    EXPECT_NE(hashOf(one), hashOf(other));
}

TEST_F(DataVersionTest, RefusesWhatItCannotUse) {
    writeClasses(dir, {"cat", "dog"}, 10);
    const auto refused = [&](const std::string& version, ErrorCategory category = ErrorCategory::Data) {
        return refusal([&] { contents(dir, version); }, category);
    };
    EXPECT_THAT(refused("0123456789abcdef", ErrorCategory::Usage), HasSubstr("no version '0123456789abcdef'"));
    EXPECT_THAT(refused("../../etc/passwd", ErrorCategory::Usage), HasSubstr("no version"));
    EXPECT_THAT(refused(saveDataVersion({{{"cat/1.png", "bird"}}, {}})), HasSubstr("class 'bird'"));
    EXPECT_THAT(refused(saveDataVersion({{{"fish/1.png", std::nullopt}}, {}})), HasSubstr("None of the 1 pictures"));
    EXPECT_THAT(refusal([&] { openDataSet((dir / "gone").string(), DataOptions{.version = "0123456789abcdef"}); }),
                HasSubstr("Was it renamed or moved"));
    EXPECT_THAT(refusal(
                    [] {
                        saveDataVersion({{{"caf\xe9.png", std::nullopt}}, {}});
                    },
                    ErrorCategory::Usage),
                HasSubstr("not UTF-8"));
    const std::string hash = saveDataVersion({{{"cat/1.png", std::nullopt}}, {}});
    std::ofstream(dataVersionFolder() / (hash + ".json")) << R"({"folder": "", "changes": {"cat/2.png": null}})";
    EXPECT_THAT(refused(hash), HasSubstr("says something else"));
    std::ofstream(dataVersionFolder() / (hash + ".json")) << R"({"folder": "", "chan)";
    EXPECT_THAT(refused(hash), HasSubstr("is damaged"));
    EXPECT_THAT(refusal([&] { openDataSet("mnist", DataOptions{.version = hash}); }, ErrorCategory::Usage),
                HasSubstr("is of a folder of pictures"));
}

TEST_F(DataVersionTest, TellsOfPicturesThatAreGone) {
    writeClasses(dir, {"cat", "dog"}, 10);
    const std::string hash = saveDataVersion({{{"cat/1.png", std::nullopt}, {"cat/99.png", std::nullopt}}, {}});
    const auto data = openDataSet(dir.string(), DataOptions{.version = hash});
    ASSERT_EQ(data->issues.size(), 1U);
    EXPECT_EQ(data->issues[0].kind, DataIssue::Kind::MissingFile);
    EXPECT_THAT(data->issues[0].sentence.english(), HasSubstr("'cat/99.png'"));
}

TEST_F(DataVersionTest, TakesSetsApart) {
    DataVersion version;
    keepTogether(version, {"cat/1.png", "cat/2.png", "cat/3.png"});
    keepTogether(version, {"dog/1.png", "dog/2.png"});
    EXPECT_FALSE(takeApart(version, "cat/4.png"));
    EXPECT_TRUE(takeApart(version, "cat/2.png"));
    EXPECT_TRUE(takeApart(version, "dog/1.png"));
    EXPECT_THAT(version.together, testing::ElementsAre(testing::ElementsAre("cat/1.png", "cat/3.png")));
}

TEST_F(DataVersionTest, KeepsSetsOfPicturesInOneSplit) {
    writeClasses(dir, {"cat", "dog"}, 30);
    const auto before = contents(dir, "");
    DataVersion version{.changes = {}, .folder = dir.string()};
    for (int i = 0; i + 1 < 30; i += 2)
        for (const char* name : {"cat/", "dog/"})
            version.together.push_back({name + std::to_string(i) + ".png", name + std::to_string(i + 1) + ".png"});
    const std::string hash = saveDataVersion(version);
    EXPECT_EQ(loadDataVersion(hash), version);
    EXPECT_NE(hash, hashOf({}));
    const auto after = contents(dir, hash);
    ASSERT_EQ(after.size(), before.size());
    int parted = 0;
    for (const auto& set : version.together) {
        EXPECT_EQ(after.at(set[0]).split, after.at(set[1]).split);
        parted += before.at(set[0]).split != before.at(set[1]).split;
    }
    EXPECT_GT(parted, 0);
}

} // namespace
} // namespace belfry
