// NCCL: one communicator and one stream of its own for each device, all driven by grouped calls from one thread.
// Internal to the engine (ATen).
#pragma once

#include "core/exchange/collective.h"
#include "core/ranks/rank_group.h"
#include "core/tower/tower_team.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace belfry {

class NcclCollective : public Collective {
public:
    // Towers on CUDA devices, each on its own. Blocks for some hundred milliseconds. Throws Error(Device) when NCCL
    // does not come up.
    explicit NcclCollective(TowerTeam& team);
    // The same with the towers of other processes, all of which call this at the same time.
    NcclCollective(TowerTeam& team, const RankSeat& seat);
    ~NcclCollective() override; // waits for queued work, which must end or be aborted before

    void mark(int tower, int sum) override;
    void queue(int sum, std::span<const Part> parts, std::int64_t count, bool plain) override;
    void join(int tower) override;
    Progress progress() override;
    void abort() override; // queue() does nothing from then on

private:
    class Rank;
    std::vector<std::unique_ptr<Rank>> ranks_; // by tower
    std::timed_mutex calls_;                   // held by queue(), which may hang with a link
    std::mutex communicators_;                 // held while they are asked or released
    std::atomic<bool> aborted_{false};
};

} // namespace belfry
