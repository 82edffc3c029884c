// Graphs without a device: what work queues through a HostDevice is done at once, or kept while it is captured and done
// in each replay. So tests see what is captured, compared, joined and replayed when.
#pragma once

#include "core/tower/device_graph.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace belfry::test {

class HostGraph : public Graph {
public:
    using Kernels = std::vector<std::function<void()>>;
    explicit HostGraph(int& launches, Kernels captured = {}) : kernels(std::move(captured)), launches_(launches) {}
    void replay() override {
        ++launches_;
        for (const auto& kernel : kernels)
            kernel();
    }

    Kernels kernels;

private:
    int& launches_;
};

struct HostDevice {
    void queue(std::function<void()> kernel) {
        if (captured)
            captured->kernels.push_back(std::move(kernel));
        else
            kernel();
    }
    HostGraph* captured = nullptr; // null: nothing is captured now
    int launches = 0;              // of graphs
    int joins = 0;
    bool inTheirMemory = false;
};

// The device outlives it.
class HostGraphs : public GraphCapturer {
public:
    explicit HostGraphs(HostDevice& device) : device_(device) {}
    Graphs capture(const std::function<void(const Cut&)>& work) override {
        Graphs graphs;
        const auto begin = [&] {
            auto graph = std::make_unique<HostGraph>(device_.launches);
            device_.captured = graph.get();
            graphs.push_back(std::move(graph));
        };
        begin();
        try {
            work(begin);
        } catch (...) {
            device_.captured = nullptr;
            throw;
        }
        device_.captured = nullptr;
        return graphs;
    }
    std::unique_ptr<Graph> join(std::span<Graph* const> graphs) override {
        ++device_.joins;
        HostGraph::Kernels all;
        for (Graph* graph : graphs)
            for (const auto& kernel : dynamic_cast<HostGraph&>(*graph).kernels)
                all.push_back(kernel);
        return std::make_unique<HostGraph>(device_.launches, std::move(all));
    }
    void inTheirMemory(const Work& work) override {
        device_.inTheirMemory = true;
        work();
        device_.inTheirMemory = false;
    }

protected:
    HostDevice& device_;
};

} // namespace belfry::test
