#include "core/formats/safetensors.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

struct WeightsTest : RunsTest {
    fs::path path = root / "best.safetensors";
    WeightsTest() { fs::create_directories(root); }

    // Saves a good file after `change` and returns the sentence that refuses it.
    template <typename Change>
    std::string refusal(Change change) {
        saveSnapshot(path, smallSnapshot(1, 5));
        SafetensorsFile file = readSafetensors(path);
        change(file);
        writeSafetensors(path, file);
        return messageOf(ErrorCategory::Data, [&] { loadSnapshot(path); });
    }
};

NamedTensor& named(SafetensorsFile& file, const std::string& name) {
    return *std::ranges::find(file.tensors, name, &NamedTensor::name);
}

TEST_F(WeightsTest, SnapshotRoundTrips) {
    const Snapshot saved = smallSnapshot(1, 1234);
    saveSnapshot(path, saved, {{"run", "20260301-x"}, {"format", "forged"}});
    const auto read = loadSnapshot(path);
    EXPECT_EQ(read->weights, saved.weights);
    EXPECT_EQ(read->classes, saved.classes);
    EXPECT_EQ(read->data, "pets");
    EXPECT_EQ(read->step, 1234);
    EXPECT_EQ(read->source, "a test");
    EXPECT_EQ(read->blueprint->architecture, saved.blueprint->architecture);
    EXPECT_EQ(read->blueprint->image, saved.blueprint->image);
    EXPECT_EQ(read->blueprint->classes, 2);
    const SafetensorsFile file = readSafetensors(path);
    EXPECT_EQ(file.metadata.at("run"), "20260301-x");
    EXPECT_EQ(file.metadata.at("format"), "belfry-weights");
    ASSERT_NE(file.find("conv1.weight"), nullptr);
    EXPECT_EQ(file.find("conv1.weight")->shape, (std::vector<std::int64_t>{3, 3, 3, 1}));
}

TEST_F(WeightsTest, AnAverageIsMarkedAndKeepsTheLastWeights) {
    Snapshot saved = smallSnapshot(1, 7);
    saved.averageDecay = 0.9999;
    saved.lastWeights = smallSnapshot(2, 7).weights;
    saveSnapshot(path, saved);
    const auto read = loadSnapshot(path);
    EXPECT_EQ(read->weights, saved.weights);
    EXPECT_EQ(read->lastWeights, saved.lastWeights);
    EXPECT_EQ(read->averageDecay, 0.9999);
    saved.averageDecay = 1; // the mean of epochs
    saveSnapshot(path, saved);
    EXPECT_EQ(loadSnapshot(path)->averageDecay, 1);
    EXPECT_THAT(refusal([](SafetensorsFile& file) { // beside weights that are no average
                    file.tensors.push_back(floatTensor("last.dense3.bias", {2}, std::vector<float>{1, 2}));
                }),
                HasSubstr("'last.dense3.bias'"));
    EXPECT_THAT(refusal([](SafetensorsFile& file) { file.metadata["average_decay"] = "7"; }),
                HasSubstr("'average_decay' is 7"));
}

TEST_F(WeightsTest, ATemperatureIsKeptAndMustBeOne) {
    Snapshot saved = smallSnapshot(1, 7);
    saveSnapshot(path, saved);
    EXPECT_EQ(loadSnapshot(path)->temperature, 1);
    saved.temperature = 1.37;
    saveSnapshot(path, saved);
    EXPECT_EQ(loadSnapshot(path)->temperature, 1.37);
    for (const char* wrong : {"0", "-1", "1e9"})
        EXPECT_THAT(refusal([wrong](SafetensorsFile& file) { file.metadata["temperature"] = wrong; }),
                    HasSubstr("'temperature'"));
}

TEST_F(WeightsTest, NamesTheTensorThatIsWrong) {
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    file.tensors.erase(std::ranges::find(file.tensors, "dense3.bias", &NamedTensor::name));
                }),
                AllOf(HasSubstr("'dense3.bias' is missing"), HasSubstr("shape 2"), HasSubstr(path.string())));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    file.tensors.push_back(floatTensor("extra.weight", {2}, std::vector<float>{1, 2}));
                }),
                AllOf(HasSubstr("'extra.weight' of shape 2"), HasSubstr("does not have")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    named(file, "conv1.weight").shape = {1, 3, 3, 3};
                }),
                AllOf(HasSubstr("'conv1.weight' has shape 1x3x3x3"), HasSubstr("3x3x3x1 is expected")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) { named(file, "conv1.bias").dtype = "I32"; }),
                AllOf(HasSubstr("conv1.bias"), HasSubstr("I32"), HasSubstr("F32")));
}

TEST_F(WeightsTest, RefusesInvalidMetadata) {
    const std::vector<std::pair<std::string, std::string>> bad{
        {"format", "pt"},
        {"version", "99"},
        {"input", "{}"},
        {"input", R"({"augmentation":"none","normalisation":"per cent"})"},
        {"input", R"({"augmentation":"cifar-tutorial","normalisation":"unit"})"}, // crops more than the 8x8 pictures
        {"step", "many"},
        {"step", "-1"},
        {"step", "99999999999999999999"},
        {"classes", "[]"},
        {"classes", "[1,2]"},
        {"classes", "cat"},
        {"classes", R"(["cat","dog","cow"])"},
        {"image", "{}"},
        {"image", R"({"height":0,"width":8,"channels":1})"},
        {"image", R"({"height":8,"width":9000000,"channels":1})"},
        {"image", R"({"height":9,"width":20,"channels":1})"},
        {"architecture", "{"},
        {"architecture", R"({"layers":["konv 3 3x3 relu"]})"},
        {"architecture", R"({"layers":["dense 900000 relu","dense 900000 relu","dense classes linear"]})"},
        {"architecture", R"({"layers":["dense 90000 relu","dense 90000 relu","dense classes linear"]})"},
        {"architecture", R"({"layers":["conv 3 3x3 relu"]})"}};
    for (const auto& [key, value] : bad) {
        const std::string message = refusal([&](SafetensorsFile& file) { file.metadata[key] = value; });
        EXPECT_THAT(message, HasSubstr(path.string())) << key << " " << value;
    }
    for (const char* key : {"format", "version", "input", "step", "classes", "image", "architecture", "data"})
        EXPECT_THAT(refusal([&](SafetensorsFile& file) { file.metadata.erase(key); }), HasSubstr(key));
}

TEST_F(WeightsTest, KeepsTheNetworkInput) {
    Snapshot saved = smallSnapshot(1, 5);
    auto blueprint = std::make_shared<Blueprint>(*saved.blueprint);
    blueprint->input = {Augmentation::Digits, Normalisation::Standardised};
    saved.blueprint = blueprint;
    saveSnapshot(path, saved);
    EXPECT_EQ(loadSnapshot(path)->blueprint->input, blueprint->input);
}

// Files from before the input stage had names say what a byte is multiplied by.
TEST_F(WeightsTest, ReadsFilesFromBeforeTheChoiceOfInput) {
    const auto old = [this](const std::string& scale) {
        saveSnapshot(path, smallSnapshot(1, 5));
        SafetensorsFile file = readSafetensors(path);
        file.metadata.erase("input");
        file.metadata["pixel_scale"] = scale;
        writeSafetensors(path, file);
    };
    old("1/255");
    EXPECT_EQ(loadSnapshot(path)->blueprint->input, InputStage{});
    old("1/127.5");
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { loadSnapshot(path); }), HasSubstr("pixel_scale"));
}

TEST_F(WeightsTest, TruncatedAndForeignFilesAreRefused) {
    saveSnapshot(path, smallSnapshot(1, 5));
    const std::string whole = readFile(path);
    for (std::size_t length = 0; length < whole.size(); length += 13) {
        overwrite(path, whole.substr(0, length));
        EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { loadSnapshot(path); }), HasSubstr(path.string()));
    }
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { loadSnapshot(root / "none"); }), HasSubstr("none"));
}

TEST_F(WeightsTest, FlippedBytesNeverCrash) {
    saveSnapshot(path, smallSnapshot(1, 5));
    const std::string whole = readFile(path);
    for (std::size_t i = 0; i < std::min<std::size_t>(whole.size(), 900); i += 3) {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
        overwrite(path, flipped);
        try {
            EXPECT_NE(loadSnapshot(path), nullptr); // a letter of a name may change unnoticed
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Data);
        }
    }
}

TEST_F(WeightsTest, UnwritableFolderKeepsTheOldFile) {
    saveSnapshot(path, smallSnapshot(1, 5));
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { saveSnapshot(path / "below", smallSnapshot(2, 6)); }),
                HasSubstr("below"));
    EXPECT_EQ(loadSnapshot(path)->step, 5);
}

} // namespace
} // namespace belfry
