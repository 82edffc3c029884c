// Which tower runs where, and with how many threads. Free of torch.
#pragma once

#include "core/device/devices.h"
#include "core/model/blueprint.h"
#include "core/optim/optimizer.h"
#include "core/train/events.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct Placement {
    std::vector<std::string> devices; // chosen, "auto" resolved: every CUDA device, or the CPU when there is none
    std::vector<TowerPlacement> towers;
    std::string feed, exchange; // the plan's, with "by-device" resolved
    std::vector<Text> remarks;  // sharing, missing CUDA, bf16 without gain
};

// One per tower.
std::vector<std::string> devicesOf(const std::vector<TowerPlacement>& towers);

// Whether every one is on a GPU that no other is on, as NCCL's ranks are.
bool haveGpusOfTheirOwn(const std::vector<TowerPlacement>& towers);

// Of towers whose GPUs update replicas of their own. Throws Error(Usage) where the optimizer is one whose updates GPUs
// of different kinds round differently.
void requireLikeGpus(const Plan& plan, const std::vector<TowerPlacement>& towers);

// Which of a plan's towers are placed here. The rest are other ranks'.
struct OwnTowers {
    int first = 0, count = -1; // -1: all
    int beside = 0;            // of other processes that compute on the same cores
};

// Distributes the towers over the chosen devices in turn. Throws Error(Usage) for a device that does not exist, with
// the known ones, or that cannot use the plan's exchange, and Error(Device) when a GPU cannot compute in the plan's
// precision, or when a device has not the memory that its towers and the feed need: a resident feed keeps `trainImages`
// images once on every CUDA device (counted with its first tower), a queue its batches in the computer's memory, which
// also holds the copies of the weights that are best, shown or being saved (counted with the first tower on the CPU).
// streamed: whether images are decoded when they are read (ImageStore::decodesOnRead).
Placement placeTowers(const Plan& plan, const Blueprint& blueprint, const DeviceReport& report,
                      std::int64_t trainImages, const OwnTowers& own = {}, bool streamed = false);

// OpenMP threads of the session's own thread: it runs the only CPU tower when there is one, and the exchange on the
// CPU. All cores when no tower is on the CPU; as many as a CPU tower has otherwise.
int sessionThreads(const std::vector<TowerPlacement>& towers);

// "by-device" as feed or exchange of a plan: a rule chooses by the devices of the towers. With a tower on the CPU
// nothing is measured: the same plan on the same machine is the same run. Free of torch; any thread.
inline constexpr const char* kByDevice = "by-device";

// devices: one per tower, "cpu", "cuda:0", ... bytes: of all training images. Any other word is its own answer.
// With a tower on CUDA: resident up to kMaxResidentBytes, queue beyond, and where a device has no room (placeTowers());
// else direct, or queue where images are decoded when they are read: they are then decoded ahead.
inline constexpr std::int64_t kMaxResidentBytes = std::int64_t{1} << 30; // bytes on each device
std::string resolveFeed(const std::string& feed, std::span<const std::string> devices, std::int64_t bytes,
                        bool streamed = false);

// With a tower on the CPU: cpu; of one tower on CUDA: first; of several: auto, which tries them.
std::string resolveExchange(const std::string& exchange, std::span<const std::string> devices);

} // namespace belfry
