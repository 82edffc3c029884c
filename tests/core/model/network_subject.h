// A network with weights of its own, and autograd's answer to what its explicit passes say.
#pragma once

#include "core/base/random.h"
#include "core/model/network.h"
#include "tests/core/model/reference_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace belfry::test {

constexpr std::int64_t kImages = 7;
constexpr int kClasses = 5;
constexpr ImageShape kSquare{2, 8, 8};
constexpr ImageShape kUneven{3, 11, 8};

inline at::Tensor randomBytes(const ImageShape& shape, std::int64_t count) {
    at::Tensor images = at::empty({count, shape.height, shape.width, shape.channels}, at::kByte);
    RandomStream random(3, Purpose::Sample);
    for (std::int64_t i = 0; i < images.numel(); ++i)
        images.data_ptr<std::uint8_t>()[i] = static_cast<std::uint8_t>(random.next());
    return images;
}

// One network with its flat vectors, random biases too (they start at zero and would hide errors).
struct Subject {
    Subject(const std::string& text, const ImageShape& shape)
        : Subject(architectureFromText("net", text), shape, kClasses) {}
    Subject(const Architecture& architecture, const ImageShape& shape, int classes)
        : blueprint(std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, classes))),
          weights(at::zeros({blueprint->flatSize}, at::kFloat)), gradient(at::zeros_like(weights)),
          network(blueprint, at::kCPU, weights, gradient) {
        RandomStream random(4, Purpose::Sample);
        for (const Slice& slice : blueprint->slices)
            for (std::int64_t i = 0; i < slice.count; ++i)
                weights.data_ptr<float>()[slice.offset + i] = static_cast<float>(0.3 * random.normal());
        for (const BlueprintLayer& layer : blueprint->layers)
            if (layer.varianceSlice >= 0)
                slice(layer.varianceSlice).abs_().add_(0.1);
    }

    at::Tensor slice(int index) const {
        const Slice& s = blueprint->slices[static_cast<std::size_t>(index)];
        return weights.narrow(0, s.offset, s.count);
    }

    at::Tensor forward(const at::Tensor& images, const ReferencePass& pass) {
        return network.forward(images.const_data_ptr<std::uint8_t>(), images.size(0), context(pass));
    }
    static PassContext context(const ReferencePass& pass) {
        return {pass.training, pass.imageIds.data(), pass.seed, &pass.epoch};
    }

    std::shared_ptr<const Blueprint> blueprint;
    at::Tensor weights, gradient;
    Network network;
};

inline ReferencePass trainingPass() {
    return {.training = true, .imageIds = {40, 3, 17, 0, 9, 1'000'000, 5}, .seed = 21, .epoch = 2};
}

inline double relativeDistance(const at::Tensor& a, const at::Tensor& reference) {
    const double norm = reference.norm().item<double>();
    const double distance = (a.to(at::kDouble) - reference).norm().item<double>();
    return norm > 0 ? distance / norm : distance;
}

// Of a slice, against its own norm; what stands before a batch norm may have none but rounding, so a twentieth of the
// whole counts at least.
inline double sliceDistance(const Slice& slice, const at::Tensor& gradient, const at::Tensor& reference) {
    const auto part = [&](const at::Tensor& flat) { return flat.narrow(0, slice.offset, slice.count); };
    const double norm = std::max(part(reference).norm().item<double>(), 0.05 * reference.norm().item<double>());
    return (part(gradient).to(at::kDouble) - part(reference)).norm().item<double>() / norm;
}

// Logits and every slice of the gradient of `text` and a last dense layer.
inline void expectAutograd(const std::string& text, const ImageShape& shape) {
    SCOPED_TRACE(text);
    Subject subject(text + "\ndense classes linear", shape);
    const at::Tensor images = randomBytes(shape, kImages);
    const ReferencePass pass = trainingPass();
    const at::Tensor outputGradient = at::linspace(-1, 2, kImages * kClasses).view({kImages, kClasses}).sin();

    const at::Tensor logits = subject.forward(images, pass);
    subject.gradient.fill_(77); // every float of every slice must be written
    subject.network.backward(outputGradient, Subject::context(pass), [](int) {});

    const at::Tensor leaf = subject.weights.to(at::kDouble).requires_grad_();
    const at::Tensor expected = referenceForward(*subject.blueprint, leaf, images, pass);
    (expected * outputGradient).sum().backward();
    EXPECT_LT(relativeDistance(logits, expected.detach()), 2e-6);
    for (const Slice& slice : subject.blueprint->slices) {
        if (slice.offset >= subject.blueprint->trainableSize)
            continue; // a running average's place
        EXPECT_LT(sliceDistance(slice, subject.gradient, leaf.grad()), 5e-6) << slice.name;
    }
}

} // namespace belfry::test
