// Writes what the engine computes for a few steps, for compare_step.py to repeat in PyTorch: dump_step FOLDER
// The pictures are noise: on MNIST's even background several numbers of a pool's window are equal, and which of them
// gets the gradient depends on the last bit, thus on the processor.
// FOLDER/<network>-<optimizer>/: step.json, and per step the raw images, labels, logits, mean gradient and weights.
#include "core/base/random.h"
#include "core/kernels/lrn.h"
#include "core/model/zoo.h"
#include "tests/support/rig.h"
#include "tests/support/synthetic.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace belfry {
namespace {

constexpr int kSteps = 5;
constexpr int kTowers = 2; // so that the mean over towers is compared too
constexpr std::int64_t kImages = 67;
constexpr double kRate = 0.01;
constexpr ImageShape kShape{1, 28, 28};

struct Subject {
    std::string name;
    Architecture architecture;
};

template <typename T>
void writeRaw(const std::filesystem::path& path, const std::vector<T>& values) {
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
    if (!out)
        throw std::runtime_error("Cannot write " + path.string());
}

nlohmann::json describe(const Blueprint& blueprint, const OptimizerSettings& optimizer) {
    nlohmann::json slices = nlohmann::json::array();
    for (const Slice& slice : blueprint.slices)
        slices.push_back(
            {{"name", slice.name}, {"layer", slice.layer}, {"offset", slice.offset}, {"shape", slice.shape}});
    return {{"layers", toJson(blueprint.architecture)["layers"]},
            {"image", {blueprint.image.height, blueprint.image.width, blueprint.image.channels}},
            {"slices", slices},
            {"optimizer", optimizer.name},
            {"momentum", optimizer.momentum},
            {"betas", {optimizer.beta1, optimizer.beta2}},
            {"epsilon", optimizer.epsilon},
            {"weight_decay", optimizer.weightDecay},
            {"muon_other_rate", optimizer.muonOtherRate},
            {"rate", kRate},
            {"steps", nlohmann::json::array()}};
}

// Of the whole batch, with the weights given.
std::vector<float> logitsOf(const std::shared_ptr<const Blueprint>& blueprint, const std::vector<float>& weights,
                            const std::vector<std::uint8_t>& images) {
    Network network(blueprint, at::kCPU, at::tensor(weights), {});
    const at::Tensor logits =
        network.forward(images.data(), static_cast<std::int64_t>(images.size()) / blueprint->image.bytes(), {});
    return {logits.const_data_ptr<float>(), logits.const_data_ptr<float>() + logits.numel()};
}

void dump(const Subject& subject, const OptimizerSettings& optimizer, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(subject.architecture, kShape, 10));
    const auto store = test::syntheticStore(kSteps * kImages, kShape, 10);
    test::Rig rig({.blueprint = blueprint,
                   .store = store,
                   .imagesPerStep = kImages,
                   .devices = std::vector<at::Device>(kTowers, at::kCPU),
                   .optimizer = optimizer});
    const auto feed = makeFeed("direct", test::feedOptions(store, kShape, kImages, 1)); // the same images
    nlohmann::json json = describe(*blueprint, optimizer);
    writeRaw(folder / "weights0.f32", rig.replica(0));
    for (int step = 0; step < kSteps; ++step) {
        const Share& batch = feed->next({}).shares[0];
        const std::string number = std::to_string(step);
        const std::vector<std::uint8_t> images(batch.images.data(), batch.images.data() + batch.images.size());
        writeRaw(folder / ("images" + number + ".u8"), images);
        writeRaw(folder / ("labels" + number + ".u8"), batch.labels);
        writeRaw(folder / ("logits" + number + ".f32"), logitsOf(blueprint, rig.replica(0), images));
        const TowerStep sums = rig.step(kRate);
        json["steps"].push_back({{"loss", sums.lossSum / static_cast<double>(sums.images)}, {"correct", sums.correct}});
        writeRaw(folder / ("gradient" + number + ".f32"), rig.variables().meanGradient());
        writeRaw(folder / ("weights" + std::to_string(step + 1) + ".f32"), rig.replica(0));
    }
    std::ofstream(folder / "step.json") << json.dump(1);
}

// The normalisation kernel alone, on pixels of 64 channels.
void dumpLrn(const std::filesystem::path& folder) {
    const LrnWork work{.rows = 500, .channels = 64, .radius = 4, .bias = 1, .alpha = 0.25f, .beta = 0.75f};
    RandomStream random(8, Purpose::Sample);
    std::vector<float> in(static_cast<std::size_t>(work.rows * work.channels)), outGradient(in.size());
    for (std::vector<float>* values : {&in, &outGradient})
        std::generate(values->begin(), values->end(), [&] { return static_cast<float>(random.normal()); });
    std::vector<float> out(in.size()), divisor(in.size()), inGradient(in.size());
    lrnForward({}, work, in.data(), out.data(), divisor.data());
    lrnBackward({}, work, in.data(), divisor.data(), outGradient.data(), inGradient.data());
    writeRaw(folder / "lrn_in.f32", in);
    writeRaw(folder / "lrn_out.f32", out);
    writeRaw(folder / "lrn_out_gradient.f32", outGradient);
    writeRaw(folder / "lrn_in_gradient.f32", inGradient);
}

void dumpAll(const std::filesystem::path& folder) {
    dumpLrn(folder);
    const std::vector<Subject> subjects{
        {"lenet", networkByName("lenet")},
        {"tower", networkByName("tower")},
        {"mlp", mlp({.hiddenLayers = 2, .width = 128, .dropout = 0})},
        {"mlp-elu", mlp({.hiddenLayers = 2, .width = 64, .activation = Activation::Elu, .dropout = 0})},
        {"same",
         architectureFromText("same", "conv 8 4x4 stride 2 same tanh\nconv 8 3x3 same sigmoid deviation 0.1\n"
                                      "maxpool 3x3 stride 2 same\ndense 20 hard_sigmoid decay 0.01\ndense 20 softplus\n"
                                      "dense classes linear")},
        {"average", architectureFromText("average", "conv 8 5x5 tanh\navgpool 3x3 stride 2 same\nconv 8 3x3 gelu\n"
                                                    "avgpool 2x2\ndense 20 gelu\ndense classes linear")}};
    for (const Subject& subject : subjects)
        for (const std::string optimizer :
             {"adam", "sgd", "momentum", "nesterov", "muon"}) // others: dump_optimizers.cpp
            dump(subject, optimizerInfo(optimizer).defaults, folder / (subject.name + "-" + optimizer));
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: dump_step FOLDER\n";
        return 2;
    }
    try {
        belfry::dumpAll(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
