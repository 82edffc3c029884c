// The ranks of a run on threads of one process, which meet over the loopback.
#pragma once

#include "core/ranks/rank_group.h"
#include "core/ranks/route.h"

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace belfry::test {

class Ranks {
public:
    RankLimits limits;

    Launch launch(int rank, int ranks) const {
        return {.launcher = "RANK", .rank = rank, .ranks = ranks, .address = "127.0.0.1", .port = port_};
    }
    std::unique_ptr<RankGroup> meet(int rank, int ranks, const RankFacts& facts = {},
                                    const std::stop_token& stop = {}) const {
        return RankGroup::meet(launch(rank, ranks), facts, limits, stop);
    }
    // What each of `ranks` threads says: the problem of its work, or "".
    static std::vector<std::string> problemsOf(int ranks, const std::function<void(int rank)>& work) {
        std::signal(SIGPIPE, SIG_IGN); // as the programs do
        std::vector<std::string> problems(static_cast<std::size_t>(ranks));
        std::vector<std::thread> threads;
        for (int rank = 0; rank < ranks; ++rank)
            threads.emplace_back([&, rank] {
                try {
                    work(rank);
                } catch (const std::exception& error) {
                    problems[static_cast<std::size_t>(rank)] = error.what();
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        return problems;
    }

private:
    std::uint16_t port_ = freePort();
};

} // namespace belfry::test
