// Winograd's convolutions block by block: what the transforms write stays in the core's cache until the products have
// read it. In passes over a batch it went through the shared cache, and those of 16 to 64 channels took most of a step.
#include "core/kernels/chunks.h"
#include "core/kernels/winograd_transforms.h"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <new>
#include <type_traits>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kBlockNumbers = 1 << 17; // of a block's tiles and products: half of a core's own cache
// Of a block in channels, tiles' and products'. With more, all filters are read for too few tiles.
constexpr std::int64_t kMaxPanelsForward = 10, kMaxPanelsBackward = 8;
constexpr std::int64_t kMinParts = 4, kMaxParts = 16; // of a batch, each with sums of its own

std::int64_t panels(const WinogradWork& work) { return work.inPanels() + work.outPanels(); }
std::int64_t linesOf(const WinogradWork& work) { return work.images * work.tileLines(); }

// Lines of tiles in a block, with tiles in multiples of eight, as products take them, where that is possible.
std::int64_t linesOfBlock(const WinogradWork& work) {
    const std::int64_t tile = work.products() * panels(work) * kPanel;
    const std::int64_t most = std::max<std::int64_t>(1, kBlockNumbers / (tile * work.tileColumns()));
    for (std::int64_t lines = most; lines > most / 2; --lines)
        if (lines * work.tileColumns() % 8 == 0)
            return lines;
    return most;
}

// The calling thread's own memory, of at least so many numbers; kept until the thread ends.
float* scratch(std::int64_t numbers) {
    thread_local hwy::AlignedFreeUniquePtr<float[]> memory;
    thread_local std::int64_t size = 0;
    if (size < numbers) {
        memory = hwy::AllocateAligned<float>(static_cast<std::size_t>(numbers));
        size = memory ? numbers : 0;
    }
    if (!memory)
        throw std::bad_alloc();
    return memory.get();
}

// The lines [first, last) of tiles, and memory for what is made of them.
struct Block {
    const WinogradWork& work;
    std::int64_t first, last;
    TilesOf<float> in, out; // of the tiles' channels and of the products'

    Block(const WinogradWork& of, std::int64_t firstLine, std::int64_t lastLine)
        : Block(of, firstLine, lastLine, (lastLine - firstLine) * of.tileColumns()) {}

    // out = in x filters, or in = out x filters.
    void multiply(const TilesOf<float>& left, int leftChannels, const float* right, const TilesOf<float>& products,
                  int channels) const {
        for (int product = 0; product < work.products(); ++product)
            for (std::int64_t panel = 0; panel < panelsOf(channels); ++panel)
                multiplyTiles(product, panel, leftChannels, channels, left, right, products);
    }
    // sums [product][in panel][out][32] = out, transposed, x in; or added to them.
    void filterProducts(bool adds, float* sums) const {
        for (int product = 0; product < work.products(); ++product)
            for (std::int64_t panel = 0; panel < work.inPanels(); ++panel)
                multiplyForFilters(work, product, panel, adds, out, in, sums);
    }

private:
    Block(const WinogradWork& of, std::int64_t firstLine, std::int64_t lastLine, std::int64_t tiles)
        : work(of), first(firstLine), last(lastLine),
          in(scratch(of.products() * panels(of) * tiles * kPanel), of.inPanels(), firstLine * of.tileColumns(), tiles),
          out(in.numbers + of.products() * in.plane, of.outPanels(), in.first, tiles) {}
};

} // namespace

bool winogradForwardInBlocks(const WinogradWork& work) { return panels(work) <= kMaxPanelsForward; }

std::int64_t winogradParts(const WinogradWork& work) {
    if (panels(work) > kMaxPanelsBackward)
        return 0;
    const std::int64_t worth = (work.tileNumbers() + work.productNumbers()) / (4 * work.filterNumbers());
    const std::int64_t parts = std::min({worth, work.images, kMaxParts});
    return parts < kMinParts ? 0 : parts;
}

template <typename T>
void winogradForward(const WinogradWork& work, const T* in, const float* filters, const float* bias, bool relu,
                     T* out) {
    const auto transforms = winogradTransforms<T>();
    const std::int64_t lines = linesOf(work), step = linesOfBlock(work);
    forEach((lines + step - 1) / step, work.tileNumbers(), [&](std::int64_t i) {
        const Block block(work, i * step, std::min((i + 1) * step, lines));
        transforms.input(work, in, block.in, block.first, block.last);
        block.multiply(block.in, work.inChannels, filters, block.out, work.outChannels);
        transforms.output(work, block.out, bias, relu, out, block.first, block.last);
    });
}

template <typename T>
void winogradBackward(const WinogradWork& work, const T* in, const T* out, const T* outGradient, const float* filters,
                      T* inGradient, float* sums) {
    const auto transforms = winogradTransforms<T>();
    const std::int64_t step = linesOfBlock(work), parts = winogradParts(work);
    forEach(
        parts, work.tileNumbers(),
        [&](std::int64_t part) {
            float* const ownSums = sums + part * work.filterNumbers();
            std::vector<float> picture(inGradient && !std::is_same_v<T, float> ? std::size_t(work.inNumbersOfImage())
                                                                               : 0);
            const std::int64_t first = work.images * part / parts * work.tileLines();
            const std::int64_t last = work.images * (part + 1) / parts * work.tileLines();
            for (std::int64_t line = first; line < last; line += step) {
                const Block block(work, line, std::min(line + step, last));
                transforms.outputGradient(work, outGradient, out, block.out, block.first, block.last);
                if (inGradient) {
                    block.multiply(block.out, work.outChannels, filters, block.in, work.inChannels);
                    transforms.inputGradient(work, block.in, inGradient, picture.data(), block.first, block.last);
                }
                transforms.input(work, in, block.in, block.first, block.last);
                block.filterProducts(line > first, ownSums);
            }
        });
    forChunks(0, work.filterNumbers(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t part = 1; part < parts; ++part)
            for (std::int64_t i = first; i < last; ++i)
                sums[i] += sums[part * work.filterNumbers() + i];
    });
}

template void winogradForward(const WinogradWork&, const float*, const float*, const float*, bool, float*);
template void winogradForward(const WinogradWork&, const Bf16*, const float*, const float*, bool, Bf16*);
template void winogradBackward(const WinogradWork&, const float*, const float*, const float*, const float*, float*,
                               float*);
template void winogradBackward(const WinogradWork&, const Bf16*, const Bf16*, const Bf16*, const float*, Bf16*, float*);

} // namespace belfry
