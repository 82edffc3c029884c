// Exported networks that are used again: what comes back, what it needs, and what is refused. Beside PyTorch and ONNX
// Runtime: tests/app/export_test.py.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/interop/package.h"
#include "tests/core/interop/interop_fixture.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <fstream>
#include <string>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

class PackageTest : public testing::Test {
protected:
    PackageTest() {
        fs::remove_all(root_);
        fs::create_directories(root_);
        data_.title = "Bars";
        data_.shape = test::kPictures;
        data_.classes = {"a", "b", "c", "d"};
        data_.train = data_.validation = data_.test = test::syntheticStore(9, test::kPictures, test::kClasses);
        network_.data = "/home/colleague/bars";
        network_.dataVersion = "2";
        network_.splitBy = "count";
        network_.temperature = 1.25;
        network_.step = 740;
    }
    ~PackageTest() override { fs::remove_all(root_); }

    fs::path exported() {
        fs::remove_all(folder_);
        exportPackage(folder_, network_, data_);
        return folder_;
    }
    void write(const fs::path& file, const std::string& content) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
    }
    std::string refusal() {
        try {
            loadPackage(folder_);
        } catch (const Error& error) {
            return error.message().english();
        }
        return "nothing was refused";
    }

    fs::path root_ = fs::temp_directory_path() / ("belfry-package-" + std::to_string(::getpid())),
             folder_ = root_ / "network";
    DataSet data_;
    Snapshot network_ =
        test::shaken("conv 6 3x3 same no-bias linear\nbatchnorm relu\nmaxpool 2x2\ndense classes linear");
};

TEST_F(PackageTest, ComesBackAsItWas) {
    const auto found = loadPackage(exported());
    EXPECT_EQ(found->weights, network_.weights);
    EXPECT_EQ(found->blueprint->architecture.lines, network_.blueprint->architecture.lines);
    EXPECT_EQ(found->blueprint->image, network_.blueprint->image);
    EXPECT_EQ(found->classes, network_.classes);
    EXPECT_EQ(found->data, network_.data);
    EXPECT_EQ(found->dataVersion, network_.dataVersion);
    EXPECT_EQ(found->splitBy, network_.splitBy);
    EXPECT_EQ(found->temperature, network_.temperature);
    EXPECT_EQ(found->step, network_.step);
    EXPECT_EQ(found->source, network_.source);
    EXPECT_EQ(test::answersOf(*found, test::picturesFor(5)), test::answersOf(network_, test::picturesFor(5)));
}

TEST_F(PackageTest, NeedsNothingThatIsForOtherPrograms) {
    exported();
    for (const char* file : {"model.onnx", "model.py", "samples.safetensors"})
        fs::remove(folder_ / file);
    EXPECT_EQ(loadPackage(folder_)->weights, network_.weights);
    EXPECT_THROW(verifyPackage(folder_), Error);
}

TEST_F(PackageTest, IsRefusedInOneSentenceWhereItIsDamaged) {
    for (const char* name : {"model.json", "model.safetensors"}) {
        const fs::path file = exported() / name;
        const std::string whole = readFile(file);
        std::string flipped = whole;
        flipped[whole.size() - 2] ^= 1; // in the weights nothing else notices
        for (const std::string& damaged : {whole.substr(0, whole.size() / 2), std::string(), flipped}) {
            write(file, damaged);
            EXPECT_THAT(refusal(), AllOf(HasSubstr(name), EndsWith(".")));
        }
        fs::remove(file);
        EXPECT_THAT(refusal(), AllOf(HasSubstr(name), EndsWith(".")));
    }
    const nlohmann::json whole = nlohmann::json::parse(readFile(exported() / "model.json"));
    for (const char* key : {"format", "classes", "architecture", "layers", "image", "weights_sha256", "split_by"}) {
        nlohmann::json changed = whole;
        changed[key] = 3;
        write(folder_ / "model.json", changed.dump());
        EXPECT_THAT(refusal(), AllOf(HasSubstr("model.json' is not what Belfry exported"), EndsWith("."))) << key;
    }
}

TEST_F(PackageTest, OfAnEarlierVersionOpens) {
    exported();
    nlohmann::json description = nlohmann::json::parse(readFile(folder_ / "model.json"));
    for (const char* key : {"weights_sha256", "split_by", "data_version", "temperature"})
        EXPECT_EQ(description.erase(key), 1u) << key;
    write(folder_ / "model.json", description.dump());
    const auto found = loadPackage(folder_);
    EXPECT_EQ(found->weights, network_.weights);
    EXPECT_EQ(found->splitBy, "name");
}

TEST_F(PackageTest, IsKnownByItsFolderOrAFileOfIt) {
    exported();
    EXPECT_EQ(packageAt(folder_), folder_);
    EXPECT_EQ(packageAt(folder_ / ""), folder_);
    EXPECT_EQ(packageAt(folder_ / "model.json"), folder_);
    EXPECT_EQ(packageAt(folder_ / "model.safetensors"), folder_);
    EXPECT_EQ(packageAt("model.json"), ".");
    EXPECT_EQ(packageAt(folder_ / "samples.safetensors"), std::nullopt);
    EXPECT_EQ(packageAt(root_), std::nullopt);
    EXPECT_EQ(packageAt(root_ / "plan.json"), std::nullopt);
    EXPECT_EQ(packageAt(""), std::nullopt);
    fs::remove(folder_ / "model.json");
    EXPECT_EQ(packageAt(folder_ / "model.safetensors"), std::nullopt) << "weights of another kind have that name, too";
    EXPECT_EQ(packageAt(folder_ / "model.json"), folder_) << "which then says that it is missing";
}

} // namespace
} // namespace belfry
