// The ranks of a run on threads of one process, which meet over the loopback.
#pragma once

#include "core/ranks/rank_group.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace belfry::test {

// One that nobody has at the moment.
inline std::uint16_t freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size), 0);
    ::close(socket);
    return ntohs(address.sin_port);
}

class Ranks {
public:
    RankLimits limits;

    std::unique_ptr<RankGroup> meet(int rank, int ranks, const RankFacts& facts = {}) const {
        return RankGroup::meet(
            {.launcher = "RANK", .rank = rank, .ranks = ranks, .address = "127.0.0.1", .port = port_}, facts, limits);
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
