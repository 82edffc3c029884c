#include "core/tower/tower_team.h"

#include "core/base/abandoned_threads.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/cuda/CUDAContextLight.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAStream.h>

#include <omp.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace belfry {
namespace {

// A pool reuses its streams: another team may use the same one, and its graphs contain the addresses.
class StreamsInUse {
public:
    void add(const c10::Stream& stream) {
        const std::lock_guard lock(mutex_);
        ++users_[stream.hash()];
    }
    bool removeLast(const c10::Stream& stream) {
        const std::lock_guard lock(mutex_);
        return --users_[stream.hash()] == 0;
    }

private:
    std::mutex mutex_;
    std::map<std::size_t, int> users_;
};

StreamsInUse& streamsInUse() {
    static StreamsInUse streams;
    return streams;
}

// For what names no device: a thread begins with device 0, and CUDA would create a context there, chosen or not. A
// device that fails is told by the first work on it.
void makeCurrent(at::Device device) {
    if (device.is_cuda() && c10::cuda::SetDevice(device.index()) != cudaSuccess)
        cudaGetLastError(); // no error to be found by the next kernel
}

// The products of every stream have some dozen megabytes of their own, which the tensor library keeps for good.
void forgetWorkspaces(const c10::Stream& stream) {
    if (!streamsInUse().removeLast(stream))
        return;
    const void* queue = c10::cuda::CUDAStream(stream).stream();
    for (auto* workspaces :
         {&at::cuda::cublas_handle_stream_to_workspace(), &at::cuda::cublaslt_handle_stream_to_workspace()}) {
        const std::lock_guard lock(workspaces->mutex);
        std::erase_if(workspaces->map, [queue](const auto& one) { return std::get<1>(one.first) == queue; });
    }
}

} // namespace

void useThreads(int count) {
    at::get_num_threads(); // the thread's lazy initialisation, which would replace the number with another thread's
    at::set_num_threads(std::min(count, omp_get_thread_limit()));
}

void useCudaProducts(Precision precision) {
    at::globalContext().setAllowTF32CuDNN(precision == Precision::Tf32);
    at::globalContext().setAllowTF32CuBLAS(precision == Precision::Tf32);
    at::globalContext().setDeterministicCuDNN(true);
    at::globalContext().setAllowBF16ReductionCuBLAS(false); // sums of bf16 products are fp32
}

// One thread that runs what it is handed, one job at a time.
class TowerTeam::Worker {
public:
    Worker(int threads, at::Device device)
        : thread_([this, threads, device](std::stop_token stop) { loop(stop, threads, device); }) {}

    void start(std::function<void()> job) {
        {
            const std::lock_guard lock(mutex_);
            job_ = std::move(job);
            busy_ = true;
        }
        changed_.notify_all();
    }

    // Waits until the job is done; returns its exception.
    std::exception_ptr finish() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !busy_; });
        return std::exchange(failure_, nullptr);
    }

private:
    void loop(const std::stop_token& stop, int threads, at::Device device) {
        makeCurrent(device);
        useThreads(threads); // OpenMP teams belong to the thread that made them
        at::globalContext().setFlushDenormal(true);
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, stop, [this] { return job_ != nullptr; })) {
            const std::function<void()> job = std::exchange(job_, nullptr);
            lock.unlock();
            std::exception_ptr failure;
            try {
                job();
            } catch (...) {
                failure = std::current_exception();
            }
            lock.lock();
            failure_ = failure;
            busy_ = false;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::function<void()> job_;
    std::exception_ptr failure_;
    bool busy_ = false;
    std::jthread thread_; // last: starts when the rest exists, stops first
};

// Towers in the order in which they were done.
class TowerTeam::FinishedTowers {
public:
    void add(int tower) {
        {
            const std::lock_guard lock(mutex_);
            towers_.push_back(tower);
        }
        changed_.notify_one();
    }

    int takeFirst() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !towers_.empty(); });
        const int tower = towers_.front();
        towers_.pop_front();
        return tower;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<int> towers_;
};

TowerTeam::TowerTeam(std::span<const at::Device> devices, int threadsPerCpuTower,
                     std::shared_ptr<const Blueprint> blueprint, std::uint64_t seed, Precision precision,
                     TowerThreads threads, Rendezvous::AddOthers otherTowers)
    : finished_(std::make_unique<FinishedTowers>()) {
    const auto onCuda = std::ranges::find_if(devices, [](at::Device device) { return device.is_cuda(); });
    if (onCuda != devices.end()) {
        makeCurrent(*onCuda);
        useCudaProducts(precision);
    }
    const auto cpuTowers =
        std::count_if(devices.begin(), devices.end(), [](at::Device device) { return device.is_cpu(); });
    if ((devices.size() > 1 || otherTowers) && blueprint->synchronisedLayers() > 0)
        rendezvous_ = std::make_unique<Rendezvous>(static_cast<int>(devices.size()), std::move(otherTowers));
    for (std::size_t i = 0; i < devices.size(); ++i) {
        towers_.push_back(std::make_unique<Tower>(static_cast<int>(i), devices[i], blueprint, seed, precision));
        const bool alone = devices.size() == 1 && cpuTowers == 1;
        const bool own = threads == TowerThreads::OneEach || (devices[i].is_cpu() && !alone) || rendezvous_ != nullptr;
        towers_.back()->setRendezvous(rendezvous_.get());
        if (towers_.back()->stream())
            streamsInUse().add(*towers_.back()->stream());
        workers_.push_back(own ? std::make_unique<Worker>(threadsPerCpuTower, devices[i]) : nullptr);
    }
}

// The tensor library keeps what tensors gave back. For the next run of the same program it is free, but the driver
// counts it as used, and a plan that has just run would be refused for want of memory.
TowerTeam::~TowerTeam() {
    const bool onCuda = std::ranges::any_of(towers_, [](const auto& tower) { return tower->device().is_cuda(); });
    workers_.clear();
    std::vector<c10::Stream> streams;
    for (const auto& tower : towers_) {
        tower->finish();
        if (tower->stream())
            streams.push_back(*tower->stream());
    }
    towers_.clear();
    if (!onCuda || abandonedThreads > 0)
        return;
    try {
        const auto lock = holdCaptures();
        for (const c10::Stream& stream : streams)
            forgetWorkspaces(stream);
        c10::cuda::CUDACachingAllocator::emptyCache();
    } catch (const std::exception&) { // of a device that is lost
    }
}

std::vector<std::string> TowerTeam::deviceNames() const {
    std::vector<std::string> names;
    for (const auto& tower : towers_)
        names.push_back(tower->device().str());
    return names;
}

void TowerTeam::run(const std::function<void(Tower&)>& work) {
    runParts(
        1, [&work](Tower& tower, std::int64_t) { work(tower); });
}

void TowerTeam::runParts(std::int64_t parts, const std::function<void(Tower&, std::int64_t)>& work) {
    if (rendezvous_)
        rendezvous_->reset();
    std::vector<std::exception_ptr> failures(towers_.size());
    for (std::size_t i = 0; i < towers_.size(); ++i)
        if (workers_[i])
            workers_[i]->start(allParts(parts, work, *towers_[i]));
    for (std::int64_t part = 0; part < parts; ++part)
        for (std::size_t i = 0; i < towers_.size(); ++i) {
            if (workers_[i] || failures[i])
                continue;
            try {
                work(*towers_[i], part);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    for (std::size_t i = 0; i < towers_.size(); ++i)
        if (workers_[i])
            failures[i] = workers_[i]->finish();
    rethrowFirst(failures);
}

std::function<void()> TowerTeam::allParts(std::int64_t parts, const std::function<void(Tower&, std::int64_t)>& work,
                                          Tower& tower) {
    return [this, parts, &work, &tower] {
        try {
            for (std::int64_t part = 0; part < parts; ++part)
                work(tower, part);
        } catch (...) {
            if (rendezvous_)
                rendezvous_->abort(); // so that no tower waits for this one
            throw;
        }
    };
}

// RendezvousAborted is only a consequence: it is rethrown if there is no other failure.
void TowerTeam::rethrowFirst(const std::vector<std::exception_ptr>& failures) {
    std::exception_ptr leftWaiting;
    for (const std::exception_ptr& failure : failures)
        try {
            if (failure)
                std::rethrow_exception(failure);
        } catch (const RendezvousAborted&) {
            leftWaiting = failure;
        }
    if (leftWaiting)
        std::rethrow_exception(leftWaiting);
}

void TowerTeam::start(int tower, std::function<void(Tower&)> work) {
    const auto index = static_cast<std::size_t>(tower);
    workers_[index]->start([this, index, work = std::move(work)] {
        try {
            work(*towers_[index]);
        } catch (...) {
            finished_->add(static_cast<int>(index));
            throw;
        }
        finished_->add(static_cast<int>(index));
    });
}

int TowerTeam::waitForOne() {
    const int tower = finished_->takeFirst();
    if (const std::exception_ptr failure = workers_[static_cast<std::size_t>(tower)]->finish())
        std::rethrow_exception(failure);
    return tower;
}

void TowerTeam::makeResident(const std::uint8_t* images, std::int64_t bytes, std::span<const std::uint8_t> labels) {
    const auto view = [](const std::uint8_t* data, std::int64_t count) {
        return at::from_blob(const_cast<std::uint8_t*>(data), {count}, at::kByte);
    };
    const at::Tensor host = view(images, bytes), hostLabels = view(labels.data(), std::ssize(labels));
    std::map<int, std::array<at::Tensor, 2>> copies; // by CUDA device
    for (const auto& tower : towers_) {
        if (tower->device().is_cpu()) {
            tower->useResident(host, hostLabels);
            continue;
        }
        auto& [there, labelsThere] = copies[tower->device().index()];
        if (!there.defined()) { // both wait: every tower's stream may read them
            there = host.to(tower->device());
            labelsThere = hostLabels.to(tower->device());
        }
        tower->useResident(there, labelsThere);
    }
}

void TowerTeam::setWeights(std::span<const float> weights) {
    const at::Tensor host =
        at::from_blob(const_cast<float*>(weights.data()), {static_cast<std::int64_t>(weights.size())}, at::kFloat);
    run([&host](Tower& tower) { tower.takeWeights(host); });
}

} // namespace belfry
