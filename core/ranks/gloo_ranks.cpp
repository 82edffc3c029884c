#include "core/ranks/gloo_ranks.h"

#include <stdexcept>

namespace belfry {

void GlooRanks::abort() {
    {
        const std::lock_guard lock(waiting_->mutex);
        waiting_->aborted = true;
        waiting_->changed.notify_all();
    }
    for (const auto& context : contexts_)
        context->closeConnections();
}

void GlooRanks::await(const c10::intrusive_ptr<c10d::Work>& work) {
    const auto future = work->getFuture();
    future->addCallback([waiting = waiting_](c10::ivalue::Future&) {
        const std::lock_guard lock(waiting->mutex);
        waiting->changed.notify_all();
    });
    std::unique_lock lock(waiting_->mutex);
    waiting_->changed.wait(lock, [&] { return waiting_->aborted || future->completed(); });
    if (!future->completed())
        throw std::runtime_error("aborted");
    if (future->hasError())
        std::rethrow_exception(future->exception_ptr());
}

} // namespace belfry
