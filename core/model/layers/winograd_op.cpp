#include "core/model/layers/winograd_op.h"

#include "core/device/devices.h"
#include "core/kernels/winograd.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <algorithm>

namespace belfry {
namespace {

// Tiles and products are made for some images at a time: as many as stay in the cache, but enough tiles to be worth
// reading all filters.
constexpr std::int64_t kChunkNumbers = 1 << 21, kChunkTiles = 256;
constexpr std::int64_t kMaxNumbersOfImage = 1 << 23;
constexpr int kMinChannels = 16;

std::int64_t numbersOfImage(const WinogradWork& work) {
    return work.products() * work.tilesOfImage() * (work.inChannels + work.outChannels);
}

// With the larger tiles where they are fewer products.
WinogradWork workOf(const BlueprintLayer& layer, int extraPadding) {
    const auto& spec = std::get<ConvolutionLayer>(layer.spec);
    const int before = spec.padding == Padding::Valid ? extraPadding : spec.kernel / 2;
    WinogradWork work{.inChannels = layer.in.channels,
                      .outChannels = layer.out.channels,
                      .inHeight = layer.in.height - 2 * extraPadding, // the pad layer's zeros are not in the picture
                      .inWidth = layer.in.width - 2 * extraPadding,
                      .outHeight = layer.out.height,
                      .outWidth = layer.out.width,
                      .above = before,
                      .left = before,
                      .taps = spec.kernel};
    if (work.taps == 5)
        return work;
    WinogradWork large = work;
    large.tile = 4;
    const bool fewer = large.products() * large.tilesOfImage() < work.products() * work.tilesOfImage();
    return fewer ? large : work;
}

// Batches of any size take this way, though few tiles would gain from the plain one: rounding that differs turns a ReLU
// now and then, and N towers must give what one gives.
class WinogradOp : public LayerOp {
public:
    WinogradOp(const BlueprintLayer& layer, const ConvolutionContext& context, ParameterViews parameters)
        : name_(layer.name),
          activation_(context.reluFollows ? Activation::Linear : std::get<ConvolutionLayer>(layer.spec).activation),
          parameters_(std::move(parameters)), wantsInputGradient_(context.wantsInputGradient),
          work_(workOf(layer, context.extraPadding)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        work_.images = input.size(0);
        const at::Tensor in = pixelRows(input);
        const at::Tensor out =
            at::empty({work_.images, work_.outHeight, work_.outWidth, work_.outChannels}, in.options());
        withNumbersOf(in, [&]<typename T>() { forward<T>(in, out, context.keeps()); });
        const bool done = activation_ == Activation::Relu; // by the kernel
        const Activated activated = done ? Activated{out, out} : activate(out, activation_, out.scalar_type());
        if (context.keeps()) {
            input_ = in;
            kept_ = activated.kept;
        }
        return fromPixelRows(activated.output);
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const bool relu = activation_ == Activation::Relu;
        const at::Tensor gradient =
            pixelRows(relu ? outputGradient : activationGradient(outputGradient, fromPixelRows(kept_), activation_));
        const at::Tensor in = wantsInputGradient_ ? at::empty_like(input_) : at::Tensor();
        withNumbersOf(input_, [&]<typename T>() { backward<T>(gradient, in); });
        if (parameters_.bias.defined()) {
            const at::Tensor biased = relu ? at::threshold_backward(gradient, kept_, 0) : gradient;
            at::sum_out(parameters_.biasGradient, biased.view({-1, work_.outChannels}), at::IntArrayRef{0});
        }
        input_ = kept_ = filters_ = at::Tensor();
        return in.defined() ? fromPixelRows(in) : at::Tensor();
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": own kernel (Winograd)";
    }

private:
    template <typename T>
    void forward(const at::Tensor& in, const at::Tensor& out, bool training) {
        const at::Tensor filters = at::empty({work_.filterNumbers()}, parameters_.weight.options());
        if (training)
            filters_ = at::empty_like(filters);
        winogradFilters(work_, numbers<const float>(parameters_.weight), numbers<float>(filters),
                        training ? numbers<float>(filters_) : nullptr);
        const float* bias = parameters_.bias.defined() ? numbers<const float>(parameters_.bias) : nullptr;
        if (winogradForwardInBlocks(work_))
            return winogradForward(work_, numbers<const T>(in), numbers<float>(filters), bias,
                                   activation_ == Activation::Relu, numbers<T>(out));
        const Buffers buffers(work_, in.options());
        for (std::int64_t first = 0; first < work_.images; first += buffers.images) {
            const WinogradWork chunk = chunkFrom(first, buffers);
            winogradInput(chunk, at<const T>(in, first), numbers<float>(buffers.tiles));
            winogradMultiply(chunk, chunk.inChannels, chunk.outChannels, numbers<float>(buffers.tiles),
                             numbers<float>(filters), numbers<float>(buffers.products));
            winogradOutput(chunk, numbers<float>(buffers.products), bias, activation_ == Activation::Relu,
                           at<T>(out, first));
        }
    }

    // `in` undefined: the input's gradient is not needed.
    template <typename T>
    void backward(const at::Tensor& gradient, const at::Tensor& in) {
        const T* const out = activation_ == Activation::Relu ? numbers<const T>(kept_) : nullptr;
        if (const std::int64_t parts = winogradParts(work_); parts > 0) {
            const at::Tensor sums = at::empty({parts * work_.filterNumbers()}, parameters_.weightGradient.options());
            winogradBackward(work_, numbers<const T>(input_), out, numbers<const T>(gradient),
                             numbers<const float>(filters_), in.defined() ? numbers<T>(in) : nullptr,
                             numbers<float>(sums));
            return winogradFilterGradient(work_, numbers<float>(sums), numbers<float>(parameters_.weightGradient));
        }
        const at::Tensor sums = at::zeros({work_.filterNumbers()}, parameters_.weightGradient.options());
        const Buffers buffers(work_, input_.options());
        float* const gradients = numbers<float>(buffers.products);
        for (std::int64_t first = 0; first < work_.images; first += buffers.images) {
            const WinogradWork chunk = chunkFrom(first, buffers);
            winogradOutputGradient(chunk, at<const T>(gradient, first), out ? at<const T>(kept_, first) : nullptr,
                                   gradients);
            if (in.defined()) {
                winogradMultiply(chunk, chunk.outChannels, chunk.inChannels, gradients, numbers<float>(filters_),
                                 numbers<float>(buffers.tiles));
                winogradInputGradient(chunk, numbers<float>(buffers.tiles), at<T>(in, first));
            }
            winogradInput(chunk, at<const T>(input_, first), numbers<float>(buffers.tiles));
            winogradAddFilterProducts(chunk, gradients, numbers<float>(buffers.tiles), numbers<float>(sums));
        }
        winogradFilterGradient(work_, numbers<float>(sums), numbers<float>(parameters_.weightGradient));
    }

    // For the tiles and products of some images at a time.
    struct Buffers {
        std::int64_t images;
        at::Tensor tiles, products;
        Buffers(WinogradWork work, const at::TensorOptions& options)
            : images(std::min(work.images,
                              std::max(kChunkNumbers / numbersOfImage(work), kChunkTiles / work.tilesOfImage() + 1))) {
            work.images = images;
            tiles = at::empty({work.tileNumbers()}, options.dtype(at::kFloat));
            products = at::empty({work.productNumbers()}, options.dtype(at::kFloat));
        }
    };
    WinogradWork chunkFrom(std::int64_t first, const Buffers& buffers) const {
        WinogradWork chunk = work_;
        chunk.images = std::min(buffers.images, work_.images - first);
        return chunk;
    }
    // Where a tensor's pictures from `first` on begin.
    template <typename T>
    T* at(const at::Tensor& pictures, std::int64_t first) const {
        return numbers<T>(pictures) + first * (work_.images > 0 ? pictures.numel() / work_.images : 0);
    }

    std::string name_;
    Activation activation_;
    ParameterViews parameters_;
    bool wantsInputGradient_;
    WinogradWork work_;
    at::Tensor input_, kept_, filters_;
};

// Channels that fill no half panel are multiplied as if they did: no more than a third more products than needed, of
// the 36 for 16 at least that are gained.
bool fillPanels(const WinogradWork& work) {
    const auto filled = [](int channels) { return (channels + kHalfPanel - 1) / kHalfPanel * kHalfPanel; };
    return 3LL * filled(work.inChannels) * filled(work.outChannels) <= 4LL * work.inChannels * work.outChannels;
}

} // namespace

bool winogradPays(const BlueprintLayer& layer, at::Device device, at::ScalarType activations) {
    const auto& spec = std::get<ConvolutionLayer>(layer.spec);
    if (spec.kernel != 3 && spec.kernel != 5)
        return false;
    const bool half = activations == at::kBFloat16;
    const WinogradWork work = workOf(layer, 0);
    return spec.groups == 1 && spec.dilation == 1 && device.is_cpu() && !(half && cpuHasTiles()) && fillPanels(work) &&
           spec.stride == 1 && std::min(layer.in.channels, layer.out.channels) >= kMinChannels &&
           numbersOfImage(work) <= kMaxNumbersOfImage;
}

std::unique_ptr<LayerOp> makeWinogradOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                        ParameterViews parameters) {
    return std::make_unique<WinogradOp>(layer, context, std::move(parameters));
}

} // namespace belfry
