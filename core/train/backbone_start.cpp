#include "core/train/backbone_start.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/data/evenly.h"
#include "core/train/backbone_check.h"
#include "core/train/cross_validated_heads.h"
#include "core/train/features.h"
#include "core/train/linear_head.h"
#include "core/train/placement.h"
#include "core/train/temperature.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kMaxImages = 100'000; // that the last layer is fitted on, evenly taken: a gigabyte of features

at::Tensor labelsOf(const ImageStore& images, std::span<const std::int64_t> ids) {
    at::Tensor labels = at::empty({static_cast<std::int64_t>(ids.size())}, at::kLong);
    for (std::size_t i = 0; i < ids.size(); ++i)
        labels.data_ptr<std::int64_t>()[i] = images.label(ids[i]);
    return labels;
}

// The fit changes the features.
LabelledFeatures copyOf(const LabelledFeatures& pictures) { return {pictures.features.clone(), pictures.labels}; }

// A class of which not one picture is left would be trained on without a word.
void requireEveryClass(const DataSet& data, const at::Tensor& labels) {
    const at::Tensor counts = at::bincount(labels, {}, std::ssize(data.classes));
    const auto* left = counts.const_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < data.train->size(); ++i)
        if (const std::uint8_t label = data.train->label(i); left[label] == 0 && !data.train->readable(i))
            throw dataError(
                Text::tr("None of the training pictures of class '%1' can be read; the first is '%2'. Are the "
                         "files still there? Mend them, or leave the class out.",
                         data.classes[label], data.train->name(i)));
}

void writeHead(const LinearHead& head, const Blueprint& blueprint, std::vector<float>& weights) {
    const auto write = [&](int slice, const at::Tensor& values) {
        const at::Tensor floats = values.contiguous();
        std::copy_n(floats.const_data_ptr<float>(), floats.numel(),
                    weights.begin() + blueprint.slices[static_cast<std::size_t>(slice)].offset);
    };
    write(blueprint.layers.back().weightSlice, head.weights);
    if (blueprint.layers.back().biasSlice >= 0)
        write(blueprint.layers.back().biasSlice, head.biases);
}

// Training and validation pictures together: of a folder of some hundred pictures a tenth says too little.
double crossValidatedTemperature(const LabelledFeatures& train, const LabelledFeatures& validation, int classes,
                                 double decay, const std::stop_token& stop) {
    constexpr std::int64_t kEnough = 1000;
    const at::Tensor some = at::tensor(evenly(train.labels.size(0), kEnough), at::kLong);
    const LabelledFeatures all{at::cat({train.features.index_select(0, some), validation.features}),
                               at::cat({train.labels.index_select(0, some), validation.labels})};
    const at::Tensor logits =
        CrossValidatedHeads(all, classes, stop, decay).logits(at::ones_like(all.labels, at::kBool));
    const auto* label = all.labels.const_data_ptr<std::int64_t>();
    const std::vector<std::uint8_t> labels(label, label + all.labels.numel());
    return stop.stop_requested()
               ? 1
               : fitTemperature({logits.const_data_ptr<float>(), static_cast<std::size_t>(logits.numel())}, labels);
}

} // namespace

Text BackboneStart::sentence(const std::string& backbone) const {
    return Text::tr(
        "Started from backbone '%1': features of %2 images in %3 s (%4 of them kept from earlier runs), the "
        "last layer fitted in %5 s. %6 % of the validation images are right.",
        backbone, computed + kept, decimals(featureSeconds, 1), kept, decimals(fitSeconds, 1),
        decimals(100 * validationAccuracy, 1));
}

std::optional<BackboneStart> startFromBackbone(const PreparedRun& prepared, std::vector<float>& weights,
                                               const std::stop_token& stop,
                                               const std::function<void(std::int64_t, std::int64_t)>& onProgress) {
    const Blueprint& whole = *prepared.blueprint;
    const Backbone& backbone = *prepared.backbone;
    copyBody(backbone, whole, weights);
    BackboneStart result;
    const Stopwatch watch;
    const ImageStore &train = *prepared.data->train, &validation = *prepared.data->validation;
    std::vector<std::int64_t> trained = evenly(train.size(), kMaxImages),
                              validated = evenly(validation.size(), kMaxImages);
    const auto all = static_cast<std::int64_t>(trained.size() + validated.size());
    LabelledFeatures fitted, checked;
    {
        FeatureSource source(backbone, whole, devicesOf(prepared.placement), sessionThreads(prepared.placement));
        std::int64_t done = 0;
        const auto onDone = [&](std::int64_t images) { onProgress(done += images, all); };
        fitted.features = source.of(train, trained, stop, onDone); // and without those that are unreadable
        fitted.labels = labelsOf(train, trained);
        if (fitted.features.defined())
            checked.features = source.of(validation, validated, stop, onDone);
        checked.labels = labelsOf(validation, validated);
        result.notKept = source.notKept();
        result.computed = source.computed();
        result.kept = source.kept();
    }
    if (!checked.features.defined())
        return std::nullopt;
    requireEveryClass(*prepared.data, fitted.labels);
    result.featureSeconds = watch.seconds();
    const bool few = validation.size() < kFewestForTemperature;
    const LabelledFeatures ownFitted = few ? copyOf(fitted) : LabelledFeatures{},
                           ownChecked = few ? copyOf(checked) : LabelledFeatures{};
    const LinearHead head =
        fitLinearHead(std::move(fitted), std::move(checked), whole.classes, prepared.classTerms, stop);
    if (few)
        result.temperature = crossValidatedTemperature(ownFitted, ownChecked, whole.classes, head.decay, stop);
    result.fitSeconds = watch.seconds() - result.featureSeconds;
    result.decay = head.decay;
    result.validationAccuracy = head.validationAccuracy;
    writeHead(head, whole, weights);
    return result;
}

} // namespace belfry
