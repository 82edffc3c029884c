// Networks of the user's own as files.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/model/architecture_file.h"
#include "core/model/zoo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ArchitectureFile : public testing::Test {
protected:
    ArchitectureFile() { fs::create_directories(folder_); }
    ~ArchitectureFile() override { fs::remove_all(folder_); }

    fs::path path(const std::string& name) const { return folder_ / name; }
    std::string refusal(const std::string& name, const std::string& content) const {
        writeFileAtomically(path(name), content);
        try {
            readArchitectureFile(path(name));
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("'" + path(name).string() + "'"));
            return error.what();
        }
        return "accepted";
    }

private:
    fs::path folder_ = fs::temp_directory_path() / ("belfry-network-" + std::to_string(::getpid()));
};

TEST_F(ArchitectureFile, ReadsWhatItWritesAsTextAndAsJson) {
    for (const std::string& name : networkNames())
        for (const char* ending : {".txt", ".json"}) {
            const Architecture architecture = networkByName(name);
            const fs::path file = path(name + ending);
            ASSERT_TRUE(isArchitectureFile(file));
            writeArchitectureFile(file, architecture);
            EXPECT_EQ(readArchitectureFile(file), architecture);
        }
    EXPECT_FALSE(isArchitectureFile("lenet"));
}

TEST_F(ArchitectureFile, IsNamedByItsContentsOrItsFile) {
    writeFileAtomically(path("a b.json"), R"({"layers": ["dense classes linear"]})");
    EXPECT_EQ(readArchitectureFile(path("a b.json")).name, "a b");
    writeFileAtomically(path("a b.json"), R"({"name": "c", "layers": ["dense classes linear"]})");
    EXPECT_EQ(readArchitectureFile(path("a b.json")).name, "c");
}

TEST_F(ArchitectureFile, RefusalsNameFileLineAndLayer) {
    EXPECT_THAT(refusal("own.txt", "# mine\n\ndense 4 relu\ndens 10\n"),
                HasSubstr("own.txt': Network 'own', line 4, layer 2: Unknown layer 'dens'; did you mean 'dense'?"));
    EXPECT_THAT(refusal("own.json", R"({"name": "n", "layers": ["dense 4", "dense"]})"),
                HasSubstr("Network 'n', layer 2: the line ends where a number of units"));
    EXPECT_THAT(refusal("own.txt", "# nothing\n"), HasSubstr("no layers"));
    EXPECT_THAT(refusal("own.json", R"({"layers": []})"), HasSubstr("no layers"));
    EXPECT_THAT(refusal("own.json", "dense 4 relu"), HasSubstr("not JSON"));
    EXPECT_THAT(refusal("own.json", std::string(500'000, '[')), HasSubstr("not JSON"));
    EXPECT_THAT(refusal("own.txt", std::string(2'000'000, '#')), HasSubstr("2000000 bytes"));
    EXPECT_THROW(readArchitectureFile(path("none.txt")), Error);
}

} // namespace
} // namespace belfry
