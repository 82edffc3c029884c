#include "core/model/layers/lane_front.h"

#include "core/kernels/chunks.h"
#include "core/kernels/lanes/lane_convolution.h"
#include "core/kernels/lanes/lane_layout.h"
#include "core/model/layers/typed_data.h"

#include <array>
#include <new>

namespace belfry {
namespace {

using lanes::kLanes;
using lanes::LaneConvolution;

// Sums of gradients are made per chunk of groups and added in order: the same bits for any number of threads.
constexpr int kChunks = 16;

// Memory aligned to a cache line and a vector, which keeps its size from step to step.
template <typename T>
class AlignedBuffer {
public:
    T* get(std::size_t count) {
        if (count > size_) {
            data_.reset(static_cast<T*>(::operator new(count * sizeof(T), kAlignment)));
            size_ = count;
        }
        return data_.get();
    }

private:
    static constexpr std::align_val_t kAlignment{64};
    struct Delete {
        void operator()(T* data) const { ::operator delete(data, kAlignment); }
    };
    std::unique_ptr<T, Delete> data_;
    std::size_t size_ = 0;
};

struct Block {
    LaneConvolution shape;
    std::string name;
    at::Tensor weight, bias, weightGradient, biasGradient; // flat views
    int weightSlice = -1, biasSlice = -1;
    AlignedBuffer<float> packed, out; // out: of all groups
    AlignedBuffer<std::uint8_t> argmax;
};

class LaneFront : public FrontOp {
public:
    LaneFront(const Blueprint& blueprint, const LaneFrontPlan& plan, const LaneFrontVectors& vectors);
    at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) override;
    void backward(const at::Tensor& outputGradient, const PassContext& context) override;
    bool wantsGradient() const override { return true; }
    std::vector<int> slices() const override;
    std::string describe() const override;

private:
    struct Scratch {
        AlignedBuffer<float> floats;
        AlignedBuffer<float> pictures; // of a group, where the input stage does more than scale and shift
    };
    int imagesIn(int group) const {
        return static_cast<int>(std::min<std::int64_t>(kLanes, count_ - std::int64_t{group} * kLanes));
    }
    void gatherGroup(const StageBatch& batch, int group, Scratch& scratch);
    void forwardGroup(int group, bool training, float* rows, Scratch& scratch);
    void backwardChunk(int chunk, const float* rows);
    // Memory of one chunk beside the group's own buffers: kernel scratch, two gradients of activations, laned sums.
    std::size_t scratchFloats() const { return kernelFloats_ + 2 * activationFloats_ + lanedFloats_; }
    std::size_t gradientFloats() const;

    InputStage stage_;
    PictureSize image_;
    at::ScalarType output_;
    std::vector<Block> blocks_;
    lanes::LaneImage last_; // shape of the output
    std::int64_t count_ = 0;
    int groups_ = 0;
    std::size_t kernelFloats_ = 0, activationFloats_ = 0, lanedFloats_ = 0;
    AlignedBuffer<float> input_; // all groups in lanes
    std::vector<Scratch> scratch_ = std::vector<Scratch>(kChunks);
    std::vector<AlignedBuffer<float>> chunkGradients_ = std::vector<AlignedBuffer<float>>(kChunks);
};

LaneFront::LaneFront(const Blueprint& blueprint, const LaneFrontPlan& plan, const LaneFrontVectors& vectors)
    : stage_(blueprint.input), image_(sizeOf(blueprint.image)), output_(vectors.output), blocks_(plan.blocks.size()) {
    const auto view = [&](const at::Tensor& flat, int slice) {
        const Slice& s = blueprint.slices[static_cast<std::size_t>(slice)];
        return flat.defined() ? flat.narrow(0, s.offset, s.count) : at::Tensor();
    };
    const PictureSize seen = stageOutput(stage_, image_);
    TensorShape in{seen.height, seen.width, seen.channels};
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const FrontBlock& planned = plan.blocks[b];
        const BlueprintLayer& layer = blueprint.layers[planned.convolution];
        const auto& spec = std::get<ConvolutionLayer>(layer.spec);
        Block& block = blocks_[b];
        block.shape = {in.channels,
                       in.height,
                       in.width,
                       spec.filters,
                       spec.kernel,
                       planned.padding,
                       spec.activation == Activation::Relu,
                       planned.pool};
        lanes::check(block.shape);
        block.name = layer.name;
        block.weightSlice = layer.weightSlice;
        block.biasSlice = layer.biasSlice;
        block.weight = view(vectors.weights, layer.weightSlice);
        block.bias = view(vectors.weights, layer.biasSlice);
        block.weightGradient = view(vectors.gradient, layer.weightSlice);
        block.biasGradient = view(vectors.gradient, layer.biasSlice);
        kernelFloats_ = std::max(kernelFloats_, block.shape.scratchFloats());
        activationFloats_ = std::max({activationFloats_, block.shape.inFloats(), block.shape.outFloats()});
        lanedFloats_ += block.shape.lanedFloats();
        in = {block.shape.outHeight(), block.shape.outWidth(), spec.filters};
    }
    last_ = {in.height, in.width, in.channels};
}

at::Tensor LaneFront::forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) {
    count_ = count;
    groups_ = static_cast<int>((count + kLanes - 1) / kLanes);
    const auto groups = static_cast<std::size_t>(groups_);
    input_.get(groups * blocks_.front().shape.inFloats());
    for (Block& block : blocks_) {
        lanes::pack(block.shape, block.weight.const_data_ptr<float>(), block.packed.get(block.shape.packedFloats()));
        block.out.get(groups * block.shape.outFloats());
        block.argmax.get(groups * block.shape.argmaxBytes());
    }
    at::Tensor rows = at::empty({count, last_.height, last_.width, last_.channels}, at::kFloat);
    float* out = rows.data_ptr<float>();
    const StageBatch batch = stageBatch(images, count, context);
    forEach(kChunks, [&](std::int64_t chunk) {
        const auto [begin, end] = lanes::chunkOfGroups(groups_, kChunks, static_cast<int>(chunk));
        for (int group = begin; group < end; ++group) {
            Scratch& scratch = scratch_[static_cast<std::size_t>(chunk)];
            gatherGroup(batch, group, scratch);
            forwardGroup(group, context.training, out, scratch);
        }
    });
    return rows.to(output_).permute({0, 3, 1, 2});
}

// A group's images in lanes. Scaling and shifting is part of the way into the lanes; augmented or standardised images
// are made as rows first.
void LaneFront::gatherGroup(const StageBatch& batch, int group, Scratch& scratch) {
    const int present = imagesIn(group);
    const std::int64_t first = std::int64_t{group} * kLanes;
    float* in = input_.get(0) + static_cast<std::size_t>(group) * blocks_.front().shape.inFloats();
    if (const auto plain = plainStage(stage_, batch.training)) {
        std::array<const std::uint8_t*, kLanes> pictures{};
        for (int i = 0; i < present; ++i)
            pictures[static_cast<std::size_t>(i)] =
                batch.images + (batch.rows ? batch.rows[first + i] : first + i) * image_.numbers();
        const std::vector<float> scale(static_cast<std::size_t>(image_.channels), plain->scale),
            shift(scale.size(), plain->shift);
        return lanes::gather({image_.height, image_.width, image_.channels}, pictures.data(), present, scale.data(),
                             shift.data(), in);
    }
    StageBatch part = batch;
    part.count = present;
    part.ids = batch.ids ? batch.ids + first : nullptr;
    part.rows = batch.rows ? batch.rows + first : nullptr;
    part.images = batch.rows ? batch.images : batch.images + first * image_.numbers();
    const PictureSize seen = stageOutput(stage_, image_);
    const lanes::LaneImage picture{seen.height, seen.width, seen.channels};
    float* pictures = scratch.pictures.get(kLanes * picture.elements());
    runInputStage({}, stage_, image_, part, pictures);
    lanes::rowsToLanes(picture, pictures, picture.elements(), present, in);
}

void LaneFront::forwardGroup(int group, bool training, float* rows, Scratch& scratch) {
    const int present = imagesIn(group);
    const std::int64_t first = std::int64_t{group} * kLanes;
    const auto g = static_cast<std::size_t>(group);
    float* in = input_.get(0) + g * blocks_.front().shape.inFloats();
    for (Block& block : blocks_) {
        float* out = block.out.get(0) + g * block.shape.outFloats();
        std::uint8_t* argmax = training ? block.argmax.get(0) + g * block.shape.argmaxBytes() : nullptr;
        lanes::forward(block.shape, in, block.packed.get(0), block.bias.const_data_ptr<float>(), out, argmax,
                       scratch.floats.get(scratchFloats()));
        in = out;
    }
    lanes::lanesToRows(last_, in, present, rows + first * static_cast<std::int64_t>(last_.elements()),
                       last_.elements());
}

std::size_t LaneFront::gradientFloats() const {
    std::size_t floats = 0;
    for (const Block& block : blocks_)
        floats += block.shape.weights() + static_cast<std::size_t>(block.shape.filters);
    return floats;
}

void LaneFront::backward(const at::Tensor& outputGradient, const PassContext&) {
    const at::Tensor rows = pixelRows(outputGradient).to(at::kFloat);
    const float* data = rows.const_data_ptr<float>();
    forEach(kChunks, [&](std::int64_t chunk) { backwardChunk(static_cast<int>(chunk), data); });
    const std::size_t floats = gradientFloats();
    std::size_t offset = 0;
    for (Block& block : blocks_) {
        for (at::Tensor* slice : {&block.weightGradient, &block.biasGradient}) {
            float* sum = slice->data_ptr<float>();
            const auto size = static_cast<std::size_t>(slice->numel());
            std::fill(sum, sum + size, 0.0f);
            for (int chunk = 0; chunk < kChunks; ++chunk) {
                const float* part = chunkGradients_[static_cast<std::size_t>(chunk)].get(floats) + offset;
                for (std::size_t i = 0; i < size; ++i)
                    sum[i] += part[i];
            }
            offset += size;
        }
    }
}

void LaneFront::backwardChunk(int chunk, const float* rows) {
    const auto c = static_cast<std::size_t>(chunk);
    float* kernel = scratch_[c].floats.get(scratchFloats());
    std::array<float*, 2> gradients{kernel + kernelFloats_, kernel + kernelFloats_ + activationFloats_};
    float* const laned = gradients[1] + activationFloats_;
    float* const lanedEnd = kernel + scratchFloats();
    std::fill(laned, lanedEnd, 0.0f);
    const auto [begin, end] = lanes::chunkOfGroups(groups_, kChunks, chunk);
    for (int group = begin; group < end; ++group) {
        const auto g = static_cast<std::size_t>(group);
        lanes::rowsToLanes(last_, rows + std::int64_t{group} * kLanes * static_cast<std::int64_t>(last_.elements()),
                           last_.elements(), imagesIn(group), gradients[0]);
        float* sums = lanedEnd;
        for (std::size_t b = blocks_.size(); b-- > 0;) {
            Block& block = blocks_[b];
            sums -= block.shape.lanedFloats();
            const float* in = b > 0 ? blocks_[b - 1].out.get(0) + g * block.shape.inFloats()
                                    : input_.get(0) + g * block.shape.inFloats();
            lanes::backward(block.shape, {in, block.packed.get(0), block.out.get(0) + g * block.shape.outFloats(),
                                          block.argmax.get(0) + g * block.shape.argmaxBytes(), gradients[0], sums,
                                          b > 0 ? gradients[1] : nullptr, kernel});
            std::swap(gradients[0], gradients[1]);
        }
    }
    float* part = chunkGradients_[c].get(gradientFloats());
    std::fill(part, part + gradientFloats(), 0.0f);
    const float* sums = laned;
    for (const Block& block : blocks_) {
        lanes::foldGradient(block.shape, sums, part, part + block.shape.weights());
        sums += block.shape.lanedFloats();
        part += block.shape.weights() + static_cast<std::size_t>(block.shape.filters);
    }
}

std::vector<int> LaneFront::slices() const {
    std::vector<int> slices;
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
        slices.push_back(block->weightSlice);
        slices.push_back(block->biasSlice);
    }
    return slices;
}

std::string LaneFront::describe() const {
    std::string text = "input";
    for (const Block& block : blocks_)
        text += " + " + block.name + (block.shape.pool ? " + pool" : "");
    return text + ": own lane-batched kernels";
}

} // namespace

LaneFrontPlan planLaneFront(const Blueprint& blueprint) {
    LaneFrontPlan plan;
    while (const auto block = frontBlockAt(blueprint, plan.layers)) {
        const BlueprintLayer& layer = blueprint.layers[block->convolution];
        const int channels = layer.in.channels, filters = std::get<ConvolutionLayer>(layer.spec).filters;
        const bool few = (channels <= 16 && filters <= 32) ||
                         (block->pool && channels <= 4 && filters <= 64); // other ways wait for single channels
        if (!few)
            break;
        plan.blocks.push_back(*block);
        plan.layers = block->end;
    }
    return plan;
}

std::unique_ptr<FrontOp> makeLaneFront(const Blueprint& blueprint, const LaneFrontPlan& plan,
                                       const LaneFrontVectors& vectors) {
    return std::make_unique<LaneFront>(blueprint, plan, vectors);
}

} // namespace belfry
