#include "core/interop/int8_export.h"

#include "core/base/error.h"
#include "core/data/evenly.h"
#include "core/interop/folded_norms.h"
#include "core/train/evaluator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kEvaluatedAtOnce = 64; // pictures between two looks at the stop

// Of the pictures that are computed: the calibration's, those in fp32, and those in int8, which take about twice as
// long.
class Parts {
public:
    Parts(const EvaluationWatch& watch, std::int64_t calibration, std::int64_t test)
        : watch_(watch), test_(static_cast<double>(test)), all_(static_cast<double>(calibration) + 3 * test_) {}

    bool stopped() const { return watch_.stop.stop_requested(); }
    void calibrated(std::int64_t pictures) const { report(static_cast<double>(pictures)); }
    void inFloat(double part) const { report(all_ - (3 - part) * test_); }
    void inInt8(std::int64_t pictures) const { report(all_ - 2 * (test_ - static_cast<double>(pictures))); }

private:
    void report(double done) const {
        if (watch_.progress)
            watch_.progress(done / all_);
    }
    const EvaluationWatch& watch_;
    double test_, all_;
};

// None after a stop.
std::optional<std::int64_t> correctAnswers(const QuantisedNetwork& network, const ImageStore& images,
                                           const std::vector<std::int64_t>& indices, const Parts& parts) {
    const Blueprint& blueprint = *network.snapshot.blueprint;
    std::int64_t correct = 0;
    for (std::size_t first = 0; first < indices.size(); first += kEvaluatedAtOnce) {
        if (parts.stopped())
            return {};
        parts.inInt8(static_cast<std::int64_t>(first));
        const auto some = std::span(indices).subspan(
            first, std::min(static_cast<std::size_t>(kEvaluatedAtOnce), indices.size() - first));
        std::vector<std::uint8_t> bytes(some.size() * static_cast<std::size_t>(blueprint.image.bytes())), labels;
        images.read(some, bytes.data());
        for (const std::int64_t index : some)
            labels.push_back(images.label(index));
        correct += figuresOf(quantisedLogits(network, bytes), labels, blueprint.classes).correct;
    }
    return correct;
}

std::vector<std::int64_t> calibrationIds(const DataSet& data, const Int8Options& options) {
    const std::int64_t there = data.train->size();
    if (options.pictures && *options.pictures < 1)
        throw usageError(Text::tr("%1 calibration pictures were asked for; at least 1 is needed.", *options.pictures));
    if (there < options.pictures.value_or(1))
        throw usageError(
            Text::tr("%1 calibration pictures were asked for; %2 has %3 training pictures. Ask for no more.",
                     options.pictures.value_or(kCalibrationPictures), data.title, there));
    return evenly(there, options.pictures.value_or(kCalibrationPictures));
}

Json answersJson(std::int64_t correct, double share) { return {{"correct", correct}, {"accuracy", share}}; }

} // namespace

std::optional<Int8Network> makeInt8(const Snapshot& snapshot, const DataSet& data, const Int8Options& options,
                                    const EvaluationWatch& watch) {
    Snapshot folded = foldedNorms(snapshot);
    const std::vector<std::size_t> layers = quantisedLayers(*folded.blueprint);
    if (layers.empty())
        throw usageError(Text::tr("The network '%1' has no convolutions and no dense layers, so nothing of it would be "
                                  "int8. Export it as fp32.",
                                  snapshot.blueprint->architecture.name));
    const std::vector<std::int64_t> ids = calibrationIds(data, options);
    const Parts parts(watch, std::ssize(ids), data.test->size());
    std::vector<InputFigures> figures = inputFigures(folded, *data.train, ids, [&parts](std::int64_t done) {
        parts.calibrated(done);
        return !parts.stopped();
    });
    if (figures.empty())
        return {};
    std::vector<InputScale> inputs;
    for (std::size_t i = 0; i < layers.size(); ++i)
        inputs.push_back(scaleOf(folded.blueprint->layers[layers[i]].name, std::move(figures[i])));
    Int8Network made{quantised(std::move(folded), std::move(inputs)), std::ssize(ids), {}};
    const Evaluation evaluation =
        evaluateSnapshot(snapshot, *data.test, {[&parts](double part) { parts.inFloat(part); }, watch.stop});
    const auto correct = correctAnswers(made.network, *data.test, evaluation.indices, parts);
    if (!correct || parts.stopped())
        return {};
    made.accuracy = {"test", evaluation.images(), evaluation.result.correct, *correct};
    return made;
}

Json int8Json(const Int8Network& made) {
    Json inputs = Json::array();
    for (const InputScale& input : made.network.inputs)
        inputs.push_back({{"layer", input.layer}, {"scale", input.scale}, {"zero", input.zero}});
    const Int8Accuracy& accuracy = made.accuracy;
    return {{"weights", "int8, symmetric, by output channel"},
            {"activations", "uint8, by layer"},
            {"biases", "int32"},
            {"pictures", made.pictures},
            {"accuracy",
             {{"split", accuracy.split},
              {"images", accuracy.images},
              {"fp32", answersJson(accuracy.floatCorrect, accuracy.floatAccuracy())},
              {"int8", answersJson(accuracy.int8Correct, accuracy.int8Accuracy())}}},
            {"inputs", inputs}};
}

std::vector<float> int8Means(const QuantisedNetwork& network) {
    std::vector<float> all;
    for (const InputScale& input : network.inputs)
        all.insert(all.end(), input.means.begin(), input.means.end());
    return all;
}

QuantisedNetwork quantisedFromJson(const Snapshot& snapshot, const Json& json, std::span<const float> means) {
    Snapshot folded = foldedNorms(snapshot);
    const std::vector<std::size_t> layers = quantisedLayers(*folded.blueprint);
    const Json& found = json.at("inputs");
    bool same = found.is_array() && found.size() == layers.size();
    std::vector<InputScale> inputs;
    for (std::size_t i = 0; same && i < layers.size(); ++i) {
        const BlueprintLayer& layer = folded.blueprint->layers[layers[i]];
        const auto own = means.first(std::min(means.size(), static_cast<std::size_t>(inputMeans(layer))));
        means = means.subspan(own.size());
        const auto zero = found[i].at("zero").get<std::int64_t>();
        inputs.push_back({found[i].at("layer").get<std::string>(),
                          found[i].at("scale").get<float>(),
                          static_cast<std::uint8_t>(zero),
                          {own.begin(), own.end()}});
        same = inputs.back().layer == layer.name && zero >= 0 && zero <= 255 && inputs.back().scale > 0 &&
               std::isfinite(inputs.back().scale) && std::ssize(own) == inputMeans(layer);
    }
    if (!same || !means.empty())
        throw dataError(Text::tr("its 'inputs' of int8 are not those of its 'architecture'"));
    return quantised(std::move(folded), std::move(inputs));
}

} // namespace belfry
