// What Muon does before an update: the momentum of every hidden matrix, and of it the orthogonal matrix that the update
// then follows. On the CPU by an own kernel, of the same bits anywhere (kernels/orthogonalise.h); on CUDA by the
// library's products, in the precision of the network's. Internal to the engine (ATen).
#pragma once

#include "core/kernels/kernels.h"
#include "core/model/hidden_matrices.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

class OrthogonalUpdate {
public:
    explicit OrthogonalUpdate(const Blueprint& blueprint);

    bool has(std::int64_t offset) const; // a matrix that begins there
    // Moves the momentum, state[0], and leaves in state[1] the orthogonal matrices, of those that fall to one of
    // `parts` threads. numbers: of a MuonFactors, on the device. On CUDA it is only queued.
    void direct(ExecutionContext context, const float* numbers, const float* mean, std::span<at::Tensor> state,
                int part, int parts) const;

private:
    std::vector<const HiddenMatrix*> partOf(int part, int parts) const;

    std::vector<HiddenMatrix> matrices_; // in the order of the flat vector
    std::vector<std::size_t> byWork_;    // indices, those of the most work first
};

// The nearest orthogonal matrix, roughly, as orthogonalise() makes it: on the matrix's device, by the library.
at::Tensor orthogonalByProducts(const at::Tensor& matrix);

} // namespace belfry
