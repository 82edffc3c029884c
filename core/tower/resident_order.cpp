#include "core/tower/resident_order.h"

#include "core/model/network.h"
#include "core/tower/page_locked.h"

#include <algorithm>

namespace belfry {

// A copy may still read the page-locked memory.
ResidentOrder::~ResidentOrder() {
    try {
        sent_.wait();
    } catch (const std::exception&) { // of a device that is lost
    }
}

void ResidentOrder::follow(const Share& share, std::int64_t images) {
    if (share.order != order_) {
        bring(share.order);
        next_ = -1;
    }
    if (share.first != next_)
        placeBatch(contextOf(device_), counter_, share.first);
    next_ = share.first + images;
}

void ResidentOrder::bring(const EpochOrder& order) {
    const auto count = static_cast<std::int64_t>(order->size());
    if (!onDevice_.defined()) {
        onDevice_ = at::empty({count}, at::TensorOptions().device(device_).dtype(at::kLong));
        locked_ = device_.is_cuda() ? pageLocked({count}, at::kLong) : at::empty({count}, at::kLong);
    }
    sent_.wait(); // the epoch before's, long since
    std::copy(order->begin(), order->end(), locked_.data_ptr<std::int64_t>());
    belfry::bring(onDevice_, locked_);
    if (device_.is_cuda())
        sent_.record(c10::cuda::getCurrentCUDAStream(device_.index()));
    order_ = order;
}

void ResidentOrder::takeBatch(std::int64_t count, const StepImages& step) const {
    belfry::takeBatch(contextOf(device_), onDevice_.const_data_ptr<std::int64_t>(),
                      labels_.const_data_ptr<std::uint8_t>(), labels_.numel(), counter_, count, step);
}

} // namespace belfry
