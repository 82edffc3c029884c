// Parquet files by another process: what it says is heard, and whatever becomes of it, nothing half is left.
// tests/app/parquet_test.py has the process itself.
#include "core/data/catalogue.h"
#include "core/data/parquet_import.h"
#include "tests/core/data/environment.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <fstream>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// With a program in the place of Python: $5 is the source, $6 the folder to fill.
struct ParquetImportTest : testing::Test {
    TestFolder folder;
    fs::path from = folder / "pictures.parquet", to = folder / "output";
    fs::path program = folder / "python";
    Environment python{"BELFRY_PARQUET_PYTHON", program.string()};

    void SetUp() override { write(from, bytesOf("no matter")); }
    void says(const std::string& script) {
        std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
        fs::permissions(program, fs::perms::owner_all);
    }
    std::string refused(const std::string& script, ErrorCategory category = ErrorCategory::Data) {
        says(script);
        const std::string sentence = refusal([&] { importParquet(from, to); }, category);
        EXPECT_FALSE(fs::exists(to));
        EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 2);
        return sentence;
    }
};

TEST_F(ParquetImportTest, TellsWhatWasWrittenAndLeftOut) {
    says("test \"$5\" = '" + from.string() +
         "' || exit 1\n"
         "touch \"$6/a.png\"\n"
         "printf 'progress 1 4\\nprogr'; printf 'ess 2 4\\n'\n"
         "printf 'a warning\\nkind list\\nclasses 3\\nsplit train 20\\nsplit test 4\\n'\n"
         "printf 'left-out empty 2 row 7 of a b.parquet\\nleft-out by-a-later-version 1 x\\n'");
    std::vector<double> parts;
    const auto found = importParquet(from, to, {.progress = [&](double part) { parts.push_back(part); }});
    ASSERT_TRUE(found.has_value());
    EXPECT_THAT(parts, ElementsAre(0.25, 0.5));
    EXPECT_TRUE(found->listed);
    EXPECT_TRUE(found->hasSplits);
    EXPECT_EQ(found->classes, 3);
    EXPECT_THAT(found->images, ElementsAre(20, 0, 4));
    ASSERT_EQ(found->issues.size(), 1U);
    EXPECT_EQ(found->issues[0].sentence, "2 rows without a picture were left out; the first: row 7 of a b.parquet.");
    EXPECT_TRUE(fs::exists(to / "a.png"));
}

TEST_F(ParquetImportTest, SaysWhyItFailed) {
    EXPECT_THAT(refused("touch \"$6/a.png\"; echo 'progress 1 2'; echo 'it has no pictures' >&2; exit 1"),
                AllOf(HasSubstr("pictures.parquet"), HasSubstr("it has no pictures.")));
    EXPECT_THAT(refused("echo 'the disk is full' >&2; exit 3", ErrorCategory::Io), HasSubstr("the disk is full"));
    EXPECT_THAT(refused("kill -SEGV $$"), HasSubstr("signal 11"));
    EXPECT_THAT(refused("echo \"ModuleNotFoundError: No module named 'pyarrow'\" >&2; exit 1", ErrorCategory::Io),
                AllOf(HasSubstr("setup.sh --parquet"), HasSubstr("BELFRY_PARQUET_PYTHON")));
}

TEST_F(ParquetImportTest, IsStoppedAndGivenUp) {
    says("touch \"$6/a.png\"; exec sleep 1000");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(importParquet(from, to, {.stop = stop.get_token()}).has_value());
    EXPECT_THAT(refusal([&] { importParquet(from, to, {.silence = std::chrono::seconds(0)}); }), HasSubstr("given up"));
    EXPECT_FALSE(fs::exists(to));
}

TEST_F(ParquetImportTest, KeepsAFilledFolder) {
    says("exit 1");
    write(to / "mine.txt", bytesOf("mine"));
    EXPECT_THAT(refusal([&] { importParquet(from, to); }, ErrorCategory::Usage), HasSubstr("not an empty folder"));
    EXPECT_TRUE(fs::exists(to / "mine.txt"));
    EXPECT_THAT(refusal([&] { importParquet(folder / "gone", folder / "other"); }), HasSubstr("does not exist"));
}

TEST_F(ParquetImportTest, DataSetsSayThatItIsImported) {
    write(folder / "set/data/train.parquet", bytesOf("no matter"));
    for (const fs::path& place : {from, folder / "set", folder / "set/data"})
        EXPECT_THAT(refusal([&] { openDataSet(place.string()); }), HasSubstr("belfry-cli data import")) << place;
}

} // namespace
} // namespace belfry
