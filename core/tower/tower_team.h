// All towers of a run, and the threads of those on the CPU. Zero workers is the same class run synchronously: with one
// CPU tower, or only CUDA towers, everything happens on the calling (session) thread. Towers that meet in synchronised
// layers wait for one another, so each has a thread then, those on CUDA too.
#pragma once

#include "core/base/rendezvous.h"
#include "core/model/host_memory.h"
#include "core/tower/tower.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// Sets the size of the calling thread's own OpenMP team; other threads keep theirs. Never more than OMP_THREAD_LIMIT
// allows: otherwise the bf16 products of the tensor library, which expect all requested threads, leave parts out.
void useThreads(int count);

// Sets the products of CUDA for the whole program: fp32 means fp32, and tf32 rounds the operands of products to
// TF32; the same bits every time.
void useCudaProducts(Precision precision);

enum class TowerThreads {
    AsNeeded, // as above
    OneEach   // also for a tower that is alone, and those on CUDA: asynchronous towers
};

class TowerTeam {
public:
    // Sets CUDA's products to the precision, and makes the first device on CUDA the calling thread's current one, for
    // good: that thread drives the towers. devices: one per tower. threadsPerCpuTower: OpenMP threads of each CPU
    // tower. All weights are zero at first.
    // otherTowers: adds what towers of other processes give to synchronised layers; empty: there are none.
    TowerTeam(std::span<const at::Device> devices, int threadsPerCpuTower, std::shared_ptr<const Blueprint> blueprint,
              std::uint64_t seed, Precision precision = Precision::Fp32, TowerThreads threads = TowerThreads::AsNeeded,
              Rendezvous::AddOthers otherTowers = {});
    // Waits for the workers and the devices; returns the devices' memory to the system, unless a thread was left
    // behind in one.
    ~TowerTeam();

    // Calls work(tower) for every tower, in parallel where they have threads of their own, and returns when all are
    // done. The first exception (by tower index) is rethrown here; a wait for a failed tower ends and fails
    // too, after it. One thread only.
    void run(const std::function<void(Tower&)>& work);
    // The same in parts: work(tower, part) for part = 0, 1, ..., parts - 1. A tower with a thread of its own goes
    // through its parts by itself; those of the calling thread take turns, so that all their devices are kept busy.
    // A tower that throws is done.
    void runParts(std::int64_t parts, const std::function<void(Tower&, std::int64_t part)>& work);

    // Starts one tower, whether or not others are at work: returns at once. Only with TowerThreads::OneEach, a tower
    // that is not at work, and no run() before all have been waited for.
    void start(int tower, std::function<void(Tower&)> work);
    // The started tower that was done first and has not been named yet; blocks until there is one. Rethrows what its
    // work threw.
    int waitForOne();

    int size() const { return static_cast<int>(towers_.size()); }
    Tower& tower(int index) { return *towers_[static_cast<std::size_t>(index)]; }
    // for (Tower& tower : team): in the order of their indices.
    class Iterator {
    public:
        explicit Iterator(const std::unique_ptr<Tower>* at) : at_(at) {}
        Tower& operator*() const { return **at_; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        const std::unique_ptr<Tower>* at_;
    };
    Iterator begin() { return Iterator(towers_.data()); }
    Iterator end() { return Iterator(towers_.data() + towers_.size()); }
    std::vector<std::string> deviceNames() const; // "cpu", "cuda:0": one per tower
    // Lets every tower gather from all `bytes` of the training images (host memory, which must outlive the team's
    // steps), and find their labels: CPU towers in place, CUDA towers from one copy on each device.
    void makeResident(const std::uint8_t* images, std::int64_t bytes, std::span<const std::uint8_t> labels);
    // Copies host weights (flatSize floats) into every tower. Not while an exchange is attached: it has setWeights().
    void setWeights(std::span<const float> weights);

private:
    class Worker;
    class FinishedTowers;
    void rethrowFirst(const std::vector<std::exception_ptr>& failures);
    std::function<void()> allParts(std::int64_t parts, const std::function<void(Tower&, std::int64_t)>& work,
                                   Tower& tower);

    KeepHostMemory memory_;                    // goes last
    std::unique_ptr<FinishedTowers> finished_; // of started towers; outlives their threads
    std::unique_ptr<Rendezvous> rendezvous_;   // null: no layer is synchronised, or there is one tower
    std::vector<std::unique_ptr<Tower>> towers_;
    std::vector<std::unique_ptr<Worker>> workers_; // by tower; null: runs on the caller's thread
};

} // namespace belfry
