#include "core/serve/timed_server.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Limits {
    std::chrono::seconds read, write; // each
    std::chrono::seconds request;     // all reads, and all writes
};

// Retries where a signal interrupts. Negative: errno says why.
template <typename Call>
ssize_t uninterrupted(Call call) {
    ssize_t result = 0;
    do
        result = call();
    while (result < 0 && errno == EINTR);
    return result;
}

// Ready, or closed, which the next read or write tells.
bool waitFor(socket_t socket, short events, Clock::time_point until) {
    pollfd waiting{.fd = socket, .events = events, .revents = 0};
    return uninterrupted([&] {
               const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
               return ::poll(&waiting, 1, static_cast<int>(std::max<milliseconds::rep>(left, 0)));
           }) > 0;
}

// A connection.
class TimedStream : public httplib::Stream {
public:
    TimedStream(socket_t socket, const Limits& limits) : socket_(socket), limits_(limits) {}

    void beginRequest() { allowTime(); }
    bool isLate() const { return late_; }          // the library would take what comes later for another request
    bool hasMore() const { return next_ != end_; } // a request that came together with the one before

    bool is_readable() const override { return waitFor(socket_, POLLIN, whichever(limits_.read)); }
    bool is_writable() const override { return waitFor(socket_, POLLOUT, whichever(limits_.write)); }

    // The library reads headers by the byte.
    ssize_t read(char* bytes, std::size_t size) override {
        writing_ = false;
        if (next_ == end_) {
            if (!is_readable()) {
                late_ = true;
                return -1;
            }
            const ssize_t got =
                uninterrupted([&] { return ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT); });
            if (got <= 0)
                return got;
            next_ = 0;
            end_ = static_cast<std::size_t>(got);
        }
        const std::size_t count = std::min(size, end_ - next_);
        std::copy_n(buffer_.data() + next_, count, bytes);
        next_ += count;
        return static_cast<ssize_t>(count);
    }

    ssize_t write(const char* bytes, std::size_t size) override {
        if (!writing_)
            allowTime();
        writing_ = true;
        for (std::size_t done = 0; done < size;) {
            if (!is_writable())
                return -1;
            const ssize_t sent =
                uninterrupted([&] { return ::send(socket_, bytes + done, size - done, MSG_DONTWAIT | MSG_NOSIGNAL); });
            if (sent < 0)
                return -1;
            done += static_cast<std::size_t>(sent);
        }
        return static_cast<ssize_t>(size);
    }

    void get_remote_ip_and_port(std::string& ip, int& port) const override { name(::getpeername, ip, port); }
    void get_local_ip_and_port(std::string& ip, int& port) const override { name(::getsockname, ip, port); }
    socket_t socket() const override { return socket_; }

private:
    Clock::time_point whichever(std::chrono::seconds limit) const { return std::min(Clock::now() + limit, deadline_); }
    void allowTime() { deadline_ = Clock::now() + limits_.request; }

    template <typename Ask>
    void name(Ask ask, std::string& ip, int& port) const {
        sockaddr_storage address{};
        socklen_t length = sizeof address;
        std::array<char, NI_MAXHOST> host{};
        std::array<char, NI_MAXSERV> service{};
        auto* plain = reinterpret_cast<sockaddr*>(&address);
        if (ask(socket_, plain, &length) != 0 || ::getnameinfo(plain, length, host.data(), host.size(), service.data(),
                                                               service.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
            return;
        ip = host.data();
        port = std::atoi(service.data());
    }

    socket_t socket_;
    Limits limits_;
    Clock::time_point deadline_; // of all reads, then of all writes
    bool writing_ = false, late_ = false;
    std::array<char, 16384> buffer_{};
    std::size_t next_ = 0, end_ = 0; // in the buffer
};

// For a moment: a connection that is closed before all of a request was read is reset, and the client may lose the
// answer that says why.
void readWhatIsSent(socket_t socket) {
    ::shutdown(socket, SHUT_WR);
    std::array<char, 16384> ignored{};
    const Clock::time_point until = Clock::now() + std::chrono::seconds(2);
    while (waitFor(socket, POLLIN, until) && ::recv(socket, ignored.data(), ignored.size(), MSG_DONTWAIT) > 0) {
    }
}

} // namespace

bool TimedServer::hasRequest(socket_t socket) const {
    constexpr milliseconds kLook(100); // whether the server is stopped
    const Clock::time_point until = Clock::now() + std::chrono::seconds(keep_alive_timeout_sec_);
    while (svr_sock_ != INVALID_SOCKET && Clock::now() < until)
        if (waitFor(socket, POLLIN, std::min(until, Clock::now() + kLook)))
            return true;
    return false;
}

bool TimedServer::process_and_close_socket(socket_t socket) {
    const Limits limits{std::chrono::seconds(read_timeout_sec_), std::chrono::seconds(write_timeout_sec_),
                        requestTimeout_};
    TimedStream stream(socket, limits);
    bool good = true, closed = false, idle = false;
    for (std::size_t left = keep_alive_max_count_; good && !closed && !stream.isLate() && left > 0; --left) {
        idle = !stream.hasMore() && !hasRequest(socket);
        if (idle)
            break;
        stream.beginRequest();
        good = process_request(stream, left == 1, closed, nullptr);
    }
    if (!idle)
        readWhatIsSent(socket);
    ::close(socket);
    return good;
}

} // namespace belfry
