#include "core/tower/page_locked.h"

namespace belfry {

void bring(const at::Tensor& to, const at::Tensor& from) {
    to.copy_(from, /*non_blocking=*/to.is_cuda() && (from.is_cuda() || isPageLocked(from.const_data_ptr())));
}

Text noLockedMemory() { return Text::tr("CUDA could lock no memory of the host for what a step reports."); }

} // namespace belfry
