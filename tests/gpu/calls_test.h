// What the tests of calls share: see tests/gpu/stand_in/record.h for what they can show, and what not.
#pragma once

#include "tests/gpu/gpu_runs.h"
#include "tests/gpu/stand_in/record.h"

#include <c10/cuda/CUDACachingAllocator.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <thread>

namespace belfry::stand_in {

inline void PrintTo(const Call& call, std::ostream* out) {
    *out << call.name << ' ' << call.detail << ", device " << call.device << ", stream " << call.stream << ", "
         << call.bytes << (call.captured ? ", captured" : "");
}

} // namespace belfry::stand_in

namespace belfry::test {

// On a thread of its own, which begins with device 0 as every thread does.
class CudaCalls : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(stand_in::isLoaded()) << "The CUDA runtime is the real one: link belfry_cuda_stand_in first.";
        stand_in::restart();
        stand_in::answerReads({1}); // what at::equal() reads: equal
    }
};

inline void onNewThread(const std::function<void()>& work) { std::thread(work).join(); }

// One network of dense layers: no cuDNN.
inline Plan densePlan(std::vector<std::string> devices, std::string feed, std::string exchange = "first") {
    Plan plan;
    plan.model = "mlp";
    plan.mlp = {.hiddenLayers = 1, .width = 64, .dropout = 0.3};
    plan.towers = static_cast<int>(devices.size());
    plan.devices = std::move(devices);
    plan.batchPerTower = 50;
    plan.epochs = 1;
    plan.feed = std::move(feed);
    plan.exchange = std::move(exchange);
    return plan;
}

} // namespace belfry::test
