// Variables and mean gradient on one device: what `cpu` and `first` share. The strategies differ in where the home is.
#pragma once

#include "core/exchange/exchange.h"
#include "core/exchange/variables.h"
#include "core/tower/device_event.h"

#include <deque>
#include <functional>

namespace belfry {

class ParameterHome {
public:
    static constexpr std::int64_t kPiece = 1 << 20; // floats

    // weights: the variables at their start, on the home's device. stream: the one that the home's work is queued on
    // (none on the CPU). piece: floats of the vector that a home on the CPU works on at a time.
    ParameterHome(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
                  Optimizer& optimizer, const UpdateRules& rules, std::int64_t piece = kPiece);

    // Averages the gradients into the mean, adds the L2 penalty's, clips it and updates the variables, the running
    // averages among them and the moving average. Gradients from other devices come through staging vectors of the
    // home's. On the CPU it goes piece by piece: one is averaged while the next ones are on their way, and
    // updated(begin, end) may send it on its way back while the next is updated. On CUDA it is only queued, behind what
    // every tower on CUDA has queued so far.
    using Updated = std::function<void(std::int64_t begin, std::int64_t end)>;
    void step(TowerTeam& team, const ExchangeStep& step, const Updated& updated = {});
    // Milliseconds of the step() that `behind` others have followed (on the CPU: of the last), once the home has been
    // waited for, that long.
    ExchangeTimes times(int behind = 0) const;
    // Until everything queued on the home is done: then other streams may read the variables.
    void synchronise() const;
    std::optional<c10::Stream> stream() const { return stream_; }
    Variables& variables() { return variables_; }
    const Variables& variables() const { return variables_; }
    std::vector<float> hostMeanGradient() const { return variables_.toHost(mean_); }

private:
    struct Gradients { // of the towers that had images, on the home's device or on their way there
        std::vector<at::Tensor> vectors;
        std::vector<int> towers;
        std::vector<float> scales;
    };
    void waitBehind(TowerTeam& team);
    Gradients gather(TowerTeam& team, const ExchangeStep& step);
    at::Tensor bring(Tower& tower);
    void takeMeanOf(const Gradients& gradients);
    void average(const Gradients& gradients, std::int64_t begin, std::int64_t end);
    void stepOnDevice(const Gradients& gradients, double rate);
    void stepOnHost(const Gradients& gradients, double rate, const Updated& updated);
    void forPieces(const Updated& work) const;
    void await(const Gradients& gradients, std::int64_t begin) const;

    std::optional<c10::Stream> stream_;
    std::int64_t piece_;
    ExchangeTimes hostTimes_;
    StageClock clock_; // the host only enqueues what a home on CUDA does
    Optimizer& optimizer_;
    Variables variables_;
    at::Tensor mean_; // of the last step: the gradient of the only tower that had images, or sum_
    at::Tensor sum_;
    std::vector<at::Tensor> staging_;               // per tower, for gradients that live elsewhere
    std::deque<DeviceEvent> queued_;                // per tower
    std::vector<std::deque<DeviceEvent>> arrivals_; // per tower and piece, of what a device sends to the CPU
};

} // namespace belfry
