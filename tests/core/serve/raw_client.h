// A connection to a server on this machine, of which every byte is in the test's hand.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace belfry::test {

class RawClient {
public:
    explicit RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const int little = 4096; // what the client does not take stays with the server
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
        sockaddr_in address{.sin_family = AF_INET,
                            .sin_port = htons(static_cast<std::uint16_t>(port)),
                            .sin_addr = {htonl(INADDR_LOOPBACK)},
                            .sin_zero = {}};
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    ~RawClient() { ::close(socket_); }
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    // Whether the connection is not broken.
    bool send(std::string_view bytes) const {
        return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == std::ssize(bytes);
    }
    // An answer, or the end of the connection.
    bool hears(int milliseconds) const {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        return ::poll(&waiting, 1, milliseconds) > 0;
    }
    std::string take(std::size_t most) const {
        std::string bytes(most, '\0');
        const ssize_t count = ::recv(socket_, bytes.data(), most, 0);
        bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return bytes;
    }
    std::string takeAll() const {
        std::string all;
        for (std::string more = take(4096); !more.empty(); more = take(4096))
            all += more;
        return all;
    }

private:
    int socket_;
};

} // namespace belfry::test
