// One vector in pieces, of which every CPU tower's thread takes its own: no two threads share a cache line, and a
// piece stays in the cache from the first gradient to the last replica. Internal to the engine (ATen).
#pragma once

#include "core/kernels/chunks.h"
#include "core/tower/tower_team.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace belfry {

// Calls work(begin, end) for small ranges that cover `floats`, a multiple of 64 as flat vectors are, on all towers'
// threads.
inline void forPieces(TowerTeam& team, std::int64_t floats,
                      const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
    constexpr std::int64_t kLine = 64; // floats that no two threads share
    const std::int64_t lines = floats / kLine, towers = team.size();
    team.run([&](Tower& tower) {
        forChunks(lines * tower.index() / towers * kLine, lines * (tower.index() + 1) / towers * kLine, work);
    });
}

// The variables, in every tower on the CPU that has its own.
inline void copyToReplicas(TowerTeam& team, const at::Tensor& variables, std::int64_t begin, std::int64_t end) {
    const float* source = variables.const_data_ptr<float>();
    for (Tower& tower : team)
        if (float* const there = tower.stream() ? nullptr : tower.weights().data_ptr<float>(); there && there != source)
            std::copy(source + begin, source + end, there + begin);
}

} // namespace belfry
