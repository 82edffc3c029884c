#include "core/runs/training_state_file.h"

#include "core/base/error.h"
#include "core/formats/json_reader.h"
#include "core/runs/flat_tensors.h"

#include <cmath>
#include <string>

namespace belfry {
namespace {

using nlohmann::json;

constexpr const char* kMetadataKey = "training";
constexpr std::string_view kBestPrefix = "best.", kOptimizerPrefix = "optimizer.";

std::string optimizerVector(std::size_t number) {
    return std::string(kOptimizerPrefix) + std::to_string(number) + ".";
}

// The fields, for reading and writing. Doubles are written with full precision.
template <typename State, typename Visit>
void visitNumbers(State& state, const Visit& visit) {
    visit("step", state.step);
    visit("images", state.images);
    visit("epochs", state.epochs);
    visit("seconds", state.seconds);
    visit("warm_seconds", state.warmSeconds);
    visit("warm_images", state.warmImages);
    visit("epoch_loss_sum", state.epochSums.lossSum);
    visit("epoch_correct", state.epochSums.correct);
    visit("epoch_images", state.epochSums.images);
    visit("learning_rate", state.settings.learningRate);
    visit("planned_epochs", state.settings.epochs);
    visit("checkpoint_every", state.settings.checkpointEvery);
    visit("validation_loss", state.validation.loss);
    visit("validation_correct", state.validation.correct);
    visit("validation_images", state.validation.images);
    visit("best_step", state.bestStep);
    visit("best_epoch", state.bestEpoch);
    visit("best_validation", state.bestValidation);
    visit("best_loss", state.bestLoss);
}

void checkNumber(const std::string& name, double value) {
    if (!std::isfinite(value) || value < 0)
        throw dataError(Text::tr("its '%1' of '%2' is %3, at least 0 is expected", name, std::string(kMetadataKey),
                                 json(value).dump()));
}

} // namespace

void addTrainingState(SafetensorsView& file, const Blueprint& blueprint, const TrainingState& training) {
    json numbers;
    visitNumbers(training, jsonFieldsTo(numbers));
    numbers["optimizer_vectors"] = training.optimizerState.size();
    file.metadata[kMetadataKey] = numbers.dump();
    for (std::size_t i = 0; i < training.optimizerState.size(); ++i)
        addFlat(file, blueprint, optimizerVector(i), training.optimizerState[i]);
    if (!training.bestWeights.empty())
        addFlat(file, blueprint, std::string(kBestPrefix), training.bestWeights);
}

bool hasTrainingState(const SafetensorsFile& file) {
    return file.metadata.contains(kMetadataKey);
}

std::string_view weightNameIn(std::string_view tensor) {
    if (tensor.starts_with(kBestPrefix))
        return tensor.substr(kBestPrefix.size());
    if (tensor.starts_with(kOptimizerPrefix))
        return tensor.substr(std::min(tensor.size(), tensor.find('.', kOptimizerPrefix.size()) + 1));
    return tensor;
}

TrainingState trainingStateFrom(const SafetensorsFile& file, const Blueprint& blueprint) {
    TrainingState training;
    const json numbers = json::parse(file.metadata.at(kMetadataKey));
    visitNumbers(training, [read = jsonFieldsOf(numbers)](const char* name, auto& value) {
        read(name, value);
        checkNumber(name, static_cast<double>(value));
    });
    const auto vectors = numbers.at("optimizer_vectors").get<std::size_t>();
    for (std::size_t i = 0; i < vectors; ++i) // reports a missing one before memory is allocated
        training.optimizerState.push_back(flatFrom(file, blueprint, optimizerVector(i)));
    if (hasFlat(file, std::string(kBestPrefix)))
        training.bestWeights = flatFrom(file, blueprint, std::string(kBestPrefix));
    return training;
}

} // namespace belfry
