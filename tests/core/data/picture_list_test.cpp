// Lists of pictures: tables and lines, and that nothing odd in them is passed over.
#include "core/data/catalogue.h"
#include "core/data/picture_list.h"
#include "tests/core/data/picture_folders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

struct PictureListTest : testing::Test {
    TestFolder folder;
    fs::path dir = folder / "set";

    void SetUp() override {
        for (int i = 0; i < 12; ++i)
            writePng(dir / "pictures" / (std::to_string(i) + ".png"), static_cast<std::uint8_t>(10 * i));
    }
    fs::path list(const std::string& name, const std::string& text) {
        write(dir / name, Bytes(text.begin(), text.end()));
        return dir / name;
    }
    // "12 pictures 0 .. 11.png of cats and dogs in turn", a line each.
    std::string lines(char separator, const std::string& more = "") {
        std::string text;
        for (int i = 0; i < 12; ++i)
            text += "pictures/" + std::to_string(i) + ".png" + separator + (i % 2 ? "dog" : "cat") + more + "\n";
        return text;
    }
};

std::vector<std::string> paths(const std::vector<PictureFile>& files) {
    std::vector<std::string> paths;
    for (const PictureFile& file : files)
        paths.push_back(file.path);
    return paths;
}

TEST_F(PictureListTest, TablesAndLinesSayTheSame) {
    const std::vector<fs::path> lists{list("a.csv", "file,label\n" + lines(',')),
                                      list(
                                          "b.tsv", "Label\tFilename\r\n" +
                                                       [] {
                                                           std::string text;
                                                           for (int i = 0; i < 12; ++i)
                                                               text += std::string(i % 2 ? "dog" : "cat") +
                                                                       "\tpictures/" + std::to_string(i) + ".png\r\n";
                                                           return text;
                                                       }()),
                                      list("c.txt", lines(' ')),
                                      list(
                                          "d.csv", "\xEF\xBB\xBFimage;note;class\n" + [] {
                                              std::string text;
                                              for (int i = 0; i < 12; ++i)
                                                  text += "./pictures//" + std::to_string(i) + ".png;\"a;b\";" +
                                                          (i % 2 ? "dog" : "cat") + "\n";
                                              return text;
                                          }())};
    for (const fs::path& path : lists) {
        const ClassFolders found = readPictureList(path);
        EXPECT_THAT(found.classes, ElementsAre("cat", "dog")) << path;
        ASSERT_EQ(found.files[0].size(), 12U) << path;
        EXPECT_EQ(found.files[0][0].path, "pictures/0.png");
        EXPECT_EQ(found.files[0][11].label, 1);
        EXPECT_TRUE(found.issues.empty()) << path;
        EXPECT_GT(found.bytes, 0);
    }
}

TEST_F(PictureListTest, AFolderOrAListIsADataSet) {
    const fs::path table = list("labels.csv", "file,label\n" + lines(','));
    for (const fs::path& path : {dir, table}) {
        ASSERT_TRUE(isPictureFolder(path.string()));
        const auto data = openDataSet(path.string());
        EXPECT_EQ(data->folder, dir);
        EXPECT_EQ(data->train->size() + data->validation->size() + data->test->size(), 12);
        EXPECT_EQ(data->train->name(0).substr(0, 9), "pictures/");
    }
    EXPECT_EQ(resolveDataName(table.string()), table.string());
    EXPECT_THAT(refusal([&] { openDataSet((dir / "pictures" / "0.png").string()); }), HasSubstr(".csv"));
}

TEST_F(PictureListTest, SplitsAndGroupsAreColumns) {
    std::string text = "file,label,split,group\n";
    for (int i = 0; i < 12; ++i)
        text += "pictures/" + std::to_string(i) + ".png," + (i % 2 ? "dog" : "cat") + "," +
                (i < 8    ? ""
                 : i < 10 ? "val"
                          : "Test") +
                ",film " + std::to_string(i / 2) + "\n";
    const ClassFolders found = readPictureList(list("labels.csv", text));
    EXPECT_EQ(found.files[0].size(), 8U);
    EXPECT_THAT(paths(found.files[1]), UnorderedElementsAre("pictures/8.png", "pictures/9.png"));
    EXPECT_THAT(paths(found.files[2]), UnorderedElementsAre("pictures/10.png", "pictures/11.png"));
    EXPECT_EQ(found.files[2][0].group, "film 5");
    const auto whole = openDataSet(dir.string());
    EXPECT_TRUE(whole->issues.empty());
    // A group in two splits is told.
    text.replace(text.find("film 5"), 6, "film 0");
    list("labels.csv", text);
    const auto leaking = openDataSet(dir.string());
    ASSERT_EQ(leaking->issues.size(), 1U);
    EXPECT_EQ(leaking->issues[0].kind, DataIssue::Kind::GroupAcross);
    EXPECT_EQ(leaking->issues[0].count, 1);
    EXPECT_THAT(refusal([&] { readPictureList(list("x.csv", "file,label,split\npictures/0.png,cat,dev\n")); }),
                testing::AllOf(HasSubstr("line 2"), HasSubstr("'dev'"), HasSubstr("validation")));
}

// Folders of classes often have a table of something else beside them.
TEST_F(PictureListTest, AnotherTableBesideClassesIsNone) {
    writeClasses(dir / "set", {"cat", "dog"}, 5);
    write(dir / "set" / "labels.csv", bytesOf("id,breed\n1,terrier\n"));
    EXPECT_EQ(pictureListAt(dir / "set"), std::nullopt);
    EXPECT_THAT(openDataSet((dir / "set").string())->classes, ElementsAre("cat", "dog"));
    write(dir / "set" / "labels.csv", bytesOf("file, label\n../x.png,terrier\n"));
    EXPECT_EQ(pictureListAt(dir / "set"), dir / "set" / "labels.csv");
}

TEST_F(PictureListTest, NumbersAreSortedByValue) {
    const ClassFolders found =
        readPictureList(list("n.txt", "pictures/0.png 10\npictures/1.png 9\npictures/2.png -1\n"));
    EXPECT_THAT(found.classes, ElementsAre("-1", "9", "10"));
}

TEST_F(PictureListTest, WhatCannotBeReadIsLeftOutAndTold) {
    write(dir / "notes.png", Bytes{'h', 'e', 'l', 'l', 'o', '!'});
    ASSERT_EQ(::mkfifo((dir / "pipe.png").c_str(), 0600), 0);
    write(dir.parent_path() / "outside.png", Bytes{});
    const ClassFolders found = readPictureList(
        list("odd.csv", "file,label,split\n" + lines(',', ",") +
                            "gone.png,cat,\nnotes.png,cat,\npipe.png,dog,\n../outside.png,cat,\n/etc/passwd,cat,\n"
                            "pictures/0.png,dog,\n,cat,\npictures/1.png\npictures/a..b/../3.png,dog,\n"));
    EXPECT_EQ(found.files[0].size(), 12U);
    std::map<DataIssue::Kind, std::int64_t> counts;
    for (const DataIssue& issue : found.issues)
        counts[issue.kind] += issue.count;
    EXPECT_EQ(counts[DataIssue::Kind::MissingFile], 2);     // gone, and the pipe, which is no file
    EXPECT_EQ(counts[DataIssue::Kind::UnreadableImage], 1); // notes
    EXPECT_EQ(counts[DataIssue::Kind::ForeignFile], 2);     // outside
    EXPECT_EQ(counts[DataIssue::Kind::BrokenLine], 4);      // two without a part, two again
}

// "cat " was a class beside "cat", and " test" no split.
TEST_F(PictureListTest, BlanksAndCaseMakeNoClass) {
    const ClassFolders found = readPictureList(list("blanks.csv", "file,label,split\n"
                                                                  "pictures/0.png,cat,\n"
                                                                  "pictures/1.png,cat ,\n"
                                                                  " pictures/2.png , dog,train\n"
                                                                  "pictures/3.png,Cat, Test\n"
                                                                  "pictures/4.png,DOG,\n"
                                                                  "pictures/5.png, ,\n"));
    EXPECT_THAT(found.classes, ElementsAre("DOG", "cat"));
    EXPECT_THAT(paths(found.files[0]),
                ElementsAre("pictures/2.png", "pictures/4.png", "pictures/0.png", "pictures/1.png"));
    EXPECT_THAT(paths(found.files[2]), ElementsAre("pictures/3.png"));
    ASSERT_EQ(found.issues.size(), 3U);
    EXPECT_EQ(found.issues[0].kind, DataIssue::Kind::SameName);
    EXPECT_THAT(found.issues[0].sentence, HasSubstr("'DOG' and 'dog'"));
    EXPECT_THAT(found.issues[1].sentence, HasSubstr("'cat' and 'Cat'"));
    EXPECT_EQ(found.issues[2].kind, DataIssue::Kind::BrokenLine);
}

// As pandas and programs on Windows write them.
TEST_F(PictureListTest, WholePathsAndBackslashesAreTaken) {
    const std::string whole = dir.string() + "/pictures/";
    const ClassFolders found =
        readPictureList(list("whole.csv", "file,label\n" + whole + "0.png,cat\n" + whole + "../pictures/1.png,dog\n" +
                                              "pictures\\2.png,cat\n.\\pictures\\3.png,dog\n"));
    EXPECT_THAT(paths(found.files[0]),
                ElementsAre("pictures/0.png", "pictures/2.png", "pictures/1.png", "pictures/3.png"));
    EXPECT_TRUE(found.issues.empty());
    // The same folder by another name.
    fs::create_directory_symlink(dir, folder / "link");
    EXPECT_EQ(readPictureList(folder / "link" / "whole.csv").files[0].size(), 4U);
    // A name may have a backslash and a blank of its own.
    writePng(dir / "pictures\\9.png", 1);
    writePng(dir / " 9.png", 1);
    EXPECT_THAT(paths(readPictureList(list("own.csv", "file,label\npictures\\9.png,cat\n 9.png,cat\n")).files[0]),
                ElementsAre(" 9.png", "pictures\\9.png"));
}

// The refusal was about splits and classes.
TEST_F(PictureListTest, WhatIsOutsideIsSaidToBe) {
    writePng(folder / "other.png", 1);
    const std::string outside = "file,label\n" + (folder / "other.png").string() + ",cat\n..\\other.png,cat\n";
    EXPECT_THAT(refusal([&] { readPictureList(list("out.csv", outside)); }),
                testing::AllOf(HasSubstr("2 files are elsewhere"), HasSubstr("other.png")));
    const ClassFolders found = readPictureList(
        list("some.csv", outside + "C:\\set\\3.png,cat\n" + "pictures/0.png,cat\npictures/1.png,dog\n"));
    EXPECT_EQ(found.files[0].size(), 2U);
    ASSERT_EQ(found.issues.size(), 1U);
    EXPECT_EQ(found.issues[0].kind, DataIssue::Kind::ForeignFile);
    EXPECT_EQ(found.issues[0].count, 3);
}

TEST_F(PictureListTest, OneClassIsTold) {
    const ClassFolders found = readPictureList(list("one.csv", "file,label\npictures/0.png,cat\npictures/1.png,cat\n"));
    ASSERT_EQ(found.issues.size(), 1U);
    EXPECT_EQ(found.issues[0].kind, DataIssue::Kind::OneClass);
    EXPECT_THAT(found.issues[0].sentence, HasSubstr("nothing to tell apart"));
}

// Its bytes became a class, or were printed.
TEST_F(PictureListTest, OnlyUtf8IsTaken) {
    const auto refused = [&](const std::string& text) {
        return refusal([&] { readPictureList(list("r.csv", text)); });
    };
    EXPECT_THAT(refused("file,label\npictures/0.png,cat\npictures/1.png,caf\xE9\n"),
                testing::AllOf(HasSubstr("r.csv', line 3 is not UTF-8"), HasSubstr("CSV UTF-8")));
    std::string wide = "\xFF\xFE";
    for (const char letter : std::string("file,label\n"))
        wide += {letter, '\0'};
    EXPECT_THAT(refused(wide), HasSubstr("r.csv' is UTF-16"));
    EXPECT_THAT(refused(wide.substr(2)), HasSubstr("r.csv' is UTF-16"));
    EXPECT_THAT(readPictureList(list("utf8.csv", "\xEF\xBB\xBF"
                                                 "file,label\npictures/0.png,caf\xC3\xA9\n"))
                    .classes,
                ElementsAre("caf\xC3\xA9"));
}

TEST_F(PictureListTest, RefusalsSayWhatIsExpected) {
    const auto refused = [&](const std::string& text) {
        return refusal([&] { readPictureList(list("r.csv", text)); });
    };
    EXPECT_THAT(refused("file,label\na.png,cat\nb.png,\"dog\nc.png,cat\n"),
                testing::AllOf(HasSubstr("line 3"), HasSubstr("quote")));
    EXPECT_THAT(refused("name,kind\na,b\n"), testing::AllOf(HasSubstr("'name, kind'"), HasSubstr("'label'")));
    EXPECT_THAT(refused("file,label\ngone.png,cat\n"),
                testing::AllOf(HasSubstr("no training picture"), HasSubstr("gone.png")));
    EXPECT_THAT(refused(""), HasSubstr("no training picture"));
    EXPECT_THAT(refused("file,label,split\npictures/0.png,cat,test\n"), HasSubstr("of 1 lines"));
    std::string many = "file,label\n";
    for (int i = 0; i < 300; ++i) {
        writePng(dir / "many" / (std::to_string(i) + ".png"), 1);
        many += "many/" + std::to_string(i) + ".png,class " + std::to_string(i) + "\n";
    }
    EXPECT_THAT(refused(many), HasSubstr("300 classes"));
}

} // namespace
} // namespace belfry
