#include "core/base/error.h"
#include "core/base/files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;

struct FilesTest : testing::Test {
    // Of this process alone: cases run side by side.
    fs::path folder = fs::path(testing::TempDir()) / ("belfry_files_test" + std::to_string(::getpid()));
    void SetUp() override { fs::create_directories(folder); }
    void TearDown() override { fs::remove_all(folder); }
};

TEST_F(FilesTest, AtomicWriteReplacesAndLeavesNoTemporary) {
    writeFileAtomically(folder / "a", "one");
    writeFileAtomically(folder / "a", "two");
    EXPECT_EQ(readFile(folder / "a"), "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(FilesTest, ErrorsNameThePath) {
    try {
        writeFileAtomically(folder / "missing" / "a", "x");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Io);
        EXPECT_NE(std::string(error.what()).find("missing/a"), std::string::npos);
    }
    EXPECT_THROW(readFile(folder / "none"), Error);
    EXPECT_THROW(readFile(folder), Error);
    writeFileAtomically(folder / "big", std::string(1000, 'x'));
    EXPECT_THROW(readFile(folder / "big", 999), Error);
}

TEST_F(FilesTest, FolderInTheWayOfAFileIsRefused) {
    writeFileAtomically(folder / "plain", "x");
    EXPECT_THROW(makeWritableFolder(folder / "plain"), Error);
    EXPECT_THROW(makeWritableFolder(folder / "plain" / "below"), Error);
    EXPECT_NO_THROW(makeWritableFolder(folder / "new" / "deeper"));
}

} // namespace
} // namespace belfry
