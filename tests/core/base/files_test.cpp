#include "core/base/error.h"
#include "core/base/files.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <fstream>
#include <thread>

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

TEST_F(FilesTest, UnsyncedFilesAreThere) {
    writeUnsynced(folder / "a", "one, which is longer");
    writeUnsynced(folder / "a", "two");
    syncFiles(folder);
    EXPECT_EQ(readFile(folder / "a"), "two");
    EXPECT_THAT(refusal([&] { writeUnsynced(folder / "missing" / "a", "x"); }, ErrorCategory::Io),
                testing::HasSubstr("missing/a'"));
    EXPECT_THAT(refusal([&] { syncFiles(folder / "missing"); }, ErrorCategory::Io), testing::HasSubstr("missing'"));
}

// Each is the whole of one or the other, whatever its size.
TEST_F(FilesTest, ReadsFilesThatAreReplacedMeanwhile) {
    const std::array<std::string, 2> contents{std::string(10, 'a'), std::string(5000, 'b')};
    const fs::path path = folder / "record";
    writeFileAtomically(path, contents[0]);
    const std::jthread writer([&](const std::stop_token& stop) {
        for (std::size_t i = 0; !stop.stop_requested(); ++i)
            writeFileAtomically(path, contents.at(i % 2));
    });
    for (int i = 0; i < 20'000; ++i)
        EXPECT_THAT(contents, testing::Contains(readFile(path, 10'000)));
}

TEST_F(FilesTest, RemovesOnlyOldTemporariesOfDeadProcesses) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    ::waitpid(child, nullptr, 0);
    const std::string gone = ".tmp" + std::to_string(child), alive = ".tmp" + std::to_string(::getpid());
    const std::vector<std::string> kept{"a" + alive, "a", "a.tmp", "a" + gone + "x", "a.tmp-1", "a.tmp99999999999999"};
    for (const std::string& name : kept)
        std::ofstream(folder / name) << "x";
    std::ofstream(folder / ("a" + gone)) << "half";
    for (const auto& entry : fs::directory_iterator(folder))
        fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
    std::ofstream(folder / ("fresh" + gone)) << "perhaps another machine's";
    fs::create_directories(folder / ("folder" + gone));
    sweepTemporaries(folder);
    EXPECT_FALSE(fs::exists(folder / ("a" + gone)));
    EXPECT_TRUE(fs::exists(folder / ("fresh" + gone)));
    EXPECT_TRUE(fs::exists(folder / ("folder" + gone)));
    for (const std::string& name : kept)
        EXPECT_TRUE(fs::exists(folder / name)) << name;
    sweepTemporaries(folder / "none");
}

// The file that could not be written was "a.tmp15986", which nobody had asked for.
TEST_F(FilesTest, ErrorsNameThePath) {
    EXPECT_THAT(refusal([&] { writeFileAtomically(folder / "missing" / "a", "x"); }, ErrorCategory::Io),
                testing::HasSubstr("missing/a'"));
    EXPECT_THAT(refusal([&] { readFile(folder / "none"); }, ErrorCategory::Data), testing::HasSubstr("No file '"));
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const fs::path& other : {folder / "pipe", folder}) // it said that there was none
        EXPECT_THAT(refusal([&] { readFile(other); }, ErrorCategory::Data), testing::HasSubstr("not a file"));
    writeFileAtomically(folder / "big", std::string(1000, 'x'));
    EXPECT_THROW(readFile(folder / "big", 999), Error);
}

// With the rights to do so, a file took the place of /dev/full.
TEST_F(FilesTest, NeverTakesThePlaceOfADeviceOrAPipe) {
    const fs::path pipe = folder / "pipe", link = folder / "link";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    fs::create_symlink("pipe", link);
    for (const fs::path& path : {pipe, link})
        EXPECT_THAT(refusal([&] { writeFileAtomically(path, "x"); }, ErrorCategory::Usage),
                    testing::HasSubstr("is a device or a pipe"));
    EXPECT_EQ(fs::symlink_status(pipe).type(), fs::file_type::fifo);
    EXPECT_EQ(fs::symlink_status(link).type(), fs::file_type::symlink);
}

TEST_F(FilesTest, RefusesToReplaceAFolderByAFile) {
    writeFileAtomically(folder / "plain", "x");
    EXPECT_THROW(makeWritableFolder(folder / "plain"), Error);
    EXPECT_THROW(makeWritableFolder(folder / "plain" / "below"), Error);
    EXPECT_NO_THROW(makeWritableFolder(folder / "new" / "deeper"));
}

} // namespace
} // namespace belfry
