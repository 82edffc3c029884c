#include "core/model/arithmetic.h"

#include "core/device/devices.h"

namespace belfry {

Arithmetic arithmeticFor(Precision precision, at::Device device) {
    if (precision != Precision::Bf16)
        return {};
    const bool native = !device.is_cpu() || cpuMultipliesBf16();
    return {at::kBFloat16, native ? at::kBFloat16 : at::kFloat};
}

void multiplyInto(at::Tensor& out, const at::Tensor& left, const at::Tensor& right) {
    if (left.scalar_type() == out.scalar_type())
        at::mm_out(out, left, right);
    else if (out.is_cuda())
        at::mm_out(out, left, right, out.scalar_type());
    else
        out.copy_(at::mm(left, right)); // the CPU's has no other output than its input's type: rounded once more
}

} // namespace belfry
