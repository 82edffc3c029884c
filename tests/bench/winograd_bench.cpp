// Convolutions by Winograd's way and by ATen's, in turn: milliseconds of forward and backward, and how many times
// faster. Figures of a row come from one run, so that a change of the machine's speed meets both.
//     OMP_WAIT_POLICY=passive build/release/bin/winograd_bench [IMAGES [REPEATS]]
#include "core/base/stopwatch.h"
#include "core/model/layers/winograd_op.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace belfry {
namespace {

struct Shape {
    int side, in, out;
};
constexpr Shape kShapes[]{{24, 32, 32},  {13, 32, 64}, {13, 64, 64},   {10, 64, 256},
                          {8, 256, 512}, {32, 64, 64}, {16, 128, 128}, {8, 256, 256}};

struct Times {
    double forward, both;
};

Times measure(LayerOp& op, const at::Tensor& input, int repeats) {
    std::vector<double> forward, both;
    const PassContext context{.training = true};
    at::Tensor gradient;
    for (int i = -1; i < repeats; ++i) { // the first one warms up
        const Stopwatch watch;
        const at::Tensor out = op.forward(input, context);
        const double half = watch.seconds();
        if (!gradient.defined())
            gradient = at::rand_like(out);
        const Stopwatch rest;
        op.backward(gradient, context);
        if (i >= 0) {
            forward.push_back(1e3 * half);
            both.push_back(1e3 * (half + rest.seconds()));
        }
    }
    const auto median = [](std::vector<double>& values) {
        std::ranges::sort(values);
        return values[values.size() / 2];
    };
    return {median(forward), median(both)};
}

void row(const Shape& shape, int images, int repeats) {
    const Architecture text =
        architectureFromText("net", "conv " + std::to_string(shape.out) + " 3x3 same linear\ndense classes linear");
    const Blueprint blueprint = makeBlueprint(text, {shape.in, shape.side, shape.side}, 10);
    const BlueprintLayer& layer = blueprint.layers.front();
    const at::Tensor weights = at::randn({blueprint.flatSize}) * 0.05, gradient = at::zeros_like(weights);
    const auto parameters = [&] {
        return parameterViews(blueprint, layer.weightSlice, layer.biasSlice, weights, gradient);
    };
    const at::Tensor input = at::rand({images, shape.side, shape.side, shape.in}).permute({0, 3, 1, 2});
    const Times plain = measure(*makeConvolutionOp(layer, {}, parameters()), input, repeats);
    const Times winograd = measure(*makeWinogradOp(layer, {}, parameters()), input, repeats);
    std::printf("%2dx%-2d %3d -> %3d  ATen %7.2f + %7.2f ms  Winograd %7.2f + %7.2f ms  %.2f times as fast\n",
                shape.side, shape.side, shape.in, shape.out, plain.forward, plain.both - plain.forward,
                winograd.forward, winograd.both - winograd.forward, plain.both / winograd.both);
    std::fflush(stdout);
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    const int images = argc > 1 ? std::atoi(argv[1]) : 64, repeats = argc > 2 ? std::atoi(argv[2]) : 5;
    std::printf("%d images, %d threads\n", images, at::get_num_threads());
    for (const auto& shape : belfry::kShapes)
        belfry::row(shape, std::max(images, 1), std::max(repeats, 1));
}
