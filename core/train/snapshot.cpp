#include "core/train/snapshot.h"

namespace belfry {

std::shared_ptr<const Snapshot> SnapshotSlot::take() {
    wanted_.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    return newest_;
}

void SnapshotSlot::publish(std::shared_ptr<const Snapshot> snapshot) {
    wanted_.store(false, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    newest_.swap(snapshot); // the old one goes when the parameter does: after the lock, for which the window may wait
}

} // namespace belfry
