// Writes a hundred steps of every optimizer on the same random gradients, for compare_optimizers.py to repeat:
//   dump_optimizers FOLDER
// FOLDER/weights.f32, gradients.f32 (steps x size), optimizers.json, and <number>.f32: the weights after the last step.
#include "core/base/random.h"
#include "core/formats/field_json.h"
#include "core/optim/optimizer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace belfry {
namespace {

constexpr int kSteps = 100;
constexpr std::size_t kSize = 4096;

std::vector<float> normals(std::size_t count, std::uint64_t seed) {
    RandomStream random(seed, Purpose::Sample);
    std::vector<float> values(count);
    for (float& value : values)
        value = static_cast<float>(random.normal());
    return values;
}

void writeFloats(const std::filesystem::path& path, const std::vector<float>& values) {
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
    if (!out)
        throw std::runtime_error("Cannot write " + path.string());
}

struct Subject {
    OptimizerSettings settings;
    double rate;
};

// Each as it is usual, and with an epsilon and averages that show where they stand in the formula.
std::vector<Subject> subjects() {
    std::vector<Subject> list;
    for (const OptimizerInfo& info : optimizers()) {
        list.push_back({info.defaults, info.defaultRate});
        list.push_back({{{.momentum = 0.5,
                          .rho = 0.7,
                          .beta1 = 0.8,
                          .beta2 = 0.95,
                          .epsilon = 0.03,
                          .scheduleDecay = 0.05,
                          .weightDecay = 0.2},
                         info.name},
                        0.02});
    }
    return list;
}

std::vector<float> train(const Subject& subject, std::vector<float> weights, const std::vector<float>& gradients) {
    const auto optimizer = makeOptimizer(subject.settings);
    std::vector<std::vector<float>> vectors(static_cast<std::size_t>(optimizer->stateVectors()),
                                            std::vector<float>(kSize, 0.0f));
    std::vector<float*> state;
    for (std::vector<float>& vector : vectors)
        state.push_back(vector.data());
    for (std::size_t step = 0; step < kSteps; ++step) {
        optimizer->beginStep();
        const RuleNumbers numbers = optimizer->numbers(subject.rate);
        optimizer->update({}, numbers.data(), weights.data(), gradients.data() + step * kSize, state.data(), 0, kSize);
    }
    return weights;
}

void dumpAll(const std::filesystem::path& folder) {
    std::vector<float> weights = normals(kSize, 1);
    for (float& weight : weights)
        weight *= 0.01f; // small, so that the steps are not lost in the rounding of the sum
    const std::vector<float> gradients = normals(kSteps * kSize, 2);
    writeFloats(folder / "weights.f32", weights);
    writeFloats(folder / "gradients.f32", gradients);
    nlohmann::json list = nlohmann::json::array();
    for (const Subject& subject : subjects()) {
        writeFloats(folder / (std::to_string(list.size()) + ".f32"), train(subject, weights, gradients));
        list.push_back({{"name", subject.settings.name}, {"rate", subject.rate}});
        writeFields<OptimizerNumbers>(list.back(), optimizerParameters(), subject.settings);
    }
    std::ofstream(folder / "optimizers.json") << list.dump(1);
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: dump_optimizers FOLDER\n";
        return 2;
    }
    try {
        belfry::dumpAll(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
