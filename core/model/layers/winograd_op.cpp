#include "core/model/layers/winograd_op.h"

#include "core/kernels/winograd.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/channel_ops.h"
#include "core/model/layers/numbers.h"

#include <algorithm>

namespace belfry {
namespace {

// Tiles and products are made for some images at a time: as many as stay in the cache, but enough tiles to be worth
// reading all filters.
constexpr std::int64_t kChunkNumbers = 1 << 20, kChunkTiles = 256;
constexpr std::int64_t kMostNumbersOfImage = 1 << 23;
constexpr int kFewestChannels = 32;

std::int64_t numbersOfImage(const WinogradWork& work) {
    return kWinogradProducts * work.tilesOfImage() * (work.inChannels + work.outChannels);
}

WinogradWork workOf(const BlueprintLayer& layer, int extraPadding) {
    const int before = std::get<ConvolutionLayer>(layer.spec).padding == Padding::Same ? 1 : extraPadding;
    return {.inChannels = layer.in.channels,
            .outChannels = layer.out.channels,
            .inHeight = layer.in.height - 2 * extraPadding, // the pad layer's zeros are not in the picture
            .inWidth = layer.in.width - 2 * extraPadding,
            .outHeight = layer.out.height,
            .outWidth = layer.out.width,
            .above = before,
            .left = before};
}

// Batches of any size take this way, though few tiles would gain from the plain one: rounding that differs turns a ReLU
// now and then, and N towers must give what one gives.
class WinogradOp : public LayerOp {
public:
    WinogradOp(const BlueprintLayer& layer, const ConvolutionContext& context, ParameterViews parameters)
        : name_(layer.name),
          activation_(context.reluFollows ? Activation::Linear : std::get<ConvolutionLayer>(layer.spec).activation),
          parameters_(std::move(parameters)), activations_(context.activations),
          wantsInputGradient_(context.wantsInputGradient), work_(workOf(layer, context.extraPadding)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        work_.images = input.size(0);
        const at::Tensor in = pixelRows(input).to(at::kFloat);
        const at::Tensor filters = at::empty({kWinogradProducts, work_.outChannels, work_.inChannels}, in.options());
        winogradFilters(work_, numbers<const float>(parameters_.weight), numbers<float>(filters));
        at::Tensor out = at::empty({work_.images, work_.outHeight, work_.outWidth, work_.outChannels}, in.options());
        const Chunks chunks(work_, in.options());
        for (std::int64_t first = 0; first < work_.images; first += chunks.images) {
            const Chunk chunk(chunks, work_, first);
            winogradInput(chunk.work, numbers<const float>(in) + chunk.input, numbers<float>(chunk.tiles));
            at::Tensor products = chunk.products;
            at::bmm_out(products, chunk.tiles, filters.transpose(1, 2));
            winogradOutput(chunk.work, numbers<const float>(products), numbers<const float>(parameters_.bias),
                           numbers<float>(out) + chunk.output);
        }
        applyActivation(out, activation_);
        out = out.to(activations_);
        if (context.training) {
            input_ = in;
            output_ = out;
            filters_ = filters;
        }
        return fromPixelRows(out);
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient =
            pixelRows(activationGradient(outputGradient, fromPixelRows(output_), activation_)).to(at::kFloat);
        at::Tensor in = wantsInputGradient_ ? at::empty_like(input_) : at::Tensor();
        at::Tensor filters = at::zeros_like(filters_);
        const Chunks chunks(work_, input_.options());
        for (std::int64_t first = 0; first < work_.images; first += chunks.images) {
            const Chunk chunk(chunks, work_, first);
            at::Tensor tiles = chunk.tiles;
            winogradInput(chunk.work, numbers<const float>(input_) + chunk.input, numbers<float>(tiles));
            winogradOutputGradient(chunk.work, numbers<const float>(gradient) + chunk.output,
                                   numbers<float>(chunk.products));
            at::baddbmm_out(filters, filters, chunk.products.transpose(1, 2), tiles);
            if (in.defined()) {
                at::bmm_out(tiles, chunk.products, filters_);
                winogradInputGradient(chunk.work, numbers<const float>(tiles), numbers<float>(in) + chunk.input);
            }
        }
        winogradFilterGradient(work_, numbers<const float>(filters), numbers<float>(parameters_.weightGradient));
        at::sum_out(parameters_.biasGradient, gradient.view({-1, work_.outChannels}), at::IntArrayRef{0});
        input_ = output_ = filters_ = at::Tensor();
        return in.defined() ? fromPixelRows(in.to(activations_)) : at::Tensor();
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": own kernel (Winograd) and ATen's products";
    }

private:
    // Buffers for the tiles and products of some images at a time.
    struct Chunks {
        std::int64_t images;
        at::Tensor tiles, products;
        Chunks(const WinogradWork& work, const at::TensorOptions& options)
            : images(std::min(work.images,
                              std::max(kChunkNumbers / numbersOfImage(work), kChunkTiles / work.tilesOfImage() + 1))),
              tiles(at::empty({kWinogradProducts * images * work.tilesOfImage() * work.inChannels}, options)),
              products(at::empty({kWinogradProducts * images * work.tilesOfImage() * work.outChannels}, options)) {}
    };
    // Those of images from `first` on.
    struct Chunk {
        WinogradWork work;
        std::int64_t input, output; // where its pictures begin
        at::Tensor tiles, products;
        Chunk(const Chunks& chunks, const WinogradWork& all, std::int64_t first)
            : work(all), input(first * all.inHeight * all.inWidth * all.inChannels),
              output(first * all.outHeight * all.outWidth * all.outChannels) {
            work.images = std::min(chunks.images, all.images - first);
            tiles = view(chunks.tiles, work.inChannels);
            products = view(chunks.products, work.outChannels);
        }
        at::Tensor view(const at::Tensor& buffer, std::int64_t channels) const {
            return buffer.narrow(0, 0, kWinogradProducts * work.tiles() * channels)
                .view({kWinogradProducts, work.tiles(), channels});
        }
    };

    std::string name_;
    Activation activation_;
    ParameterViews parameters_;
    at::ScalarType activations_;
    bool wantsInputGradient_;
    WinogradWork work_;
    at::Tensor input_, output_, filters_;
};

} // namespace

bool winogradPays(const BlueprintLayer& layer, at::Device device, at::ScalarType products) {
    const auto& spec = std::get<ConvolutionLayer>(layer.spec);
    return device.is_cpu() && products == at::kFloat && spec.kernel == 3 && spec.stride == 1 &&
           std::min(layer.in.channels, layer.out.channels) >= kFewestChannels &&
           numbersOfImage(workOf(layer, 0)) <= kMostNumbersOfImage;
}

std::unique_ptr<LayerOp> makeWinogradOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                        ParameterViews parameters) {
    return std::make_unique<WinogradOp>(layer, context, std::move(parameters));
}

} // namespace belfry
