#include "core/base/files.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct FoldersTest : testing::Test {
    TestFolder root;

    static void fill(const fs::path& folder) {
        writeFileAtomically(folder / "a", "first");
        writeFileAtomically(folder / "b", "second");
    }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(root.path()), fs::directory_iterator()));
    }
};

TEST_F(FoldersTest, AppearsCompleteUnderItsName) {
    for (const char* name : {"new", "slash/"}) {
        writeFolderAtomically(root / name, fill);
        EXPECT_EQ(readFile(root / name / "a"), "first");
        EXPECT_EQ(readFile(root / name / "b"), "second");
    }
    EXPECT_EQ(entries(), 2u);
}

TEST_F(FoldersTest, ReplacesOnlyAnEmptyFolder) {
    fs::create_directories(root / "empty");
    writeFolderAtomically(root / "empty", fill);
    EXPECT_TRUE(fs::exists(root / "empty" / "a"));
    bool filled = false;
    const auto again = [&] { writeFolderAtomically(root / "empty", [&](const fs::path&) { filled = true; }); };
    EXPECT_THAT(refusal(again, ErrorCategory::Usage), HasSubstr("already exists"));
    writeFileAtomically(root / "file", "mine");
    EXPECT_THAT(refusal([&] { writeFolderAtomically(root / "file", fill); }, ErrorCategory::Usage),
                HasSubstr("already exists"));
    EXPECT_FALSE(filled);
    EXPECT_EQ(readFile(root / "file"), "mine");
    EXPECT_EQ(entries(), 2u);
}

TEST_F(FoldersTest, LeavesNothingWhenFillingFails) {
    EXPECT_THROW(writeFolderAtomically(root / "x",
                                       [](const fs::path& folder) {
                                           writeFileAtomically(folder / "a", "first");
                                           throw std::runtime_error("no");
                                       }),
                 std::runtime_error);
    EXPECT_EQ(entries(), 0u);
    writeFileAtomically(root / "file", "");
    refusal([&] { writeFolderAtomically(root / "file" / "below", fill); }, ErrorCategory::Io);
}

TEST_F(FoldersTest, DoesNotAppearWhenItsProcessIsKilled) {
    const pid_t child = ::fork();
    if (child == 0)
        writeFolderAtomically(root / "x", [](const fs::path& folder) {
            writeFileAtomically(folder / "a", "first");
            ::_exit(7);
        });
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_FALSE(fs::exists(root / "x"));
    writeFolderAtomically(root / "x", fill);
    EXPECT_TRUE(fs::exists(root / "x" / "b"));
}

} // namespace
} // namespace belfry
