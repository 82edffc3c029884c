#include "core/interop/package.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/device/devices.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"
#include "core/formats/sha256.h"
#include "core/interop/model_json.h"
#include "core/interop/onnx_model.h"
#include "core/interop/package_weights.h"
#include "core/interop/quantised_onnx.h"
#include "core/model/flat_tensors.h"
#include "core/tower/predict_batch.h"
#include "core/train/data_fit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kWeights = "model.safetensors", *kDescription = "model.json", *kOnnx = "model.onnx",
                     *kLoader = "model.py", *kSamples = "samples.safetensors", *kOnnxSum = "onnx_sha256",
                     *kInt8 = "int8", *kInt8Onnx = "model-int8.onnx", *kInt8Logits = "int8_logits",
                     *kInt8Means = "int8_input_means";
constexpr const char* kWeightsSum = "weights_sha256"; // absent: packages of earlier versions
constexpr std::uint64_t kLongestDescription = 64 << 20;

// Spread evenly over the test set, which may be sorted by class.
std::vector<std::int64_t> sampleIds(const ImageStore& store) {
    const std::int64_t size = store.size(), count = std::min(kPackageSamples, size);
    std::vector<std::int64_t> ids;
    for (std::int64_t i = 0; i < count; ++i)
        ids.push_back(i * size / count);
    return ids;
}

struct Answers {
    std::vector<float> logits, probabilities; // images x classes each
};

// The engine's predictions, on all cores. images: bytes of the snapshot's image shape one after another.
Answers answersOf(const Snapshot& snapshot, std::span<const std::uint8_t> images) {
    const std::vector<at::Device> devices(1, at::kCPU);
    TowerTeam team(devices, usableCores(), snapshot.blueprint, 0);
    team.setWeights(snapshot.weights);
    Answers answers{predictBatch(team, images), {}};
    const at::Tensor logits = at::tensor(answers.logits).view({-1, snapshot.blueprint->classes});
    const at::Tensor probabilities = at::softmax(logits, 1);
    answers.probabilities.assign(probabilities.const_data_ptr<float>(),
                                 probabilities.const_data_ptr<float>() + probabilities.numel());
    return answers;
}

SafetensorsFile samplesOf(const Snapshot& snapshot, const DataSet& data) {
    const Blueprint& blueprint = *snapshot.blueprint;
    checkFits(snapshot, data);
    const std::vector<std::int64_t> ids = sampleIds(*data.test);
    if (ids.empty())
        throw dataError(Text::tr("%1 has no test images; an exported model needs some so that it can be verified. "
                                 "Choose a split that leaves some for testing.",
                                 data.title));
    const auto count = static_cast<std::int64_t>(ids.size());
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(data.shape.bytes()));
    data.test->read(ids, images.data());
    std::vector<std::int64_t> labels;
    for (const std::int64_t id : ids)
        labels.push_back(data.test->label(id));
    const Answers answers = answersOf(snapshot, images);
    return {{{"format", "pt"}},
            {{"images", "U8", {count, data.shape.height, data.shape.width, data.shape.channels}, images},
             {"labels", "I64", {count}, copiedBytes<std::int64_t>(labels)},
             floatTensor("logits", {count, blueprint.classes}, answers.logits),
             floatTensor("probabilities", {count, blueprint.classes}, answers.probabilities)}};
}

// ---- reading

[[noreturn]] void refuse(const fs::path& file, const Text& found) {
    throw dataError(Text::tr("'%1' is not what Belfry exported: %2. Export the model again.", file.string(), found));
}

// Turns whatever `work` throws into a sentence about `file`.
template <typename Work>
auto readingOf(const fs::path& file, Work work) {
    try {
        return work();
    } catch (const std::exception& error) {
        refuse(file, jsonReason(error));
    }
}

const NamedTensor& sample(const SafetensorsFile& file, const char* name, const char* dtype,
                          const std::vector<std::int64_t>& shape) {
    const NamedTensor* tensor = file.find(name);
    if (!tensor)
        throw dataError(Text::tr("it has no '%1'", std::string(name)));
    if (tensor->dtype != dtype || tensor->shape != shape)
        throw dataError(Text::tr("its '%1' is %2 of shape %3, %4 of shape %5 is expected", std::string(name),
                                 tensor->dtype, shapeText(tensor->shape), std::string(dtype), shapeText(shape)));
    return *tensor;
}

// Of numbers around 1 and below it as they are, of larger ones as a part of them.
double largestDifference(std::span<const float> found, std::span<const float> expected) {
    double largest = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double difference = std::abs(static_cast<double>(found[i]) - expected[i]) /
                                  std::max(1.0, std::abs(static_cast<double>(expected[i])));
        if (!(difference <= largest)) // a NaN stays
            largest = difference;
    }
    return largest;
}

// The root of the mean square of the same differences.
double meanDifference(std::span<const float> found, std::span<const float> expected) {
    double squares = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double difference = largestDifference(found.subspan(i, 1), expected.subspan(i, 1));
        squares += difference * difference;
    }
    return std::sqrt(squares / static_cast<double>(found.size()));
}

// By which model.py builds the network. Versions may have written other keys; what both have must be the same.
void requireSameLayers(const Json& found, const Snapshot& snapshot) {
    const Json json = modelJson(snapshot);
    const Json& expected = json.at("layers");
    bool same = found.is_array() && found.size() == expected.size();
    for (std::size_t i = 0; same && i < expected.size(); ++i) {
        same = found[i].is_object();
        for (const auto& [key, value] : found[i].items())
            same = same && (!expected[i].contains(key) || expected[i].at(key) == value);
    }
    if (!same)
        throw dataError(Text::tr("its 'layers' are not those of its 'architecture'"));
}

void requireSum(const fs::path& file, const std::string& sum) {
    if (sha256(asBytes(readFile(file))) != sum)
        refuse(file, Text::tr("its SHA-256 is not the one in %1", std::string(kDescription)));
}

struct ReadPackage {
    Snapshot snapshot;
    std::string weightsSum, onnxSum, int8Sum; // "": the description has none
    std::optional<Json> int8;                 // what the description has of it
};

ReadPackage readModel(const fs::path& folder) {
    const fs::path description = folder / kDescription, weights = folder / kWeights;
    const std::string text = readFile(description, kLongestDescription);
    ReadPackage found;
    Snapshot& snapshot = found.snapshot;
    readingOf(description, [&] {
        const Json json = Json::parse(text);
        snapshot = snapshotFromModelJson(json);
        requireSameLayers(json.at("layers"), snapshot);
        found.weightsSum = json.value(kWeightsSum, "");
        found.onnxSum = json.at(kOnnxSum).get<std::string>();
        if (json.contains(kInt8)) {
            found.int8 = json.at(kInt8);
            found.int8Sum = found.int8->at(kOnnxSum).get<std::string>();
        }
    });
    const SafetensorsFile file = readSafetensors(weights);
    snapshot.weights = readingOf(weights, [&] { return flatFromPackage(file, *snapshot.blueprint); });
    return found;
}

struct Samples {
    std::int64_t count = 0;
    Bytes images;
    std::vector<float> logits, int8Logits, int8Means;
};

Samples readSamples(const fs::path& path, const Blueprint& blueprint, bool int8) {
    const SafetensorsFile file = readSafetensors(path);
    return readingOf(path, [&]() -> Samples {
        const NamedTensor* first = file.find("images");
        const std::int64_t count = first && !first->shape.empty() ? first->shape[0] : 0;
        if (count < 1)
            throw dataError(Text::tr("it has no images"));
        const ImageShape& image = blueprint.image;
        Samples samples{count,
                        sample(file, "images", "U8", {count, image.height, image.width, image.channels}).bytes,
                        floatsOf(sample(file, "logits", "F32", {count, blueprint.classes})),
                        {},
                        {}};
        if (int8) {
            samples.int8Logits = floatsOf(sample(file, kInt8Logits, "F32", {count, blueprint.classes}));
            const NamedTensor* means = file.find(kInt8Means);
            const std::int64_t all = means && means->shape.size() == 1 ? means->shape[0] : 0;
            samples.int8Means = floatsOf(sample(file, kInt8Means, "F32", {all}));
        }
        return samples;
    });
}

// Adds the int8 network's file, its part of the description and its answers for the samples.
PackagedInt8 addInt8(const fs::path& folder, const Int8Network& made, Json& description, SafetensorsFile& samples) {
    const std::string onnx = encodeOnnx(quantisedOnnx(made.network));
    writeFileAtomically(folder / kInt8Onnx, onnx);
    Json& json = description[kInt8] = int8Json(made);
    json["file"] = kInt8Onnx;
    json[kOnnxSum] = sha256(asBytes(onnx));
    const std::vector<float> logits = quantisedLogits(made.network, samples.find("images")->bytes);
    samples.tensors.push_back(floatTensor(kInt8Logits, samples.find("logits")->shape, logits));
    const std::vector<float> means = int8Means(made.network);
    samples.tensors.push_back(floatTensor(kInt8Means, {std::ssize(means)}, means));
    return {made.pictures, made.accuracy, std::ssize(onnx), 0};
}

// Ends the writing of a folder.
struct Stopped {};

} // namespace

Packaged exportPackage(const fs::path& folder, const Snapshot& snapshot, const DataSet& data,
                       const PackageOptions& options) {
    Packaged packaged;
    const auto fill = [&](const fs::path& partial) {
        SafetensorsFile samples = samplesOf(snapshot, data);
        const SafetensorsFile weights = packageWeights(*snapshot.blueprint, snapshot.weights);
        const std::string onnx = encodeOnnx(onnxModel(snapshot, weights));
        Json description = modelJson(snapshot);
        description[kOnnxSum] = sha256(asBytes(onnx));
        writeFileAtomically(partial / kOnnx, onnx);
        if (options.int8) {
            const std::optional<Int8Network> made = makeInt8(snapshot, data, *options.int8, options.watch);
            if (!made)
                throw Stopped();
            packaged.int8 = addInt8(partial, *made, description, samples);
            packaged.int8->floatBytes = std::ssize(onnx);
        }
        writeSafetensors(partial / kWeights, weights);
        description[kWeightsSum] = sha256(asBytes(readFile(partial / kWeights)));
        writeSafetensors(partial / kSamples, samples);
        writeFileAtomically(partial / kLoader, readFile(resourceFolder() / "export" / kLoader));
        writeJsonFile(partial / kDescription, description);
        if (options.watch.stop.stop_requested())
            throw Stopped();
    };
    try {
        writeFolderAtomically(folder, fill);
    } catch (const Stopped&) {
        return {};
    }
    return packaged;
}

Replay verifyPackage(const fs::path& folder) {
    const ReadPackage package = readModel(folder);
    requireSum(folder / kOnnx, package.onnxSum);
    if (package.int8)
        requireSum(folder / kInt8Onnx, package.int8Sum);
    const Samples samples = readSamples(folder / kSamples, *package.snapshot.blueprint, package.int8.has_value());
    const Answers answers = answersOf(package.snapshot, samples.images);
    Replay replay{samples.count, largestDifference(answers.logits, samples.logits)};
    if (package.int8) {
        const QuantisedNetwork int8 = readingOf(folder / kDescription, [&] {
            return quantisedFromJson(package.snapshot, *package.int8, samples.int8Means);
        });
        const std::vector<float> logits = quantisedLogits(int8, samples.images);
        const double rounding = std::min(meanDifference(logits, samples.logits), // either may have been changed
                                         meanDifference(samples.int8Logits, samples.logits));
        replay.int8 = {meanDifference(logits, samples.int8Logits),
                       std::max(kPackageTolerance, kInt8Tolerance * rounding)};
    }
    return replay;
}

std::optional<fs::path> packageAt(const fs::path& path) {
    const auto isThere = [](const fs::path& file) {
        std::error_code code;
        return fs::is_regular_file(file, code);
    };
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path name = path.filename();
    if (name == kDescription || (name == kWeights && isThere(folder / kDescription)))
        return folder;
    if (!isThere(path / kDescription))
        return {};
    return name.empty() ? folder : path; // without the '/' at the end
}

std::shared_ptr<const Snapshot> loadPackage(const fs::path& folder) {
    ReadPackage package = readModel(folder);
    if (!package.weightsSum.empty())
        requireSum(folder / kWeights, package.weightsSum);
    return std::make_shared<const Snapshot>(std::move(package.snapshot));
}

} // namespace belfry
