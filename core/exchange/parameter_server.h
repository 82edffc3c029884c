// The place that holds the variables, takes the towers' gradients and updates: what `cpu`, `first` and `async` share.
// The strategies differ in the device that it is on. Session thread; internal to the engine (ATen).
#pragma once

#include "core/exchange/central_variables.h"
#include "core/exchange/exchange.h"
#include "core/tower/device_event.h"

#include <deque>
#include <functional>

namespace belfry {

class ParameterServer {
public:
    static constexpr std::int64_t kPiece = 1 << 20; // floats

    // weights: the variables at their start, on the server's device. stream: the one that the server's work is queued
    // on (none on the CPU). piece: floats of the vector that a server on the CPU works on at a time.
    ParameterServer(TowerTeam& team, at::Tensor weights, std::optional<c10::Stream> stream, Optimizer& optimizer,
                    const UpdateRules& rules, std::int64_t piece = kPiece);

    enum class Towers { Idle, AtWork };

    // Averages the gradients into the mean, adds the L2 penalty's, clips it and updates the variables, the running
    // averages among them and the moving average. towers: idle ones lend their threads. Gradients from other devices
    // come through staging vectors of the server's. On the CPU it goes piece by piece: one is averaged while the next
    // ones are on their way, and updated(begin, end) may send it on its way back while the next is updated. On CUDA it
    // is only queued, behind what every tower on CUDA has queued so far.
    using Updated = std::function<void(std::int64_t begin, std::int64_t end)>;
    void step(const ExchangeStep& step, Towers towers, const Updated& updated = {});
    // Milliseconds of the step() that was `stepsAgo` before the last (on the CPU: always of the last), once the server
    // has been waited for, that long.
    ExchangeTimes times(int stepsAgo = 0) const;
    void restartClock() { clock_.restart(); }
    void useGraphs(); // for updates on CUDA, of which not every one is timed from now on
    std::optional<c10::Stream> stream() const { return stream_; }
    CentralVariables& store() { return store_; }
    const CentralVariables& store() const { return store_; }
    const at::Tensor& weights() const { return store_.variables().weights(); }

private:
    struct Gradients { // of the towers that had images, on the server's device or on their way there
        std::vector<at::Tensor> vectors;
        std::vector<int> towers;
        std::vector<float> scales;
    };
    void waitForTowers();
    Gradients gather(const ExchangeStep& step);
    at::Tensor fetch(Tower& tower);
    at::Tensor& mean() { return store_.mean(); }
    void takeMeanOf(const Gradients& gradients);
    void average(const Gradients& gradients, std::int64_t begin, std::int64_t end);
    void stepOnDevice(const Gradients& gradients, const UpdateStep& step);
    void stepOnHost(const Gradients& gradients, const UpdateStep& step, Towers towers, const Updated& updated);
    void forPieces(const Updated& work);
    void await(const Gradients& gradients, std::int64_t begin) const;

    TowerTeam& team_;
    std::optional<c10::Stream> stream_;
    std::int64_t piece_;
    ExchangeTimes hostTimes_;
    StageClock clock_; // the host only enqueues what a server on CUDA does
    Optimizer& optimizer_;
    CentralVariables store_;
    at::Tensor sum_;                                // the mean gradient of a step in which several towers had images
    std::vector<at::Tensor> staging_;               // per tower, for gradients that live elsewhere
    std::deque<DeviceEvent> queued_;                // per tower
    std::vector<std::deque<DeviceEvent>> arrivals_; // per tower and piece, of what a device sends to the CPU
};

} // namespace belfry
