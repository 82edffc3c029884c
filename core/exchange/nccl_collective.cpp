#include "core/exchange/nccl_collective.h"

#include "core/base/abandonable.h"
#include "core/base/deadline.h"
#include "core/base/error.h"
#include "core/tower/cuda_steps.h"
#include "core/tower/device_event.h"

#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <nccl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <numeric>
#include <optional>

namespace belfry {
namespace {

void check(ncclResult_t result) {
    if (result == ncclSuccess)
        return;
    throw Error(ErrorCategory::Device,
                Text::tr("NCCL failed between the devices: %1. Choose the exchange 'first' or 'cpu'.",
                         std::string(ncclGetErrorString(result))));
}

// Joins all calls between construction and end() into one.
class Group {
public:
    Group() { check(ncclGroupStart()); }
    ~Group() {
        if (!ended_)
            ncclGroupEnd();
    }
    void end() {
        ended_ = true;
        check(ncclGroupEnd());
    }

private:
    bool ended_ = false;
};

// The ends of this process's devices, which are those from `first` on of all.
std::vector<ncclComm_t> connect(const std::vector<int>& devices, const ncclUniqueId& id, int all, int first) {
    std::vector<ncclComm_t> comms(devices.size());
    Group group;
    for (std::size_t device = 0; device < devices.size(); ++device) {
        const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(devices[device]));
        check(ncclCommInitRank(&comms[device], all, id, first + static_cast<int>(device)));
    }
    group.end();
    return comms;
}

} // namespace

// One device's end.
class NcclCollective::Rank {
public:
    Rank(ncclComm_t comm, Tower& tower, bool alone)
        : comm_(comm), tower_(*tower.stream()),
          sums_(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, tower.device().index())), queue_(sums_.stream()),
          alone_(alone) {}
    ~Rank() {
        cudaStreamSynchronize(queue_); // a lost device says so at once
        if (aborted_)
            return; // which has released the communicator
        forgetScale();
        ncclCommDestroy(comm_);
    }

    void mark(int sum) {
        while (marks_.size() <= static_cast<std::size_t>(sum))
            marks_.emplace_back();
        marks_[static_cast<std::size_t>(sum)].record(tower_);
    }

    // Everything that CUDA may refuse, before the group: a sum that is queued on some devices alone never ends there.
    // plain: of no rank's numbers is the scale another than 1. All take the same kind of sum.
    void prepare(int sum, float scale, bool plain) {
        beginSums();
        marks_[static_cast<std::size_t>(sum)].block(sums_);
        plain_ = plain || alone_;
        if (!plain_)
            takeScale(scale);
    }

    // Called in a group.
    void queue(const Part& part, std::int64_t count) {
        // A rank that is alone is started here and now; among several the library goes from device to device.
        const c10::cuda::OptionalCUDAGuard guard(alone_ ? std::optional(sums_.device_index()) : std::nullopt);
        check(ncclAllReduce(part.in, part.out, static_cast<std::size_t>(count), ncclFloat32, plain_ ? ncclSum : op_,
                            comm_, queue_));
    }

    void join() {
        const c10::cuda::CUDAGuard guard(sums_.device_index());
        beginSums();
        DeviceEvent& joined = joinedAt(joins_.load());
        joined.record(sums_);
        joined.block(tower_);
        joins_.fetch_add(1);
        summing_ = false;
    }

    std::int64_t asked() const { return asked_.load(); }

    // Joins whose sums are made, by their events: a callback in the stream would hold it until the host runs it. One
    // thread at a time, another than that which joins.
    std::int64_t done() {
        const std::int64_t joins = joins_.load();
        for (std::int64_t join = joins; join > done_ && join > joins - kJoins; --join) {
            // Recorded again meanwhile it stands for a later join, which is done after this one.
            const cudaError_t status = joinedAt(join - 1).query();
            if (status == cudaSuccess)
                done_ = join;
            else if (status != cudaErrorNotReady)
                lost_ = cudaGetErrorString(status);
        }
        return done_;
    }

    // The library's word for what a link or a device did; "": nothing. After done().
    std::string problem() const {
        if (!lost_.empty())
            return lost_;
        ncclResult_t result = ncclSuccess;
        if (ncclCommGetAsyncError(comm_, &result) != ncclSuccess || result == ncclSuccess || result == ncclInProgress)
            return "";
        return ncclGetErrorString(result);
    }

    void abort() {
        aborted_ = true;
        ncclCommAbort(comm_);
    }

private:
    static constexpr std::int64_t kJoins = kMaxInFlightSteps + 2; // more are not in flight
    DeviceEvent& joinedAt(std::int64_t join) { return joined_[static_cast<std::size_t>(join % kJoins)]; }

    void beginSums() {
        if (!summing_)
            asked_.fetch_add(1);
        summing_ = true;
    }

    // The sum that takes this rank's numbers times `scale`. Switches make none (NVLS takes fp32 for plain sums alone).
    // A rank that is alone has a plain sum: the kernel with which NCCL 2.28 scales a single rank leaves out the last
    // numbers of some vectors below 512 KiB.
    void takeScale(float scale) {
        if (scaledSum_ && scale == scale_)
            return;
        forgetScale();
        ncclRedOp_t op{};
        check(ncclRedOpCreatePreMulSum(&op, &scale, ncclFloat32, ncclScalarHostImmediate, comm_));
        scale_ = scale;
        scaledSum_ = true;
        op_ = op;
    }

    void forgetScale() {
        if (scaledSum_)
            ncclRedOpDestroy(op_, comm_);
        scaledSum_ = false;
    }

    ncclComm_t comm_;
    c10::cuda::CUDAStream tower_, sums_;
    cudaStream_t queue_;                     // sums_; kept here to be asked when the device is lost
    std::deque<DeviceEvent> marks_;          // by sum
    std::array<DeviceEvent, kJoins> joined_; // of the last joins, in turn
    bool alone_;                             // the only rank
    bool plain_ = true;                      // the sum that is queued
    ncclRedOp_t op_ = ncclSum;               // one of this rank's own, with its scale,
    bool scaledSum_ = false;                 // if there is one
    float scale_ = 0;
    bool summing_ = false;                          // since the last join
    std::atomic<std::int64_t> asked_{0}, joins_{0}; // joins that are asked for, and that were made
    std::int64_t done_ = 0;                         // of those; as far as it was asked
    std::string lost_;                              // what a device answered instead
    std::atomic<bool> aborted_{false};
};

NcclCollective::NcclCollective(TowerTeam& team) {
    std::vector<int> devices;
    for (Tower& tower : team)
        devices.push_back(tower.device().index());
    std::vector<ncclComm_t> comms(devices.size());
    check(ncclCommInitAll(comms.data(), static_cast<int>(devices.size()), devices.data()));
    for (Tower& tower : team)
        ranks_.push_back(
            std::make_unique<Rank>(comms[static_cast<std::size_t>(tower.index())], tower, comms.size() == 1));
}

NcclCollective::NcclCollective(TowerTeam& team, const RankSeat& seat) {
    ncclUniqueId id{};
    if (seat.leads())
        check(ncclGetUniqueId(&id));
    const std::string shared = seat.group->share({id.internal, id.internal + sizeof id.internal});
    if (shared.size() != sizeof id.internal)
        throw Error(ErrorCategory::Device, Text::tr("Rank 0 sends no id of NCCL's. Start all ranks with one build of "
                                                    "Belfry."));
    std::ranges::copy(shared, id.internal);
    const int all = std::accumulate(seat.towers.begin(), seat.towers.end(), 0);
    std::vector<int> devices;
    for (Tower& tower : team)
        devices.push_back(tower.device().index());
    // The library waits for a rank that is lost meanwhile.
    Abandonable<std::vector<ncclComm_t>> connecting(
        [=, first = seat.firstTower] { return connect(devices, id, all, first); });
    constexpr std::chrono::milliseconds kBetweenLooks(100);
    // Longer than ranks meet: libraries are loaded, and each GPU connects to several.
    const Deadline deadline(
        std::max<std::chrono::milliseconds>(std::chrono::minutes(1), 2 * seat.group->limits().meet));
    std::optional<std::vector<ncclComm_t>> comms;
    while (!(comms = connecting.within(kBetweenLooks))) {
        seat.group->throwIfAborted();
        if (deadline.left() <= std::chrono::milliseconds(1))
            throw Error(ErrorCategory::Device,
                        Text::tr("The GPUs of the ranks did not connect within %1 s. Check that no firewall stands "
                                 "between the machines, and that NCCL_SOCKET_IFNAME, if it is set, names the interface "
                                 "to their network.",
                                 std::int64_t{deadline.limit() / std::chrono::seconds(1)}));
    }
    for (Tower& tower : team)
        ranks_.push_back(std::make_unique<Rank>((*comms)[static_cast<std::size_t>(tower.index())], tower, all == 1));
}

NcclCollective::~NcclCollective() = default;

void NcclCollective::mark(int tower, int sum) { ranks_[static_cast<std::size_t>(tower)]->mark(sum); }

void NcclCollective::queue(int sum, std::span<const Part> parts, std::int64_t count, bool plain) {
    const std::lock_guard lock(calls_);
    if (aborted_)
        return;
    for (std::size_t t = 0; t < ranks_.size(); ++t)
        ranks_[t]->prepare(sum, parts[t].scale, plain);
    Group group;
    for (std::size_t t = 0; t < ranks_.size(); ++t)
        ranks_[t]->queue(parts[t], count);
    group.end();
}

void NcclCollective::join(int tower) { ranks_[static_cast<std::size_t>(tower)]->join(); }

Collective::Progress NcclCollective::progress() {
    const std::lock_guard lock(communicators_);
    Progress slowest{};
    for (std::size_t t = 0; t < ranks_.size(); ++t) {
        Rank& rank = *ranks_[t];
        const std::int64_t done = rank.done();
        if (t == 0 || done < slowest.done)
            slowest.done = done;
        slowest.asked = std::max(slowest.asked, rank.asked());
        if (slowest.problem.empty() && !aborted_)
            slowest.problem = rank.problem();
    }
    return slowest;
}

void NcclCollective::abort() {
    constexpr std::chrono::seconds kTimeout(1);
    if (aborted_.exchange(true))
        return;
    // A call that is about to return must not find its communicator gone; one that does not is what this lets go.
    const std::unique_lock calls(calls_, kTimeout);
    const std::lock_guard lock(communicators_);
    // As one: a device gives its communicator back only when the others' sums have ended, which their own abort does
    // (NVIDIA/nccl#1013).
    ncclGroupStart();
    for (const auto& rank : ranks_)
        rank->abort();
    ncclGroupEnd();
}

} // namespace belfry
