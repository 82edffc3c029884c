// Which pictures come into which split, and that those of a group stay together.
#include "core/data/name_division.h"
#include "core/data/split_pictures.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace belfry {
namespace {

using Files = std::vector<PictureFile>;
using Split = std::vector<std::vector<std::int64_t>>;

// `films` of `frames` pictures in each class.
Files films(const std::vector<std::string>& classes, int films, int frames) {
    Files files;
    for (std::size_t label = 0; label < classes.size(); ++label)
        for (int film = 0; film < films; ++film)
            for (int frame = 0; frame < frames; ++frame) {
                const std::string path = classes[label] + "/film" + std::to_string(film) + "/take " +
                                         std::to_string(film) + "_" + std::to_string(1000 + frame) + ".jpg";
                files.push_back({.path = path,
                                 .label = static_cast<std::uint8_t>(label),
                                 .folder = static_cast<std::uint8_t>(label)});
            }
    return files;
}

std::vector<std::size_t> sizes(const Split& split) {
    std::vector<std::size_t> sizes;
    for (const auto& part : split)
        sizes.push_back(part.size());
    return sizes;
}

// The splits that the pictures with each of these names are in.
std::size_t mostSplits(const Split& split, const Files& files, const auto& nameOf) {
    std::map<std::string, std::set<std::size_t>> splits;
    for (std::size_t part = 0; part < split.size(); ++part)
        for (const std::int64_t number : split[part])
            splits[nameOf(files[static_cast<std::size_t>(number)])].insert(part);
    std::size_t most = 0;
    for (const auto& [name, parts] : splits)
        most = std::max(most, parts.size());
    return most;
}

std::string folderOf(const PictureFile& file) { return file.path.substr(0, file.path.rfind('/')); }

TEST(SplitPictures, GroupsStayWhole) {
    const Files files = films({"cat", "dog"}, 20, 5);
    EXPECT_EQ(mostSplits(splitPictures(files, {.parts = 2}), files, folderOf), 3U); // without groups
    for (const Grouping grouping : {Grouping::Folders, Grouping::Frames})
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            PictureSplitting splitting{.parts = 2, .seed = seed, .grouping = grouping};
            const Split split = splitPictures(files, splitting);
            EXPECT_EQ(mostSplits(split, files, folderOf), 1U);
            EXPECT_GT(sizes(split)[0], 120U);
            EXPECT_GT(std::min(sizes(split)[1], sizes(split)[2]), 4U);
            splitting.rule = SplitRule::ByCount;
            const Split counted = splitPictures(files, splitting);
            EXPECT_EQ(mostSplits(counted, files, folderOf), 1U);
            EXPECT_THAT(sizes(counted), testing::ElementsAre(160, 20, 20));
        }
    const PictureSplitting byFolder{.parts = 2, .seed = 1, .grouping = Grouping::Folders};
    EXPECT_EQ(splitPictures(files, byFolder), splitPictures(files, byFolder));
    PictureSplitting other = byFolder;
    other.seed = 2;
    EXPECT_NE(splitPictures(files, byFolder), splitPictures(files, other));
}

TEST(SplitPictures, AClassOfFewGroupsGivesItsSmallest) {
    Files files = films({"cat"}, 3, 10);
    files.erase(files.begin(), files.begin() + 4); // the first film has six
    const Split split =
        splitPictures(files, {.rule = SplitRule::ByCount, .parts = 2, .seed = 1, .grouping = Grouping::Folders});
    EXPECT_EQ(mostSplits(split, files, folderOf), 1U);
    EXPECT_THAT(sizes(split), testing::ElementsAre(10, 6, 10));
    for (const SplitRule rule : {SplitRule::ByName, SplitRule::ByCount})
        for (std::uint64_t seed = 1; seed < 30; ++seed) {
            PictureSplitting splitting{.rule = rule, .parts = 2, .seed = seed, .grouping = Grouping::Folders};
            EXPECT_EQ(mostSplits(splitPictures(files, splitting), files, folderOf), 1U);
            EXPECT_THAT(sizes(splitPictures(files, splitting)), testing::Each(testing::Ge(6U))); // one film each
            // And of one group nothing.
            EXPECT_THAT(sizes(splitPictures(films({"cat"}, 1, 10), splitting)), testing::ElementsAre(10, 0, 0));
        }
}

// The names of the files in each part.
std::vector<std::set<std::string>> pathsOf(const Split& split, const Files& files) {
    std::vector<std::set<std::string>> paths;
    for (const auto& part : split) {
        paths.emplace_back();
        for (const std::int64_t number : part)
            paths.back().insert(files[static_cast<std::size_t>(number)].path);
    }
    return paths;
}

std::size_t common(const std::set<std::string>& some, const std::set<std::string>& others) {
    return static_cast<std::size_t>(
        std::ranges::count_if(some, [&](const auto& path) { return others.contains(path); }));
}

Files classFiles(int each, const std::string& extra = {}) {
    Files files;
    for (std::uint8_t label = 0; label < 3; ++label) {
        const std::string folder = std::string(1, static_cast<char>('a' + label)) + '/';
        for (int i = 0; i < each; ++i)
            files.push_back({.path = folder + std::to_string(i) + ".jpg", .label = label, .folder = label});
        if (!extra.empty())
            files.push_back({.path = folder + extra, .label = label, .folder = label});
    }
    return files;
}

// Of ten pictures that a class had and one more, it drew all of the test again, of those that were learnt from, too.
TEST(SplitPictures, OnePictureMoreMovesNoneOutOfTraining) {
    for (const int each : {10, 19, 50})
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            const PictureSplitting splitting{.parts = 2, .seed = seed};
            const Files before = classFiles(each), after = classFiles(each, "new.jpg");
            const auto old = pathsOf(splitPictures(before, splitting), before);
            const auto now = pathsOf(splitPictures(after, splitting), after);
            EXPECT_EQ(common(old[0], now[1]) + common(old[0], now[2]), 0U) << each << ", seed " << seed;
            EXPECT_EQ(now[0].size() + now[1].size() + now[2].size(), after.size());
            EXPECT_GE(common(old[2], now[2]) + 3, old[2].size()); // of each class at most the least gives way
        }
}

TEST(SplitPictures, OneTrainingPictureLessMovesNoOther) {
    const PictureSplitting splitting{.parts = 2, .seed = 4};
    const Files before = classFiles(20);
    const auto old = pathsOf(splitPictures(before, splitting), before);
    for (const std::string& gone : old[0]) {
        Files after = before;
        std::erase_if(after, [&](const PictureFile& file) { return file.path == gone; });
        auto expected = old;
        expected[0].erase(gone);
        EXPECT_EQ(pathsOf(splitPictures(after, splitting), after), expected) << gone;
    }
}

TEST(SplitPictures, AGroupKeepsItsSplitWhenItGrows) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const PictureSplitting splitting{.parts = 2, .seed = seed, .grouping = Grouping::Folders};
        const Files before = films({"cat", "dog"}, 15, 3), after = films({"cat", "dog"}, 17, 5);
        const auto old = pathsOf(splitPictures(before, splitting), before);
        const Split split = splitPictures(after, splitting);
        EXPECT_EQ(mostSplits(split, after, folderOf), 1U);
        const auto now = pathsOf(split, after);
        EXPECT_EQ(common(old[0], now[1]) + common(old[0], now[2]), 0U) << "seed " << seed;
    }
}

TEST(SplitPictures, EachPartHasAboutATenthAndOneOfEverySmallClass) {
    const Split split = splitPictures(classFiles(1000), {.parts = 2});
    for (const std::size_t part : {1U, 2U}) {
        EXPECT_GT(split[part].size(), 240U); // 300 within four deviations
        EXPECT_LT(split[part].size(), 360U);
    }
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
        for (const int each : {3, 4, 7})
            for (const std::size_t parts : {1U, 2U}) {
                const Files files = classFiles(each);
                for (const auto& part : splitPictures(files, {.parts = parts, .seed = seed})) {
                    std::set<int> classes;
                    for (const std::int64_t number : part)
                        classes.insert(files[static_cast<std::size_t>(number)].folder);
                    EXPECT_EQ(classes.size(), 3U) << each << ", seed " << seed;
                }
            }
}

// Runs depend on it: with another hash their test pictures would be others.
TEST(SplitPictures, HashesStayAsTheyAre) {
    EXPECT_EQ(nameHash(1, "cat/1.jpg"), 1960354643517802321U);
    EXPECT_EQ(nameHash(2, ""), 8552482692754198224U);
}

TEST(SplitPictures, ListedGroupsMayHaveSeveralClasses) {
    Files files = films({"cat", "dog"}, 1, 30);
    for (std::size_t i = 0; i < files.size(); ++i)
        files[i].group = "patient " + std::to_string(i % 15);
    const Split split = splitPictures(files, {.parts = 2});
    EXPECT_EQ(mostSplits(split, files, [](const PictureFile& file) { return file.group; }), 1U);
    EXPECT_EQ(sizes(split)[1] % 4, 0U); // two of each class
    EXPECT_EQ(sizes(split)[2] % 4, 0U);
    EXPECT_GT(std::min(sizes(split)[1], sizes(split)[2]), 0U);
}

TEST(SplitPictures, SetsOfFilesStayTogether) {
    const Files files = films({"cat", "dog"}, 1, 20);
    PictureSplitting splitting{.parts = 2};
    for (std::size_t i = 0; i + 1 < files.size(); i += 2)
        splitting.together.push_back({files[i].path, files[i + 1].path, "gone.jpg"});
    std::map<std::string, std::string> setOf;
    for (const auto& set : splitting.together)
        for (const std::string& path : set)
            setOf[path] = set.front();
    EXPECT_EQ(mostSplits(splitPictures(files, splitting), files,
                         [&](const PictureFile& file) { return setOf.at(file.path); }),
              1U);
}

// So that runs with and without the version can be compared.
TEST(SplitPictures, ASetMovesNoOtherPicture) {
    const Files files = films({"cat", "dog"}, 1, 40);
    const Split alone = splitPictures(files, {.parts = 2});
    const std::int64_t tested = alone[1].front(), trained = alone[0].front();
    const Split kept = splitPictures(files, {.parts = 2,
                                             .together = {{files[static_cast<std::size_t>(tested)].path,
                                                           files[static_cast<std::size_t>(trained)].path}}});
    Split expected = alone; // the torn set is learnt from
    std::erase(expected[1], tested);
    expected[0].push_back(tested);
    std::ranges::sort(expected[0]);
    EXPECT_EQ(kept, expected);
}

TEST(SplitPictures, GroupsAreFoundAcrossTheFoldersOfSplits) {
    const auto file = [](const char* path, bool leftOut = false) {
        return PictureFile{.path = path, .leftOut = leftOut};
    };
    const std::array<Files, 3> splits{
        Files{file("train/cat/film 1/day 1/x1.jpg"), file("train/cat/film 2/x7.jpg"), file("train/cat/y1.jpg")},
        Files{file("val/cat/film 1/day 2/x2.jpg")},
        Files{file("test/cat/y2.jpg"), file("test/cat/film 2/x8.jpg", true)}};
    EXPECT_EQ(groupsAcross(splits, {.grouping = Grouping::Folders, .classDepth = 2}),
              1); // film 1; of film 2 one is left
    EXPECT_EQ(groupsAcross(splits, {.grouping = Grouping::Frames, .classDepth = 2}), 1); // y
}

TEST(SplitPictures, SubFoldersAreThoseBelowTheClass) {
    Files files;
    for (int i = 0; i < 30; ++i)
        files.push_back({.path = "train/cat/" + std::to_string(i) + ".jpg"});
    // All alone: nothing is below the folder of the class.
    const Split split = splitPictures(files, {.parts = 1, .seed = 1, .grouping = Grouping::Folders, .classDepth = 2});
    EXPECT_EQ(split, splitPictures(files, {.parts = 1, .seed = 1, .classDepth = 2}));
}

TEST(SplitPictures, FramesDifferInTheLastNumber) {
    Files files;
    for (const char* path :
         {"a/x1.jpg", "a/x2.jpg", "a/x.jpg", "a/y.jpg", "a/v1 x2 b.jpg", "a/v1 x33 b.jpg", "b2/z.jpg", "b2/w.jpg"})
        files.push_back({.path = path});
    EXPECT_EQ(groupsAcross({files, Files{{.path = "a/x3.jpg"}, {.path = "a/v1 x4 b.jpg"}, {.path = "b2/v.jpg"}}, {}},
                           {.grouping = Grouping::Frames}),
              2);
}

TEST(SplitPictures, GroupingsHaveNames) {
    EXPECT_EQ(groupingNamed(""), Grouping::Listed);
    EXPECT_EQ(groupingNamed("frames"), Grouping::Frames);
    EXPECT_ANY_THROW(groupingNamed("film"));
    EXPECT_EQ(splitRuleNamed(""), SplitRule::ByName);
    EXPECT_EQ(splitRuleNamed("count"), SplitRule::ByCount);
    EXPECT_ANY_THROW(splitRuleNamed("size"));
}

} // namespace
} // namespace belfry
