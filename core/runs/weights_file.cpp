#include "core/runs/weights_file.h"

#include "core/base/class_means_json.h"
#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/base/utf8.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"
#include "core/formats/safetensors.h"
#include "core/model/flat_tensors.h"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace belfry {
namespace {

using nlohmann::json;
using Metadata = std::map<std::string, std::string>;

constexpr const char* kFormat = "belfry-weights";
constexpr const char* kVersion = "1";
constexpr const char* kPixelScale = "1/255";
constexpr const char* kAverageKey = "average_decay";
constexpr const char* kTemperatureKey = "temperature";
constexpr const char* kDataVersionKey = "data_version";
constexpr const char* kSplitByKey = "split_by"; // absent: files of earlier versions
constexpr const char* kLastPrefix = "last.";    // of the last step's own weights in the file of an average
constexpr const char* kSumKey = "crc32";        // of the bytes of all tensors, in file order
constexpr const char* kSplitByBefore = "count";
constexpr int kMaxClassCount = 1'000'000;
constexpr int kMaxImageSide = 65'536;

[[noreturn]] void refuse(const Text& found) { throw dataError(found); }

std::string checkSumOf(const auto& tensors) {
    uLong sum = 0;
    for (const auto& tensor : tensors)
        sum = ::crc32_z(sum, tensor.bytes.data(), tensor.bytes.size());
    char text[16];
    std::snprintf(text, sizeof text, "%08lx", sum);
    return text;
}

Metadata metadataOf(const Snapshot& snapshot, const Metadata& extra) {
    const ImageShape& image = snapshot.blueprint->image;
    Metadata metadata{
        {"format", kFormat},
        {"version", kVersion},
        {"architecture", toJson(snapshot.blueprint->architecture).dump()},
        {"image", json{{"height", image.height}, {"width", image.width}, {"channels", image.channels}}.dump()},
        {"classes", jsonText(snapshot.classes)},
        {"data", asUtf8(snapshot.data)}, // a folder's name may be any bytes
        {"step", std::to_string(snapshot.step)},
        {"source", asUtf8(snapshot.source)},
        {"input", json{{"augmentation", augmentationName(snapshot.blueprint->input)},
                       {"normalisation", normalisationName(snapshot.blueprint->input.normalisation)}}
                      .dump()}};
    if (!snapshot.dataVersion.empty())
        metadata.emplace(kDataVersionKey, snapshot.dataVersion);
    if (snapshot.splitBy != kSplitByBefore)
        metadata.emplace(kSplitByKey, snapshot.splitBy);
    if (snapshot.averageDecay > 0)
        metadata.emplace(kAverageKey, json(snapshot.averageDecay).dump());
    if (snapshot.temperature != 1)
        metadata.emplace(kTemperatureKey, json(snapshot.temperature).dump());
    metadata.insert(extra.begin(), extra.end());
    return metadata;
}

const std::string& entry(const Metadata& metadata, const std::string& key) {
    const auto found = metadata.find(key);
    if (found == metadata.end())
        refuse(Text::tr("it has no '%1' in its metadata", key));
    return found->second;
}

json jsonEntry(const Metadata& metadata, const std::string& key) {
    try {
        return json::parse(entry(metadata, key));
    } catch (const json::exception& error) {
        refuse(Text::tr("its '%1' cannot be read: %2", key, jsonReason(error)));
    }
}

void expectEntry(const Metadata& metadata, const std::string& key, const std::string& expected) {
    const std::string& found = entry(metadata, key);
    if (found != expected)
        refuse(Text::tr("its '%1' is '%2', '%3' is expected", key, found.substr(0, 40), expected));
}

std::int64_t stepFrom(const Metadata& metadata) {
    const std::string& text = entry(metadata, "step");
    const std::int64_t step = numberIn<std::int64_t>(text).value_or(-1);
    if (step < 0)
        refuse(Text::tr("its 'step' is '%1', a number is expected", text.substr(0, 40)));
    return step;
}

// Older files have 'pixel_scale' instead: value / 255 was the only normalisation.
InputStage inputFrom(const Metadata& metadata) {
    if (!metadata.contains("input") && metadata.contains("pixel_scale")) {
        expectEntry(metadata, "pixel_scale", kPixelScale);
        return {};
    }
    const json input = jsonEntry(metadata, "input");
    return inputStageFromNames(input.at("augmentation").get<std::string>(),
                               input.at("normalisation").get<std::string>());
}

ImageShape imageFrom(const Metadata& metadata) {
    const json image = jsonEntry(metadata, "image");
    const auto side = [&](const char* key, int max) {
        const auto value = image.at(key).get<std::int64_t>();
        if (value < 1 || value > max)
            refuse(Text::tr("its image has %1 %2, 1 to %3 is expected", std::string(key), value, max));
        return static_cast<int>(value);
    };
    return {side("channels", 1024), side("height", kMaxImageSide), side("width", kMaxImageSide)};
}

std::vector<std::string> classesFrom(const Metadata& metadata) {
    auto classes = jsonEntry(metadata, "classes").get<std::vector<std::string>>();
    if (classes.empty() || classes.size() > kMaxClassCount)
        refuse(Text::tr("it names %1 classes, 1 to 1,000,000 are expected", classes.size()));
    return classes;
}

double averageDecayFrom(const Metadata& metadata) {
    if (!metadata.contains(kAverageKey))
        return 0;
    const auto decay = jsonEntry(metadata, kAverageKey).get<double>();
    if (!(decay > 0 && decay <= 1))
        refuse(Text::tr("its '%1' is %2, between 0 and 1 is expected", std::string(kAverageKey), json(decay).dump()));
    return decay;
}

double temperatureFrom(const Metadata& metadata) {
    if (!metadata.contains(kTemperatureKey))
        return 1;
    const auto temperature = jsonEntry(metadata, kTemperatureKey).get<double>();
    if (!(temperature >= 0.001 && temperature <= 1000))
        refuse(Text::tr("its '%1' is %2, a number from 0.001 to 1000 is expected", std::string(kTemperatureKey),
                        json(temperature).dump()));
    return temperature;
}

constexpr const char* kTrainingKey = "training";
constexpr std::string_view kBestPrefix = "best.", kOptimizerPrefix = "optimizer.";

std::string optimizerVector(std::size_t number) { return std::string(kOptimizerPrefix) + std::to_string(number) + "."; }

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
        throw dataError(Text::tr("its '%1' of '%2' is %3, at least 0 is expected", name, std::string(kTrainingKey),
                                 json(value).dump()));
}

// The training state, which makes the file a checkpoint: metadata "training" (JSON), and tensors "best.conv2.weight",
// "optimizer.0.conv2.weight" ...; `training` must outlive the view.
void addTrainingState(SafetensorsView& file, const Blueprint& blueprint, const TrainingState& training) {
    json numbers;
    visitNumbers(training, jsonFieldsTo(numbers));
    setClassMeans(numbers, training.validation.means, "validation_");
    setClassMeans(numbers, training.bestMeans, "best_");
    numbers["optimizer_vectors"] = training.optimizerState.size();
    file.metadata[kTrainingKey] = numbers.dump();
    for (std::size_t i = 0; i < training.optimizerState.size(); ++i)
        addFlat(file, blueprint, optimizerVector(i), training.optimizerState[i]);
    if (!training.bestWeights.empty())
        addFlat(file, blueprint, std::string(kBestPrefix), training.bestWeights);
}

bool hasTrainingState(const SafetensorsFile& file) { return file.metadata.contains(kTrainingKey); }

// The name of the weight in the name of a tensor of the training state; other names are returned unchanged.
std::string_view weightNameIn(std::string_view tensor) {
    if (tensor.starts_with(kBestPrefix))
        return tensor.substr(kBestPrefix.size());
    if (tensor.starts_with(kOptimizerPrefix))
        return tensor.substr(std::min(tensor.size(), tensor.find('.', kOptimizerPrefix.size()) + 1));
    return tensor;
}

// Throws Error(Data), or an exception of the JSON library, with a partial sentence that names what is missing or wrong.
TrainingState trainingStateFrom(const SafetensorsFile& file, const Blueprint& blueprint) {
    TrainingState training;
    const json numbers = json::parse(file.metadata.at(kTrainingKey));
    visitNumbers(training, [read = jsonFieldsOf(numbers)](const char* name, auto& value) {
        read(name, value);
        checkNumber(name, static_cast<double>(value));
    });
    training.validation.means = classMeansIn(numbers, "validation_");
    training.bestMeans = classMeansIn(numbers, "best_");
    const auto vectors = numbers.at("optimizer_vectors").get<std::size_t>();
    for (std::size_t i = 0; i < vectors; ++i) // reports a missing one before memory is allocated
        training.optimizerState.push_back(flatFrom(file, blueprint, optimizerVector(i)));
    if (hasFlat(file, std::string(kBestPrefix)))
        training.bestWeights = flatFrom(file, blueprint, std::string(kBestPrefix));
    return training;
}

// The file of an average may have the last step's own weights, a checkpoint the training state.
std::string_view knownWeightIn(const SafetensorsFile& file, std::string_view tensor) {
    if (file.metadata.contains(kAverageKey) && tensor.starts_with(kLastPrefix))
        return tensor.substr(std::strlen(kLastPrefix));
    return hasTrainingState(file) ? weightNameIn(tensor) : tensor;
}

void refuseSurplus(const SafetensorsFile& file, const Blueprint& blueprint) {
    for (const NamedTensor& tensor : file.tensors)
        if (std::ranges::find(blueprint.slices, knownWeightIn(file, tensor.name), &Slice::name) ==
            blueprint.slices.end())
            refuse(Text::tr("it has a tensor '%1' of shape %2 that network '%3' does not have",
                            tensor.name.substr(0, 80), shapeText(tensor.shape), blueprint.architecture.name));
}

// Detects truncated files, and bytes that changed on the disk.
void checkSum(const SafetensorsFile& file) {
    if (!file.metadata.contains(kSumKey))
        return;
    const std::string found = checkSumOf(file.tensors);
    if (const std::string& expected = file.metadata.at(kSumKey); found != expected)
        refuse(Text::tr("its tensors have the check sum %1, %2 is expected: the file was damaged after it was written",
                        found, expected.substr(0, 40)));
}

std::shared_ptr<const Snapshot> snapshotFrom(const SafetensorsFile& file, bool withTraining) {
    expectEntry(file.metadata, "format", kFormat);
    expectEntry(file.metadata, "version", kVersion);
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->classes = classesFrom(file.metadata);
    snapshot->data = entry(file.metadata, "data");
    if (const auto version = file.metadata.find(kDataVersionKey); version != file.metadata.end())
        snapshot->dataVersion = version->second;
    const auto splitBy = file.metadata.find(kSplitByKey);
    snapshot->splitBy = splitBy == file.metadata.end() ? kSplitByBefore : splitBy->second;
    snapshot->step = stepFrom(file.metadata);
    snapshot->source = entry(file.metadata, "source");
    const Architecture architecture = architectureFromJson(jsonEntry(file.metadata, "architecture"));
    auto blueprint = std::make_shared<Blueprint>(makeBlueprint(
        architecture, imageFrom(file.metadata), static_cast<int>(snapshot->classes.size()), inputFrom(file.metadata)));
    refuseSurplus(file, *blueprint);
    snapshot->weights = flatFrom(file, *blueprint, "");
    snapshot->averageDecay = averageDecayFrom(file.metadata);
    snapshot->temperature = temperatureFrom(file.metadata);
    if (hasFlat(file, kLastPrefix))
        snapshot->lastWeights = flatFrom(file, *blueprint, kLastPrefix);
    if (withTraining)
        snapshot->training = std::make_shared<TrainingState>(trainingStateFrom(file, *blueprint));
    snapshot->blueprint = std::move(blueprint);
    checkSum(file);
    return snapshot;
}

std::shared_ptr<const Snapshot> load(const std::filesystem::path& path, bool withTraining) {
    const SafetensorsFile file = readSafetensors(path);
    if (withTraining && !hasTrainingState(file))
        throw dataError(Text::tr("'%1' holds weights without the state of their training, which a checkpoint has; it "
                                 "can be evaluated, not resumed. Choose another checkpoint.",
                                 path.string()));
    try {
        return snapshotFrom(file, withTraining);
    } catch (const std::exception& error) {
        throw dataError(
            Text::tr("'%1' holds no weights that Belfry can use: %2. Choose a weights file that Belfry saved.",
                     path.string(), jsonReason(error)));
    }
}

} // namespace

void saveSnapshot(const std::filesystem::path& path, const Snapshot& snapshot, const Metadata& extra) {
    SafetensorsView file{metadataOf(snapshot, extra), {}};
    addFlat(file, *snapshot.blueprint, "", snapshot.weights);
    if (!snapshot.lastWeights.empty())
        addFlat(file, *snapshot.blueprint, kLastPrefix, snapshot.lastWeights);
    if (snapshot.training)
        addTrainingState(file, *snapshot.blueprint, *snapshot.training);
    file.metadata[kSumKey] = checkSumOf(file.tensors);
    writeSafetensors(path, file);
}

std::shared_ptr<const Snapshot> loadSnapshot(const std::filesystem::path& path) { return load(path, false); }

std::shared_ptr<const Snapshot> loadCheckpoint(const std::filesystem::path& path) { return load(path, true); }

} // namespace belfry
