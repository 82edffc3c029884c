// clang-format off
#include "core/formats/resize_rows.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/formats/resize_rows.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void addRows(const std::uint8_t* rows, std::span<const float> weights, std::span<float> line) {
    const hn::ScalableTag<float> floats;
    const hn::RebindToSigned<decltype(floats)> whole;
    const hn::Rebind<std::uint8_t, decltype(floats)> bytes;
    const std::size_t lanes = hn::Lanes(floats), width = line.size();
    std::size_t i = 0;
    for (; i + lanes <= width; i += lanes) {
        auto sum = hn::Zero(floats);
        const std::uint8_t* from = rows + i;
        for (const float weight : weights) {
            const auto values = hn::ConvertTo(floats, hn::PromoteTo(whole, hn::LoadU(bytes, from)));
            sum = hn::Add(sum, hn::Mul(values, hn::Set(floats, weight)));
            from += width;
        }
        hn::StoreU(sum, floats, line.data() + i);
    }
    for (; i < width; ++i) {
        line[i] = 0;
        for (std::size_t tap = 0; tap < weights.size(); ++tap)
            line[i] += weights[tap] * static_cast<float>(rows[tap * width + i]);
    }
}

} // namespace
} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(addRows);

void weightedRows(const std::uint8_t* rows, std::span<const float> weights, std::span<float> line) {
    HWY_DYNAMIC_DISPATCH(addRows)(rows, weights, line);
}

} // namespace belfry
#endif
