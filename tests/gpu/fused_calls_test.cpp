// What a step of LeNet asks of a device: the launches of its network with own kernels. A product is one call here; what
// the library makes of it, one kernel or two, it decides on the device.
#include "core/model/zoo.h"
#include "tests/gpu/calls_test.h"

#include <c10/cuda/CUDAStream.h>

namespace belfry {
namespace {

using FusedCalls = test::CudaCalls;

// Kernels, products, and what is set or copied.
std::vector<std::string> queuedBy(const std::function<void()>& work) {
    stand_in::restart();
    work();
    std::vector<std::string> queued;
    for (const stand_in::Call& call : stand_in::calls())
        if (call.stream >= 0 && !call.name.starts_with("cudaStream") && !call.name.starts_with("cudaEvent"))
            queued.push_back(call.name + " " + call.detail);
    return queued;
}

TEST_F(FusedCalls, OfLenetAreFew) {
    const auto blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), ImageShape{1, 28, 28}, 10));
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        const at::Device device("cuda:1");
        const c10::cuda::CUDAStreamGuard guard(c10::cuda::getStreamFromPool(false, 1));
        const at::TensorOptions floats = at::TensorOptions().device(device).dtype(at::kFloat);
        const at::Tensor weights = at::empty({blueprint->flatSize}, floats), gradient = at::empty_like(weights);
        Network network(blueprint, device, weights, gradient, arithmeticFor(precision, device), NetworkKernels::Fused);
        const at::Tensor images = at::empty({512 * 784}, floats.dtype(at::kByte));
        const PassContext context{.training = true};
        at::Tensor logits;
        const auto forward = [&] { logits = network.forward(images.const_data_ptr<std::uint8_t>(), 512, context); };
        const auto backward = [&] { network.backward(logits, context, [](int) {}); };
        forward(); // libraries begin
        backward();
        const auto there = queuedBy(forward), back = queuedBy(backward);
        // The front, and the dense layers. bf16 has three products with their bias and two ReLUs for these, rounds
        // weights and widens logits.
        const bool rounds = precision == Precision::Bf16;
        EXPECT_EQ(there.size(), rounds ? 8U : 2U) << testing::PrintToString(there);
        // Of the dense layers one kernel for activations, one for weights, and one for its partial sums; the front, and
        // its partial sums. bf16 has ReLU with bias and two products for each dense layer, and rounds the logits'.
        EXPECT_EQ(back.size(), rounds ? 12U : 5U) << testing::PrintToString(back);
    }
}

} // namespace
} // namespace belfry
