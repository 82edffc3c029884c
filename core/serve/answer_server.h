// A network that answers pictures over HTTP: POST /predict, a page to drop a picture on or draw at /, /health and
// /metrics. Free of torch.
#pragma once

#include "core/train/snapshot.h"

#include <cstdint>
#include <memory>
#include <string>

namespace belfry {

struct ServeOptions {
    std::string host = "127.0.0.1";
    int port = 0;                     // 0: any that is free
    std::string token;                // that each request must have; "": none, which only the loopback may have
    double noneBelow = 0;             // answers less confident are "none of these"
    std::int64_t maxBytes = 16 << 20; // of a request
    int maxPictures = 256;            // of a request
    int timeout = 10; // seconds for each read and write of a connection; six times that for a whole request
    int threads = 1;  // that answer, at least 1
};

class AnswerServer {
public:
    // Listens on the address, and reads the page from the resources. Throws Error(Usage) for an address beyond the
    // loopback without a token, and for limits that are none; Error(Io) where it cannot listen.
    AnswerServer(std::shared_ptr<const Snapshot> snapshot, ServeOptions options);
    ~AnswerServer();

    int port() const;
    std::string address() const; // "http://127.0.0.1:8000/"
    void run();                  // answers until stop(); once
    void stop();                 // any thread; requests in work are answered

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
