#include "core/train/gradient_sum.h"

#include "core/kernels/kernels.h"
#include "core/model/network.h"

#include <c10/core/StreamGuard.h>

#include <array>

namespace belfry {
namespace {

// out = ownShare x out + share x in, without `out` where its share is 0.
void addTo(at::Tensor& out, float ownShare, const at::Tensor& in, float share) {
    const std::array<const float*, 2> both{out.const_data_ptr<float>(), in.const_data_ptr<float>()};
    const std::array<float, 2> shares{ownShare, share};
    const std::size_t skipped = ownShare == 0 ? 1 : 0;
    weightedSum(contextOf(out.device()), out.data_ptr<float>(), both.data() + skipped, shares.data() + skipped,
                static_cast<int>(2 - skipped), 0, out.numel());
}

} // namespace

void GradientSum::begin(int towers) {
    parts_.resize(static_cast<std::size_t>(towers));
    for (Part& part : parts_)
        part.images = 0;
}

void GradientSum::add(Tower& tower, std::int64_t images) {
    if (images == 0)
        return;
    const c10::OptionalStreamGuard guard(tower.stream());
    Part& part = parts_[static_cast<std::size_t>(tower.index())];
    if (!part.sum.defined())
        part.sum = at::empty_like(tower.gradient());
    addTo(part.sum, part.images == 0 ? 0.0F : 1.0F, tower.gradient(), static_cast<float>(images));
    part.images += images;
}

void GradientSum::finish(Tower& tower) {
    const Part& part = parts_[static_cast<std::size_t>(tower.index())];
    if (part.images == 0)
        return;
    const c10::OptionalStreamGuard guard(tower.stream());
    addTo(tower.gradient(), 0.0F, part.sum, static_cast<float>(1.0 / static_cast<double>(part.images)));
}

} // namespace belfry
