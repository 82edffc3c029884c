#include "core/model/layers/filter_gradient.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace belfry {
namespace {

struct Case {
    std::int64_t channels, filters, height, width, stride;
};

class FilterGradient : public testing::TestWithParam<Case> {};

TEST_P(FilterGradient, IsTheLibrarys) {
    const auto [channels, filters, height, width, stride] = GetParam();
    const auto channelsLast = at::MemoryFormat::ChannelsLast;
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        const at::Tensor input = at::randn({3, channels, 11, 13}).contiguous(channelsLast);
        const at::Tensor weight = at::zeros({filters, channels, height, width});
        const std::int64_t down = (11 - height) / stride + 1, across = (13 - width) / stride + 1;
        const at::Tensor gradient = at::randn({3, filters, down, across}).contiguous(channelsLast);
        // Of the numbers that `type` has, summed in fp32.
        const at::Tensor expected = std::get<1>(at::convolution_backward(
            gradient.to(type).to(at::kFloat), input.to(type).to(at::kFloat), weight, at::OptionalIntArrayRef(),
            {stride, stride}, {0, 0}, {1, 1}, false, {0, 0}, 1, {false, true, false}));
        at::Tensor memory = at::full({filters, height, width, channels}, NAN);
        at::Tensor found = memory.permute({0, 3, 1, 2});
        filterGradientByProduct(found, gradient.to(type), input.to(type), stride);
        const double limit = type == at::kFloat ? 1e-5 : 1.0 / 256; // the CPU's product rounds its sums to bf16
        EXPECT_LE((found - expected).abs().max().item<double>(), limit * expected.abs().max().item<double>());
        filterGradientByProduct(found, gradient.to(type).contiguous(), input.to(type).contiguous(), stride);
        EXPECT_LE((found - expected).abs().max().item<double>(), limit * expected.abs().max().item<double>())
            << "of channels that are not last";
    }
}

INSTANTIATE_TEST_SUITE_P(, FilterGradient,
                         testing::Values(Case{1, 6, 5, 5, 1}, Case{3, 4, 3, 3, 1}, Case{3, 1, 3, 3, 2},
                                         Case{4, 5, 1, 1, 3}, Case{2, 7, 11, 13, 1}),
                         [](const auto& given) {
                             return std::to_string(given.param.channels) + "channels" +
                                    std::to_string(given.param.height) + "rows" + std::to_string(given.param.stride);
                         });

} // namespace
} // namespace belfry
