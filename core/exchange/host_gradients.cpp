#include "core/exchange/host_gradients.h"

#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

namespace belfry {

at::Tensor copyForDevices(Tower& tower) {
    const c10::OptionalStreamGuard guard(tower.stream()); // work queued there may still write to them
    at::Tensor copy = pageLocked(tower.weights().sizes(), at::kFloat);
    return copy.copy_(tower.weights());
}

at::Tensor weightsOnHost(TowerTeam& team) {
    for (Tower& tower : team)
        if (tower.device().is_cpu())
            return tower.weights();
    return copyForDevices(team.tower(0));
}

HostGradients::HostGradients(TowerTeam& team) : team_(team) {
    for (Tower& tower : team)
        if (tower.stream())
            copies_.emplace_back(tower.index(), pageLocked(tower.gradient().sizes(), at::kFloat));
}

void HostGradients::send(const GradientBuckets& buckets) {
    for (Copy& copy : copies_) {
        Tower& tower = team_.tower(copy.tower);
        const c10::OptionalStreamGuard guard(tower.stream());
        for (int bucket = 0; bucket < buckets.size(); ++bucket) {
            const auto [begin, end, slices] = buckets[bucket];
            copy.there.narrow(0, begin, end - begin)
                .copy_(tower.gradient().narrow(0, begin, end - begin), /*non_blocking=*/true);
            if (bucket == static_cast<int>(copy.arrived.size()))
                copy.arrived.emplace_back();
            copy.arrived[static_cast<std::size_t>(bucket)].record(c10::cuda::CUDAStream(*tower.stream()));
        }
    }
}

std::vector<const float*> HostGradients::await(int bucket) {
    std::vector<const float*> gradients;
    for (Tower& tower : team_)
        gradients.push_back(tower.stream() ? nullptr : tower.gradient().const_data_ptr<float>());
    for (Copy& copy : copies_) {
        copy.arrived[static_cast<std::size_t>(bucket)].wait();
        gradients[static_cast<std::size_t>(copy.tower)] = copy.there.const_data_ptr<float>();
    }
    return gradients;
}

} // namespace belfry
