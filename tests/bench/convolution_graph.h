// A convolution's three passes as graphs of cuDNN's backend API, in either layout.
#pragma once

#include "tests/bench/cudnn_backend.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace belfry {

// Of square pictures.
struct Convolution {
    std::string name;
    std::int64_t images = 0, channels = 0, side = 0, filters = 0, kernel = 0, padding = 0, stride = 1;
    bool first = false; // nobody needs the gradient of its input
    std::int64_t outSide() const { return (side + 2 * padding - kernel) / stride + 1; }
    std::int64_t inputs() const { return images * channels * side * side; }
    std::int64_t weights() const { return filters * channels * kernel * kernel; }
    std::int64_t outputs() const { return images * filters * outSide() * outSide(); }
    std::string text() const { // "512: 28x28x1, 32 5x5"
        const auto square = [](std::int64_t n) { return std::to_string(n) + 'x' + std::to_string(n); };
        return std::to_string(images) + ": " + square(side) + 'x' + std::to_string(channels) + ", " +
               std::to_string(filters) + ' ' + square(kernel);
    }
};

struct Pass {
    const char* name;
    cudnnBackendDescriptorType_t type;
    cudnnBackendAttributeName_t input, weights, output, convolution, alpha, beta;
};
inline constexpr Pass kPasses[]{
    {"forward", CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA},
    {"data gradient", CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA},
    {"weight gradient", CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA},
};

using Sizes = std::array<std::int64_t, 4>; // images or filters, channels, height, width

inline BackendDescriptor tensor(const Sizes& sizes, bool nhwc, std::int64_t id, cudnnDataType_t type) {
    const auto [n, c, h, w] = sizes;
    const Sizes strides = nhwc ? Sizes{h * w * c, 1, w * c, c} : Sizes{c * h * w, h * w, w, 1};
    BackendDescriptor made(CUDNN_BACKEND_TENSOR_DESCRIPTOR, "a tensor");
    made.set(CUDNN_ATTR_TENSOR_DATA_TYPE, type);
    made.set(CUDNN_ATTR_TENSOR_DIMENSIONS, std::span<const std::int64_t>(sizes));
    made.set(CUDNN_ATTR_TENSOR_STRIDES, std::span<const std::int64_t>(strides));
    made.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, id);
    made.set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, std::int64_t{16});
    made.finalize();
    return made;
}

inline BackendDescriptor windowOf(const Convolution& layer) {
    const std::array paddings{layer.padding, layer.padding}, strides{layer.stride, layer.stride};
    const std::array dilations{std::int64_t{1}, std::int64_t{1}};
    BackendDescriptor made(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR, "a convolution");
    made.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, std::int64_t{2});
    made.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT);
    made.set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION);
    made.set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, std::span<const std::int64_t>(paddings));
    made.set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, std::span<const std::int64_t>(paddings));
    made.set(CUDNN_ATTR_CONVOLUTION_DILATIONS, std::span<const std::int64_t>(dilations));
    made.set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, std::span<const std::int64_t>(strides));
    made.finalize();
    return made;
}

// The graph of one operation, with all that it is made of.
struct Graph {
    BackendDescriptor input, weights, output, window, operation, graph;

    Graph(const Convolution& layer, const Pass& pass, bool nhwc, cudnnDataType_t type)
        : input(tensor({layer.images, layer.channels, layer.side, layer.side}, nhwc, 'x', type)),
          weights(tensor({layer.filters, layer.channels, layer.kernel, layer.kernel}, nhwc, 'w', type)),
          output(tensor({layer.images, layer.filters, layer.outSide(), layer.outSide()}, nhwc, 'y', type)),
          window(windowOf(layer)), operation(pass.type, "an operation"),
          graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, "an operation's graph") {
        operation.set(pass.input, input);
        operation.set(pass.weights, weights);
        operation.set(pass.output, output);
        operation.set(pass.convolution, window);
        operation.set(pass.alpha, 1.0F);
        operation.set(pass.beta, 0.0F);
        operation.finalize();
        graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, operation);
        graph.finalize();
    }
};

} // namespace belfry
