// Which folders are classes and splits, and that nothing in them is passed over in silence.
#include "core/data/catalogue.h"
#include "core/data/class_folders.h"
#include "core/data/picture_files.h"
#include "tests/core/data/picture_folders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// The superuser without the right to read what its mode forbids; nothing for others. Of this thread.
class WithoutOverride {
public:
    WithoutOverride() {
        ::syscall(SYS_capget, &header_, before_.data());
        auto without = before_;
        without[0].effective &= ~(1U << CAP_DAC_OVERRIDE | 1U << CAP_DAC_READ_SEARCH);
        ::syscall(SYS_capset, &header_, without.data());
    }
    ~WithoutOverride() { ::syscall(SYS_capset, &header_, before_.data()); }
    WithoutOverride(const WithoutOverride&) = delete;
    WithoutOverride& operator=(const WithoutOverride&) = delete;

private:
    __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> before_{};
};

struct ClassFoldersTest : testing::Test {
    TestFolder folder;
    fs::path dir = folder / "set";

    // The one of that kind.
    static DataIssue issueOf(const ClassFolders& found, DataIssue::Kind kind) {
        std::vector<DataIssue> of;
        std::ranges::copy_if(found.issues, std::back_inserter(of),
                             [kind](const DataIssue& issue) { return issue.kind == kind; });
        EXPECT_EQ(of.size(), 1U);
        return of.empty() ? DataIssue() : of[0];
    }
};

// "Train" and "Test" were two classes, and of "train" and "Test" the second was ignored.
TEST_F(ClassFoldersTest, SplitsAreKnownInAnyCase) {
    const std::vector<std::array<const char*, 3>> named{{"Train", "Val", "Test"},
                                                        {"Training", "Validation", "Testing"},
                                                        {"TRAIN", "VALID", "TEST"},
                                                        {"train", "val", "Test"}};
    for (const auto& [train, validation, test] : named) {
        fs::remove_all(dir);
        writeClasses(dir / train, {"a", "b"}, 5);
        writeClasses(dir / validation, {"a", "b"}, 2);
        writeClasses(dir / test, {"a", "b"}, 3);
        const ClassFolders found = findClassFolders(dir);
        EXPECT_THAT(found.classes, ElementsAre("a", "b")) << train;
        EXPECT_EQ(found.files[0].size(), 10U) << train;
        EXPECT_EQ(found.files[1].size(), 4U) << train;
        EXPECT_EQ(found.files[2].size(), 6U) << train;
        EXPECT_EQ(found.depth, 2);
        EXPECT_THAT(found.issues, IsEmpty()) << train;
        EXPECT_EQ(trainFolder(dir), dir / train);
    }
}

TEST_F(ClassFoldersTest, WhatIsBesideSplitsIsTold) {
    writeClasses(dir / "train", {"a", "b"}, 5);
    writeClasses(dir / "dev", {"a", "b"}, 2);
    writeClasses(dir / "eval", {"a", "b"}, 2);
    writeClasses(dir / "validation", {"a", "b"}, 1);
    writeClasses(dir / "Validation", {"a", "b"}, 2); // one of them counts
    fs::create_directories(dir / ".git");
    writePng(dir / "cover.png", 1);
    writePng(dir / "train" / "lost.png", 1);
    write(dir / "README.txt", bytesOf("hello"));
    const ClassFolders found = findClassFolders(dir);
    EXPECT_EQ(found.files[1].size(), 2U);
    ASSERT_EQ(found.issues.size(), 2U);
    EXPECT_EQ(found.issues[0].kind, DataIssue::Kind::OutsideClasses);
    EXPECT_THAT(found.issues[0].files, UnorderedElementsAre("dev", "eval", "Validation"));
    EXPECT_THAT(found.issues[0].sentence,
                HasSubstr("3 folders of '" + dir.string() + "' are beside those of its splits"));
    EXPECT_THAT(found.issues[1].files, UnorderedElementsAre("cover.png", "train/lost.png"));
    EXPECT_THAT(found.issues[1].sentence,
                HasSubstr("2 pictures of '" + dir.string() + "' are in the folder of no class"));
}

TEST_F(ClassFoldersTest, PicturesBesideClassesAreTold) {
    writeClasses(dir, {"a", "b"}, 3);
    writePng(dir / "lost.png", 1);
    EXPECT_THAT(issueOf(findClassFolders(dir), DataIssue::Kind::OutsideClasses).files, ElementsAre("lost.png"));
}

TEST_F(ClassFoldersTest, TrainsMayBeAClass) {
    writeClasses(dir, {"car", "train", "test"}, 3);
    const ClassFolders found = findClassFolders(dir);
    EXPECT_THAT(found.classes, ElementsAre("car", "test", "train"));
    EXPECT_EQ(found.depth, 1);
    EXPECT_THAT(found.issues, IsEmpty());
    EXPECT_EQ(trainFolder(dir), std::nullopt);
}

// One level too high all pictures were of one class, and every answer was right.
TEST_F(ClassFoldersTest, OneClassIsToldWithWhatMayBeMeant) {
    writeClasses(dir / "photos", {"cat", "dog"}, 5);
    const ClassFolders found = findClassFolders(dir);
    EXPECT_THAT(found.classes, ElementsAre("photos"));
    EXPECT_THAT(issueOf(found, DataIssue::Kind::OneClass).sentence,
                testing::AllOf(HasSubstr("'" + dir.string() + "' has one class only, 'photos'"),
                               HasSubstr("nothing to tell apart"),
                               HasSubstr("Is it '" + (dir / "photos").string() + "' that you mean?")));
    EXPECT_EQ(openDataSet(dir.string())->classes.size(), 1U); // it is shown
    EXPECT_THAT(findClassFolders(dir / "photos").issues, IsEmpty());
    fs::remove_all(dir / "photos" / "dog");
    const Text alone = issueOf(findClassFolders(dir / "photos"), DataIssue::Kind::OneClass).sentence;
    EXPECT_THAT(alone, HasSubstr("Add pictures of a second class."));
}

// The search ended at the first folder that it may not read, and all pictures behind it were lost.
TEST_F(ClassFoldersTest, WhatMayNotBeReadIsToldAndEndsNothing) {
    writeClasses(dir, {"cat", "dog"}, 60);
    writePng(dir / "cat" / "030secret" / "1.png", 1);
    fs::permissions(dir / "cat" / "030secret", fs::perms::none);
    fs::permissions(dir / "dog" / "7.png", fs::perms::none);
    const WithoutOverride without;
    EXPECT_NE(errorOfOpening(dir / "dog" / "7.png"), 0);
    const ClassFolders found = findClassFolders(dir);
    EXPECT_EQ(found.files[0].size(), 119U);
    EXPECT_EQ(found.issues.size(), 1U);
    const DataIssue issue = issueOf(found, DataIssue::Kind::NotOpened);
    EXPECT_EQ(issue.count, 2);
    EXPECT_THAT(issue.files, ElementsAre("cat/030secret", "dog/7.png"));
    EXPECT_THAT(issue.sentence, HasSubstr("'cat/030secret' (Permission denied)"));
    fs::permissions(dir / "cat" / "030secret", fs::perms::owner_all);
}

TEST_F(ClassFoldersTest, ASplitThatMayNotBeReadIsTold) {
    writeClasses(dir / "train", {"cat", "dog"}, 5);
    writeClasses(dir / "test", {"cat", "dog"}, 5);
    fs::permissions(dir / "test", fs::perms::none);
    const WithoutOverride without;
    EXPECT_THAT(issueOf(findClassFolders(dir), DataIssue::Kind::NotOpened).files, ElementsAre("test"));
    EXPECT_THAT(refusal([&] { openDataSet((dir / "test").string()); }, ErrorCategory::Io),
                HasSubstr("Permission denied"));
    fs::permissions(dir / "test", fs::perms::owner_all);
}

// Links to folders were followed to classes, and ignored below them.
TEST_F(ClassFoldersTest, LinksToFoldersAreFollowedButInNoCircle) {
    writeClasses(dir, {"cat", "dog"}, 5);
    writeClasses(folder / "elsewhere", {"more"}, 4);
    fs::create_directory_symlink(folder / "elsewhere" / "more", dir / "cat" / "film");
    fs::create_directory_symlink(dir, dir / "cat" / "up");
    fs::create_directory_symlink(dir / "cat", folder / "elsewhere" / "more" / "back");
    fs::create_directory_symlink(folder / "nowhere", dir / "dog" / "gone");
    fs::create_directory_symlink(dir / "cat", dir / "tom"); // a class folder may be a link
    const ClassFolders found = findClassFolders(dir);
    EXPECT_THAT(found.classes, ElementsAre("cat", "dog", "tom"));
    ASSERT_EQ(found.files[0].size(), 9U + 5U + 9U);
    EXPECT_EQ(found.files[0][5].path, "cat/film/0.png");
    EXPECT_THAT(issueOf(found, DataIssue::Kind::LinkNotFollowed).files,
                UnorderedElementsAre("cat/up", "cat/film/back", "dog/gone", "tom/up", "tom/film/back"));
}

// A folder keeps the names of its pictures where a link leads to it, too.
TEST_F(ClassFoldersTest, FoldersComeBeforeLinksToThem) {
    writeClasses(dir / "cat", {"z"}, 3);
    writeClasses(dir, {"dog"}, 3);
    fs::create_directory_symlink(dir / "cat" / "z", dir / "cat" / "a");
    const ClassFolders found = findClassFolders(dir);
    EXPECT_EQ(found.files[0][0].path, "cat/z/0.png");
    EXPECT_THAT(issueOf(found, DataIssue::Kind::LinkNotFollowed).files, ElementsAre("cat/a"));
}

// Of many damaged files one was named.
TEST_F(ClassFoldersTest, AllDamagedFilesAreNamed) {
    writeClasses(dir, {"a", "b"}, 5);
    Bytes damaged = encodePng({4, 4, 1, Bytes(16, 1)});
    damaged[45] ^= 0x55;
    for (const char* name : {"a/x.png", "a/y.png", "b/z.png"})
        write(dir / name, damaged);
    write(dir / "b" / "empty.jpg", {});
    write(dir / "b" / "text.jpg", bytesOf("hello"));
    const std::vector<DataIssue> found = issues(*openDataSet(dir.string()));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_THAT(found[0].files, ElementsAre("b/empty.jpg", "b/text.jpg"));
    EXPECT_THAT(found[1].files, ElementsAre("a/x.png", "a/y.png", "b/z.png"));
    for (const DataIssue& issue : found)
        EXPECT_THAT(issue.sentence, HasSubstr("'data show --damaged' names all"));
}

} // namespace
} // namespace belfry
