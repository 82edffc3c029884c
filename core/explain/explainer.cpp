#include "core/explain/explainer.h"

#include "core/base/error.h"
#include "core/explain/grad_cam_layer.h"
#include "core/explain/layer_health.h"
#include "core/kernels/augment.h"
#include "core/model/lowering.h"
#include "core/tower/tower_team.h"

#include <algorithm>

namespace belfry {
namespace {

// Activations of all layers of a pass, beside which there are few others.
constexpr std::int64_t kNumbersAtOnce = 1 << 23;
constexpr std::int64_t kImagesAtOnce = 128;

bool changesNumbers(const Layer& layer) { // in evaluation
    return !std::holds_alternative<DropoutLayer>(layer) && !std::holds_alternative<DropPathLayer>(layer);
}

// The part of the picture that the network sees: all of it, or the middle.
struct Part {
    int top = 0, left = 0, height = 0, width = 0;
};
Part seenPart(const Blueprint& blueprint) {
    const PictureSize whole = sizeOf(blueprint.image), seen = stageOutput(blueprint.input, whole);
    if (seen.height == whole.height && seen.width == whole.width)
        return {0, 0, whole.height, whole.width};
    const TutorialDraw crop = centralCrop(whole);
    return {crop.top, crop.left, seen.height, seen.width};
}

std::vector<float> numbersOf(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.contiguous();
    return {dense.const_data_ptr<float>(), dense.const_data_ptr<float>() + dense.numel()};
}

// From `coarse`, height x width, to the whole picture and to 0 to 1.
void finish(HeatMap& map, const at::Tensor& coarse, const Blueprint& blueprint) {
    const Part part = seenPart(blueprint);
    const at::Tensor seen = at::upsample_bilinear2d(coarse.contiguous().view({1, 1, coarse.size(0), coarse.size(1)}),
                                                    {part.height, part.width}, /*align_corners=*/false);
    map.height = blueprint.image.height;
    map.width = blueprint.image.width;
    const at::Tensor whole = at::zeros({map.height, map.width});
    whole.narrow(0, part.top, part.height).narrow(1, part.left, part.width).copy_(seen[0][0]);
    map.peak = whole.max().item<float>();
    map.values = numbersOf(map.peak > 0 ? whole / map.peak : whole);
    map.coarse = numbersOf(coarse);
    map.coarseHeight = static_cast<int>(coarse.size(0));
    map.coarseWidth = static_cast<int>(coarse.size(1));
}

// Images x channels x places; units have one place.
at::Tensor byPlace(const at::Tensor& values) { return values.reshape({values.size(0), values.size(1), -1}); }

// The places of the tokens that a class token stands in front of; none: there is no class token.
std::optional<PictureSize> tokenPlaces(const Blueprint& blueprint) {
    const auto token = std::ranges::find_if(blueprint.layers, [](const BlueprintLayer& layer) {
        return std::holds_alternative<ClassTokenLayer>(layer.spec);
    });
    return token == blueprint.layers.end() ? std::nullopt
                                           : std::optional(PictureSize{token->in.height, token->in.width});
}

// Of one picture. Tokens lie where their places do: a column of them could not be laid over the picture.
LayerMaps mapsOf(std::size_t layer, const BlueprintLayer& of, const at::Tensor& output,
                 const std::optional<PictureSize>& tokens) {
    LayerMaps maps{layer, layerText(of.spec), of.out.channels, of.out.height, of.out.width, {}};
    const int places = tokens ? tokens->height * tokens->width : 0;
    if (places < 2 || of.out.width != 1 || of.out.height != places + 1) {
        maps.values = numbersOf(output);
        return maps;
    }
    maps.height = tokens->height;
    maps.width = tokens->width;
    maps.values = numbersOf(byPlace(output).narrow(2, 1, places)); // without the class token
    return maps;
}

} // namespace

struct Explainer::Impl {
    explicit Impl(std::shared_ptr<const Snapshot> first)
        : snapshot(std::move(first)), weights(at::empty({blueprint().flatSize}, at::kFloat)),
          network(lower(blueprint(), at::kCPU, {weights, weights, {}}, {}, NetworkKernels::Usual, Fusion::None)),
          gradCam(gradCamLayer(blueprint())) {
        copyWeights();
    }

    const Blueprint& blueprint() const { return *snapshot->blueprint; }
    void copyWeights() { std::copy(snapshot->weights.begin(), snapshot->weights.end(), weights.data_ptr<float>()); }

    // most: images, of which there must be one at least.
    std::int64_t countOf(std::span<const std::uint8_t> images, std::int64_t most) const {
        const std::int64_t bytes = blueprint().image.bytes(), found = std::ssize(images);
        if (found == 0 || found % bytes != 0 || found / bytes > most)
            throw usageError(Text::tr("A picture for this network has %1 bytes; found %2.", bytes, found));
        return found / bytes;
    }

    // look(layer, output)
    at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context,
                       const std::function<void(std::size_t, const at::Tensor&)>& look) {
        return network.ops.forward(network.front->forward(images, count, context), context, look);
    }

    HeatMapKind kindFrom(std::optional<HeatMapKind> wanted) const {
        if (wanted.value_or(HeatMapKind::InputGradient) != HeatMapKind::InputGradient && !gradCam)
            throw usageError(Text::tr("Grad-CAM weighs the maps behind a convolution, and network '%1' has none larger "
                                      "than one pixel. Ask for the gradient of the picture instead.",
                                      blueprint().architecture.name));
        return wanted.value_or(gradCam ? HeatMapKind::HiResCam : HeatMapKind::InputGradient);
    }

    int labelFrom(std::optional<int> wanted, const at::Tensor& logits) const {
        if (!wanted)
            return static_cast<int>(logits.argmax().item<std::int64_t>());
        if (*wanted < 0 || *wanted >= blueprint().classes)
            throw usageError(
                Text::tr("Label %1 is no class of this network; expected 0 to %2.", *wanted, blueprint().classes - 1));
        return *wanted;
    }

    // Of the logit, before it is resized: the gradient says how much the class depends on each channel.
    at::Tensor weighedMaps(HeatMapKind kind, const at::Tensor& activations, const at::Tensor& gradient) const {
        at::Tensor importance = places(gradient);
        if (kind == HeatMapKind::GradCam)
            importance = importance.mean(1, /*keepdim=*/true);
        return (places(activations) * importance).sum(0).relu_().view({gradCam->height, gradCam->width});
    }
    // Channels x places of one picture.
    at::Tensor places(const at::Tensor& values) const {
        const at::Tensor all = byPlace(values)[0];
        return gradCam->classToken ? all.narrow(1, 1, all.size(1) - 1) : all;
    }

    std::shared_ptr<const Snapshot> snapshot;
    at::Tensor weights;
    LoweredNetwork network;
    std::optional<GradCamLayer> gradCam;
};

Explainer::Explainer(std::shared_ptr<const Snapshot> snapshot) {
    const c10::InferenceMode inference; // explicit backward: autograd only costs
    useThreads(1);                      // of this thread's OpenMP team: training keeps the other cores
    impl_ = std::make_unique<Impl>(std::move(snapshot));
}

Explainer::~Explainer() = default;

void Explainer::update(std::shared_ptr<const Snapshot> snapshot) {
    if (snapshot == impl_->snapshot)
        return;
    const c10::InferenceMode inference;
    if (snapshot->blueprint != impl_->snapshot->blueprint) {
        impl_ = std::make_unique<Impl>(std::move(snapshot));
        return;
    }
    impl_->snapshot = std::move(snapshot);
    impl_->copyWeights();
}

const Snapshot& Explainer::snapshot() const { return *impl_->snapshot; }

HeatMap Explainer::look(std::span<const std::uint8_t> image, std::optional<int> label,
                        std::optional<HeatMapKind> kind) {
    const c10::InferenceMode inference;
    impl_->countOf(image, 1);
    HeatMap map{.kind = impl_->kindFrom(kind), .step = impl_->snapshot->step};
    const bool weighs = map.kind != HeatMapKind::InputGradient;
    map.layer = weighs ? impl_->gradCam->layer : 0;
    const PassContext context{.differentiates = true};
    at::Tensor activations;
    const at::Tensor output = impl_->forward(image.data(), 1, context, [&](std::size_t layer, const at::Tensor& value) {
        if (weighs && layer == map.layer)
            activations = value;
    });
    const at::Tensor logits = output.reshape({-1}); // a network may end in pictures of 1 x 1
    map.label = impl_->labelFrom(label, logits);
    map.probability = at::softmax(logits / impl_->snapshot->temperature, 0)[map.label].item<float>();
    at::Tensor logit = at::zeros_like(logits);
    logit[map.label].fill_(1);
    const at::Tensor gradient =
        impl_->network.ops.gradientOf(weighs ? map.layer + 1 : 0, logit.view(output.sizes()), context);
    finish(map, weighs ? impl_->weighedMaps(map.kind, activations, gradient) : gradient[0].abs().amax(0),
           impl_->blueprint());
    return map;
}

std::vector<LayerMaps> Explainer::layers(std::span<const std::uint8_t> image) {
    const c10::InferenceMode inference;
    impl_->countOf(image, 1);
    std::vector<LayerMaps> all;
    const std::optional<PictureSize> tokens = tokenPlaces(impl_->blueprint());
    impl_->forward(image.data(), 1, {}, [&](std::size_t layer, const at::Tensor& output) {
        const BlueprintLayer& of = impl_->blueprint().layers[layer];
        if (changesNumbers(of.spec))
            all.push_back(mapsOf(layer, of, output, tokens));
    });
    return all;
}

std::vector<LayerHealth> Explainer::health(std::span<const std::uint8_t> images) {
    const c10::InferenceMode inference;
    const std::int64_t count = impl_->countOf(images, std::ssize(images)), bytes = impl_->blueprint().image.bytes();
    std::vector<LayerCounts> counts;
    for (const BlueprintLayer& layer : impl_->blueprint().layers)
        counts.emplace_back(layer);
    const std::int64_t most =
        std::clamp<std::int64_t>(kNumbersAtOnce / impl_->blueprint().activationsPerImage, 1, kImagesAtOnce);
    for (std::int64_t first = 0; first < count; first += most)
        impl_->forward(images.data() + first * bytes, std::min(most, count - first), {},
                       [&](std::size_t layer, const at::Tensor& output) { counts[layer].add(byPlace(output)); });
    std::vector<LayerHealth> found;
    for (std::size_t layer = 0; layer < counts.size(); ++layer)
        if (changesNumbers(impl_->blueprint().layers[layer].spec))
            found.push_back(counts[layer].health(layer));
    return found;
}

std::optional<FilterPictures> Explainer::firstFilters() const {
    const Blueprint& blueprint = impl_->blueprint();
    const auto first = std::ranges::find_if(blueprint.layers, [&](const BlueprintLayer& layer) {
        return layer.weightSlice >= 0 &&
               blueprint.slices[static_cast<std::size_t>(layer.weightSlice)].shape.size() == 4;
    });
    if (first == blueprint.layers.end())
        return {};
    const Slice& slice = blueprint.slices[static_cast<std::size_t>(first->weightSlice)];
    if (slice.shape[3] != 1 && slice.shape[3] != 3)
        return {};
    const auto begin = impl_->snapshot->weights.begin() + slice.offset;
    return FilterPictures{slice.layer,    slice.shape[0], slice.shape[3],
                          slice.shape[1], slice.shape[2], {begin, begin + slice.count}};
}

std::span<const float> LayerMaps::map(int channel) const {
    const auto places = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
    return std::span(values).subspan(static_cast<std::size_t>(channel) * places, places);
}

} // namespace belfry
