#include "core/backbones/fetch_backbone.h"
#include "core/backbones/import_backbone.h"
#include "core/backbones/published_names.h"
#include "core/backbones/torch_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/temporary_folder.h"
#include "core/model/flat_tensors.h"
#include "tests/core/data/environment.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>

namespace belfry {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The sentence of the Error that it throws.
template <typename Action>
std::string refusalOf(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

const NamingScheme& schemeOf(const std::string& scheme, const std::string& network) {
    for (const NamingScheme& each : namingSchemes())
        if (each.name == scheme && each.network == network)
            return each;
    throw std::runtime_error("no such scheme");
}

Blueprint blueprintOf(const NamingScheme& scheme, int classes) {
    return makeBlueprint(architectureOf(scheme), {.channels = 3, .height = 224, .width = 224}, classes,
                         inputStageFromNames("none", scheme.normalisation));
}

// A number that tells its tensor and its place in it.
float numberAt(std::size_t tensor, std::int64_t place) {
    return static_cast<float>(tensor + 1) + static_cast<float>(place % 997) / 1024;
}

std::vector<std::int64_t> shapeInPyTorch(const Slice& slice) {
    const auto& shape = slice.shape;
    if (shape.size() == 4)
        return {shape[0], shape[3], shape[1], shape[2]};
    return {shape.begin(), shape.end()};
}

// All tensors of a published network, with numbers of their own.
SafetensorsFile published(const NamingScheme& scheme, int classes) {
    const Blueprint blueprint = blueprintOf(scheme, classes);
    SafetensorsFile file;
    for (std::size_t i = 0; i < blueprint.slices.size(); ++i) {
        const Slice& slice = blueprint.slices[i];
        std::vector<float> values(static_cast<std::size_t>(slice.count));
        for (std::int64_t at = 0; at < slice.count; ++at)
            values[static_cast<std::size_t>(at)] = numberAt(i, at);
        file.tensors.push_back(floatTensor(publishedName(scheme, blueprint, slice), shapeInPyTorch(slice), values));
    }
    return file;
}

NamedTensor& tensorOf(SafetensorsFile& file, const std::string& name) {
    for (NamedTensor& tensor : file.tensors)
        if (tensor.name == name)
            return tensor;
    throw std::runtime_error("no tensor " + name);
}

BackboneOrigin origin(const std::string& scheme = "") {
    return {.file = "weights.pth", .sha256 = "ab", .scheme = scheme, .source = "a test", .licence = "none"};
}

// The user's folder is one of the test.
class BackboneTest : public testing::Test {
protected:
    TemporaryFolder folder_{"belfry-backbone-test"};
    Environment home_{"XDG_DATA_HOME", folder_.path().string()};
};

TEST(PublishedNames, NameEveryLayerWithWeightsOnce) {
    for (const NamingScheme& scheme : namingSchemes()) {
        SCOPED_TRACE(scheme.name + " " + scheme.network);
        const Blueprint blueprint = blueprintOf(scheme, 1000);
        std::size_t weighted = 0;
        for (const BlueprintLayer& layer : blueprint.layers)
            weighted += layer.weightSlice >= 0 ? 1 : 0;
        EXPECT_EQ(scheme.layers.size(), weighted);
        EXPECT_EQ(std::set(scheme.layers.begin(), scheme.layers.end()).size(), weighted);
    }
}

// The counts that torchvision and timm print for them.
TEST(PublishedNames, AreOfNetworksWithThePublishedNumberOfParameters) {
    const auto parameters = [](const char* scheme, const char* network) {
        return blueprintOf(schemeOf(scheme, network), 1000).parameters;
    };
    EXPECT_EQ(parameters("torchvision", "resnet-18"), 11'689'512);
    EXPECT_EQ(parameters("torchvision", "resnet-50"), 25'557'032);
    EXPECT_EQ(parameters("torchvision", "mobilenet-v2"), 3'504'872);
    EXPECT_EQ(parameters("efficientnet-lite-pytorch", "efficientnet-lite0"), 4'652'008);
}

TEST(PublishedNames, AreThoseOfTheFiles) {
    const auto has = [](const char* scheme, const char* network, const char* layer) {
        const auto& layers = schemeOf(scheme, network).layers;
        return std::ranges::find(layers, layer) != layers.end();
    };
    EXPECT_TRUE(has("torchvision", "resnet-18", "layer2.0.downsample.1"));
    EXPECT_FALSE(has("torchvision", "resnet-18", "layer1.0.downsample.0"));
    EXPECT_TRUE(has("torchvision", "resnet-50", "layer1.0.downsample.0"));
    EXPECT_TRUE(has("torchvision", "resnet-50", "layer3.5.conv3"));
    EXPECT_TRUE(has("torchvision", "mobilenet-v2", "features.1.conv.0.0"));
    EXPECT_TRUE(has("torchvision", "mobilenet-v2", "features.17.conv.2"));
    EXPECT_TRUE(has("timm", "mobilenet-v2", "blocks.6.0.conv_pwl"));
    EXPECT_TRUE(has("timm", "efficientnet-lite0", "blocks.5.3.conv_dw"));
    EXPECT_TRUE(has("efficientnet-lite-pytorch", "efficientnet-lite0", "_blocks.15._project_conv"));
}

TEST(ImportBackbone, PutsEveryNumberInItsPlace) {
    const NamingScheme& scheme = schemeOf("torchvision", "resnet-18");
    const ImportedBackbone imported = importBackbone(published(scheme, 7), "", origin());
    const Blueprint& blueprint = imported.backbone.blueprint;
    EXPECT_EQ(imported.backbone.name, "resnet-18");
    EXPECT_EQ(imported.backbone.origin.scheme, "torchvision");
    EXPECT_EQ(blueprint.classes, 7);
    EXPECT_EQ(imported.matched, static_cast<int>(blueprint.slices.size()));
    EXPECT_THAT(imported.unused, IsEmpty());
    for (std::size_t i = 0; i < blueprint.slices.size(); ++i) {
        const Slice& slice = blueprint.slices[i];
        const std::vector<std::int64_t> shape = shapeInPyTorch(slice);
        const bool pictures = shape.size() == 4;
        const std::int64_t channels = pictures ? shape[1] : 1, pixels = pictures ? shape[2] * shape[3] : 1;
        for (std::int64_t at = 0; at < slice.count; ++at) {
            const std::int64_t channel = at % channels, pixel = at / channels % pixels, out = at / channels / pixels;
            ASSERT_EQ(imported.backbone.weights[static_cast<std::size_t>(slice.offset + at)],
                      numberAt(i, (out * channels + channel) * pixels + pixel))
                << slice.name << " " << at;
        }
    }
}

TEST(ImportBackbone, TellsWhatItDidNotUse) {
    SafetensorsFile file = published(schemeOf("torchvision", "resnet-18"), 3);
    file.tensors.push_back(floatTensor("ema_decay", {1}, std::vector<float>{1}));
    file.tensors.push_back(floatTensor("bn1.num_batches_tracked", {1}, std::vector<float>{1}));
    EXPECT_THAT(importBackbone(file, "own", origin()).unused, ElementsAre("ema_decay"));
}

TEST(ImportBackbone, AsksWhoseNamesTheyAre) {
    const SafetensorsFile file = published(schemeOf("timm", "efficientnet-lite0"), 2);
    EXPECT_THAT(refusalOf([&] { importBackbone(file, "", origin()); }),
                AllOf(HasSubstr("'weights.pth'"), HasSubstr("timm, timm-tf"),
                      HasSubstr("backbone add weights.pth --scheme timm'")));
    const Backbone own = importBackbone(file, "", origin("timm")).backbone;
    const Backbone tensorflow = importBackbone(file, "", origin("timm-tf")).backbone;
    EXPECT_EQ(own.blueprint.layers.front().padding, (LayerPadding{1, 1, 1, 1}));
    EXPECT_EQ(tensorflow.blueprint.layers.front().padding, (LayerPadding{0, 0, 1, 1}));
    EXPECT_EQ(own.blueprint.input.normalisation, Normalisation::Imagenet);
    EXPECT_EQ(tensorflow.blueprint.input.normalisation, Normalisation::Signed);
}

TEST(ImportBackbone, RefusesWhatIsNotAllOfANetwork) {
    const NamingScheme& scheme = schemeOf("torchvision", "mobilenet-v2");
    const auto refusal = [&](const auto& change) {
        SafetensorsFile file = published(scheme, 4);
        change(file);
        return refusalOf([&] { importBackbone(file, "", origin()); });
    };
    const auto without = [](SafetensorsFile& file) {
        std::erase_if(file.tensors, [](const auto& tensor) { return tensor.name == "features.3.conv.1.0.weight"; });
    };
    EXPECT_THAT(refusal(without), AllOf(HasSubstr("mobilenet-v2 (torchvision)"), HasSubstr("261 of its 262"),
                                        HasSubstr("'features.3.conv.1.0.weight' is missing")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    tensorOf(file, "features.0.0.weight").shape = {32, 3, 9, 1};
                }),
                AllOf(HasSubstr("'features.0.0.weight'"), HasSubstr("32x3x9x1"), HasSubstr("32x3x3x3")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    const std::vector<float> values(4, std::numeric_limits<float>::quiet_NaN());
                    tensorOf(file, "classifier.1.bias") = floatTensor("classifier.1.bias", {4}, values);
                }),
                AllOf(HasSubstr("'classifier.1.bias'"), HasSubstr("not finite")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) {
                    NamedTensor& variances = tensorOf(file, "features.0.1.running_var");
                    variances = floatTensor(variances.name, variances.shape, std::vector<float>(32, -1.0F));
                }),
                AllOf(HasSubstr("'features.0.1.running_var'"), HasSubstr("below 0")));
    EXPECT_THAT(refusal([](SafetensorsFile& file) { file.tensors.clear(); }),
                AllOf(HasSubstr("none of the tensors"), HasSubstr("resnet-50 (torchvision)")));
}

TEST(ImportBackbone, KnowsItsSchemes) {
    const SafetensorsFile file = published(schemeOf("torchvision", "resnet-18"), 2);
    EXPECT_THAT(refusalOf([&] { importBackbone(file, "", origin("torchvisoin")); }),
                HasSubstr("did you mean 'torchvision'"));
}

TEST_F(BackboneTest, IsKeptWithItsOrigin) {
    EXPECT_THAT(backboneNames(), IsEmpty());
    EXPECT_THAT(refusalOf([] { loadBackbone("resnet-18"); }), HasSubstr("backbone fetch efficientnet-lite0"));
    const Backbone kept = importBackbone(published(schemeOf("torchvision", "resnet-18"), 5), "mine", origin()).backbone;
    saveBackbone(kept);
    EXPECT_THAT(backboneNames(), ElementsAre("mine"));
    const Backbone loaded = loadBackbone("mine");
    EXPECT_EQ(loaded.weights, kept.weights);
    EXPECT_EQ(loaded.origin, kept.origin);
    EXPECT_EQ(loaded.blueprint.architecture, kept.blueprint.architecture);
    EXPECT_EQ(loaded.blueprint.image, kept.blueprint.image);
    EXPECT_EQ(loaded.blueprint.input, kept.blueprint.input);
    EXPECT_EQ(loaded.blueprint.classes, 5);
    EXPECT_THAT(refusalOf([] { loadBackbone("mien"); }), HasSubstr("did you mean 'mine'"));
    EXPECT_THAT(refusalOf([&] { saveBackbone({.name = "../mine", .blueprint = {}, .weights = {}, .origin = {}}); }),
                HasSubstr("'../mine'"));
    removeBackbone("mine");
    EXPECT_THAT(backboneNames(), IsEmpty());
}

TEST_F(BackboneTest, IsNotReplacedByAnotherFile) {
    Backbone first = importBackbone(published(schemeOf("torchvision", "resnet-18"), 5), "mine", origin()).backbone;
    keepBackbone(first);
    keepBackbone(first); // the same again
    Backbone unstated = first;
    unstated.origin.source.clear();
    unstated.origin.licence.clear();
    keepBackbone(unstated); // it was stated before
    EXPECT_EQ(loadBackbone("mine").origin, first.origin);
    Backbone second = first;
    second.origin.sha256 = "cd";
    EXPECT_THAT(refusalOf([&] { keepBackbone(second); }), AllOf(HasSubstr("'mine' already"), HasSubstr("SHA-256 ab")));
    EXPECT_EQ(loadBackbone("mine").origin.sha256, "ab");
    second.name = "other";
    keepBackbone(second);
    EXPECT_THAT(backboneNames(), ElementsAre("mine", "other"));
}

TEST_F(BackboneTest, AnotherFileGetsTheNextName) {
    Backbone first = importBackbone(published(schemeOf("torchvision", "resnet-18"), 5), "", origin()).backbone;
    EXPECT_EQ(freeBackboneName(first), "resnet-18");
    keepBackbone(first);
    EXPECT_EQ(freeBackboneName(first), "resnet-18") << "the same file again";
    Backbone second = first;
    second.origin.sha256 = "cd";
    second.name = freeBackboneName(second);
    EXPECT_EQ(second.name, "resnet-18-2");
    keepBackbone(second);
    second.name = first.name;
    EXPECT_EQ(freeBackboneName(second), "resnet-18-2");
    second.origin.sha256 = "ef";
    EXPECT_EQ(freeBackboneName(second), "resnet-18-3");
}

TEST_F(BackboneTest, NoticesDamage) {
    saveBackbone(importBackbone(published(schemeOf("torchvision", "resnet-18"), 5), "mine", origin()).backbone);
    const std::filesystem::path file = backboneFile("mine");
    const std::string whole = readFile(file);
    std::string changed = whole;
    changed[changed.size() - 1000] = static_cast<char>(changed[changed.size() - 1000] ^ 1);
    writeFileAtomically(file, changed);
    EXPECT_THAT(refusalOf([] { loadBackbone("mine"); }), AllOf(HasSubstr("mine.safetensors"), HasSubstr("SHA-256")));
    writeFileAtomically(file, whole.substr(0, whole.size() / 2));
    EXPECT_THAT(refusalOf([] { loadBackbone("mine"); }), HasSubstr("mine.safetensors"));
    writeSafetensors(file, SafetensorsFile{});
    EXPECT_THAT(refusalOf([] { loadBackbone("mine"); }), HasSubstr("holds no backbone"));
}

// What stands in for Python with PyTorch: a program that says why, or does not end.
class TorchFileTest : public BackboneTest {
protected:
    std::string refusalWith(const std::string& script) {
        const std::filesystem::path program = folder_.path() / "python";
        std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        const Environment python("BELFRY_TORCH_PYTHON", program.string());
        const std::filesystem::path file = folder_.path() / "weights.pth";
        writeFileAtomically(file, "not a pickle");
        return refusalOf([&] { importBackboneFile(file, "", {}); });
    }
};

TEST_F(TorchFileTest, SaysWhyItCannotBeRead) {
    EXPECT_THAT(refusalWith("echo 'it is no pickle.' >&2; exit 1"),
                AllOf(HasSubstr("weights.pth"), HasSubstr("it is no pickle."), HasSubstr("safetensors")));
    // In the user's language: PyTorch's own words are English.
    EXPECT_THAT(refusalWith("exit 3"), AllOf(HasSubstr("weights.pth"), HasSubstr("Nothing of it was run")));
    EXPECT_THAT(refusalWith("echo list >&2; exit 4"),
                HasSubstr("no state dictionary, but an object of the kind 'list'"));
    EXPECT_THAT(refusalWith("echo \"ModuleNotFoundError: No module named 'torch'\" >&2; exit 1"),
                HasSubstr("BELFRY_TORCH_PYTHON"));
}

TEST_F(TorchFileTest, IsGivenUp) {
    const std::filesystem::path program = folder_.path() / "python";
    std::ofstream(program) << "#!/bin/sh\nexec sleep 1000\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Environment python("BELFRY_TORCH_PYTHON", program.string());
    EXPECT_THAT(refusalOf([&] { readTorchFile("any.pth", {}, std::chrono::seconds(0)); }), HasSubstr("given up"));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(readTorchFile("any.pth", stop.get_token()).has_value());
}

} // namespace
} // namespace belfry
