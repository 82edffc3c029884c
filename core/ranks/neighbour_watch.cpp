#include "core/ranks/neighbour_watch.h"

#include <ATen/ATen.h>

#include <chrono>
#include <exception>
#include <utility>
#include <vector>

namespace belfry {
namespace {

constexpr int kTag = 1; // sums have others
// Of no run. Without it the library would wait as long as connecting may take, and then close the connection.
constexpr std::chrono::hours kForEver(24 * 3650);

} // namespace

NeighbourWatch::NeighbourWatch(c10::intrusive_ptr<GlooRanks> ranks, std::function<void()> onLost)
    : ranks_(std::move(ranks)) {
    std::vector<at::Tensor> byte{at::zeros({1}, at::kByte)};
    byte_ = ranks_->recv(byte, neighbour(1), kTag);
    waiting_ = std::thread([this, onLost = std::move(onLost)] {
        try {
            byte_->wait(kForEver);
        } catch (const std::exception&) {
            if (!ending_)
                onLost();
        }
    });
}

NeighbourWatch::~NeighbourWatch() {
    ending_ = true;
    byte_->abort();
    waiting_.join();
}

int NeighbourWatch::neighbour(int distance) const {
    return (ranks_->getRank() + distance + ranks_->getSize()) % ranks_->getSize();
}

void NeighbourWatch::leave() {
    if (std::exchange(left_, true))
        return;
    std::vector<at::Tensor> byte{at::zeros({1}, at::kByte)};
    ranks_->send(byte, neighbour(-1), kTag)->wait();
}

} // namespace belfry
