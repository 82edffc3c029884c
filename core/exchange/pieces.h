// One vector in pieces, of which every CPU tower's thread takes its own: no two threads share a cache line, and a
// piece stays in the cache from the first gradient to the last replica. Internal to the engine (ATen).
#pragma once

#include "core/exchange/variables.h"
#include "core/kernels/chunks.h"
#include "core/tower/tower_team.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace belfry {

struct Range {
    std::int64_t begin, end; // floats
};
// Part `index` of `parts`: multiples of the 64 floats that no two threads share, as those of flat vectors are.
inline Range partOf(Range whole, std::int64_t index, std::int64_t parts) {
    constexpr std::int64_t kLine = 64;
    const std::int64_t lines = (whole.end - whole.begin) / kLine;
    return {whole.begin + lines * index / parts * kLine, whole.begin + lines * (index + 1) / parts * kLine};
}

// Calls work(begin, end) for small ranges that cover the whole, on all towers' threads.
inline void forPieces(TowerTeam& team, Range whole,
                      const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
    team.run([&](Tower& tower) {
        const Range part = partOf(whole, tower.index(), team.size());
        forChunks(part.begin, part.end, work);
    });
}

// On all towers' threads, while no tower is at work. Nothing where the optimizer has no matrices.
inline void orthogonaliseByTowers(TowerTeam& team, Variables& variables, const float* mean) {
    if (variables.orthogonalises())
        team.run([&](Tower& tower) { variables.orthogonalise(mean, tower.index(), team.size()); });
}

// The variables, in every tower on the CPU that has its own.
inline void copyToReplicas(TowerTeam& team, const at::Tensor& variables, std::int64_t begin, std::int64_t end) {
    const float* source = variables.const_data_ptr<float>();
    for (Tower& tower : team)
        if (float* const there = tower.stream() ? nullptr : tower.weights().data_ptr<float>(); there && there != source)
            std::copy(source + begin, source + end, there + begin);
}

} // namespace belfry
