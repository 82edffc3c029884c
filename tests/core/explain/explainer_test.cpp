// Heat maps against autograd in double, against finite differences, and against those of random weights.
#include "core/explain/explainer.h"
#include "core/explain/grad_cam_layer.h"
#include "core/model/zoo.h"
#include "core/predict/predictor.h"
#include "tests/core/explain/explain_subject.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/model/reference_network.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using test::blots;
using test::snapshotOf;
using testing::HasSubstr;

constexpr double kMostDistance = 1e-4;
const test::ReferencePass kEvaluation{.training = false, .imageIds = {}};

double distanceOf(const std::vector<float>& found, const at::Tensor& expected) {
    const at::Tensor numbers = at::tensor(found).to(at::kDouble);
    return (numbers - expected.flatten()).norm().item<double>() / expected.norm().item<double>();
}

// What autograd says of one class: every value and its gradient.
struct Autograd {
    Autograd(const Snapshot& snapshot, const at::Tensor& pixels, int label) {
        const at::Tensor weights = at::tensor(snapshot.weights).to(at::kDouble);
        const at::Tensor pictures = test::referencePictures(weights, pixels).requires_grad_();
        values = test::referenceOutputs(*snapshot.blueprint, weights, pictures, kEvaluation);
        for (const at::Tensor& value : values)
            value.retain_grad();
        values.back().flatten()[label].backward();
    }
    // By its formula; tokens: behind the first one.
    at::Tensor weighedMaps(HeatMapKind kind, const GradCamLayer& layer) const {
        const at::Tensor &maps = values[layer.layer + 1], &gradient = maps.grad();
        const std::int64_t first = layer.classToken ? 1 : 0;
        const auto places = [first](const at::Tensor& tensor) { return tensor.detach()[0].flatten(1).slice(1, first); };
        const at::Tensor sum = kind == HeatMapKind::GradCam
                                   ? at::einsum("cp,c->p", {places(maps), places(gradient).mean(1)})
                                   : at::einsum("cp,cp->p", {places(maps), places(gradient)});
        return at::relu(sum).view({layer.height, layer.width});
    }
    at::Tensor inputGradient() const { return std::get<0>(values[0].grad()[0].abs().max(0)); }

    std::vector<at::Tensor> values;
};

at::Tensor pixelsOf(std::vector<std::uint8_t>& picture, const ImageShape& shape) {
    return at::from_blob(picture.data(), {1, shape.height, shape.width, shape.channels}, at::kByte);
}

void expectMap(const HeatMap& map, const at::Tensor& coarse, const ImageShape& shape, const std::string& what) {
    SCOPED_TRACE(what);
    const at::Tensor whole = at::upsample_bilinear2d(coarse.view({1, 1, coarse.size(0), coarse.size(1)}),
                                                     {shape.height, shape.width}, false);
    const double peak = whole.max().item<double>();
    ASSERT_GT(peak, 0) << "the test's own picture says nothing";
    EXPECT_EQ((std::vector<int>{map.coarseHeight, map.coarseWidth, map.height, map.width}),
              (std::vector<int>{static_cast<int>(coarse.size(0)), static_cast<int>(coarse.size(1)), shape.height,
                                shape.width}));
    EXPECT_LT(distanceOf(map.coarse, coarse), kMostDistance);
    EXPECT_LT(distanceOf(map.values, whole / peak), kMostDistance);
    EXPECT_NEAR(map.peak / peak, 1, kMostDistance);
    EXPECT_EQ(*std::ranges::max_element(map.values), 1);
}

void expectAutogradsMaps(const std::shared_ptr<const Snapshot>& snapshot) {
    const Blueprint& blueprint = *snapshot->blueprint;
    std::vector<std::uint8_t> picture = blots(blueprint.image, 1);
    Explainer explainer(snapshot);
    const auto gradCam = gradCamLayer(blueprint);
    int maps = 0;
    for (int label = 0; label < blueprint.classes; ++label) {
        const Autograd expected(*snapshot, pixelsOf(picture, blueprint.image), label);
        const HeatMap gradient = explainer.look(picture, label, HeatMapKind::InputGradient);
        expectMap(gradient, expected.inputGradient(), blueprint.image, blueprint.architecture.name + ", gradient");
        EXPECT_EQ(gradient.label, label);
        EXPECT_NEAR(gradient.probability, at::softmax(expected.values.back().flatten(), 0)[label].item<double>(), 1e-5);
        if (!gradCam)
            continue;
        for (const HeatMapKind kind : {HeatMapKind::HiResCam, HeatMapKind::GradCam}) {
            const at::Tensor coarse = expected.weighedMaps(kind, *gradCam);
            if (coarse.max().item<double>() == 0) // nothing speaks for this class
                continue;
            expectMap(explainer.look(picture, label, kind), coarse, blueprint.image, blueprint.architecture.name);
            ++maps;
        }
    }
    EXPECT_EQ(maps > 0, gradCam.has_value()) << blueprint.architecture.name;
}

TEST(Explainer, AgreesWithAutograd) {
    const ImageShape grey{1, 28, 28}, colour{3, 32, 32};
    for (const char* name : {"lenet", "sonnet", "keras-mnist", "tower-direct", "mlp"})
        expectAutogradsMaps(snapshotOf(networkByName(name), grey, 3));
    for (const char* name : {"resnet-20", "cifar-94", "cifar-tutorial", "convnext-atto"})
        expectAutogradsMaps(snapshotOf(networkByName(name), colour, 5));
    expectAutogradsMaps(snapshotOf("conv 4 3x3 tanh\nconv 5 6x6 linear", {2, 8, 8})); // ends in pictures
    expectAutogradsMaps(snapshotOf("conv 8 4x4 stride 4 linear\nclass-token\npositions\nlayernorm\nconv 24 1x1 linear\n"
                                   "attention 2\nconv 8 1x1 tanh\nlayernorm\ntoken-pool\ndense classes linear",
                                   {3, 20, 12}));
}

// The network sees the middle alone: what is around it says nothing.
TEST(Explainer, LeavesOutWhatTheNetworkDoesNotSee) {
    const ImageShape shape{3, 32, 32};
    const auto snapshot = snapshotOf("conv 6 5x5 relu\nmaxpool 2x2\ndense classes linear", shape, 5,
                                     {Augmentation::CifarTutorial, Normalisation::Unit});
    const auto inner = snapshotOf("conv 6 5x5 relu\nmaxpool 2x2\ndense classes linear", {3, 24, 24});
    ASSERT_EQ(snapshot->weights, inner->weights);
    std::vector<std::uint8_t> picture = blots(shape, 1);
    const at::Tensor centre = pixelsOf(picture, shape).narrow(1, 4, 24).narrow(2, 4, 24).contiguous();
    const std::span<const std::uint8_t> bytes(centre.const_data_ptr<std::uint8_t>(), 24 * 24 * 3);
    for (const HeatMapKind kind : {HeatMapKind::HiResCam, HeatMapKind::GradCam, HeatMapKind::InputGradient}) {
        const HeatMap map = Explainer(snapshot).look(picture, 1, kind), part = Explainer(inner).look(bytes, 1, kind);
        EXPECT_EQ(map.coarse, part.coarse);
        const at::Tensor whole = at::tensor(map.values).view({32, 32});
        EXPECT_TRUE(at::equal(whole.narrow(0, 4, 24).narrow(1, 4, 24), at::tensor(part.values).view({24, 24})));
        EXPECT_EQ(at::count_nonzero(whole).item<std::int64_t>(),
                  at::count_nonzero(at::tensor(part.values)).item<std::int64_t>());
    }
}

// A byte more and a byte less in each pixel, by the predictor, which shares no op with the explainer's network here.
TEST(Explainer, AgreesWithFiniteDifferences) {
    const ImageShape shape{1, 9, 7};
    const auto snapshot = snapshotOf("conv 6 3x3 tanh\nmaxpool 2x2\ndense 9 sigmoid\ndense classes linear", shape);
    std::vector<std::uint8_t> picture = blots(shape, 1);
    for (std::uint8_t& byte : picture)
        byte = std::clamp<std::uint8_t>(byte, 1, 254);
    const HeatMap map = Explainer(snapshot).look(picture, 2, HeatMapKind::InputGradient);
    Predictor predictor(snapshot);
    std::vector<float> differences;
    for (std::uint8_t& byte : picture) {
        ++byte;
        const float more = predictor.logits(picture)[2];
        byte -= 2;
        const float less = predictor.logits(picture)[2];
        ++byte;
        differences.push_back(std::abs(more - less) * 255 / 2);
    }
    EXPECT_LT(distanceOf(map.coarse, at::tensor(differences).to(at::kDouble)), 0.01);
}

TEST(Explainer, SpeaksOfTheAnswerUnlessAsked) {
    const auto snapshot = snapshotOf(networkByName("lenet"), {1, 28, 28}, 10);
    const std::vector<std::uint8_t> picture = blots({1, 28, 28}, 1);
    Explainer explainer(snapshot);
    Predictor predictor(snapshot);
    const Prediction answer = predictor.predict(picture);
    const HeatMap map = explainer.look(picture);
    EXPECT_EQ(map.label, answer.best);
    EXPECT_NEAR(map.probability, answer.probabilities[static_cast<std::size_t>(answer.best)], 1e-5);
    EXPECT_EQ(map.step, 7);
    EXPECT_EQ(map.kind, HeatMapKind::HiResCam);
    EXPECT_EQ(map.values, explainer.look(picture, answer.best, HeatMapKind::HiResCam).values);
    EXPECT_NE(map.values, explainer.look(picture, answer.best, HeatMapKind::GradCam).values);
    EXPECT_NE(map.values, explainer.look(picture, (answer.best + 1) % 10).values);
    EXPECT_EQ(Explainer(snapshotOf("dense classes linear", {1, 5, 5})).look(blots({1, 5, 5}, 1)).kind,
              HeatMapKind::InputGradient);
}

TEST(Explainer, TakesNewerWeights) {
    const ImageShape shape{1, 28, 28};
    const auto first = snapshotOf(networkByName("lenet"), shape, 10);
    auto second = std::make_shared<Snapshot>(*first), other = snapshotOf(networkByName("mlp"), shape, 10);
    for (float& weight : second->weights)
        weight *= 0.5F;
    second->step = 8;
    const std::vector<std::uint8_t> picture = blots(shape, 1);
    Explainer explainer(first);
    const HeatMap before = explainer.look(picture, 3);
    for (const auto& newer : std::vector<std::shared_ptr<const Snapshot>>{second, other, first}) {
        explainer.update(newer);
        EXPECT_EQ(&explainer.snapshot(), newer.get());
        const HeatMap map = explainer.look(picture, 3);
        EXPECT_EQ(map.values, Explainer(newer).look(picture, 3).values);
        EXPECT_EQ(map.step, newer->step);
    }
    EXPECT_EQ(explainer.look(picture, 3).coarse, before.coarse);
    explainer.update(second);
    EXPECT_NE(explainer.look(picture, 3).coarse, before.coarse);
}

TEST(Explainer, RefusesWhatDoesNotFit) {
    const ImageShape shape{1, 28, 28};
    Explainer explainer(snapshotOf(networkByName("mlp"), shape, 10));
    const std::vector<std::uint8_t> picture = blots(shape, 2);
    const std::span<const std::uint8_t> one(picture.data(), 784);
    const auto usage = [](const auto& action) { return refusal(action, ErrorCategory::Usage); };
    EXPECT_THAT(usage([&] { explainer.look(picture); }), HasSubstr("has 784 bytes; found 1568"));
    EXPECT_THAT(usage([&] { explainer.layers(picture); }), HasSubstr("has 784 bytes; found 1568"));
    EXPECT_THAT(usage([&] { explainer.health(one.first(783)); }), HasSubstr("has 784 bytes; found 783"));
    EXPECT_THAT(usage([&] { explainer.health({}); }), HasSubstr("found 0"));
    EXPECT_THAT(usage([&] { explainer.look(one, 10); }),
                HasSubstr("Label 10 is no class of this network; expected 0 to 9"));
    EXPECT_THAT(usage([&] { explainer.look(one, -1); }), HasSubstr("Label -1"));
    EXPECT_THAT(usage([&] { explainer.look(one, 1, HeatMapKind::GradCam); }), HasSubstr("network 'mlp' has none"));
    EXPECT_EQ(explainer.look(one, 1).kind, HeatMapKind::InputGradient);
}

TEST(GradCamLayer, IsTheLastWithMoreThanOnePlace) {
    const auto layerOf = [](const std::string& text, const ImageShape& shape) -> std::string {
        const Blueprint blueprint =
            makeBlueprint(architectureFromText("net", text + "\ndense classes linear"), shape, 4);
        const auto found = gradCamLayer(blueprint);
        return found ? layerText(blueprint.layers[found->layer].spec) : "none";
    };
    const ImageShape shape{1, 12, 12};
    EXPECT_EQ(layerOf("conv 4 3x3 relu\nmaxpool 2x2\ndense 9", shape), "maxpool 2x2 stride 2");
    EXPECT_EQ(layerOf("conv 4 3x3 relu\nmaxpool 2x2\ndropout 0.5\ndense 9", shape), "maxpool 2x2 stride 2");
    EXPECT_EQ(layerOf("conv 4 3x3 relu\nconv 5 10x10 relu\nconv 5 1x1 relu", shape), "conv 4 3x3 relu");
    EXPECT_EQ(layerOf("conv 4 3x3 relu\nglobal-avgpool", shape), "conv 4 3x3 relu");
    EXPECT_EQ(layerOf("pad 14\nmaxpool 2x2", shape), "none"); // pictures, but no convolution
    EXPECT_EQ(layerOf("conv 4 12x12 relu", shape), "none");
    EXPECT_EQ(layerOf("dense 9", shape), "none");
    const std::string tokens = "conv 6 4x4 stride 4 linear\nclass-token\npositions\nlayernorm epsilon 0.5\n"
                               "conv 18 1x1 linear\nattention 2\nconv 6 1x1 tanh\n";
    EXPECT_EQ(layerOf(tokens + "token-pool", shape), "layernorm epsilon 0.5 linear");
    EXPECT_EQ(layerOf("conv 6 4x4 stride 4 linear\nclass-token\ntoken-pool", shape), "conv 6 4x4 stride 4 linear");
}

} // namespace
} // namespace belfry
