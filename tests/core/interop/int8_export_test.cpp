// Networks in 8-bit integers: their numbers, their agreement with fp32, and what is refused. Beside ONNX Runtime:
// tests/app/int8_test.py.
#include "core/base/error.h"
#include "core/interop/folded_norms.h"
#include "core/interop/int8_export.h"
#include "core/interop/quantised_onnx.h"
#include "tests/core/interop/interop_fixture.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr const char* kLines = "conv 6 3x3 same no-bias linear\nbatchnorm relu\ndepthwise 3x3 relu\nmaxpool 2x2\n"
                               "dense 12 tanh\ndense classes linear";

DataSet dataOf(std::int64_t train) {
    DataSet data;
    data.title = "Bars";
    data.shape = test::kPictures;
    data.classes = {"a", "b", "c", "d"};
    data.train = test::syntheticStore(train, test::kPictures, test::kClasses, 1);
    data.validation = test::syntheticStore(10, test::kPictures, test::kClasses, 2);
    data.test = test::syntheticStore(90, test::kPictures, test::kClasses, 3);
    return data;
}

template <typename Work>
std::string refusalOf(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.message().english();
    }
    return "nothing was refused";
}

TEST(InputScale, KeepsZeroExact) {
    const InputScale positive = scaleOf("x", {0.5f, 2.55f});
    EXPECT_EQ(positive.zero, 0);
    EXPECT_FLOAT_EQ(positive.scale, 0.01f);
    const InputScale both = scaleOf("x", {-1, 1});
    EXPECT_NEAR(both.zero, 127.5, 0.51);
    EXPECT_EQ(scaleOf("x", {-3, -1}).zero, 255);
    EXPECT_EQ(scaleOf("x", {}).scale, 1); // always 0
}

TEST(Int8Network, HasWeightsOfIntegersByChannel) {
    const Int8Network made = makeInt8(test::shaken(kLines), dataOf(40), {}).value();
    EXPECT_EQ(made.pictures, 40);
    ASSERT_EQ(made.network.layers.size(), 4u);
    const Blueprint& blueprint = *made.network.snapshot.blueprint;
    for (std::size_t i = 0; i < made.network.layers.size(); ++i) {
        const BlueprintLayer& layer = blueprint.layers[made.network.layers[i]];
        const Slice& slice = blueprint.slices[static_cast<std::size_t>(layer.weightSlice)];
        const std::vector<float>& scales = made.network.weightScales[i];
        ASSERT_EQ(std::ssize(scales), layer.out.channels) << layer.name;
        const std::int64_t each = slice.count / std::ssize(scales);
        for (std::int64_t channel = 0; channel < std::ssize(scales); ++channel) {
            double largest = 0;
            for (std::int64_t at = 0; at < each; ++at) {
                const double number =
                    made.network.snapshot.weights[static_cast<std::size_t>(slice.offset + channel * each + at)] /
                    static_cast<double>(scales[static_cast<std::size_t>(channel)]);
                EXPECT_NEAR(number, std::round(number), 1e-4) << layer.name;
                largest = std::max(largest, std::abs(number));
            }
            EXPECT_NEAR(largest, 127, 1e-3) << layer.name << ": a channel does not use its range";
        }
    }
}

TEST(Int8Network, AnswersNearlyAsFp32) {
    const Snapshot snapshot = test::shaken(kLines);
    const DataSet data = dataOf(100);
    const Int8Network made = makeInt8(snapshot, data, {.pictures = 50}).value();
    const auto pictures = test::picturesFor(70); // more than one part
    const auto expected = test::answersOf(snapshot, pictures), found = quantisedLogits(made.network, pictures);
    const auto [least, largest] = std::ranges::minmax(expected);
    const double difference = test::largestDifference(expected, found);
    EXPECT_LT(difference, 0.05 * static_cast<double>(largest - least));
    EXPECT_GT(difference, 1e-5) << "nothing was rounded";
    EXPECT_EQ(made.accuracy.images, 90);
    EXPECT_NEAR(made.accuracy.floatAccuracy(), made.accuracy.int8Accuracy(), 0.1);
}

TEST(Int8Network, IsTheSameFromItsJson) {
    const Snapshot snapshot = test::shaken(kLines);
    const Int8Network made = makeInt8(snapshot, dataOf(40), {}).value();
    std::vector<float> means = int8Means(made.network);
    nlohmann::json json = nlohmann::json::parse(int8Json(made).dump());
    const QuantisedNetwork read = quantisedFromJson(snapshot, json, means);
    EXPECT_EQ(read.snapshot.weights, made.network.snapshot.weights);
    EXPECT_EQ(read.weightScales, made.network.weightScales);
    const nlohmann::json whole = json;
    const std::vector<std::pair<std::string, nlohmann::json>> wrong{{"layer", "dense7"}, {"scale", -1}, {"zero", 300}};
    for (const auto& [key, value] : wrong) {
        json = whole;
        json["inputs"][1][key] = value;
        EXPECT_THAT(refusalOf([&] { quantisedFromJson(snapshot, json, means); }), HasSubstr("its 'inputs' of int8"))
            << key;
    }
    json = whole;
    json["inputs"].erase(0);
    EXPECT_THAT(refusalOf([&] { quantisedFromJson(snapshot, json, means); }), HasSubstr("its 'inputs' of int8"));
    means.push_back(0);
    EXPECT_THAT(refusalOf([&] { quantisedFromJson(snapshot, whole, means); }), HasSubstr("its 'inputs' of int8"));
    means.resize(means.size() - 2);
    EXPECT_THAT(refusalOf([&] { quantisedFromJson(snapshot, whole, means); }), HasSubstr("its 'inputs' of int8"));
}

TEST(Int8Network, IsWrittenWithoutTheFloatsThatItReplaces) {
    const Int8Network made = makeInt8(test::shaken(kLines), dataOf(40), {}).value();
    const OnnxModel model = quantisedOnnx(made.network);
    std::set<std::string> used;
    for (const OnnxNode& node : model.nodes)
        used.insert(node.inputs.begin(), node.inputs.end());
    int bytes = 0, norms = 0;
    for (const OnnxTensor& constant : model.constants) {
        EXPECT_TRUE(used.contains(constant.name)) << constant.name;
        bytes += constant.type == OnnxType::Int8 && constant.shape.size() > 1;
    }
    for (const OnnxNode& node : model.nodes)
        norms += node.operation == "BatchNormalization";
    EXPECT_EQ(bytes, 4);
    EXPECT_EQ(norms, 0);
}

TEST(Int8Network, IsRefusedInSentences) {
    EXPECT_THAT(refusalOf([] { makeInt8(test::shaken(kLines), dataOf(40), {.pictures = 41}); }),
                HasSubstr("41 calibration pictures were asked for; Bars has 40 training pictures"));
    EXPECT_THAT(refusalOf([] { makeInt8(test::shaken(kLines), dataOf(40), {.pictures = 0}); }),
                HasSubstr("at least 1 is needed"));
    EXPECT_THAT(refusalOf([] { makeInt8(test::shaken(kLines), dataOf(0), {}); }), HasSubstr("has 0 training pictures"));
    EXPECT_THAT(refusalOf([] { makeInt8(test::shaken("whiten 1x1 linear\nglobal-avgpool", 6), dataOf(40), {}); }),
                HasSubstr("no convolutions and no dense layers"));
    Snapshot diverged = test::shaken(kLines);
    const Slice& first = diverged.blueprint->slices.front();
    diverged.weights[static_cast<std::size_t>(first.offset)] = std::numeric_limits<float>::infinity();
    EXPECT_THAT(refusalOf([&] { makeInt8(diverged, dataOf(40), {}); }), HasSubstr("not finite"));
}

} // namespace
} // namespace belfry
