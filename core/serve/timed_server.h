// The library's HTTP server with a limit for a whole request. The library has one for each read and write, so a client
// that sends a byte now and then would hold its place for hours.
#pragma once

#include <httplib.h>

#include <chrono>

namespace belfry {

class TimedServer : public httplib::Server {
public:
    // For a request to arrive from its first byte on, and again for its answer to be taken. After it the connection
    // fails like one that the client has closed. Call it before the server listens.
    void setRequestTimeout(std::chrono::seconds limit) { requestTimeout_ = limit; }

private:
    bool process_and_close_socket(socket_t socket) override; // on a thread of the pool
    bool hasRequest(socket_t socket) const;                  // waits for one

    std::chrono::seconds requestTimeout_{60};
};

} // namespace belfry
